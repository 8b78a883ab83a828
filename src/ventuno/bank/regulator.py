"""The regulator's line (A10): session and participation ids, behind one interface.

Where a regulator issues them (Italy), its client implements `Regulator`. The default issues them
here: the same session and round always have the same ids, whatever node is asked.
"""

from __future__ import annotations

import hashlib
from typing import Final, Protocol

_SIGNS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # no I, L, O, U: they are misread
_LENGTH: Final = 16


class Regulator(Protocol):
    def session_id(self, player: int, game: str, opened_ms: int) -> str:
        """One player's stay at a game."""

    def participation_id(self, session_id: str, round_code: str) -> str:
        """One player's part in one round."""


class LocalRegulator:
    def __init__(self, operator: str = "ventuno") -> None:
        self.operator = operator

    def session_id(self, player: int, game: str, opened_ms: int) -> str:
        return "S" + _sign(self.operator, "session", str(player), game, str(opened_ms))

    def participation_id(self, session_id: str, round_code: str) -> str:
        return "P" + _sign(self.operator, "participation", session_id, round_code)


def _sign(*parts: str) -> str:
    digest = hashlib.sha256("\0".join(parts).encode()).digest()
    return "".join(_SIGNS[byte % len(_SIGNS)] for byte in digest[:_LENGTH])
