"""What comes of a command that was accepted. It is stored, so that the same key brings it again."""

from __future__ import annotations

import msgspec

from ventuno.bank.records import Act, TransferState


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
    forgotten: int = 0  # of versions before 7: events and parts of rounds that ended before this number are gone
    short_minor: int = 0  # what a correction could not take, for the wallet did not hold it: the house's loss
    act: Act | None = None  # where somebody of the house did it
    again: bool = False  # it was accepted before: nothing was moved now, and nothing may follow from it now
    transfer: str = ""  # the key of the transfer that it is a step of (A8)
    state: TransferState | None = None  # ... and what that is now
    events_forgotten: int = 0  # the play-by-play of rounds that ended before this number need not be kept


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Receipt).decode


def to_bytes(receipt: Receipt) -> bytes:
    return _encode(receipt)


def from_bytes(body: bytes) -> Receipt:
    return _decode(body)
