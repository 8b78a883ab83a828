"""A third language is one folder: nothing else is touched, and every part of the house speaks it.

The folder is made of the English one, in capital letters.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NEW = "xx"
WEB = ROOT / "web"
NODE = shutil.which("node")
without_node = pytest.mark.skipif(
    NODE is None or not (WEB / "node_modules").exists(),
    reason="THE CLIENT'S BUILD IS NOT TRIED: there is no Node.js, or `make web` was never run",
)

ASKED = """
import asyncio, json
from tests.server.houses import Browser, open_house

async def ask():
    async with open_house() as running, Browser(running.url) as browser:
        calls = "games/infinite/rules?language=xx", "games?language=xx", "games?language=yy", "openapi.json"
        told = {call: await browser.ask("GET", f"/api/{call}") for call in calls}
        told["demo"] = await browser.ask("POST", "/api/demo", {"language": "xx"})
        print(json.dumps(told))

asyncio.run(ask())
"""


def capitals(text: str) -> str:
    """Every sentence of a file in capital letters, but for the {places} to fill."""

    def said(quoted: re.Match[str]) -> str:
        parts = re.split(r"({\w+})", json.loads(quoted[0]))
        return json.dumps("".join(part if part.startswith("{") else part.upper() for part in parts), ensure_ascii=False)

    lines = (re.match(r'("[^"]*"|[^"=])*= ', line) for line in text.splitlines())
    return "\n".join(
        line[: found.end()] + re.sub(r'"(?:[^"\\]|\\.)*"', said, line[found.end() :]) if found else line
        for line, found in zip(text.splitlines(), lines, strict=True)
    )


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sources of the house and of its client somewhere else, and one folder more."""
    root = tmp_path_factory.mktemp("copy")
    shutil.copytree(ROOT / "src" / "ventuno", root / "src" / "ventuno")
    generated = shutil.ignore_patterns("node_modules", "dist", "words", "languages.ts")
    shutil.copytree(WEB, root / "web", ignore=generated)
    if (WEB / "node_modules").exists():
        (root / "web" / "node_modules").symlink_to((WEB / "node_modules").resolve())
    folder = root / "src" / "ventuno" / "languages"
    for path in (folder / "en").rglob("*.toml"):
        new = folder / NEW / path.relative_to(folder / "en")
        new.parent.mkdir(parents=True, exist_ok=True)
        new.write_text(capitals(path.read_text(encoding="utf-8")), encoding="utf-8")
    return root


def run(copy: Path, *command: str, at: str = ".", ok: bool = True) -> str:
    paths = os.pathsep.join((str(copy / "src"), str(ROOT)))
    here = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    environment = {**os.environ, "PYTHONPATH": paths, "PATH": here, "LC_ALL": f"{NEW}_XX.UTF-8", "NO_COLOR": "1"}
    ran = subprocess.run(command, cwd=copy / at, env=environment, capture_output=True, text=True, check=False)
    assert (ran.returncode == 0) is ok, ran.stdout + ran.stderr
    return ran.stdout if ok else ran.stderr


def python(copy: Path, *arguments: str) -> str:
    return run(copy, sys.executable, *arguments)


def test_it_is_a_language_as_any_other(copy: Path) -> None:
    told = python(copy, "-c", "from ventuno import languages; print(languages.__file__, *languages.LANGUAGES)")
    assert told.split() == [str(copy / "src" / "ventuno" / "languages" / "__init__.py"), "en", "it", NEW]


def test_the_help_page_and_the_terminal_speak_it(copy: Path) -> None:
    for choice in ([], ["--language", NEW]):  # the system speaks it too
        page = python(copy, "-m", "ventuno", "rules", "all-bets", *choice)
        assert "IN SHORT\n" in page
        assert "BLACKJACK WITH 6 DECKS" in page
        assert "SUITED THREE OF A KIND" in page
    for command in ("play", "rules", "certify"):
        assert f"{{en,it,{NEW}}}" in python(copy, "-m", "ventuno", command, "--help")


def test_the_certificate_speaks_it(copy: Path) -> None:
    python(copy, "-m", "ventuno", "certify", "8D SPL0", "--language", NEW, "-o", "page.html")
    page = (copy / "page.html").read_text(encoding="utf-8")
    assert f'<html lang="{NEW}">' in page
    assert "CERTIFICATE OF RETURN TO PLAYER" in page
    assert "DOUBLE, ELSE HIT" in page


def test_the_server_answers_in_it_and_names_the_languages_there_are(copy: Path) -> None:
    told = json.loads(python(copy, "-c", ASKED))
    status, page = told["games/infinite/rules?language=xx"]
    assert (status, page["language"], page["sections"][0]["heading"]) == (200, NEW, "IN SHORT")
    status, games = told["games?language=xx"]
    assert status == 200
    assert all(game["rule"].isupper() for game in games["games"])
    assert told["demo"][0] == 200
    status, refused = told["games?language=yy"]
    assert (status, refused["code"]) == (400, "query/malformed")
    assert refused["why"] == "'yy' is no language of this house: it speaks en, it, xx"
    schema = told["openapi.json"][1]["components"]["schemas"]["Demo"]
    assert schema["properties"]["language"]["enum"] == ["en", "it", NEW]


def test_a_table_may_have_a_dealer_who_speaks_it(copy: Path) -> None:
    table = f'[[tables]]\nkey = "t"\nvariant = "infinite"\nlanguage = "{NEW}"\nname = {{ {NEW} = "X" }}\n'
    told = python(copy, "-c", f"from ventuno.table.config_file import read_tables; print(read_tables({table!r}))")
    assert f"language='{NEW}'" in told


@without_node
def test_the_clients_build_takes_it(copy: Path) -> None:
    assert NODE
    run(copy, NODE, "scripts/types.mjs", at="web")
    run(copy, NODE, "scripts/words.mjs", at="web")
    known = (copy / "web" / "src" / "i18n" / "languages.ts").read_text(encoding="utf-8")
    assert f'"{NEW}": {{"name":"ENGLISH","locale":"EN-GB"}}' in known
    run(copy, NODE, "node_modules/typescript/bin/tsc", "--noEmit", "-p", ".", at="web")
    run(copy, NODE, "node_modules/vite/bin/vite.js", "build", "--logLevel", "error", at="web")
    built = sorted(path.name.partition("-")[0] for path in (copy / "web" / "dist" / "assets").glob("*.js"))
    for language in ("en", "it", NEW):
        assert f"base.{language}" in built
        assert f"pages.{language}" in built


@without_node
def test_what_it_lacks_stops_the_clients_build_and_is_named(copy: Path) -> None:
    assert NODE
    path = copy / "src" / "ventuno" / "languages" / NEW / "browser" / "app.toml"
    whole = path.read_text(encoding="utf-8")
    path.write_text(whole.replace('"app.lobby"', '"app.hall"'), encoding="utf-8")
    assert "languages/xx/browser/app.toml does not say: app.lobby" in run(
        copy, NODE, "scripts/words.mjs", at="web", ok=False
    )
    path.write_text(whole, encoding="utf-8")
