"""Codes of rounds (A5): the time, then chance, in letters that are not misread. Never given twice."""

from __future__ import annotations

import secrets
from typing import Final

_SIGNS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # no I, L, O, U
_TIME: Final = 9
_CHANCE: Final = 5


class Codes:
    def __init__(self) -> None:
        self._last_ms = 0
        self._given: set[str] = set()  # in the last millisecond

    def new(self, now_ms: int) -> str:
        if now_ms != self._last_ms:
            self._last_ms = now_ms
            self._given.clear()
        while True:
            code = _written(now_ms, _TIME) + _written(secrets.randbits(5 * _CHANCE), _CHANCE)
            if code not in self._given:
                self._given.add(code)
                return code


def _written(number: int, signs: int) -> str:
    return "".join(_SIGNS[number >> 5 * place & 31] for place in reversed(range(signs)))
