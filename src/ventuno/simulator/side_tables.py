"""Side bets as tables: the judges of `sidebets` asked once about everything they can tell apart.

What a bet looks at decides its kind: the opening three cards; the dealer's first two; how the
dealer's hand ended, and mine; the free chips used; the aces in a row from the first card of a hand.
A table shows a bet exactly that, and a bet that looks at anything else is refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from ventuno.arrays import Bytes, Ints
from ventuno.cards import DECK, Card
from ventuno.refusal import RefusalRaised
from ventuno.sidebets import SIDE_BETS, Seen, SideBet, glimpse
from ventuno.sidebets.judged import judged, looks_elsewhere
from ventuno.simulator.card_values import VALUES
from ventuno.variant.faults import did_you_mean
from ventuno.variant.model import SideBetPrices, Variant

Runs = npt.NDArray[np.uint16]

OPENING: Final = 0
HOLE: Final = 1
DEALER: Final = 2
CHIPS: Final = 3
ACES: Final = 4

MOST_DEALER_CARDS: Final = 13  # no dealer's hand has more
MOST_CHIPS: Final = 19  # nine splits and ten doubles
_SHAPES: Final = {
    OPENING: (len(DECK),) * 3,
    HOLE: (len(DECK),) * 2,
    DEALER: (2, MOST_DEALER_CARDS + 1, 2, VALUES, 2),
    CHIPS: (MOST_CHIPS + 1,),
}
_FOUR_ACES: Final = 4

# By kind, what its tables show together; the aces are those of each hand of a split apart.
_SHOWN: Final = {
    OPENING: frozenset(("first_two", "natural", "up_card", "up_value")),
    HOLE: frozenset(("up_card", "up_value", "hole_card")),
    DEALER: frozenset(("dealer_busts", "dealer_count", "natural", "up_value", "unsplit_17")),
    CHIPS: frozenset(("free_chips",)),
    ACES: frozenset(("aces",)),
}


class SideTables(NamedTuple):
    """Outcomes are counted from 1, best first, as in the bet's own list; 0 is a bet lost."""

    kind: Bytes  # [bet]
    row: Ints  # [bet]: its place among the tables of its kind
    opening: Bytes  # [row, first card, second card, up card]
    hole: Bytes  # [row, up card, hole card]
    dealer: Bytes  # [row, bust, cards, my blackjack, up card's value, my unsplit 17]
    chips: Bytes  # [row, free chips]
    aces: Bytes  # [row, run]
    pays: Ints  # [bet, outcome]: returned in all per unit staked; a jackpot is not counted here
    jackpot: Ints  # [bet]: the outcome that wins it, or -1
    waits: Bytes  # [I have a blackjack]: the dealer must draw for some bet


@dataclass(frozen=True, eq=False)
class SideBets:
    """The bets that are simulated, in the order of the tables."""

    keys: tuple[str, ...]
    bets: tuple[SideBet, ...]
    prices: tuple[SideBetPrices, ...]
    tables: SideTables
    runs: Runs  # [run of aces, card] -> run; run 0 is a hand without cards

    def __len__(self) -> int:
        return len(self.keys)


def compile_side_bets(variant: Variant, keys: Sequence[str]) -> SideBets:
    for key in keys:
        if key not in variant.side_bets:
            raise RefusalRaised(
                "simulate/unknown_side_bet",
                f"{key!r} is not a side bet of {variant.name}; {did_you_mean(key, list(variant.side_bets))}",
                side_bet=key,
            )
    bets = [SIDE_BETS[key] for key in keys]
    prices = [variant.side_bets[key] for key in keys]
    kinds = [_kind(bet) for bet in bets]
    tables = {kind: [_table(bet) for bet, its in zip(bets, kinds, strict=True) if its == kind] for kind in range(5)}
    runs, _ = _runs_of_aces() if ACES in kinds else (np.zeros((1, len(DECK)), dtype=np.uint16), ())
    side = SideTables(
        kind=np.array(kinds, dtype=np.uint8),
        row=np.array([kinds[:place].count(kind) for place, kind in enumerate(kinds)], dtype=np.int64),
        opening=_stacked(tables[OPENING], _SHAPES[OPENING]),
        hole=_stacked(tables[HOLE], _SHAPES[HOLE]),
        dealer=_stacked(tables[DEALER], _SHAPES[DEALER]),
        chips=_stacked(tables[CHIPS], _SHAPES[CHIPS]),
        aces=_stacked(tables[ACES], (len(runs),)),
        pays=_pays(bets, prices),
        jackpot=np.array([_jackpot(bet, price) for bet, price in zip(bets, prices, strict=True)], dtype=np.int64),
        waits=np.array([any(bet.waits_for_dealer(natural) for bet in bets) for natural in (False, True)], np.uint8),
    )
    return SideBets(tuple(keys), tuple(bets), tuple(prices), side, runs)


