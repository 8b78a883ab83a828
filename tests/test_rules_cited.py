"""Every numbered behaviour of the platform is cited by a test: in its name (`test_b3_...`) or in its docstring.

What only eyes can judge (hot keys, focus mode, views) is cited by the tests of the web client: in the title of a test
there, or in a name or a docstring of `tests/browser`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
NUMBERS = (
    *("T1", "T2", "T3"),
    *("B1", "B2", "B3", "B4", "B5", "B6", "B7", "B8"),
    *("D1", "D2", "D3", "D4", "D5", "D6", "D7", "D8"),
    *("H1", "H2", "H3", "H4"),
    *("K1", "K2", "K3", "J1"),
    *("A1", "A2", "A3", "A4", "A5", "A6", "A7", "A8", "A9", "A10", "A11", "A12"),
    *("E1", "E2", "E3", "E4"),
    *("S1", "S2"),
)
_IN_NAME = re.compile(r"(?<=_)[a-z]\d{1,2}(?=_|$)")
_IN_TEXT = re.compile(r"\b[A-Z]\d{1,2}\b")
_TITLE = re.compile(r"""\b(?:describe|it|test)(?:\.\w+)*\(\s*(['"`])(.*?)\1""")


def _cited_in_python(file: Path) -> Iterator[tuple[str, str]]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
            text = ast.get_docstring(node) or ""
            for number in {*(found.upper() for found in _IN_NAME.findall(node.name)), *_IN_TEXT.findall(text)}:
                yield number, f"{file.relative_to(ROOT)}::{node.name}"


def _cited_in_client(file: Path) -> Iterator[tuple[str, str]]:
    for found in _TITLE.finditer(file.read_text(encoding="utf-8")):
        for number in _IN_TEXT.findall(found.group(2)):
            yield number, f"{file.relative_to(ROOT)}: {found.group(2)}"


@cache
def citations() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    files = [*(ROOT / "tests").rglob("test_*.py"), *(ROOT / "tests/world").glob("*.py")]
    for file in files:
        for number, where in _cited_in_python(file):
            found.setdefault(number, []).append(where)
    for file in (ROOT / "web/tests").glob("*.test.ts"):
        for number, where in _cited_in_client(file):
            found.setdefault(number, []).append(where)
    return found


@pytest.mark.parametrize("number", NUMBERS)
def test_every_behaviour_of_the_platform_is_cited_by_a_test(number: str) -> None:
    assert citations().get(number), (
        f"no test cites {number}: name one test_{number.lower()}_..., or cite it in a docstring"
    )


def test_a_number_that_nobody_cites_is_found() -> None:
    assert not citations().get("Z9")
