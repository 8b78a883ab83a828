"""Reads a variant file (TOML) and reports every fault it has, each with its line.

Three passes: the shape (unknown and missing keys, wrong types) against the structures of
`model`, the meaning (ranges, and rules that contradict each other) of every section whose shape
is sound, and only then the value.
"""

from __future__ import annotations

from typing import Any

from ventuno.variant.faults import Fault, FaultyVariant
from ventuno.variant.meaning import faults_of_meaning
from ventuno.variant.model import Variant
from ventuno.variant.shape import Shape, read_toml, with_lines


def parse(text: str, key: str, source: str = "") -> Variant:
    """The variant that a file's text says, or `FaultyVariant`."""
    source = source or key
    raw = read_toml(text)
    if isinstance(raw, Fault):
        raise FaultyVariant(source, [raw])
    shape = Shape()
    read = shape.fields(Variant, raw, "", besides=("key",))  # the file's name says it, not the file
    variant = Variant(**{"key": key, "name": key, **_sound(read)})
    if faults := shape.faults + faults_of_meaning(variant):
        raise FaultyVariant(source, with_lines(faults, text))
    return variant


def _sound(read: dict[str, Any]) -> dict[str, Any]:
    """The sections whose shape has no fault. What is published names side bets, so it needs them all."""
    sound = {name: part for name, part in read.items() if part is not None}
    for name in ("side_bets", "published"):
        if name in sound:
            sound[name] = {key: entry for key, entry in sound[name].items() if entry is not None}
    if "side_bets" in read and sound.get("side_bets") != read["side_bets"]:
        sound.pop("published", None)
    return sound
