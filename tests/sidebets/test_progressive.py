"""Progressive: aces in a row from the first card of the hand (side-bets.md)."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from ventuno.cards import Card, cards
from ventuno.sidebets import SIDE_BETS, Seen
from ventuno.variant import load

PROGRESSIVE = SIDE_BETS["progressive"]


def judged(hand: tuple[Card, ...]) -> str | None:
    return PROGRESSIVE.judge(Seen(first_two=hand[:2], dealer=cards("As As"), hand=hand))


@pytest.mark.parametrize(
    ("hand", "outcome"),
    [
        ("As As As As", "suited-aaaa"),
        ("As As As As As", "suited-aaaa"),
        ("As As As As Ah", "suited-aaaa"),
        ("As As As As Kh", "suited-aaaa"),
        ("Ah Ah Ah", "suited-aaa"),
        ("Ah Ah Ah Kh", "suited-aaa"),
        ("Ah Ah Ah As", "suited-aaa"),
        ("Ah Ah Ah As Ah", "suited-aaa"),
        ("Ah Ah As Ah", "aaaa"),
        ("As Ah Ad Ac", "aaaa"),
        ("As Ah Ah Ah", "aaaa"),
        ("As Ah Ad Ac As", "aaaa"),
        ("Ah Ah As", "aaa"),
        ("As Ah Ad", "aaa"),
        ("As Ah Ad 9d As", "aaa"),
        ("Ad Ad", "suited-aa"),
        ("Ad Ad 9d", "suited-aa"),
        ("Ad Ad 9d Ad", "suited-aa"),
        ("Ad Ah", "aa"),
        ("Ad Ah 9s", "aa"),
        ("Ac Kc", "a"),
        ("Ac 5c Ac", "a"),
        ("Ac 5c Ac Ac", "a"),
        ("Ac", "a"),
    ],
)
def test_the_best_run_of_aces_from_the_first_card_counts(hand: str, outcome: str) -> None:
    """side-bets.md: Progressive: a suited AAA that draws an off-suit ace is kept at x5000."""
    assert judged(cards(hand)) == outcome


@pytest.mark.parametrize("hand", ["Kc Ac", "2s As As As As", "9d 9h", "Ks As Ad"])
def test_aces_that_do_not_begin_with_the_first_card_do_not_count(hand: str) -> None:
    """side-bets.md: Progressive: from the first card of the hand."""
    assert judged(cards(hand)) is None


def test_after_a_split_each_hand_is_judged_and_paid_apart() -> None:
    """side-bets.md: Progressive: paid at the end of the round, each hand apart after a split."""
    assert PROGRESSIVE.per_hand
    assert PROGRESSIVE.needs == "hand"
    first_two, dealer = cards("As As"), cards("6d Tc")
    for hand, outcome in (("As Kd", "a"), ("As As", "suited-aa")):
        assert PROGRESSIVE.judge(Seen(first_two, dealer, cards(hand), was_split=True)) == outcome


def test_no_other_bet_is_paid_for_each_hand_apart() -> None:
    assert [key for key, bet in SIDE_BETS.items() if bet.per_hand] == ["progressive"]


def chances() -> dict[str | None, Fraction]:
    """Each outcome's chance with six decks, when aces are always hit and never split."""
    found: dict[str | None, Fraction] = {}
    ranks = [*(Card(f"A{suit}") for suit in "shdc"), Card("Kd")]  # four kinds of ace, and the 288 other cards
    for line in product(ranks, repeat=4):
        left = {card: 6 if card.rank == 1 else 288 for card in ranks}
        chance = Fraction(1)
        for gone, card in enumerate(line):
            chance *= Fraction(left[card], 312 - gone)
            left[card] -= 1
        outcome = judged(line)
        found[outcome] = found.get(outcome, Fraction(0)) + chance
    return found


def test_the_fixed_awards_return_91_3123_percent_and_the_jackpot_falls_twice_in_12_909_299() -> None:
    """side-bets.md: Progressive: aces always hit, never split; xN is a total return."""
    pays = load("all-bets").side_bets["progressive"].pays
    chance = chances()
    assert sum(chance.values()) == 1
    assert chance["suited-aaaa"] == Fraction(2, 12_909_299)
    fixed = sum((chance[outcome] * price.returns for outcome, price in pays.items()), Fraction(0))
    assert f"{float(100 * fixed):.4f}" == "91.3123"


def test_with_the_jackpot_at_its_seed_and_the_contribution_the_published_return_comes_out() -> None:
    """side-bets.md: Progressive: a seed of 80,000 plus the 3 % contribution gives 95.55."""
    variant = load("all-bets")
    progressive = variant.side_bets["progressive"]
    assert progressive.jackpot is not None
    chance = chances()
    fixed = sum((chance[outcome] * price.returns for outcome, price in progressive.pays.items()), Fraction(0))
    returned = fixed + chance["suited-aaaa"] * progressive.jackpot.seed + progressive.jackpot.contribution
    assert f"{float(100 * returned):.2f}" == variant.published["progressive"].rtp == "95.55"
