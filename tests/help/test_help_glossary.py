"""docs/glossary.md has the words that the pages use."""

from __future__ import annotations

from pathlib import Path

import pytest

from ventuno.help import action_name, bet_name, hand_outcome_name
from ventuno.languages import texts
from ventuno.play import Action
from ventuno.sidebets import SIDE_BETS

GLOSSARY = (Path(__file__).parents[2] / "docs" / "glossary.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("key", SIDE_BETS)
def test_the_glossary_names_every_side_bet_as_the_table_does(key: str) -> None:
    assert f"| `{key}` | {bet_name(key, 'en')} | {bet_name(key, 'it')} |" in GLOSSARY


@pytest.mark.parametrize("action", list(Action))
def test_the_glossary_names_every_action_as_the_buttons_do(action: str) -> None:
    assert f"| `{action}` | {action_name(action, 'en')} | {action_name(action, 'it')} |" in GLOSSARY


@pytest.mark.parametrize("outcome", texts("en", "names").table("outcome"))
def test_the_glossary_names_every_outcome_of_a_hand_as_the_table_does(outcome: str) -> None:
    assert f"| `{outcome}` | {hand_outcome_name(outcome, 'en')} | {hand_outcome_name(outcome, 'it')} |" in GLOSSARY
