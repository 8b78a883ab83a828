"""`ventuno odds`, `strategy`, `hand`, `compare`: what they print, and what they refuse."""

from __future__ import annotations

import io
import json
import shutil
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings, strategies as st

from ventuno.cards import Card, cards
from ventuno.cli import main, strategy
from ventuno.odds import Moment, action_values, solve
from ventuno.variant import digest, load, to_notation
from ventuno.variant.find import CATALOG

GAMES = ("classic-free-bet", "free-chip", "infinite", "all-bets", "cashback")
UP_CARDS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "A"]
LETTERS = {"H", "S", "D", "Ds", "P", "P1", "Pc", "Pr", "R", "Rs", "Rp"}


def ventuno_says(*words: str) -> tuple[int, str, str]:
    """The exit code, what was printed and what was complained of."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(2))
    with redirect_stdout(out), redirect_stderr(err):
        code = main(list(words))
    return code, *(stream.buffer.getvalue().decode("utf-8") for stream in (out, err))  # type: ignore[attr-defined]


@cache
def printed(*words: str) -> str:
    code, out, err = ventuno_says(*words)
    assert (code, err) == (0, ""), err
    return out


def in_json(*words: str) -> Any:
    return json.loads(printed(*words, "--json"), parse_constant=lambda word: pytest.fail(f"{word} is no JSON"))


def refused(*words: str) -> str:
    """The code of a refusal: exit 2, said in one line, and with --json as JSON alone."""
    code, out, err = ventuno_says(*words)
    assert (code, out) == (2, "")
    assert err.startswith("ventuno: ")
    assert err.count("\n") == 1
    code, out, err = ventuno_says(*words, "--json")
    answer = json.loads(out)
    assert (code, list(answer), err) == (2, ["refused", "why"], "")
    return str(answer["refused"])


# -- odds -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_odds_are_printed_in_the_issues_form(game: str) -> None:
    """Issue 3: the JSON, key by key and in this order."""
    found, variant = in_json("odds", game), load(game)
    assert list(found) == ["variant", "notation", "digest", "main", "side_bets", "published"]
    assert (found["variant"], found["notation"], found["digest"]) == (game, to_notation(variant), digest(variant))
    assert list(found["main"]) == ["composition", "total"]
    for main_game in found["main"].values():
        assert list(main_game) == ["ev", "stake", "rtp_initial", "rtp_stake"]
        assert main_game["rtp_initial"] == 1 + main_game["ev"]
        assert main_game["rtp_stake"] == pytest.approx(1 + main_game["ev"] / main_game["stake"], abs=1e-15)
    assert list(found["side_bets"]) == list(variant.side_bets)
    for bet in found["side_bets"].values():
        assert list(bet) == ["rtp", "exact", "policy", "outcomes"]
        for outcome in bet["outcomes"].values():
            assert list(outcome) == ["pays", "p", "exact"]
    for figure in found["published"]:
        assert list(figure) == ["what", "published", "computed", "agrees"]


@pytest.mark.parametrize("game", GAMES)
def test_exact_numbers_are_fractions_that_equal_the_decimals(game: str) -> None:
    for bet in in_json("odds", game)["side_bets"].values():
        for number, exact in [
            (bet["rtp"], bet["exact"]),
            *((one["p"], one["exact"]) for one in bet["outcomes"].values()),
        ]:
            if exact is not None:
                above, below = exact.split("/")
                assert Fraction(int(above), int(below)) == Fraction(exact)
                assert float(Fraction(exact)) == number


@pytest.mark.parametrize("game", GAMES)
def test_returns_are_fractions_of_1_in_full_precision(game: str) -> None:
    solution = solve(load(game))
    found = in_json("odds", game)
    assert found["main"]["composition"]["ev"] == solution.composition.ev
    assert found["main"]["total"]["stake"] == solution.total.stake
    for figure in found["published"]:
        assert figure["published"] == float(Fraction(load(game).published[figure["what"]].rtp) / 100)
        assert abs(figure["published"] - figure["computed"]) < 1e-4


def test_every_published_return_agrees_but_lucky_lucky_with_eight_decks() -> None:
    apart = [(game, one["what"]) for game in GAMES for one in in_json("odds", game)["published"] if not one["agrees"]]
    assert apart == [("cashback", "lucky-lucky")]
    assert "DIFFERS" in printed("odds", "cashback")
    assert "the rule book rounds to one decimal" in printed("odds", "cashback")
    assert "DIFFERS" not in printed("odds", "infinite")


def test_a_variant_is_a_name_a_path_or_a_notation(tmp_path: Path) -> None:
    copy = tmp_path / "mine.toml"
    shutil.copy(CATALOG / "infinite.toml", copy)
    named, from_file = in_json("odds", "infinite"), in_json("odds", str(copy))
    assert from_file.pop("variant") == "mine"
    assert {key: value for key, value in named.items() if key != "variant"} == from_file
    line = in_json("odds", "6D H17 DAS")
    assert (line["side_bets"], line["published"]) == ({}, [])


def test_the_strategy_class_stands_beside_every_figure_of_the_main_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "110")
    page = ventuno_says("odds", "infinite")[1]
    assert "composition-dependent       99.465317%       99.513924%" in page
    assert "total-dependent             99.463941%       99.512674%" in page
    assert "per initial bet, composition-dependent, first hand of the shoe" in page


def test_a_bet_that_depends_on_play_names_its_policy() -> None:
    page = " ".join(printed("odds", "all-bets").split())
    assert "Progressive – policy: aces always hit, never split." in page
    assert "each unit in the jackpot adds 2/12909299" in page
    assert in_json("odds", "all-bets")["side_bets"]["progressive"]["policy"] == "aces always hit, never split"
    assert in_json("odds", "all-bets")["side_bets"]["top-3"]["policy"] is None


@pytest.mark.parametrize("command", ["odds", "strategy"])
@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("infinit", "variant/unknown"),
        ("nowhere.toml", "variant/no_file"),
        ("6D H18", "variant/faulty"),
        ("H17", "variant/faulty"),
        ("", "variant/unknown"),
    ],
)
def test_an_unknown_variant_is_refused(command: str, name: str, code: str) -> None:
    assert refused(command, name) == code


def test_a_variant_without_a_solution_path_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "hard.toml"
    file.write_text('name = "Hard"\n[dealer]\nlooks_under = []\nblackjack_takes = { ten = "busted-plus-one" }\n')
    for command in ("odds", "strategy"):
        assert refused(command, str(file)) == "odds/no_solution"
    assert refused("compare", "6D", str(file)) == "compare/no_way"


# -- strategy ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [*GAMES, "6D H17 LS"])
def test_a_chart_has_a_letter_for_every_total_and_up_card(game: str) -> None:
    found = in_json("strategy", game)
    assert list(found)[:3] == ["hard", "soft", "pairs"]
    assert {"5", "16", "20"} <= found["hard"].keys()
    assert list(found["soft"]) == [str(total) for total in range(13, 21)]
    assert list(found["pairs"]) == [*UP_CARDS]
    for name in ("hard", "soft", "pairs"):
        for row in found[name].values():
            assert list(row) == UP_CARDS
            assert set(row.values()) <= LETTERS


def row(letters: str) -> dict[str, str]:
    return dict(zip(UP_CARDS, letters.split(), strict=True))


def test_the_chart_of_an_ordinary_game_is_the_one_everybody_knows() -> None:
    found = in_json("strategy", "6D H17 LS")
    assert found["hard"]["16"] == row("S S S S S H H R Rs R")
    assert found["hard"]["11"] == dict.fromkeys(UP_CARDS, "D")
    assert found["soft"]["18"] == row("Ds Ds Ds Ds Ds S S H H H")
    assert found["pairs"]["8"] == row("P P P P P P P P P Rp")
    assert found["pairs"]["10"] == dict.fromkeys(UP_CARDS, "S")
    assert "free" not in found


def test_hands_on_free_chips_have_a_chart_of_their_own_where_they_are_played_differently() -> None:
    found = in_json("strategy", "free-chip")
    assert found["free"]["hard"]["17"] == dict.fromkeys(UP_CARDS, "H")
    assert found["hard"]["17"]["2"] == "S"
    assert found["natural_17"]["soft"]["7"] == "S"
    assert "free" in in_json("strategy", "classic-free-bet")


def test_a_charlie_in_reach_has_rows_of_its_own() -> None:
    found = in_json("strategy", "infinite")
    assert found["near_charlie"]["5"]["soft"]["20"] == dict.fromkeys(UP_CARDS, "H")
    assert found["soft"]["20"] == dict.fromkeys(UP_CARDS, "S")


def test_the_cost_of_the_second_best_action_is_shown_on_demand() -> None:
    costs = in_json("strategy", "6D H17 LS", "--costs")["costs"]
    assert costs["hard"]["9"]["2"]["second"] == "D"
    values = action_values(load("6D H17 LS"), cards("8h 8d"), Card("6s"))
    best, second = sorted(values.values(), reverse=True)[:2]
    assert costs["pairs"]["8"]["6"]["cost"] == pytest.approx(best - second, abs=2e-3)  # the second hand plays by total
    assert "49.9S" in printed("strategy", "6D H17 LS", "--costs")
    assert "49.9S" not in printed("strategy", "6D H17 LS")


def test_the_chart_is_in_colour_on_a_terminal_and_letters_say_all_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = printed("strategy", "6D H17 LS")
    assert "\x1b[" not in plain
    assert "Rs surrender, else stand" in plain
    monkeypatch.setattr(strategy, "wants_colour", lambda: True)
    coloured = ventuno_says("strategy", "6D H17 LS")[1]
    assert "\x1b[33mDs\x1b[0m" in coloured
    assert coloured.replace("\x1b[0m", "").count("\x1b[31m") > 50


# -- hand -------------------------------------------------------------------------------------------


def test_a_hand_is_printed_in_the_issues_form() -> None:
    found = in_json("hand", "infinite", "8h 8d", "6")
    assert list(found) == ["actions", "best"]
    assert found["best"] == "split"
    assert found["actions"] == action_values(load("infinite"), cards("8h 8d"), Card("6c"))


@pytest.mark.parametrize("up_card", ["T", "10", "K", "k", "Qd", "10h", "t"])
def test_the_up_card_is_a_rank_or_a_card(up_card: str) -> None:
    assert in_json("hand", "infinite", "Th 6d", up_card) == in_json("hand", "infinite", "6s Jc", "Td")


def test_cards_seen_change_the_values() -> None:
    fresh, seen = in_json("hand", "1D", "Th 6d", "T"), in_json("hand", "1D", "Th 6d", "T", "--seen", "2h 3h 4h 5h 5d")
    assert fresh["best"] == "hit"
    assert seen["best"] == "stand"


def test_ranks_alone_are_cards_of_any_suit_as_long_as_there_is_one_left() -> None:
    assert in_json("hand", "1D", "8 8", "8") == in_json("hand", "1D", "8s 8d", "8h")
    assert in_json("hand", "1D", "8s 8", "8h", "--seen", "8")["best"] == "split"
    assert refused("hand", "1D", "8 8", "8", "--seen", "8 8") == "odds/impossible_cards"


def test_after_the_look_a_value_is_that_of_no_blackjack() -> None:
    looked = action_values(load("6D"), cards("Th 6d"), Card("As"))
    not_looked = action_values(load("6D"), cards("Th 6d"), Card("As"), moment=Moment(looked=False))
    assert in_json("hand", "6D", "Th 6d", "A")["actions"] == looked
    assert looked["stand"] > not_looked["stand"]


def test_people_read_the_free_action_by_its_name_and_what_the_others_cost() -> None:
    page = printed("hand", "free-chip", "8h 8d", "6")
    assert "Free split" in page
    assert "costs" in page
    assert "Free double" in printed("hand", "free-chip", "5h 4d", "6")
    assert "Free" not in printed("hand", "free-chip", "Th Td", "6").removeprefix("Free Chip")


def test_insurance_and_cashback_stand_beside_the_actions() -> None:
    page = printed("hand", "cashback", "9h 7d", "A")
    assert "Insurance: -0.0" in page
    assert "% of the initial bet" in page
    assert "Cashback: none on this hand." in printed("hand", "cashback", "Ah Kd", "9")


def test_a_split_hand_is_one_of_several_and_may_ride_on_a_free_chip() -> None:
    real = in_json("hand", "free-chip", "8h 9d", "6", "--hands", "2", "--seen", "8d")
    free = in_json("hand", "free-chip", "8h 9d", "6", "--hands", "2", "--seen", "8d", "--free-chip")
    assert real["best"] == "stand"
    assert free["best"] == "hit"


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("1D", "As As", "6"), "odds/impossible_cards"),
        (("1D", "As Ah Ac Ad", "A"), "odds/impossible_cards"),
        (("1D", "As Ah", "6", "--seen", "As"), "odds/impossible_cards"),
        (("6D", "Ts Th 5c", "6"), "odds/no_decision"),
        (("6D", "8h", "6"), "odds/no_decision"),
        (("6D", "", "6"), "odds/no_decision"),
        (("6D", "8h 8x", "6"), "card/bad"),
        (("6D", "8h 8d", "1"), "card/bad"),
        (("6D", "8h 8d", ""), "card/bad"),
        (("6D", "8h 8d", "6 7"), "hand/up_card"),
        (("6D", "8h 8d", "6", "--hands", "0"), "hand/hands"),
        (("6D", "8h 8d", "6", "--hands", "9"), "odds/no_decision"),
        (("6D", "8h 8d", "6", "--hands", "two"), "cli/usage"),
        (("6D", "As 5d 2c", "6", "--hands", "2"), "hand/split_aces"),
        (("6D", "8h 8d", "6", "--free-chip"), "hand/free_chip"),
        (("free-chip", "Th Td", "6", "--free-chip", "--hands", "2"), "hand/free_chip"),
        (("6D", "8h 8d"), "cli/usage"),
    ],
)
def test_an_impossible_hand_is_refused(words: tuple[str, ...], code: str) -> None:
    assert refused("hand", *words) == code


def test_a_shoe_too_small_for_the_cards_seen_is_refused() -> None:
    seen = " ".join(rank + suit for rank in "A23456789T" for suit in "shdc" if rank + suit not in ("8h", "8d", "6s"))
    assert refused("hand", "1D", "8h 8d", "6s", "--seen", seen) == "odds/shoe_too_small"


@settings(max_examples=40)
@example("8h 8d", "6", "", 1)
@example("\0", "6", "\udc80", 1)
@example("8h 8d", "6", "", 10**30)
@given(st.text(max_size=12), st.text(max_size=3), st.text(max_size=12), st.integers())
def test_whatever_is_asked_the_answer_is_json_and_never_a_traceback(a: str, b: str, c: str, hands: int) -> None:
    words = [f"--hands={hands}", f"--seen={c}", "--json", "--", "6D", a, b]
    code, out, _ = ventuno_says("hand", *words)
    answer = json.loads(out)
    assert code in (0, 2)
    assert answer.get("refused") != "internal/fault", answer


# -- compare ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("a", "b"), [("infinite", "cashback"), ("6D H17", "8D S17 LS"), ("1D SPL1", "2D FREE SPL1")])
def test_the_steps_add_up_to_the_difference_to_the_last_bit(a: str, b: str) -> None:
    found = in_json("compare", a, b)
    for name in ("composition", "total"):
        worth = sum(step["worth"][name] for step in found["steps"])
        assert worth == found["difference"][name]
        assert worth == pytest.approx(found["b"]["ev"][name] - found["a"]["ev"][name], abs=1e-15)
        assert found["steps"][-1]["ev"][name] == found["b"]["ev"][name]


def test_one_rule_changes_at_a_time_in_the_order_of_the_file() -> None:
    found = in_json("compare", "6D H17", "8D S17 LS")
    assert [step["rule"] for step in found["steps"]] == ["shoe.decks", "dealer.soft_17", "hand.surrender"]
    assert found["steps"][1]["from"] == "hits"
    assert found["steps"][1]["ev"]["composition"] == solve(load("8D S17")).composition.ev
    assert all(step["worth"]["total"] > 0 for step in found["steps"][1:])


def test_a_column_adds_up_as_it_is_printed() -> None:
    rows = [line.split() for line in printed("compare", "6D H17", "8D S17 LS").splitlines() if line.count(".") >= 2]
    steps = [row[-4:] for row in rows if row[0].startswith(("shoe:", "dealer:", "hand:"))]
    total = next(row[-4:] for row in rows if row[0] == "in")
    for column in (0, 2):
        assert sum(Fraction(row[column]) for row in steps) == Fraction(total[column])


def test_a_step_through_a_game_without_a_solution_waits() -> None:
    """Free splits and busted-plus-one have no solution together, so the one goes before the other comes."""
    rules = [step["rule"] for step in in_json("compare", "free-chip", "all-bets")["steps"]]
    assert rules[-1] == "dealer.blackjack_takes"


def test_what_is_no_part_of_the_main_games_value_is_named_and_not_valued() -> None:
    found = in_json("compare", "infinite", "cashback")
    assert {"shoe.shuffle", "cashback", "side_bets"} <= set(found["not_valued"])
    assert not {"shoe.shuffle", "hand.insurance"} & {step["rule"] for step in found["steps"]}


def test_a_game_does_not_differ_from_itself() -> None:
    found = in_json("compare", "infinite", "infinite")
    assert (found["steps"], found["not_valued"]) == ([], [])
    assert found["difference"] == {"composition": 0.0, "total": 0.0}


def test_a_comparison_with_nothing_is_refused() -> None:
    assert refused("compare", "infinite", "nothing") == "variant/unknown"
    assert refused("compare", "infinite") == "cli/usage"


# -- all of them ------------------------------------------------------------------------------------


def test_nothing_heavy_is_loaded_before_a_command_runs() -> None:
    check = (
        "import sys; from ventuno.cli import odds, strategy, hand, simulate, compare, certify, parser; parser(); "
        "sys.exit('numba' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", check], check=False).returncode == 0
