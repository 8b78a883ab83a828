"""A variant file that cannot be played says everything that is wrong with it at once, each fault with its place.

style.md: validation reports all faults at once. platform.md and games.md say which rules exclude each other.
"""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent
from time import perf_counter

import pytest

from ventuno.refusal import RefusalRaised
from ventuno.variant import Fault, FaultyVariant, Variant, digest, load, parse
from ventuno.variant.find import CATALOG, MOST_BYTES


def faults(text: str) -> tuple[Fault, ...]:
    with pytest.raises(FaultyVariant) as faulty:
        parse(text, "mine", "mine.toml")
    return faulty.value.faults


def the_only_fault(text: str) -> tuple[int | None, str, str]:
    (fault,) = faults(text)
    return fault.line, fault.place, fault.why


def test_a_name_alone_is_the_ordinary_game_of_the_world() -> None:
    variant = parse('name = "Mine"', "mine")
    assert variant == Variant(key="mine", name="Mine")


# The shape: what is not there, what is unknown, what is of another kind


@pytest.mark.parametrize(
    ("text", "line", "place", "why"),
    [
        ('name = "x"\nnmae = 1', 2, "nmae", "unknown key; did you mean name?"),
        ('name = "x"\n[dealer]\nsoft17 = "hits"', 3, "dealer.soft17", "unknown key; did you mean soft_17?"),
        ('name = "x"\n[deeler]', 2, "deeler", "unknown key; did you mean dealer?"),
        ('name = "x"\n[hand]\ncharlie = { cards = 6, card = 6 }', 3, "hand.charlie.card", "did you mean cards?"),
        ('name = "x"\nzzz = 1', 2, "zzz", "unknown key; known are name, table, shoe, dealer, hand"),
        ('name = "x"\n[shoe]\nqqq = 1', 3, "shoe.qqq", "known are decks, shuffle, shoes, behind_cut_card"),
    ],
)
def test_an_unknown_key_is_a_fault_with_what_was_probably_meant(text: str, line: int, place: str, why: str) -> None:
    assert the_only_fault(text)[:2] == (line, place)
    assert why in the_only_fault(text)[2]


def test_a_file_does_not_say_its_own_key() -> None:
    """The file's name is the key: nothing inside may pass itself off as another game."""
    assert the_only_fault('name = "x"\nkey = "infinite"')[:2] == (2, "key")


@pytest.mark.parametrize(
    ("text", "line", "place"),
    [
        ("[shoe]\ndecks = 6", None, "name"),
        ('name = "x"\n[hand]\ncharlie = { beats_blackjack = true }', 3, "hand.charlie.cards"),
        ('name = "x"\n[side_bets.top-3]\nstake = 1', 2, "side_bets.top-3.pays"),
        ('name = "x"\n[published]\nmain = { note = "?" }', 3, "published.main.rtp"),
        ('name = "x"\n[table]\n\nlimits = [{ main = [1, 2] }]', 4, "table.limits[1].side"),
    ],
)
def test_a_missing_key_is_a_fault_at_the_nearest_line(text: str, line: int | None, place: str) -> None:
    assert the_only_fault(text) == (line, place, "missing")


