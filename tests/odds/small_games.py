"""Small shoes, the rules switched on and off, and the bridge from a strategy to the brute force."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import msgspec

from tests.odds.brute_force import Asked, BruteForce, Cards, Done, Shoe, count_up, draws
from ventuno.odds import Strategy
from ventuno.odds.composition import Composition
from ventuno.variant import Variant, from_notation, load
from ventuno.variant.model import BlackjackTakes, Charlie

GAMES = ("classic-free-bet", "free-chip", "infinite", "all-bets", "cashback")


def shoe(**counts: int) -> Shoe:
    """shoe(A=3, T=8): so many of each value."""
    names = {"A": 0, "T": 9} | {f"_{points}": points - 1 for points in range(2, 10)}
    found = [0] * 10
    for name, count in counts.items():
        found[names[name]] = count
    return tuple(found)


# With so few ranks the whole game tree can be walked; each has pairs, stiff hands and soft hands of its own.
SMALL = {
    "A6T": shoe(A=4, _6=5, T=12),
    "A49T": shoe(A=3, _4=4, _9=3, T=8),
    "58T": shoe(_5=4, _8=5, T=10),
    "A27T": shoe(A=3, _2=4, _7=4, T=7),
    "A3T": shoe(A=4, _3=5, T=13),
}


def composition(cards: Cards) -> Composition:
    found = [0] * 10
    for card in cards:
        found[card - 1] += 1
    return tuple(found)


def plays(strategy: Strategy) -> Callable[[Asked], str]:
    """The strategy, as the brute force asks for it."""

    def policy(asked: Asked) -> str:
        hand, up = composition(asked.cards), asked.up_card - 1
        if not asked.split and len(asked.cards) == 2:
            return strategy.first_action(hand, up)
        if asked.may_split and strategy.splits_again(asked.cards[0] - 1, up, asked.free_chip):
            return "split"
        pair = asked.cards[0] - 1 if asked.split else -1
        return strategy.action(hand, up, pair, asked.free_chip)

    return policy


def changed(variant: Variant, **sections: dict[str, object]) -> Variant:
    """The variant with some fields of some sections changed."""
    parts = {name: msgspec.structs.replace(getattr(variant, name), **fields) for name, fields in sections.items()}
    return msgspec.structs.replace(variant, **parts)


def rule_sets() -> dict[str, Variant]:
    """Every rule on and off, alone and among others."""
    lines = [
        *(f"1D SPL{splits} {rest}".strip() for splits, rest in product((0, 1, 2), ("", "H17 ENHC", "OBO"))),
        "1D SPL3",
        "1D SPL3 RSA",
        "1D SPL2 RSA HSA H17",
        "1D SPL2 HSA NDAS",
        "1D SPL1 NDAS D9",
        "1D SPL1 D10 LS",
        "1D SPL2 LS ENHC",
        "1D SPL1 ES BJ6:5",
        "1D SPL1 ES ENHC",
        "1D SPL1 LS OBO H17",
        "1D SPL1 PUSH22",
        "1D SPL2 PUSH22 FREE NDAS",
        "1D SPL2 FREE RSA HSA ENHC",
        "1D SPL1 FREE OBO",
        "1D SPL2 CHARLIE4",
        "1D SPL1 CHARLIE3 ENHC",
        "1D SPL1 CHARLIE4 OBO",
        "1D SPL1 CHARLIE3 OBO",
        "1D SPL2 CHARLIE5 FREE",
    ]
    found = {line: from_notation(line) for line in lines} | {name: load(name) for name in GAMES}
    plain = from_notation("1D SPL1")
    bust = BlackjackTakes(ace="busted-plus-one", ten="busted-plus-one")
    found["busts push 17"] = changed(plain, dealer={"bust_pushes_17": True})
    found["ten-up busts push"] = changed(plain, dealer={"bust_ten_up_pushes": True})
    found["natural 17 wins"] = changed(plain, dealer={"natural_17_beats_17": True})
    found["busted plus one"] = changed(plain, dealer={"looks_under": (), "blackjack_takes": bust})
    found["busted plus one, three cards beat it"] = changed(
        plain,
        dealer={"looks_under": (), "blackjack_takes": bust},
        hand={"charlie": Charlie(cards=3, beats_blackjack=True)},
    )
    found["busted plus one, four cards win but for it"] = changed(
        plain,
        dealer={"looks_under": (), "blackjack_takes": bust},
        hand={"charlie": Charlie(cards=4), "surrender": "late"},
    )
    found["four cards win but for a blackjack"] = changed(
        plain, dealer={"looks_under": ("ace",)}, hand={"charlie": Charlie(cards=4), "splits": 2}
    )
    found["looks under ten only"] = changed(plain, dealer={"looks_under": ("ten",)}, hand={"splits": 2})
    found["free doubles, paid splits"] = changed(plain, hand={"free_double": (9, 10, 11, 14)})
    found["free splits of some"] = changed(plain, hand={"free_split": (1, 8), "splits": 2, "double": (11,)})
    return found


RULES = rule_sets()


class BestUnsplit:
    """The best value of a game without splits, by asking for every hand what is known and what follows."""

    def __init__(self, variant: Variant, cards: Shoe) -> None:
        assert variant.hand.splits == 0
        self.variant, self.shoe = variant, cards
        self.round = BruteForce(variant, cards, lambda asked: "stand")

    def value(self) -> float:
        ev = 0.0
        for one, p, a in draws(self.shoe):
            for up, q, b in draws(a):
                for two, r, c in draws(b):
                    ev += p * q * r * self.opening(tuple(sorted((one, two))), up, c)
        return ev

    def opening(self, cards: Cards, up: int, left: Shoe) -> float:
        surrender = self.variant.hand.surrender
        holes = list(draws(left))
        blackjack = sum(p for hole, p, _ in holes if {up, hole} == {1, 10})
        if cards == (1, 10):
            return (1 - blackjack) * float(self.variant.hand.blackjack.wins)
        looks = (up == 1 and "ace" in self.variant.dealer.looks_under) or (
            up == 10 and "ten" in self.variant.dealer.looks_under
        )
        found = [(p, hole, rest) for hole, p, rest in holes if not (looks and {up, hole} == {1, 10})]
        played = self.best(cards, up, found) - (blackjack if looks else 0.0)
        if surrender == "early":
            return max(played, -0.5)
        if surrender == "late":
            return max(played, -0.5 * (1 - blackjack) - blackjack)
        return played

    def best(self, cards: Cards, up: int, holes: list[tuple[float, int, Shoe]]) -> float:
        """Over all hole cards still possible, each with its weight; nobody but the dealer knows which."""
        total, _ = count_up(cards)
        charlie = self.variant.hand.charlie
        over = Done(
            total,
            1,
            0,
            bool(charlie and len(cards) >= charlie.cards and total <= 21),
            natural_17=len(cards) == 2 and total == 17,
        )
        ends = sum(p * self.round.settle((over,), up, hole, rest)[0] for p, hole, rest in holes)
        if total >= 21 or over.charlie:
            return ends
        options = [ends, sum(self.best(*more) for more in self.with_each_card(cards, up, holes))]
        asked = self.round.asked(cards, up, False, False, 1)
        if asked.may_double:
            options.append(sum(self.doubled(*more) for more in self.with_each_card(cards, up, holes)))
        return max(options)

    def doubled(self, cards: Cards, up: int, holes: list[tuple[float, int, Shoe]]) -> float:
        total, _ = count_up(cards)
        before, soft = count_up(cards[:2])
        charlie = self.variant.hand.charlie
        free = not soft and before in self.variant.hand.free_double
        over = Done(total, 1 + (not free), int(free), bool(charlie and len(cards) >= charlie.cards and total <= 21))
        return sum(p * self.round.settle((over,), up, hole, rest)[0] for p, hole, rest in holes)

    @staticmethod
    def with_each_card(
        cards: Cards, up: int, holes: list[tuple[float, int, Shoe]]
    ) -> list[tuple[Cards, int, list[tuple[float, int, Shoe]]]]:
        found: dict[int, list[tuple[float, int, Shoe]]] = {}
        for p, hole, rest in holes:
            for card, q, fewer in draws(rest):
                found.setdefault(card, []).append((p * q, hole, fewer))
        return [((*cards, card), up, some) for card, some in found.items()]
