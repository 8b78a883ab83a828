"""What a variant answers about itself."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from ventuno.cards import DECK
from ventuno.money import Price, exactly
from ventuno.variant import Variant, from_notation, load
from ventuno.variant.model import Dealer, HandRules, RulesOfVariant


@pytest.mark.parametrize(
    ("hand", "step"),
    [
        (HandRules(), 2),
        (HandRules(insurance=None), 2),
        (HandRules(blackjack=Price("6:5")), 10),
        (HandRules(blackjack=Price("6:5"), insurance=None), 5),
        (HandRules(blackjack=Price("7:5"), insurance=None, surrender="late"), 10),
        (HandRules(blackjack=Price("1:1")), 2),
        (HandRules(blackjack=Price("1:1"), insurance=None), 1),
        (HandRules(blackjack=Price("2:1"), insurance=None, surrender="early"), 2),
        (HandRules(insurance=Price("3:2")), 4),
        (HandRules(blackjack=Price("6:5"), insurance=Price("5:3")), 30),
    ],
)
def test_main_bets_come_in_steps_that_no_price_ever_has_to_round(hand: HandRules, step: int) -> None:
    """platform.md: only the cashback price ever needs a rounding."""
    variant = Variant(key="x", name="x", hand=hand)
    assert variant.stake_step == step
    for stake in (step, 3 * step, 500_000 * step):
        assert exactly(stake, hand.blackjack.returns) > stake
        if hand.insurance:
            exactly(stake, hand.insurance.returns / 2)
        if hand.surrender != "none":
            assert stake % 2 == 0


@pytest.mark.parametrize("name", ["classic-free-bet", "free-chip", "infinite", "all-bets", "cashback"])
def test_the_five_games_take_every_even_number_of_cents(name: str) -> None:
    """games.md: blackjack pays 3:2; insurance is half the main bet."""
    assert load(name).stake_step == 2


@pytest.mark.parametrize(
    ("looks_under", "looks"),
    [((), ""), (("ace",), "A"), (("ten",), "TJQK"), (("ace", "ten"), "ATJQK")],
)
def test_the_dealer_looks_under_an_ace_or_any_ten_where_the_rules_say_so(looks_under: Any, looks: str) -> None:
    """games.md: dealer looks for blackjack; a "ten" is any of 10 J Q K."""
    dealer = Dealer(looks_under=looks_under)
    assert {card.text for card in DECK if dealer.looks(card)} == {rank + suit for rank in looks for suit in "shdc"}


def test_the_progressive_takes_exactly_one_unit() -> None:
    """side-bets.md: Progressive: stake exactly 1 unit."""
    assert load("all-bets").fixed_stake("progressive") == 100
    assert load("all-bets").fixed_stake("buster") is None


def test_a_variant_never_changes() -> None:
    variant = from_notation("6D")
    with pytest.raises(AttributeError):
        variant.name = "other"  # type: ignore[misc]
    with pytest.raises(AttributeError):
        variant.hand.splits = 0  # type: ignore[misc]


@pytest.mark.parametrize("kind", [Variant, *RulesOfVariant.__subclasses__()], ids=lambda kind: kind.__name__)
def test_no_section_of_a_variant_changes_or_takes_what_it_does_not_know(kind: type[RulesOfVariant]) -> None:
    assert kind.__struct_config__.frozen
    assert kind.__struct_config__.forbid_unknown_fields


def test_what_a_file_does_not_say_is_the_ordinary_game_of_the_world() -> None:
    """S17, double any two, double after split, three splits, a look under ace and ten, 3:2; at a solo table."""
    ordinary = msgspec.to_builtins(Variant(key="x", name="x"), enc_hook=str)
    assert ordinary == {
        "key": "x",
        "name": "x",
        "table": {
            "kind": "solo",
            "positions": 3,
            "positions_per_player": 3,
            "bet_behind": False,
            "limits_set_by": "table",
            "limits": ({"main": (1, 5000), "side": (1, 500), "level": ""},),
            "no_decision": "wait",
            "disconnected": "resumes",
            "insurance_can_be_off": False,
        },
        "shoe": {"decks": 6, "shuffle": "every-round", "shoes": 1, "behind_cut_card": 0, "burn_card": "never"},
        "dealer": {
            "soft_17": "stands",
            "looks_under": ("ace", "ten"),
            "blackjack_takes": {"ace": "every-stake", "ten": "every-stake"},
            "bust_22_pushes": False,
            "bust_pushes_17": False,
            "bust_ten_up_pushes": False,
            "natural_17_beats_17": False,
        },
        "hand": {
            "blackjack": "3:2",
            "insurance": "2:1",
            "surrender": "none",
            "double": (),
            "double_after_split": True,
            "splits": 3,
            "resplit_aces": False,
            "hit_split_aces": False,
            "charlie": None,
            "free_double": (),
            "free_split": (),
        },
        "cashback": None,
        "golden_chips": None,
        "side_bets": {},
        "published": {},
    }


def test_a_variant_with_another_rule_is_not_equal() -> None:
    variant = from_notation("6D")
    assert msgspec.structs.replace(variant) == variant
    assert msgspec.structs.replace(variant, hand=HandRules(splits=2)) != variant
