"""The one-line notation of a variant: `6D H17 DAS SPL3 NRSA LS BJ6:5` (style.md: text forms that round-trip)."""

from __future__ import annotations

from itertools import product
from typing import Any

import msgspec
import pytest
from hypothesis import given, strategies as st

from tests.strategies import CHOICES, notations
from ventuno.money import Price
from ventuno.variant import FaultyVariant, Variant, digest, from_notation, load, to_notation
from ventuno.variant.model import BlackjackTakes, Charlie, Dealer, HandRules, ShoeRules
from ventuno.variant.notation import looks_like_notation, unsaid

ORDINARY = "6D S17 DOA DAS SPL3 NRSA NHSA NS PEEK BJ3:2"


def said(token: str) -> Variant:
    return from_notation(f"6D {token}")


# Tokens


@pytest.mark.parametrize("decks", [1, 2, 4, 5, 6, 8, 10, 100])
def test_nd_is_the_number_of_decks(decks: int) -> None:
    assert from_notation(f"{decks}D").shoe.decks == decks


@pytest.mark.parametrize(
    ("token", "rules"),
    [
        ("S17", Dealer(soft_17="stands")),
        ("H17", Dealer(soft_17="hits")),
        ("PEEK", Dealer(looks_under=("ace", "ten"))),
        ("ENHC", Dealer(looks_under=(), blackjack_takes=BlackjackTakes(ace="every-stake", ten="every-stake"))),
        ("OBO", Dealer(looks_under=(), blackjack_takes=BlackjackTakes(ace="original-bet", ten="original-bet"))),
        ("PUSH22", Dealer(bust_22_pushes=True)),
    ],
)
def test_a_token_about_the_dealer_sets_that_rule_and_no_other(token: str, rules: Dealer) -> None:
    assert said(token).dealer == rules
    assert said(token).hand == HandRules()
    assert said(token).shoe == ShoeRules(decks=6)


@pytest.mark.parametrize(
    ("token", "rules"),
    [
        ("DOA", HandRules(double=())),
        ("D9", HandRules(double=(9, 10, 11))),
        ("D10", HandRules(double=(10, 11))),
        ("DAS", HandRules(double_after_split=True)),
        ("NDAS", HandRules(double_after_split=False)),
        ("SPL0", HandRules(splits=0)),
        ("SPL1", HandRules(splits=1)),
        ("SPL9", HandRules(splits=9)),
        ("RSA", HandRules(resplit_aces=True)),
        ("NRSA", HandRules(resplit_aces=False)),
        ("HSA", HandRules(hit_split_aces=True)),
        ("NHSA", HandRules(hit_split_aces=False)),
        ("LS", HandRules(surrender="late")),
        ("ES", HandRules(surrender="early")),
        ("NS", HandRules(surrender="none")),
        ("BJ3:2", HandRules(blackjack=Price("3:2"))),
        ("BJ6:5", HandRules(blackjack=Price("6:5"))),
        ("BJ6:4", HandRules(blackjack=Price("3:2"))),
        ("CHARLIE3", HandRules(charlie=Charlie(cards=3, beats_blackjack=True))),
        ("CHARLIE21", HandRules(charlie=Charlie(cards=21, beats_blackjack=True))),
        ("FREE", HandRules(free_double=(9, 10, 11), free_split=(1, 2, 3, 4, 5, 6, 7, 8, 9))),
    ],
)
def test_a_token_about_the_hand_sets_that_rule_and_no_other(token: str, rules: HandRules) -> None:
    assert said(token).hand == rules
    assert said(token).dealer == Dealer()
    assert said(token).shoe == ShoeRules(decks=6)


def test_what_a_line_leaves_out_is_the_ordinary_game() -> None:
    assert from_notation("6D") == from_notation(ORDINARY)
    assert from_notation("6D").dealer == Dealer()
    assert from_notation("6D").hand == HandRules()


@pytest.mark.parametrize(
    "text", ["6d h17 das", "6D H17 DAS", "  6d\tH17\n das  ", "h17 6d", "6D h17 nrsa bj3:2", "006D H17"]
)
def test_case_order_blanks_and_defaults_written_out_make_no_difference(text: str) -> None:
    assert from_notation(text) == from_notation("6D H17")


def test_a_line_is_called_by_its_canonical_form() -> None:
    variant = from_notation("bj6:5 ls h17 6d")
    assert variant.key == variant.name == "6D H17 DOA DAS SPL3 NRSA NHSA LS PEEK BJ6:5"


# The whole space


