"""Reads a variant file (TOML) and reports every fault it has, each with its line.

Three passes: the shape (unknown and missing keys, wrong types) against the structures of
`model`, the meaning (ranges, and rules that contradict each other) of every section whose shape
is sound, and only then the value.
"""

from __future__ import annotations

import re
import tomllib
import types
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final, Literal, Union, get_args, get_origin

import msgspec

from ventuno.money import Price
from ventuno.variant.faults import Fault, FaultyVariant, did_you_mean
from ventuno.variant.meaning import faults_of_meaning
from ventuno.variant.model import Limits, Rules, Variant


def parse(text: str, key: str, source: str = "") -> Variant:
    """The variant that a file's text says, or `FaultyVariant`."""
    source = source or key
    shape = _Shape()
    read = shape.fields(Variant, _toml(text, source), "")
    variant = Variant(**{"key": key, "name": key, **_sound(read)})
    if faults := shape.faults + faults_of_meaning(variant):
        lines = _lines(text)
        placed = [Fault(fault.place, fault.why, _line_of(fault.place, lines)) for fault in faults]
        raise FaultyVariant(source, sorted(placed, key=lambda fault: fault.line or 0))
    return variant


def _toml(text: str, source: str) -> dict[str, Any]:
    for number, line in enumerate(text.split("\n"), 1):
        if line.count(".") > _MOST_POINTS:  # a.a.a.a takes the reader the square of its length
            raise FaultyVariant(source, [Fault("", "nested too deep", number)])
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise FaultyVariant(source, [Fault("", "nested too deep")]) from None
    except tomllib.TOMLDecodeError as error:
        raise FaultyVariant(source, [Fault("", f"not TOML: {error}", _line_said(error, text))]) from None
    except ValueError:  # Python reads no whole number of more than 4,300 digits
        raise FaultyVariant(source, [Fault("", "holds a number of too many digits")]) from None


def _line_said(error: tomllib.TOMLDecodeError, text: str) -> int | None:
    if str(error).endswith("(at end of document)"):
        return text.count("\n") + 1
    said = re.search(r"\(at line ([0-9]+), column [0-9]+\)$", str(error))
    return int(said[1]) if said else None


def _sound(read: dict[str, Any]) -> dict[str, Any]:
    """The sections whose shape has no fault. What is published names side bets, so it needs them all."""
    sound = {name: part for name, part in read.items() if part is not None}
    for name in ("side_bets", "published"):
        if name in sound:
            sound[name] = {key: entry for key, entry in sound[name].items() if entry is not None}
    if "side_bets" in read and sound.get("side_bets") != read["side_bets"]:
        sound.pop("published", None)
    return sound


_WORDS: Final[dict[Any, str]] = {
    int: "a whole number",
    bool: "true or false",
    str: "a text in quotes",
    dict: "a table",
    list: "a list in [ ]",
    float: "a number with a point",
}
_MOST_SHOWN: Final = 60
_MOST_POINTS: Final = 100
_LEAST_INT, _MOST_INT = -(2**63), 2**63 - 1  # what TOML promises
_FRACTION: Final = re.compile(r"-?[0-9]{1,9}(?:/[0-9]{1,9}|\.[0-9]{1,9})?")


def _word(value: object) -> str:
    return f"{_shown(value)} is {_WORDS.get(type(value), type(value).__name__)}"


def _shown(value: object) -> str:
    """A value in a sentence: a file may hold one of any length, depth or number of digits."""
    try:
        return _short(repr(value))
    except (RecursionError, ValueError):
        return "what is written there"


def _short(text: str) -> str:
    return text if len(text) <= _MOST_SHOWN else text[:_MOST_SHOWN] + "…"


