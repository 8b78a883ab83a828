"""A page as Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ventuno.help.page import TERM_ENDS, Block, Items, Page, Paragraph, TextTable


def as_markdown(page: Page) -> str:
    """The page as GitHub's Markdown."""
    return "\n".join(_lines(page))


def _lines(page: Page) -> Iterator[str]:
    yield f"# {_escaped(page.title)}"
    yield ""
    yield _escaped(page.introduction)
    for section in page.sections:
        yield ""
        yield f"## {_escaped(section.heading)}"
        for block in section.blocks:
            yield ""
            yield from _block(block)


def _block(block: Block) -> Iterator[str]:
    match block:
        case Paragraph(text):
            yield _escaped(text)
        case Items(items):
            for item in items:
                term = f"**{_escaped(item.term)}**{TERM_ENDS}" if item.term else ""
                yield f"- {term}{_escaped(item.text)}"
        case TextTable(header, rows, right):
            yield _row(header)
            yield "|" + "|".join("---:" if index in right else "---" for index in range(len(header))) + "|"
            yield from map(_row, rows)


def _row(cells: tuple[str, ...]) -> str:
    return f"| {' | '.join(map(_escaped, cells))} |"


def _escaped(text: str) -> str:
    """Characters that Markdown would take for its own; names in a file are not ours to trust."""
    return re.sub(r"([\\`*_\[\]<>|#])", r"\\\1", text)
