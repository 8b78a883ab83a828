"""The accounts of the ledger and their numbers.

Everybody who holds money is a holder with a number; an account is one pocket of a holder. A player
has four pockets, the bank of a currency four, a jackpot one:

    player     wallet, stakes (in play), golden (bonus chips), golden stakes (in play)
    currency   house, cashier, promotions, in transit
    jackpot    pool

The number of an account is `holder × 8 + pocket`, so no table of names is read to post an entry.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final

POCKETS: Final = 8


class Pocket(IntEnum):
    WALLET = 0
    STAKES = 1  # reserved: neither the player's to spend nor the house's to keep
    GOLDEN = 2  # the value of the golden chips a player may still place (K3)
    GOLDEN_STAKES = 3
    HOUSE = 4
    CASHIER = 5  # money outside: minus what players have brought in and not taken out
    PROMOTIONS = 6  # minus the golden chips outstanding: the house's liability for them
    POOL = 7  # never below zero: a jackpot's, and of a currency
    IN_TRANSIT = 7  # ... what has left one side of the cashier and not come to the other (A8)


# Kept at zero or above by the database itself. The others are counterparts and may go below.
NEVER_NEGATIVE: Final = frozenset({Pocket.WALLET, Pocket.STAKES, Pocket.GOLDEN, Pocket.GOLDEN_STAKES, Pocket.POOL})


def account(holder: int, pocket: Pocket) -> int:
    return holder * POCKETS + pocket


def holder_of(number: int) -> int:
    return number // POCKETS


def pocket_of(number: int) -> Pocket:
    return Pocket(number % POCKETS)


def name_of(number: int) -> str:
    """As people read it: `7/golden stakes`."""
    return f"{holder_of(number)}/{pocket_of(number).name.lower().replace('_', ' ')}"
