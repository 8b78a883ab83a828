"""Modules know each other one way: no cycle of imports, nothing that happens because something was imported."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).parent.parent / "src"
PLAIN = (ast.Dict, ast.List, ast.Set, ast.DictComp, ast.ListComp, ast.SetComp)
MAKERS = {"dict", "list", "set", "defaultdict", "deque", "Counter", "OrderedDict", "WeakKeyDictionary", "count"}
# What is still remembered by a module. Whoever makes it somebody's own takes its line away.
EXEMPT = {"ventuno.client.decoding": {"_recent"}}
CHANGES = {"append", "add", "update", "setdefault", "pop", "clear", "extend", "insert", "remove", "discard", "popitem"}


def modules() -> dict[str, Path]:
    found = {}
    for path in sorted((SOURCE / "ventuno").rglob("*.py")):
        parts = path.relative_to(SOURCE).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


MODULES = modules()


def at_import(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """What is carried out when a module is imported: no function's body, nothing for type checkers only."""
    for node in body:
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            yield from at_import(node.orelse)
            continue
        yield node
        for name in ("body", "orelse", "finalbody"):
            if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield from at_import(getattr(node, name, []))


def imported(name: str) -> set[str]:
    found: set[str] = set()
    for node in at_import(ast.parse(MODULES[name].read_text(encoding="utf-8")).body):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{name} imports by dots"
            below = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= (below & MODULES.keys()) or {str(node.module)}
    return (found & MODULES.keys()) - {name}


def test_no_module_imports_itself_by_way_of_others() -> None:
    """A package's own `__init__` gathers what is below it, which in turn knows nothing of it."""
    graph = {name: imported(name) for name in MODULES}
    done: set[str] = set()
    trail: list[str] = []

    def visit(name: str) -> None:
        assert name not in trail, " -> ".join([*trail[trail.index(name) :], name])
        if name not in done:
            trail.append(name)
            for other in sorted(graph[name]):
                visit(other)
            done.add(trail.pop())

    for name in sorted(graph):
        visit(name)


def _can_change(value: ast.expr | None) -> bool:
    called = isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id in MAKERS
    return isinstance(value, PLAIN) or called


def held(tree: ast.Module) -> set[str]:
    """Names of the module that hold something that can change."""
    found = set()
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and _can_change(node.value):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            found |= {target.id for target in targets if isinstance(target, ast.Name)}
    return found


def test_no_module_remembers_what_has_happened() -> None:
    """What a module holds is what it says: it is never written to, and no name of it is given another value."""
    wrong = []
    for name, path in MODULES.items():
        tree = ast.parse(path.read_text(encoding="utf-8"))
        mine = held(tree) - EXEMPT.get(name, set())
        for node in ast.walk(tree):
            if isinstance(node, ast.Global):
                wrong.append(f"{name}:{node.lineno}: global {', '.join(node.names)}")
            elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store | ast.Del):
                wrong += [f"{name}:{node.lineno}: {ast.unparse(node)}"] * (_own(node.value) in mine)
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CHANGES:
                wrong += [f"{name}:{node.lineno}: {ast.unparse(node.func)}"] * (_own(node.func.value) in mine)
    assert wrong == []


def _own(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else ""
