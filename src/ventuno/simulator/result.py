"""What a simulation found, each figure with its error."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

from ventuno.simulator.estimate import Z_95, Estimate, share
from ventuno.simulator.moments import Moments
from ventuno.variant import digest
from ventuno.variant.model import Variant


@dataclass(frozen=True)
class JackpotHistory:
    """In units of the stake."""

    wins: int
    paid: float
    largest: float
    at_end: float

    @property
    def mean_win(self) -> float | None:
        return self.paid / self.wins if self.wins else None

    def to_json(self) -> dict[str, Any]:
        return {
            "wins": self.wins,
            "paid": self.paid,
            "mean_win": self.mean_win,
            "largest": self.largest,
            "at_end": self.at_end,
        }


@dataclass(frozen=True)
class SideBetEstimate:
    bets: int
    outcomes: dict[str, int]  # by name, best first; after a split each hand is counted
    rtp: Estimate  # in all
    fixed: Estimate  # without the jackpot
    jackpot: JackpotHistory | None = None

    def to_json(self, z: float = Z_95) -> dict[str, Any]:
        json: dict[str, Any] = {"bets": self.bets, "rtp": self.rtp.to_json(z), "outcomes": self.outcomes}
        if self.jackpot:
            json |= {"fixed": self.fixed.to_json(z), "jackpot": self.jackpot.to_json()}
        return json


@dataclass(frozen=True)
class Simulation:
    """Of a main game, per starting hand and in original bets. Insurance, where taken, is part of it."""

    variant: Variant
    rounds: int
    seats: int
    seed: int
    shoe: str  # fresh or cut-card
    insurance: bool
    counts: dict[tuple[Fraction, Fraction], int] = field(repr=False)  # by net result and real stake
    moments: Moments = field(repr=False)
    side_bets: dict[str, SideBetEstimate]

    @property
    def bets(self) -> int:
        """Starting hands."""
        return self.rounds * self.seats

    @cached_property
    def histogram(self) -> dict[Fraction, int]:
        """How often each net result came, from the worst to the best."""
        found: dict[Fraction, int] = {}
        for (net, _), count in self.counts.items():
            found[net] = found.get(net, 0) + count
        return dict(sorted(found.items()))

    @cached_property
    def mean(self) -> Estimate:
        """The net result."""
        return self.moments.net()

    @property
    def stake(self) -> Estimate:
        """Real money staked, the initial bet included."""
        return self.moments.stake()

    @property
    def rtp_initial(self) -> Estimate:
        return self.mean.plus(1)

    @property
    def rtp_stake(self) -> Estimate:
        return self.moments.net_per_stake().plus(1)

    @cached_property
    def sd(self) -> Estimate:
        """Of one starting hand; its error from the fourth moment, as if the seats of a round fared alike."""
        mean = sum(net * count for net, count in self.histogram.items()) / self.bets
        away = [(float(net - mean), count) for net, count in self.histogram.items()]
        second = sum(count * distance**2 for distance, count in away) / self.bets
        fourth = sum(count * distance**4 for distance, count in away) / self.bets
        sd = math.sqrt(second)
        error = math.sqrt(max(fourth - second**2, 0.0) / self.rounds) / (2 * sd) if sd else 0.0
        return Estimate(sd, error)

    @property
    def sd_of_a_round(self) -> float:
        """Of all seats together, who share the dealer."""
        return self.moments.sd_of_a_round(self.rounds)

    @property
    def hit_frequency(self) -> Estimate:
        """That a starting hand wins something; its error as if the seats of a round fared alike."""
        return share(sum(count for net, count in self.histogram.items() if net > 0), self.bets, self.rounds)

    def to_json(self, z: float = Z_95) -> dict[str, Any]:
        return {
            "variant": self.variant.key,
            "digest": digest(self.variant),
            "rounds": self.rounds,
            "seats": self.seats,
            "seed": self.seed,
            "shoe": self.shoe,
            "insurance": self.insurance,
            "z": z,
            "main": {
                "ev": self.mean.to_json(z),
                "sd": self.sd.to_json(z),
                "sd_of_a_round": self.sd_of_a_round,
                "stake": self.stake.to_json(z),
                "rtp_initial": self.rtp_initial.to_json(z),
                "rtp_stake": self.rtp_stake.to_json(z),
                "hit_frequency": self.hit_frequency.to_json(z),
            },
            "histogram": [{"net": str(net), "count": count} for net, count in self.histogram.items()],
            "side_bets": {key: bet.to_json(z) for key, bet in self.side_bets.items()},
        }