@pytest.mark.parametrize(
    ("text", "line", "place", "why"),
    [
        ("name = 21", 1, "name", "expected a text in quotes, but 21 is a whole number"),
        ('name = "x"\n[shoe]\ndecks = "6"', 3, "shoe.decks", "expected a whole number, but '6' is a text in quotes"),
        ('name = "x"\n[shoe]\ndecks = 6.0', 3, "shoe.decks", "but 6.0 is a number with a point"),
        ('name = "x"\n[shoe]\ndecks = true', 3, "shoe.decks", "expected a whole number, but True is true or false"),
        ('name = "x"\n[shoe]\ndecks = nan', 3, "shoe.decks", "but nan is a number with a point"),
        ('name = "x"\n[shoe]\ndecks = 2020-01-01', 3, "shoe.decks", "expected a whole number"),
        ('name = "x"\n[hand]\nresplit_aces = 1', 3, "hand.resplit_aces", "expected true or false, but 1 is a whole"),
        ('name = "x"\n[hand]\ndouble = 9', 3, "hand.double", "expected a list in [ ], but 9 is a whole number"),
        ('name = "x"\n[hand]\ndouble = ["9"]', 3, "hand.double[1]", "expected a whole number, but '9' is a text"),
        ('name = "x"\nhand = 3', 2, "hand", "expected a table, but 3 is a whole number"),
        ('name = "x"\nside_bets = []', 2, "side_bets", "expected a table, but [] is a list in [ ]"),
        ('name = "x"\n[side_bets]\ntop-3 = "90:1"', 3, "side_bets.top-3", "expected a table, but '90:1' is a text"),
        ('name = "x"\n[table]\nlimits = [{ main = [1], side = [1, 2] }]', 3, "table.limits[1].main",
         "expected 2 values, but there are 1"),
        ('name = "x"\n[table]\nlimits = [5]', 3, "table.limits[1]", "expected a table, but 5 is a whole number"),
        ('name = "x"\n[hand]\nblackjack = 1.5', 3, "hand.blackjack", 'expected a text such as "3:2", but 1.5 is'),
        ('name = "x"\n[cashback]\nmargin = 0.01', 3, "cashback.margin", 'expected a text such as "3/100", but 0.01'),
    ],
)  # fmt: skip
def test_a_value_of_another_kind_is_a_fault_that_says_both_kinds(text: str, line: int, place: str, why: str) -> None:
    assert the_only_fault(text)[:2] == (line, place)
    assert why in the_only_fault(text)[2]


@pytest.mark.parametrize(
    ("text", "place", "why"),
    [
        ('[dealer]\nsoft_17 = "hit"', "dealer.soft_17", "'hit' is not one of stands, hits"),
        ('[dealer]\nlooks_under = ["king"]', "dealer.looks_under[1]", "'king' is not one of ace, ten"),
        ('[table]\nkind = "Solo"', "table.kind", "'Solo' is not one of solo, seated, shared"),
        ("[shoe]\nshuffle = []", "shoe.shuffle", "[] is not one of every-round, cut-card, continuous"),
        ('[dealer]\nblackjack_takes = { ten = "all" }', "dealer.blackjack_takes.ten", "'all' is not one of every-"),
    ],
)
def test_a_word_that_is_no_choice_is_a_fault_that_names_the_choices(text: str, place: str, why: str) -> None:
    line, where, said = the_only_fault(f'name = "x"\n{text}')
    assert (line, where) == (3, place)
    assert said.startswith(why)


@pytest.mark.parametrize("price", ["3/2", "1.5", "", "3:0", "x", "٣:2", "-3:2"])
def test_a_text_that_is_no_price_is_a_fault(price: str) -> None:
    line, place, why = the_only_fault(f'name = "x"\n[hand]\nblackjack = "{price}"')
    assert (line, place) == (3, "hand.blackjack")
    assert why == f'{price!r} is not a price such as "3:2", "x50" (in all) or "jackpot"'


@pytest.mark.parametrize("price", ["x3", "jackpot"])
@pytest.mark.parametrize("name", ["blackjack", "insurance"])
def test_the_main_game_pays_so_much_to_so_much(name: str, price: str) -> None:
    line, place, why = the_only_fault(f'name = "x"\n[hand]\n{name} = "{price}"')
    assert (line, place) == (3, f"hand.{name}")
    assert why == f'{price} is not a price such as "3:2"'


@pytest.mark.parametrize(
    "fraction", ["", "1/0", "1 %", "one", "nan", "inf", "1e-2", "1e999999999", "1_0/7", "٣/١٠٠", "1/"]
)
def test_a_text_that_is_no_fraction_is_a_fault(fraction: str) -> None:
    line, place, why = the_only_fault(f'name = "x"\n[cashback]\nmargin = "{fraction}"')
    assert (line, place) == (3, "cashback.margin")
    assert why == f'{fraction!r} is not a fraction such as "3/100"'


@pytest.mark.parametrize("fraction", ["3/100", "0.03", "0", "99/100"])
def test_a_fraction_is_written_over_a_line_or_with_a_point(fraction: str) -> None:
    variant = parse(f'name = "x"\n[cashback]\nmargin = "{fraction}"', "mine")
    assert variant.cashback is not None
    assert float(variant.cashback.margin) == pytest.approx(eval(fraction))


# The meaning: ranges


