"""The limits that a house can be given, and where they are told."""

from __future__ import annotations

import re

import msgspec

from ventuno.cli.serve import SETTINGS
from ventuno.server.limits import EdgeLimits

LINE = re.compile(r"^    ([a-z_, ]+?)  .*\(([\d, ]+)\)$", re.MULTILINE)


def test_every_limit_is_in_the_help_with_its_default() -> None:
    told: dict[str, str] = {}
    for names, values in LINE.findall(SETTINGS):
        told |= dict(zip(names.split(", "), values.split(", "), strict=True))
    assert told == {field.name: f"{field.default:.10g}" for field in msgspec.structs.fields(EdgeLimits)}
