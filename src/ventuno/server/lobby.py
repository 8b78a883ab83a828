"""The lobby (A1): every table with game, limits, players and free seats; changes at most once a second."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import msgspec

from ventuno.protocol.messages import Lobby, LobbyChanged, LobbyTable
from ventuno.server.edge.frames import framed

if TYPE_CHECKING:
    from ventuno.server.edge.connection import Connection
    from ventuno.server.pit import Kind, Pit

COUNTED_S: Final = 0.5


class LobbyDesk:
    def __init__(self, pit: Pit, now_s: Callable[[], float]) -> None:
        self._pit, self._now_s = pit, now_s
        self._watching: dict[Connection, None] = {}
        self._changed: set[str] = set()
        self._shown: dict[str, LobbyTable] = {}
        self._counted: Counter[str] = Counter()
        self._counted_s = float("-inf")

    def changed(self, key: str) -> None:
        self._changed.add(key)

    def watch(self, connection: Connection) -> None:
        self._watching[connection] = None
        connection.send(framed(Lobby(self.tables())))

    def leave(self, connection: Connection) -> None:
        self._watching.pop(connection, None)

    def tables(self) -> tuple[LobbyTable, ...]:
        return tuple(self._table(kind) for kind in self._pit.kinds.values())

    def tell(self) -> None:
        """Called once a second."""
        keys, self._changed = self._changed, set()
        tables = [self._table(self._pit.kinds[key]) for key in sorted(keys)]
        news = tuple(table for table in tables if table != self._shown.get(table.key))
        self._shown.update((table.key, table) for table in news)
        if news and self._watching:
            data = framed(LobbyChanged(news))
            for connection in self._watching:
                if not connection.paused:
                    connection.send(data)

    def _table(self, kind: Kind) -> LobbyTable:
        info = kind.info
        shown = LobbyTable(
            key=info.key,
            name=info.name,
            game=info.game,
            kind=info.kind,
            language=info.language,
            limits=kind.limits,
            betting_ms=info.betting_ms,
            multi=info.multi,
            jackpot_minor=sum(self._pit.jackpot_minor(jackpot) for jackpot in kind.jackpots),
            open=not self._pit.draining and not self._pit.orders.closed(kind.key),
        )
        return self._solo(shown) if kind.solo else self._live(shown)

    def _solo(self, shown: LobbyTable) -> LobbyTable:
        return msgspec.structs.replace(shown, players=self._alone()[shown.key])

    def _alone(self) -> Counter[str]:
        """How many play alone, by table; counted now and then, however many ask."""
        now_s = self._now_s()
        if now_s - self._counted_s >= COUNTED_S:
            self._counted_s = now_s
            hosts = self._pit.hosts.values()
            self._counted = Counter(host.key for host in hosts if host.player and host.channel.members)
        return self._counted

    def _live(self, shown: LobbyTable) -> LobbyTable:
        host = self._pit.hosts.get((shown.key, 0))
        if host is None:
            return msgspec.structs.replace(shown, open=False)
        info, view = host.table.info, host.table.view
        seats = info.positions if info.facts.seats else 0
        names = (view.seats[seat].name if seat in view.seats else "" for seat in range(1, seats + 1))
        return msgspec.structs.replace(
            shown,
            players=len(host.channel.members),
            seats=seats,
            seats_free=seats - len(view.seats) if seats else 0,
            seated=tuple(names) if seats else (),
            phase=view.phase,
            limits=view.limits or shown.limits,
            open=shown.open and not view.closed and not view.closing,
        )
