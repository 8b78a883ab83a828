"""The tables a house has: what each is, how one is made, and those that are there."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from ventuno.protocol.events import TableLimits
from ventuno.protocol.messages import TableInfo
from ventuno.server.orders import Orders
from ventuno.table.port import Table
from ventuno.variant import Variant

if TYPE_CHECKING:
    from ventuno.server.host import Host


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


class Pit:
    """Everybody may look at it; `Floor` opens and closes."""

    def __init__(self) -> None:
        self.kinds: dict[str, Kind] = {}
        self.hosts: dict[tuple[str, int], Host] = {}  # by table, and by player where it is a solo table
        self.orders = Orders()  # what supervisors have said of tables, and stands
        self.pools: dict[str, int] = {}  # by jackpot
        self.draining = False  # no new rounds

    def host(self, key: str, player: int) -> Host | None:
        kind = self.kinds.get(key)
        return None if kind is None else self.hosts.get((key, player if kind.solo else 0))

    def jackpot_minor(self, jackpot: str) -> int:
        return self.pools.get(jackpot, 0)

    def variants(self) -> dict[str, Variant]:
        """Of the tables there are, in the order of the lobby; each game once."""
        return {kind.info.game: kind.variant for kind in self.kinds.values()}

    def playing(self) -> list[Host]:
        """Live tables with a round that runs. A solo round waits for its player, also for another day."""
        return [host for host in self.hosts.values() if not host.player and host.runs]
