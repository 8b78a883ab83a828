"""What the odds and the engine call by a key, a certificate and a table have words for, in every language."""

from __future__ import annotations

from typing import get_args

import pytest

from ventuno.languages import LANGUAGES, texts
from ventuno.odds import ace_bets, coupled_bets
from ventuno.play.judge import Reason

POLICIES = {
    value
    for name, value in (*vars(coupled_bets).items(), *vars(ace_bets).items())
    if name.isupper() and isinstance(value, str) and " " in value
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_policy_of_the_odds_has_its_words(language: str) -> None:
    assert texts(language, "certificate").table("side_bets.policies").keys() == POLICIES


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_of_the_engine_has_its_words(language: str) -> None:
    assert texts(language, "names").table("why").keys() == set(get_args(Reason))
