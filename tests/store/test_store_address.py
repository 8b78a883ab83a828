"""A database's address that cannot be read is refused in one line that never repeats it."""

from __future__ import annotations

from pathlib import Path

import pytest

from ventuno.cli import main
from ventuno.refusal import RefusalRaised
from ventuno.server.keys import KeyRing
from ventuno.server.webhook import check_address
from ventuno.store.address import file_of, is_postgres
from ventuno.store.ledger import place_of
from ventuno.store.looking import looking

FAULTY = (
    "postgresql://u:SECRET PW@/x?foo=bar",
    "postgresql://u:SECRET%zzPW@h/x",
    "postgresql://u:SECRETPW@[::1/x",
    "postgresql://u:SECRETPW@h/x?connect_timeout=zz",
    "postgresql://u:SECRETPW@h:zz/x",
    "postgresql://u:SECRETPW@h:70000/x",
    "postgresql://u:SECRET@PW@h/x",
    "postgresql://u:12/SECRETPW@h/x",
    "postgresql://u:SECRET#PW@h/x",
    "mysql://u:SECRETPW@x/y",
    "PostgreSQL://u:SECRETPW@x/y",
    " postgresql://u:SECRETPW@x/y",
    "postgres:/u:SECRETPW@x",
    "host=x password=SECRETPW",
    "sqlite:///SECRET.db?x=1",
    "sqlite:///",
)
COMMANDS = (
    ("audit",),
    ("audit", "--rebuild"),
    ("backup", "b.db"),
    ("restore", "b.db"),
    ("migrate",),
    ("forget", "--compact"),
    ("rounds",),
    ("serve", "--port", "0"),
)


@pytest.mark.parametrize("address", FAULTY)
def test_an_address_that_cannot_be_read_is_refused_wherever_it_is_used_and_never_shown(address: str) -> None:
    for use in (is_postgres, file_of, place_of, looking):
        with pytest.raises(RefusalRaised) as refused:
            use(address)
        assert refused.value.refusal.code == "settings/faulty"
        assert refused.value.__suppress_context__ or refused.value.__context__ is None
        assert "SECRET" not in str(refused.value)


@pytest.mark.parametrize("words", COMMANDS)
def test_every_command_refuses_it_in_one_line(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for address in FAULTY:
        monkeypatch.setenv("VENTUNO_STORE", address)
        assert main([*words]) == 2
        said = "".join(capsys.readouterr())
        assert "settings/faulty" in said
        assert said.count("\n") == 1
        assert "SECRET" not in said
    assert list(tmp_path.iterdir()) == []


def test_the_doctor_finds_it_among_the_settings_and_never_shows_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for address in FAULTY:
        monkeypatch.setenv("VENTUNO_STORE", address)
        assert main(["doctor", "--data", str(tmp_path)]) == 2
        said = "".join(capsys.readouterr())
        assert "settings: VENTUNO_STORE: the database's address" in said
        assert "cannot be looked at" not in said
        assert "SECRET" not in said


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://u:a%40b@h/x",
        "postgres://u@h:5432/x?connect_timeout=3",
        "postgresql:///x?host=/run/postgresql",
        "postgresql://u:p@[::1]:5432/x",
        "postgresql://u:p@a:1,b:2/x",
    ],
)
def test_an_address_that_can_be_read_is_taken(address: str) -> None:
    assert is_postgres(address)
    KeyRing(address)


def test_a_path_is_a_file_whatever_it_is_called() -> None:
    assert file_of(Path("a:b/ventuno.db")) == Path("a:b/ventuno.db")
    assert file_of("sqlite:///ventuno.db") == Path("ventuno.db")


@pytest.mark.parametrize("address", ["http://u:SECRET@[::1/x", "http://u:SECRET@h:zz/x", "ftp://u:SECRET@h/x"])
def test_a_webhook_that_is_no_address_is_refused_and_never_shown(address: str) -> None:
    with pytest.raises(RefusalRaised) as refused:
        check_address(address)
    assert refused.value.refusal.code == "settings/faulty"
    assert "SECRET" not in str(refused.value)


@pytest.mark.parametrize("url", ["http://user:SECRET@127.0.0.1:1", "http://user:SECRET@[::1", "http://a:SECRET"])
def test_the_doctor_never_shows_the_password_of_a_house(
    url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["doctor", "--data", str(tmp_path), "--url", url]) == 2
    said = "".join(capsys.readouterr())
    assert "--url is no address" in said
    assert "SECRET" not in said
