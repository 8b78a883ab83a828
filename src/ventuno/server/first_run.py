"""The first opening of a house: somebody to play, and somebody to watch over it.

Before the door opens: whoever comes first must not be all the people there ever are. A password is announced before its
account is there, for nothing else has it: whatever ends the process, no account is left that nobody can sign in to. One
that was announced and whose account never came to be opens nothing; the next opening announces another.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Final

from ventuno.bank import Receipt
from ventuno.bank.records import Role
from ventuno.bank.rules import PLAY_MONEY
from ventuno.refusal import RefusalRaised
from ventuno.server import logs
from ventuno.store import Ledger
from ventuno.store.history import contents_of, person_named
from ventuno.store.people import has_anybody, has_supervisor
from ventuno.store.sessions import register

SUPERVISOR: Final = "supervisor"
DEMO: Final = "demo"

Announce = Callable[[str, str], None]  # a name, its password


def first_people(ledger: Ledger, now_ms: int, announce: Announce | None = None) -> dict[str, str]:
    """Passwords by name, of those who were not there before: each announced before it counts."""
    told: dict[str, str] = {}

    def tell(name: str, password: str) -> None:
        if announce is not None:
            announce(name, password)
        told[name] = password

    was_empty, watched_over = not has_anybody(ledger), _has_supervisor(ledger)
    if was_empty:
        _open(ledger, DEMO, "player", now_ms, tell)
    if not watched_over:
        _open(ledger, SUPERVISOR, "supervisor", now_ms, tell)
    return told


def _has_supervisor(ledger: Ledger) -> bool:
    """Or had one from the first opening: who was given another role since was given it on purpose."""
    return bool(contents_of(ledger, [_key(SUPERVISOR)])) or has_supervisor(ledger)


def _key(name: str) -> str:
    return f"first/{name}"


def _open(ledger: Ledger, name: str, role: Role, now_ms: int, tell: Announce) -> None:
    if person_named(ledger, name):  # of an earlier version, before such names were the house's own
        logs.warning(f"nobody is the house's {role}, and {name!r} is taken: `ventuno staff --open NAME {role}`")
        return
    password = secrets.token_urlsafe(12)
    tell(name, password)
    outcome = register(
        ledger,
        key=_key(name),
        at_ms=now_ms,
        name=name,
        password=password,
        currency=PLAY_MONEY if role == "player" else "EUR",
        role=role,
        demo=role == "player",
    )
    if not isinstance(outcome, Receipt):
        raise RefusalRaised(outcome.code, outcome.why, **outcome.data)
