"""A bet of the last round, placed again (B3): as far as today's limits, chips and seats allow."""

from __future__ import annotations

from collections.abc import Mapping

from ventuno.bank import Placed
from ventuno.bank.table_limits import MAIN
from ventuno.protocol.messages import MyBet
from ventuno.refusal import Refusal
from ventuno.table.placing import Draft, Note, parts_of, worth
from ventuno.table.port import Purse


def put_again(draft: Draft, bet: MyBet, times: int, purse: Purse) -> None:
    """Puts the bet on the draft, so many times; or notes why not."""
    wanted = _wanted(draft, bet, times)
    refusal = _refusal_below_minimum(draft, wanted) or _put(draft, wanted, purse)
    if refusal:
        leave_out(draft, bet, refusal)


def leave_out(draft: Draft, bet: MyBet, refusal: Refusal) -> None:
    data = {"spot": bet.spot, "because": refusal.code}
    draft.notes.append(Note("bet/not_repeated", f"{bet.spot} was not placed again: {refusal.why}", data))


def _wanted(draft: Draft, bet: MyBet, times: int) -> Placed:
    """A bet of one fixed stake cannot be doubled; money is cut to the step, which may have changed since."""
    name = parts_of(bet.spot)[1]
    if name != MAIN and draft.rules.variant.fixed_stake(name) is not None:
        times = 1
    step = draft.rules.step(name)
    golden = {value: count * times for value, count in bet.golden.items()}
    return Placed(bet.spot, bet.amount_minor * times // step * step, golden)


def _refusal_below_minimum(draft: Draft, wanted: Placed) -> Refusal | None:
    """It would only go back when the bets close."""
    least = draft.rules.bounds(parts_of(wanted.spot)[1])[0]
    if worth(wanted) >= least:
        return None
    return Refusal("bet/below_minimum", f"{wanted.spot} takes at least {least} minor units", {"least": least})


def _put(draft: Draft, wanted: Placed, purse: Purse) -> Refusal | None:
    """With its golden chips where they can be had and are allowed, else without."""
    if not wanted.golden:
        return draft.put(wanted.spot, wanted.real_minor)
    refusal = _refusal_of_chips(draft, wanted.golden, purse)
    refusal = refusal or draft.put(wanted.spot, wanted.real_minor, wanted.golden)
    money = Placed(wanted.spot, wanted.real_minor)
    if refusal is None or not wanted.real_minor or _refusal_below_minimum(draft, money):
        return refusal
    why = f"the golden chips on {wanted.spot} were not placed again: {refusal.why}"
    draft.notes.append(Note("golden/not_repeated", why, {"spot": wanted.spot, "because": refusal.code}))
    return draft.put(wanted.spot, wanted.real_minor)


def _refusal_of_chips(draft: Draft, golden: Mapping[int, int], purse: Purse) -> Refusal | None:
    taken = draft.golden
    for value, count in golden.items():
        if missing := max(taken.get(value, 0) + count - purse.golden.get(value, 0), 0):
            why = f"{missing} golden chips of {value} are missing"
            return Refusal("golden/not_enough", why, {"value": value, "missing": missing})
    return None
