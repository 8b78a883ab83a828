"""The published returns, and how each figure is meant."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ventuno.help.page import Block, Paragraph, Section, TextTable
from ventuno.help.tidy import tidy
from ventuno.help.words import Words
from ventuno.variant.model import Published, Variant

_MAIN: Final = "main"
_UNQUALIFIED: Final = Published(rtp="")


def returns(variant: Variant, words: Words) -> list[Section]:
    """Nothing at all where nothing is published: a notation has no rule book."""
    if not variant.published:
        return []
    return [Section(words.help("returns.heading"), tuple(_blocks(variant, words)))]


def _blocks(variant: Variant, words: Words) -> Iterator[Block]:
    said, grammar = words.help.part("returns"), words.grammar
    yield Paragraph(said("means"))
    rows = tuple(
        (_name(key, words), f"{grammar.figures(figure.rtp)}%", _meant(key, figure, words))
        for key, figure in variant.published.items()
    )
    yield TextTable(said.row("header"), rows, right=(1,))
    if silent := [key for key in (_MAIN, *variant.side_bets) if key not in variant.published]:
        yield Paragraph(said("unpublished", bets=grammar.all_of([_name(key, words) for key in silent])))


def _name(key: str, words: Words) -> str:
    return words.help("returns.main") if key == _MAIN else words.names("bet", key)


def _meant(key: str, figure: Published, words: Words) -> str:
    """The main game says all; of a side bet only what is out of the ordinary."""
    said, note = words.help.part("returns"), tidy(figure.note)
    main = key == _MAIN
    parts = (
        said("per", figure.per) if main or figure.per != _UNQUALIFIED.per else "",
        said("strategy", figure.strategy) if main or figure.strategy != _UNQUALIFIED.strategy else "",
        words.of_file(note),
    )
    return "; ".join(filter(None, parts))