def _stacked(tables: list[Bytes], shape: tuple[int, ...]) -> Bytes:
    return np.stack(tables) if tables else np.zeros((0, *shape), dtype=np.uint8)


def _pays(bets: list[SideBet], prices: list[SideBetPrices]) -> Ints:
    most = max((len(bet.outcomes) for bet in bets), default=0)
    pays = np.zeros((len(bets), most + 1), dtype=np.int64)
    for row, bet, price in zip(pays, bets, prices, strict=True):
        for place, outcome in enumerate(bet.outcomes, 1):
            returns: Fraction = price.pays[outcome].returns
            row[place] = int(returns)  # side bets pay whole multiples
    return pays


def _jackpot(bet: SideBet, price: SideBetPrices) -> int:
    for place, outcome in enumerate(bet.outcomes, 1):
        if price.pays[outcome].is_jackpot:
            return place
    return -1


def _kind(bet: SideBet) -> int:
    for kind, shown in _SHOWN.items():
        if bet.looks_at <= shown and bet.per_hand == (kind == ACES):
            return kind
    raise looks_elsewhere(bet, sorted(bet.looks_at), _BY)


_BY: Final = "the simulator"


@cache
def _table(bet: SideBet) -> Bytes:
    """The outcome of everything the bet can tell apart."""
    match _kind(bet):
        case 0:
            return _opening(bet)
        case 1:
            return _hole(bet)
        case 2:
            return _dealer(bet)
        case 3:
            return _chips(bet)
    return _aces(bet)


def _outcome(bet: SideBet, seen: Seen) -> int:
    outcome = judged(bet, seen, _BY)
    return 0 if outcome is None else 1 + bet.outcomes.index(outcome)


def _opening(bet: SideBet) -> Bytes:
    table = np.zeros(_SHAPES[OPENING], dtype=np.uint8)
    for one, first in enumerate(DECK):
        for other, second in enumerate(DECK[: one + 1] if bet.alike else DECK):
            table[one, other] = [_outcome(bet, glimpse(first_two=(first, second), up_card=up)) for up in DECK]
            if bet.alike:
                table[other, one] = table[one, other]
    return table


def _hole(bet: SideBet) -> Bytes:
    table = np.zeros(_SHAPES[HOLE], dtype=np.uint8)
    for (one, up), (other, hole) in product(enumerate(DECK), repeat=2):
        table[one, other] = _outcome(bet, glimpse(up_card=up, hole_card=hole))
    return table


def _dealer(bet: SideBet) -> Bytes:
    """By what these bets look at: whether and with how many cards the dealer is bust, my 17, my blackjack."""
    table = np.zeros(_SHAPES[DEALER], dtype=np.uint8)
    for bust, count, natural, up, seventeen in product(
        (0, 1), range(2, MOST_DEALER_CARDS + 1), (0, 1), range(VALUES), (0, 1)
    ):
        if bust and count == 2:
            continue
        seen = glimpse(
            dealer_busts=bool(bust),
            dealer_count=count,
            natural=bool(natural),
            up_value=up + 1,
            unsplit_17=bool(seventeen),
        )
        table[bust, count, natural, up, seventeen] = _outcome(bet, seen)
    return table


def _chips(bet: SideBet) -> Bytes:
    chips = [_outcome(bet, glimpse(free_chips=count)) for count in range(MOST_CHIPS + 1)]
    return np.array(chips, dtype=np.uint8)


def _aces(bet: SideBet) -> Bytes:
    _, runs = _runs_of_aces()
    return np.array([_outcome(bet, glimpse(aces=run)) for run in runs], dtype=np.uint8)


@cache
def _runs_of_aces() -> tuple[Runs, tuple[tuple[Card, ...], ...]]:
    """Up to four aces from a hand's first card on; then, or at another card, the run is closed."""
    aces: list[tuple[tuple[Card, ...], bool]] = [((), True)]
    index = {aces[0]: 0}
    rows: list[list[int]] = []
    for run, is_open in aces:  # grows while it is walked
        row = []
        for card in DECK:
            longer = is_open and card.points == 1
            now = (*run, card) if longer else run
            after = (now, longer and len(now) < _FOUR_ACES)
            if after not in index:
                index[after] = len(aces)
                aces.append(after)
            row.append(index[after])
        rows.append(row)
    return np.array(rows, dtype=np.uint16), tuple(run for run, _ in aces)