@pytest.mark.parametrize(
    ("text", "place", "why"),
    [
        ("[shoe]\ndecks = 0", "shoe.decks", "0 is not from 1 to 100"),
        ("[shoe]\ndecks = 101", "shoe.decks", "101 is not from 1 to 100"),
        ("[table]\npositions = 0", "table.positions", "0 is not from 1 to 7"),
        ("[table]\npositions = 8", "table.positions", "8 is not from 1 to 7"),
        ("[table]\npositions_per_player = 0", "table.positions_per_player", "0 is not from 1 to 7"),
        ("[hand]\nsplits = -1", "hand.splits", "-1 is not from 0 to 9"),
        ("[hand]\nsplits = 10", "hand.splits", "10 is not from 0 to 9"),
        ("[hand]\ndouble = [3]", "hand.double", "3 is not from 4 to 20"),
        ("[hand]\nfree_double = [21]", "hand.free_double", "21 is not from 4 to 20"),
        ("[hand]\nfree_split = [11]", "hand.free_split", "11 is not from 1 to 10"),
        ("[hand]\nfree_split = [0]", "hand.free_split", "0 is not from 1 to 10"),
        ("[hand]\ncharlie = { cards = 2 }", "hand.charlie.cards", "2 is not from 3 to 21"),
        ("[hand]\ncharlie = { cards = 22 }", "hand.charlie.cards", "22 is not from 3 to 21"),
        ('[cashback]\nmargin = "1"', "cashback.margin", "1 is not from 0 to below 1"),
        ('[cashback]\nmargin = "-1/100"', "cashback.margin", "-1/100 is not from 0 to below 1"),
        ("[golden_chips]\nper_round = -1", "golden_chips.per_round", "-1 is below 0"),
        ("[table]\nlimits = [{ main = [0, 5], side = [1, 5] }]", "table.limits[1].main", "0 to 5 is no range"),
        ("[table]\nlimits = [{ main = [1, 5], side = [6, 5] }]", "table.limits[1].side", "6 to 5 is no range"),
        ("[table]\nlimits = [{ main = [1, 10_000_000_000_001], side = [1, 5] }]", "table.limits[1].main", "no range"),
        ("[shoe]\ndecks = 99999999999999999999", "shoe.decks", "99999999999999999999 is out of every range"),
        ('[published]\nmain = { rtp = "99.5" }', "published.main.rtp", "'99.5' is not a percentage such as \"99.47\""),
        ('[published]\nmain = { rtp = "٩٩.٥٠" }', "published.main.rtp", "is not a percentage"),
    ],
)  # fmt: skip
def test_a_number_out_of_its_range_is_a_fault(text: str, place: str, why: str) -> None:
    line, where, said = the_only_fault(f'name = "x"\n{text}')
    assert (line, where) == (3, place)
    assert why in said


@pytest.mark.parametrize(
    "text",
    [
        "[shoe]\ndecks = 1",
        "[shoe]\ndecks = 100",
        "[table]\npositions = 1\npositions_per_player = 1",
        "[table]\npositions = 7\npositions_per_player = 7",
        "[table]\nlimits = [{ main = [1, 1], side = [1, 10_000_000_000_000] }]",
        "[hand]\nsplits = 0",
        "[hand]\nsplits = 9",
        "[hand]\ndouble = [4, 20]\nfree_double = [4, 20]\nfree_split = [1, 10]",
        "[hand]\ncharlie = { cards = 3 }",
        "[hand]\ncharlie = { cards = 21 }",
        '[shoe]\nshuffle = "cut-card"\nbehind_cut_card = 1\nshoes = 1',
        '[shoe]\nshuffle = "cut-card"\nbehind_cut_card = 311\nshoes = 2',
        '[shoe]\nshuffle = "continuous"\nburn_card = "optional"',
        '[cashback]\nmargin = "0"',
        "[golden_chips]\nper_round = 0",
        '[published]\nmain = { rtp = "100.00" }',
    ],
)
def test_both_ends_of_a_range_belong_to_it(text: str) -> None:
    assert parse(f'name = "x"\n{text}', "mine").name == "x"


# The meaning: rules that contradict each other


