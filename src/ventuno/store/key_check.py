"""Which key a database's secrets are sealed with: a known text, sealed with it. Nothing of the key is in it."""

from __future__ import annotations

from typing import Final

from ventuno.refusal import RefusalRaised
from ventuno.store.engine import Engine
from ventuno.store.ledger import Ledger
from ventuno.store.sealing import Seal
from ventuno.store.tables import SEALING

_KNOWN: Final = b"ventuno"
_CONTEXT: Final = "the house's key"


def key_check(ledger: Ledger) -> bytes | None:
    """None: nothing was ever sealed in this database."""
    with ledger.reading() as engine:
        return check_in(engine)


def check_in(engine: Engine) -> bytes | None:
    rows = engine.rows("SELECT sealed FROM sealing WHERE id = 1")
    return bytes(rows[0][0]) if rows else None


def fits(seal: Seal, check: bytes) -> bool:
    try:
        return seal.open(check, _CONTEXT) == _KNOWN
    except RefusalRaised:
        return False


def remember_key(ledger: Ledger, seal: Seal) -> None:
    """From now on this database is opened with this key."""

    def task(engine: Engine) -> None:
        engine.put(SEALING, [(1, seal.seal(_KNOWN, _CONTEXT))])

    ledger.keep(task)
