"""What must be true of what the disk holds after the power went: what was promised is there, and the house goes on."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final
from unittest import mock

from tests.faults.power.lives import BACKED_UP, DATABASE, KEPT, RESTORED, SEALED
from tests.store.crashing import deposit
from ventuno.audit.deep import deep_audit
from ventuno.bank import Receipt
from ventuno.refusal import RefusalRaised
from ventuno.server.keys import KeyRing
from ventuno.store import Ledger, open_ledger, private
from ventuno.store.auditing import audit
from ventuno.store.faults import StoreFault
from ventuno.store.key_check import key_check
from ventuno.store.occupancy import Occupancy

Check = Callable[[Path, Sequence[str]], list[str]]


def promised(said: Sequence[str]) -> set[str]:
    return {one.removeprefix(KEPT) for one in said if one.startswith(KEPT)}


def opens(where: str | Path, due: set[str]) -> list[str]:
    """The database opens, its audit is clean, everything due is there, and it takes the next command."""
    try:
        with open_ledger(where) as ledger:
            return _lost(ledger, due) + _wrong(ledger)
    except Exception as fault:  # whatever a damaged database does to whoever reads it
        return [f"{Path(where).name} cannot be read: {fault!r}"]


def _lost(ledger: Ledger, due: set[str]) -> list[str]:
    return [f"acknowledged and lost: {key}" for key in sorted(due - keys(ledger))]


def keys(ledger: Ledger) -> set[str]:
    with ledger.reading() as engine:
        return {key for (key,) in engine.rows("SELECT key FROM journal")}


def _wrong(ledger: Ledger) -> list[str]:
    wrong = [f"audit: {finding.what}" for finding in audit(ledger).findings]
    wrong += [f"audit --deep: {difference}" for difference in deep_audit(ledger).differences]
    if ("open 1" in keys(ledger)) and not isinstance(ledger.execute(deposit("after", 1, 1)), Receipt):
        wrong.append("the next deposit is refused")
    return wrong


def first(root: Path, said: Sequence[str]) -> list[str]:
    """A house opens on whatever is there, with the key that it has been told of."""
    data = root / "houses" / "mine"
    with mock.patch.dict(os.environ, XDG_CONFIG_HOME=str(root / "config")):
        try:
            private.make_folder(data)
            occupancy = Occupancy(data / DATABASE)
            with open_ledger(data / DATABASE) as ledger:
                sealed = key_check(ledger) is not None
                KeyRing(str(data), data=data).seal_of(ledger)
            occupancy.end()
        except (StoreFault, RefusalRaised, OSError) as fault:
            return [f"the house does not open: {fault}"]
    lost = ["the house's key was promised, and nothing is sealed with it"] if SEALED in said and not sealed else []
    return lost + opens(data / DATABASE, promised(said))


def evenings(root: Path, said: Sequence[str]) -> list[str]:
    return opens(root / DATABASE, promised(said))


def backup(root: Path, said: Sequence[str]) -> list[str]:
    """The original is whole; the copy is whole or not there, and there once it was promised."""
    wrong = opens(root / DATABASE, promised(said))
    if (root / "copy.db").exists():
        wrong += opens(root / "copy.db", set())
    elif BACKED_UP in said:
        wrong.append("the backup was promised and is not there")
    return wrong


def restoring(root: Path, said: Sequence[str]) -> list[str]:
    """The restored one is there whole, or the old one; after the promise the restored one."""
    if BACKED_UP not in said:
        return backup(root, said)
    before = said[: said.index(BACKED_UP)]
    restored = _is_the_copy(root)
    due = promised(before) if restored else promised(said)
    wrong = opens(root / DATABASE, due) + opens(root / "copy.db", promised(before))
    return wrong + (["the restore was promised and is not done"] if RESTORED in said and not restored else [])


def mending(root: Path, said: Sequence[str]) -> list[str]:
    """The restored one is there whole or not at all; after the promise it is there."""
    before = promised(said[: said.index(BACKED_UP)])
    wrong = opens(root / "copy.db", before)
    if (root / DATABASE).exists():
        wrong += opens(root / DATABASE, before)
    elif RESTORED in said:
        wrong.append("the restore was promised and is not done")
    return wrong


def _is_the_copy(root: Path) -> bool:
    """Whether the database holds what the copy does and no more; looked at beside, so that nothing is changed."""
    seen: list[set[str]] = []
    for name in (DATABASE, "copy.db"):
        for ending in ("", *private.BESIDE):
            if (root / (name + ending)).exists():
                shutil.copy(root / (name + ending), root / (f"look-{name}" + ending))
        try:
            with open_ledger(root / f"look-{name}") as ledger:
                seen.append(keys(ledger))
        except Exception:
            seen.append({name})
    return seen[0] == seen[1]


CHECKS: Final[dict[str, Check]] = {
    "first": first,
    "evenings": evenings,
    "backup": backup,
    "restoring": restoring,
    "mending": mending,
}
