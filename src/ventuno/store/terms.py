"""The terms of a round as its row has them: values without their names, for every round has them anew.

Older ones were written with their names; those are read as well.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from ventuno.bank import RoundTerms
from ventuno.bank.records import SpotLimits

_json = msgspec.json.Encoder().encode
_values = msgspec.structs.astuple


def terms_to_text(terms: RoundTerms) -> str:
    limits, *rest = _values(terms)
    return _json([[_values(one) for one in limits], *rest]).decode()


@lru_cache(maxsize=1024)
def terms_from(text: str) -> RoundTerms:
    """Fields that came later have their defaults."""
    return msgspec.convert(plain_terms(text), RoundTerms)


def plain_terms(text: str) -> Any:
    """With their names, and not through today's types: what they have gained since was no part of what was agreed."""
    found = msgspec.json.decode(text)
    if isinstance(found, list):
        found = _named(RoundTerms, found)
        found["limits"] = [_named(SpotLimits, one) for one in found["limits"]]
    return found


def _named(kind: type[msgspec.Struct], values: list[Any]) -> dict[str, Any]:
    return dict(zip(kind.__struct_fields__, values, strict=False))
