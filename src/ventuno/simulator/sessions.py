"""Sessions: what becomes of a bankroll."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

import numpy as np

from ventuno.arrays import Bools, Floats, Ints
from ventuno.refusal import RefusalRaised
from ventuno.simulator.blocks import Progress, in_order
from ventuno.simulator.estimate import Z_95, Estimate, share
from ventuno.simulator.jackpot import SimulatedJackpot
from ventuno.simulator.round_kernel import new_seats
from ventuno.simulator.session_kernel import SessionArrays, SessionTerms, play_sessions
from ventuno.simulator.side_tables import SideBets, compile_side_bets
from ventuno.simulator.simulate import cards_behind, check, new_desk, shoe_lasted
from ventuno.simulator.situation import Policy
from ventuno.simulator.tables import Compiled, compile_tables
from ventuno.variant import digest
from ventuno.variant.model import SideBetPrices, Variant

_ROUNDS_A_BLOCK: Final = 2**20  # part of what a seed means
_QUANTILES: Final = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)


@dataclass(frozen=True, eq=False)
class Sessions:
    """Every session, in original bets."""

    variant: Variant
    seed: int
    rounds: int  # at most
    bankroll: float
    final: Floats
    lowest: Floats
    played: Ints
    ruined: Bools

    @property
    def sessions(self) -> int:
        return len(self.final)

    @property
    def mean(self) -> Estimate:
        """The bankroll in the end."""
        return Estimate(float(self.final.mean()), self.sd.value / math.sqrt(self.sessions))

    @property
    def sd(self) -> Estimate:
        away = self.final - self.final.mean()
        second, fourth = float((away**2).mean()), float((away**4).mean())
        sd = math.sqrt(second)
        error = math.sqrt(max(fourth - second**2, 0.0) / self.sessions) / (2 * sd) if sd else 0.0
        return Estimate(sd, error)

    @property
    def risk_of_ruin(self) -> Estimate:
        """That the bankroll does not last: the next round's bets cannot be paid."""
        return share(int(self.ruined.sum()), self.sessions)

    @property
    def ahead(self) -> Estimate:
        """That more is left than was brought."""
        return share(int((self.final > self.bankroll).sum()), self.sessions)

    def to_json(self, z: float = Z_95) -> dict[str, Any]:
        return {
            "variant": self.variant.key,
            "digest": digest(self.variant),
            "seed": self.seed,
            "sessions": self.sessions,
            "rounds": self.rounds,
            "bankroll": self.bankroll,
            "z": z,
            "final": {
                "mean": self.mean.to_json(z),
                "sd": self.sd.to_json(z),
                "quantiles": {str(q): float(np.quantile(self.final, q)) for q in _QUANTILES},
            },
            "risk_of_ruin": self.risk_of_ruin.to_json(z),
            "ahead": self.ahead.to_json(z),
            "rounds_played": float(self.played.mean()),
            "lowest": float(self.lowest.mean()),
        }


def simulate_sessions(
    variant: Variant,
    policy: Policy,
    sessions: int,
    seed: int,
    *,
    rounds: int,
    bankroll: float | Fraction,
    side_bets: Mapping[str, int | Fraction] | None = None,
    cut_card: bool | None = None,
    behind_cut_card: int | None = None,
    insurance: bool = False,
    workers: int = 2,
    progress: Progress | None = None,
) -> Sessions:
    """Plays sessions of so many rounds with one original bet a round, and the side bets' stakes in such bets.

    A session ends early when the bankroll does not cover the next round's bets. A double, a split or
    an insurance that it does not cover is not taken (D4). `progress` counts sessions.
    """
    stakes = {key: Fraction(stake) for key, stake in (side_bets or {}).items()}
    check(sessions=sessions, rounds=rounds, workers=workers)
    _check_money(Fraction(bankroll), stakes)
    behind = cards_behind(variant, cut_card, behind_cut_card)
    game = _Game(variant, policy, insurance, stakes, Fraction(bankroll), behind, seed, rounds)
    block = max(1, _ROUNDS_A_BLOCK // rounds)
    found = list(in_order(game.play, sessions, block, workers, progress))
    final, lowest, played, ruined = (np.concatenate(column) for column in zip(*found, strict=True))
    return Sessions(
        variant,
        seed,
        rounds,
        float(bankroll),
        final / game.ticks,
        lowest / game.ticks,
        played,
        ruined.astype(np.bool_),
    )


def _check_money(bankroll: Fraction, stakes: dict[str, Fraction]) -> None:
    if not 0 <= bankroll <= 10**12:
        raise RefusalRaised("simulate/bankroll", f"a bankroll of {bankroll} bets is not from 0 to a million millions")
    for key, stake in stakes.items():
        if not 0 < stake <= 10**6:
            raise RefusalRaised("simulate/stake", f"{key}: a stake of {stake} bets is not above 0 and up to a million")


def _parts_of_stake(prices: SideBetPrices, stake: Fraction) -> tuple[Fraction, ...]:
    """The stake, and where it feeds a jackpot what it adds and begins with: all are whole ticks."""
    if not prices.jackpot:
        return (stake,)
    return stake, stake * prices.jackpot.contribution, stake * Fraction(prices.jackpot.seed, prices.stake or 1)


class _Game:
    """One player's conditions, in ticks."""

    def __init__(
        self,
        variant: Variant,
        policy: Policy,
        insurance: bool,
        stakes: dict[str, Fraction],
        bankroll: Fraction,
        behind: int | None,
        seed: int,
        rounds: int,
    ) -> None:
        self.insured: Compiled = compile_tables(variant, policy, insurance)
        self.uninsured: Compiled = compile_tables(variant, policy, False)
        self.bets: SideBets = compile_side_bets(variant, tuple(stakes))
        parts = [self.insured.cells.ticks_per_bet, self.uninsured.cells.ticks_per_bet]
        for prices, stake in zip(self.bets.prices, stakes.values(), strict=True):
            parts += [part.denominator for part in _parts_of_stake(prices, stake)]
        self.ticks = math.lcm(*parts)
        side_stakes = np.array([int(stake * self.ticks) for stake in stakes.values()], dtype=np.int64)
        jackpots = [SimulatedJackpot(prices, 1) for prices in self.bets.prices]
        self.terms = SessionTerms(
            rounds,
            bankroll=int(bankroll * self.ticks),
            insurance=self.ticks // 2 if insurance and variant.hand.insurance else 0,
            net=self.insured.cells.in_ticks(self.ticks).net,
            uninsured_net=self.uninsured.cells.in_ticks(self.ticks).net,
            side_stakes=side_stakes,
            seeds=np.array([jackpot.seed for jackpot in jackpots], dtype=np.float64) * side_stakes,
            growth=np.array([jackpot.growth for jackpot in jackpots], dtype=np.float64) * side_stakes,
        )
        self.decks, self.behind, self.seed = variant.shoe.decks, behind, seed

    def play(self, block: int, sessions: int) -> tuple[Ints, Ints, Ints, Ints]:
        desk = new_desk(self.decks, self.behind, self.seed, block, self.bets, 1, self.ticks)
        pools, tally = np.zeros(len(self.bets)), np.zeros(self.bets.tables.pays.shape, dtype=np.int64)
        found = SessionArrays(pools, tally, *np.zeros((4, sessions), dtype=np.int64))
        insured, uninsured = self.insured.tables, self.uninsured.tables
        play_sessions(insured, uninsured, self.bets.tables, desk, new_seats(1), self.terms, found)
        shoe_lasted(desk, 1)
        return found.final, found.lowest, found.played, found.ruined
