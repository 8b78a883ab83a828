"""Reads any table of TOML along the structures that say what it may hold, and collects every fault with its line."""

from __future__ import annotations

import re
import tomllib
import types
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, Final, Literal, Union, get_args, get_origin

import msgspec

from ventuno.money import Price
from ventuno.variant.faults import Fault, did_you_mean
from ventuno.variant.model import RulesOfVariant


def read_toml(text: str) -> dict[str, Any] | Fault:
    """What the text holds, or why it is no TOML that could be read."""
    for number, line in enumerate(text.split("\n"), 1):
        if line.count(".") > _MOST_POINTS:  # a.a.a.a takes the reader the square of its length
            return Fault("", "nested too deep", number)
    try:
        return tomllib.loads(text)
    except RecursionError:
        return Fault("", "nested too deep")
    except tomllib.TOMLDecodeError as error:
        return Fault("", f"not TOML: {error}", _line_said(error, text))
    except ValueError:  # Python reads no whole number of more than 4,300 digits
        return Fault("", "holds a number of too many digits")


def _line_said(error: tomllib.TOMLDecodeError, text: str) -> int | None:
    if str(error).endswith("(at end of document)"):
        return text.count("\n") + 1
    said = re.search(r"\(at line ([0-9]+), column [0-9]+\)$", str(error))
    return int(said[1]) if said else None


def with_lines(faults: Iterable[Fault], text: str) -> list[Fault]:
    """The faults with the lines they are in, from the top down."""
    lines = _lines(text)
    placed = [Fault(fault.place, fault.why, _line_of(fault.place, lines)) for fault in faults]
    return sorted(placed, key=lambda fault: fault.line or 0)


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


class Shape:
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
        if _is_section(kind):
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

    def section(self, kind: type[RulesOfVariant], value: Any, place: str) -> Any:
        if not isinstance(value, dict):
            return self.fault(place, f"expected a table, but {_word(value)}")
        faults_before = len(self.faults)
        read = self.fields(kind, value, place)
        return kind(**read) if len(self.faults) == faults_before else None

    def fields(
        self, kind: type[RulesOfVariant], value: dict[str, Any], place: str, besides: Collection[str] = ()
    ) -> dict[str, Any]:
        """A section's fields, `besides` those that are not the file's to say."""
        fields = {field.encode_name: field for field in msgspec.structs.fields(kind) if field.name not in besides}
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
        is_set = kinds[-1] is Ellipsis and not _is_section(kinds[0])
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


def _is_section(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, RulesOfVariant)


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
            *_, table = around = [_indexed(place, listed) for place in _places("", header[2])]
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


def _indexed(place: str, listed: Mapping[str, int]) -> str:
    """`[tables.times]` after the second `[[tables]]` is tables[2].times."""
    for name, count in listed.items():
        if place.startswith(f"{name}."):
            place = f"{name}[{count}]{place.removeprefix(name)}"
    return place


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
