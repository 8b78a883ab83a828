"""The shape of the code: what is put together of parts stays so."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "ventuno"
TABLE = sorted((SOURCE / "table").glob("*.py"))
MOST_ATTRIBUTES = 20


def trees() -> Iterator[tuple[Path, ast.Module]]:
    for path in sorted(SOURCE.rglob("*.py")):
        yield path, ast.parse(path.read_text(encoding="utf-8"))


class Class:
    """A class of ours, with the modules that its file knows names from."""

    def __init__(self, path: Path, node: ast.ClassDef, names: dict[str, str]) -> None:
        self.module = ".".join(("ventuno", *path.relative_to(SOURCE).with_suffix("").parts)).removesuffix(".__init__")
        self.name = f"{self.module}.{node.name}"
        self.bases = [self._full(_dotted(base), names) for base in node.bases]

    def _full(self, name: str, names: dict[str, str]) -> str:
        first, dot, rest = name.partition(".")
        return names.get(first, f"{self.module}.{first}") + dot + rest


def _dotted(base: ast.expr) -> str:
    while isinstance(base, ast.Subscript):
        base = base.value
    return ast.unparse(base)


def _imported(tree: ast.Module) -> dict[str, str]:
    """By the name it has here: what is imported from our own modules."""
    found = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("ventuno"):
            found |= {alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names}
    return found


def classes() -> dict[str, Class]:
    found = {}
    for path, tree in trees():
        names = _imported(tree)
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                one = Class(path, node, names)
                found[one.name] = one
    return found


def _ours(name: str, known: dict[str, Class]) -> Class | None:
    """Also where a package hands on what one of its modules defines, or a module is imported and not the class."""
    if name in known:
        return known[name]
    package, _, last = name.rpartition(".")
    return next(
        (one for full, one in known.items() if full.startswith(f"{package}.") and full.endswith(f".{last}")), None
    )


def levels(one: Class, known: dict[str, Class]) -> int:
    """Of ancestors that are ours."""
    parents = [parent for base in one.bases if (parent := _ours(base, known)) and parent is not one]
    return max((1 + levels(parent, known) for parent in parents), default=0)


def test_no_class_has_two_levels_of_our_own_ancestors() -> None:
    known = classes()
    deep = {one.name for one in known.values() if levels(one, known) > 1}
    assert deep == set()


def test_nothing_is_left_to_be_implemented() -> None:
    for path, tree in trees():
        names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        assert "NotImplementedError" not in names, path


@pytest.mark.parametrize("path", TABLE, ids=lambda path: path.stem)
def test_no_part_of_a_table_looks_inside_another(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute) and node.attr.startswith("_") and not node.attr.startswith("__"):
            owner = node.value.id if isinstance(node.value, ast.Name) else ""
            named_tuple = node.attr in (
                "_replace",
                "_asdict",
                "_fields",
            )  # its public methods, whatever they are called
            assert owner in ("self", "cls") or named_tuple, f"{path.name}:{node.lineno}: {ast.unparse(node)}"


@pytest.mark.parametrize("path", TABLE, ids=lambda path: path.stem)
def test_no_part_of_a_table_has_more_attributes_than_one_can_keep_in_mind(path: Path) -> None:
    for made in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(made, ast.ClassDef) and not {"NamedTuple", "Rules", "Protocol"} & set(map(_dotted, made.bases)):
            own = {
                node.attr
                for node in ast.walk(made)
                if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
                if isinstance(node.value, ast.Name) and node.value.id == "self"
            }
            assert len(own) <= MOST_ATTRIBUTES, f"{made.name}: {len(own)}"


@pytest.mark.parametrize("path", TABLE, ids=lambda path: path.stem)
def test_no_part_of_a_table_knows_what_the_kinds_of_table_are_called(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Compare):
            constants = {one.value for one in ast.walk(node) if isinstance(one, ast.Constant)}
            assert not constants & {"solo", "seated", "shared"}, f"{path.name}:{node.lineno}"
