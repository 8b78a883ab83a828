"""What the documents say is run: the README, the docstrings, and the page on adding a variant."""

from __future__ import annotations

import doctest
import importlib
import io
import json
import pkgutil
import re
from pathlib import Path

import pytest

import ventuno
from ventuno.cli import main

ROOT = Path(__file__).parent.parent
MODULES = [module.name for module in pkgutil.walk_packages(ventuno.__path__, "ventuno.")]


def test_the_readme_s_examples_come_out_as_printed() -> None:
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert tried > 5
    assert failed == 0


@pytest.mark.parametrize("name", [name for name in MODULES if not name.endswith("__main__")])
def test_docstrings_come_out_as_printed(name: str) -> None:
    failed, _ = doctest.testmod(importlib.import_module(name))
    assert failed == 0


def commands(page: str) -> list[str]:
    """The shell lines of a page that call ventuno with the page's own game."""
    return re.findall(r"^ventuno ((?:variants|rules|round|play).*)$", page, re.MULTILINE)


def test_a_stranger_adds_a_sixth_game_by_writing_one_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """docs/adding-a-variant.md, followed to the letter: the game is in variants, rules, round and play."""
    page = (ROOT / "docs" / "adding-a-variant.md").read_text(encoding="utf-8")
    name = re.search(r"Save this as `([a-z-]+)\.toml`", page)
    text = re.search(r"```toml\n(.*?)```", page, re.DOTALL)
    assert name
    assert text
    (tmp_path / f"{name[1]}.toml").write_text(text[1], encoding="utf-8")
    monkeypatch.setenv("VENTUNO_VARIANTS", str(tmp_path))

    assert main(["variants"]) == 0
    assert name[1] in capsys.readouterr().out
    for language, word in (("en", "Late Show"), ("it", "Late Show")):
        assert main(["rules", name[1], "--language", language]) == 0
        assert word in capsys.readouterr().out
    round_ = next(line for line in commands(page) if line.startswith("round"))
    words = [word.strip('"') for word in re.findall(r'"[^"]*"|\S+', round_)]
    assert main(words) == 0
    result = json.loads(capsys.readouterr().out)
    assert (result["variant"], result["hands"][0]["outcome"]) == (name[1], "win")
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    assert main(["play", name[1], "--plain"]) == 0
    assert "Late Show" in capsys.readouterr().out


def test_a_faulty_file_does_not_hide_the_other_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "broken.toml").write_text('name = "Broken"\n[dealer]\nsoft_17 = "sits"\n', encoding="utf-8")
    monkeypatch.setenv("VENTUNO_VARIANTS", str(tmp_path))
    assert main(["variants"]) == 0
    out, err = capsys.readouterr()
    assert "infinite" in out
    assert "line 3: dealer.soft_17: 'sits' is not one of stands, hits" in err


def test_the_readme_shows_the_example_that_is_run_against_a_house() -> None:
    """`tests/client` runs it as it stands in docs/client.md."""
    example = (ROOT / "docs" / "client.md").read_text(encoding="utf-8").split("```python\n")[1].split("```")[0]
    assert example in (ROOT / "README.md").read_text(encoding="utf-8")
