"""An independent, slow calculator: the whole round, card by card, from a tiny shoe.

It knows nothing of exchangeability, layers, unconditional bookkeeping or multisets: it deals the
hole card, looks where the dealer looks, plays every hand of a split to its end in turn, draws one
dealer's hand for all of them, and settles by the text of spec/games.md.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from ventuno.variant.model import Variant

Shoe = tuple[int, ...]
Cards = tuple[int, ...]  # points, in the order dealt; an ace is 1


def count_up(cards: Cards) -> tuple[int, bool]:
    low = sum(cards)
    return (low + 10, True) if 1 in cards and low <= 11 else (low, False)


@cache
def draws(shoe: Shoe) -> tuple[tuple[int, float, Shoe], ...]:
    """Every card that may come next: its points, its chance, and the shoe without it."""
    size = sum(shoe)
    return tuple(
        (index + 1, count / size, (*shoe[:index], count - 1, *shoe[index + 1 :]))
        for index, count in enumerate(shoe)
        if count
    )


class Done(NamedTuple):
    """A hand that is over: what it is, and what rides on it."""

    total: int
    real: int
    free: int
    charlie: bool = False
    natural: bool = False
    natural_17: bool = False
    surrendered: bool = False


class Asked(NamedTuple):
    """A decision to be taken, and all that the player may look at."""

    cards: Cards
    up_card: int
    split: bool
    free_chip: bool
    may_split: bool
    may_double: bool
    may_surrender: bool


Policy = Callable[[Asked], str]


class BruteForce:
    """`alike`: another that plays as this one does, but against one up card: against all others what it found holds."""

    def __init__(
        self, variant: Variant, shoe: Shoe, policy: Policy, alike: BruteForce | None = None, but: int = 0
    ) -> None:
        self.variant, self.shoe, self.policy = variant, shoe, cache(policy)
        self.alike, self.but = alike or self, but
        self.value_against = cache(self._value_against)
        self.dealer_ends = cache(self._dealer_ends)
        self.play = cache(self._play)

    def value(self) -> tuple[float, float]:
        """The expected net result and the expected real money staked, per initial bet of 1."""
        ups = [up for up, _, _ in draws(self.shoe)]
        found = [(self if up == self.but else self.alike).value_against(up) for up in ups]
        return sum(ev for ev, _ in found), sum(stake for _, stake in found)

    def _value_against(self, up: int) -> tuple[float, float]:
        """The part of the rounds with this up card."""
        ev = stake = 0.0
        for one, p, a in draws(self.shoe):
            for _, q, b in (drawn for drawn in draws(a) if drawn[0] == up):
                for two, r, c in draws(b):
                    for hole, s, d in draws(c):
                        net, staked = self.round(tuple(sorted((one, two))), up, hole, d)
                        ev += p * q * r * s * net
                        stake += p * q * r * s * staked
        return ev, stake

    def round(self, cards: Cards, up: int, hole: int, shoe: Shoe) -> tuple[float, float]:
        hand, dealer = self.variant.hand, self.variant.dealer
        blackjack = {up, hole} == {1, 10}
        looks = (up == 1 and "ace" in dealer.looks_under) or (up == 10 and "ten" in dealer.looks_under)
        natural = cards == (1, 10)
        if hand.surrender == "early" and not natural:
            asked = self.asked(cards, up, False, False, 1)
            if self.policy(asked) == "surrender":
                return -0.5, 1.0
        if blackjack and looks:
            return (0.0 if natural else -1.0), 1.0
        if natural:
            return (0.0 if blackjack else float(hand.blackjack.wins)), 1.0
        return self.play((), ((cards, False, False),), up, hole, shoe)

    def asked(self, cards: Cards, up: int, split: bool, free_chip: bool, hands: int) -> Asked:
        hand = self.variant.hand
        total, soft = count_up(cards)
        two = len(cards) == 2
        aces = cards == (1, 1)
        may_split = two and cards[0] == cards[1] and hands <= hand.splits
        may_split = may_split and not (split and aces and not hand.resplit_aces)
        hard = 0 if soft else total
        may_double = two and (not split or hand.double_after_split)
        may_double = may_double and (not hand.double or hard in hand.double or hard in hand.free_double)
        return Asked(cards, up, split, free_chip, may_split, may_double, two and not split and hand.surrender != "none")

    def _play(
        self,
        done: tuple[Done, ...],
        waiting: tuple[tuple[Cards, bool, bool], ...],
        up: int,
        hole: int,
        shoe: Shoe,
    ) -> tuple[float, float]:
        """Hands not over are (cards, from a split, on a free chip); the first of them is played."""
        if not waiting:
            return self.settle(done, up, hole, shoe)
        (cards, split, free_chip), *others = waiting
        rest = tuple(others)
        hand = self.variant.hand
        real, free = (0, 1) if free_chip else (1, 0)
        total, _ = count_up(cards)
        charlie = hand.charlie is not None and len(cards) >= hand.charlie.cards and total <= 21
        natural_17 = len(cards) == 2 and not split and total == 17
        over = Done(total, real, free, charlie, natural_17=natural_17)
        if charlie or total >= 21:
            return self.play(add(done, over), rest, up, hole, shoe)
        asked = self.asked(cards, up, split, free_chip, len(done) + len(waiting))
        one_card_each = split and cards[0] == 1 and not hand.hit_split_aces
        if one_card_each and not (asked.may_split and self.policy(asked) == "split"):
            return self.play(add(done, over), rest, up, hole, shoe)
        return self.act(asked, done, over, rest, hole, shoe)

    def act(
        self,
        asked: Asked,
        done: tuple[Done, ...],
        over: Done,
        rest: tuple[tuple[Cards, bool, bool], ...],
        hole: int,
        shoe: Shoe,
    ) -> tuple[float, float]:
        hand, up, cards = self.variant.hand, asked.up_card, asked.cards
        action = self.policy(asked)
        if action == "surrender":
            assert asked.may_surrender
            given_up = Done(over.total, 1, 0, surrendered=True)
            return self.play(add(done, given_up), rest, up, hole, shoe)
        if action == "stand":
            return self.play(add(done, over), rest, up, hole, shoe)
        ev = stake = 0.0
        if action == "split":
            assert asked.may_split
            free_split = cards[0] in hand.free_split
            for one, p, a in draws(shoe):
                for two, q, b in draws(a):
                    first = ((cards[0], one), True, asked.free_chip)
                    second = ((cards[1], two), True, free_split or asked.free_chip)
                    net, staked = self.play(done, (first, second, *rest), up, hole, b)
                    ev += p * q * net
                    stake += p * q * staked
            return ev, stake
        if action == "double":
            assert asked.may_double
            total, soft = count_up(cards)
            free_double = not soft and total in hand.free_double
            real, free = over.real + (not free_double), over.free + free_double
        for card, p, a in draws(shoe):
            more = (*cards, card)
            if action == "double":
                total, _ = count_up(more)
                charlie = hand.charlie is not None and len(more) >= hand.charlie.cards and total <= 21
                net, staked = self.play(add(done, Done(total, real, free, charlie)), rest, up, hole, a)
            else:
                # The order of the cards matters no more; sorting them (the split card first) saves work.
                more = (more[0], *sorted(more[1:])) if asked.split else tuple(sorted(more))
                waiting = ((more, asked.split, asked.free_chip), *rest)
                net, staked = self.play(done, waiting, up, hole, a)
            ev += p * net
            stake += p * staked
        return ev, stake

    def _dealer_ends(self, cards: Cards, shoe: Shoe) -> dict[int, float]:
        total, soft = count_up(cards)
        hits_17 = self.variant.dealer.soft_17 == "hits"
        if total > 17 or (total == 17 and not (soft and hits_17)):
            return {total: 1.0}
        ends: dict[int, float] = {}
        for card, p, rest in draws(shoe):
            for final, q in self.dealer_ends(tuple(sorted((*cards, card))), rest).items():
                ends[final] = ends.get(final, 0.0) + p * q
        assert ends, "the shoe ran out"
        return ends

    def settle(self, done: tuple[Done, ...], up: int, hole: int, shoe: Shoe) -> tuple[float, float]:
        stake = float(sum(hand.real for hand in done))
        if {up, hole} == {1, 10}:
            return self.against_blackjack(done, up), stake
        ev = 0.0
        for final, p in self.dealer_ends(tuple(sorted((up, hole))), shoe).items():
            ev += p * sum(self.against(hand, final, up) for hand in done)
        return ev, stake

    def against(self, hand: Done, final: int, up: int) -> float:
        dealer = self.variant.dealer
        if hand.surrendered:
            return -0.5
        if hand.total > 21:
            return -hand.real
        win = hand.real + hand.free
        if hand.charlie:
            return win
        if final > 21:
            pushes = (
                (final == 22 and dealer.bust_22_pushes)
                or (hand.total == 17 and dealer.bust_pushes_17)
                or (up == 10 and dealer.bust_ten_up_pushes)
            )
            return 0 if pushes else win
        if final == 17 and hand.natural_17 and dealer.natural_17_beats_17:
            return win
        return win if hand.total > final else -hand.real if hand.total < final else 0

    def against_blackjack(self, done: tuple[Done, ...], up: int) -> float:
        charlie = self.variant.hand.charlie
        beats = charlie is not None and charlie.beats_blackjack
        takes = self.variant.dealer.blackjack_takes
        rule = takes.ace if up == 1 else takes.ten
        if done[0].surrendered:
            return -1.0
        won = sum(hand.real + hand.free for hand in done if hand.charlie and beats)
        losing = [hand for hand in done if not (hand.charlie and beats)]
        if rule == "every-stake":
            return won - sum(hand.real for hand in losing)
        if rule == "original-bet":
            return won - (1 if losing else 0)
        bust = sum(hand.real for hand in losing if hand.total > 21)
        live = [hand for hand in losing if hand.total <= 21]
        return won - bust - (1 if live else 0)


def add(done: tuple[Done, ...], hand: Done) -> tuple[Done, ...]:
    """In a fixed order, so that equal sets of hands are met once only."""
    return tuple(sorted((*done, hand)))
