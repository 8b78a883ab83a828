"""The table speaks Italian and English, and neither can fall behind the other."""

from __future__ import annotations

import dataclasses
import re
import string
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from ventuno.cli.table import words as catalogue
from ventuno.cli.table.english import ENGLISH
from ventuno.cli.table.italian import ITALIAN
from ventuno.cli.table.look import in_ascii
from ventuno.cli.table.words import Words
from ventuno.play import actions


def sentences(value: object, place: str = "") -> Iterator[tuple[str, str]]:
    """Every text of a catalogue with its place; of the commands only that there are some."""
    if isinstance(value, str):
        yield place, value
    elif dataclasses.is_dataclass(value):
        for field in dataclasses.fields(value):
            yield from sentences(getattr(value, field.name), f"{place}.{field.name}")
    elif isinstance(value, Mapping):
        for key, part in value.items():
            yield from sentences(part, f"{place}[{key}]")
    elif isinstance(value, tuple):
        for number, part in enumerate(value):
            yield from sentences(part, f"{place}[{number}]")


def spoken(words: Words) -> dict[str, str]:
    """Without the words that a player writes: of those a language may have more than another."""
    written = (".commands", ".switch", ".yes", ".no")
    return {place: text for place, text in sentences(words) if not place.startswith(written) or place == ".no_rounds"}


def places(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


def test_both_languages_say_the_same_things() -> None:
    assert spoken(ITALIAN).keys() == spoken(ENGLISH).keys()


def test_a_translation_fills_the_same_places() -> None:
    english = spoken(ENGLISH)
    assert {place: places(text) for place, text in spoken(ITALIAN).items()} == {
        place: places(text) for place, text in english.items()
    }


@pytest.mark.parametrize("words", [ITALIAN, ENGLISH], ids=["it", "en"])
def test_nothing_is_left_unsaid(words: Words) -> None:
    assert not [place for place, text in sentences(words) if not text.strip()]


def test_a_missing_translation_does_not_construct() -> None:
    fields = {field.name: getattr(ITALIAN.tale, field.name) for field in dataclasses.fields(ITALIAN.tale)}
    del fields["void"]
    with pytest.raises(TypeError, match="void"):
        catalogue.TaleWords(**fields)


def test_what_both_languages_say_alike_is_a_name() -> None:
    english = spoken(ENGLISH)
    alike = [text for place, text in spoken(ITALIAN).items() if text == english[place]]
    assert {text for text in alike if re.search("[a-z]{2}", re.sub(r"{\w+}", "", text))} == {"Jackpot {amount}"}


@pytest.mark.parametrize("words", [ITALIAN, ENGLISH], ids=["it", "en"])
def test_every_reason_of_the_engine_is_translated(words: Words) -> None:
    source = Path(actions.__file__).read_text(encoding="utf-8")
    codes = set(re.findall(r'Refusal\("(action/\w+)"', source)) - {"action/x"}
    assert len(codes) > 10
    assert codes <= words.play.refusals.keys()


@pytest.mark.parametrize("words", [ITALIAN, ENGLISH], ids=["it", "en"])
def test_no_word_asks_for_two_things(words: Words) -> None:
    called = [word for called in words.commands.values() for word in called]
    assert len(called) == len(set(called))
    keys = {"h", "s", "d", "p", "r", "c", "y", "n", "ya", "na"}
    assert not keys & set(called)


def test_italian_is_readable_without_accents() -> None:
    assert in_ascii("Perché no? È più 5 × 2…") == "Perche' no? E' piu' 5 x 2..."
    assert in_ascii("10♦ ★ ▶ ─ « »") == '10d * > - " "'
