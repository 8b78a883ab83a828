"""Whether a sealed command was the one that stored rows tell of: it is made again from them, and its digest compared.

The journal keeps the SHA-256 of every command and not the command, so a row that says all that its command said is
sealed without another byte.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import msgspec

from ventuno.bank.commands import CONTENT_BYTES, BankCommand, digest_of, plain_content

Plain = dict[str, Any]


def was(content: bytes, command: BankCommand, **instead: Any) -> bool:
    """`instead`: fields as plain data, where what is stored says more than today's types (terms of an older round)."""
    plain = {**plain_content(command), **instead}
    return _is(content, plain) or any(_is(content, older) for older in _older(plain, type(command)))


def _is(content: bytes, plain: Plain) -> bool:
    """Of an older record the digest is whole."""
    return len(content) >= CONTENT_BYTES and digest_of(plain).startswith(content)


def _older(plain: Plain, kind: type) -> Iterator[Plain]:
    """As versions before this one may have written it: without some of the fields that say nothing but the default.

    What is left out has its default, so no other value can hide behind it.
    """
    silent: list[tuple[str, str | None]] = [(name, None) for name in _silent(plain, kind)]
    for name, value in plain.items():
        if isinstance(value, dict) and (inner := _type_of(kind, name)) is not None:
            silent += [(name, field) for field in _silent(value, inner)]
    for count in range(1, len(silent) + 1):
        for left_out in combinations(silent, count):
            yield _without(plain, left_out)


def _without(plain: Plain, left_out: tuple[tuple[str, str | None], ...]) -> Plain:
    shorter = {name: dict(value) if isinstance(value, dict) else value for name, value in plain.items()}
    for name, field in left_out:
        if field is None:
            shorter.pop(name, None)
        elif name in shorter:
            del shorter[name][field]
    return shorter


def _silent(plain: Plain, kind: type) -> list[str]:
    """The fields that have their default."""
    defaults = {
        field.name: field.default_factory() if field.default is msgspec.NODEFAULT else field.default
        for field in msgspec.structs.fields(kind)
        if not field.required
    }
    return [name for name, value in defaults.items() if name in plain and plain[name] == msgspec.to_builtins(value)]


def _type_of(kind: type, name: str) -> type | None:
    """Where a field is a struct itself."""
    found = next((field.type for field in msgspec.structs.fields(kind) if field.name == name), None)
    return found if isinstance(found, type) and issubclass(found, msgspec.Struct) else None
