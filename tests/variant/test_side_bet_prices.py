"""Every price and published figure of spec/side-bets.md, in every game it applies to."""

from __future__ import annotations

import pytest

from ventuno.sidebets import SIDE_BETS
from ventuno.variant import catalog, load

PAIRS = {"perfect": "25:1", "coloured": "12:1", "mixed": "6:1"}
TWENTY_ONE_PLUS_THREE = {
    "suited-trips": "100:1", "straight-flush": "40:1", "trips": "30:1", "straight": "10:1", "flush": "5:1",
}  # fmt: skip
LUCKY_LUCKY = {
    "suited-777": "200:1", "suited-678": "100:1", "777": "50:1", "678": "25:1",
    "suited-21": "15:1", "21": "3:1", "20": "2:1", "19": "2:1",
}  # fmt: skip
BUSTER = {
    "8-or-more-cards-with-blackjack": "2000:1", "7-cards-with-blackjack": "800:1",
    "8-or-more-cards": "250:1", "7-cards": "50:1", "6-cards": "18:1", "5-cards": "4:1", "3-or-4-cards": "2:1",
}  # fmt: skip

# side-bets.md, the table: game, bet, prices (best first), published return
ROWS: list[tuple[str, str, dict[str, str], str | None]] = [
    ("classic-free-bet", "perfect-pairs", PAIRS, "95.90"),
    ("free-chip", "perfect-pairs", PAIRS, None),
    ("all-bets", "perfect-pairs", PAIRS, "93.89"),
    ("cashback", "player-pair", PAIRS, "95.90"),
    ("cashback", "dealer-pair", PAIRS, "95.90"),
    ("infinite", "any-pair", {"suited-pair": "25:1", "any-pair": "8:1"}, "95.90"),
    ("classic-free-bet", "21+3", TWENTY_ONE_PLUS_THREE, "96.30"),
    ("infinite", "21+3", TWENTY_ONE_PLUS_THREE, "96.30"),
    ("cashback", "21+3", TWENTY_ONE_PLUS_THREE, "96.30"),
    ("all-bets", "21+3", TWENTY_ONE_PLUS_THREE, "95.38"),
    ("all-bets", "top-3", {"suited-trips": "500:1", "straight-flush": "180:1", "trips": "90:1"}, "93.70"),
    ("cashback", "top-3", {"suited-trips": "270:1", "straight-flush": "180:1", "trips": "90:1"}, "91.00"),
    ("infinite", "hot-3",
     {"7-7-7": "100:1", "suited-21": "20:1", "21": "4:1", "20": "2:1", "19": "1:1"}, "94.60"),
    ("all-bets", "lucky-lucky", LUCKY_LUCKY, "96.05"),
    ("cashback", "lucky-lucky", LUCKY_LUCKY, "96.10"),
    ("infinite", "bust-it",
     {"8-or-more-cards": "250:1", "7-cards": "100:1", "6-cards": "50:1", "5-cards": "9:1", "4-cards": "2:1",
      "3-cards": "1:1", "push": "0:1"}, "94.12"),
    ("all-bets", "buster", BUSTER, "93.80"),
    ("cashback", "buster", BUSTER, "93.87"),
    ("free-chip", "busted-bonanza",
     {"ace-up-and-17": "45:1", "ten-up-and-17": "9:1", "17": "5:1", "ten-up": "3:1", "bust": "1:1"}, None),
    ("free-chip", "free-fortune",
     {"7": "1000:1", "6": "300:1", "5": "100:1", "4": "50:1", "3": "25:1", "2": "10:1", "1": "3:1"}, None),
    ("all-bets", "progressive",
     {"suited-aaaa": "jackpot", "suited-aaa": "x5000", "aaaa": "x2500", "aaa": "x250", "suited-aa": "x100",
      "aa": "x50", "a": "x5"}, "95.55"),
]  # fmt: skip
IDS = [f"{game}-{bet}" for game, bet, _, _ in ROWS]


@pytest.mark.parametrize(("game", "bet", "prices", "_published"), ROWS, ids=IDS)
def test_a_side_bet_pays_what_the_table_says_best_first(
    game: str, bet: str, prices: dict[str, str], _published: str | None
) -> None:
    """side-bets.md: outcomes and pays."""
    pays = load(game).side_bets[bet].pays
    assert [(outcome, str(price)) for outcome, price in pays.items()] == list(prices.items())


@pytest.mark.parametrize(("game", "bet", "_prices", "published"), ROWS, ids=IDS)
def test_a_side_bet_has_the_return_its_rule_book_prints(
    game: str, bet: str, _prices: dict[str, str], published: str | None
) -> None:
    """side-bets.md: in game (decks, published RTP)."""
    said = load(game).published.get(bet)
    assert (said and said.rtp) == published


def test_no_game_has_a_side_bet_that_the_table_does_not_name() -> None:
    """side-bets.md: every side bet of the five games."""
    offered = {(game, bet) for game, variant in catalog().variants.items() for bet in variant.side_bets}
    assert offered == {(game, bet) for game, bet, _, _ in ROWS}


def test_nothing_is_published_beyond_the_main_game_and_the_table() -> None:
    published = {(game, key) for game, variant in catalog().variants.items() for key in variant.published}
    assert published == {(game, bet) for game, bet, _, rtp in ROWS if rtp} | {(game, "main") for game, *_ in ROWS}


def test_every_side_bet_that_can_be_judged_is_offered_by_some_game() -> None:
    assert set(SIDE_BETS) == {bet for _, bet, _, _ in ROWS}


@pytest.mark.parametrize(("game", "bet", "prices", "_published"), ROWS, ids=IDS)
def test_the_order_of_the_outcomes_is_that_of_the_judge(
    game: str, bet: str, prices: dict[str, str], _published: str | None
) -> None:
    """side-bets.md: outcomes are listed best first: a bet pays its best outcome only."""
    assert tuple(load(game).side_bets[bet].pays) == SIDE_BETS[bet].outcomes == tuple(prices)


@pytest.mark.parametrize(("game", "bet", "_prices", "_published"), ROWS, ids=IDS)
def test_only_the_progressive_has_a_fixed_stake_and_a_jackpot(
    game: str, bet: str, _prices: dict[str, str], _published: str | None
) -> None:
    """side-bets.md: Progressive: stake exactly 1 unit."""
    prices = load(game).side_bets[bet]
    assert (load(game).fixed_stake(bet), prices.jackpot is not None) == (
        (100, True) if bet == "progressive" else (None, False)
    )


def test_the_jackpot_starts_at_80_000_and_takes_3_percent_of_each_stake() -> None:
    """side-bets.md: Progressive: a seed of 80,000 plus the 3 % contribution."""
    jackpot = load("all-bets").side_bets["progressive"].jackpot
    assert jackpot is not None
    assert (jackpot.seed, str(jackpot.contribution)) == (80_000, "3/100")


def test_the_certificate_can_say_why_lucky_lucky_with_8_decks_does_not_come_out() -> None:
    """side-bets.md: Lucky Lucky: the exact value is 96.0919, the book rounds to one decimal."""
    assert "96.0919" in load("cashback").published["lucky-lucky"].note
