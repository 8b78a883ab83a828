"""Random variants and policies, always the same ones for the same number."""

from __future__ import annotations

import random
from functools import cache

from tests.strategies import CHOICES, DECKS
from ventuno.sidebets import SIDE_BETS
from ventuno.simulator import ChartSituation, Policy
from ventuno.variant import Variant, from_notation, load, parse

FIVE_GAMES = ("classic-free-bet", "free-chip", "infinite", "all-bets", "cashback")

# What the notation cannot say, on top of it.
EXTRAS = """name = "thrown together"
[shoe]
decks = {decks}
[dealer]
soft_17 = "{soft_17}"
looks_under = {looks}
blackjack_takes = {{ ace = "{ace}", ten = "{ten}" }}
bust_22_pushes = {push_22}
bust_pushes_17 = {pushes_17}
bust_ten_up_pushes = {ten_up}
natural_17_beats_17 = {natural_17}
[hand]
blackjack = "{blackjack}"
surrender = "{surrender}"
double = {double}
double_after_split = {das}
splits = {splits}
resplit_aces = {rsa}
hit_split_aces = {hsa}
free_double = {free_double}
free_split = {free_split}
"""
CHARLIE = "charlie = {{ cards = {cards}, beats_blackjack = {beats} }}\n"
TAKES = ("every-stake", "original-bet", "busted-plus-one")


def random_notation(number: int) -> Variant:
    chance = random.Random(f"notation {number}")
    tokens = [chance.choice(DECKS)]
    for choice in CHOICES:
        if chance.random() < 0.75:
            tokens.append(chance.choice(choice))
    return from_notation(" ".join(tokens))


def random_file(number: int) -> Variant:
    """Every field of dealer and hand thrown together."""
    chance = random.Random(f"file {number}")

    def flag() -> str:
        return chance.choice(("true", "false"))

    def some(values: range) -> list[int]:
        return sorted(chance.sample(list(values), chance.randint(0, len(values))))

    text = EXTRAS.format(
        decks=chance.randint(1, 8),
        soft_17=chance.choice(("stands", "hits")),
        looks=chance.choice(("[]", '["ace"]', '["ten"]', '["ace", "ten"]')),
        ace=chance.choice(TAKES),
        ten=chance.choice(TAKES),
        push_22=flag(),
        pushes_17=flag(),
        ten_up=flag(),
        natural_17=flag(),
        blackjack=chance.choice(("3:2", "6:5", "1:1", "7:5")),
        surrender=chance.choice(("none", "late", "early")),
        double=chance.choice(([], [9, 10, 11], some(range(4, 21)))),
        das=flag(),
        splits=chance.randint(0, 5),
        rsa=flag(),
        hsa=flag(),
        free_double=chance.choice(([], [9, 10, 11], some(range(4, 21)))),
        free_split=chance.choice(([], list(range(1, 10)), some(range(1, 11)))),
    )
    if chance.random() < 0.6:
        text += CHARLIE.format(cards=chance.randint(3, 10), beats=flag())
    if number % 6 == 0:
        text += every_side_bet()
    return parse(text, f"file-{number}")


def every_side_bet() -> str:
    """All there are, at any price."""
    lines = []
    for key, bet in SIDE_BETS.items():
        prices = {outcome: f"{place}:1" for place, outcome in enumerate(bet.outcomes)}
        lines.append(f'[side_bets."{key}"]')
        if key == "progressive":
            prices["suited-aaa"] = "jackpot"
            lines.append('jackpot = { seed = 10, contribution = "1/10" }')
        lines.append("pays = { " + ", ".join(f'"{outcome}" = "{price}"' for outcome, price in prices.items()) + " }")
    return "\n".join(lines)


def games(notations: int, files: int) -> list[Variant]:
    return [
        *map(load, FIVE_GAMES),
        *map(random_notation, range(notations)),
        *map(random_file, range(files)),
    ]


def random_policy(number: int) -> Policy:
    """Decides every situation by chance, but always alike; hits low hands so that hands grow long."""

    @cache
    def policy(now: ChartSituation) -> tuple[str, ...]:
        chance = random.Random(f"{number} {now}")
        wishes = [
            wish
            for wish, share in (("split", 0.8), ("double", 0.4), ("surrender", 0.2), ("free-double", 0.5))
            if chance.random() < share
        ]
        chance.shuffle(wishes)
        hits = chance.random() < (0.95 if now.total < 12 or now.soft else 0.6 if now.total < 17 else 0.1)
        ends = [] if chance.random() < 0.1 and wishes else ["hit" if hits else "stand"]
        return (*wishes, *ends)

    return policy
