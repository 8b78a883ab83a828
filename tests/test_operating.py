"""docs/operating.md, kept true: its commands parse, its settings exist, and every code and metric is explained."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import msgspec
import pytest

from ventuno.cli import COMMANDS, parser
from ventuno.server.limits import EdgeLimits
from ventuno.server.settings import METRICS_TOKEN, STORE, HouseSettings, read_settings
from ventuno.store import faults

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "ventuno"
PAGE = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
ELSEWHERE = {STORE, METRICS_TOKEN, "VENTUNO_KEY"}  # of the environment only
# Whoever is told of something gives it a code.
_TOLD = re.compile(r'\b(?:warn|Alert|NotReady|Trouble|_warning|self\.fault|_note)\(\s*"([a-z]+/[a-z_]+)"')


def blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)


def calls() -> list[list[str]]:
    """What the page has a shell call ventuno with."""
    found = re.findall(r"(?:^|/|\s)ventuno ([a-z]+ [^\n]*)", "\n".join(blocks("sh") + blocks("ini")))
    return [words for words in map(shlex.split, found) if words[0] in COMMANDS]


def test_every_command_on_the_page_is_one() -> None:
    found = calls()
    assert {words[0] for words in found} >= {"serve", "doctor", "backup", "restore", "audit", "migrate"}
    for words in found:
        parser(words[0]).parse_args(words)  # raises what it does not know


def test_the_settings_on_the_page_are_read_without_a_fault(tmp_path: Path) -> None:
    (text,) = blocks("toml")
    (tmp_path / "house.toml").write_text(text, encoding="utf-8")
    settings = read_settings(tmp_path / "house.toml", {})
    assert (settings.secure, settings.behind_proxy, settings.hosts) == (True, True, ("play.example",))


def test_every_setting_the_page_names_with_a_value_exists() -> None:
    known = {field.name for kind in (HouseSettings, EdgeLimits) for field in msgspec.structs.fields(kind)}
    named = set(re.findall(r"`([a-z_]+) = ", PAGE)) | set(re.findall(r"`limits\.([a-z_]+)`", PAGE))
    assert named >= {"secure", "behind_proxy", "migrate", "backup_folder", "quiet_s"}
    assert named <= known
    variables = set(re.findall(r"VENTUNO_[A-Z_]+", "\n".join(blocks("sh"))))
    assert variables <= ELSEWHERE | {f"VENTUNO_{name.upper()}" for name in known}


def explained() -> set[str]:
    """Codes with a line of their own in the table."""
    rows = re.findall(r"^\| (`[a-z]+/.*?) \|", PAGE, re.MULTILINE)
    return {code for row in rows for code in re.findall(r"`([a-z]+/[a-z_]+)`", row)}


def told() -> set[str]:
    found = {code for path in SOURCE.rglob("*.py") for code in _TOLD.findall(path.read_text(encoding="utf-8"))}
    cashier = (SOURCE / "server" / "cash_desk.py").read_text(encoding="utf-8")
    return found | set(re.findall(r'"(cashier/\w+)"', cashier)) | set(re.findall(r"store/\w+", faults.__doc__ or ""))


def test_every_alert_and_every_reason_not_to_be_ready_is_explained() -> None:
    assert told() >= {"table/fault", "house/slow", "backup/old", "cashier/stuck", "round/unreadable", "store/away"}
    assert told() - explained() == set()


def test_every_metric_is_explained() -> None:
    text = (SOURCE / "server" / "exposition.py").read_text(encoding="utf-8")
    names = set(re.findall(r'_metric\(\s*"(\w+)"', text)) | set(
        re.findall(r'^ +\("(\w+_total)", "', text, re.MULTILINE)
    )
    assert len(names) > 25
    assert {name for name in names if f"`{name}`" not in PAGE} == set()


@pytest.mark.parametrize("kind", ["nginx", "caddy", "ini", "yaml", "sql"])
def test_the_page_has_the_files_that_are_tried(kind: str) -> None:
    """`python -m tests.faults.behind_proxy` takes the proxies' from here."""
    assert len(blocks(kind)) == 1


def test_every_link_of_the_page_leads_somewhere() -> None:
    places = {
        re.sub(r"[^a-z0-9 -]", "", line.lower()).replace(" ", "-") for line in re.findall(r"^#+ (.*)$", PAGE, re.M)
    }
    for target in re.findall(r"\]\(([^)]+)\)", PAGE):
        assert target[1:] in places if target.startswith("#") else (ROOT / "docs" / target).exists(), target