@given(notations())
def test_every_line_is_read_back_from_its_canonical_form(line: str) -> None:
    variant = from_notation(line)
    assert from_notation(to_notation(variant)) == variant
    assert to_notation(variant) == variant.key
    assert unsaid(variant) == []


@given(notations(), st.randoms(use_true_random=False))
def test_the_order_and_the_case_of_the_tokens_say_nothing(line: str, random: Any) -> None:
    tokens = line.split()
    random.shuffle(tokens)
    other = " ".join(token.lower() if random.random() < 0.5 else token for token in tokens)
    assert from_notation(other) == from_notation(line)


@given(notations())
def test_the_canonical_form_has_every_token_of_the_line(line: str) -> None:
    assert set(line.split()) <= set(from_notation(line).key.split())


@given(notations(), notations())
def test_two_lines_have_one_digest_exactly_when_they_say_the_same(one: str, other: str) -> None:
    first, second = from_notation(one), from_notation(other)
    assert (digest(first) == digest(second)) == (first.key == second.key)


@pytest.mark.parametrize(
    ("one", "other"), [pair for choice in CHOICES for pair in product(choice, choice) if pair[0] < pair[1]]
)
def test_two_tokens_of_one_choice_say_two_different_things(one: str, other: str) -> None:
    assert digest(said(one)) != digest(said(other))


@given(notations())
def test_every_line_is_seen_to_be_notation_and_can_be_loaded(line: str) -> None:
    assert looks_like_notation(line)
    assert load(line) == from_notation(line)


# Faults


def faults(text: str) -> list[tuple[str, str]]:
    with pytest.raises(FaultyVariant) as faulty:
        from_notation(text)
    assert str(faulty.value).startswith(f"the notation {text!r} has ")
    return [(fault.place, fault.why) for fault in faulty.value.faults]


@pytest.mark.parametrize("text", ["", " ", "S17", "H17 DAS"])
def test_the_number_of_decks_must_be_said(text: str) -> None:
    assert faults(text) == [("", "the number of decks is missing: begin with 6D, for example")]


@pytest.mark.parametrize("token", [
    "H16", "D8", "BJ", "BJ3", "BJ3/2", "BJ3:0", "SPL", "SPLX", "SPL-1", "CHARLIE", "PUSH21", "D", "12345D", "D6", "-6D",
    "٨D", "SPL٣", "BJ٣:2", "6DECKS", "H17,", "FREEBET",
])  # fmt: skip
def test_an_unknown_token_is_a_fault_that_names_the_known_ones(token: str) -> None:
    ((place, why),) = faults(f"6D {token}")
    assert place == token
    assert why.startswith("unknown token; known are nD S17|H17 DOA|D9|D10 DAS|NDAS SPLn ")


def test_every_known_token_is_named_to_whoever_writes_an_unknown_one() -> None:
    ((_, why),) = faults("6D WHAT")
    named = why.removeprefix("unknown token; known are ").replace("|", " ").split()
    known = {token for choice in CHOICES for token in choice if not token.startswith(("SPL", "BJ", "CHARLIE"))}
    assert set(named) == known | {"nD", "SPLn", "BJ3:2", "CHARLIEn"}


@pytest.mark.parametrize(
    ("text", "place", "why"),
    [
        ("6D 8D", "8D", "decks is already said by 6D"),
        ("6D 6D", "6D", "decks is already said by 6D"),
        ("6D S17 H17", "H17", "soft 17 is already said by S17"),
        ("6D D9 DOA", "DOA", "double is already said by D9"),
        ("6D DAS NDAS", "NDAS", "double after split is already said by DAS"),
        ("6D SPL1 SPL2", "SPL2", "splits is already said by SPL1"),
        ("6D LS ES", "ES", "surrender is already said by LS"),
        ("6D PEEK OBO", "OBO", "dealer's blackjack is already said by PEEK"),
        ("6D BJ3:2 BJ6:5", "BJ6:5", "blackjack pays is already said by BJ3:2"),
        ("6D CHARLIE6 CHARLIE7", "CHARLIE7", "Charlie is already said by CHARLIE6"),
    ],
)
def test_two_tokens_of_one_choice_are_a_fault_even_when_they_agree(text: str, place: str, why: str) -> None:
    assert faults(text) == [(place, why)]


