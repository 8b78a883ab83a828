"""What a player may do with a hand, and when."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ventuno.help.page import Item, Section, points, section
from ventuno.help.words import Words
from ventuno.variant.model import Variant

_ALL_PAIRS: Final = frozenset(range(1, 11))
_FEW: Final = 3  # so many exceptions are shorter to name than the rest


def decisions(variant: Variant, words: Words) -> list[Section]:
    said = words.help.part("decisions")
    options = (*_plain(words), *_double(variant, words), *_split(variant, words), *_rare(variant, words))
    shares = said("shares") if variant.table.facts.together else ""
    when = points(said("kind", variant.table.kind), said("twenty_one"), shares)
    return [section(said("heading"), points(*options), when)]


def _join(*sentences: str) -> str:
    return " ".join(filter(None, sentences))


def _plain(words: Words) -> Iterator[Item]:
    yield Item(words.help("decisions.hit"), words.names("action", "hit"))
    yield Item(words.help("decisions.stand"), words.names("action", "stand"))


def _double(variant: Variant, words: Words) -> Iterator[Item]:
    said, hand = words.help.part("decisions"), variant.hand
    after = said("double_after_split", hand.double_after_split) if hand.splits else ""
    which = said("double_totals", totals=_totals(hand.double, words)) if hand.double else said("any_double")
    yield Item(_join(which, after), words.names("action", "double"))
    if hand.free_double:
        free = said("free_double", totals=_totals(hand.free_double, words))
        yield Item(free, words.names("action", "free-double"))


def _totals(totals: tuple[int, ...], words: Words) -> str:
    return words.grammar.one_of([str(total) for total in totals])


def _split(variant: Variant, words: Words) -> Iterator[Item]:
    said, hand = words.help.part("decisions"), variant.hand
    if not hand.splits:
        yield Item(said("no_splits"), words.names("action", "split"))
        return
    yield Item(_join(said("split"), _how_often(hand.splits, words)), words.names("action", "split"))
    again = said("resplit_aces", hand.resplit_aces) if hand.splits > 1 else ""
    yield Item(_join(said("hit_split_aces", hand.hit_split_aces), again), said("split_aces"))
    if hand.free_split:
        free = said("free_split", pairs=_pairs(hand.free_split, words))
        yield Item(free, words.names("action", "free-split"))


def _how_often(splits: int, words: Words) -> str:
    if splits == 1:
        return words.help("decisions.splits_once")
    return words.help("decisions.splits", hands=words.grammar.count(splits + 1, "hand"))


def _pairs(points: tuple[int, ...], words: Words) -> str:
    """The shorter way to name them: these pairs, or every pair but those."""
    said, others = words.help.part("decisions"), _ALL_PAIRS - set(points)
    if not others:
        return said("all_pairs")
    few = len(others) <= _FEW
    ranks = words.grammar.all_of([said("ranks", rank) for rank in sorted(others if few else points)])
    return said("all_pairs_but" if few else "free_pairs", ranks=ranks)


def _rare(variant: Variant, words: Words) -> Iterator[Item]:
    """What is offered only now and then, or only at some tables."""
    said, hand = words.help.part("decisions"), variant.hand
    yield _insurance(variant, words)
    if hand.surrender != "none":
        before = said("before_look") if hand.surrender == "early" and variant.dealer.looks_under else ""
        sentences = _join(said("give_up"), said("surrender", hand.surrender), before)
        yield Item(sentences, words.names("action", "surrender"))
    if variant.cashback:
        yield Item(said("cashback"), words.names("action", "cashback"))


def _insurance(variant: Variant, words: Words) -> Item:
    """D6."""
    said, price = words.help.part("decisions"), variant.hand.insurance
    if price is None:
        return Item(said("no_insurance"), words.names("bet.insurance"))
    off = said("insurance_can_be_off") if variant.table.insurance_can_be_off else ""
    return Item(_join(said("insurance", price=price), off), words.names("bet.insurance"))
