"""What every side bet of a variant returns, exactly.

A bet on the opening cards, or on the dealer's, is a rational number. A bet that depends on how the
hand is played names the policy beside the figure, and has other policies in `under`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from typing import Final

from ventuno.odds import ace_bets, coupled_bets, dealer_bets, opening_bets
from ventuno.odds.priced import SideBetReturn
from ventuno.odds.solve import Solution, solve
from ventuno.refusal import RefusalRaised
from ventuno.sidebets import SIDE_BETS, SideBet
from ventuno.sidebets.judged import looks_elsewhere
from ventuno.variant.model import SideBetPrices, Variant

Worked = Callable[[Variant, SideBet, SideBetPrices, Callable[[], Solution]], SideBetReturn]


@dataclass(frozen=True, slots=True)
class _Worker:
    """A way to work bets out: the facts that it goes through together, and for each hand of a split or once."""

    looks_at: frozenset[str]
    work: Worked
    per_hand: bool = False


_WORKERS: Final = (
    _Worker(opening_bets.LOOKS_AT, opening_bets.on_the_first_cards),
    _Worker(dealer_bets.LOOKS_AT, dealer_bets.on_the_dealers_hand),
    _Worker(coupled_bets.ON_A_17, coupled_bets.on_a_17),
    _Worker(coupled_bets.ON_FREE_CHIPS, coupled_bets.on_free_chips),
    _Worker(ace_bets.LOOKS_AT, ace_bets.on_aces, per_hand=True),
)


def side_bet_returns(
    variant: Variant, only: Iterable[str] | None = None, solution: Callable[[], Solution] | None = None
) -> dict[str, SideBetReturn]:
    """Every side bet of the variant by its key, or only some of them.

    `solution`: asked where a bet depends on how the hand is played; without it the variant is solved then.
    """
    solution = solution or cache(lambda: solve(variant))
    wanted = variant.side_bets if only is None else {key: variant.side_bets[key] for key in only}
    return {key: _worker(SIDE_BETS[key])(variant, SIDE_BETS[key], prices, solution) for key, prices in wanted.items()}


def _worker(bet: SideBet) -> Worked:
    """The first that goes through everything the bet looks at."""
    for worker in _WORKERS:
        if bet.looks_at <= worker.looks_at and bet.per_hand == worker.per_hand:
            return worker.work
    if bet.per_hand and not bet.looks_at <= ace_bets.LOOKS_AT:
        raise RefusalRaised(
            "odds/no_solution",
            f"the side bet {bet.key} is paid for each hand of a split, and the exact odds work that out only for aces "
            "in a row",
            side_bet=bet.key,
        )
    raise looks_elsewhere(bet, sorted(bet.looks_at))
