"""The five files of the catalog say what the table of spec/games.md says, row by row."""

from __future__ import annotations

from typing import Any

import pytest

from ventuno.cards import DECK, Card
from ventuno.variant import Variant, catalog, load

GAMES = ("classic-free-bet", "free-chip", "infinite", "all-bets", "cashback")
NINE_TO_ELEVEN = (9, 10, 11)
ALL_BUT_TENS = (1, 2, 3, 4, 5, 6, 7, 8, 9)


def row(*said: Any) -> pytest.MarkDecorator:
    """One row of the table: a value a game, in the table's own order."""
    pairs = list(zip(GAMES, said, strict=True))
    return pytest.mark.parametrize(("game", "said"), pairs, ids=GAMES, indirect=["game"])


@pytest.fixture
def game(request: pytest.FixtureRequest) -> Variant:
    return load(request.param)


def test_the_catalog_has_the_five_games_and_none_is_faulty() -> None:
    """games.md: file."""
    assert sorted(catalog().variants) == sorted(GAMES)
    assert catalog().faulty == {}


@row("Classic Free Bet", "Free Chip", "Infinite", "All Bets", "Cashback")
def test_name(game: Variant, said: str) -> None:
    assert game.name == said


@pytest.mark.parametrize("name", GAMES)
def test_the_key_is_the_name_of_the_file(name: str) -> None:
    assert load(name).key == name


@row("seated", "solo", "shared", "solo", "shared")
def test_table_kind(game: Variant, said: str) -> None:
    """games.md: table."""
    assert game.table.kind == said


@row(7, 3, 1, 3, 2)
def test_table_positions(game: Variant, said: int) -> None:
    """games.md: table: 7 seats; 1-3 hands; 1 position; 1-3 hands; 2 positions."""
    assert game.table.positions == said


@row(2, 3, 1, 3, 2)
def test_table_positions_of_one_player(game: Variant, said: int) -> None:
    """games.md: table: at most 2 seats a player; elsewhere every position."""
    assert game.table.positions_per_player == said


@row(True, False, False, False, False)
def test_table_bet_behind(game: Variant, said: bool) -> None:
    """games.md: table: bet behind at the seated table only."""
    assert game.table.bet_behind is said


@row(8, 6, 8, 6, 8)
def test_decks(game: Variant, said: int) -> None:
    """games.md: decks, shuffle."""
    assert game.shoe.decks == said


@row("cut-card", "every-round", "cut-card", "every-round", "continuous")
def test_shuffle(game: Variant, said: str) -> None:
    """games.md: decks, shuffle."""
    assert game.shoe.shuffle == said


@row(2, 1, 2, 1, 1)
def test_shoes(game: Variant, said: int) -> None:
    """games.md: decks, shuffle: two shoes where there is a cut card."""
    assert game.shoe.shoes == said
    assert (0 < game.shoe.behind_cut_card < 8 * 52) == (said == 2)


@row("never", "never", "never", "never", "optional")
def test_burn_card(game: Variant, said: str) -> None:
    """games.md: decks, shuffle: optional burn card in Cashback."""
    assert game.shoe.burn_card == said


@row("stands", "hits", "stands", "stands", "stands")
def test_dealer_on_soft_17(game: Variant, said: str) -> None:
    """games.md: dealer on soft 17."""
    assert game.dealer.soft_17 == said


@row("A", "", "A", "", "A")
def test_dealer_looks_for_blackjack(game: Variant, said: str) -> None:
    """games.md: dealer looks for blackjack: ace up only, or never; no look under a ten."""
    assert {card.text[0] for card in DECK if game.dealer.looks(card)} == set(said)


@row("every-stake", "every-stake", "every-stake", "every-stake", "every-stake")
def test_an_unseen_dealer_blackjack_under_an_ace_takes(game: Variant, said: str) -> None:
    """games.md: what an unseen dealer blackjack takes."""
    assert game.dealer.takes(Card("As")) == said


@row("every-stake", "every-stake", "every-stake", "busted-plus-one", "busted-plus-one")
@pytest.mark.parametrize("ten", ["Ts", "Jh", "Qd", "Kc"])
def test_an_unseen_dealer_blackjack_under_a_ten_takes(game: Variant, said: str, ten: str) -> None:
    """games.md: what an unseen dealer blackjack takes: one original bet plus the bets of hands already bust."""
    assert game.dealer.takes(Card(ten)) == said


@row("3:2", "3:2", "3:2", "3:2", "3:2")
def test_blackjack_pays(game: Variant, said: str) -> None:
    """games.md: blackjack pays."""
    assert str(game.hand.blackjack) == said


@row("2:1", "2:1", "2:1", "2:1", "2:1")
def test_insurance(game: Variant, said: str) -> None:
    """games.md: insurance (ace up)."""
    assert str(game.hand.insurance) == said


@row(False, True, False, False, False)
def test_insurance_offers_can_be_switched_off(game: Variant, said: bool) -> None:
    """games.md: special."""
    assert game.table.insurance_can_be_off is said


@row("none", "none", "none", "none", "none")
def test_nobody_surrenders(game: Variant, said: str) -> None:
    assert game.hand.surrender == said


