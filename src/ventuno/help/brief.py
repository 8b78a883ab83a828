"""A game in one or two short sentences, from the variant's data: what the lobby says of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from ventuno.cards import TEN
from ventuno.help.languages import LANGUAGES
from ventuno.help.words import Language
from ventuno.variant.model import Variant

MOST: Final = 3  # sentences
MANY_SIDE_BETS: Final = 6
PAIRS: Final = 10  # different ones

_ENGLISH: Final[Mapping[str, str]] = {
    "shared-one": "One hand shared by everyone; each decides alone.",
    "shared": "{n} hands shared by everyone; each decides alone.",
    "free": "Free doubles on hard {totals}; free splits of {pairs}.",
    "free_double": "Free doubles on hard {totals}.",
    "free_split": "Free splits of {pairs}.",
    "all": "all pairs",
    "no-tens": "all pairs but tens",
    "some": "some pairs",
    "cashback": "At every decision, end the hand for a price computed from the cards.",
    "golden_chips": "Golden chips.",
    "side_bets": "{n} side bets on every hand.",
    "jackpot": "{n} side bets on every hand, one of them a progressive.",
    "bust_22": "A dealer’s 22 is a push.",
    "natural_17": "A natural 17 wins.",
    "charlie": "{n} cards up to 21 win at once.",
    "surrender": "Surrender.",
    "soft_17": "The dealer hits soft 17.",
    "stands_17": "The dealer stands on all 17s.",
}
_ITALIAN: Final[Mapping[str, str]] = {
    "shared-one": "Una mano per tutti; ognuno decide da sé.",
    "shared": "{n} mani per tutti; ognuno decide da sé.",
    "free": "Raddoppi gratis su {totals}; divisioni gratis di {pairs}.",
    "free_double": "Raddoppi gratis su {totals}.",
    "free_split": "Divisioni gratis di {pairs}.",
    "all": "tutte le coppie",
    "no-tens": "tutte le coppie, non dei dieci",
    "some": "alcune coppie",
    "cashback": "A ogni decisione si può chiudere la mano a un prezzo calcolato dalle carte.",
    "golden_chips": "Fiche d’oro.",
    "side_bets": "{n} puntate laterali su ogni mano.",
    "jackpot": "{n} puntate laterali su ogni mano, una con jackpot.",
    "bust_22": "Il 22 del banco è pari.",
    "natural_17": "Un 17 servito vince.",
    "charlie": "{n} carte fino a 21 vincono subito.",
    "surrender": "Resa.",
    "soft_17": "Il banco tira sul 17 morbido.",
    "stands_17": "Il banco sta su tutti i 17.",
}
_WORDS: Final[Mapping[Language, Mapping[str, str]]] = {"en": _ENGLISH, "it": _ITALIAN}
_NUMBERS: Final[Mapping[Language, tuple[str, ...]]] = {
    "en": ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"),
    "it": ("Nessuna", "Una", "Due", "Tre", "Quattro", "Cinque", "Sei", "Sette", "Otto", "Nove", "Dieci"),
}


def brief(variant: Variant, language: Language) -> str:
    """What sets the game apart, the most telling first."""
    words, filled = _WORDS[language], _filled(variant, language)
    return " ".join(words[key].format(**filled | values) for key, values in _said(variant, language))


def _said(variant: Variant, language: Language) -> list[tuple[str, dict[str, str]]]:
    return list(_features(variant, language))[:MOST]


def _filled(variant: Variant, language: Language) -> dict[str, str]:
    totals = [str(total) for total in variant.hand.free_double]
    return {"totals": LANGUAGES[language].grammar.all_of(totals), "pairs": _WORDS[language][_pairs(variant)]}


def _pairs(variant: Variant) -> str:
    free = variant.hand.free_split
    if len(free) == PAIRS:
        return "all"
    return "no-tens" if len(free) == PAIRS - 1 and TEN not in free else "some"


def _number(value: int, language: Language) -> dict[str, str]:
    numbers = _NUMBERS[language]
    return {"n": numbers[value] if value < len(numbers) else str(value)}


def _features(variant: Variant, language: Language) -> Iterator[tuple[str, dict[str, str]]]:
    hand, table = variant.hand, variant.table
    if variant.cashback:
        yield "cashback", {}
        if variant.golden_chips:
            yield "golden_chips", {}
    elif table.facts.together:
        yield ("shared-one" if table.positions == 1 else "shared"), _number(table.positions, language)
    if hand.free_double or hand.free_split:
        yield (
            ("free" if hand.free_double and hand.free_split else "free_double" if hand.free_double else "free_split"),
            {},
        )
    if len(variant.side_bets) >= MANY_SIDE_BETS and not variant.cashback:
        jackpot = any(bet.jackpot for bet in variant.side_bets.values())
        yield ("jackpot" if jackpot else "side_bets"), _number(len(variant.side_bets), language)
    yield from _ends(variant, language)


def _ends(variant: Variant, language: Language) -> Iterator[tuple[str, dict[str, str]]]:
    hand, dealer = variant.hand, variant.dealer
    if dealer.bust_22_pushes:
        yield "bust_22", {}
    if dealer.natural_17_beats_17:
        yield "natural_17", {}
    if hand.charlie:
        yield "charlie", _number(hand.charlie.cards, language)
    if hand.surrender != "none":
        yield "surrender", {}
    yield ("soft_17" if dealer.soft_17 == "hits" else "stands_17"), {}
