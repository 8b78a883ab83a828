"""Every return of a variant, and the figures its rule book prints beside them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, Literal

from ventuno.odds import SideBetReturn, Solution, Strategy, side_bet_returns, solve
from ventuno.variant import Variant, digest, to_notation
from ventuno.variant.model import Published

StrategyClass = Literal["composition", "total"]
Per = Literal["initial-bet", "stake"]

MAIN: Final = "main"
CLASSES: Final[tuple[StrategyClass, ...]] = ("composition", "total")


@dataclass(frozen=True, slots=True)
class MainReturn:
    """The main game under one strategy class, per initial bet of 1."""

    ev: float
    stake: float  # real money staked
    rtp_initial: float
    rtp_stake: float

    def per(self, what: Per) -> float:
        return self.rtp_stake if what == "stake" else self.rtp_initial


@dataclass(frozen=True, slots=True)
class PublishedFigure:
    """What a rule book prints, and the figure that is meant by it."""

    what: str  # `main`, or the side bet's key
    meant: Published
    computed: float  # of the better class, where either is meant
    agrees: bool  # equal in print, at two decimals of a percent, in every class that is meant

    @property
    def published(self) -> float:
        return float(Fraction(self.meant.rtp) / 100)


@dataclass(frozen=True, slots=True)
class Odds:
    variant: Variant
    solution: Solution
    main: Mapping[StrategyClass, MainReturn]
    side_bets: Mapping[str, SideBetReturn]
    published: tuple[PublishedFigure, ...]

    def published_of(self, what: str) -> PublishedFigure | None:
        return next((figure for figure in self.published if figure.what == what), None)


def work_out(variant: Variant) -> Odds:
    solution = solve(variant)
    main: dict[StrategyClass, MainReturn] = {
        "composition": _main(solution.composition),
        "total": _main(solution.total),
    }
    side_bets = side_bet_returns(variant)
    published = tuple(_published(key, meant, main, side_bets) for key, meant in variant.published.items())
    return Odds(variant, solution, main, side_bets, published)


def _main(strategy: Strategy) -> MainReturn:
    return MainReturn(strategy.ev, strategy.stake, strategy.rtp_initial, strategy.rtp_stake)


def classes_meant(meant: Published) -> tuple[StrategyClass, ...]:
    return CLASSES if meant.strategy == "either" else (meant.strategy,)


def _published(
    key: str, meant: Published, main: Mapping[StrategyClass, MainReturn], side_bets: Mapping[str, SideBetReturn]
) -> PublishedFigure:
    main_game = [main[name].per(meant.per) for name in classes_meant(meant)]
    found = main_game if key == MAIN else [side_bets[key].rtp]
    return PublishedFigure(key, meant, found[0], all(printed(value) == Fraction(meant.rtp) for value in found))


def printed(value: float) -> Fraction:
    """A return as a rule book prints it: percent, two decimals."""
    return Fraction(f"{100 * value:.2f}")


def plain_odds(odds: Odds) -> dict[str, Any]:
    """The JSON of `ventuno odds`: returns are fractions of 1."""
    return {
        "variant": odds.variant.key,
        "notation": to_notation(odds.variant),
        "digest": digest(odds.variant),
        "main": {name: _plain_main(figures) for name, figures in odds.main.items()},
        "side_bets": {key: plain_side_bet(bet) for key, bet in odds.side_bets.items()},
        "published": [
            {
                "what": figure.what,
                "published": figure.published,
                "computed": figure.computed,
                "agrees": figure.agrees,
            }
            for figure in odds.published
        ],
    }


def _plain_main(figures: MainReturn) -> dict[str, float]:
    return {
        "ev": figures.ev,
        "stake": figures.stake,
        "rtp_initial": figures.rtp_initial,
        "rtp_stake": figures.rtp_stake,
    }


def plain_side_bet(bet: SideBetReturn) -> dict[str, Any]:
    return {
        "rtp": bet.rtp,
        "exact": over(bet.exact),
        "policy": bet.policy or None,
        "outcomes": {
            name: {"pays": outcome.pays, "p": outcome.p, "exact": over(outcome.exact)}
            for name, outcome in bet.outcomes.items()
        },
    }


def over(number: Fraction | None) -> str | None:
    """`a/b`, also where b is 1."""
    return None if number is None else f"{number.numerator}/{number.denominator}"
