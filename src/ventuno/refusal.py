"""Refusals: what a person asked for and may not have, as a value.

A refusal has a stable code (`bet/closed`) that a client can branch on and translate, a sentence
that says what was wrong and what would be right, and the data behind the sentence. Exceptions are
for faults of programs and data; `RefusalRaised` carries a refusal where only an exception can travel.
Every code there is, and who may see it, stands in `languages/codes.toml`.
"""

from __future__ import annotations

from typing import Any

import msgspec


class Refusal(msgspec.Struct, frozen=True):
    code: str
    why: str
    data: dict[str, Any] = {}


class RefusalRaised(Exception):
    """Carries a refusal out of a constructor or a parser."""

    def __init__(self, code: str, why: str, **data: Any) -> None:
        super().__init__(why)
        self.refusal = Refusal(code, why, data)
