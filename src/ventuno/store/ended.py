"""What is done with rounds after they have ended: some at a time, between other transactions, so that no table waits.

The journal says in which order they ended, and each kind of work remembers how far it has come: it is never done by
looking through all rounds, it goes on after a crash, and doing it again changes nothing.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from ventuno.store.engine import Engine
from ventuno.store.tables import TENDED

STEP: Final = 1_000  # records of the journal in one transaction
Work = Literal["packed", "forgotten"]

_ENDED: Final = """SELECT round FROM journal WHERE number > ? AND number <= ?
    AND kind IN ('SettleRound', 'VoidRound') ORDER BY number"""


class EndedRound(NamedTuple):
    codes: list[str]
    until: int  # the last record that was looked at


def done_until(engine: Engine, work: Work) -> int:
    rows = engine.rows("SELECT number FROM tended WHERE work = ?", work)
    return int(rows[0][0]) if rows else 0


def next_ended(engine: Engine, work: Work, last: int) -> EndedRound | None:
    """Rounds that ended up to record `last` and are next for this work; None: there is nothing left."""
    done = done_until(engine, work)
    if done >= last:
        return None
    until = min(done + STEP, last)
    return EndedRound([code for (code,) in engine.rows(_ENDED, done, until)], until)


def set_done(engine: Engine, work: Work, until: int) -> None:
    engine.put(TENDED, [(work, until)])
