"""Events of play as everybody at the table is told them: what `play.sight` lets everybody see, in the table's words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from ventuno.cards import Card
from ventuno.play import EVERYBODY, Round, RoundEvent, events as happened, seen
from ventuno.play.hands import DEALER
from ventuno.protocol import events as wire

INPUTS = (
    happened.RoundBegun,
    happened.DealtCard,
    happened.InsuranceDecided,
    happened.HandDecided,
    happened.FollowChanged,
    happened.TimeRanOut,
)
"""What a round is rebuilt from; all other events follow from these by themselves."""


def not_stored(playing: Round, events: Sequence[RoundEvent]) -> list[RoundEvent]:
    """What followed by itself from the last of the stored events, and was still to be stored."""
    follows = [event for event in playing.events if not isinstance(event, INPUTS)]
    stored = sum(not isinstance(event, INPUTS) for event in events)
    return follows[stored:]


def told(playing: Round, events: Sequence[RoundEvent]) -> Iterator[wire.AnyEvent]:
    """What everybody is told of the round's last events, each as it was when it happened: no total counts a card that
    came later. Verdicts are told when they have been paid."""
    to_come = Counter(event.to for event in events if isinstance(event, happened.DealtCard))
    for event in events:
        match seen(event, EVERYBODY, together=playing.together):
            case happened.DealtCard(to, card):
                to_come[to] -= 1
                yield _card(playing, to, card, to_come[to])
            case happened.SplitLine(line, first, second):
                yield wire.LineSplit(line, first, second)
            case happened.LookedUnder(blackjack):
                yield wire.DealerLooked(blackjack)
            case happened.HoleTurned(card):
                yield wire.HoleCardShown(card.text, str(playing.dealer.totals[2]))
            case happened.HandDecided(position, _, line, action):
                yield wire.Decided(position, line, action)


def _card(playing: Round, to: str, card: Card | None, to_come: int) -> wire.CardDealt:
    line = playing.dealer if to == DEALER else playing.positions[int(to.rstrip("ab"))].lines[to]
    if card is None:
        return wire.CardDealt(to, None, str(line.totals[1]))
    return wire.CardDealt(to, card.text, str(line.totals[len(line.cards) - to_come]))


def judged(playing: Round) -> Iterator[wire.AnyEvent]:
    """The verdicts, each distinct hand once."""
    for event in playing.events:
        match event:
            case happened.HandVerdict(position, line, size, outcome, reason, _, bettors):
                yield wire.HandJudged(position, line, size, outcome, reason, bettors)
            case happened.SideBetVerdict(position, bet, outcome, _, bettors):
                yield wire.SideBetJudged(position, bet, outcome, bettors)