@pytest.mark.parametrize(
    ("text", "line", "place", "why"),
    [
        ('[table]\nkind = "solo"\nbet_behind = true', 4, "table.bet_behind", "only a seated table"),
        ('[table]\nkind = "seated"\nbet_behind = true\n[cashback]', 4, "table.bet_behind", "cashback"),
        ('[table]\nkind = "shared"\nbet_behind = true', 4, "table.bet_behind", "only a seated table"),
        ("[table]\nlimits = []", 3, "table.limits", "at least one"),
        ('[table]\nlimits_set_by = "vip-level"\nlimits = [{ main = [1, 2], side = [1, 2] }]', 4,
         "table.limits[1].level", "is needed where limits are set by VIP level, and only there"),
        ('[table]\nlimits = [{ main = [1, 2], side = [1, 2], level = "gold" }]', 3,
         "table.limits[1].level", "is needed where limits are set by VIP level, and only there"),
        ('[shoe]\nshuffle = "cut-card"', 2, "shoe.behind_cut_card", "0 is not from 1 to 311"),
        ('[shoe]\nshuffle = "cut-card"\nbehind_cut_card = 312', 4, "shoe.behind_cut_card", "312 is not from 1 to 311"),
        ('[shoe]\nbehind_cut_card = 52\nshuffle = "continuous"', 4, "shoe.shuffle", "belong to a cut-card shoe"),
        ('[shoe]\nshoes = 2\nshuffle = "every-round"', 4, "shoe.shuffle", "belong to a cut-card shoe"),
        ('[shoe]\nshuffle = "cut-card"\nbehind_cut_card = 1\nshoes = 3', 5, "shoe.shoes", "3 is not from 1 to 2"),
        ('[shoe]\nburn_card = "optional"', 3, "shoe.burn_card", "from a continuous shuffler only"),
        ('[dealer]\nlooks_under = ["ace", "ace"]', 3, "dealer.looks_under", "names something twice"),
        ("[hand]\ndouble = [9, 9]", 3, "hand.double", "names something twice"),
        ("[hand]\nfree_split = [9, 9]", 3, "hand.free_split", "names something twice"),
        ('[published]\nmain = { rtp = "99.00" }\ntop-3 = { rtp = "90.00" }', 4, "published.top-3",
         "is neither main nor a side bet here; known are main."),
    ],
)  # fmt: skip
def test_rules_that_contradict_each_other_are_a_fault(text: str, line: int, place: str, why: str) -> None:
    where = the_only_fault(f'name = "x"\n{text}')
    assert where[:2] == (line, place)
    assert why in where[2]


# The meaning: side bets

TOP_3 = 'suited-trips = "500:1", straight-flush = "180:1", trips = "90:1"'
PROGRESSIVE = (
    'suited-aaa = "x5000", aaaa = "x2500", aaa = "x250", suited-aa = "x100", aa = "x50", a = "x5", suited-aaaa ='
)


@pytest.mark.parametrize(
    ("text", "line", "place", "why"),
    [
        ("[side_bets.top3]\npays = {}", 2, "side_bets.top3", "unknown side bet; did you mean top-3?"),
        ('[side_bets."21+4"]\npays = {}', 2, "side_bets.21+4", "unknown side bet; did you mean 21+3?"),
        (f'[side_bets.top-3]\npays = {{ {TOP_3}, flush = "5:1" }}', 3, "side_bets.top-3.pays.flush",
         "unknown outcome; known are suited-trips, straight-flush, trips."),
        ('[side_bets.top-3]\npays = { trips = "90:1" }', 3, "side_bets.top-3.pays",
         "no price for suited-trips, straight-flush"),
        (f'[side_bets.top-3]\npays = {{ {TOP_3.replace("90:1", "3:2")} }}', 3, "side_bets.top-3.pays",
         "side bets pay whole multiples of the stake"),
        (f'[side_bets.top-3]\npays = {{ {TOP_3.replace("90:1", "ninety")} }}', 3, "side_bets.top-3.pays.trips",
         "'ninety' is not a price"),
        (f"[side_bets.top-3]\npays = {{ {TOP_3} }}\nstake = 0", 4, "side_bets.top-3.stake", "0 is not from 1 to"),
        (f'[side_bets.top-3]\npays = {{ {TOP_3.replace("500:1", "jackpot")} }}', 2, "side_bets.top-3",
         'one price "jackpot" and the section jackpot belong together'),
        (f'[side_bets.top-3]\npays = {{ {TOP_3} }}\njackpot = {{ seed = 1, contribution = "1/2" }}', 2,
         "side_bets.top-3", 'one price "jackpot" and the section jackpot belong together'),
        (f'[side_bets.progressive]\npays = {{ {PROGRESSIVE.replace("x5000", "jackpot")} "jackpot" }}\n'
         'jackpot = { seed = 1, contribution = "1/2" }', 2,
         "side_bets.progressive", 'one price "jackpot" and the section jackpot belong together'),
        (f'[side_bets.progressive]\npays = {{ {PROGRESSIVE} "jackpot" }}\n'
         'jackpot = { seed = -1, contribution = "1/2" }', 4, "side_bets.progressive.jackpot", "not below 0"),
        (f'[side_bets.progressive]\npays = {{ {PROGRESSIVE} "jackpot" }}\n'
         'jackpot = { seed = 1, contribution = "11/10" }', 4, "side_bets.progressive.jackpot", "from 0 to 1"),
    ],
)  # fmt: skip
def test_a_side_bet_that_cannot_be_paid_is_a_fault(text: str, line: int, place: str, why: str) -> None:
    where = the_only_fault(f'name = "x"\n{text}')
    assert where[:2] == (line, place)
    assert why in where[2]


