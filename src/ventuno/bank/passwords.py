"""Which passwords are taken: long enough, and not what everybody tries first."""

from __future__ import annotations

from typing import Final

from ventuno.refusal import Refusal

SHORTEST: Final = 10
LONGEST: Final = 256
_TRIED_FIRST: Final = (
    "password",
    "passwort",
    "123456",
    "qwerty",
    "letmein",
    "blackjack",
    "ventuno",
    "abc123",
    "iloveyou",
)


def refusal_of_password(password: str, name: str = "") -> Refusal | None:
    if len(password) < SHORTEST:
        return Refusal("password/short", f"a password has {SHORTEST} signs at least", {"least": SHORTEST})
    if len(password) > LONGEST:
        return Refusal("password/long", f"a password has {LONGEST} signs at most", {"most": LONGEST})
    if _is_guessed(password.casefold(), name.casefold()):
        return Refusal("password/guessable", "this password is among the first that are tried: choose another")
    return None


def _is_guessed(password: str, name: str) -> bool:
    """One sign over and over, the name, or a well-known word with little around it."""
    left_over = SHORTEST // 2
    words = (*_TRIED_FIRST, *([name] if len(name) > 2 else []))
    known = any(word in password and len(password) - len(word) < left_over for word in words)
    return known or len(set(password)) <= 2
