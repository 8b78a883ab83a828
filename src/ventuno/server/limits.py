"""How much one client may ask of the house."""

from __future__ import annotations

import msgspec


class EdgeLimits(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    messages_per_second: float = 30
    messages_burst: float = 60
    account_factor: float = 2  # of an account, over all its connections
    connections_per_account: int = 8
    connections: int = 20_000
    sign_ins_per_minute: float = 10  # tries, by address and by name
    body_bytes: int = 64 * 1024