@pytest.mark.parametrize(
    "jackpot",
    ['{ seed = 0, contribution = "0" }', '{ seed = 10_000_000_000_000, contribution = "1" }'],
)
@pytest.mark.parametrize("stake", [1, 10_000_000_000_000])
def test_a_jackpot_may_start_at_nothing_and_take_everything(jackpot: str, stake: int) -> None:
    text = f'name = "x"\n[side_bets.progressive]\npays = {{ {PROGRESSIVE} "jackpot" }}\n'
    assert parse(f"{text}jackpot = {jackpot}\nstake = {stake}", "mine").side_bets


# All at once


def test_every_fault_of_a_file_is_reported_at_once_in_the_order_of_its_lines() -> None:
    found = faults(
        dedent("""\
        nmae = "x"

        [table]
        kind = "solo"
        bet_behind = true

        [shoe]
        decks = "6"

        [dealer]
        soft_17 = "hit"

        [hand]
        splits = 10
        blackjack = "x3"

        [cashback]
        margin = "a lot"

        [side_bets.top3]
        pays = {}

        [side_bets.top-3]
        pays = { trips = "90" }

        [published]
        buster = { rtp = 90 }
        """)
    )
    assert [(fault.line, fault.place) for fault in found] == [
        (None, "name"),
        (1, "nmae"),
        (5, "table.bet_behind"),
        (8, "shoe.decks"),
        (11, "dealer.soft_17"),
        (14, "hand.splits"),
        (15, "hand.blackjack"),
        (18, "cashback.margin"),
        (20, "side_bets.top3"),
        (24, "side_bets.top-3.pays.trips"),
        (27, "published.buster.rtp"),
    ]


def test_a_faulty_shape_in_one_section_does_not_hide_the_meaning_of_another() -> None:
    assert [fault.place for fault in faults('name = 1\n[shoe]\ndecks = 0\n[hand]\nsplits = "x"')] == [
        "name",
        "shoe.decks",
        "hand.splits",
    ]


def test_what_is_published_is_not_blamed_for_a_side_bet_whose_prices_are_faulty() -> None:
    text = 'name = "x"\n[side_bets.top-3]\npays = 5\n[published]\ntop-3 = { rtp = "93.70" }'
    assert the_only_fault(text)[:2] == (3, "side_bets.top-3.pays")


def test_faults_of_one_line_come_in_the_order_in_which_they_stand() -> None:
    """Never in the order of a set: the same file gives the same sentence every time."""
    keys = ["zeta", "alpha", "omega", "beta", "kappa"]
    text = 'name = "x"\nhand = { ' + ", ".join(f"{key} = 1" for key in keys) + " }"
    assert [fault.place for fault in faults(text)] == [f"hand.{key}" for key in keys]
    outcomes = ", ".join(f'{key} = "1:1"' for key in keys)
    text = f'name = "x"\n[side_bets.top-3]\npays = {{ {TOP_3}, {outcomes} }}'
    assert [fault.place for fault in faults(text)] == [f"side_bets.top-3.pays.{key}" for key in keys]


