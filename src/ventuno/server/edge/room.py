"""Who still finds room: WebSockets in all, by account and by address.

Part of the house is kept for who is playing already: strangers who fill it keep nobody from coming back to a hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from ventuno.refusal import Refusal

if TYPE_CHECKING:
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
        self._limits = limits
        self._now_s = now_s
        self._by_network: Counter[str] = Counter()
        self.taken = 0

    def refusal(self, account: Account, network: str, now_ms: int, factor: float = 1.0) -> Refusal | None:
        limits, known = self._limits, is_known(account, now_ms)
        if len(account.connections) >= limits.connections_per_account:
            return OF_ACCOUNT
        if account.bucket.level(self._now_s()) < -account.slow_debt:
            return OF_FLOOD
        if self.taken >= limits.connections - (0 if known else limits.connections_reserved):
            return OF_HOUSE
        most = limits.connections_per_address * factor * (KNOWN_FACTOR if known else 1)
        return OF_ADDRESS if self._by_network[network] >= most else None

    def enter(self, network: str) -> None:
        self._by_network[network] += 1
        self.taken += 1

    def leave(self, network: str) -> None:
        self._by_network[network] -= 1
        self.taken -= 1
        if not self._by_network[network]:
            del self._by_network[network]


def is_known(account: Account, now_ms: int) -> bool:
    """Has money in play, is here on another device, or was here a moment ago."""
    lately = bool(account.left_ms) and now_ms - account.left_ms < MOMENT_MS
    return account.in_play_minor > 0 or bool(account.connections) or lately
