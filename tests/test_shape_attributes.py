"""No class has more than twenty attributes: what has more is several things."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).parent.parent / "src" / "ventuno"
MOST = 20


def classes() -> Iterator[tuple[str, ast.ClassDef]]:
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                yield f"{path.relative_to(SOURCE).with_suffix('')}.{node.name}".replace("/", "."), node


def attributes(one: ast.ClassDef) -> set[str]:
    """Annotated fields, and what `__init__` gives itself."""
    found = {
        node.target.id for node in one.body if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    }
    begins = [node for node in one.body if isinstance(node, ast.FunctionDef) and node.name == "__init__"]
    for node in (inner for begin in begins for inner in ast.walk(begin)):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and ast.unparse(node.value) == "self":
            found.add(node.attr)
    return found


def test_no_class_has_more_than_twenty_attributes() -> None:
    many = {name: len(attributes(one)) for name, one in classes() if len(attributes(one)) > MOST}
    assert many == {}
