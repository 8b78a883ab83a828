"""What every side bet of a variant returns, exactly.

A bet on the opening cards, or on the dealer's, is a rational number. A bet that depends on how the
hand is played names the policy beside the figure, and has other policies in `under`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from ventuno.odds.solve import Solution, solve
from ventuno.refusal import Refused
from ventuno.sidebets import SIDE_BETS, SideBet
from ventuno.sidebets.judged import looks_elsewhere
from ventuno.variant.model import SideBetPrices, Variant

Chances = Mapping[str | None, Fraction | float]


@dataclass(frozen=True, slots=True)
class Outcome:
    """One outcome of a bet. After a split `p` is how often it is expected, each hand apart."""

    pays: str
    p: float
    exact: Fraction | None


@dataclass(frozen=True, slots=True)
class SideBetReturn:
    """What a side bet returns for each unit staked, and how often each outcome comes."""

    rtp: float  # a jackpot at its seed, and what each stake adds to it, included
    exact: Fraction | None
    outcomes: dict[str, Outcome]
    policy: str = ""
    fixed: Fraction | None = None  # without the jackpot, where there is one
    per_jackpot_unit: Fraction | None = None  # what each unit in the jackpot adds
    under: dict[str, SideBetReturn] = field(default_factory=dict)  # other policies


def priced(prices: SideBetPrices, chances: Chances, policy: str = "") -> SideBetReturn:
    """Puts the prices to the chances; both exact, if the chances are."""
    outcomes = {}
    fixed: Fraction | float = Fraction(0)
    jackpot: Fraction | float = Fraction(0)
    for name, price in prices.pays.items():
        p = chances.get(name, Fraction(0))
        outcomes[name] = Outcome(price.text, float(p), p if isinstance(p, Fraction) else None)
        if price.is_jackpot:
            jackpot = p
        else:
            fixed = fixed + price.returns * p if isinstance(p, Fraction) else fixed + float(price.returns) * p
    returned = fixed
    if prices.jackpot:
        stake = prices.stake or 1
        returned = fixed + jackpot * prices.jackpot.seed / stake + prices.jackpot.contribution
    return SideBetReturn(
        float(returned),
        returned if isinstance(returned, Fraction) else None,
        outcomes,
        policy,
        fixed if prices.jackpot and isinstance(fixed, Fraction) else None,
        jackpot / (prices.stake or 1) if prices.jackpot and isinstance(jackpot, Fraction) else None,
    )


Worked = Callable[[Variant, SideBet, SideBetPrices, Callable[[], Solution]], SideBetReturn]


def side_bet_returns(variant: Variant, only: Iterable[str] | None = None) -> dict[str, SideBetReturn]:
    """Every side bet of the variant by its key, or only some of them."""
    known: list[Solution] = []

    def solution() -> Solution:
        if not known:
            known.append(solve(variant))
        return known[0]

    wanted = variant.side_bets if only is None else {key: variant.side_bets[key] for key in only}
    return {key: _worker(SIDE_BETS[key])(variant, SIDE_BETS[key], prices, solution) for key, prices in wanted.items()}


@dataclass(frozen=True, slots=True)
class _Worker:
    """A way to work bets out: the facts that it goes through together, and for each hand of a split or once."""

    looks_at: frozenset[str]
    work: Worked
    per_hand: bool = False


def _worker(bet: SideBet) -> Worked:
    """The first that goes through everything the bet looks at."""
    from ventuno.odds import ace_bets, coupled_bets, dealer_bets, opening_bets

    workers: Final = (
        _Worker(opening_bets.LOOKS_AT, opening_bets.on_the_first_cards),
        _Worker(dealer_bets.LOOKS_AT, dealer_bets.on_the_dealers_hand),
        _Worker(coupled_bets.ON_A_17, coupled_bets.on_a_17),
        _Worker(coupled_bets.ON_FREE_CHIPS, coupled_bets.on_free_chips),
        _Worker(ace_bets.LOOKS_AT, ace_bets.on_aces, per_hand=True),
    )
    for worker in workers:
        if bet.looks_at <= worker.looks_at and bet.per_hand == worker.per_hand:
            return worker.work
    if bet.per_hand and not bet.looks_at <= ace_bets.LOOKS_AT:
        raise Refused(
            "odds/no_solution",
            f"the side bet {bet.key} is paid for each hand of a split, and the exact odds work that out only for aces "
            "in a row",
            side_bet=bet.key,
        )
    raise looks_elsewhere(bet, sorted(bet.looks_at))
