"""One rule for where the database is, the same for every command that has to do with it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ventuno.cli import COMMANDS, parser
from ventuno.cli.where import store_named, store_of
from ventuno.doctor.patient import Patient
from ventuno.server.settings import read_settings
from ventuno.store.address import named

# With what each needs besides.
WALKED = {
    "serve": (),
    "doctor": (),
    "audit": (),
    "backup": ("copy.db",),
    "restore": ("copy.db",),
    "export": ("rounds",),
    "rounds": (),
    "forget": (),
    "migrate": (),
    "staff": (),
}
SERVER = "postgresql://house@localhost/books"
# What is said on the command line, by VENTUNO_STORE and by VENTUNO_DATA, and where the database is then.
RULE = (
    ((), "", "", "ventuno-data/ventuno.db"),
    (("--config", "house.toml"), "", "", "of-the-file/ventuno.db"),
    (("--config", "house.toml"), "", "of-the-environment", "of-the-environment/ventuno.db"),
    (("--config", "house.toml", "--data", "said"), "", "of-the-environment", "said/ventuno.db"),
    (("--data", "said"), SERVER, "", SERVER),
    (("--store", "other.db"), SERVER, "of-the-environment", "other.db"),
    (("--store", SERVER, "--data", "said"), "", "", SERVER),
)


def test_every_command_that_opens_a_database_is_walked() -> None:
    folder = Path(__file__).parents[2] / "src" / "ventuno" / "cli"
    users = {name for name, module in COMMANDS.items() if "cli.where" in (folder / f"{module}.py").read_text("utf-8")}
    assert users == WALKED.keys()


@pytest.mark.parametrize("command", WALKED)
@pytest.mark.parametrize(("said", "store", "data", "where"), RULE)
def test_the_database_is_where_every_other_command_finds_it(
    command: str,
    said: tuple[str, ...],
    store: str,
    data: str,
    where: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in [name for name in os.environ if name.startswith("VENTUNO_")]:
        monkeypatch.delenv(name)
    for name, value in (("VENTUNO_STORE", store), ("VENTUNO_DATA", data)):
        if value:
            monkeypatch.setenv(name, value)
    Path("house.toml").write_text('data = "of-the-file"\n', encoding="utf-8")
    arguments = parser(command).parse_args([command, *WALKED[command], *said])
    assert store_of(arguments) == where
    # The house and the doctor have read all settings by then, and come to the same.
    file = Path(arguments.config) if arguments.config else None
    settings = read_settings(file, os.environ, data=arguments.data)
    assert str(named(store_named(arguments), settings.data)) == where
    assert str(Patient(settings, environ={"VENTUNO_STORE": store_named(arguments)}).where) == where


def test_a_settings_file_that_is_not_there_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    from ventuno.cli import main

    assert main(["audit", "--config", "nowhere.toml"]) != 0
    assert "nowhere.toml" in capsys.readouterr().err
