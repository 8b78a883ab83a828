"""Retention: the cards and decisions of rounds that ended long ago go; their money never does.

What may go is said first, in the journal, where the audit finds it and the audit log shows it; then it goes, some
rounds at a time. The rounds themselves, everybody's part in them, the regulator's ids and the ledger stay.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Final, NamedTuple

import msgspec

from ventuno.bank import ForgetRounds, Receipt
from ventuno.bank.receipts import from_bytes
from ventuno.refusal import RefusalRaised
from ventuno.store.ended import done_until, next_ended, set_done
from ventuno.store.engine import Engine
from ventuno.store.ledger import Ledger
from ventuno.store.loading import load_head

_AT: Final = "SELECT at_ms FROM journal WHERE number = ?"
_ENDED: Final = """SELECT count(*) FROM journal WHERE number > ? AND number < ?
    AND kind IN ('SettleRound', 'VoidRound')"""
# As the index has it, in which those of no round are in the order of their numbers.
_SAID: Final = """SELECT receipt FROM journal
    WHERE kind = 'ForgetRounds' AND kind IN ('ResettleRound', 'ForgetRounds') AND round = ''"""
_SAID_LAST: Final = f"{_SAID} ORDER BY number DESC LIMIT 1"


class Forgotten(NamedTuple):
    """What ended before these records need not be kept any more."""

    parts: int  # as older versions let the parts in rounds go too
    events: int


def forgotten(engine: Engine) -> Forgotten:
    parts = events = 0
    for (receipt,) in engine.rows(_SAID):
        with suppress(msgspec.MsgspecError):  # the audit says which cannot be read
            said = from_bytes(bytes(receipt))
            parts, events = max(parts, said.forgotten), max(events, said.forgotten, said.events_forgotten)
    return Forgotten(parts, events)


def _may_go(engine: Engine) -> int:
    """What ended before this record, as it was said last."""
    return max((from_bytes(bytes(receipt)).events_forgotten for (receipt,) in engine.rows(_SAID_LAST)), default=0)


class Old(NamedTuple):
    ended_before: int  # the first record that is kept
    rounds: int  # ended before it, with cards that are still there


def old_rounds(ledger: Ledger, before_ms: int) -> Old:
    with ledger.reading() as engine, engine.snapshot():
        number = _first_since(engine, before_ms)
        ((count,),) = engine.rows(_ENDED, done_until(engine, "forgotten"), number)
        return Old(number, int(count))


def _first_since(engine: Engine, before_ms: int) -> int:
    """The first record of that time or later, in a few looks: records are in the order of their time."""
    low, high = 1, load_head(engine).number + 1
    while low < high:
        middle = (low + high) // 2
        rows = engine.rows(_AT, middle)
        low, high = (middle + 1, high) if rows and rows[0][0] < before_ms else (low, middle)
    return low


def say_forgotten(ledger: Ledger, before_ms: int, now_ms: int, *, by: int = 0, reason: str = "") -> bool:
    """What ended before then may go. False: nothing that was not said already."""
    with ledger.reading() as engine:
        number = _first_since(engine, before_ms)
        if number <= max(_may_go(engine), 1):
            return False
    command = ForgetRounds(key=f"forget/{number}", at_ms=now_ms, ended_before=number, by=by, reason=reason)
    outcome = ledger.execute(command)
    if not isinstance(outcome, Receipt):
        raise RefusalRaised(outcome.code, outcome.why)
    return True


def forget_step(engine: Engine) -> bool:
    """The next of what may go. False: there is nothing left."""
    ended = next_ended(engine, "forgotten", _may_go(engine) - 1)
    if ended is None:
        return False
    engine.run("DELETE FROM events WHERE round IN ??", ended.codes)
    set_done(engine, "forgotten", ended.until)
    return True


def forget_rounds(ledger: Ledger, before_ms: int, now_ms: int, reason: str = "") -> None:
    """Said, and done to the end."""
    say_forgotten(ledger, before_ms, now_ms, reason=reason)
    while ledger.keep(forget_step):
        pass
