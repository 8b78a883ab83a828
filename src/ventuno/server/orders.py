"""What supervisors have ordered of tables, and what stands until they say otherwise (E3).

It stands over a restart, and for every solo table that is made later. The audit log is where it is kept:
what was ordered last of each table is read from there, and nothing of what was ordered before.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal

import msgspec

from ventuno.bank.records import Details
from ventuno.server import logs
from ventuno.store import Ledger
from ventuno.store.acts import ActEntry, last_acts
from ventuno.table import port
from ventuno.table.port import AnyAct

What = Literal["limits", "pause", "close"]
TABLE: Final = "table "  # the subject of an act, before the table's key
_ORDERS: Final = ("pause", "resume", "close", "open", "limits")
_LIMITS: Final = "limits "  # a detail for each level
_level = msgspec.json.Decoder(tuple[str, int, int, int, int])


class Orders:
    def __init__(self) -> None:
        self._standing: dict[str, dict[What, AnyAct]] = {}

    def note(self, table: str, act: AnyAct) -> None:
        standing = self._standing.setdefault(table, {})
        match act:
            case port.SetLimits():
                standing["limits"] = act
            case port.PauseTable():
                standing["pause"] = act
            case port.Resume():
                standing.pop("pause", None)
            case port.Close():
                standing["close"] = act
            case port.Open():
                standing.pop("close", None)
            case _:
                pass  # done once, and over

    def of(self, table: str) -> tuple[AnyAct, ...]:
        return tuple(self._standing.get(table, {}).values())

    def closed(self, table: str) -> bool:
        return "close" in self._standing.get(table, {})


def limits_in_words(act: port.SetLimits) -> Details:
    """As the audit log has them: one detail a level."""
    return {f"{_LIMITS}{number}": msgspec.json.encode(one).decode() for number, one in enumerate(act.limits, 1)}


def read_orders(ledger: Ledger, tables: Iterable[str]) -> Orders:
    """What stands of each table."""
    orders = Orders()
    for one in last_acts(ledger, [f"{TABLE}{key}" for key in tables], _ORDERS):
        if (act := _act(one)) is not None:
            orders.note(one.subject.removeprefix(TABLE), act)
    return orders


def _act(one: ActEntry) -> AnyAct | None:
    match one.what:
        case "pause":
            return port.PauseTable(by=one.by, reason=one.reason)
        case "resume":
            return port.Resume(by=one.by)
        case "close":
            return port.Close(by=one.by, reason=one.reason)
        case "open":
            return port.Open(by=one.by)
        case "limits":
            return _limits(one)
    return None


def _limits(one: ActEntry) -> AnyAct | None:
    levels = [text for name, text in one.details.items() if name.startswith(_LIMITS)]
    try:
        limits = tuple(_level.decode(str(text)) for text in levels)
    except msgspec.MsgspecError as error:
        logs.fault("limits in the audit log cannot be read", error, act=one.cursor)
        return None
    return port.SetLimits(by=one.by, limits=limits) if limits else None
