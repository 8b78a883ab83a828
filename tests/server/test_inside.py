"""aiohttp's inside is known to one module, and to one version of it."""

from __future__ import annotations

import ast
import inspect
import re
from importlib import metadata
from pathlib import Path

import pytest
from aiohttp import web
from aiohttp.web_protocol import RequestHandler

from ventuno.server.http import inside

ROOT = Path(__file__).parents[2]
SERVER = ROOT / "src" / "ventuno" / "server"
LOOK = (
    f"server/http/inside.py was written for aiohttp {inside.WRITTEN_FOR}. Look at what it uses in the new version "
    "(RequestHandler's fields, finish_response, _ErrInfo, BaseSite.start, what an upgrade leaves in _message_tail), "
    "run tests/server and tests/attack, then set WRITTEN_FOR."
)
FIELDS = (
    "_waiter",
    "_paused",
    "_current_request",
    "_close",
    "_force_close",
    "_request_count",
    "_messages",
    "_message_tail",
)


def test_the_pinned_version_is_the_one_it_was_written_for() -> None:
    pinned = re.search(r"^aiohttp==(\S+)$", (ROOT / "constraints.txt").read_text("utf-8"), re.MULTILINE)
    assert pinned is not None
    assert pinned[1] == inside.WRITTEN_FOR, LOOK
    assert metadata.version("aiohttp") == inside.WRITTEN_FOR, LOOK


@pytest.mark.parametrize("field", FIELDS)
def test_what_it_looks_at_is_there(field: str) -> None:
    assert hasattr(RequestHandler, field), LOOK


def test_what_it_calls_takes_what_it_is_given() -> None:
    finish = inspect.signature(RequestHandler.finish_response)
    assert [*finish.parameters] == ["self", "request", "resp", "start_time"], LOOK
    assert [*inspect.signature(web.BaseSite.start).parameters] == ["self"], LOOK


def test_no_other_module_knows_of_it() -> None:
    """Neither by an import of what is private, nor by a name with an underscore of what aiohttp made."""
    for path in sorted(SERVER.rglob("*.py")):
        if path.name == "inside.py":
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("aiohttp"):
                assert node.module in ("aiohttp", "aiohttp.abc"), f"{path.name}: {node.module}"
                assert not any(alias.name.startswith("_") for alias in node.names), path.name
            if isinstance(node, ast.Attribute) and node.attr in FIELDS:
                assert path.name not in ("visitor.py", "reception.py", "upgrade.py"), f"{path.name}:{node.lineno}"
