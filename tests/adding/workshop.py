"""A copy of the sources, changed: what it takes to add a thing, held against ARCHITECTURE.md.

A change is a few edits: a file of `src/ventuno`, and what stands there instead of what; nothing stands for a new file.
The files it touches must be those that the row of "Where does a new thing go?" names: every path there, and no other.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent.parent
SOURCE = ROOT / "src" / "ventuno"
DESK = ROOT / "tests" / "table"  # `desk`: a table with a bank in memory
TABLE = "## Where does a new thing go?"
COMPILED = "odds/"
LONGEST_S = 300


class Edit(NamedTuple):
    file: str  # in `src/ventuno`
    old: str  # must be there once; empty: a new file
    new: str


def after(file: str, line: str, *more: str) -> Edit:
    """New lines behind one that is there."""
    return Edit(file, line, "\n".join((line, *more)))


class Workshop:
    def __init__(self, folder: Path, edits: Sequence[Edit]) -> None:
        self.folder = folder
        self.source = folder / "src" / "ventuno"
        shutil.copytree(SOURCE, self.source, ignore=shutil.ignore_patterns("__pycache__"))
        if not any(edit.file.startswith(COMPILED) for edit in edits):
            self._keep_machine_code()
        for edit in edits:
            self._apply(edit)

    def _keep_machine_code(self) -> None:
        """The kernels are the same, and long to compile: what is kept of them beside the sources serves here too."""
        for module in (SOURCE / COMPILED).rglob("__init__.py"):
            kept = module.parent / "__pycache__"
            kept.mkdir(exist_ok=True)
            (self.source / kept.relative_to(SOURCE)).symlink_to(kept)

    def _apply(self, edit: Edit) -> None:
        path = self.source / edit.file
        if not edit.old:
            assert not path.exists(), f"{edit.file} is there already"
            path.write_text(edit.new, encoding="utf-8")
            return
        text = path.read_text(encoding="utf-8")
        assert text.count(edit.old) == 1, f"{edit.file} has {text.count(edit.old)} times: {edit.old}"
        path.write_text(text.replace(edit.old, edit.new), encoding="utf-8")

    def touched(self) -> set[str]:
        """The files that differ from the sources, as they are named in `src/ventuno`."""
        ours = {path.relative_to(self.source).as_posix() for path in self.source.rglob("*") if _is_source(path)}
        return {
            name
            for name in ours
            if not (SOURCE / name).exists() or (SOURCE / name).read_bytes() != (self.source / name).read_bytes()
        }

    def run(self, code: str) -> str:
        """What a program prints that imports the changed copy, and the `Desk` of the tables' tests."""
        return self._python("-c", code)

    def ventuno(self, *arguments: str) -> str:
        return self._python("-m", "ventuno", *arguments)

    def _python(self, *arguments: str) -> str:
        path = os.pathsep.join((str(self.folder / "src"), str(DESK)))
        surroundings = {**os.environ, "PYTHONPATH": path, "PYTHONIOENCODING": "utf-8"}
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=self.folder,
            env=surroundings,
            capture_output=True,
            encoding="utf-8",
            timeout=LONGEST_S,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout


def _is_source(path: Path) -> bool:
    return path.is_file() and "__pycache__" not in path.parts


def named_for(thing: str) -> set[str]:
    """The paths that the table names for a new thing."""
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    rows = text.partition(TABLE)[2].partition("\n## ")[0].splitlines()
    (row,) = [line for line in rows if line.startswith(f"| {thing} |")]
    said = re.sub(r"\[[^]]*\]\([^)]*\)", "", row)  # links lead to what explains it
    return {path for path in re.findall(r"`([^`]+)`", said) if "/" in path or path.endswith(".py")}


def is_as_architecture_says(thing: str, touched: set[str]) -> None:
    """A path that ends in a stroke is a folder: any of its files."""
    named = named_for(thing)
    for file in touched:
        assert any(_lies_in(file, path) for path in named), f"{file} is touched, and the row of {thing!r} has it not"
    for path in named:
        assert any(_lies_in(file, path) for file in touched), f"the row of {thing!r} names {path} for nothing"


def _lies_in(file: str, path: str) -> bool:
    return file.startswith(path) if path.endswith("/") else file == path
