"""What comes of a command that was accepted. It is stored, so that the same key brings it again.

There is one for every card and every bet, so it is stored in few bytes: fields have short names, and the kind and the
key, which stand beside it in the journal, are left out. An older one has all of them in full.
"""

from __future__ import annotations

import hashlib
from typing import Any, Final

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


class Booked(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a command moved."""

    number: int  # in the journal
    kind: str = ""
    key: str = ""
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
    forgotten: int = 0  # by an older version: events and parts of rounds that ended before this number are gone
    short_minor: int = 0  # what a correction could not take, for the wallet did not hold it: the house's loss
    act: Act | None = None  # where somebody of the house did it
    again: bool = False  # it was accepted before: nothing was moved now, and nothing may follow from it now


class Receipt(Booked, frozen=True, omit_defaults=True):
    """What it moved, and what its record vouches for. Stored flat, in this order."""

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
    events_forgotten: int = 0  # the play-by-play of rounds that ended before this number need not be kept
    table: SealedTable | None = None
    rules: str = ""  # the digest of those that were kept


def fingerprint(text: str | bytes) -> str:
    """Says whether something is what it was, and nothing else of it; empty for nothing."""
    body = text.encode() if isinstance(text, str) else text
    return hashlib.sha256(body).hexdigest()[:_FINGERPRINT] if body else ""


_FINGERPRINT: Final = 32  # 128 bits
_SHORT: Final = {
    "number": "n",
    "player": "p",
    "amount_minor": "a",
    "wallet_minor": "w",
    "golden_minor": "g",
    "staked_minor": "s",
    "returned_minor": "r",
    "contributed_minor": "c",
}


def _as_stored() -> type[msgspec.Struct]:
    """The same fields, some by a shorter name. Only the number has no default."""
    number, *rest = msgspec.structs.fields(Receipt)
    fields: list[tuple[str, Any] | tuple[str, Any, Any]] = [(number.name, number.type)]
    fields += [(field.name, field.type, _default(field)) for field in rest]
    return msgspec.defstruct("Stored", fields, frozen=True, omit_defaults=True, rename=_SHORT)


def _default(field: msgspec.structs.FieldInfo) -> Any:
    return field.default_factory() if field.default is msgspec.NODEFAULT else field.default


_Kept: Final = _as_stored()
_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(_Kept).decode
_decode_in_full = msgspec.json.Decoder(Receipt).decode
_IN_FULL: Final = b'{"number":'


def to_bytes(receipt: Receipt) -> bytes:
    number, _, _, *fields = msgspec.structs.astuple(receipt)
    return _encode(_Kept(number, "", "", *fields))


def from_bytes(body: bytes, kind: str = "", key: str = "") -> Receipt:
    """`kind` and `key` as they stand in the journal, for who asks for them."""
    if body.startswith(_IN_FULL):
        return _decode_in_full(body)
    number, _, _, *fields = msgspec.structs.astuple(_decode(body))
    return Receipt(number, kind, key, *fields)
