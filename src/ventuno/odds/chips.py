"""How many free chips one starting hand uses: exact, from the second cards of its split hands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from ventuno.odds.composition import ACE, TEN, VALUES, Composition
from ventuno.odds.hands import AS_DEALT
from ventuno.odds.rules import FREE
from ventuno.odds.strategy import Strategy
from ventuno.refusal import RefusalRaised

Chips = dict[int, Fraction]


def chip_chances(strategy: Strategy, every_chip: bool) -> Chips:
    """The chance of each number of chips, under the strategy or taking every chip there is."""
    shoe = strategy.prepared.shoe
    size = sum(shoe)
    found: Chips = {}
    for low in range(VALUES):
        for high in range(low, VALUES):
            for up in range(VALUES):
                left = _without(_without(_without(shoe, low), high), up)
                if min(left) < 0:
                    continue
                ways = shoe[low] * (shoe[high] - (low == high)) * (1 if low == high else 2)
                ways *= shoe[up] - (up == low) - (up == high)
                p = Fraction(ways, size * (size - 1) * (size - 2))
                for chips, share in _hand(strategy, every_chip, low, high, up, left).items():
                    found[chips] = found.get(chips, Fraction(0)) + p * share
    return found


def _without(shoe: Composition, value: int) -> Composition:
    return (*shoe[:value], shoe[value] - 1, *shoe[value + 1 :])


def _two(one: int, other: int) -> Composition:
    return tuple((value == one) + (value == other) for value in range(VALUES))


def _hand(strategy: Strategy, every_chip: bool, low: int, high: int, up: int, left: Composition) -> Chips:
    """What one hand against one up card uses. A blackjack the dealer finds by looking ends it before."""
    rules = strategy.prepared.rules
    hand = _two(low, high)
    free_split = low == high and rules.splits_free(low) and rules.hands > 1
    action = strategy.first_action(hand, up)
    if every_chip and free_split:
        action = "split"
    if action == "split" and not free_split:
        _refuse_free_doubles_on(strategy, every_chip, low, up)
    doubles = _doubles_free(strategy, every_chip, low, high, up, AS_DEALT, False)
    if not (action == "split" and free_split) and not (doubles and action in ("double", "hit", "stand")):
        return {0: Fraction(1)}
    splits = action == "split"
    found: Chips = {}
    for p, shoe in _holes(rules.looks[up] > 0, up, left):
        if shoe is None:
            used: Chips = {0: Fraction(1)}
        elif splits:
            used = _Splitting(strategy, every_chip, low, up).used(shoe)
        else:
            used = {1: Fraction(1)}
        for chips, share in used.items():
            found[chips] = found.get(chips, Fraction(0)) + p * share
    return found


def _refuse_free_doubles_on(strategy: Strategy, every_chip: bool, pair: int, up: int) -> None:
    """Hands of a split that was paid for are not gone through: chips on them would be missing from the count."""
    for second in range(VALUES):
        low, high = sorted((pair, second))
        if _doubles_free(strategy, every_chip, low, high, up, pair, False):
            raise RefusalRaised(
                "odds/no_solution",
                "some pairs are split free and others paid for, and the hands of a paid split may double free: "
                "the exact odds do not count chips there, so the bet on free chips has no figure here",
            )


def _holes(looks: bool, up: int, left: Composition) -> Iterator[tuple[Fraction, Composition | None]]:
    """Where the dealer has looked, each hole card apart; None where it makes a blackjack."""
    if not looks:
        yield Fraction(1), left
        return
    makes = TEN if up == ACE else ACE
    for value, count in enumerate(left):
        if count:
            p = Fraction(count, sum(left))
            yield p, None if value == makes else _without(left, value)


def _doubles_free(
    strategy: Strategy, every_chip: bool, low: int, high: int, up: int, pair: int, free_chip: bool
) -> bool:
    state = strategy.state(_two(low, high), pair)
    if strategy.prepared.layout.double[state] != FREE:
        return False
    return every_chip or strategy.action(_two(low, high), up, pair, free_chip) == "double"


@dataclass(frozen=True)
class _Splitting:
    """The hands of one pair against one up card; second cards are looked at in their turn."""

    strategy: Strategy
    every_chip: bool
    pair: int
    up: int

    def used(self, left: Composition) -> Chips:
        """The first hand keeps the real bet; all later ones ride on chips. The cards fall into kinds
        by what they lead to, so that only the kinds are dealt."""
        kinds: dict[tuple[bool, bool, bool], int] = {}
        for value, count in enumerate(left):
            if count > 0:
                kind = value == self.pair, self._doubles(value, False), self._doubles(value, True)
                kinds[kind] = kinds.get(kind, 0) + count
        most = self.strategy.prepared.rules.most_hands(self.pair)
        again = tuple(self.every_chip or self.strategy.splits_again(self.pair, self.up, chip) for chip in (False, True))
        return _deal(tuple(kinds.items()), 2, most, 2, True, again)

    def _doubles(self, second: int, free_chip: bool) -> bool:
        low, high = sorted((self.pair, second))
        return _doubles_free(self.strategy, self.every_chip, low, high, self.up, self.pair, free_chip)


Kinds = tuple[tuple[tuple[bool, bool, bool], int], ...]


def _deal(kinds: Kinds, pending: int, most: int, hands: int, first: bool, again: tuple[bool, ...]) -> Chips:
    """Deals second cards to the hands still waiting; the split that made the two counts one chip.

    `again`: whether a pair is split again, by the first hand and by those on chips.
    """
    if pending == 0:
        return {hands - 1: Fraction(1)}
    size = sum(count for _, count in kinds)
    found: Chips = {}
    for index, ((is_pair, on_real, on_chip), count) in enumerate(kinds):
        if count == 0:
            continue
        rest = (*kinds[:index], (kinds[index][0], count - 1), *kinds[index + 1 :])
        if is_pair and hands < most and again[not first]:
            later, extra = _deal(rest, pending + 1, most, hands + 1, first, again), 0
        else:
            later = _deal(rest, pending - 1, most, hands, False, again)
            extra = int(on_real if first else on_chip)
        for chips, p in later.items():
            found[chips + extra] = found.get(chips + extra, Fraction(0)) + p * Fraction(count, size)
    return found
