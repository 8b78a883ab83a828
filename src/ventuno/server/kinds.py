"""The tables a house has: what each is, and how one is made."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ventuno.protocol.events import TableLimits
from ventuno.protocol.messages import TableInfo
from ventuno.table.port import Table
from ventuno.variant import Variant


class Kind(NamedTuple):
    """One entry of the lobby. A solo table is made for every player who comes, a live one once."""

    info: TableInfo
    variant: Variant
    limits: tuple[TableLimits, ...]
    make: Callable[[int], Table]  # for the player of a solo table, else for 0; reads the store: never in the loop
    jackpots: tuple[str, ...] = ()  # that the lobby shows
    pools: tuple[str, ...] = ()  # that it feeds, in every currency

    @property
    def key(self) -> str:
        return self.info.key

    @property
    def solo(self) -> bool:
        return self.info.facts.alone
