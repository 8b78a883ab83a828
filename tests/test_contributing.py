"""What the repository tells who changes it is true: CONTRIBUTING.md, the hooks, the index of decisions."""

from __future__ import annotations

import contextlib
import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
import yaml  # type: ignore[import-untyped, unused-ignore]

from ventuno.cli import main

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
LINES = [
    line.split("#")[0].strip()
    for block in re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)
    for line in block.splitlines()
]
HOOKS = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))["repos"]
DECISIONS = ROOT / "docs" / "decisions"


def lines_that_begin(start: str) -> list[str]:
    return [line.removeprefix(start) for line in LINES if line.startswith(start)]


@pytest.mark.parametrize("words", lines_that_begin(".venv/bin/python "))
def test_a_test_can_be_run_alone_as_printed(words: str) -> None:
    """What pytest would run is only collected: it runs anyway."""
    only = ["--collect-only"] if "pytest" in words else []
    subprocess.run([sys.executable, *shlex.split(words), *only], cwd=ROOT, check=True, capture_output=True)


@pytest.mark.parametrize("words", lines_that_begin(".venv/bin/ventuno "))
def test_a_command_does_what_is_printed(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    with contextlib.suppress(SystemExit):  # of --help
        assert main(shlex.split(words)) == 0
    out, err = capsys.readouterr()
    assert out
    assert not err


def test_every_make_target_is_there() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    named = {*lines_that_begin("make "), *re.findall(r"`make (\w+)`", PAGE)}
    assert named
    for target in named:
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


def test_every_script_of_the_client_is_there() -> None:
    scripts = json.loads((ROOT / "web" / "package.json").read_text(encoding="utf-8"))["scripts"]
    named = [re.split(r"\s", words.removeprefix("run "))[0] for words in lines_that_begin("cd web && npm ")]
    assert named
    assert set(named) <= scripts.keys()


def test_nothing_printed_is_of_a_kind_that_nobody_tries() -> None:
    kinds = (".venv/bin/python ", ".venv/bin/ventuno ", "make ", "cd web && npm ")
    assert [line for line in LINES if not line.startswith(kinds)] == []


def test_every_place_that_is_named_is_there() -> None:
    for place in re.findall(r"`((?:src|web|tests)/[\w./-]*)`|\]\(([\w./-]+)\)", PAGE):
        assert (ROOT / (place[0] or place[1])).exists(), place


def test_hooks_are_this_repository_s_own_tools() -> None:
    (own,) = HOOKS
    assert own["repo"] == "local"
    assert {hook["id"] for hook in own["hooks"]} == {"ruff", "ruff-format", "mypy", "eslint", "prettier"}
    assert {hook["language"] for hook in own["hooks"]} == {"system"}


def test_the_index_of_decisions_has_every_decision_once() -> None:
    index = (DECISIONS / "README.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| (\d+) \| \[(.+?)\]\(([\w-]+\.md)\): .+ \|$", index, re.MULTILINE)
    written = [
        (*re.findall(r"^# (\d+)\. (.+)", path.read_text(encoding="utf-8"))[0], path.name)
        for path in sorted(DECISIONS.glob("[0-9]*.md"))
    ]
    assert listed == written
    assert [int(number) for number, _, _ in written] == [int(name[:4]) for _, _, name in written]
    assert len({number for number, _, _ in written}) == len(written)
