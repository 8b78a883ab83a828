"""What a hand pays, and what happens to it when the dealer busts."""

from __future__ import annotations

from collections.abc import Iterator

from ventuno.help.page import Section, TextTable, points, section
from ventuno.help.words import Words
from ventuno.variant.model import Variant

_EVEN = "1:1"


def pays(variant: Variant, words: Words) -> list[Section]:
    said = words.help.part("pays")
    prices = TextTable(said.row("header"), tuple(_rows(variant, words)))
    blackjack = (_meaning(variant, words), said("two_blackjacks"))
    return [
        section(
            said("heading"),
            prices,
            points(*blackjack, *_charlie(variant, words), *_against(variant, words)),
        )
    ]


def _meaning(variant: Variant, words: Words) -> str:
    """The price of a blackjack in words, as the example of a price."""
    price = variant.hand.blackjack
    return words.help("pays.price_means", price=price.text, staked=price.wins.denominator, won=price.wins.numerator)


def _rows(variant: Variant, words: Words) -> Iterator[tuple[str, str]]:
    said, hand = words.help.part("pays"), variant.hand
    yield words.capital("outcome.blackjack"), hand.blackjack.text
    yield said("win"), _EVEN
    if hand.charlie:
        yield said("charlie", cards=words.grammar.count(hand.charlie.cards, "card")), _EVEN
    if hand.insurance:
        yield words.names("bet.insurance"), hand.insurance.text
    yield words.capital("outcome.push"), said("stake_back")
    if hand.surrender != "none":
        yield words.capital("outcome.surrender"), said("half_back")
    if variant.cashback:
        yield words.capital("outcome.cashback"), said("offered")


def _charlie(variant: Variant, words: Words) -> Iterator[str]:
    if charlie := variant.hand.charlie:
        wins = words.help("pays.so_many_cards", cards=words.grammar.count(charlie.cards, "card"))
        yield wins + " " + words.help("pays.beats_blackjack", charlie.beats_blackjack)


def _against(variant: Variant, words: Words) -> Iterator[str]:
    """Where a dealer's bust or a 17 counts otherwise than elsewhere."""
    said, rules = words.help.part("pays"), variant.dealer
    exceptions = ("bust_22_pushes", "bust_pushes_17", "bust_ten_up_pushes")
    pushes = [said(exception) for exception in exceptions if getattr(rules, exception)]
    yield said("dealer_busts_except" if pushes else "dealer_busts")
    yield from pushes
    if pushes:
        yield said("paid_anyway_charlie" if variant.hand.charlie else "paid_anyway")
    if rules.natural_17_beats_17:
        yield said("natural_17_beats_17")
