"""The rules that rounds were opened with, by their digest: a game's file may be another one by tomorrow."""

from __future__ import annotations

from collections.abc import Iterable

from ventuno.store.engine import Engine
from ventuno.store.ledger import Ledger
from ventuno.store.tables import DEFINITIONS
from ventuno.variant import Variant, digest
from ventuno.variant.definition import defined, definition


def keep_definitions(ledger: Ledger, variants: Iterable[Variant]) -> None:
    """Before the first round of any of them is opened."""
    rows = {digest(one): (digest(one), one.key, definition(one)) for one in variants}
    with ledger.reading() as engine:
        kept = {found for (found,) in engine.rows("SELECT digest FROM definitions WHERE digest IN ??", list(rows))}
    if new := [row for name, row in rows.items() if name not in kept]:
        ledger.keep(lambda engine: engine.put(DEFINITIONS, new))


def kept_rules(engine: Engine, wanted: str, game: str, like: Variant | None = None) -> Variant | None:
    """The game as it was. `like`: as it is, for its name and limits, which are no rules."""
    rows = engine.rows("SELECT body FROM definitions WHERE digest = ?", wanted)
    return defined(bytes(rows[0][0]), wanted, game, like) if rows else None