class _Shape:
    """Walks a raw table along the structures and collects what does not fit."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []

    def fault(self, place: str, why: str) -> None:
        self.faults.append(Fault(place, why))

    def read(self, kind: Any, value: Any, place: str) -> Any:
        origin, arguments = get_origin(kind), get_args(kind)
        if origin in (Union, types.UnionType):
            if value == "none":  # TOML has no word for nothing
                return None
            return self.read(next(part for part in arguments if part is not type(None)), value, place)
        if isinstance(kind, type) and issubclass(kind, Rules):
            return self.section(kind, value, place)
        if origin is dict:
            return self.entries(arguments[1], value, place)
        if origin is tuple:
            return self.sequence(arguments, value, place)
        if origin is Literal:
            if value not in arguments:
                self.fault(place, f"{_shown(value)} is not one of {', '.join(map(str, arguments))}")
            return value
        return self.leaf(kind, value, place)

    def section(self, kind: type[Rules], value: Any, place: str) -> Any:
        if not isinstance(value, dict):
            return self.fault(place, f"expected a table, but {_word(value)}")
        faults_before = len(self.faults)
        read = self.fields(kind, value, place)
        return kind(**read) if len(self.faults) == faults_before else None

    def fields(self, kind: type[Rules], value: dict[str, Any], place: str) -> dict[str, Any]:
        fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
        if kind is Variant:
            del fields["key"]  # the file's name says it, not the file
        for name in value:
            if name not in fields:
                self.fault(_join(place, name), f"unknown key; {did_you_mean(name, list(fields))}")
        read = {}
        for name, field in fields.items():
            if name in value:
                read[name] = self.read(field.type, value[name], _join(place, name))
            elif field.required:
                self.fault(_join(place, name), "missing")
        return read

    def entries(self, kind: Any, value: Any, place: str) -> Any:
        if not isinstance(value, dict):
            return self.fault(place, f"expected a table, but {_word(value)}")
        return {name: self.read(kind, entry, _join(place, name)) for name, entry in value.items()}

    def sequence(self, kinds: tuple[Any, ...], value: Any, place: str) -> Any:
        if not isinstance(value, list):
            return self.fault(place, f"expected a list in [ ], but {_word(value)}")
        if kinds[-1] is not Ellipsis and len(value) != len(kinds):
            return self.fault(place, f"expected {len(kinds)} values, but there are {len(value)}")
        before = len(self.faults)
        read = [self.read(kinds[0], item, f"{place}[{index}]") for index, item in enumerate(value, 1)]
        is_set = kinds[-1] is Ellipsis and kinds[0] is not Limits
        return tuple(sorted(read) if is_set and len(self.faults) == before else read)  # [11, 10] is [10, 11]

    def leaf(self, kind: Any, value: Any, place: str) -> Any:
        if kind in (Price, Fraction):
            return self.number(kind, value, place)
        if type(value) is not kind:
            self.fault(place, f"expected {_WORDS[kind]}, but {_word(value)}")
        elif kind is int and not _LEAST_INT <= value <= _MOST_INT:
            self.fault(place, f"{_shown(value)} is out of every range")
        return value

    def number(self, kind: Any, value: Any, place: str) -> Any:
        example = '"3:2"' if kind is Price else '"3/100"'
        if not isinstance(value, str):
            return self.fault(place, f"expected a text such as {example}, but {_word(value)}")
        try:
            return Price(value) if kind is Price else _fraction(value)
        except (ValueError, ZeroDivisionError):
            what = (
                f'price such as {example}, "x50" (in all) or "jackpot"'
                if kind is Price
                else f"fraction such as {example}"
            )
            return self.fault(place, f"{_shown(value)} is not a {what}")


def _fraction(text: str) -> Fraction:
    """`3/100` or `0.03`. Not all that Fraction takes: "1e999999999" would never come to an end."""
    if not _FRACTION.fullmatch(text):
        raise ValueError(text)
    return Fraction(text)


def _join(place: str, name: str) -> str:
    return f"{place}.{_short(name)}" if place else _short(name)


_NAME: Final = r"""(?:"[^"]*"|'[^']*'|[A-Za-z0-9_-]+)"""
_DOTTED: Final = rf"{_NAME}(?:[ \t]*\.[ \t]*{_NAME})*"
_HEADER: Final = re.compile(rf"[ \t]*(\[\[?)[ \t]*({_DOTTED})[ \t]*\]")
_KEY: Final = re.compile(rf"[ \t]*({_DOTTED})[ \t]*=")


def _lines(text: str) -> dict[str, int]:
    """Where each table and key stands: TOML's reader does not say."""
    lines: dict[str, int] = {}
    table, listed = "", Counter[str]()
    for number, line in enumerate(text.split("\n"), 1):
        if header := _HEADER.match(line):
            *_, table = around = list(_places("", header[2]))
            if header[1] == "[[":
                listed[table] += 1
                table += f"[{listed[table]}]"
            new = [*around, table]
        elif key := _KEY.match(line):
            new = list(_places(table, key[1]))
        else:
            continue
        for place in new:
            lines.setdefault(place, number)
    return lines


def _places(table: str, dotted: str) -> Iterator[str]:
    """The places that `a.b.c` names in a table: a, a.b and a.b.c."""
    for name in re.findall(_NAME, dotted):
        table = _join(table, name.strip("\"'"))
        yield table


def _line_of(place: str, lines: dict[str, int]) -> int | None:
    """The line of the place, or of the nearest thing around it that has one."""
    while place:
        if place in lines:
            return lines[place]
        place = place[: max(place.rfind("."), place.rfind("["), 0)]
    return None
