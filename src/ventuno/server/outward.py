"""What strangers are told: nothing of the house's inside. What is taken from them: nothing no database could keep."""

from __future__ import annotations

import re
from typing import Any, Final

import msgspec

from ventuno.refusal import Refusal

# Control signs but tabs and line ends, which rules of their own look at; halves of signs. A NUL no PostgreSQL keeps.
_BAD: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")
_INSIDE: Final = {
    "store": "the house's books do not answer at the moment: ask again",
    "seal": "a fault of the house: it has been logged",
    "settings": "a fault of the house: it has been logged",
}
LONGEST_IN_PATH: Final = 128


def outward(refusal: Refusal) -> Refusal:
    """A refusal as anybody may read it: of the house's own troubles the code and a sentence, and no more."""
    kind = refusal.code.partition("/")[0]
    return Refusal(refusal.code, _INSIDE[kind]) if kind in _INSIDE else refusal


def is_bad_text(text: str) -> bool:
    return _BAD.search(text) is not None


def refusal_of_texts(value: Any, code: str) -> Refusal | None:
    """Of what holds a sign that is none, wherever in it."""
    if _holds_bad_text(value):
        return Refusal(code, "there are control characters or halves of characters in it: leave them out")
    return None


def _holds_bad_text(value: Any) -> bool:
    if isinstance(value, str):
        return is_bad_text(value)
    if isinstance(value, msgspec.Struct):
        return any(_holds_bad_text(getattr(value, name)) for name in value.__struct_fields__)
    if isinstance(value, dict):
        return any(_holds_bad_text(one) for pair in value.items() for one in pair)
    return isinstance(value, list | tuple) and any(map(_holds_bad_text, value))
