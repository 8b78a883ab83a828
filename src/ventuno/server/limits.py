"""How much one client may ask of the house, and for how long it may keep it waiting.

By address means by IPv4 address, and by /64 of IPv6. An office behind one address is one client by these; whoever is
playing already comes in beyond them (`server/edge/room.py`).
"""

from __future__ import annotations

import math
from typing import Final

import msgspec

from ventuno.server.addresses import network_of


class Waits(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """For how long a client may keep the house waiting, in seconds."""

    head_s: float = 10  # for a request's head to arrive
    body_s: float = 10  # for its body
    idle_s: float = 75  # between two requests
    quiet_s: float = 25  # then a WebSocket is asked whether it is there
    silent_s: float = 60  # then it ends
    slow_s: float = 30  # that who reads too slowly may take to catch up


class EdgeLimits(Waits, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One table of the settings' file, with the waits: flat, as an operator writes it."""

    # WebSockets
    messages_per_second: float = 30  # frames of any kind, empty ones too
    messages_burst: float = 60
    account_factor: float = 2  # of an account, over all its connections
    address_factor: float = 30  # of an address, over all its accounts
    connections: int = 20_000
    connections_reserved: int = 2_000  # of them, for who has money in play or was here a moment ago
    connections_per_account: int = 8
    connections_per_address: int = 500
    # HTTP
    visitors: int = 4_000  # connections that are no WebSockets
    visitors_per_address: int = 128
    requests_per_second: float = 100  # by address
    requests_burst: float = 1_000
    writes_per_second: float = 2  # changes and slow reads, by account, by address where nobody is signed in
    writes_burst: float = 40
    heavy_at_once: int = 2  # exports, odds and the like, by account or address; as many again wait for their turn
    sign_ins_per_minute: float = 10  # tries, by address and by name
    new_accounts_per_hour: float = 100  # by address, guests too
    body_bytes: int = 64 * 1024
    # for programs on this machine that come directly: bots, monitors, benchmarks
    this_machine_factor: float = 50  # of everything by address
    # readiness
    loop_lag_ms: int = 250  # not ready while the loop stays later than this

    def messages(self, factor: float = 1.0) -> tuple[float, float]:
        """So many a second, so many at once."""
        return self.messages_per_second * factor, self.messages_burst * factor


class Measures:
    """How much more than a stranger an address may have. Nobody from outside comes by this machine's own."""

    def __init__(self, limits: EdgeLimits) -> None:
        self._factor = limits.this_machine_factor
        self.proxied = False  # then all come from the proxy's address, and nobody by their own
        self.listens_on = ""  # an address of this machine, by which its programs may come too

    def factor_of(self, network: str) -> float:
        own = network.startswith("127.") or network in (_LOOPBACK, self.listens_on)
        return self._factor if own and not self.proxied else 1.0


_LOOPBACK: Final = network_of("::1")


def faults_of(limits: EdgeLimits) -> list[str]:
    """What would let nobody in, or everybody."""
    may_be_none = ("connections_reserved",)
    found = [(field.name, getattr(limits, field.name)) for field in msgspec.structs.fields(EdgeLimits)]
    faults = [
        f"limits.{name} = {value:g}: a number over 0"
        for name, value in found
        if not 0 < value < math.inf and name not in may_be_none
    ]
    if not 0 <= limits.connections_reserved < limits.connections:
        faults.append("limits.connections_reserved is 0 at least, and less than limits.connections")
    return faults


SPARE_FILES: Final = 250  # the database, the log, what listens


def fitted(limits: EdgeLimits, files: int) -> EdgeLimits:
    """A connection is a file, and the system has only so many: never more than it would give us."""
    wanted, most = limits.connections + limits.visitors, files - SPARE_FILES
    if wanted <= most:
        return limits
    connections = max(limits.connections * most // wanted, 1)
    reserved = limits.connections_reserved * connections // limits.connections
    return msgspec.structs.replace(
        limits, connections=connections, connections_reserved=reserved, visitors=max(most - connections, 1)
    )
