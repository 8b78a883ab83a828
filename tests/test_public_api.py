"""`import ventuno`: every name is there, typed, explained and as printed, and costs nothing before it is used."""

from __future__ import annotations

import ast
import doctest
import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import ventuno
from ventuno.cli import main

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "ventuno"
PAGE = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
NAMES = [name for name in ventuno.__all__ if name != "__version__"]


def told_to_type_checkers() -> dict[str, str]:
    """Name -> module, as `if TYPE_CHECKING` imports them."""
    tree = ast.parse((SOURCE / "__init__.py").read_text(encoding="utf-8"))
    block = next(node for node in tree.body if isinstance(node, ast.If))
    imports = [node for node in block.body if isinstance(node, ast.ImportFrom)]
    return {alias.name: str(node.module) for node in imports for alias in node.names}


def test_type_checkers_and_programs_are_told_the_same_names() -> None:
    said = told_to_type_checkers()
    assert said.keys() == set(NAMES)
    for name, module in said.items():
        assert getattr(ventuno, name) is getattr(sys.modules[module], name)


def test_no_name_is_also_the_name_of_a_part() -> None:
    """`ventuno.odds` is the part; a function of that name would come and go with who imports what."""
    parts = {path.stem for path in SOURCE.iterdir()}
    assert not parts & set(NAMES)


def test_every_name_is_on_the_page_and_the_page_names_no_other() -> None:
    table = PAGE.split("|---|---|\n")[1].split("\n\n")[0]
    assert sorted(re.findall(r"`(\w+)`", table)) == sorted(NAMES)


def test_a_name_that_is_not_there_is_said_not_to_be() -> None:
    with pytest.raises(AttributeError, match="no attribute 'roulette'"):
        ventuno.roulette  # type: ignore[attr-defined]  # noqa: B018
    assert set(NAMES) <= set(dir(ventuno))


def test_the_page_s_examples_come_out_as_printed() -> None:
    failed, tried = doctest.testfile(str(ROOT / "docs" / "api.md"), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert tried > 20
    assert failed == 0


def test_importing_it_and_asking_its_version_loads_nothing_else() -> None:
    program = "import sys, ventuno; ventuno.__version__; print([name for name in sys.modules if 'ventuno.' in name])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_loading_a_game_does_not_wait_for_the_odds() -> None:
    program = "import sys, ventuno; ventuno.load('infinite'); print('numba' in sys.modules, 'aiohttp' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]


def test_one_version_everywhere(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["--version"])
    assert left.value.code == 0
    assert capsys.readouterr().out == f"ventuno {ventuno.__version__}\n"
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["dynamic"] == ["version"]
    for name in ("package.json", "package-lock.json"):
        assert json.loads((ROOT / "web" / name).read_text(encoding="utf-8"))["version"] == ventuno.__version__
    newest = re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert newest
    assert newest[1] == ventuno.__version__
