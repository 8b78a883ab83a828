"""How the dealer plays, when the dealer looks for a blackjack, and what one costs that was not seen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, get_args

from ventuno.help.page import Section, points, section
from ventuno.help.words import Words
from ventuno.sidebets import SIDE_BETS, Needs
from ventuno.variant.model import Takes, UpCard, Variant

_UP_CARDS: Final[tuple[UpCard, ...]] = get_args(UpCard)


def dealer(variant: Variant, words: Words) -> list[Section]:
    said = words.help.part("dealer")
    draws = said("draws") + " " + said("soft_17", variant.dealer.soft_17)
    return [
        section(
            said("heading"), points(draws, *_looks(variant, words), *_unseen(variant, words), *_out(variant, words))
        )
    ]


def _up(cards: Sequence[UpCard], words: Words) -> str:
    return words.grammar.one_of([words.help("dealer.looks_under", card) for card in cards])


def _not_seen(variant: Variant) -> list[UpCard]:
    return [card for card in _UP_CARDS if card not in variant.dealer.looks_under]


def _looks(variant: Variant, words: Words) -> Iterator[str]:
    said = words.help.part("dealer")
    seen = [card for card in _UP_CARDS if card in variant.dealer.looks_under]
    if not seen:
        yield said("never_looks")
        return
    looks = "looks_after_insurance" if variant.hand.insurance and "ace" in seen else "looks"
    yield said(looks, cards=_up(seen, words))
    if not_seen := _not_seen(variant):
        yield said("does_not_look", cards=_up(not_seen, words))


def _unseen(variant: Variant, words: Words) -> Iterator[str]:
    """One sentence for each fate, so that two up cards that share one share the sentence."""
    by_fate: dict[Takes, list[UpCard]] = {}
    for card in _not_seen(variant):
        by_fate.setdefault(getattr(variant.dealer.blackjack_takes, card), []).append(card)
    for fate, cards in by_fate.items():
        yield words.help("dealer.takes", fate, cards=_up(cards, words))
    if by_fate and (variant.hand.free_double or variant.hand.free_split):
        yield words.help("dealer.takes_real")


def _out(variant: Variant, words: Words) -> Iterator[str]:
    """Some side bets need the dealer's hand even when no main bet does."""
    said = words.help.part("dealer")
    yield said("plays_out")
    if bets := _bets(variant, words, "dealer"):
        yield said("completes", bets=words.grammar.one_of(bets))
    if bets := _bets(variant, words, "hole"):
        yield said("shows", bets=words.grammar.one_of(bets))


def _bets(variant: Variant, words: Words, needs: Needs) -> list[str]:
    return [words.names("bet", key) for key in variant.side_bets if SIDE_BETS[key].needs == needs]
