"""ARCHITECTURE.md, kept true: which way imports point, what is pure, and what the repository must not hold."""

from __future__ import annotations

import ast
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "ventuno"

# What each part may know of the others. `play`, `odds` and `simulator` never know each other.
FOUNDATION = {"actions", "cards", "kinds", "money", "refusal"}
MAY_IMPORT = {
    "actions": set(),
    "cards": set(),
    "kinds": set(),
    "money": set(),
    "refusal": set(),
    "languages": set(),
    "arrays": set(),
    "compiled": set(),
    "sidebets": FOUNDATION,
    "variant": FOUNDATION | {"sidebets"},
    "play": FOUNDATION | {"sidebets", "variant"},
    "shoe": FOUNDATION | {"variant"},
    "help": FOUNDATION | {"languages", "sidebets", "variant"},
    "odds": FOUNDATION | {"arrays", "compiled", "sidebets", "variant"},
    "simulator": FOUNDATION | {"arrays", "compiled", "sidebets", "variant"},
    "bank": FOUNDATION | {"play", "variant"},
    "store": FOUNDATION | {"bank", "play", "variant"},
    "certificate": FOUNDATION | {"languages", "sidebets", "variant", "help", "odds"},
    "protocol": {"actions", "kinds"},
    "table": FOUNDATION | {"languages", "variant", "play", "shoe", "bank", "protocol"},
    "audit": FOUNDATION | {"variant", "play", "bank", "store", "table"},
    "client": FOUNDATION | {"protocol"},
    "server": {
        *FOUNDATION, "sidebets", "variant", "play", "shoe", "help", "odds", "certificate", "bank", "store", "table",
        "protocol", "client", "languages",
    },
    "doctor": FOUNDATION | {"variant", "play", "bank", "store", "table", "protocol", "server"},
    "cli": {
        *FOUNDATION, "sidebets", "variant", "play", "shoe", "help", "odds", "simulator", "certificate", "bank", "store",
        "table", "protocol", "client", "server", "audit", "doctor", "languages",
    },
}  # fmt: skip
# Whoever is outside imports these parts as a whole, and none of the modules inside.
CLOSED = ("odds", "simulator")
IMPURE = {"asyncio", "datetime", "logging", "os", "random", "secrets", "socket", "sqlite3", "subprocess", "time"}
PURE = {"actions", "cards", "kinds", "money", "refusal", "sidebets", "play", "help", "bank", "protocol", "table"}


def files(part: str) -> list[Path]:
    return [*SOURCE.glob(f"{part}.py"), *sorted((SOURCE / part).rglob("*.py"))]


@cache
def imported(path: Path) -> frozenset[str]:
    return frozenset(_imported(path))


def _imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            if node.module == "ventuno":
                yield from (f"ventuno.{alias.name}" for alias in node.names)


def parts() -> list[str]:
    found = {path.stem for path in SOURCE.iterdir() if path.name not in ("__init__.py", "__main__.py", "__pycache__")}
    return sorted(found - {"py"} - {"py.typed"})


def test_every_part_has_its_place_in_the_picture() -> None:
    assert set(parts()) <= MAY_IMPORT.keys()


@pytest.mark.parametrize("part", MAY_IMPORT)
def test_imports_point_one_way(part: str) -> None:
    for path in files(part):
        ours = {name.split(".")[1] for name in imported(path) if name.startswith("ventuno.")}
        assert ours - {part} <= MAY_IMPORT[part], path


@pytest.mark.parametrize("part", CLOSED)
def test_nobody_outside_reaches_into_a_closed_part(part: str) -> None:
    for path in set(SOURCE.rglob("*.py")) - set(files(part)):
        assert not [name for name in imported(path) if name.startswith(f"ventuno.{part}.")], path


@pytest.mark.parametrize("part", sorted(PURE))
def test_the_inside_knows_no_clock_socket_or_randomness(part: str) -> None:
    for path in files(part):
        assert not {name.split(".")[0] for name in imported(path)} & IMPURE, path


def test_no_code_asks_which_game_it_is() -> None:
    games = {path.stem for path in (SOURCE / "variant" / "catalog").glob("*.toml")}
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Compare):
                constants = {one.value for one in ast.walk(node) if isinstance(one, ast.Constant)}
                assert not constants & games, f"{path}:{node.lineno}"


def tracked(*patterns: str) -> list[Path]:
    listed = subprocess.run(
        ["git", "ls-files", "--", *patterns], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout
    return [ROOT / name for name in listed.splitlines() if (ROOT / name).exists()]


def test_pins_name_no_download_address() -> None:
    for path in (ROOT / "constraints.txt", ROOT / "pyproject.toml", *tracked("*lock*", ".npmrc")):
        assert "://" not in path.read_text(encoding="utf-8"), path


def test_the_repository_holds_no_path_of_a_machine() -> None:
    homes = (str(Path.home()) + "/", str(ROOT.parent) + "/")
    for path in tracked("*.py", "*.toml", "*.md", "Makefile", ".ci/*"):
        text = path.read_text(encoding="utf-8")
        assert not any(home in text for home in homes if len(home) > 2), path
