"""The desk where bets are taken: by which rules, within which limits, in which language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ventuno.cli.table.speech import Complaint, Speech
from ventuno.money import MINOR_PER_UNIT
from ventuno.play import Bet
from ventuno.refusal import Refusal
from ventuno.variant import Variant
from ventuno.variant.model import Limits

PLAYER: Final = "player"

Bets = tuple[Bet, ...]


@dataclass(frozen=True, slots=True)
class Desk:
    """What decides whether a bet is taken."""

    variant: Variant
    limits: Limits
    speech: Speech

    @property
    def most_hands(self) -> int:
        table = self.variant.table
        return min(table.positions, table.positions_per_player)

    @property
    def least_bet(self) -> int:
        return self.limits.main[0] * MINOR_PER_UNIT

    @property
    def example(self) -> str:
        """A bet that these limits take."""
        main = min(max(10, self.limits.main[0]), self.limits.main[1])
        free = [key for key in self.variant.side_bets if self.variant.fixed_stake(key) is None]
        return f"{main} {free[0]}={self.limits.side[0]}" if free else str(main)


def checked(bets: Bets, desk: Desk) -> Bets:
    """The bets, if each is within its limits (B4)."""
    for bet in bets:
        _check_main(bet.main, desk)
        for key, stake in bet.sides.items():
            _check_side(key, stake, desk)
    return bets


def _check_main(amount: int, desk: Desk) -> None:
    if not _within(amount, desk.limits.main):
        raise Complaint(desk.speech.words.betting.main_limits.format(**_range(amount, desk.limits.main, desk)))


def _check_side(key: str, amount: int, desk: Desk) -> None:
    said, bet = desk.speech.words.betting, desk.speech.bet(key)
    fixed = desk.variant.fixed_stake(key)
    if fixed is not None:
        if amount != fixed:
            raise Complaint(said.exact_stake.format(bet=bet, stake=desk.speech.amount(fixed)))
    elif not _within(amount, desk.limits.side):
        raise Complaint(said.side_limits.format(bet=bet, **_range(amount, desk.limits.side, desk)))


def _within(amount: int, limits: tuple[int, int]) -> bool:
    least, most = limits
    return least * MINOR_PER_UNIT <= amount <= most * MINOR_PER_UNIT


def _range(amount: int, limits: tuple[int, int], desk: Desk) -> dict[str, str]:
    least, most = (desk.speech.grammar.number(units) for units in limits)
    return {"least": least, "most": most, "amount": desk.speech.amount(amount)}


def total_of(bets: Bets) -> int:
    return sum(bet.main + sum(bet.sides.values()) for bet in bets)


def refusal_of(refusal: Refusal, speech: Speech) -> str:
    """The engine's refusal of a bet, in the player's language."""
    sentence = speech.words.betting.refusals.get(refusal.code)
    step = speech.amount(refusal.data.get("step", 0))
    return sentence.format(step=step) if sentence else refusal.why
