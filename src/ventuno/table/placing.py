"""How much goes on a spot (B2 to B4, K3): its bounds, what is refused, what is capped.

A `Draft` collects what one act of a player places on several spots, so that the second spot knows of the first.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import msgspec

from ventuno.bank import Placed, RoundTerms, SpotLimits
from ventuno.bank.table_limits import MAIN, bounds
from ventuno.refusal import Refusal
from ventuno.variant import Variant
from ventuno.variant.faults import did_you_mean

LONGEST_SHOWN: Final = 40


class Note(NamedTuple):
    """What the player should know of a change: a `Notice` on the wire."""

    code: str
    why: str
    data: dict[str, Any]


def spot_of(position: int, bet: str = MAIN) -> str:
    return f"{position}/{bet}"


def parts_of(spot: str) -> tuple[int, str]:
    """Position and bet of a spot that is known to be one."""
    position, _, bet = spot.partition("/")
    return int(position), bet


def worth(placed: Placed) -> int:
    """Money and the value of golden chips: both count against a limit."""
    return placed.real_minor + golden_minor(placed) if placed.golden else placed.real_minor


def golden_minor(placed: Placed) -> int:
    return sum(value * count for value, count in placed.golden.items())


def joined(one: Placed, other: Placed, sign: int = 1) -> Placed:
    """Both on one spot, or (sign -1) what is left of one without the other."""
    real, golden = one.real_minor + sign * other.real_minor, {}
    if one.golden or other.golden:
        values = sorted(one.golden.keys() | other.golden.keys())
        golden = {value: one.golden.get(value, 0) + sign * other.golden.get(value, 0) for value in values}
    if real < 0 or min(golden.values(), default=0) < 0:
        raise ValueError(f"less than nothing would lie on {one.spot}")
    return Placed(one.spot, real, {value: count for value, count in golden.items() if count})


class PlacingRules(msgspec.Struct, frozen=True):
    """What the game, the table and the player's level say about placing."""

    variant: Variant
    limits: SpotLimits
    terms: RoundTerms

    def bounds(self, bet: str) -> tuple[int, int]:
        """Least and most; a bet of one fixed stake has no other, whatever the table's limits."""
        if bet != MAIN and (fixed := self.variant.fixed_stake(bet)) is not None:
            return fixed, fixed
        return bounds(self.limits, spot_of(1, bet))

    def step(self, bet: str) -> int:
        return self.variant.stake_step if bet == MAIN else 1

    def refusal_of_bet(self, bet: str) -> Refusal | None:
        known = [MAIN, *self.variant.side_bets]
        if bet in known:
            return None
        why = f"{bet[:LONGEST_SHOWN]!r} is no bet here; {did_you_mean(bet, known)}"
        return Refusal("bet/unknown_side_bet", why, {"offered": known[1:]})

    def refusal_of_amount(self, placed: Placed) -> Refusal | None:
        """What is wrong with the chips themselves, wherever they go."""
        if placed.real_minor < 0 or any(value <= 0 or count <= 0 for value, count in placed.golden.items()):
            return Refusal("bet/not_positive", "less than nothing cannot be placed: stake more than 0")
        if worth(placed) == 0:
            return Refusal("bet/not_positive", "nothing is placed: stake more than 0")
        if placed.golden and self.variant.golden_chips is None:
            return Refusal("bet/no_golden_chips", "golden chips are not played in this game")
        return self._refusal_of_step(placed)

    def _refusal_of_step(self, placed: Placed) -> Refusal | None:
        step = self.step(parts_of(placed.spot)[1])
        if all(amount % step == 0 for amount in (placed.real_minor, *placed.golden)):
            return None
        why = f"a main bet is a multiple of {step} minor units, so that every payment is whole"
        return Refusal("bet/not_divisible", why, {"step": step})


