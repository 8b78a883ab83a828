"""Makes the help page of a variant from the variant's data and nothing else (A11)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ventuno.help.page import Page, Section
from ventuno.help.sections.cards import cards
from ventuno.help.sections.chips import cashback, free_chips, golden_chips
from ventuno.help.sections.closing import absence, definition
from ventuno.help.sections.dealer import dealer
from ventuno.help.sections.decisions import decisions
from ventuno.help.sections.opening import aim, glance, introduction
from ventuno.help.sections.pays import pays
from ventuno.help.sections.returns import returns
from ventuno.help.sections.side_bets import side_bets
from ventuno.help.sections.table import table
from ventuno.help.tidy import tidy
from ventuno.help.words import Words, words_of
from ventuno.languages import Language
from ventuno.variant.model import Variant

_SECTIONS: Final[tuple[Callable[[Variant, Words], list[Section]], ...]] = (
    glance,
    aim,
    table,
    cards,
    decisions,
    free_chips,
    dealer,
    pays,
    cashback,
    golden_chips,
    side_bets,
    returns,
    absence,
    definition,
)


def help_page(variant: Variant, language: Language) -> Page:
    """The rules, the paytables and the returns of a variant, for its players."""
    words = words_of(language)
    sections = tuple(section for write in _SECTIONS for section in write(variant, words))
    return Page(language, tidy(variant.name), introduction(variant, words), sections)
