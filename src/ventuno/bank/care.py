"""Responsible gaming (A9): limits, time-outs, self-exclusion, reality checks, as rules on plain data.

A limit compares a sum that only grows (deposited, staked, staked less returned, time played) with
what it was when the period began. Tightening counts at once, loosening after a cooling period.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

import msgspec

from ventuno.bank.periods import period_of
from ventuno.bank.records import Purse
from ventuno.bank.rules import LATEST_MS, HouseRules
from ventuno.refusal import Refusal

FOR_GOOD: Final = LATEST_MS


class Limit(msgspec.Struct, frozen=True):
    """`amount` in minor units, milliseconds for time; None: none. `next_amount` counts from `next_ms` on."""

    kind: str
    period: str
    amount: int | None
    index: int  # the period that `base` belongs to
    base: int  # what the sum was when that period began
    next_amount: int | None = None
    next_ms: int = 0  # 0: no change is waiting


class Care(msgspec.Struct, frozen=True):
    limits: dict[str, Limit] = {}  # by kind and period
    timed_out_until_ms: int = 0
    excluded_until_ms: int = 0
    reality_every_ms: int = 0
    reality_seen_ms: int = 0


def measured(purse: Purse, kind: str, at_ms: int, rules: HouseRules) -> int:
    """The sum that a kind of limit looks at."""
    match kind:
        case "deposit":
            return purse.deposited
        case "stake":
            return purse.staked
        case "loss":
            return purse.staked - purse.returned
    return played_ms(purse, at_ms, rules)


def played_ms(purse: Purse, at_ms: int, rules: HouseRules) -> int:
    """Time played up to now: the pauses between stakes, long ones left out."""
    pause = at_ms - purse.last_play_ms
    return purse.played_ms + (pause if 0 < pause <= rules.idle_ms else 0)


class Paid(NamedTuple):
    """A deposit, or a round's end: what it added to the sums of the purse."""

    at_ms: int
    deposited: int = 0
    staked: int = 0
    returned: int = 0


def purse_at(start_ms: int, purse: Purse, paid: Sequence[Paid], rules: HouseRules) -> Purse:
    """The purse's sums as they were then; `paid`, in order, is what came after (and may begin before).

    What is still in play counts as staked since, and so does a round by when it ended. Time played is
    taken from the ends of rounds, as it is from stakes while one plays.
    """
    since = [one for one in paid if one.at_ms >= start_ms]
    ends_ms = [one.at_ms for one in since if not one.deposited]
    played = sum(pause for one, other in pairwise(ends_ms) if 0 < (pause := other - one) <= rules.idle_ms)
    return Purse(
        purse.player,
        purse.currency,
        deposited=purse.deposited - sum(one.deposited for one in since),
        staked=purse.staked - purse.stakes - sum(one.staked for one in since),
        returned=purse.returned - sum(one.returned for one in since),
        played_ms=max(purse.played_ms - played, 0),
    )


def rolled(limit: Limit, now: int, expiry_ms: int) -> Limit:
    """The limit as it stands now: a change whose time has come, a period that has begun."""
    if limit.next_ms and expiry_ms >= limit.next_ms:
        limit = msgspec.structs.replace(limit, amount=limit.next_amount, next_amount=None, next_ms=0)
    index = period_of(limit.period, expiry_ms)
    if index > limit.index:  # never back: a clock that jumps must not open a fresh period
        return msgspec.structs.replace(limit, index=index, base=now)
    if limit.kind != "loss" and now < limit.base:
        # Stakes of an earlier period were taken back: that makes no room in this one.
        return msgspec.structs.replace(limit, base=now)
    return limit


def rolled_care(care: Care, purse: Purse, at_ms: int, rules: HouseRules) -> Care:
    if not care.limits:
        return care
    limits = {
        name: rolled(limit, measured(purse, limit.kind, at_ms, rules), rules.expiry_ms(at_ms))
        for name, limit in care.limits.items()
    }
    return msgspec.structs.replace(care, limits=limits)


def refusal_of_deposit(care: Care, purse: Purse, amount_minor: int, at_ms: int, rules: HouseRules) -> Refusal | None:
    absent = refusal_of_absence(care, at_ms, rules)
    return absent or _over(care, purse, ("deposit",), amount_minor, at_ms, rules)


def refusal_of_stake(
    care: Care, purse: Purse, amount_minor: int, initial: bool, at_ms: int, rules: HouseRules
) -> Refusal | None:
    """A round that has begun may be played to its end; only its further stakes are held to the limits."""
    if initial and (refusal := refusal_of_absence(care, at_ms, rules) or _out_of_time(care, purse, at_ms, rules)):
        return refusal
    return _over(care, purse, ("stake", "loss"), amount_minor, at_ms, rules)


def refusal_of_absence(care: Care, at_ms: int, rules: HouseRules) -> Refusal | None:
    expiry_ms = rules.expiry_ms(at_ms)
    if expiry_ms < care.excluded_until_ms:
        until = None if care.excluded_until_ms == FOR_GOOD else care.excluded_until_ms
        return Refusal("limit/self_excluded", "you have excluded yourself from play", {"until_ms": until})
    if expiry_ms < care.timed_out_until_ms:
        return Refusal("limit/timed_out", "you have taken a time-out", {"until_ms": care.timed_out_until_ms})
    return None


def _out_of_time(care: Care, purse: Purse, at_ms: int, rules: HouseRules) -> Refusal | None:
    if refusal := _over(care, purse, ("time",), 1, at_ms, rules):
        return refusal
    if care.reality_every_ms and at_ms - care.reality_seen_ms >= care.reality_every_ms:
        data = {"played_ms": played_ms(purse, at_ms, rules), "net_minor": purse.returned - purse.staked}
        return Refusal("limit/reality_check", "time to look at the clock: confirm to play on", data)
    return None


def _over(
    care: Care, purse: Purse, kinds: tuple[str, ...], adding: int, at_ms: int, rules: HouseRules
) -> Refusal | None:
    for limit in care.limits.values():
        if limit.kind in kinds and limit.amount is not None:
            left = limit.amount - (measured(purse, limit.kind, at_ms, rules) - limit.base)
            if adding > left:
                return _reached(limit, max(left, 0))
    return None


def _reached(limit: Limit, left: int) -> Refusal:
    return Refusal(
        f"limit/{limit.kind}",
        f"your {limit.kind} limit of this {limit.period} leaves {left}",
        {"period": limit.period, "amount": limit.amount, "left": left},
    )


def with_limit(
    care: Care, then: Purse, kind: str, period: str, amount: int | None, at_ms: int, rules: HouseRules
) -> tuple[Care, int]:
    """The limit set anew, and from when it counts. `care` has been rolled to now.

    A first one counts all of its period: `then` is the purse as it was when that began.
    """
    name = f"{kind}/{period}"
    old = care.limits.get(name)
    if old is None:
        index = period_of(period, rules.expiry_ms(at_ms))
        old = Limit(kind, period, None, index, measured(then, kind, at_ms, rules))
    if _tighter(amount, old.amount):
        new, effective_ms = msgspec.structs.replace(old, amount=amount, next_amount=None, next_ms=0), at_ms
    else:
        effective_ms = at_ms + rules.cooling_ms
        new = msgspec.structs.replace(old, next_amount=amount, next_ms=effective_ms)
    return msgspec.structs.replace(care, limits={**care.limits, name: new}), effective_ms


def _tighter(new: int | None, old: int | None) -> bool:
    """The same again counts as tighter: it takes back a loosening that waits."""
    if new is None:
        return old is None
    return old is None or new <= old
