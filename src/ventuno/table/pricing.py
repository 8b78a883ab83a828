"""What a cashback pays (K1): the value of playing on, given every card on the table, less the margin.

The value comes from outside (`Odds`): the table knows which cards lie there, not what they are worth.
It is asked once for each distinct situation, per unit of the stake; then every stake is one product,
rounded down to the minor unit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple, Protocol

from ventuno.cards import Card
from ventuno.money import round_down
from ventuno.play import Action, Round
from ventuno.play.hands import Hand, Path, Status, hand_on
from ventuno.play.position import Holding, Position
from ventuno.variant import Variant


class Standing(NamedTuple):
    """A hand that is asked, with everything its value depends on."""

    variant: Variant
    hand: Sequence[Card]
    up_card: Card
    seen: Sequence[Card]  # every other card that lies face up
    hands: int  # how many the starting hand has become
    looked: bool  # the dealer has looked and has no blackjack
    answers: bool  # an unseen blackjack that takes one bet would take it from this hand


class Odds(Protocol):
    """The narrow door to the exact odds."""

    def value(self, standing: Standing) -> Fraction:
        """What playing on optimally is worth, in units of the stake."""


class Prices:
    """The offers while the cards on the table are the same."""

    def __init__(self, odds: Odds | None, margin: Fraction | None) -> None:
        self._odds = odds
        self._keep = 1 - (margin or Fraction(0))
        self._factors: dict[tuple[int, Holding, bool], Fraction] = {}

    def offer(self, playing: Round, place: Position, row: int, hand: Hand) -> int | None:
        """What ending the hand now pays this bettor; None where there is no offer."""
        held = place.holding(row, hand.line)
        if self._odds is None or Action.CASHBACK not in place.legal(held, playing.looked):
            return None
        key = (place.number, held, playing.looked)
        factor = self._factors.get(key)
        if factor is None:
            value = self._odds.value(standing(playing, place, place.path(row), hand.line))
            factor = self._factors[key] = max((1 + value) * self._keep, Fraction(0))
        return round_down(place.original[row] * factor)


def standing(playing: Round, place: Position, path: Path, line: str) -> Standing:
    hand, up_card = hand_on(path, line), playing.up_card
    assert hand is not None
    assert up_card is not None
    cards = place.lines[line].cards[: hand.size]
    seen = _seen(playing, cards)
    return Standing(playing.variant, cards, up_card, seen, len(path), playing.looked, _answers(place, path, hand))


def _seen(playing: Round, cards: list[Card]) -> list[Card]:
    """Every card that lies face up, but for the hand's own and the up card; a split line begins with its parent's."""
    lines = [line for place in playing.positions.values() for line in place.lines.values()]
    dealt = [card for line in lines for card in line.cards[1 if line.was_split else 0 :]]
    return list((Counter(dealt) - Counter(cards)).elements())


def _answers(place: Position, path: Path, hand: Hand) -> bool:
    """Of several hands, the first that is not bust or ended is the one an unseen blackjack takes a bet from."""
    for other in path:
        if other.line == hand.line:
            return True
        if other.status is not Status.CASHED and not place.lines[other.line].totals[other.size].bust:
            return False
    return True
