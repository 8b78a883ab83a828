"""The shape of a help page: what the terminal, the browser and the certificate all render.

A page is plain data (msgspec structures with a tag on each block), so it also travels as JSON.
"""

from __future__ import annotations

from typing import Final

import msgspec

TERM_ENDS: Final = " – "  # between a term and its text, where both stand on one line


class Paragraph(msgspec.Struct, frozen=True, tag="paragraph"):
    text: str


class Item(msgspec.Struct, frozen=True):
    """One point of a list; the term, where there is one, is what the point is about."""

    text: str
    term: str = ""


class Items(msgspec.Struct, frozen=True, tag="items"):
    items: tuple[Item, ...]


class TextTable(msgspec.Struct, frozen=True, tag="table"):
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    right: tuple[int, ...] = ()  # columns that are aligned to the right


Block = Paragraph | Items | TextTable


class Section(msgspec.Struct, frozen=True):
    heading: str
    blocks: tuple[Block, ...]


class Page(msgspec.Struct, frozen=True):
    language: str
    title: str
    introduction: str
    sections: tuple[Section, ...]


def section(heading: str, *blocks: Block) -> Section:
    return Section(heading, blocks)


def points(*texts: str | Item) -> Items:
    """A list of the texts that say something: a catalogue keeps silent with an empty text."""
    items = (Item(text) if isinstance(text, str) else text for text in texts)
    return Items(tuple(item for item in items if item.text))
