"""Bets: what one bettor stakes on one position before the first card."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ventuno.refusal import Refusal
from ventuno.variant import Variant
from ventuno.variant.faults import did_you_mean

MOST_STAKE = 10**10  # minor units; sums over a whole crowd stay within 64 bits
LONGEST_NAME = 64


class PositionBet(msgspec.Struct, frozen=True, kw_only=True):
    """Amounts in minor units. `golden` amounts are bonus chips (K3), on top of the others."""

    position: int
    bettor: str
    main: int
    sides: dict[str, int] = {}
    golden: int = 0
    golden_sides: dict[str, int] = {}
    behind: bool = False  # rides on the position's first bettor, who decides (H1)
    follow_double: bool = True  # H2
    follow_split: bool = True
    insurance: bool = True  # whether offers are wanted (D6)

    @property
    def original(self) -> int:
        """What one chip on a hand stands for."""
        return self.main + self.golden


def refusal_of_bets(
    variant: Variant, bets: Sequence[PositionBet], most_positions: int, together: bool
) -> Refusal | None:
    """The first thing that is wrong with the bets of a round."""
    if not bets:
        return Refusal("bet/none", "there is no bet: stake something on at least one hand")
    taken: set[tuple[int, str]] = set()
    led: set[int] = set()
    for bet in bets:
        if (bet.position, bet.bettor) in taken:
            return Refusal("bet/twice", f"{bet.bettor} already has a bet on position {bet.position}")
        taken.add((bet.position, bet.bettor))
        if refusal := _of_bet(variant, bet, most_positions) or _of_sides(variant, bet):
            return refusal
        if bet.behind and bet.position not in led:
            return Refusal("bet/nobody_to_follow", f"nobody plays position {bet.position}: the bet goes back")
        if not (bet.behind or together) and bet.position in led:
            return Refusal("bet/position_taken", f"position {bet.position} is taken: bet behind it")
        led.add(bet.position)
    return None


def _of_bet(variant: Variant, bet: PositionBet, most_positions: int) -> Refusal | None:
    if not bet.bettor or len(bet.bettor) > LONGEST_NAME or any(c.isspace() or c == "=" for c in bet.bettor):
        return Refusal("bet/bad_name", f"{bet.bettor!r} is no name: 1 to {LONGEST_NAME} signs without blanks")
    if not 1 <= bet.position <= most_positions:
        return Refusal(
            "bet/no_such_position",
            f"there is no position {bet.position}: they are 1 to {most_positions}",
            {"positions": most_positions},
        )
    if bet.behind and not variant.table.bet_behind:
        return Refusal("bet/no_bet_behind", "there is no bet behind at this table")
    if (bet.golden or bet.golden_sides) and variant.golden_chips is None:
        return Refusal("bet/no_golden_chips", "golden chips are not played in this game")
    if bet.original <= 0 or bet.main < 0 or bet.golden < 0:
        return Refusal("bet/not_positive", f"a main bet of {bet.original} is no bet: stake more than 0")
    if bet.original > MOST_STAKE:
        return Refusal("bet/too_large", f"no bet is larger than {MOST_STAKE:,} minor units")
    if bet.main % variant.stake_step or bet.golden % variant.stake_step:
        return Refusal(
            "bet/not_divisible",
            f"a main bet is a multiple of {variant.stake_step} minor units, so that every payment is whole",
            {"step": variant.stake_step},
        )
    return None


def _of_sides(variant: Variant, bet: PositionBet) -> Refusal | None:
    for key in (*bet.sides, *bet.golden_sides):
        amount = bet.sides.get(key, 0) + bet.golden_sides.get(key, 0)
        if key not in variant.side_bets:
            offered = list(variant.side_bets)
            why = did_you_mean(key, offered) if offered else "there are none in this game"
            return Refusal("bet/unknown_side_bet", f"{key!r} is no side bet here; {why}", {"offered": offered})
        if amount <= 0 or min(bet.sides.get(key, 0), bet.golden_sides.get(key, 0)) < 0:
            return Refusal("bet/not_positive", f"a side bet of {amount} on {key} is no bet: stake more than 0")
        if amount > MOST_STAKE:
            return Refusal("bet/too_large", f"no bet is larger than {MOST_STAKE:,} minor units")
        fixed = variant.fixed_stake(key)
        if fixed is not None and amount != fixed:
            return Refusal("bet/exact_stake", f"{key} takes exactly {fixed} minor units", {"stake": fixed})
    return None
