"""The house's time, and whether the machine's clock can be believed when the house opens (decision 36).

That is held against the newest record of the journal. A clock that is far ahead of it is played by, but nothing expires
by it before a person has confirmed it; one that is behind it is not followed back.
"""

from __future__ import annotations

import secrets
import time
from typing import Final

from ventuno.bank import HoldExpiries
from ventuno.refusal import Refusal, RefusalRaised
from ventuno.server import logs
from ventuno.store import Ledger
from ventuno.store.history import newest_ms

HOUR_MS: Final = 3_600_000
BY_COMMAND_LINE: Final = "by the command line"


class Clock:
    """What the wall said at the start, carried on by the monotonic clock: one that is put right in the middle of a
    round must not cut a player's time short. Nor does it ever go back: it begins no earlier than the last record."""

    def __init__(self) -> None:
        self._start_ms = time.time_ns() // 1_000_000
        self._start = time.monotonic_ns()

    def now_ms(self) -> int:
        return self._start_ms + (time.monotonic_ns() - self._start) // 1_000_000

    def wall_ms(self) -> int:
        """What the machine says it is now; somebody may have put it right, or wrong."""
        return time.time_ns() // 1_000_000

    def not_before(self, at_ms: int) -> None:
        self._start_ms += max(at_ms - self.now_ms(), 0)


def begin(ledger: Ledger, clock: Clock, gap_ms: int, *, is_right: bool = False) -> None:
    """Before anything is opened. `is_right`: a person has said so where they started the house."""
    last_ms, held_ms = newest_ms(ledger), ledger.rules.held_ms
    if last_ms is None:
        return
    ahead_ms = clock.wall_ms() - last_ms
    clock.not_before(last_ms)
    if ahead_ms > gap_ms:
        _hold(ledger, clock, held_ms + ahead_ms, f"the clock is {in_words(ahead_ms)} ahead of the last record")
    elif -ahead_ms > max(gap_ms, held_ms):
        _hold(ledger, clock, -ahead_ms, f"the clock is {in_words(-ahead_ms)} behind the last record")
    if is_right and ledger.rules.held_ms != (still_ms := still_held_ms(clock, gap_ms)):
        _hold(ledger, clock, still_ms, BY_COMMAND_LINE, confirmed=True)


def still_held_ms(clock: Clock, gap_ms: int) -> int:
    """Once a person has said that the machine's clock is right: as far as the house's own time is ahead of it."""
    ahead_ms = clock.now_ms() - clock.wall_ms()
    return ahead_ms if ahead_ms > gap_ms else 0


def waits_ms(clock: Clock, held_ms: int) -> int:
    """How far what expires is behind the machine's clock: so much waits for somebody to confirm it."""
    return held_ms - max(clock.now_ms() - clock.wall_ms(), 0)


def _hold(ledger: Ledger, clock: Clock, held_ms: int, reason: str, *, confirmed: bool = False) -> None:
    key, at_ms = f"clock/{secrets.token_hex(12)}", clock.now_ms()
    outcome = ledger.execute(HoldExpiries(key=key, at_ms=at_ms, held_ms=held_ms, reason=reason, confirmed=confirmed))
    if isinstance(outcome, Refusal):
        raise RefusalRaised(outcome.code, outcome.why, **outcome.data)
    logs.warning("how much later things expire has changed", held_ms=held_ms, why=reason)


def in_words(ms: int) -> str:
    """Roughly, as one would say it."""
    hours = ms / HOUR_MS
    if hours >= 48:
        return f"{hours / 24:.0f} days"
    return f"{hours:.0f} hours" if hours >= 2 else f"{ms / 1000:.0f} s"
