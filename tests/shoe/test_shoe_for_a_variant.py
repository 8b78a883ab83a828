"""A variant's own rules choose its shoe (S1)."""

from __future__ import annotations

import pytest

from ventuno.shoe import ContinuousShuffler, CutCardShoe, FreshShoe, SeededRandomness, shoe_for
from ventuno.variant import load, model


@pytest.mark.parametrize(
    ("key", "kind", "cards"),
    [
        ("classic-free-bet", CutCardShoe, 416),
        ("free-chip", FreshShoe, 312),
        ("infinite", CutCardShoe, 416),
        ("all-bets", FreshShoe, 312),
        ("cashback", ContinuousShuffler, 416),
    ],
)
def test_each_game_has_the_shoe_of_its_rule_book(key: str, kind: type, cards: int) -> None:
    """S1 and the row "decks, shuffle" of the games' table."""
    shoe = shoe_for(load(key).shoe, SeededRandomness(1))
    shoe.begin_round()
    assert type(shoe) is kind
    assert shoe.cards_left == cards


def test_the_rules_place_the_cut_card_and_the_second_shoe() -> None:
    """S1: two shoes, the cut card 104 cards from the end."""
    rules = model.ShoeRules(decks=8, shuffle="cut-card", shoes=2, behind_cut_card=104)
    shoe = shoe_for(rules, SeededRandomness(1))
    assert isinstance(shoe, CutCardShoe)
    for _ in range(312):
        assert not shoe.cut_card_shown
        shoe.draw()
    assert shoe.cut_card_shown
    shoe.begin_round()
    assert (shoe.shoe_in_use, shoe.cards_left) == (1, 416)


def test_a_table_may_burn_a_card_where_the_rules_allow_it() -> None:
    """S1: where configured, a burn card."""
    rules = model.ShoeRules(decks=8, shuffle="continuous", burn_card="optional")
    for burn, cards in ((False, 416), (True, 415)):
        shoe = shoe_for(rules, SeededRandomness(1), burn=burn)
        shoe.begin_round()
        assert shoe.cards_left == cards


@pytest.mark.parametrize("shuffle", ["every-round", "cut-card", "continuous"])
def test_a_table_may_not_burn_a_card_where_the_rules_burn_none(shuffle: str) -> None:
    rules = model.ShoeRules(shuffle=shuffle)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="burns no card"):
        shoe_for(rules, SeededRandomness(1), burn=True)
