"""A table's own configuration: what it is told, what it means for the bank, and every fault at once."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest

from tests.table import ALL_BETS, CASHBACK, CLASSIC, FREE_CHIP, GAMES, INFINITE
from ventuno.bank import SpotLimits
from ventuno.table.config import (
    TableConfig,
    Times,
    default_tables,
    limits_of_guest,
    margin_of,
    name_of,
    round_terms,
    spot_limits,
    table_info,
    times_of,
)
from ventuno.table.config_file import FaultyTables, read_tables
from ventuno.variant import load

TOML = """
[server]
port = 8080

[[tables]]
key = "verdi"
variant = "classic-free-bet"
name = { it = "Sala Verdi", en = "The Verdi Room" }
limits = [{ main = [5, 200], side = [1, 50] }]
chips = [25, 5, 100]
idle_rounds = 5
chat = false

[tables.times]
betting_ms = 9000

[[tables]]
key = "oro"
variant = "cashback"
name = "Sala Oro"
burn_card = true
margin = "3/100"
golden = { per_round = 4 }
"""


def one(game: str, **settings: object) -> TableConfig:
    return TableConfig(key="one", variant=game, **settings)  # type: ignore[arg-type]


def faults(text: str) -> list[str]:
    with pytest.raises(FaultyTables) as faulty:
        read_tables(text)
    assert faulty.value.refusal.code == "tables/faulty"
    return [str(fault) for fault in faulty.value.faults]


def table(*lines: str, game: str = CLASSIC) -> str:
    return "\n".join(["[[tables]]", 'key = "one"', f'variant = "{game}"', *lines])


def test_tables_are_read_from_a_settings_file() -> None:
    verdi, oro = read_tables(TOML)
    assert (verdi.key, verdi.times.betting_ms, verdi.times.decision_ms) == ("verdi", 9000, 12000)
    assert (verdi.chips, verdi.idle_rounds, verdi.chat) == ((5, 25, 100), 5, False)
    assert (oro.burn_card, oro.margin, oro.golden.per_round) == (True, Fraction(3, 100), 4)


def test_a_file_without_tables_names_none() -> None:
    assert read_tables("[server]\nport = 8080\n") == ()


def test_there_is_a_table_for_every_game_by_default() -> None:
    configs = default_tables(map(load, GAMES))
    assert [config.key for config in configs] == list(GAMES)
    kinds = [table_info(config, load(config.variant)).kind for config in configs]
    assert kinds == ["seated", "solo", "shared", "solo", "shared"]


@pytest.mark.parametrize("game", GAMES)
def test_the_default_table_of_each_game_has_no_fault(game: str) -> None:
    assert read_tables(table(game=game)) == (one(game),)


@pytest.mark.parametrize("game", [FREE_CHIP, ALL_BETS])
def test_a_solo_table_has_a_pace_but_no_clock(game: str) -> None:
    """T1."""
    times = times_of(one(game), load(game))
    assert (times.betting_ms, times.insurance_ms, times.decision_ms, times.results_ms) == (0, 0, 0, 0)
    assert times.card_ms > 0
    assert times.abandoned_ms == 90 * 24 * 3600 * 1000
    info = table_info(one(game), load(game))
    assert (info.betting_ms, info.chat, info.multi) == (0, False, False)


def test_a_live_table_has_the_times_of_its_configuration() -> None:
    """B1."""
    config = one(CLASSIC, times=Times(betting_ms=20_000, warning_ms=5_000))
    assert times_of(config, load(CLASSIC)) == config.times
    info = table_info(config, load(CLASSIC))
    assert (info.betting_ms, info.warning_ms) == (20_000, 5_000)


def test_a_client_is_told_what_it_can_bet_on() -> None:
    """B3: the progressive is always exactly one unit; J1."""
    info = table_info(one(ALL_BETS), load(ALL_BETS))
    assert {spot.bet: (spot.stake_minor, spot.jackpot) for spot in info.side_bets} == {
        "top-3": (0, False),
        "perfect-pairs": (0, False),
        "buster": (0, False),
        "progressive": (100, True),
        "lucky-lucky": (0, False),
        "21+3": (0, False),
    }
    assert (info.positions, info.stake_step_minor, info.limits_set_by) == (3, 2, "vip-level")


def test_a_client_is_told_what_the_table_allows() -> None:
    """H1, K1, K3."""
    classic, cashback = (table_info(one(game), load(game)) for game in (CLASSIC, CASHBACK))
    assert (classic.bet_behind, classic.positions, classic.positions_per_player) == (True, 7, 2)
    rules, golden = classic.rules, cashback.rules
    assert (rules.cashback, rules.golden_per_round) == (False, 0)
    assert (golden.cashback, golden.golden_per_round, golden.golden_mixed) == (True, 10, True)


def test_chips_of_the_rack_are_not_above_what_a_spot_takes() -> None:
    """B2."""
    low = read_tables(table("limits = [{ main = [1, 30], side = [1, 5] }]"))[0]
    assert table_info(low, load(CLASSIC)).chips == (100, 500, 1000, 2500)
    own = msgspec.structs.replace(low, chips=(2, 20))
    assert table_info(own, load(CLASSIC)).chips == (200, 2000)


def test_a_table_may_change_the_limits_of_its_game() -> None:
    """B4: per table."""
    verdi = read_tables(TOML)[0]
    assert spot_limits(verdi, load(CLASSIC)) == (SpotLimits(500, 20_000, 100, 5_000),)
    assert spot_limits(one(CLASSIC), load(CLASSIC)) == (SpotLimits(100, 500_000, 100, 50_000),)


def test_limits_go_by_vip_level_by_the_menu_or_are_the_tables() -> None:
    """B4."""
    by_level = spot_limits(one(ALL_BETS), load(ALL_BETS))
    assert [limits.level for limits in by_level] == ["bronze", "silver", "gold"]
    assert limits_of_guest(by_level, "vip-level", "silver", "gold").level == "silver"
    assert limits_of_guest(by_level, "vip-level", "").level == "bronze"
    in_menu = spot_limits(one(FREE_CHIP), load(FREE_CHIP))
    assert [limits.level for limits in in_menu] == ["1", "2", "3"]
    assert limits_of_guest(in_menu, "menu", "gold", "3").main_least_minor == 2500
    assert limits_of_guest(in_menu, "menu", "3", "").main_least_minor == 100
    only = spot_limits(one(INFINITE), load(INFINITE))
    assert limits_of_guest(only, "table", "gold", "2") == only[0]


def test_the_bank_holds_a_round_to_what_the_operator_set_for_golden_chips() -> None:
    """K3: what is not said stays as the game has it."""
    oro, variant = read_tables(TOML)[1], load(CASHBACK)
    terms = round_terms(oro, variant, spot_limits(oro, variant))
    assert (terms.golden_per_round, terms.golden_mixed, terms.golden_for_actions) == (4, True, True)
    none = round_terms(one(CLASSIC), load(CLASSIC), ())
    assert (none.golden_per_round, none.golden_mixed, none.golden_for_actions) == (0, False, False)


def test_tables_share_a_jackpot_unless_told_otherwise() -> None:
    """J1: the pool is one, across tables."""
    variant = load(ALL_BETS)
    assert round_terms(one(ALL_BETS), variant, ()).jackpots == {"progressive": "progressive"}
    own = one(ALL_BETS, jackpots={"progressive": "milano"})
    assert round_terms(own, variant, ()).jackpots == {"progressive": "milano"}


def test_the_margin_of_a_cashback_is_the_tables() -> None:
    """K1."""
    assert margin_of(read_tables(TOML)[1], load(CASHBACK)) == Fraction(3, 100)
    assert margin_of(one(CASHBACK), load(CASHBACK)) == Fraction(1, 100)
    assert margin_of(one(CASHBACK, margin=Fraction(0)), load(CASHBACK)) == 0
    assert margin_of(one(CLASSIC), load(CLASSIC)) is None


def test_a_table_is_called_by_its_name_in_a_language() -> None:
    verdi, oro = read_tables(TOML)
    classic, cashback = load(CLASSIC), load(CASHBACK)
    assert (name_of(verdi, classic), name_of(verdi, classic, "en")) == ("Sala Verdi", "The Verdi Room")
    assert name_of(oro, cashback, "en") == "Sala Oro"
    assert name_of(one(CLASSIC), classic) == "Classic Free Bet"


def test_all_faults_are_told_at_once_each_with_its_line() -> None:
    text = "\n".join(
        [
            "[[tables]]",
            'key = "One"',
            'variant = "classic-free-bets"',
            "limits = [{ main = [10, 5], side = [1, 5] }]",
            "chat = 1",
            "[[tables]]",
            'key = "two"',
            'variant = "classic-free-bet"',
            "burn_card = true",
            'margin = "1/100"',
            "golden = { per_round = 3 }",
            "[tables.times]",
            "betting = 5",
            "[[tables]]",
            'key = "two"',
            'variant = "all-bets"',
            "jackpots = { progresive = 'x' }",
            "times = { warning_ms = 20000 }",
        ]
    )
    found = faults(text)
    assert [fault.partition(":")[0] for fault in found] == [
        f"line {line}" for line in (2, 3, 4, 5, 9, 10, 11, 13, 15, 17, 18)
    ]
    assert any(fault.startswith("line 5: tables[1].chat: expected true or false, but 1") for fault in found)
    assert any(
        fault.startswith("line 13: tables[2].times.betting: unknown key; did you mean betting_ms") for fault in found
    )
    assert any(
        fault.startswith(
            "line 17: tables[3].jackpots.progresive: is no side bet with a jackpot; did you mean progressive?"
        )
        for fault in found
    )
    assert any(fault.startswith("line 18: tables[3].times.warning_ms: yellow for 20000 is longer") for fault in found)


@pytest.mark.parametrize(
    ("lines", "fault"),
    [
        (['name = { fr = "Salle" }'], "tables[1].name.fr: unknown language; known are en, it"),
        (['name = ""'], "tables[1].name.it: is no name"),
        (['currency = "euro"'], "tables[1].currency: 'euro' is no currency: write three capitals"),
        (['language = "de"'], "tables[1].language: 'de' is not one of en, it"),
        (["limits = [{ main = [0, 5], side = [1, 5] }]"], "tables[1].limits[1].main: 0 to 5 is no range"),
        (['limits = [{ main = [1, 5], side = [1, 5], level = "gold" }]'], "limits[1].level: has no meaning"),
        (["limits = [{ main = [1, 5], side = [1, 5] }, { main = [2, 5], side = [1, 5] }]"], "name one"),
        (["chips = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]"], "10 chips are too many"),
        (["chips = [5, 5]"], "tables[1].chips: names a chip twice"),
        (["chips = [0]"], "tables[1].chips: 0 is no chip"),
        (["times = { decision_ms = 0 }"], "tables[1].times.decision_ms: 0 would leave no time at all"),
        (["times = { card_ms = -1 }"], "tables[1].times.card_ms: -1 is not from 0"),
        (["times = { abandoned_ms = 0 }"], "times.abandoned_ms: 0 would cancel every round"),
        (["idle_rounds = 0"], "tables[1].idle_rounds: 0 is not from 1"),
        (["burn_card = true"], "tables[1].burn_card: Classic Free Bet burns no card"),
        (['margin = "1/100"'], "tables[1].margin: Classic Free Bet has no cashback"),
        (["golden = { mixed = false }"], "tables[1].golden: Classic Free Bet has no golden chips"),
        (['jackpots = { "21+3" = "pool" }'], "is no side bet with a jackpot; there is none in this game."),
        (["[[tables]]", 'key = "one"', 'variant = "infinite"'], "tables[2].key: 'one' is the key of another table"),
        (["[[tables]]", 'key = "two"'], "tables[2].variant: missing"),
        (["[[tables]]", 'key = "two"', 'variant = ""'], "tables[2].variant: names no game"),
        (["[[tables]]", 'key = "two"', 'variant = "infinity"'], "tables[2].variant: 'infinity' is no variant; did you"),
    ],
)
def test_a_fault_says_what_is_wrong_and_what_would_be_right(lines: list[str], fault: str) -> None:
    (found,) = faults(table(*lines))
    assert fault in found


@pytest.mark.parametrize(
    ("lines", "fault"),
    [
        (['margin = "1"'], "tables[1].margin: 1 is not from 0 to below 1"),
        (["golden = { per_round = -1 }"], "tables[1].golden.per_round: -1 is not from 0"),
    ],
)
def test_what_a_cashback_table_may_get_wrong(lines: list[str], fault: str) -> None:
    (found,) = faults(table(*lines, game=CASHBACK))
    assert fault in found


def test_where_limits_go_by_vip_level_each_has_one_of_its_own() -> None:
    bare = "limits = [{ main = [1, 5], side = [1, 5] }]"
    assert "limits[1].level: is missing" in faults(table(bare, game=ALL_BETS))[0]
    twice = 'limits = [{ main=[1,5], side=[1,5], level="a" }, { main=[1,5], side=[1,5], level="a" }]'
    assert "limits[2].level: 'a' has limits already" in faults(table(twice, game=ALL_BETS))[0]


@pytest.mark.parametrize("text", ["[[tables]", "tables = 3", "tables = [3]", "[tables]\nkey = 'one'"])
def test_what_is_no_list_of_tables_is_told_not_thrown(text: str) -> None:
    assert len(faults(text)) == 1
