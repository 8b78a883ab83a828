"""What the bank knows, as plain data: a store loads it, a decision changes it, a store writes it.

Amounts are whole minor units, times are milliseconds since 1970 in UTC.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

import msgspec

from ventuno.bank.accounts import Pocket

Role = Literal["player", "operator", "supervisor"]
RoundState = Literal["open", "settled", "void"]
TransferKind = Literal["deposit", "withdrawal"]
TransferState = Literal["asked", "credited", "refused", "refunding", "refunded", "paid", "returned"]
OrderKind = Literal["collect", "refund", "pay_out"]
Details = dict[str, str | int | bool]


class Purse(msgspec.Struct, gc=False):
    """A player's four balances, and the sums that limits are measured by."""

    player: int
    currency: str
    wallet: int = 0
    stakes: int = 0
    golden: int = 0
    golden_stakes: int = 0
    deposited: int = 0  # ever; the limits of A9 compare it with what it was when the period began
    withdrawn: int = 0
    staked: int = 0  # real money, less what was taken back
    returned: int = 0
    played_ms: int = 0
    last_play_ms: int = 0


class Fund(msgspec.Struct, gc=False):
    """An account of the house: house, cashier, promotions, or a jackpot's pool."""

    account: int
    owner: str  # the currency, or the jackpot's key
    currency: str
    balance: int = 0


class Person(msgspec.Struct, gc=False):
    number: int
    name: str
    role: Role
    currency: str
    opened_ms: int
    vip_level: str = ""
    demo: bool = False
    password_hash: str = ""
    settings: str = "{}"  # JSON: A7


class Factor(msgspec.Struct, frozen=True):
    """Somebody's second factor. The secret is sealed; recovery codes are hashes of those not used yet."""

    person: int
    sealed: bytes
    since_ms: int
    last_step: int  # of the last code that was taken: no code counts twice
    recovery: tuple[str, ...]


class SpotLimits(msgspec.Struct, frozen=True):
    """Least and most on one spot, in minor units, for a VIP level (B4)."""

    main_least_minor: int
    main_most_minor: int
    side_least_minor: int
    side_most_minor: int
    level: str = ""


class RoundTerms(msgspec.Struct, frozen=True):
    """What was agreed when the round opened; a change at the table counts from the next one (B4)."""

    limits: tuple[SpotLimits, ...] = ()
    jackpots: dict[str, str] = {}  # by side bet: the jackpot it feeds
    golden_per_round: int = 10  # K3: how many chips, whether on a spot with regular ones, whether for actions
    golden_mixed: bool = True
    golden_for_actions: bool = True


class RoundRecord(msgspec.Struct, gc=False):
    code: str
    table: str
    game: str
    opened_ms: int
    last_ms: int
    terms: RoundTerms = RoundTerms()
    state: RoundState = "open"
    events: int = 0  # how many are stored
    opened: int = 0  # the journal's number of its opening
    ended: int = 0  # ... and of its settlement or void


class Stake(msgspec.Struct, gc=False):
    """What one player has in play on one spot of a round."""

    round: str
    player: int
    spot: str
    real_minor: int = 0
    golden: dict[int, int] = {}  # chips by lot
    golden_minor: int = 0  # their value
    currency: str = ""  # the player's, so that a crowd is settled without looking at every purse


class Lot(msgspec.Struct, gc=False):
    """Golden chips of one grant: one value, one expiry."""

    number: int
    player: int
    value_minor: int
    count: int  # to be placed
    expires_ms: int
    bonus: str = ""


class Jackpot(msgspec.Struct, gc=False):
    key: str
    currency: str
    pool: int  # its account
    seed_minor: int
    contribution: str  # of each stake, a fraction
    remainder: str = "0"  # of a minor unit, carried to the next contribution


class Transfer(msgspec.Struct, gc=False):
    """Money on its way between a player and the provider (A8); `bank/transfers.py` has its states."""

    key: str
    kind: TransferKind
    player: int
    currency: str
    amount_minor: int
    state: TransferState
    opened_ms: int
    changed_ms: int
    opened: int  # the journal's number of its beginning
    changed: int  # ... and of its last step
    provider: str = ""
    code: str = ""  # why it was refused or went back
    why: str = ""


class Crowd(NamedTuple):
    """Players with plain money in a round that ends, all in one currency, as columns: 100,000 are a few lists."""

    currency: str
    players: Sequence[int]
    staked: Sequence[int]


class EndedCrowd(NamedTuple):
    """What became of them: stakes leave play, what is returned comes to the wallets."""

    round: str
    ended: int  # the journal's number of the settlement or void
    void: bool
    crowd: Crowd
    returned: Sequence[int]


class ParticipationRecord(NamedTuple):
    """One player's part in a round that has ended (A6)."""

    player: int
    ended: int  # the journal's number of the settlement or void
    round: str
    staked_minor: int
    returned_minor: int
    golden_staked_minor: int
    golden_returned_minor: int
    jackpot_minor: int


class PartIds(NamedTuple):
    """The regulator's ids of one player's part in a round (A10)."""

    player: int
    round: str
    session_id: str
    participation_id: str


class Act(msgspec.Struct, frozen=True, omit_defaults=True):
    """What somebody of the house did (E3); part of the receipt, so the journal seals it."""

    by: int  # 0: the house itself
    what: str
    subject: str
    reason: str = ""
    details: Details = {}


class Entries(NamedTuple):
    """As columns: plus comes in, minus goes out, in minor units."""

    accounts: Sequence[int] = ()
    amounts: Sequence[int] = ()


class JournalRecord(msgspec.Struct, frozen=True, gc=False):
    """One accepted command. `digest` chains it to the one before."""

    number: int
    key: str
    kind: str
    at_ms: int
    player: int
    round: str
    content: bytes  # SHA-256 of the command: the same key with other content is refused
    events: bytes  # SHA-256 of the round's events stored with it; empty: none
    receipt: bytes
    digest: bytes
    entries: Entries = Entries()


class Head(msgspec.Struct, gc=False):
    """Where the journal ends, and the next free numbers."""

    number: int = 0
    digest: bytes = b""
    next_holder: int = 1
    next_lot: int = 1
    held_ms: int = 0  # what expires does so this much later (decision 36)


PURSE_POCKETS = (Pocket.WALLET, Pocket.STAKES, Pocket.GOLDEN, Pocket.GOLDEN_STAKES)
PURSE_FIELDS = ("wallet", "stakes", "golden", "golden_stakes")  # by pocket
