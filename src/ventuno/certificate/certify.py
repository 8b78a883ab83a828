"""Works out everything a certificate says."""

from __future__ import annotations

import platform
from dataclasses import dataclass
from fractions import Fraction
from importlib.metadata import version

import numba  # type: ignore[import-untyped, unused-ignore]
import numpy as np

from ventuno.cards import Card
from ventuno.certificate.cashback import CashbackReturn, cashback_return
from ventuno.certificate.odds import Odds, work_out
from ventuno.help import Language, Page, help_page, words_of
from ventuno.odds import Chart, Distribution, chart, distribution, insurance_value
from ventuno.variant import Variant

ANY_ACE = Card("As")


@dataclass(frozen=True, slots=True)
class Certificate:
    language: Language
    odds: Odds
    rules: Page  # in words
    chart: Chart  # of the total-dependent strategy
    free_chart: Chart | None  # of hands on free chips
    insurance: Fraction | None  # what a unit of it is worth off the top
    cashback: CashbackReturn | None
    distribution: Distribution  # of the net result, under the total-dependent strategy
    versions: dict[str, str]
    command: str  # makes the same certificate again

    @property
    def variant(self) -> Variant:
        return self.odds.variant


def certify(variant: Variant, language: Language, command: str) -> Certificate:
    odds = work_out(variant)
    strategy = odds.solution.total
    plain = chart(strategy)
    assert plain is not None, "there is always a hand on a real bet"
    return Certificate(
        language=language,
        odds=odds,
        rules=rules_in_words(variant, language),
        chart=plain,
        free_chart=chart(strategy, free_chip=True),
        insurance=insurance_value(variant, (), ANY_ACE) if variant.hand.insurance else None,
        cashback=cashback_return(variant, odds.solution.composition),
        distribution=distribution(variant),
        versions=_versions(),
        command=command,
    )


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
        "NumPy": np.__version__,
        "Numba": numba.__version__,
        "machine": platform.machine(),
    }
