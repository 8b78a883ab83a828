"""The canonical form of a variant's rules, and the digest over it.

What a game is called, which limits a table sets and what a rule book prints change no round, so
they are left out: correcting a name must not make stored rounds look like rounds of another game.
"""

from __future__ import annotations

import hashlib
from fractions import Fraction
from functools import lru_cache
from typing import Any

import msgspec

from ventuno.money import Price
from ventuno.variant.model import Variant

_NOT_RULES = ("key", "name", "published")
_NOT_TABLE_RULES = ("limits", "limits_set_by")


def plain(value: object) -> Any:
    """How the number types of a variant are written."""
    if isinstance(value, Price | Fraction):
        return str(value)
    raise TypeError(f"a variant holds no {type(value).__name__}")


def rules_of(variant: Variant) -> dict[str, Any]:
    """What the digest is of, in plain values, with every default written out."""
    rules: dict[str, Any] = msgspec.to_builtins(variant, enc_hook=plain)
    for name in _NOT_RULES:
        del rules[name]
    for name in _NOT_TABLE_RULES:
        del rules["table"][name]
    return rules


def canonical(variant: Variant) -> bytes:
    """The rules as JSON with sorted keys."""
    return msgspec.json.encode(rules_of(variant), order="sorted")


@lru_cache(maxsize=256)
def digest(variant: Variant) -> str:
    return hashlib.sha256(canonical(variant)).hexdigest()
