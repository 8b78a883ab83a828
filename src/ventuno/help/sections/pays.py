"""What a hand pays, and what happens to it when the dealer busts."""

from __future__ import annotations

from collections.abc import Iterator

from ventuno.help.page import Section, Table, points, section
from ventuno.help.words import Words
from ventuno.variant.model import Variant

_EVEN = "1:1"


def pays(variant: Variant, words: Words) -> list[Section]:
    said = words.pays
    prices = Table(said.header, tuple(_rows(variant, words)))
    blackjack = (_meaning(variant, words), said.two_blackjacks)
    return [
        section(
            said.heading,
            prices,
            points(*blackjack, *_charlie(variant, words), *_against(variant, words)),
        )
    ]


def _meaning(variant: Variant, words: Words) -> str:
    """The price of a blackjack in words, as the example of a price."""
    price = variant.hand.blackjack
    return words.pays.price_means.format(price=price.text, staked=price.wins.denominator, won=price.wins.numerator)


def _rows(variant: Variant, words: Words) -> Iterator[tuple[str, str]]:
    said, hand = words.pays, variant.hand
    yield said.blackjack, hand.blackjack.text
    yield said.win, _EVEN
    if hand.charlie:
        yield said.charlie.format(cards=words.grammar.count(hand.charlie.cards, "card")), _EVEN
    if hand.insurance:
        yield said.insurance, hand.insurance.text
    yield said.push, said.stake_back
    if hand.surrender != "none":
        yield said.surrender, said.half_back
    if variant.cashback:
        yield said.cashback, said.offered


def _charlie(variant: Variant, words: Words) -> Iterator[str]:
    if charlie := variant.hand.charlie:
        wins = words.pays.so_many_cards.format(cards=words.grammar.count(charlie.cards, "card"))
        yield f"{wins} {words.pays.beats_blackjack[charlie.beats_blackjack]}"


def _against(variant: Variant, words: Words) -> Iterator[str]:
    """Where a dealer's bust or a 17 counts otherwise than elsewhere."""
    said, rules = words.pays, variant.dealer
    pushes = [
        sentence
        for sentence, applies in (
            (said.bust_22_pushes, rules.bust_22_pushes),
            (said.bust_pushes_17, rules.bust_pushes_17),
            (said.bust_ten_up_pushes, rules.bust_ten_up_pushes),
        )
        if applies
    ]
    yield said.dealer_busts_except if pushes else said.dealer_busts
    yield from pushes
    if pushes:
        yield said.paid_anyway_charlie if variant.hand.charlie else said.paid_anyway
    if rules.natural_17_beats_17:
        yield said.natural_17_beats_17