@pytest.mark.parametrize(
    ("text", "place", "why"),
    [
        ("0D", "shoe.decks", "0 is not from 1 to 100"),
        ("101D", "shoe.decks", "101 is not from 1 to 100"),
        ("6D SPL10", "hand.splits", "10 is not from 0 to 9"),
        ("6D CHARLIE2", "hand.charlie.cards", "2 is not from 3 to 21"),
        ("6D CHARLIE22", "hand.charlie.cards", "22 is not from 3 to 21"),
    ],
)
def test_a_number_out_of_its_range_is_a_fault(text: str, place: str, why: str) -> None:
    assert faults(text) == [(place, why)]


def test_every_fault_of_a_line_is_reported_at_once() -> None:
    assert [place for place, _ in faults("H17 WHAT S17 SPL99 EVER CHARLIE1")] == [
        "WHAT",
        "S17",
        "EVER",
        "",
        "hand.splits",
        "hand.charlie.cards",
    ]


@given(st.text(alphabet="0123456789DHSAPLNREKBOJ: CIFU", max_size=30))
def test_any_line_is_read_or_refused_with_its_faults(text: str) -> None:
    try:
        variant = from_notation(text)
    except FaultyVariant:
        return
    assert from_notation(variant.key) == variant


# What a line cannot say


@pytest.mark.parametrize(
    ("game", "line", "left_out"),
    [
        (
            "classic-free-bet",
            "8D S17 DOA NDAS SPL1 NRSA NHSA NS BJ3:2 PUSH22 FREE",
            ["shoe.shuffle", "shoe.shoes", "shoe.behind_cut_card", "dealer.looks_under", "side_bets"],
        ),
        (
            "free-chip",
            "6D H17 DOA DAS SPL3 RSA HSA NS ENHC BJ3:2 FREE",
            ["dealer.bust_pushes_17", "dealer.bust_ten_up_pushes", "dealer.natural_17_beats_17", "side_bets"],
        ),
        (
            "infinite",
            "8D S17 DOA NDAS SPL1 NRSA NHSA NS BJ3:2 CHARLIE6",
            ["shoe.shuffle", "shoe.shoes", "shoe.behind_cut_card", "dealer.looks_under", "side_bets"],
        ),
        (
            "all-bets",
            "6D S17 DOA DAS SPL1 NRSA NHSA NS BJ3:2 CHARLIE10",
            ["dealer.looks_under", "dealer.blackjack_takes", "hand.charlie", "side_bets"],
        ),
        (
            "cashback",
            "8D S17 DOA DAS SPL1 NRSA NHSA NS BJ3:2 CHARLIE10",
            ["shoe.shuffle", "shoe.burn_card", "dealer.looks_under", "dealer.blackjack_takes", "hand.charlie",
             "cashback", "golden_chips", "side_bets"],
        ),
    ],
)  # fmt: skip
def test_the_five_games_say_on_a_line_what_they_can_and_name_the_rest(
    game: str, line: str, left_out: list[str]
) -> None:
    """games.md: the rules that only a file can say."""
    assert to_notation(load(game)) == line
    assert unsaid(load(game)) == left_out


@pytest.mark.parametrize(
    ("rules", "place"),
    [
        ({"hand": HandRules(insurance=None)}, "hand.insurance"),
        ({"hand": HandRules(double=(11,))}, "hand.double"),
        ({"hand": HandRules(free_double=(9, 10, 11))}, "hand.free_double"),
        ({"hand": HandRules(charlie=Charlie(cards=6))}, "hand.charlie"),
        ({"dealer": Dealer(looks_under=("ten",))}, "dealer.looks_under"),
        ({"shoe": ShoeRules(burn_card="optional")}, "shoe.burn_card"),
    ],
)
def test_a_rule_without_a_token_is_named(rules: dict[str, Any], place: str) -> None:
    variant = msgspec.structs.replace(from_notation("6D"), **rules)
    assert unsaid(variant) == [place]


@pytest.mark.parametrize("price", ["0:1", "1000:999", "999999:1", "1:999999"])
def test_every_price_of_a_blackjack_can_be_said(price: str) -> None:
    variant = msgspec.structs.replace(from_notation("6D"), hand=HandRules(blackjack=Price(price)))
    assert f"BJ{price}" in to_notation(variant).split()
    assert unsaid(variant) == []


@pytest.mark.parametrize("text", ["6D", "6d", "8D WHAT", "WHAT 8D", "H17", "h17 das", "SPL3", "BJ6:5"])
def test_a_line_with_decks_or_of_tokens_only_is_taken_for_notation(text: str) -> None:
    assert looks_like_notation(text)


@pytest.mark.parametrize("text", ["", " ", "infinite", "free-chip", "D", "6 decks", "H17 please", "٦D"])
def test_anything_else_is_not_taken_for_notation(text: str) -> None:
    assert not looks_like_notation(text)