@row((), (), (), (), ())
def test_double_on_any_two_cards(game: Variant, said: tuple[int, ...]) -> None:
    """games.md: double: any two cards, so no total is named."""
    assert game.hand.double == said


@row(False, True, False, True, True)
def test_double_after_a_split(game: Variant, said: bool) -> None:
    """games.md: double: never after a split, or also after a split."""
    assert game.hand.double_after_split is said


@row(NINE_TO_ELEVEN, NINE_TO_ELEVEN, (), (), ())
def test_free_double(game: Variant, said: tuple[int, ...]) -> None:
    """games.md: free double: hard 9, 10, 11."""
    assert game.hand.free_double == said


@row(1, 3, 1, 1, 1)
def test_split(game: Variant, said: int) -> None:
    """games.md: split: once, or to 4 hands, which is three splits."""
    assert game.hand.splits == said


@row(ALL_BUT_TENS, ALL_BUT_TENS, (), (), ())
def test_free_split(game: Variant, said: tuple[int, ...]) -> None:
    """games.md: free split: all but tens."""
    assert game.hand.free_split == said


@row(False, True, False, False, False)
def test_split_aces(game: Variant, said: bool) -> None:
    """games.md: split aces: one card each, or may be hit, doubled, split again."""
    assert game.hand.hit_split_aces is said
    assert game.hand.resplit_aces is said


@row(None, None, (6, True), (10, False), (10, False))
def test_charlie(game: Variant, said: tuple[int, bool] | None) -> None:
    """games.md: Charlie: how many cards, and whether it wins against a dealer blackjack."""
    charlie = game.hand.charlie
    assert (charlie and (charlie.cards, charlie.beats_blackjack)) == said


@row(True, False, False, False, False)
def test_dealer_22_pushes(game: Variant, said: bool) -> None:
    """games.md: dealer 22."""
    assert game.dealer.bust_22_pushes is said


@row(False, True, False, False, False)
def test_dealer_bust_pushes_17_and_everything_when_a_ten_is_up(game: Variant, said: bool) -> None:
    """games.md: dealer bust."""
    assert game.dealer.bust_pushes_17 is said
    assert game.dealer.bust_ten_up_pushes is said


@row(False, True, False, False, False)
def test_17_against_17(game: Variant, said: bool) -> None:
    """games.md: 17 against 17: a natural 17 wins in Free Chip."""
    assert game.dealer.natural_17_beats_17 is said


@row(None, None, None, None, "1/100")
def test_cashback(game: Variant, said: str | None) -> None:
    """games.md: special; offers carry a margin (default 1 % of the value)."""
    assert (str(game.cashback.margin) if game.cashback else None) == said


@row(False, False, False, False, True)
def test_golden_chips(game: Variant, said: bool) -> None:
    """games.md: special."""
    assert (game.golden_chips is not None) is said


@row(
    ["perfect-pairs", "21+3"],
    ["busted-bonanza", "free-fortune", "perfect-pairs"],
    ["any-pair", "21+3", "hot-3", "bust-it"],
    ["top-3", "perfect-pairs", "buster", "progressive", "lucky-lucky", "21+3"],
    ["21+3", "player-pair", "dealer-pair", "top-3", "buster", "lucky-lucky"],
)
def test_side_bets(game: Variant, said: list[str]) -> None:
    """games.md: side bets, in the order of the table."""
    assert list(game.side_bets) == said


@row("table", "menu", "table", "vip-level", "table")
def test_who_sets_the_limits(game: Variant, said: str) -> None:
    """games.md: limits (main)."""
    assert game.table.limits_set_by == said


@row([(1, 5000)], None, [(1, 5000)], None, None)
def test_limits(game: Variant, said: list[tuple[int, int]] | None) -> None:
    """games.md: limits (main): 1-5,000; several to choose from where a menu or a VIP level sets them."""
    main = [limits.main for limits in game.table.limits]
    assert main == (said or main)
    assert (len(main) > 1) == (game.table.limits_set_by != "table")


@row([""], ["", "", ""], [""], ["bronze", "silver", "gold"], [""])
def test_vip_levels(game: Variant, said: list[str]) -> None:
    """games.md: limits (main): by VIP level."""
    assert [limits.level for limits in game.table.limits] == said


@row("hit-to-11", "wait", "hit-to-11", "wait", "stand")
def test_no_decision_in_time(game: Variant, said: str) -> None:
    """games.md: no decision in time."""
    assert game.table.no_decision == said


@row("bets-stand", "resumes", "open-bets-return", "resumes", "bets-stand")
def test_disconnected(game: Variant, said: str) -> None:
    """games.md: disconnected."""
    assert game.table.disconnected == said


@row(
    ("98.26", "initial-bet", "total"),
    ("99.23", "initial-bet", "either"),
    ("99.47", "initial-bet", "composition"),
    ("99.58", "stake", "either"),
    ("99.56", "stake", "total"),
)
def test_published_return_of_the_main_game(game: Variant, said: tuple[str, str, str]) -> None:
    """games.md: Published figures: the figure, which return it is, and the strategy class."""
    published = game.published["main"]
    assert (published.rtp, published.per, published.strategy) == said
