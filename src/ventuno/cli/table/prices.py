"""What a cashback pays (K1): the exact value of playing on, given every card on the table, less the margin."""

from __future__ import annotations

from collections import Counter

from ventuno.cards import Card
from ventuno.play import Round
from ventuno.play.hands import Hand, Status, hand_on
from ventuno.play.position import Position


def cashback_price(playing: Round, position: int, line: str) -> int | None:
    """The offer for the hand on a line of the position's first bettor."""
    from ventuno.odds import Moment, cashback_offer  # compiled code: only whoever is made an offer waits for it

    place = playing.positions[position]
    path = place.path(0)
    hand = hand_on(path, line)
    up_card = playing.up_card
    assert hand is not None
    assert up_card is not None
    cards = place.lines[line].cards[: hand.size]
    moment = Moment(hands=len(path), looked=playing.looked, answers=_answers(place, hand))
    return cashback_offer(playing.variant, place.original[0], cards, up_card, _seen(playing, cards), moment)


def _seen(playing: Round, cards: list[Card]) -> list[Card]:
    """Every card that lies face up, but for the hand's own and the up card; a split line begins with its parent's."""
    lines = [line for place in playing.positions.values() for line in place.lines.values()]
    dealt = [card for line in lines for card in line.cards[1 if line.was_split else 0 :]]
    return list((Counter(dealt) - Counter(cards)).elements())


def _answers(place: Position, hand: Hand) -> bool:
    """Of several hands, the first that is not bust or ended is the one an unseen blackjack takes a bet from."""
    for other in place.path(0):
        if other.line == hand.line:
            return True
        if other.status is not Status.CASHED and not place.lines[other.line].totals[other.size].bust:
            return False
    return True
