"""No language may lack a word that another has."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ventuno.languages import FOLDER, LANGUAGES, MODEL, texts

FILES = sorted(str(path.relative_to(FOLDER / MODEL).with_suffix("")) for path in (FOLDER / MODEL).rglob("*.toml"))
OTHERS = [language for language in LANGUAGES if language != MODEL]
TRANSLATED = [(language, file) for language in OTHERS for file in FILES]
# Only where the odds' own English words are foreign.
ITS_OWN = {"certificate": {"outcomes.method.yes", "outcomes.method.no"}}
ALIKE = {"left.hm"}  # hours and minutes


def said(language: str, file: str) -> dict[str, str]:
    return texts(language, file).table()


def holes(text: str) -> set[str]:
    return set(re.findall(r"{(\w+)}", text))


def test_there_are_two_languages_and_all_their_files() -> None:
    assert {"en", "it"} <= set(LANGUAGES)
    assert {"language", "names", "refusals", "help", "certificate", "browser/table", "browser/pages/help"} <= set(FILES)


@pytest.mark.parametrize(("language", "file"), TRANSLATED)
def test_a_file_says_what_the_english_one_says_and_no_more(language: str, file: str) -> None:
    assert said(language, file).keys() - ITS_OWN.get(file, set()) == said(MODEL, file).keys()


@pytest.mark.parametrize("language", OTHERS)
def test_no_file_is_there_that_english_does_not_have(language: str) -> None:
    found = {str(path.relative_to(FOLDER / language).with_suffix("")) for path in (FOLDER / language).rglob("*.toml")}
    assert found == set(FILES)


@pytest.mark.parametrize(("language", "file"), TRANSLATED)
def test_a_sentence_has_the_same_places_to_fill_in_every_language(language: str, file: str) -> None:
    english, other = said(MODEL, file), said(language, file)
    assert {place: holes(other[place]) for place in english} == {place: holes(text) for place, text in english.items()}
    assert {place for place in english if not other[place]} == {place for place, text in english.items() if not text}


@pytest.mark.parametrize(("language", "file"), TRANSLATED)
def test_a_sentence_is_not_the_same_in_two_languages(language: str, file: str) -> None:
    long = {place: text for place, text in said(MODEL, file).items() if len(re.sub("{.*?}", "", text).split()) > 3}
    alike = {place for place, text in long.items() if said(language, file)[place] == text}
    assert alike <= ALIKE


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_counts_has_two_forms_in_every_language(language: str) -> None:
    for file in FILES:
        for place, text in said(MODEL, file).items():
            assert text.count("|") == said(language, file)[place].count("|"), place


def test_a_folder_that_leaves_something_out_is_told_what(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for language, text in (("en", 'a.b = "x"\nc = "y"'), ("xx", 'c = "z"')):
        (tmp_path / language).mkdir()
        (tmp_path / language / "some.toml").write_text(text)
    monkeypatch.setattr("ventuno.languages.FOLDER", tmp_path)
    assert texts("en", "some")("a", "b") == "x"
    with pytest.raises(ValueError, match=r"languages/xx/some.toml does not say: a.b$"):
        texts("xx", "some")
    with pytest.raises(ValueError, match=r"languages/yy/some.toml does not say: a.b, c$"):
        texts("yy", "some")


def test_a_place_is_asked_for_by_its_parts_and_filled() -> None:
    help_ = texts("en", "help")
    assert help_("decisions.hit_split_aces", False) == "Each gets one card, and no more cards can be taken."
    assert help_.part("glance")("splits", hands="four") == "to four at most"
    assert help_.row("glance.header") == ("Rule", "Here")
    assert help_.maybe("glance.nothing") is None
    with pytest.raises(KeyError):
        help_("glance.nothing")
