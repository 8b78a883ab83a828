"""What must hold of any odds, whatever the rules."""

from __future__ import annotations

import numpy as np
import pytest

from tests.odds.small_games import RULES, SMALL
from ventuno.odds import chart, full_shoe, solve
from ventuno.odds.composition import UP_CARDS, VALUE_NAMES
from ventuno.odds.dealer import distributions, final_hands, ordinary_tree
from ventuno.odds.splits import weights
from ventuno.refusal import RefusalRaised
from ventuno.variant import from_notation, load

LINES = ["1D", "2D H17 SPL1 NDAS LS", "6D H17 ENHC", "8D SPL1", "4D FREE PUSH22 SPL1", "6D CHARLIE6 SPL1 OBO"]


@pytest.mark.parametrize("line", [*LINES, "free-chip", "all-bets"])
def test_knowing_the_cards_is_never_worth_less_than_knowing_the_total(line: str) -> None:
    solution = solve(load(line))
    assert solution.composition.ev >= solution.total.ev - 1e-15


@pytest.mark.parametrize(
    ("less", "more"),
    [
        ("6D NS", "6D LS"),
        ("6D LS", "6D ES"),
        ("6D NDAS", "6D DAS"),
        ("6D SPL0", "6D SPL1"),
        ("6D SPL1", "6D SPL2"),
        ("6D SPL2", "6D SPL3"),
        ("6D NRSA", "6D RSA"),
        ("6D RSA NHSA", "6D RSA HSA"),
        ("6D D10", "6D D9"),
        ("6D D9", "6D DOA"),
        ("6D BJ6:5", "6D BJ3:2"),
        ("6D", "6D CHARLIE6"),
        ("6D CHARLIE6", "6D CHARLIE5"),
        ("6D ENHC", "6D OBO"),
        ("6D PUSH22", "6D"),
        ("6D SPL1", "6D SPL1 FREE"),
    ],
)
def test_a_better_rule_for_the_player_never_lowers_the_value(less: str, more: str) -> None:
    for strategy in ("composition", "total"):
        worse, better = (getattr(solve(from_notation(line)), strategy).ev for line in (less, more))
        assert worse <= better + 1e-12


@pytest.mark.parametrize("line", ["6D", "8D H17 SPL1", "6D CHARLIE6 SPL1", "6D SPL2 FREE"])
def test_a_dealer_who_looks_costs_exactly_the_original_bet(line: str) -> None:
    looks, original = from_notation(line), from_notation(f"{line} OBO")
    if looks.hand.charlie:  # made before the blackjack is known, a Charlie beats it
        assert solve(looks).composition.ev < solve(original).composition.ev
    else:
        assert solve(looks).composition.ev == pytest.approx(solve(original).composition.ev, abs=1e-13)


@pytest.mark.parametrize("most", [2, 3, 4, 5, 10])
@pytest.mark.parametrize(("pair_cards", "cards"), [(22, 309), (94, 309), (2, 49), (0, 40)])
def test_a_split_has_one_first_hand_and_at_most_so_many(most: int, pair_cards: int, cards: int) -> None:
    """With every hand worth 1 the weights add up to hands: exactly one first, and never too many others."""
    weight = weights(pair_cards, cards, most)
    layers = np.arange(weight.layers)
    pair = np.clip((pair_cards - layers) / (cards - layers), 0, 1)
    second = np.stack((1 - pair, pair), axis=1)
    assert (weight.first * second).sum() == pytest.approx(1, abs=1e-12)
    assert 1 - 1e-12 <= (weight.others * second).sum() <= most - 1 + 1e-12


@pytest.mark.parametrize("hits_soft_17", [False, True])
def test_the_dealers_final_hands_are_certain_together(hits_soft_17: bool) -> None:
    from fractions import Fraction
    from math import perm, prod

    shoe = full_shoe(2)
    for up in range(10):
        total = sum(
            Fraction(
                final.orderings[up] * prod(perm(a, b) for a, b in zip(shoe, final.cards, strict=True)),
                perm(sum(shoe), sum(final.cards)),
            )
            for final in final_hands(hits_soft_17)
        )
        assert total == Fraction(shoe[up], sum(shoe))


def test_a_block_of_shoes_gives_what_each_shoe_gives() -> None:
    tree = ordinary_tree(False, False)
    shoes = np.array([np.array(full_shoe(1)) - np.eye(10)[value] for value in range(10)] * 20)
    together = distributions(tree, shoes)
    for at in (0, 13, 127, 128, 199):
        assert (together[at] == distributions(tree, shoes[at : at + 1])[0]).all()


@pytest.mark.parametrize("game", ["classic-free-bet", "free-chip", "infinite", "all-bets", "cashback", "6D LS"])
def test_a_chart_has_a_letter_for_every_hand_and_up_card(game: str) -> None:
    strategy = solve(load(game)).total
    drawn = chart(strategy)
    assert drawn is not None
    assert list(drawn.pairs) == ["2", "3", "4", "5", "6", "7", "8", "9", "10", "A"]
    assert set(drawn.hard) >= {str(total) for total in range(5, 21)}
    for row in (*drawn.hard.values(), *drawn.soft.values(), *drawn.pairs.values()):
        assert list(row) == [VALUE_NAMES[up] for up in UP_CARDS]
        assert {cell.letter for cell in row.values()} <= {"S", "H", "D", "Ds", "P", "P1", "R", "Rs", "Rp"}
    for row in drawn.hard.values():
        assert all(cell.cost is None or cell.cost >= -1e-3 for cell in row.values())


def test_everybody_knows_some_of_the_chart() -> None:
    drawn = chart(solve(from_notation("6D S17 DAS")).total)
    assert drawn is not None
    assert "".join(cell.letter for cell in drawn.hard["16"].values()) == "SSSSSHHHHH"
    assert "".join(cell.letter for cell in drawn.hard["11"].values()) == "DDDDDDDDDH"
    assert [cell.letter for cell in drawn.soft["18"].values()] == ["S", "Ds", "Ds", "Ds", "Ds", "S", "S", "H", "H", "H"]
    assert {cell.letter for cell in drawn.pairs["8"].values()} == {"P"}


def test_only_free_hands_have_a_chart_of_their_own() -> None:
    assert chart(solve(load("infinite")).total, free_chip=True) is None
    free = chart(solve(load("free-chip")).total, free_chip=True)
    assert free is not None
    assert {cell.letter for cell in free.hard["10"].values()} == {"D"}  # a chip costs nothing


def test_a_shoe_that_could_run_out_is_refused() -> None:
    with pytest.raises(RefusalRaised) as refused:
        solve(from_notation("1D"), (4, 4, 4, 4, 0, 0, 0, 0, 0, 8))
    assert refused.value.refusal.code == "odds/shoe_too_small"


@pytest.mark.parametrize("shoe", [(1, 2, 3), (4,) * 9 + (-1,)])
def test_a_shoe_is_ten_counts(shoe: tuple[int, ...]) -> None:
    with pytest.raises(RefusalRaised) as refused:
        solve(from_notation("1D"), shoe)
    assert refused.value.refusal.code == "odds/bad_shoe"


def test_what_cannot_be_solved_exactly_is_refused() -> None:
    with pytest.raises(RefusalRaised) as refused:
        solve(from_notation("6D SPL3 OBO CHARLIE6"))
    assert refused.value.refusal.code == "odds/no_solution"


def test_solving_twice_gives_the_same_bits() -> None:
    variant, shoe = RULES["all-bets"], SMALL["A6T"]
    assert solve(variant, shoe).composition.ev == solve(variant, shoe).composition.ev
