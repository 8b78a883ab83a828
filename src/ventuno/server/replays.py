"""A stored round: its story as one person may see it, and the round shown again as the table told it.

The round is played again from its inputs, so totals, options and payouts are the house's own, and a card
that lay face down is told as it was told then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from ventuno.bank import RoundRecord
from ventuno.play import Phase, PositionBet, Round, RoundEvent, Viewer, events as happened, seen
from ventuno.play.events import plain
from ventuno.play.rebuild import repeat
from ventuno.play.round import Awaits
from ventuno.play.sight import story
from ventuno.protocol import events as wire
from ventuno.protocol.http import Chosen, Frame, Replay
from ventuno.protocol.messages import MyBet, MyBets, MyHands, MyResult, TableInfo
from ventuno.protocol.view import TableView, apply
from ventuno.refusal import RefusalRaised
from ventuno.table.parties import Parties
from ventuno.table.placing import spot_of
from ventuno.table.records import Opens, played, spelled_out
from ventuno.table.telling import INPUTS, judged, told
from ventuno.table.whispering import Asking, at_zero, my_hands, my_result
from ventuno.variant import Variant, digest

SETTLED: Final = "settled"
VOID: Final = "void"
FORGOTTEN: Final = RefusalRaised(
    "round/forgotten", "the cards of this round are no longer kept; your history has what was staked and returned"
)
INSURANCE: Final = ("insure", "decline")  # a bet of its own, beside the hand


def is_forgotten(record: RoundRecord, bodies: Sequence[bytes]) -> bool:
    """Its cards are no longer kept (retention)."""
    return len(bodies) < record.events


def story_of(bodies: Sequence[bytes], viewer: Viewer) -> list[dict[str, Any]]:
    """The events of play, and for the house the table's own records too."""
    told = story([*spelled_out(bodies)], viewer)
    return [msgspec.to_builtins(one, str_keys=True, enc_hook=plain) for one in told]


class Named(NamedTuple):
    """A player at a table with seats, as everybody saw them there."""

    name: str
    currency: str


Names = Callable[[int], Named]


def replay_of(
    variant: Variant,
    info: TableInfo,
    record: RoundRecord,
    bodies: Sequence[bytes],
    viewer: Viewer,
    names: Names,
    opens: Opens | None = None,
) -> Replay:
    """Raises `RefusalRaised` where the cards are no longer kept, where the rules have changed since, or where nobody
    can open a hole card that was never shown."""
    if is_forgotten(record, bodies):
        raise FORGOTTEN
    events = played(bodies, opens)
    if not events:
        raise RefusalRaised("round/not_dealt", "no card of this round was dealt")
    opened = events[0]
    if not isinstance(opened, happened.RoundBegun) or opened.digest != digest(variant):
        raise RefusalRaised("round/rules_changed", "the rules of this table have changed since this round was played")
    playing = Round(variant, opened.bets, together=opened.together, jackpot=opened.jackpot)
    again = _Again(playing, info, record, viewer, names)
    frames = tuple(again.frames([event for event in events[1:] if isinstance(event, INPUTS)]))
    return Replay(
        code=record.code,
        game=record.game,
        opened_ms=record.opened_ms,
        state=record.state,
        info=info,
        frames=frames,
        bets=again.bets(),
        result=again.result(),
    )


