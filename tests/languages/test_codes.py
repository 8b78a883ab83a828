"""`languages/codes.toml` is the registry: every code that the sources give is in it, and none that they do not give."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from ventuno.languages import FOLDER, LANGUAGES, texts

ROOT = Path(__file__).parents[2]
REGISTRY: dict[str, dict[str, list[str]]] = tomllib.loads((FOLDER / "codes.toml").read_text(encoding="utf-8"))
CODES = {who: {f"{area}/{name}" for area, names in areas.items() for name in names} for who, areas in REGISTRY.items()}
REGISTERED = set().union(*CODES.values())
CODE = re.compile(r"[a-z_]+/[a-z_0-9]+")
NO_CODES = {"application/json", "text/csv", "text/html", "web/dist", "browser/pages"}
CARRIERS = {"Refusal", "RefusalRaised", "Difference", "StoreFault"}  # what takes a code that is put together


def given() -> Iterator[tuple[str, str]]:
    """Every code in the sources with its place; one that is put together as its beginning and `*`."""
    for path in sorted((ROOT / "src" / "ventuno").rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        parts = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
        place = path.relative_to(ROOT)
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in parts:
                if CODE.fullmatch(node.value) and node.value not in NO_CODES:
                    yield node.value, f"{place}:{node.lineno}"
            elif isinstance(node, ast.Call) and (begins := _begins(node)):
                yield f"{begins}*", f"{place}:{node.lineno}"
    for path in sorted((ROOT / "web" / "src").rglob("*.*")):
        if path.suffix in (".ts", ".svelte") and "words" not in path.parts:
            for code in re.findall(r"code: '([a-z]+/[a-z_]+)'", path.read_text(encoding="utf-8")):
                yield code, str(path.relative_to(ROOT))


def _begins(call: ast.Call) -> str:
    """Of a code that is put together where it is given."""
    carries = isinstance(call.func, ast.Name) and call.func.id in CARRIERS and call.args
    first = call.args[0] if carries else None
    return str(getattr(first.values[0], "value", "")) if isinstance(first, ast.JoinedStr) else ""


@cache  # by whoever asks, and not by every worker that only imports this
def all_given() -> dict[str, str]:
    return dict(given())


def beginnings() -> tuple[str, ...]:
    return tuple(code.removesuffix("*") for code in all_given() if code.endswith("*"))


def test_codes_are_found_in_the_sources() -> None:
    assert len(all_given()) > 350
    assert {"bet/closed", "store/away", "cli/usage", "clock/ahead", "client/away", "limit/*"} <= all_given().keys()


def test_every_code_that_is_given_is_registered() -> None:
    begins = {f"{code[: len(begun)]}*" for code in REGISTERED for begun in beginnings() if code.startswith(begun)}
    assert {code: place for code, place in all_given().items() if code not in REGISTERED | begins} == {}


def test_every_code_that_is_registered_is_given_somewhere() -> None:
    areas = {code.partition("/")[0] for code in all_given()}
    unused = {code for code in REGISTERED - all_given().keys() if not code.startswith(beginnings())}
    assert {code for code in unused if not (code.endswith("/*") and code[:-2] in areas)} == set()


def test_a_code_is_registered_once_but_for_alerts() -> None:
    kinds = [codes for who, codes in CODES.items() if who != "alert"]
    assert sum(map(len, kinds)) == len(set().union(*kinds))


def test_the_registry_is_in_the_alphabets_order() -> None:
    for areas in REGISTRY.values():
        assert list(areas) == sorted(areas)
        assert all(names == sorted(names) for names in areas.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_that_a_player_may_see_has_a_sentence_and_no_other_has(language: str) -> None:
    said = texts(language, "refusals")
    assert said.table("refused").keys() == CODES["player"]
    assert said.table("alert").keys() == CODES["alert"]
