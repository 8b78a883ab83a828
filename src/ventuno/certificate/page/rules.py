"""The rules in words: the blocks of the help page as HTML."""

from __future__ import annotations

from ventuno.certificate.page.context import Context
from ventuno.certificate.page.markup import Markup, element, table
from ventuno.help import Block, Items, Paragraph, Section, TextTable
from ventuno.help.page import TERM_ENDS


def rules(context: Context) -> Markup:
    words, page = context.words.part("method"), context.certificate.rules
    return element(
        "section",
        element("h2", words("rules_heading")),
        element("p", page.introduction + " " + words("rules_mean"), class_="means"),
        *map(_section, page.sections),
        class_="page rules",
    )


def _section(section: Section) -> Markup:
    """A short section that ends in a table, as those of side bets do, stays in one piece."""
    short = {"class_": "whole"} if isinstance(section.blocks[-1], TextTable) and len(section.blocks) <= 2 else {}
    return element("section", element("h3", section.heading), *map(_block, section.blocks), **short)


def _block(block: Block) -> Markup:
    match block:
        case Paragraph(text):
            return element("p", text)
        case Items(items):
            return element(
                "ul",
                *(
                    element("li", *([element("b", item.term), TERM_ENDS] if item.term else []), item.text)
                    for item in items
                ),
            )
        case TextTable(header, rows, right):
            return table(header, rows, right)
