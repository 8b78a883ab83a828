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
    said = words.decisions
    options = (*_plain(words), *_double(variant, words), *_split(variant, words), *_rare(variant, words))
    shares = said.shares if variant.table.facts.together else ""
    when = points(said.kind[variant.table.kind], said.twenty_one, shares)
    return [section(said.heading, points(*options), when)]


def _join(*sentences: str) -> str:
    return " ".join(filter(None, sentences))


def _plain(words: Words) -> Iterator[Item]:
    yield Item(words.decisions.hit, words.names.actions["hit"])
    yield Item(words.decisions.stand, words.names.actions["stand"])


def _double(variant: Variant, words: Words) -> Iterator[Item]:
    said, hand = words.decisions, variant.hand
    after = said.double_after_split[hand.double_after_split] if hand.splits else ""
    which = said.double_totals.format(totals=_totals(hand.double, words)) if hand.double else said.any_double
    yield Item(_join(which, after), words.names.actions["double"])
    if hand.free_double:
        free = said.free_double.format(totals=_totals(hand.free_double, words))
        yield Item(free, words.names.actions["free-double"])


def _totals(totals: tuple[int, ...], words: Words) -> str:
    return words.grammar.one_of([str(total) for total in totals])


def _split(variant: Variant, words: Words) -> Iterator[Item]:
    said, hand = words.decisions, variant.hand
    if not hand.splits:
        yield Item(said.no_splits, words.names.actions["split"])
        return
    yield Item(_join(said.split, _how_often(hand.splits, words)), words.names.actions["split"])
    again = said.resplit_aces[hand.resplit_aces] if hand.splits > 1 else ""
    yield Item(_join(said.hit_split_aces[hand.hit_split_aces], again), said.split_aces)
    if hand.free_split:
        free = said.free_split.format(pairs=_pairs(hand.free_split, words))
        yield Item(free, words.names.actions["free-split"])


def _how_often(splits: int, words: Words) -> str:
    if splits == 1:
        return words.decisions.splits_once
    return words.decisions.splits.format(hands=words.grammar.count(splits + 1, "hand"))


def _pairs(points: tuple[int, ...], words: Words) -> str:
    """The shorter way to name them: these pairs, or every pair but those."""
    said, others = words.decisions, _ALL_PAIRS - set(points)
    if not others:
        return said.all_pairs
    few = len(others) <= _FEW
    ranks = words.grammar.all_of([words.names.ranks[rank] for rank in sorted(others if few else points)])
    return (said.all_pairs_but if few else said.free_pairs).format(ranks=ranks)


def _rare(variant: Variant, words: Words) -> Iterator[Item]:
    """What is offered only now and then, or only at some tables."""
    said, hand = words.decisions, variant.hand
    yield _insurance(variant, words)
    if hand.surrender != "none":
        before = said.before_look if hand.surrender == "early" and variant.dealer.looks_under else ""
        sentences = _join(said.give_up, said.surrender[hand.surrender], before)
        yield Item(sentences, words.names.actions["surrender"])
    if variant.cashback:
        yield Item(said.cashback, words.names.actions["cashback"])


def _insurance(variant: Variant, words: Words) -> Item:
    """D6."""
    said, price = words.decisions, variant.hand.insurance
    if price is None:
        return Item(said.no_insurance, words.pays.insurance)
    off = said.insurance_can_be_off if variant.table.insurance_can_be_off else ""
    return Item(_join(said.insurance.format(price=price), off), words.pays.insurance)