class _Again:
    def __init__(self, playing: Round, info: TableInfo, record: RoundRecord, viewer: Viewer, names: Names) -> None:
        self._playing = playing
        self._info = info
        self._record = record
        self._viewer = viewer
        self._names = names
        self._rows = Parties(playing).rows.get(int(viewer.bettor), ())
        self._turn = 0
        self._asked = ""

    def frames(self, inputs: Sequence[RoundEvent]) -> Iterator[Frame]:
        yield Frame(tuple(self._opening()), self._hands())
        for event in inputs:
            frame = self._frame(event)
            if frame.events or frame.chosen:
                yield frame
        yield Frame(tuple(self._ending()), self._hands())

    def _opening(self) -> Iterator[wire.AnyEvent]:
        yield wire.RoundOpened(self._record.code, self._record.opened_ms)
        if not self._playing.together:
            for place in self._playing.positions.values():
                yield wire.SeatChanged(place.number, self._seat(place.bets))
        yield wire.BettingClosed()

    def _seat(self, bets: Sequence[PositionBet]) -> wire.SeatView:
        leader, behind = bets[0], bets[1:]
        name, currency = self._names(int(leader.bettor))
        shown = tuple(
            wire.ShownBet(spot_of(leader.position, bet), amount, currency)
            for bet, amount in {"main": leader.original, **leader.sides}.items()
            if amount
        )
        return wire.SeatView(name, bets=shown, behind=len(behind), behind_minor=sum(bet.main for bet in behind))

    def _frame(self, event: RoundEvent) -> Frame:
        playing, before = self._playing, len(self._playing.events)
        silent = tuple(self._silent()) if isinstance(event, happened.TimeRanOut) else ()
        repeat(playing, event)
        new = told(playing, playing.events[before:])
        return Frame((*silent, *new, *self._question()), self._hands(), self._chosen(event, silent))

    def _silent(self) -> Iterator[wire.Decided]:
        """Whoever is asked in turn and did not answer (D3)."""
        playing = self._playing
        if playing.together or playing.phase is not Phase.DECISIONS:
            return
        for asked in playing.asked():
            place = playing.positions[asked.position]
            hand = next(one for one in place.path(0) if one.line == asked.line)
            yield wire.Decided(asked.position, asked.line, at_zero(playing, place, hand), by_time=True)

    def _chosen(self, event: RoundEvent, silent: Sequence[wire.Decided]) -> Chosen | None:
        for one in silent:
            leads = self._playing.positions[one.position].bets[0].bettor == self._viewer.bettor
            return Chosen(one.position, one.line, one.action, leads, by_time=True)
        # As at the table, also to the house's people: who plays sees their own.
        match seen(event, Viewer(self._viewer.bettor), together=self._playing.together):
            case happened.InsuranceDecided(position, _, stake):
                return Chosen(position, str(position), "insure" if stake else "decline", mine=True)
            case happened.HandDecided(position, bettor, line, action):
                return Chosen(position, line, action, mine=bettor == self._viewer.bettor)
        return None

    def _question(self) -> Iterator[wire.AnyEvent]:
        playing = self._playing
        if playing.awaits is not Awaits.DECISION or playing.phase is not Phase.DECISIONS:
            return
        asked = None if playing.together else next(playing.asked(), None)
        key = f"{asked} {len(playing.events) if playing.together else ''}"
        if key != self._asked:
            self._asked, self._turn = key, self._turn + 1
            yield wire.Asked(self._turn, asked.position if asked else 0, asked.line if asked else "")

    def _hands(self) -> MyHands | None:
        if not self._rows:
            return None
        asking = Asking(self._playing, self._turn, lambda *_: None, lambda _: False, lambda *_: "")
        return my_hands(self._info.key, self._rows, asking)

    def _ending(self) -> Iterator[wire.AnyEvent]:
        last = self._playing.events[-1]
        if self._record.state == VOID:
            yield wire.RoundVoided(self._record.code, "")
        elif isinstance(last, happened.RoundSettled):
            yield from judged(self._playing)
            # What everybody staked at a shared table is nobody's business but the house's.
            if not self._playing.together or self._viewer.everything:
                yield wire.RoundEnded(last.staked, last.returned)
            else:
                yield wire.RoundEnded(0, 0)

    def bets(self) -> MyBets | None:
        if not self._rows:
            return None
        own = [place.bets[row] for place, row in self._rows]
        placed = tuple(mine for bet in own for mine in _placed(bet))
        total = sum(one.amount_minor for one in placed)
        seats = tuple(bet.position for bet in own if not bet.behind)
        return MyBets(self._info.key, placed, total, seats=seats)

    def result(self) -> MyResult | None:
        settlement = self._playing.settlement
        if settlement is None or not self._rows or self._record.state != SETTLED:
            return None
        return my_result(self._info.key, self._record.code, self._rows, settlement, settlement.jackpot_share)


def _placed(bet: PositionBet) -> Iterator[MyBet]:
    """Golden chips of a spot are shown as one of their worth: the events know no more of them."""
    for key in dict.fromkeys(("main", *bet.sides, *bet.golden_sides)):
        money = bet.main if key == "main" else bet.sides.get(key, 0)
        golden = bet.golden if key == "main" else bet.golden_sides.get(key, 0)
        if money or golden:
            chips = {golden: 1} if golden else {}
            behind = bet.behind and key == "main"
            yield MyBet(spot_of(bet.position, key), money, chips, behind, bet.follow_double, bet.follow_split)


class Decision(NamedTuple):
    """What I saw when I decided."""

    frame: int
    chosen: Chosen
    view: TableView
    hands: MyHands


def decisions_of(shown: Replay) -> Iterator[Decision]:
    """Mine, with the table as it was before each."""
    view, hands = TableView(), None
    for number, frame in enumerate(shown.frames):
        chosen = frame.chosen
        if (
            chosen
            and chosen.mine
            and chosen.action not in INSURANCE
            and hands
            and any(one.line == chosen.line and one.options for one in hands.hands)
        ):
            yield Decision(number, chosen, msgspec.json.decode(msgspec.json.encode(view), type=TableView), hands)
        for event in frame.events:
            apply(view, event)
        hands = frame.hands
