"""A public class name means one thing in the whole project: whoever finds it in a search has found it."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

SOURCE = Path(__file__).parent.parent / "src" / "ventuno"


def public_classes() -> dict[str, list[str]]:
    """Name -> the modules that define a class of that name."""
    found = defaultdict(list)
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].append(str(path.relative_to(SOURCE)))
    return found


def test_a_public_class_name_means_one_thing() -> None:
    several = {name: where for name, where in public_classes().items() if len(where) > 1}
    assert not several, f"name them apart: {several}"
