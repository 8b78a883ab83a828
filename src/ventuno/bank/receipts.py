"""What comes of a command that was accepted. It is stored, so that the same key brings it again."""

from __future__ import annotations

import hashlib
from typing import Final

import msgspec

from ventuno.bank.care import Care
from ventuno.bank.records import Act, Details, TransferState


class SealedFactor(msgspec.Struct, frozen=True):
    """A second factor as it was enrolled, by fingerprints: nothing in it opens anything."""

    sealed: str
    recovery: tuple[str, ...]
    step: int


class SealedTable(msgspec.Struct, frozen=True):
    """A table between its rounds, as it was kept: its name, and the fingerprint of what was kept of it."""

    name: str
    body: str


class Receipt(msgspec.Struct, frozen=True, omit_defaults=True):
    number: int  # in the journal
    kind: str
    key: str
    player: int = 0
    amount_minor: int = 0  # deposited or withdrawn
    wallet_minor: int | None = None  # what the player's wallet held afterwards
    golden_minor: int | None = None
    staked_minor: int = 0
    returned_minor: int = 0
    jackpot_share_minor: int = 0
    jackpot_left_minor: int = 0  # what could not be shared: the house's (J1)
    contributed_minor: int = 0
    effective_ms: int = 0  # from when a limit counts (A9)
    forgotten: int = 0  # the play-by-play of rounds that ended before this number is gone
    short_minor: int = 0  # what a correction could not take, for the wallet did not hold it: the house's loss
    act: Act | None = None  # where somebody of the house did it
    again: bool = False  # it was accepted before: nothing was moved now, and nothing may follow from it now
    transfer: str = ""  # the key of the transfer that it is a step of (A8)
    state: TransferState | None = None  # ... and what that is now
    code: str = ""  # ... and why it was refused or went back
    why: str = ""
    # What the record vouches for, so that an audit can say what a row was. None: older than these.
    care: Care | None = None  # the player's, after it
    settings: Details | None = None  # those that were changed
    password: str | None = None  # the fingerprint of its hash; empty: none
    factor: SealedFactor | None = None
    issued: int = 0  # the regulator's ids are issued for all stakes up to this record (A10)
    issued_after: int = 0  # ... and these are those from here on
    carried: dict[str, str] = {}  # by jackpot that was fed: what it carries of a minor unit
    table: SealedTable | None = None
    rules: str = ""  # the digest of those that were kept


def fingerprint(text: str | bytes) -> str:
    """Says whether something is what it was, and nothing else of it; empty for nothing."""
    body = text.encode() if isinstance(text, str) else text
    return hashlib.sha256(body).hexdigest()[:_FINGERPRINT] if body else ""


_FINGERPRINT: Final = 32  # 128 bits
_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Receipt).decode


def to_bytes(receipt: Receipt) -> bytes:
    return _encode(receipt)


def from_bytes(body: bytes) -> Receipt:
    return _decode(body)
