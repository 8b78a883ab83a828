"""Bets on the aces in a row that a hand begins with: exact, by going through every ace that may come."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product

from ventuno.cards import SUITS, Card
from ventuno.odds.composition import ACE, TEN, VALUES
from ventuno.odds.coupled_bets import BEST_MAIN
from ventuno.odds.priced import SideBetReturn, priced
from ventuno.odds.rules import NumericRules
from ventuno.odds.solve import Solution
from ventuno.odds.strategy import Strategy
from ventuno.sidebets import SideBet, glimpse
from ventuno.sidebets.judged import judged
from ventuno.sidebets.seen import MOST_ACES
from ventuno.variant.model import SideBetPrices, Variant

LOOKS_AT = frozenset(("aces",))
ACES_HIT = "aces always hit, never split"

Counted = dict[str | None, Fraction]
_SPLIT = 0  # in place of how many cards a row may grow to
_A_TEN = Card("Ts")


def on_aces(variant: Variant, bet: SideBet, prices: SideBetPrices, solution: Callable[[], Solution]) -> SideBetReturn:
    rules = solution().rules
    rows = _Rows(bet, variant.shoe.decks, rules)
    hit = priced(prices, rows.counted(lambda up: min(MOST_ACES, rules.charlie)), ACES_HIT)
    if rules.most_hands(ACE) > 2 or (rules.most_hands(ACE) == 2 and not rules.one_card_each(ACE)):
        return hit  # how a split ace is played on is not gone through
    strategy = solution().composition
    best = priced(prices, rows.counted(lambda up: _grows_to(strategy, up)), BEST_MAIN)
    return replace(hit, under={BEST_MAIN: best})


def _grows_to(strategy: Strategy, up: int) -> int:
    """To how many cards the strategy lets a row of aces grow, or that it splits two."""
    action = strategy.first_action(_aces(2), up)
    if action == "split":
        return _SPLIT
    cards = 3 if action in ("hit", "double") else 2
    while action == "hit" and cards < min(MOST_ACES, strategy.prepared.rules.charlie):
        action = strategy.action(_aces(cards), up)
        cards += action == "hit"
    return cards


def _aces(count: int) -> tuple[int, ...]:
    return (count,) + (0,) * (VALUES - 1)


@dataclass(frozen=True)
class _Rows:
    """All that a hand can begin with, from so many decks."""

    bet: SideBet
    decks: int
    rules: NumericRules

    def counted(self, grows_to: Callable[[int], int]) -> Counted:
        """How often each outcome comes; `grows_to`: how two aces are played on, by up card."""
        found: Counted = {}
        size = 52 * self.decks
        aces = 4 * self.decks
        none, one = Fraction(size - aces, size), Fraction(aces * (size - aces), size * (size - 1))
        self._add(found, (), none)
        for suit in SUITS:
            self._add(found, (Card("A" + suit),), one / len(SUITS))
        for first, second in product(SUITS, repeat=2):
            two = Card("A" + first), Card("A" + second)
            p = Fraction(self.decks * (self.decks - (first == second)), size * (size - 1))
            for up, ways in self._up_cards(two):
                self._two(two, up, p * Fraction(ways, size - 2), grows_to(up.points - 1), found)
        return found

    def _add(self, into: Counted, aces: tuple[Card, ...], p: Fraction) -> None:
        outcome = judged(self.bet, glimpse(aces=aces))
        into[outcome] = into.get(outcome, Fraction(0)) + p

    def _up_cards(self, gone: tuple[Card, ...]) -> Iterator[tuple[Card, int]]:
        for suit in SUITS:
            yield Card("A" + suit), self.decks - gone.count(Card("A" + suit))
        for rank, ways in [*((str(rank), 4) for rank in range(2, 10)), ("T", 16)]:
            yield Card(rank + "s"), ways * self.decks

    def _two(self, aces: tuple[Card, Card], up: Card, p: Fraction, grows_to: int, into: Counted) -> None:
        """Two aces. A blackjack for which the dealer has looked ends the round with them."""
        if p == 0:
            return
        self._play(aces, (*aces, up), p, grows_to, into)
        for hole, chance in self._blackjacks(aces, up):
            self._play(aces, (*aces, up, hole), -p * chance, grows_to, into)
            self._add(into, aces, p * chance)

    def _blackjacks(self, aces: tuple[Card, Card], up: Card) -> Iterator[tuple[Card, Fraction]]:
        if not self.rules.looks[up.points - 1]:
            return
        left = 52 * self.decks - 3
        if up.points - 1 == ACE:
            yield _A_TEN, Fraction(16 * self.decks, left)
        elif up.points - 1 == TEN:
            for suit in SUITS:
                ace = Card("A" + suit)
                yield ace, Fraction(self.decks - aces.count(ace), left)

    def _play(self, aces: tuple[Card, Card], gone: tuple[Card, ...], p: Fraction, grows_to: int, into: Counted) -> None:
        if p == 0:
            return
        if grows_to != _SPLIT:
            self._grow(aces, gone, p, grows_to, into)
            return
        for ace in aces:
            self._grow((ace,), gone, p, 2, into)

    def _grow(self, row: tuple[Card, ...], gone: tuple[Card, ...], p: Fraction, most: int, into: Counted) -> None:
        """The outcomes of a row that is dealt on while aces come, up to so many cards."""
        if len(row) == most:
            self._add(into, row, p)
            return
        left = 52 * self.decks - len(gone)
        more = 4 * self.decks - sum(card.points == 1 for card in gone)
        self._add(into, row, p * (1 - Fraction(more, left)))
        for suit in SUITS:
            ace = Card("A" + suit)
            if (copies := self.decks - gone.count(ace)) > 0:
                self._grow((*row, ace), (*gone, ace), p * Fraction(copies, left), most, into)