class Draft:
    """What one act would place, on top of what lies there."""

    def __init__(self, rules: PlacingRules, spots: Mapping[str, Placed]) -> None:
        self.rules = rules
        self.spots = dict(spots)
        self.placed: dict[str, Placed] = {}
        self.notes: list[Note] = []
        self.golden_count = sum(sum(placed.golden.values()) for placed in spots.values())

    def put(self, spot: str, amount_minor: int, golden: Mapping[int, int] | None = None) -> Refusal | None:
        """Adds chips as far as the spot takes them (B2). A refusal adds none."""
        wanted = self._wanted(Placed(spot, amount_minor, dict(golden or {})))
        if isinstance(wanted, Refusal):
            return wanted
        if refusal := self.rules.refusal_of_amount(wanted) or self._refusal_of_golden(wanted):
            return refusal
        fitting = self._fitting(wanted)
        if isinstance(fitting, Refusal):
            return fitting
        self._put(fitting)
        return None

    def here(self, spot: str) -> Placed:
        return self.spots.get(spot) or Placed(spot)

    def room(self, spot: str) -> int:
        return max(self.rules.bounds(parts_of(spot)[1])[1] - worth(self.here(spot)), 0)

    @property
    def real_minor(self) -> int:
        return sum(placed.real_minor for placed in self.placed.values())

    @property
    def golden(self) -> dict[int, int]:
        """Golden chips by value, on all spots together."""
        counted: dict[int, int] = {}
        for placed in self.placed.values():
            for value, count in placed.golden.items():
                counted[value] = counted.get(value, 0) + count
        return counted

    def _wanted(self, wanted: Placed) -> Placed | Refusal:
        """Of a bet with one fixed stake any chip places exactly that (B3); golden chips are what they are."""
        bet = parts_of(wanted.spot)[1]
        fixed = None if bet == MAIN else self.rules.variant.fixed_stake(bet)
        if fixed is None or worth(wanted) <= 0 or not self.room(wanted.spot):
            return wanted
        if not wanted.golden:
            return Placed(wanted.spot, fixed)
        if worth(wanted) != fixed:
            return Refusal("bet/exact_stake", f"{bet} takes exactly {fixed} minor units", {"stake": fixed})
        return wanted

    def _refusal_of_golden(self, wanted: Placed) -> Refusal | None:
        terms, both = self.rules.terms, joined(self.here(wanted.spot), wanted)
        if both.golden and both.real_minor and not terms.golden_mixed:
            why = f"golden and regular chips do not mix on {wanted.spot}"
            return Refusal("golden/not_mixed", why, {"spot": wanted.spot})
        most = terms.golden_per_round
        if wanted.golden and self.golden_count + sum(wanted.golden.values()) > most:
            return Refusal("golden/too_many", f"at most {most} golden chips a round", {"most": most})
        return None

    def _fitting(self, wanted: Placed) -> Placed | Refusal:
        """As much as there is room for: golden chips cannot be cut, money is cut to the step."""
        bet = parts_of(wanted.spot)[1]
        most, step = self.rules.bounds(bet)[1], self.rules.step(bet)
        left, golden = self.room(wanted.spot), {}
        for value in sorted(wanted.golden, reverse=True):
            if count := min(left // value, wanted.golden[value]):
                golden[value] = count
                left -= count * value
        fitting = Placed(wanted.spot, min(wanted.real_minor, left // step * step), golden)
        data = {"spot": wanted.spot, "most": most, "placed": worth(fitting)}
        if not worth(fitting):
            return Refusal("bet/at_maximum", f"{wanted.spot} takes at most {most} minor units", data)
        if worth(fitting) < worth(wanted):
            why = f"{wanted.spot} takes at most {most} minor units: {worth(fitting)} were placed"
            self.notes.append(Note("bet/capped", why, data))
        return fitting

    def _put(self, fitting: Placed) -> None:
        spot = fitting.spot
        self.spots[spot] = joined(self.here(spot), fitting)
        self.placed[spot] = joined(self.placed.get(spot) or Placed(spot), fitting)
        self.golden_count += sum(fitting.golden.values())
