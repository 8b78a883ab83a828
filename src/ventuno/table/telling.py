"""An event of play as everybody at the table is told it, and as one of them may read it later.

Nothing of a card that lies face down gets through, and of what others do no more than the table showed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from ventuno.play import Bet, Event, Round
from ventuno.play import events as happened
from ventuno.play.hands import DEALER, Line
from ventuno.protocol import events as wire

INPUTS = (
    happened.RoundOpened,
    happened.CardDealt,
    happened.InsuranceDecided,
    happened.Decided,
    happened.FollowChanged,
    happened.TimeRanOut,
)
"""What a round is rebuilt from; all other events follow from these by themselves."""


def not_stored(playing: Round, events: Sequence[Event]) -> list[Event]:
    """What followed by itself from the last of the stored events, and was still to be stored."""
    follows = [event for event in playing.events if not isinstance(event, INPUTS)]
    stored = sum(not isinstance(event, INPUTS) for event in events)
    return follows[stored:]


def told(playing: Round, events: Sequence[Event]) -> Iterator[wire.AnyEvent]:
    """What everybody is told of the round's last events, each as it was when it happened: no total counts a card that
    came later. Verdicts are told when they have been paid."""
    to_come = Counter(event.to for event in events if isinstance(event, happened.CardDealt))
    for event in events:
        match event:
            case happened.CardDealt(to):
                to_come[to] -= 1
                yield _card(playing, event, to_come[to])
            case happened.LineSplit(line, first, second):
                yield wire.LineSplit(line, first, second)
            case happened.DealerLooked(blackjack):
                yield wire.DealerLooked(blackjack)
            case happened.HoleCardShown(card):
                yield wire.HoleCardShown(card.text, str(playing.dealer.totals[2]))
            case happened.Decided(position, _, line, action) if not playing.together:
                yield wire.Decided(position, line, action)


SOMEBODY: Final = "somebody"  # others have no name: a seat says enough


def seen_by(me: str, event: Event, together: bool) -> Event | None:
    """None: it is not theirs to see. Where all decide together, others' bets and choices are nobody's business; at a
    table with seats, a seat's bets are everybody's to see and what others bet behind it is not (B5)."""
    match event:
        case happened.RoundOpened(bets=bets):
            mine = tuple(bet for bet in bets if bet.bettor == me)
            return replace(event, bets=mine if together else _bets_seen(me, bets))
        case happened.Decided(position, bettor, line, action) if bettor != me:
            return None if together else happened.Decided(position, SOMEBODY, line, action)
        case happened.Decided():
            return replace(event, short=())  # who behind me could not pay for it
        case happened.InsuranceDecided() | happened.Followed() | happened.FollowChanged() if event.bettor != me:
            return None
    return event


def _bets_seen(me: str, bets: Sequence[Bet]) -> tuple[Bet, ...]:
    """Mine as they are, a seat's as it lay there, and nothing that another bet behind one."""
    return tuple(bet if bet.bettor == me else _of_somebody(bet) for bet in bets if bet.bettor == me or not bet.behind)


def _of_somebody(bet: Bet) -> Bet:
    return Bet(
        position=bet.position,
        bettor=SOMEBODY,
        main=bet.main,
        sides=bet.sides,
        golden=bet.golden,
        golden_sides=bet.golden_sides,
    )


def _card(playing: Round, event: happened.CardDealt, to_come: int) -> wire.CardDealt:
    line = playing.dealer if event.to == DEALER else _line(playing, event.to)
    if event.face_down or event.card is None:
        return wire.CardDealt(event.to, None, str(line.totals[1]))
    return wire.CardDealt(event.to, event.card.text, str(line.totals[len(line.cards) - to_come]))


def _line(playing: Round, key: str) -> Line:
    return playing.positions[int(key.rstrip("ab"))].lines[key]


def judged(playing: Round) -> Iterator[wire.AnyEvent]:
    """The verdicts, each distinct hand once."""
    for event in playing.events:
        match event:
            case happened.HandJudged(position, line, size, outcome, reason, _, bettors):
                yield wire.HandJudged(position, line, size, outcome, reason, bettors)
            case happened.SideBetJudged(position, bet, outcome, _, bettors):
                yield wire.SideBetJudged(position, bet, outcome, bettors)
