"""A variant is called by its name in the catalog, by a path or by its notation (design.md: a variant is a file)."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ventuno.refusal import RefusalRaised
from ventuno.variant import FaultyVariant, catalog, from_notation, load
from ventuno.variant.find import CATALOG, FOLDER_SETTING

GAMES = {"classic-free-bet", "free-chip", "infinite", "all-bets", "cashback"}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The operator's own folder of variants."""
    monkeypatch.setenv(FOLDER_SETTING, str(tmp_path))
    return tmp_path


@pytest.fixture(autouse=True)
def _no_folder_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(FOLDER_SETTING, raising=False)


def test_a_name_of_the_catalog_is_its_file() -> None:
    assert load("infinite").name == "Infinite"
    assert load("infinite") == load(str(CATALOG / "infinite.toml"))


def test_a_path_is_that_file_and_its_name_the_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine.toml").write_text('name = "Mine"')
    assert load(str(tmp_path / "mine.toml")).key == "mine"
    monkeypatch.chdir(tmp_path)
    assert load("mine.toml").name == "Mine"
    assert load(f".{os.sep}mine.toml").name == "Mine"


def test_a_notation_is_the_variant_it_says() -> None:
    assert load("6d h17") == from_notation("6D H17")


def test_a_faulty_notation_says_its_faults() -> None:
    with pytest.raises(FaultyVariant, match=r"the notation '6D WHAT' has 1 fault: WHAT: unknown token"):
        load("6D WHAT")
    with pytest.raises(FaultyVariant, match="the number of decks is missing"):
        load("H17")


@pytest.mark.parametrize(
    ("called", "meant"),
    [("infinit", "infinite"), ("Cashback", "cashback"), ("free chip", "free-chip"), ("allbets", "all-bets")],
)
def test_an_unknown_name_is_refused_with_what_was_probably_meant(called: str, meant: str) -> None:
    with pytest.raises(RefusalRaised) as refused:
        load(called)
    refusal = refused.value.refusal
    assert refusal.code == "variant/unknown"
    assert refusal.why.startswith(f"{called!r} is no variant; did you mean {meant}?")
    assert refusal.data == {"called": called, "known": sorted(GAMES)}


@pytest.mark.parametrize("called", ["", " ", "zzz", "\0", "."])
def test_a_name_like_none_is_refused_with_all_there_are(called: str) -> None:
    with pytest.raises(
        RefusalRaised, match="known are all-bets, cashback, classic-free-bet, free-chip, infinite"
    ) as refused:
        load(called)
    assert 'a notation such as "6D H17 DAS" work too' in str(refused.value)


# The operator's own folder


def test_a_file_in_the_operators_folder_is_in_the_catalog(folder: Path) -> None:
    """design.md: a new variant touches one file; there is no list to add it to."""
    (folder / "mine.toml").write_text('name = "Mine"\n[shoe]\ndecks = 2')
    assert load("mine").shoe.decks == 2
    assert set(catalog().variants) == GAMES | {"mine"}
    assert list(catalog().variants) == sorted(catalog().variants)


def test_the_operators_own_file_goes_before_the_one_of_the_catalog(folder: Path) -> None:
    (folder / "infinite.toml").write_text('name = "Our Infinite"')
    assert load("infinite").name == catalog().variants["infinite"].name == "Our Infinite"


def test_a_file_that_changes_is_read_anew(folder: Path) -> None:
    (folder / "mine.toml").write_text('name = "One"')
    assert load("mine").name == "One"
    (folder / "mine.toml").write_text('name = "Two"')
    assert load("mine").name == "Two"


def test_a_name_of_the_folder_is_suggested_too(folder: Path) -> None:
    (folder / "switch.toml").write_text('name = "Switch"')
    with pytest.raises(RefusalRaised, match=r"did you mean switch\?"):
        load("swich")


def test_other_files_of_the_folder_are_left_alone(folder: Path) -> None:
    (folder / "notes.txt").write_text("not a variant")
    assert set(catalog().variants) == GAMES
    assert catalog().faulty == {}


@pytest.mark.parametrize("named", ["nowhere", "file.txt", ""])
def test_a_folder_that_is_none_leaves_the_catalog_and_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: str
) -> None:
    (tmp_path / "file.txt").touch()
    monkeypatch.setenv(FOLDER_SETTING, str(tmp_path / named) if named else "")
    assert set(catalog().variants) == GAMES
    assert [str(one) for one in catalog().faulty.values()] == (
        [f"{tmp_path / named} has 1 fault: this is no folder, and VENTUNO_VARIANTS names it"] if named else []
    )


def test_a_faulty_file_does_not_hide_the_others(folder: Path) -> None:
    (folder / "bad.toml").write_text('name = "Bad"\n[shoe]\ndecks = 0')
    (folder / "good.toml").write_text('name = "Good"')
    found = catalog()
    assert set(found.variants) == GAMES | {"good"}
    assert list(found.faulty) == ["bad"]
    assert str(found.faulty["bad"]) == "bad.toml has 1 fault: line 3: shoe.decks: 0 is not from 1 to 100"
    with pytest.raises(FaultyVariant, match=r"^bad\.toml has 1 fault"):
        load("bad")


def test_a_file_that_cannot_even_be_read_does_not_hide_the_others(folder: Path) -> None:
    (folder / "folder.toml").mkdir()
    (folder / "gone.toml").symlink_to(folder / "nowhere")
    (folder / "latin.toml").write_bytes(b'name = "caff\xe8"')
    (folder / "long.toml").write_bytes(b"#" * 100_000)
    found = catalog()
    assert set(found.variants) == GAMES
    assert {name: faulty.faults[0].why.partition(str(folder))[0] for name, faulty in found.faulty.items()} == {
        "folder": "",
        "gone": "there is no file ",
        "latin": "is not UTF-8 text",
        "long": "is larger than 65,536 bytes",
    }
    assert found.faulty["folder"].faults[0].why.endswith("folder.toml cannot be read: it is not a file")


def test_a_faulty_file_over_one_of_the_catalog_is_not_replaced_by_it(folder: Path) -> None:
    """Whoever wants other rules must not be dealt the old ones."""
    (folder / "infinite.toml").write_text("name = 1")
    assert "infinite" not in catalog().variants
    with pytest.raises(FaultyVariant):
        load("infinite")