def test_the_refusal_says_the_file_the_number_of_faults_and_each_with_its_line() -> None:
    with pytest.raises(FaultyVariant) as faulty:
        parse('name = "x"\n[shoe]\ndecks = 0\n[hand]\nsplits = 10', "mine", "mine.toml")
    assert str(faulty.value) == (
        "mine.toml has 2 faults: line 3: shoe.decks: 0 is not from 1 to 100; line 5: hand.splits: 10 is not from 0 to 9"
    )
    assert faulty.value.refusal.code == "variant/faulty"
    assert faulty.value.refusal.data == {
        "source": "mine.toml",
        "faults": [
            {"line": 3, "place": "shoe.decks", "why": "0 is not from 1 to 100"},
            {"line": 5, "place": "hand.splits", "why": "10 is not from 0 to 9"},
        ],
    }


def test_one_fault_is_not_called_faults() -> None:
    with pytest.raises(FaultyVariant, match=r"^mine has 1 fault: line 1: name: "):
        parse("name = 1", "mine")


# Where a fault stands, however the file is written


@pytest.mark.parametrize(
    ("text", "line", "place"),
    [
        ('name = "x"\n\ndealer.soft_17 = 1', 3, "dealer.soft_17"),
        ('name = "x"\n[hand]\n# a comment\ncharlie.cards = 2', 4, "hand.charlie.cards"),
        ('name = "x"\n[hand.charlie]\n\ncards = 2', 4, "hand.charlie.cards"),
        ('name = "x"\n[ hand . charlie ]\ncards = 2', 3, "hand.charlie.cards"),
        ('name = "x"\n["hand"]\n"splits" = 10', 3, "hand.splits"),
        ("name = 'x'\n['hand']\n'splits' = 10", 3, "hand.splits"),
        ('name = "x"\r\n[hand]\r\nsplits = 10\r\n', 3, "hand.splits"),
        ('name = "x" # \x85 \u2028 \u2029 are no ends of lines\n[hand]\nsplits = 10', 3, "hand.splits"),
        ('name = "x"\n[[table.limits]]\nmain = [1, 2]\nside = [1, 2]\n[[table.limits]]\nmain = [1, 2]\nside = [0, 2]',
         7, "table.limits[2].side"),
        ('name = "x"\n[side_bets.perfect-pairs]\npays.perfect = "25:1"\npays.coloured = "?"\npays.mixed = "6:1"', 4,
         "side_bets.perfect-pairs.pays.coloured"),
        ('name = "x"\n[side_bets.perfect-pairs]\nstake = 1\npays.perfect = "25:1"\npays.mixed = "6:1"', 4,
         "side_bets.perfect-pairs.pays"),
        ('name = "x"\n[hand]\ndouble = [\n  9,\n  "10",\n]\n', 3, "hand.double[2]"),
        ('name = "x"\n"x]" = 1', 2, "x]"),
        ('name = "x"\n"[" = 1', 2, "["),
        ('name = "x"\n"a.b" = 1', 2, "a.b"),
    ],
)  # fmt: skip
def test_the_line_is_that_of_the_place_or_of_the_nearest_thing_around_it(text: str, line: int, place: str) -> None:
    (fault,) = faults(text)
    assert (fault.line, fault.place) == (line, place)


# Files that are not TOML, or no files


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("name = ", 1),
        ('name = "x"\n[hand\nsplits = 1', 2),
        ('name = "x"\nname = "y"', 2),
        ('name = "x"\n[hand]\n[hand]', 3),
        ('name = "x"\n\nnot toml', 3),
        ('name = "x"\n[hand]\ndouble = [9,\n10', 4),
        ('name = "x', 1),
        ('name = "\\q"', 1),
        ("name = 1979-13-45", 1),
    ],
)
def test_a_text_that_is_not_toml_is_one_fault_with_its_line(text: str, line: int) -> None:
    where, place, why = the_only_fault(text)
    assert (where, place) == (line, "")
    assert why.startswith("not TOML: ")


