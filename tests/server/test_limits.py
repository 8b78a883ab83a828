"""The limits that a house can be given, and where they are told."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from ventuno.cli.serve import SETTINGS
from ventuno.server.addresses import network_of
from ventuno.server.limits import EdgeLimits, Measures
from ventuno.server.lookout import WatchLimits
from ventuno.server.settings import FaultySettings, read_settings

LINE = re.compile(r"^    ([a-z_, ]+?)  .*\(([\d, ]+)\)$", re.MULTILINE)


def test_limits_that_let_nobody_in_are_faults_of_the_settings(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text("[limits]\nwrites_per_second = 0\nhead_s = -1\nconnections = 10\nconnections_reserved = 10\n")
    with pytest.raises(FaultySettings) as faulty:
        read_settings(file, {})
    told = "; ".join(faulty.value.faults)
    assert all(name in told for name in ("limits.writes_per_second", "limits.head_s", "limits.connections_reserved"))
    file.write_text("[limits]\nconnections_reserved = 0\n")
    assert read_settings(file, {}).limits.connections_reserved == 0


def test_every_limit_is_in_the_help_with_its_default() -> None:
    told: dict[str, str] = {}
    for names, values in LINE.findall(SETTINGS):
        told |= dict(zip(names.split(", "), values.split(", "), strict=True))
    fields = (*msgspec.structs.fields(EdgeLimits), *msgspec.structs.fields(WatchLimits))
    assert told == {field.name: f"{field.default:.10g}" for field in fields}


@pytest.mark.parametrize(
    ("address", "more"),
    [
        ("127.0.0.1", True),
        ("127.9.9.9", True),
        ("::1", True),
        ("::ffff:127.0.0.1", True),
        ("10.0.0.5", True),
        ("10.0.0.6", False),
        ("2001:db8::1", False),
    ],
)
def test_programs_of_this_machine_may_do_more_unless_a_proxy_speaks_for_everybody(address: str, more: bool) -> None:
    measures = Measures(EdgeLimits(this_machine_factor=7))
    measures.listens_on = "10.0.0.5"
    assert measures.factor_of(network_of(address)) == (7 if more else 1)
    measures.proxied = True
    assert measures.factor_of(network_of(address)) == 1


@pytest.mark.parametrize("value", ["nan", "inf", "-inf"])
def test_a_limit_that_is_no_number_is_no_limit(tmp_path: Path, value: str) -> None:
    file = tmp_path / "house.toml"
    file.write_text(f"[limits]\nmessages_per_second = {value}\n")
    with pytest.raises(FaultySettings, match=r"limits\.messages_per_second"):
        read_settings(file, {})
