"""What the house has set for everybody: currencies, most amounts, times."""

from __future__ import annotations

from typing import Final

import msgspec

from ventuno.money import MOST

DAY_MS: Final = 86_400_000
PLAY_MONEY: Final = "PLAY"  # the currency of demo accounts
MOST_STAKE_MINOR: Final = 10**10  # as in play: sums over a whole crowd stay within 64 bits
MOST_BALANCE_MINOR: Final = 1000 * MOST  # of one account, within 64 bits
LONGEST: Final = 128  # signs of a key, a spot, a code
LONGEST_REASON: Final = 500
LATEST_MS: Final = 2**62  # no moment is later: for good
MOST_CHIPS: Final = 10_000  # of one grant


class HouseRules(msgspec.Struct, frozen=True):
    currencies: frozenset[str] = frozenset({"EUR", "GBP", "USD", PLAY_MONEY})
    demo_minor: int = 1_000_00  # what a demo account begins with
    cooling_ms: int = 7 * DAY_MS  # before a limit is loosened (A9)
    idle_ms: int = 15 * 60_000  # a longer pause between stakes is not time played
    abandoned_ms: int = 90 * DAY_MS  # a round left so long is cancelled (T1)
    held_ms: int = 0  # what expires does so this much later: nobody has confirmed the clock yet (decision 36)

    def expiry_ms(self, at_ms: int) -> int:
        """The time by which things expire: the only one that may end a time-out, a chip, a round, a limit's period."""
        return at_ms - self.held_ms


def is_detail(name: str, value: str | int | bool) -> bool:
    """A named value of a profile or an act, of a size that anybody could keep."""
    if isinstance(value, str):
        return is_text(name) and (not value or is_text(value, LONGEST_REASON))
    return is_text(name) and abs(value) < LATEST_MS


def is_text(text: str, longest: int = LONGEST) -> bool:
    """Something a person could write down, and any database keep."""
    return 0 < len(text) <= longest and text.isprintable()
