"""K1: what a table offers is the exact value of playing on, given every card that lies face up."""

from __future__ import annotations

from ventuno.cards import Card, cards
from ventuno.odds import Moment, cashback_offer
from ventuno.play import Action, Awaits, PositionBet, Round
from ventuno.play.hands import hand_on
from ventuno.server.wiring import ExactOdds
from ventuno.table.pricing import Prices
from ventuno.variant import load

CASHBACK = load("cashback")


def cashback_price(playing: Round, position: int, line: str) -> int | None:
    """What the table offers for the hand on a line of the position's first bettor."""
    assert CASHBACK.cashback is not None
    place = playing.positions[position]
    hand = hand_on(place.path(0), line)
    assert hand is not None
    return Prices(ExactOdds(), CASHBACK.cashback.margin).offer(playing, place, 0, hand)


def dealt(text: str, *positions: int) -> Round:
    playing = Round(CASHBACK, [PositionBet(position=n, bettor="anna", main=1000) for n in positions], together=False)
    for card in cards(text):
        playing.deal(card)
    return playing


def test_the_offer_is_the_value_of_the_hand_less_the_margin() -> None:
    playing = dealt("Th 9d 6c Td", 1)
    assert cashback_price(playing, 1, "1") == cashback_offer(CASHBACK, 1000, cards("Th 6c"), Card("9d"))


def test_the_other_position_s_cards_are_seen() -> None:
    playing = dealt("Th 2s 9d 6c 3s Td", 1, 2)
    offer = cashback_offer(CASHBACK, 1000, cards("Th 6c"), Card("9d"), cards("2s 3s"))
    assert cashback_price(playing, 1, "1") == offer


def test_the_hole_card_changes_no_offer() -> None:
    offers = {cashback_price(dealt(f"Th 9d 6c {hole}", 1), 1, "1") for hole in ("Td", "2d", "9d")}
    assert len(offers) == 1


def test_after_a_split_each_hand_has_its_own_offer_and_only_the_first_answers_for_the_original_bet() -> None:
    playing = dealt("8h Td 8c 9d", 1)
    playing.act(1, "anna", Action.SPLIT)
    playing.deal(Card("2s"))
    playing.deal(Card("3d"))
    first = cashback_offer(CASHBACK, 1000, cards("8h 2s"), Card("Td"), cards("8c 3d"), Moment(hands=2, looked=False))
    second = cashback_offer(
        CASHBACK, 1000, cards("8c 3d"), Card("Td"), cards("8h 2s"), Moment(hands=2, looked=False, answers=False)
    )
    assert (cashback_price(playing, 1, "1a"), cashback_price(playing, 1, "1b")) == (first, second)
    assert playing.awaits is Awaits.DECISION
