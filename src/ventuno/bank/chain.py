"""The hash chain: each record of the journal seals itself, its entries and everything before it."""

from __future__ import annotations

import hashlib
import sys
from array import array
from collections.abc import Iterable, Sequence

import msgspec

from ventuno.bank.records import Entries

GENESIS = hashlib.sha256(b"ventuno journal 1").digest()
_COUNT = 4  # bytes
_encode = msgspec.msgpack.Encoder().encode


def seal(
    before: bytes,
    fields: tuple[int, str, str, int, int, str, bytes, bytes, bytes],
    entries: Entries,
) -> bytes:
    """The digest of a record: number, key, kind, time, player, round, content, events, receipt; then its entries.

    The entries are one block: all accounts, then all amounts.
    """
    sealing = hashlib.sha256(before or GENESIS)
    sealing.update(_encode(fields))
    sealing.update(_packed(entries.accounts))
    sealing.update(_packed(entries.amounts))
    return sealing.digest()


def _packed(numbers: Sequence[int]) -> bytes:
    """64 bits each, least byte first on every machine."""
    block = array("q", numbers)
    if sys.byteorder == "big":
        block.byteswap()
    return block.tobytes()


def digest_of_events(events: Iterable[bytes]) -> bytes:
    """How many, then the hash of each by its length and its bytes: none can be cut in two or joined."""
    sealing, count = hashlib.sha256(), 0
    for body in events:
        sealing.update(len(body).to_bytes(8, "big"))
        sealing.update(body)
        count += 1
    return count.to_bytes(_COUNT, "big") + sealing.digest() if count else b""


def count_of(digest: bytes) -> int:
    """How many events a digest seals."""
    return int.from_bytes(digest[:_COUNT], "big")
