"""A page as plain text for a terminal, with bold and colour where wanted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from textwrap import wrap
from typing import Final

from ventuno.help.page import TERM_ENDS, Block, Items, Page, Paragraph, TextTable

NARROWEST: Final = 40
_BULLET: Final = "• "
_GAP: Final = "  "
_LEAST: Final = 6  # no column is squeezed below this
_RESET: Final = "\x1b[0m"


@dataclass(frozen=True, slots=True)
class _Pen:
    """Marks up a text; without colour it leaves it alone."""

    colour: bool

    def title(self, text: str) -> str:
        return self._in("\x1b[1;32m", text)

    def bold(self, text: str) -> str:
        return self._in("\x1b[1m", text)

    def dim(self, text: str) -> str:
        return self._in("\x1b[2m", text)

    def _in(self, code: str, text: str) -> str:
        return f"{code}{text}{_RESET}" if self.colour and text else text


def as_text(page: Page, width: int = 80, colour: bool = False) -> str:
    """The page in lines of at most `width` characters; separated by newlines."""
    width, pen = max(width, NARROWEST), _Pen(colour)
    return "\n".join(_lines(page, width, pen))


def _lines(page: Page, width: int, pen: _Pen) -> Iterator[str]:
    title = wrap(page.title, width)
    yield from map(pen.title, title)
    yield pen.dim("═" * max(map(len, title), default=0))
    yield from wrap(page.introduction, width)
    for section in page.sections:
        yield ""
        heading = wrap(section.heading, width)
        yield from map(pen.bold, heading)
        yield pen.dim("─" * max(map(len, heading), default=0))
        for index, block in enumerate(section.blocks):
            if index:
                yield ""
            yield from _block(block, width, pen)


def _block(block: Block, width: int, pen: _Pen) -> Iterator[str]:
    match block:
        case Paragraph(text):
            yield from wrap(text, width)
        case Items():
            yield from _items(block, width, pen)
        case TextTable():
            yield from _table(block, width, pen)


def _items(block: Items, width: int, pen: _Pen) -> Iterator[str]:
    for item in block.items:
        term = f"{item.term}{TERM_ENDS}" if item.term else ""
        first, *rest = wrap(term + item.text, width, initial_indent=_BULLET, subsequent_indent="  ")
        # A term that the wrapping broke stays plain: half a bold term is worse than none.
        yield first.replace(item.term, pen.bold(item.term), 1) if term else first
        yield from rest


def _table(table: TextTable, width: int, pen: _Pen) -> Iterator[str]:
    columns = _widths(table, width)
    for line in _row(table.header, columns, table.right):
        yield pen.bold(line)
    yield pen.dim(_GAP.join("─" * column for column in columns))
    for row in table.rows:
        yield from _row(row, columns, table.right)


def _row(cells: tuple[str, ...], columns: list[int], right: tuple[int, ...]) -> Iterator[str]:
    """One row, as many lines high as its tallest cell."""
    wrapped = [wrap(cell, column) or [""] for cell, column in zip(cells, columns, strict=True)]
    for number in range(max(map(len, wrapped))):
        line = [cell[number] if number < len(cell) else "" for cell in wrapped]
        yield _GAP.join(
            text.rjust(column) if index in right else text.ljust(column)
            for index, (text, column) in enumerate(zip(line, columns, strict=True))
        ).rstrip()


def _widths(table: TextTable, width: int) -> list[int]:
    """Every column as wide as its longest cell; if that is too much, the widest give way."""
    columns = [max(map(len, column)) for column in zip(table.header, *table.rows, strict=True)]
    room = width - len(_GAP) * (len(columns) - 1)
    while sum(columns) > room and max(columns) > _LEAST:
        columns[columns.index(max(columns))] -= 1
    return columns
