"""SQL stands in `store/` only, as queries with names."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).parent.parent / "src" / "ventuno"
STATEMENT = re.compile(
    r"\b(SELECT\s.*|INSERT INTO|UPDATE \w+ SET|DELETE FROM|PRAGMA \w+|UNION ALL|CREATE TABLE)\b"
    r"|^\s*(WHERE|ORDER BY|GROUP BY) |^VACUUM$"
)
DATABASES = {"engine", "connection", "books", "alone", "database"}  # as they are called where there are any
ASKED = {"rows", "lists", "stream", "run", "insert", "put", "update", "add", "execute", "executemany", "cursor"}
DRIVERS = {"sqlite3", "psycopg"}


def elsewhere() -> Iterator[tuple[Path, ast.AST]]:
    for path in sorted(SOURCE.rglob("*.py")):
        if "store" not in path.relative_to(SOURCE).parts[:1]:
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                yield path, node


def documented(path: Path) -> set[int]:
    """The lines of docstrings: prose may begin with any word."""
    return {
        node.body[0].value.lineno
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
        and isinstance(node.body[0].value, ast.Constant)
    }


def test_no_statement_is_written_outside_the_store() -> None:
    found = [
        f"{path.relative_to(SOURCE)}:{node.lineno}: {node.value[:60]}"
        for path, node in elsewhere()
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and STATEMENT.search(node.value)
        if node.lineno not in documented(path)
    ]
    assert found == []


def test_no_database_is_asked_outside_the_store() -> None:
    found = [
        f"{path.relative_to(SOURCE)}:{node.lineno}: {ast.unparse(node.func)}"
        for path, node in elsewhere()
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ASKED
        if _name(node.func.value).lstrip("_") in DATABASES
    ]
    assert found == []


def _name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def test_no_driver_is_imported_outside_the_store() -> None:
    for path, node in elsewhere():
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        assert not {name.split(".")[0] for name in names} & DRIVERS, path
