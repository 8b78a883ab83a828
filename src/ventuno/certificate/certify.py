"""Everything a certificate says."""

from __future__ import annotations

import platform
from dataclasses import dataclass
from importlib.metadata import version

from ventuno.help import Language, Page, help_page, words_of
from ventuno.odds import VariantOdds
from ventuno.variant import Variant


@dataclass(frozen=True, slots=True)
class Certificate:
    language: Language
    odds: VariantOdds
    rules: Page  # in words
    versions: dict[str, str]
    command: str  # makes the same certificate again

    @property
    def variant(self) -> Variant:
        return self.odds.variant


def certify(variant: Variant, language: Language, command: str) -> Certificate:
    return Certificate(language, VariantOdds(variant), rules_in_words(variant, language), _versions(), command)


def rules_in_words(variant: Variant, language: Language) -> Page:
    """The help page, but for what the certificate itself says better: the returns, and where it comes from."""
    page, words = help_page(variant, language), words_of(language).help
    said_here = (words("returns.heading"), words("closing.definition_heading"))
    sections = tuple(section for section in page.sections if section.heading not in said_here)
    return Page(page.language, page.title, page.introduction, sections)


def _versions() -> dict[str, str]:
    return {
        "Ventuno": version("ventuno"),
        "Python": platform.python_version(),
        "NumPy": version("numpy"),
        "Numba": version("numba"),
        "machine": platform.machine(),
    }
