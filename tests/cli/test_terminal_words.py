"""The table speaks Italian and English, and neither can fall behind the other."""

from __future__ import annotations

import re
import string
from pathlib import Path
from typing import get_args

import pytest

from ventuno.cli import table
from ventuno.cli.table.look import in_ascii
from ventuno.cli.table.sitting import COMMANDS
from ventuno.cli.table.speech import Speech
from ventuno.languages import LANGUAGES, Language, texts
from ventuno.play import Reason, actions

SAID = {language: texts(language, "terminal").table("said") for language in LANGUAGES}
WRITTEN = {language: texts(language, "terminal").table("written") for language in LANGUAGES}
HELP = {language: Speech(language).help() for language in LANGUAGES}


def places(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


def test_both_languages_say_the_same_things() -> None:
    assert SAID["it"].keys() == SAID["en"].keys()
    assert {group: len(entries) for group, entries in HELP["it"].items()} == {
        group: len(entries) for group, entries in HELP["en"].items()
    }


def test_a_translation_fills_the_same_places() -> None:
    assert {key: places(said) for key, said in SAID["it"].items()} == {
        key: places(said) for key, said in SAID["en"].items()
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_left_unsaid(language: Language) -> None:
    assert not [key for key, said in SAID[language].items() if not said.strip()]
    assert all(write and does for entries in HELP[language].values() for write, does in entries)


def test_every_sentence_that_is_asked_for_is_there_and_every_one_is_asked_for() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in Path(table.__file__).parent.glob("*.py"))
    asked = set(re.findall(r"""\bsay\(\s*f?["']([a-z_]+)["']""", source))
    assert len(asked) > 40
    assert asked <= SAID["en"].keys()
    named = {key for key in SAID["en"] if "/" not in key}
    words = set(re.findall(r"""["']([a-z_]+)["']""", source.replace("insurance_{state}", "insurance_on")))
    marked = {key for call in re.findall(r"_marked\((.*?)\)", source) for key in re.findall(r"(\w+)=", call)}
    assert named - words - marked == {"insurance_off"}


def test_what_both_languages_say_alike_is_a_name() -> None:
    alike = [said for key, said in SAID["it"].items() if said == SAID["en"][key]]
    assert {said for said in alike if re.search("[a-z]{2}", re.sub(r"{\w+}", "", said))} == {"Jackpot {amount}"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_of_the_engine_is_translated(language: Language) -> None:
    source = Path(actions.__file__).read_text(encoding="utf-8")
    codes = set(re.findall(r'Refusal\("(action/\w+)"', source)) - {"action/x"}
    assert len(codes) > 10
    assert codes <= SAID[language].keys()
    assert {f"why/{reason}" for reason in get_args(Reason)} <= SAID[language].keys()


def test_every_refusal_of_a_bet_is_translated() -> None:
    """But for those of things that nobody can write here: spots, bets behind, other people's money."""
    folder = Path(table.__file__).parents[2] / "table"
    source = "".join((folder / name).read_text(encoding="utf-8") for name in ("slip.py", "placing.py"))
    codes = set(re.findall(r'"((?:bet|golden)/\w+)"', source))
    assert len(codes) > 15
    never = {code for code in codes if "behind" in code} | {
        "bet/no_such_spot",
        "bet/unknown_side_bet",
        "bet/not_before_first_chip",
        "bet/exact_stake",
    }
    assert codes - never <= SAID["it"].keys()


def test_an_italian_has_a_word_of_their_own_for_everything() -> None:
    assert {*COMMANDS, "all"} <= WRITTEN["it"].keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_asks_for_two_things(language: Language) -> None:
    called = [word for meaning in (*COMMANDS, "all") for word in set(Speech(language).words_for(meaning))]
    assert len(called) == len(set(called))
    keys = {"h", "s", "d", "p", "r", "c", "y", "n", "ya", "na"}
    assert not keys & set(called)


def test_italian_is_readable_without_accents() -> None:
    assert in_ascii("Perché no? È più 5 × 2…") == "Perche' no? E' piu' 5 x 2..."
    assert in_ascii("10♦ ★ ▶ ─ « »") == '10d * > - " "'
