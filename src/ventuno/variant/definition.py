"""Rules as they are kept by their digest, and the variant again from them.

What a digest is not of (names, limits, what is published) is not kept with it: whoever wants the variant again
says which variant it is an earlier form of, and has those from there. The order of bets and prices is no rule
either, but people see it, so it is kept as it was.
"""

from __future__ import annotations

import hashlib
from fractions import Fraction
from typing import Any

import msgspec
from msgspec.structs import replace

from ventuno.money import Price
from ventuno.variant.digest import digest, rules_of
from ventuno.variant.model import Variant

_NUMBERS = (Price, Fraction)


def definition(variant: Variant) -> bytes:
    return msgspec.json.encode(rules_of(variant))


def digest_of(body: bytes) -> str:
    """Of rules as they are kept, whatever version wrote them. Empty: they cannot be read."""
    try:
        return hashlib.sha256(msgspec.json.encode(msgspec.json.decode(body), order="sorted")).hexdigest()
    except msgspec.MsgspecError:
        return ""


def defined(body: bytes, wanted: str, game: str, like: Variant | None = None) -> Variant | None:
    """None: these are not the rules with this digest, or they say what this version does not know."""
    try:
        rules = msgspec.json.decode(body)
        found = msgspec.convert({"key": game, "name": game, **rules}, Variant, dec_hook=_number)
    except (msgspec.MsgspecError, TypeError, ValueError):
        return None
    if like is not None:
        table = replace(found.table, limits=like.table.limits, limits_set_by=like.table.limits_set_by)
        found = replace(found, name=like.name, table=table)
    return found if digest(found) == wanted else None


def _number(kind: type, value: Any) -> Any:
    if kind in _NUMBERS:
        return kind(value)
    raise TypeError(f"a variant holds no {kind.__name__}")
