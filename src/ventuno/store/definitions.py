"""The rules that rounds were opened with, by their digest: a game's file may be another one by tomorrow."""

from __future__ import annotations

from collections.abc import Iterable

from ventuno.bank import KeepRules, Receipt
from ventuno.store.engine import Engine
from ventuno.store.ledger import Books, Ledger
from ventuno.store.tables import DEFINITIONS
from ventuno.variant import Variant, digest
from ventuno.variant.definition import defined, definition


def keep_definitions(ledger: Ledger, variants: Iterable[Variant], now_ms: int) -> None:
    """Before the first round of any of them is opened; each with a record that vouches for it."""
    rows = {digest(one): (digest(one), one.key, definition(one)) for one in variants}
    with ledger.reading() as engine:
        kept = {found for (found,) in engine.rows("SELECT digest FROM definitions WHERE digest IN ??", list(rows))}
    new = [row for name, row in rows.items() if name not in kept]
    outcomes = [
        ledger.execute(KeepRules(key=f"rules/{name}", at_ms=now_ms, rules=name, game=game, body=body))
        for name, game, body in new
    ]
    # A record without its row: somebody has taken it away, and rounds need it.
    lost = [row for row, one in zip(new, outcomes, strict=True) if not isinstance(one, Receipt) or one.again]
    if lost:
        ledger.keep(lambda engine: engine.put(DEFINITIONS, lost))


def kept_rules(engine: Engine, wanted: str, game: str, like: Variant | None = None) -> Variant | None:
    """The game as it was. `like`: as it is, for its name and limits, which are no rules."""
    rows = engine.rows("SELECT body FROM definitions WHERE digest = ?", wanted)
    return defined(bytes(rows[0][0]), wanted, game, like) if rows else None


def rules_kept(ledger: Books, wanted: str, game: str, like: Variant | None = None) -> Variant | None:
    with ledger.reading() as engine:
        return kept_rules(engine, wanted, game, like)
