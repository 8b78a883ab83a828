"""Where the house's key comes from, and what happens without it (decision 27)."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from ventuno.refusal import RefusalRaised
from ventuno.server.keys import KEY, KEY_FILE, KeyRing
from ventuno.store import Ledger, open_ledger
from ventuno.store.key_check import fits, key_check
from ventuno.store.sealing import Seal

ONE, OTHER = "11" * 32, "22" * 32


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's own folder, empty."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path / "config" / "ventuno"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    folder.mkdir()
    return folder


def database(folder: Path) -> Ledger:
    return open_ledger(folder / "ventuno.db")


def same(one: Seal, other: Seal) -> bool:
    return other.open(one.seal(b"a card", "here"), "here") == b"a card"


def refusal(ring: KeyRing, ledger: Ledger) -> str:
    with pytest.raises(RefusalRaised) as refused:
        ring.seal_of(ledger)
    return f"{refused.value.refusal.code}: {refused.value.refusal.why}"


def test_the_first_opening_makes_a_key_outside_the_data_folder_for_its_owner_only(home: Path, data: Path) -> None:
    with database(data) as ledger:
        seal = KeyRing(str(data), data=data).seal_of(ledger)
        (file,) = home.iterdir()
        assert file.name.startswith("data-")
        assert [stat.S_IMODE(path.stat().st_mode) for path in (file, home, home.parent)] == [0o600, 0o700, 0o700]
        assert same(seal, KeyRing(str(data), data=data).seal_of(ledger))
        assert same(seal, Seal(bytes.fromhex(file.read_text())))


def test_houses_have_keys_of_their_own(home: Path, tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        with database(tmp_path / name) as ledger:
            KeyRing(str(tmp_path / name)).seal_of(ledger)
    assert len({file.read_text() for file in home.iterdir()}) == 2


def test_a_data_folder_that_was_moved_still_finds_its_key(home: Path, data: Path) -> None:
    with database(data) as ledger:
        seal = KeyRing(str(data)).seal_of(ledger)
    moved = data.rename(data.with_name("moved"))
    with database(moved) as ledger:
        assert same(seal, KeyRing(str(moved)).seal_of(ledger))
    assert len([*home.iterdir()]) == 1


def test_the_environment_goes_before_the_file(home: Path, data: Path) -> None:
    with database(data) as ledger:
        assert same(KeyRing(str(data), ONE).seal_of(ledger), Seal(bytes.fromhex(ONE)))
    assert not home.exists()


def test_a_named_file_is_made_where_it_is_missing(home: Path, data: Path, tmp_path: Path) -> None:
    file = tmp_path / "mine.key"
    with database(data) as ledger:
        seal = KeyRing(str(data), file=str(file), data=data).seal_of(ledger)
    assert same(seal, Seal(bytes.fromhex(file.read_text())))
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert not home.exists()


def test_a_key_file_does_not_lie_beside_the_database(data: Path) -> None:
    with pytest.raises(RefusalRaised, match="lies in the data folder"):
        KeyRing(str(data), file=str(data / "mine.key"), data=data)


@pytest.mark.parametrize("text", ["", "11", "zz" * 32, "11" * 33])
def test_what_is_no_key_is_refused_and_not_repeated(home: Path, data: Path, tmp_path: Path, text: str) -> None:
    (tmp_path / "bad.key").write_text(text)
    with database(data) as ledger:
        for ring in (KeyRing(str(data), file=str(tmp_path / "bad.key")), *([KeyRing(str(data), text)] if text else [])):
            why = refusal(ring, ledger)
            assert why.startswith("key/malformed")
            assert not text or text not in why
        assert key_check(ledger) is None


def test_with_the_wrong_key_the_house_does_not_open_and_says_what_to_do(home: Path, data: Path) -> None:
    with database(data) as ledger:
        KeyRing(str(data), ONE).seal_of(ledger)
        why = refusal(KeyRing(str(data), OTHER), ledger)
        assert why.startswith(f"key/wrong: {KEY} is not the key")
        assert "--new-key" in why
        missing = refusal(KeyRing(str(data)), ledger)
        assert "is missing" in missing
        assert KEY_FILE in missing
        assert not home.exists(), "no new key is made in the place of one that is missing"
        check = key_check(ledger)
        assert check is not None
        assert fits(Seal(bytes.fromhex(ONE)), check)


def test_without_the_key_the_house_goes_on_only_if_it_is_said(home: Path, data: Path) -> None:
    with database(data) as ledger:
        KeyRing(str(data), ONE).seal_of(ledger)
        assert same(KeyRing(str(data), OTHER).seal_of(ledger, new=True), Seal(bytes.fromhex(OTHER)))
        assert same(KeyRing(str(data), OTHER).seal_of(ledger), Seal(bytes.fromhex(OTHER)))
        assert refusal(KeyRing(str(data), ONE), ledger).startswith("key/wrong")
        KeyRing(str(data)).seal_of(ledger, new=True)
        assert len([*home.iterdir()]) == 1


def test_a_new_key_is_not_taken_where_the_old_one_is_there(home: Path, data: Path) -> None:
    with database(data) as ledger:
        seal = KeyRing(str(data)).seal_of(ledger)
        assert same(seal, KeyRing(str(data)).seal_of(ledger, new=True))


def test_a_home_that_cannot_be_written_is_told_of_the_environment(
    tmp_path: Path, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "config").write_text("a file, not a folder")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    with database(data) as ledger:
        why = refusal(KeyRing(str(data)), ledger)
    assert why.startswith("key/cannot_write")
    assert KEY in why
    assert KEY_FILE in why


def test_who_has_no_home_is_told_of_the_environment_and_needs_none_with_it(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nobody() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    monkeypatch.setattr(Path, "home", nobody)
    with pytest.raises(RefusalRaised, match=KEY):
        KeyRing(str(data))
    with database(data) as ledger:
        KeyRing(str(data), ONE, data=data).seal_of(ledger)


def test_a_databases_address_names_its_key_without_who_signs_in(home: Path, data: Path) -> None:
    with database(data) as ledger:
        KeyRing("postgresql://anna:secret@db.example:5432/house").seal_of(ledger)
        KeyRing("postgresql://bruno:other@db.example:5432/house").seal_of(ledger)
    (file,) = home.iterdir()
    assert file.name.startswith("house-")
    assert "secret" not in file.name
