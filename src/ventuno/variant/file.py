"""Reads a variant file (TOML) and reports every fault it has, each with its line.

Three passes: the shape (unknown and missing keys, wrong types) against the structures of
`model`, the meaning (ranges, and rules that contradict each other), and only then the value.
"""

from __future__ import annotations

import re
import tomllib
import types
from fractions import Fraction
from typing import Any, Final, Literal, Union, get_args, get_origin

import msgspec

from ventuno.money import Price
from ventuno.variant.faults import Fault, FaultyVariant, did_you_mean
from ventuno.variant.meaning import faults_of_meaning
from ventuno.variant.model import Rules, Variant


def parse(text: str, key: str, source: str = "") -> Variant:
    """The variant that a file's text says, or `FaultyVariant`."""
    source = source or key
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise FaultyVariant(source, [Fault("", f"not TOML: {error}")]) from None
    shape = _Shape()
    variant = shape.read(Variant, {"key": key, **raw}, "")
    lines = _lines(text)
    faults = shape.faults or (faults_of_meaning(variant) if isinstance(variant, Variant) else [])
    if faults:
        placed = [Fault(fault.place, fault.why, _line_of(fault.place, lines)) for fault in faults]
        raise FaultyVariant(source, sorted(placed, key=lambda fault: fault.line or 0))
    assert isinstance(variant, Variant)
    return variant


_WORDS: Final[dict[Any, str]] = {
    int: "a whole number",
    bool: "true or false",
    str: "a text in quotes",
    dict: "a table",
    list: "a list in [ ]",
    float: "a number with a point",
}


def _word(value: object) -> str:
    return f"{value!r} is {_WORDS.get(type(value), type(value).__name__)}"


class _Shape:
    """Walks a raw table along the structures and collects what does not fit."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []

    def fault(self, place: str, why: str) -> None:
        self.faults.append(Fault(place, why))

    def read(self, kind: Any, value: Any, place: str) -> Any:
        origin, arguments = get_origin(kind), get_args(kind)
        if origin in (Union, types.UnionType):
            return self.read(next(part for part in arguments if part is not type(None)), value, place)
        if isinstance(kind, type) and issubclass(kind, Rules):
            return self.section(kind, value, place)
        if origin is dict:
            return self.entries(arguments[1], value, place)
        if origin is tuple:
            return self.sequence(arguments, value, place)
        if origin is Literal:
            if value not in arguments:
                self.fault(place, f"{value!r} is not one of {', '.join(map(str, arguments))}")
            return value
        return self.leaf(kind, value, place)

    def section(self, kind: type[Rules], value: Any, place: str) -> Any:
        if not isinstance(value, dict):
            return self.fault(place, f"expected a table, but {_word(value)}")
        fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
        for name in value.keys() - fields.keys():
            known = [name for name in fields if (place, name) != ("", "key")]
            self.fault(_join(place, name), f"unknown key; {did_you_mean(name, known)}")
        read = {}
        for name, field in fields.items():
            if name in value:
                read[name] = self.read(field.type, value[name], _join(place, name))
            elif field.required:
                self.fault(_join(place, name), "missing")
        return None if self.faults else kind(**read)

    def entries(self, kind: Any, value: Any, place: str) -> Any:
        if not isinstance(value, dict):
            return self.fault(place, f"expected a table, but {_word(value)}")
        return {name: self.read(kind, entry, _join(place, name)) for name, entry in value.items()}

    def sequence(self, kinds: tuple[Any, ...], value: Any, place: str) -> Any:
        if not isinstance(value, list):
            return self.fault(place, f"expected a list in [ ], but {_word(value)}")
        if kinds[-1] is not Ellipsis and len(value) != len(kinds):
            return self.fault(place, f"expected {len(kinds)} values, but there are {len(value)}")
        each = [kinds[0]] * len(value)
        return tuple(
            self.read(kind, item, f"{place}[{index}]")
            for index, (kind, item) in enumerate(zip(each, value, strict=True), 1)
        )

    def leaf(self, kind: Any, value: Any, place: str) -> Any:
        if kind in (Price, Fraction):
            return self.number(kind, value, place)
        if type(value) is not kind:
            self.fault(place, f"expected {_WORDS[kind]}, but {_word(value)}")
        return value

    def number(self, kind: Any, value: Any, place: str) -> Any:
        example = '"3:2"' if kind is Price else '"3/100"'
        if not isinstance(value, str):
            return self.fault(place, f"expected a text such as {example}, but {_word(value)}")
        try:
            return kind(value)
        except (ValueError, ZeroDivisionError) as error:
            why = str(error) if kind is Price else f"{value!r} is not a fraction such as {example}"
            return self.fault(place, why)


def _join(place: str, name: str) -> str:
    return f"{place}.{name}" if place else name


_HEADER: Final = re.compile(r"\s*\[([^\[\]]+)\]")
_KEY: Final = re.compile(r"""\s*("[^"]+"|'[^']+'|[A-Za-z0-9_-]+)\s*=""")


def _lines(text: str) -> dict[str, int]:
    """Where each table and key stands: TOML's reader does not say."""
    lines: dict[str, int] = {}
    table = ""
    for number, line in enumerate(text.splitlines(), 1):
        if header := _HEADER.match(line):
            table = header[1].replace('"', "").replace("'", "").replace(" ", "")
            lines[table] = number
        elif key := _KEY.match(line):
            lines.setdefault(_join(table, key[1].strip("\"'")), number)
    return lines


def _line_of(place: str, lines: dict[str, int]) -> int | None:
    """The line of the place, or of the nearest thing around it that has one."""
    while place:
        if place in lines:
            return lines[place]
        place = re.sub(r"(\.[^.\[\]]*|\[\d+\]|^[^.\[\]]+)$", "", place)
    return None
