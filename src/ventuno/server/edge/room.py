"""Who is connected, and who still finds room: WebSockets in all, by account and by address.

Part of the house is kept for who is playing already: strangers who fill it keep nobody from coming back to a hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from ventuno.refusal import Refusal
from ventuno.server.edge.rates import Bucket

if TYPE_CHECKING:
    from ventuno.server.edge.connection import Connection
    from ventuno.server.limits import EdgeLimits
    from ventuno.server.people import Account

MOMENT_MS: Final = 5 * 60_000  # since somebody was here
KNOWN_FACTOR: Final = 2  # of the connections of one address, for who is playing

OF_ACCOUNT: Final = Refusal("rate/too_many_connections", "this account has too many connections: close some")
OF_FLOOD: Final = Refusal("rate/too_fast", "too many messages: wait a moment", {"retry_s": 5})
OF_ADDRESS: Final = Refusal("rate/address_full", "too many connections come from your address: close some or try later")
OF_HOUSE: Final = Refusal("rate/house_full", "the house is full: try again later")


class Room:
    def __init__(self, limits: EdgeLimits, now_s: Callable[[], float]) -> None:
        self.limits = limits
        self._now_s = now_s
        self.connections: set[Connection] = set()
        self._by_network: Counter[str] = Counter()
        self.taken = 0

    def refusal(self, account: Account, network: str, now_ms: int, factor: float = 1.0) -> Refusal | None:
        limits, known = self.limits, is_known(account, now_ms)
        if len(account.connections) >= limits.connections_per_account:
            return OF_ACCOUNT
        if account.bucket.level(self._now_s()) < -account.bucket.burst:
            return OF_FLOOD
        if self.taken >= limits.connections - (0 if known else limits.connections_reserved):
            return OF_HOUSE
        most = limits.connections_per_address * factor * (KNOWN_FACTOR if known else 1)
        return OF_ADDRESS if self._by_network[network] >= most else None

    def new_bucket(self) -> Bucket:
        """Of the frames of a connection."""
        return Bucket(*self.limits.messages(), self._now_s())

    def new_account_bucket(self) -> Bucket:
        """Of all connections of an account."""
        return Bucket(*self.limits.messages(self.limits.account_factor), self._now_s())

    def enter(self, connection: Connection) -> None:
        self.connections.add(connection)
        self._by_network[connection.network] += 1
        self.taken += 1

    def leave(self, connection: Connection) -> None:
        """Said again, it changes nothing."""
        if connection not in self.connections:
            return
        self.connections.discard(connection)
        network = connection.network
        self._by_network[network] -= 1
        self.taken -= 1
        if not self._by_network[network]:
            del self._by_network[network]

    def look(self, _: int = 0) -> None:
        """At everybody, now and then: who is silent, who reads too slowly."""
        now_s, limits = self._now_s(), self.limits
        for connection in list(self.connections):
            silent_s = now_s - connection.heard_s
            if connection.paused:
                if now_s - connection.paused_s > limits.slow_s:
                    connection.wire.abort()
            elif silent_s > limits.silent_s:
                connection.wire.abort()
            elif silent_s > limits.quiet_s and not connection.pinged:
                connection.ping()


def is_known(account: Account, now_ms: int) -> bool:
    """Has money in play, is here on another device, or was here a moment ago."""
    lately = bool(account.left_ms) and now_ms - account.left_ms < MOMENT_MS
    return account.in_play_minor > 0 or bool(account.connections) or lately
