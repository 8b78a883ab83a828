"""A table as everybody sees it: what its events add up to.

The server's own snapshots are made by `apply`, from the events it has published and nothing else: a
snapshot cannot show what was not shown before. The browser has the same function in TypeScript, and
both are tested on the same recordings.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from ventuno.protocol import events as happened
from ventuno.protocol.events import AnyEvent, Choice, Deadline, Phase, SeatView, TableLimits

DEALER: Final = "dealer"
FACE_DOWN: Final = "??"
MOST_SAID: Final = 50


class LineView(msgspec.Struct, omit_defaults=True):
    cards: list[str] = []  # `8h`, or `??` face down
    total: str = ""
    decided: str = ""  # the last decision, where it is everybody's to see
    by_time: bool = False


class Question(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is being asked: of one hand, or of everybody (position 0)."""

    turn: int
    position: int = 0
    line: str = ""


class Pause(msgspec.Struct, frozen=True, omit_defaults=True):
    reason: str
    fault: bool = False


class Judgement(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is known of the round's end, as far as it is."""

    looked: bool = False  # the dealer has, and has no blackjack
    hands: tuple[happened.HandJudged, ...] = ()
    side_bets: tuple[happened.SideBetJudged, ...] = ()
    returned_minor: int = 0


UNJUDGED: Final = Judgement()


class TableView(msgspec.Struct, omit_defaults=True):
    phase: Phase = "waiting"
    code: str = ""
    started_ms: int = 0
    deadline: Deadline | None = None
    question: Question | None = None
    undecided: int = 0
    lines: dict[str, LineView] = {}  # the dealer's too
    seats: dict[int, SeatView] = {}
    players: int = 0
    bettors: int = 0
    staked_minor: int = 0
    choices: tuple[Choice, ...] = ()
    judgement: Judgement = UNJUDGED
    void: str = ""  # why the last round was void
    pause: Pause | None = None
    closing: str = ""
    closed: str = ""
    limits: tuple[TableLimits, ...] = ()
    jackpot_minor: int = 0
    said: list[happened.Said] = []


def apply(view: TableView, event: AnyEvent) -> None:
    """What the event changes, and nothing else."""
    match event:
        case happened.RoundOpened():
            _open(view, event)
        case happened.CrowdChanged():
            view.players, view.bettors, view.staked_minor = event.players, event.bettors, event.staked_minor
        case happened.SeatChanged():
            if event.holder is None:
                view.seats.pop(event.seat, None)
            else:
                view.seats[event.seat] = event.holder
        case happened.DeadlineMoved():
            view.deadline = event.deadline
        case happened.BettingClosed():
            view.phase, view.deadline = "closed", None
        case happened.CardDealt():
            _deal(view, event)
        case happened.LineSplit():
            _split(view, event)
        case happened.InsuranceOffered():
            _ask(view, "insurance", Question(event.turn), event.deadline)
        case happened.Asked():
            phase: Phase = "early-surrender" if event.early_surrender else "decisions"
            _ask(view, phase, Question(event.turn, event.position, event.line), event.deadline)
        case happened.Decided():
            line = view.lines.setdefault(event.line, LineView())
            line.decided, line.by_time = event.action, event.by_time
            view.question = view.deadline = None
        case happened.ChoicesChanged():
            view.undecided, view.choices = event.undecided, event.choices
        case happened.DealerLooked():
            _know(view, looked=True)
            view.question = view.deadline = None
        case happened.HoleCardShown():
            _show_hole_card(view, event)
        case happened.HandJudged():
            _know(view, hands=(*view.judgement.hands, event))
        case happened.SideBetJudged():
            _know(view, side_bets=(*view.judgement.side_bets, event))
        case happened.RoundEnded():
            view.phase, view.deadline, view.question = "results", event.deadline, None
            view.staked_minor = event.staked_minor
            _know(view, returned_minor=event.returned_minor)
        case happened.RoundVoided():
            _clear(view)
            view.phase, view.deadline, view.code, view.void = "waiting", None, "", event.reason
        case _:
            _around(view, event)


def _around(view: TableView, event: AnyEvent) -> None:
    match event:
        case happened.TablePaused():
            view.pause, view.deadline = Pause(event.reason, event.fault), None
        case happened.TableResumed():
            view.pause, view.deadline = None, event.deadline
        case happened.TableClosing():
            view.closing = event.reason
        case happened.TableClosed():
            view.closed, view.closing = event.reason, ""
            view.phase, view.deadline = "waiting", None
        case happened.TableOpened():
            view.closed = view.closing = ""
        case happened.LimitsChanged():
            view.limits = event.limits
        case happened.JackpotChanged():
            view.jackpot_minor = event.pool_minor
        case happened.Said():
            view.said = [*view.said, event][-MOST_SAID:]
        case happened.SaidRemoved():
            view.said = [said for said in view.said if said.number != event.number]


def _know(view: TableView, **learnt: Any) -> None:
    view.judgement = msgspec.structs.replace(view.judgement, **learnt)


def _clear(view: TableView) -> None:
    view.lines, view.judgement = {}, UNJUDGED
    view.choices, view.undecided, view.question = (), 0, None
    view.bettors = view.staked_minor = 0
    view.void = ""


def _open(view: TableView, event: happened.RoundOpened) -> None:
    _clear(view)
    view.phase = "betting" if event.deadline else "waiting"
    view.code, view.started_ms, view.deadline = event.code, event.started_ms, event.deadline


def _deal(view: TableView, event: happened.CardDealt) -> None:
    if view.phase in ("waiting", "betting", "closed"):
        view.phase = "dealing"
    line = view.lines.setdefault(event.to, LineView())
    line.cards.append(event.card or FACE_DOWN)
    line.total = event.total
    view.question = view.deadline = None
    view.choices, view.undecided = (), 0


def _split(view: TableView, event: happened.LineSplit) -> None:
    """The halves take a card each; on a shared position the line itself stays, for those who did not split."""
    cards = view.lines[event.line].cards
    view.lines[event.first] = LineView(cards=[cards[0]])
    view.lines[event.second] = LineView(cards=[cards[1]])


def _ask(view: TableView, phase: Phase, question: Question, deadline: Deadline | None) -> None:
    view.phase, view.question, view.deadline = phase, question, deadline
    view.choices, view.undecided = (), 0


def _show_hole_card(view: TableView, event: happened.HoleCardShown) -> None:
    dealer = view.lines.setdefault(DEALER, LineView())
    dealer.cards = [event.card if card == FACE_DOWN else card for card in dealer.cards]
    dealer.total = event.total
    view.phase, view.deadline, view.question = "dealer", None, None
