"""A game in one or two short sentences, from the variant's data: what the lobby says of it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from ventuno.cards import TEN
from ventuno.help.words import Words, words_of
from ventuno.languages import Language
from ventuno.variant.model import Variant

MOST: Final = 3  # sentences
MANY_SIDE_BETS: Final = 6
PAIRS: Final = 10  # different ones


def brief(variant: Variant, language: Language) -> str:
    """What sets the game apart, the most telling first."""
    words = words_of(language)
    totals = words.grammar.all_of([str(total) for total in variant.hand.free_double])
    pairs = words.help("brief.pairs", _pairs(variant))
    features = islice(_features(variant), MOST)
    said = words.help.part("brief")
    return " ".join(said(key, totals=totals, pairs=pairs, n=_number(count, words)) for key, count in features)


def _pairs(variant: Variant) -> str:
    free = variant.hand.free_split
    if len(free) == PAIRS:
        return "all"
    return "no-tens" if len(free) == PAIRS - 1 and TEN not in free else "some"


def _number(count: int, words: Words) -> str:
    return words.help.maybe("brief.numbers", count) or str(count)


def _features(variant: Variant) -> Iterator[tuple[str, int]]:
    """What there is to say, and how many of it where that is counted."""
    hand, table = variant.hand, variant.table
    if variant.cashback:
        yield "cashback", 0
        if variant.golden_chips:
            yield "golden_chips", 0
    elif table.facts.together:
        yield ("shared-one" if table.positions == 1 else "shared"), table.positions
    if hand.free_double or hand.free_split:
        yield (
            ("free" if hand.free_double and hand.free_split else "free_double" if hand.free_double else "free_split"),
            0,
        )
    if len(variant.side_bets) >= MANY_SIDE_BETS and not variant.cashback:
        jackpot = any(bet.jackpot for bet in variant.side_bets.values())
        yield ("jackpot" if jackpot else "side_bets"), len(variant.side_bets)
    yield from _ends(variant)


def _ends(variant: Variant) -> Iterator[tuple[str, int]]:
    hand, dealer = variant.hand, variant.dealer
    if dealer.bust_22_pushes:
        yield "bust_22", 0
    if dealer.natural_17_beats_17:
        yield "natural_17", 0
    if hand.charlie:
        yield "charlie", hand.charlie.cards
    if hand.surrender != "none":
        yield "surrender", 0
    yield ("soft_17" if dealer.soft_17 == "hits" else "stands_17"), 0
