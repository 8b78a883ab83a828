"""`ventuno serve` with wrong input: what is wrong and what would be right, in one line, and nothing is opened."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ventuno.cli import main

FAULTY = """
[[tables]]
key = "a b"
variant = "nope"
limits = [{ main = [5, 1], side = [1, 2] }]
foo = 1
"""


def serve(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """In a process of its own: one that opened after all would not come back."""
    command = [sys.executable, "-m", "ventuno", "serve", *words]
    return subprocess.run(
        command, env=os.environ | environment, capture_output=True, text=True, timeout=60, check=False
    )


def test_all_faults_of_a_configuration_are_told_at_once_with_their_lines(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text(FAULTY, encoding="utf-8")
    told = serve("--config", str(file), "--data", str(tmp_path / "data"))
    assert told.returncode == 2
    for what in (
        "line 3: tables[1].key",
        "line 4: tables[1].variant",
        "line 5: tables[1].limits",
        "line 6: tables[1].foo",
    ):
        assert what in told.stderr
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize(
    ("words", "environment", "says"),
    [
        (["--port", "99999"], {}, "a port is a number from 0 to 65535"),
        ([], {"VENTUNO_PORT": "x"}, "port = 'x'"),
        (["--config", "missing.toml"], {}, "missing.toml cannot be read"),
        (["--data", "{file}"], {}, "cannot be made (File exists): name another with --data"),
        ([], {"VENTUNO_STORE": "postgresql://nobody@127.0.0.1:1/x"}, "the database does not answer"),
    ],
)
def test_a_wrong_setting_is_named(words: list[str], environment: dict[str, str], says: str, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    told = serve(*(word.format(file=file) for word in words), **environment)
    assert told.returncode == 2
    assert says in told.stderr
    assert "Traceback" not in told.stderr


def test_a_port_that_is_no_number_is_told_where_help_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--port", "abc"]) == 2
    assert "ventuno serve --help" in capsys.readouterr().err
