"""Bets that depend on how the hand is played: Busted Bonanza, Free Fortune, Progressive.

Each is worked out under the main game's best strategy, and under the policy that makes the most of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product

import numpy as np
import numpy.typing as npt

from ventuno.cards import SUITS, Card, cards
from ventuno.odds.cells import by_composition
from ventuno.odds.chips import chip_chances
from ventuno.odds.composition import ACE, VALUES, Composition, full_shoe
from ventuno.odds.dealer import distributions, ordinary_tree
from ventuno.odds.dealer_bets import NO_NATURAL, bust_chances, examples
from ventuno.odds.first_decision import SPLITS, is_natural
from ventuno.odds.hands import AS_DEALT
from ventuno.odds.prepared import (
    FREE_PLANE,
    Prepared,
    Valued,
    empty_valued,
    evaluate,
    no_bonus,
    reach_of,
)
from ventuno.odds.roots import Openings
from ventuno.odds.side_bets import SideBetReturn, priced
from ventuno.odds.solve import Solution
from ventuno.odds.strategy import Strategy
from ventuno.odds.values import STANDS
from ventuno.sidebets import Seen, SideBet
from ventuno.variant.model import SideBetPrices, Variant

Floats = npt.NDArray[np.float64]

BEST_MAIN = "the main game's best strategy, by composition"
CHASES_17 = "every hand played for a 17 when the dealer busts, never split"
EVERY_CHIP = "every free split and free double is taken"
ACES_HIT = "aces always hit, never split"


def busted_bonanza(
    variant: Variant, bet: SideBet, prices: SideBetPrices, solution: Callable[[], Solution]
) -> SideBetReturn:
    strategy = solution().composition
    usual = seventeens(strategy.prepared, strategy.openings, strategy.planes[0], played(strategy))
    main = priced(prices, _bonanza(variant, bet, usual), BEST_MAIN)
    chase = _chase(strategy, variant, bet, prices)
    most = seventeens(strategy.prepared, strategy.openings, chase, _dealt(strategy))
    return replace(main, under={CHASES_17: priced(prices, _bonanza(variant, bet, most), CHASES_17)})


def _dealt(strategy: Strategy) -> Floats:
    """[state, up card]: the chance of each two cards; naturals ask nothing."""
    roots = strategy.prepared.zeros()
    roots[strategy.openings.dealt] = strategy.first.chance
    return roots


def played(strategy: Strategy) -> Floats:
    """The same where the hand is not split (one given up is still the hand it was)."""
    roots = strategy.prepared.zeros()
    roots[strategy.openings.dealt] = strategy.first.chance * (strategy.first.choice != SPLITS)
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


def seventeens(prepared: Prepared, openings: Openings, play: Valued, roots: Floats) -> Floats:
    """[up card]: that the unsplit hand ends on 17 and the dealer busts."""
    states = prepared.states
    among = np.flatnonzero(states.pair == AS_DEALT)
    cells = by_composition(states, among)
    reach = reach_of(prepared, cells, roots, play)
    ends = np.where(play.hits | play.doubles, 0.0, reach)
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
    hits = variant.dealer.soft_17 == "hits"
    busts = bust_chances(full_shoe(variant.shoe.decks), hits)
    found: dict[str | None, float] = {}
    for up in range(VALUES):
        hand = next(hand for place, hand in examples(hits).items() if place[0] == up)
        with_17 = float(seventeens[up])
        without = float(sum(p for place, p in busts.items() if place[0] == up)) - with_17
        for mine, p in ((cards("Ts 7h"), with_17), (cards("Ts 9h"), without)):
            outcome = bet.judge(Seen(NO_NATURAL, hand, mine))
            found[outcome] = found.get(outcome, 0.0) + p
    return found


def _chase(strategy: Strategy, variant: Variant, bet: SideBet, prices: SideBetPrices) -> Valued:
    """The play that makes the most of a 17: a hand brings what its 17 adds when the dealer busts."""
    prepared, hits = strategy.prepared, variant.dealer.soft_17 == "hits"
    adds = np.zeros(VALUES)
    for up in range(VALUES):
        hand = next(hand for place, hand in examples(hits).items() if place[0] == up)
        with_17 = bet.judge(Seen(NO_NATURAL, hand, cards("Ts 7h")))
        without = bet.judge(Seen(NO_NATURAL, hand, cards("Ts 9h")))
        assert with_17
        assert without
        adds[up] = float(prices.pays[with_17].returns - prices.pays[without].returns)
    layout = prepared.layout
    kind = np.where(layout.kind == 0, 0, STANDS)
    kind[strategy.openings.dealt[is_natural(strategy.openings)]] = STANDS
    nought = prepared.zeros()
    chased = replace(
        prepared,
        layout=replace(layout, kind=kind, double=np.zeros_like(layout.double)),
        win=_bust_given(prepared) * adds,
        lose=nought,
        blackjack=nought,
    )
    cells = by_composition(prepared.states, np.flatnonzero(prepared.states.pair == AS_DEALT))
    return evaluate(chased, cells, FREE_PLANE, no_bonus(), empty_valued(prepared))


def free_fortune(
    variant: Variant, bet: SideBet, prices: SideBetPrices, solution: Callable[[], Solution]
) -> SideBetReturn:
    strategy = solution().composition
    main = priced(prices, _fortune(bet, chip_chances(strategy, every_chip=False)), BEST_MAIN)
    most = priced(prices, _fortune(bet, chip_chances(strategy, every_chip=True)), EVERY_CHIP)
    return replace(main, under={EVERY_CHIP: most})


def _fortune(bet: SideBet, chips: dict[int, Fraction]) -> dict[str | None, Fraction]:
    found: dict[str | None, Fraction] = {}
    for count, p in chips.items():
        outcome = bet.judge(Seen(NO_NATURAL, cards("Ts"), NO_NATURAL, free_chips=count))
        found[outcome] = found.get(outcome, Fraction(0)) + p
    return found


def progressive(
    variant: Variant, bet: SideBet, prices: SideBetPrices, solution: Callable[[], Solution]
) -> SideBetReturn:
    decks = variant.shoe.decks
    row: Counted = {}
    _row_of_aces(bet, decks, (), (), Fraction(1), 4, row)
    hit = priced(prices, row, ACES_HIT)
    rules = solution().rules
    if rules.most_hands(ACE) != 2 or not rules.one_card_each(ACE):
        return hit
    split = priced(prices, _aces_by_strategy(bet, decks, solution().composition), BEST_MAIN)
    return replace(hit, under={BEST_MAIN: split})


Counted = dict[str | None, Fraction]


def _row_of_aces(
    bet: SideBet, decks: int, hand: tuple[Card, ...], gone: tuple[Card, ...], p: Fraction, most: int, into: Counted
) -> None:
    """Adds the outcomes of a hand, aces so far, that is dealt on while they are, up to `most` cards."""
    outcome = bet.judge(Seen(hand, (), (*hand, Card("2s"))))
    if len(hand) == most:
        into[outcome] = into.get(outcome, Fraction(0)) + p
        return
    left = 52 * decks - len(gone)
    into[outcome] = into.get(outcome, Fraction(0)) + p * (1 - Fraction(_aces_left(decks, gone), left))
    for suit in SUITS:
        ace = Card("A" + suit)
        if (copies := decks - gone.count(ace)) > 0:
            more = p * Fraction(copies, left)
            _row_of_aces(bet, decks, (*hand, ace), (*gone, ace), more, most, into)


def _aces_left(decks: int, gone: tuple[Card, ...]) -> int:
    return 4 * decks - sum(card.points == 1 for card in gone)


def _aces_by_strategy(bet: SideBet, decks: int, strategy: Strategy) -> Counted:
    """Where two aces are split, each hand is its ace and one card; else the row goes on."""
    found: Counted = {}
    size = 52 * decks
    row: Counted = {}
    _row_of_aces(bet, decks, (), (), Fraction(1), 1, row)
    for outcome, p in row.items():  # one ace, and then another card or an ace
        alone = p * (1 - Fraction(4 * decks - 1, size - 1)) if outcome else p
        found[outcome] = found.get(outcome, Fraction(0)) + alone
    for one, two in product(SUITS, repeat=2):
        aces = Card("A" + one), Card("A" + two)
        p = Fraction(decks * (decks - (one == two)), size * (size - 1))
        for up, ways in _up_cards(decks, aces):
            _two_aces(bet, decks, aces, up, p * Fraction(ways, size - 2), strategy, found)
    return found


def _up_cards(decks: int, gone: tuple[Card, ...]) -> Iterator[tuple[Card, int]]:
    for suit in SUITS:
        yield Card("A" + suit), decks - gone.count(Card("A" + suit))
    for rank, ways in [*((str(rank), 4) for rank in range(2, 10)), ("T", 16)]:
        yield Card(rank + "s"), ways * decks


def _two_aces(
    bet: SideBet,
    decks: int,
    aces: tuple[Card, Card],
    up: Card,
    p: Fraction,
    strategy: Strategy,
    into: Counted,
) -> None:
    gone = (*aces, up)
    if p == 0:
        return
    if strategy.first_action(_PAIR_OF_ACES, up.points - 1) != "split":
        _row_of_aces(bet, decks, aces, gone, p, 4, into)
        return
    for ace in aces:
        _row_of_aces(bet, decks, (ace,), gone, p, 2, into)


_PAIR_OF_ACES: Composition = (2,) + (0,) * (VALUES - 1)
