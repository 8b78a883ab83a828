"""The first opening of a house: somebody to play, and somebody to watch over it."""

from __future__ import annotations

import secrets
from typing import Final

from ventuno.bank import Receipt
from ventuno.bank.records import Role
from ventuno.bank.rules import PLAY_MONEY
from ventuno.store import Ledger
from ventuno.store.sessions import register

SUPERVISOR: Final = "supervisor"
DEMO: Final = "demo"


def first_people(ledger: Ledger, now_ms: int) -> dict[str, str]:
    """Passwords by name, of those who were not there before: to be shown once, for nothing else has them."""
    with ledger.reading() as engine:
        if engine.rows("SELECT 1 FROM people LIMIT 1"):
            return {}
    return {DEMO: _open(ledger, DEMO, "player", now_ms), SUPERVISOR: _open(ledger, SUPERVISOR, "supervisor", now_ms)}


def _open(ledger: Ledger, name: str, role: Role, now_ms: int) -> str:
    password = secrets.token_urlsafe(12)
    outcome = register(
        ledger,
        key=f"first/{name}",
        at_ms=now_ms,
        name=name,
        password=password,
        currency=PLAY_MONEY if role == "player" else "EUR",
        role=role,
        demo=role == "player",
    )
    assert isinstance(outcome, Receipt), outcome
    return password