LONG = 60_000
HOSTILE = {
    "nested lists": "a = " + "[" * LONG,
    "nested tables": "a = " + "{a=" * (LONG // 3),
    "a deep key": "name" + ".a" * (LONG // 2) + " = 1",
    "a deep section": "[name" + ".a" * (LONG // 2) + "]",
    "a deep side bet": 'name = "x"\nside_bets = {"' + "a." * (LONG // 2) + '" = 1}',
    "many digits": "name = " + "9" * LONG,
    "many hex digits": "name = 'x'\n[shoe]\ndecks = 0x" + "f" * LONG,
    "hex digits for a text": "name = 0x" + "f" * LONG,
    "a long key": "a" * LONG + " = 1",
    "a long word": 'name = "x"\n[dealer]\nsoft_17 = "' + "a" * LONG + '"',
    "many unknown keys": "\n".join(f"name{number:x}=1" for number in range(LONG // 8)),
    "only quotes": '"' * LONG,
    "only blanks": " " * LONG + "x",
    "points and blanks": "a" + " . a" * (LONG // 4),
    "many empty limits": "name = 'x'\n[table]\nlimits = [" + "{}," * (LONG // 6) + "]",
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_no_file_keeps_the_reader_busy(text: str) -> None:
    """style.md: limits on everything. Without them, some of these take minutes or end in another exception."""
    begun = perf_counter()
    assert faults(text)
    assert perf_counter() - begun < 5


@pytest.mark.parametrize("name", ["a long key", "a long word", "many hex digits"])
def test_a_fault_shows_only_the_beginning_of_what_is_very_long(name: str) -> None:
    assert all(len(str(fault)) < 300 for fault in faults(HOSTILE[name]))


def test_a_file_that_is_not_utf_8_is_one_fault_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "latin.toml"
    path.write_bytes('name = "x"\n# caffè\n'.encode("latin-1"))
    with pytest.raises(FaultyVariant) as faulty:
        load(str(path))
    assert faulty.value.faults == (Fault("", "is not UTF-8 text", 2),)


def test_a_byte_order_mark_before_a_file_is_no_fault(tmp_path: Path) -> None:
    path = tmp_path / "notepad.toml"
    path.write_bytes(b'\xef\xbb\xbfname = "x"\r\n')
    assert load(str(path)).name == "x"


def test_a_file_is_read_up_to_the_most_bytes_and_not_one_more(tmp_path: Path) -> None:
    path = tmp_path / "long.toml"
    path.write_text('name = "x"\n#'.ljust(MOST_BYTES, "-"))
    assert load(str(path)).name == "x"
    path.write_text('name = "x"\n#'.ljust(MOST_BYTES + 1, "-"))
    with pytest.raises(FaultyVariant, match=r"^long\.toml has 1 fault: is larger than 65,536 bytes$"):
        load(str(path))


def test_the_files_of_the_catalog_are_far_below_the_most_bytes() -> None:
    assert all(path.stat().st_size * 10 < MOST_BYTES for path in CATALOG.glob("*.toml"))


def test_a_folder_instead_of_a_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "folder.toml"
    path.mkdir()
    with pytest.raises(RefusalRaised, match="cannot be read: it is not a file") as refused:
        load(str(path))
    assert refused.value.refusal.code == "variant/unreadable"
    assert refused.value.refusal.data == {"path": str(path)}


def test_a_device_without_an_end_is_refused() -> None:
    with pytest.raises(RefusalRaised, match="/dev/zero cannot be read: it is not a file"):
        load("/dev/zero")


@pytest.mark.parametrize("name", ["nowhere.toml", "no/where", "no/where.toml"])
def test_a_missing_file_is_refused(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    with pytest.raises(RefusalRaised, match=f"there is no file {path}") as refused:
        load(str(path))
    assert refused.value.refusal.code == "variant/no_file"
    assert refused.value.refusal.data == {"path": str(path)}


@pytest.mark.parametrize("path", ["a\0b.toml", "/" + "a" * 5000 + ".toml", "/dev/null/x.toml"])
def test_a_path_that_can_be_none_is_refused(path: str) -> None:
    with pytest.raises(RefusalRaised, match="cannot be read") as refused:
        load(path)
    assert refused.value.refusal.code == "variant/unreadable"


def test_a_game_without_insurance_says_none() -> None:
    """games.md: insurance; TOML itself has no word for nothing."""
    assert parse('name = "Plain"\n[hand]\ninsurance = "none"\n', "plain").hand.insurance is None


def test_the_order_in_which_totals_and_cards_are_named_means_nothing() -> None:
    """Two files that say the same rules in another order have the same digest."""
    one, other = (
        parse(f'name = "X"\n[dealer]\nlooks_under = {looks}\n[hand]\ndouble = {totals}\n', "x")
        for looks, totals in (('["ten", "ace"]', "[11, 10]"), ('["ace", "ten"]', "[10, 11]"))
    )
    assert digest(one) == digest(other)
    assert one.hand.double == (10, 11)
