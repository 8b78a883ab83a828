"""Bets that depend on how the hand is played: on a 17 when the dealer busts, and on free chips.

Each is worked out under the main game's best strategy, and under the policy that makes the most of it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import numpy as np

from ventuno.arrays import Floats
from ventuno.odds.cells import by_composition
from ventuno.odds.chips import chip_chances
from ventuno.odds.composition import VALUES, full_shoe
from ventuno.odds.dealer import distributions, ordinary_tree
from ventuno.odds.dealer_bets import bust_chances, stays_chances
from ventuno.odds.first_decision import PLAY, SURRENDERS, is_natural
from ventuno.odds.hands import AS_DEALT
from ventuno.odds.prepared import FREE_PLANE, Prepared, empty_valued, evaluate, no_bonus, reach_of
from ventuno.odds.priced import SideBetReturn, priced
from ventuno.odds.roots import Openings
from ventuno.odds.solve import Solution
from ventuno.odds.strategy import Strategy
from ventuno.odds.values import DECIDES, STANDS, Chances, Valued
from ventuno.sidebets import SideBet, glimpse
from ventuno.sidebets.judged import judged
from ventuno.variant.model import SideBetPrices, Variant

ON_A_17 = frozenset(("up_value", "dealer_busts", "unsplit_17"))
ON_FREE_CHIPS = frozenset(("free_chips",))

BEST_MAIN = "the main game's best strategy, by composition"
CHASES_17 = "every hand played for a 17 when the dealer busts, never split"
EVERY_CHIP = "every free split and free double is taken"


def on_a_17(variant: Variant, bet: SideBet, prices: SideBetPrices, solution: Callable[[], Solution]) -> SideBetReturn:
    strategy = solution().composition
    usual = seventeens(strategy.prepared, strategy.openings, strategy.planes[0], played(strategy), given_up(strategy))
    main = priced(prices, _bonanza(variant, bet, usual), BEST_MAIN)
    chase = _chase(strategy, bet, prices)
    most = seventeens(strategy.prepared, strategy.openings, chase, _dealt(strategy))
    return replace(main, under={CHASES_17: priced(prices, _bonanza(variant, bet, most), CHASES_17)})


def _dealt(strategy: Strategy) -> Floats:
    """[state, up card]: the chance of each two cards; naturals ask nothing."""
    roots = strategy.prepared.zeros()
    roots[strategy.openings.dealt] = strategy.first.chance
    return roots


def played(strategy: Strategy) -> Floats:
    """The same where the hand is played on and not split."""
    roots = strategy.prepared.zeros()
    roots[strategy.openings.dealt] = strategy.first.chance * (strategy.first.choice == PLAY)
    return roots


def given_up(strategy: Strategy) -> Floats:
    """And where it is given up: then it stays the two cards that it was."""
    roots = strategy.prepared.zeros()
    roots[strategy.openings.dealt] = strategy.first.chance * (strategy.first.choice == SURRENDERS)
    return roots


def _bust_given(prepared: Prepared) -> Floats:
    """[state, up card]: that the dealer busts, for the hands as dealt that count 17."""
    states, rules = prepared.states, prepared.rules
    at = np.flatnonzero((states.pair == AS_DEALT) & (states.total == 17))
    tree = ordinary_tree(rules.hits_soft_17, False)
    made = distributions(tree, np.array(prepared.shoe, dtype=np.float64) - states.gone[at])
    given = prepared.zeros()
    given[at] = 1 - made.sum(axis=1) - prepared.blackjack[at]
    return given


def seventeens(
    prepared: Prepared, openings: Openings, play: Valued, roots: Floats, left_as_dealt: Floats | None = None
) -> Floats:
    """[up card]: that the unsplit hand ends on 17 and the dealer busts."""
    states = prepared.states
    among = np.flatnonzero(states.pair == AS_DEALT)
    cells = by_composition(states, among)
    reach = reach_of(prepared, cells, roots, play)
    ends = np.where(play.hits | play.doubles, 0.0, reach)
    if left_as_dealt is not None:
        ends += left_as_dealt
    left = prepared.left
    for s in openings.dealt:  # doubled hands get one card more
        if not play.doubles[s].any():
            continue
        for value in range(VALUES):
            if (child := states.hit[s, value]) >= 0:
                drawn = left[s, value] - (np.arange(VALUES) == value)
                ends[child] += np.where(play.doubles[s], reach[s] * drawn / (left[s].sum() - 1), 0.0)
    found: Floats = (ends[among] * _bust_given(prepared)[among]).sum(axis=0)
    return found


def _bonanza(variant: Variant, bet: SideBet, seventeens: Floats) -> dict[str | None, float]:
    shoe = full_shoe(variant.shoe.decks)
    busts = bust_chances(shoe, variant.dealer.soft_17 == "hits")
    stays = stays_chances(shoe, busts)
    found: dict[str | None, float] = {}
    for up in range(VALUES):
        with_17 = float(seventeens[up])
        without = float(sum(p for place, p in busts.items() if place[0] == up)) - with_17
        lost = judged(bet, glimpse(up_value=up + 1, dealer_busts=False))
        for outcome, p in ((_busting(bet, up, True), with_17), (_busting(bet, up, False), without), (lost, stays[up])):
            found[outcome] = found.get(outcome, 0.0) + float(p)
    return found


def _busting(bet: SideBet, up: int, unsplit_17: bool) -> str | None:
    return judged(bet, glimpse(up_value=up + 1, dealer_busts=True, unsplit_17=unsplit_17))


def _chase(strategy: Strategy, bet: SideBet, prices: SideBetPrices) -> Valued:
    """The play that makes the most of a 17: a hand brings what its 17 adds when the dealer busts."""
    prepared = strategy.prepared
    adds = np.zeros(VALUES)
    for up in range(VALUES):
        with_17, without = (_pays(prices, _busting(bet, up, unsplit_17)) for unsplit_17 in (True, False))
        adds[up] = float(with_17 - without)
    table = prepared.table
    kind = np.where(table.kind == DECIDES, DECIDES, STANDS)
    kind[strategy.openings.dealt[is_natural(strategy.openings)]] = STANDS
    nought = prepared.zeros()
    brings = Chances(_bust_given(prepared) * adds, nought, nought)
    chased = replace(prepared, table=table._replace(kind=kind, double=np.zeros_like(table.double), chances=brings))
    cells = by_composition(prepared.states, np.flatnonzero(prepared.states.pair == AS_DEALT))
    return evaluate(chased, cells, FREE_PLANE, no_bonus(), empty_valued(prepared))


def _pays(prices: SideBetPrices, outcome: str | None) -> Fraction:
    return Fraction(0) if outcome is None else prices.pays[outcome].returns


def on_free_chips(
    variant: Variant, bet: SideBet, prices: SideBetPrices, solution: Callable[[], Solution]
) -> SideBetReturn:
    strategy = solution().composition
    main = priced(prices, _fortune(bet, chip_chances(strategy, every_chip=False)), BEST_MAIN)
    most = priced(prices, _fortune(bet, chip_chances(strategy, every_chip=True)), EVERY_CHIP)
    return replace(main, under={EVERY_CHIP: most})


def _fortune(bet: SideBet, chips: dict[int, Fraction]) -> dict[str | None, Fraction]:
    found: dict[str | None, Fraction] = {}
    for count, p in chips.items():
        outcome = judged(bet, glimpse(free_chips=count))
        found[outcome] = found.get(outcome, Fraction(0)) + p
    return found
