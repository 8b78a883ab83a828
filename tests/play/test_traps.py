"""The known traps of blackjack code in the wild (style.md, at its end), each a test."""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path

import msgspec
import pytest

import ventuno
from tests.table import (
    ALL_BETS,
    CASHBACK,
    CLASSIC,
    FREE_CHIP,
    GAMES,
    INFINITE,
    PLAYER,
    Result,
    crowd,
    legal,
    opened,
    played,
    run,
    waiting,
)
from ventuno.cards import cards, total
from ventuno.cli.round import result as round_command_result
from ventuno.play import Awaits, Phase, view
from ventuno.shoe import Scripted, ShoeEmpty
from ventuno.variant.find import CATALOG

SOURCE = Path(ventuno.__file__).parent


def test_no_strategy_chart_is_typed_by_hand() -> None:
    """Trap: strategy charts typed by hand. No source file but a test maps hands to hit, stand, double and split."""
    letters = {"H", "S", "D", "P", "Ds", "Rh", "Ph"}
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.List | ast.Tuple | ast.Set):
                said = [one.value for one in node.elts if isinstance(one, ast.Constant)]
                assert not (len(said) >= 8 and set(said) <= letters), f"a chart in {path}"
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                words = node.value.split()
                assert not (len(words) >= 8 and set(words) <= letters), f"a chart in {path}"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("up", "hole", "script"), [("Kd", "Ad", ""), ("Ad", "Kd", "decline")])
def test_a_natural_is_not_paid_before_the_dealer_is_checked(game: str, up: str, hole: str, script: str) -> None:
    """Trap: naturals paid before the dealer is checked."""
    assert played(game, f"As {up} Ks {hole}", script).hands == ["As Ks: push 1000"]


@pytest.mark.parametrize(
    ("game", "bet"),
    [
        (CLASSIC, "perfect-pairs"),
        (FREE_CHIP, "perfect-pairs"),
        (ALL_BETS, "perfect-pairs"),
        (CASHBACK, "player-pair"),
        (INFINITE, "any-pair"),
    ],
)
@pytest.mark.parametrize("mine", ["Ts Ks", "Jh Qh", "Td Jc"])
def test_a_ten_and_a_king_can_be_split_but_are_no_pair_for_a_side_bet(game: str, bet: str, mine: str) -> None:
    """Trap: 10-K treated as a pair for Perfect Pairs."""
    first, second = mine.split()
    assert "split" in legal(game, f"{first} 6d {second} 9d").split()
    assert played(game, f"{first} 6d {second} 9d 5d", "stand", sides={bet: 100}).sides == [f"{bet}: lose 0"]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("mine", "second_cards"), [("Ts Kc", "As Ac"), ("As Ac", "Ts Kc")], ids=["tens", "aces"])
def test_a_21_after_a_split_is_not_paid_three_to_two(game: str, mine: str, second_cards: str) -> None:
    """Trap: a 21 after a split paid 3:2."""
    first, second = mine.split()
    free = game in (CLASSIC, FREE_CHIP) and first == "As"
    result = played(game, f"{first} 6d {second} 9d {second_cards} 5d", "free-split" if free else "split")
    assert result.outcomes == "win win"
    assert result.main_returned == (3000 if free else 4000)


@pytest.mark.parametrize(
    ("game", "soft_17_draws"),
    [(CLASSIC, False), (FREE_CHIP, True), (INFINITE, False), (ALL_BETS, False), (CASHBACK, False)],
)
def test_a_soft_17_is_not_a_hard_17(game: str, soft_17_draws: bool) -> None:
    """Trap: soft and hard 17 confused: A-6 is soft, 10-6-A and 10-7 are hard, A-6-10 has become hard."""
    soft = played(game, "Ts 6d 8c Ad", "stand", spare="4h")
    assert soft.dealer == ("6d Ad 4h" if soft_17_draws else "6d Ad")
    for hard in ("6d Td Ah", "7d Td"):
        up, hole, *drawn = hard.split()
        assert played(game, f"Ts {up} 8c {hole} {' '.join(drawn)}", "stand").dealer == hard
    if soft_17_draws:
        assert played(game, "Ts 6d 8c Ad Th", "stand").dealer == "6d Ad Th"


@pytest.mark.parametrize("game", [INFINITE, CASHBACK])
def test_a_shoe_that_runs_out_in_mid_round_with_many_players_loses_nothing(game: str) -> None:
    """Trap: the shoe running out in mid-round with many players.

    The round waits, nothing is settled and nothing is lost: it goes on as soon as there is a card, or is voided (E1).
    """
    names = [f"p{number}" for number in range(200)]
    playing = opened(game, crowd(names))
    run(playing, "8s 9d 8c 9h 2s", {name: "split" if n % 2 else "hit" for n, name in enumerate(names)})
    with pytest.raises(ShoeEmpty):  # one card for all who hit was there, none is left for the split lines
        playing.deal(Scripted([]).draw())
    assert (playing.awaits, playing.next_card_to, playing.settlement) == (Awaits.CARD, "1a", None)
    run(playing, "3s 4s", {name: "stand stand" if n % 2 else "stand" for n, name in enumerate(names)})
    assert playing.phase is Phase.OVER
    result = Result(playing, playing.bets)
    assert result.of("p0").hands == ["8s 8c 2s: push 1000"]
    assert result.of("p1").hands == ["8s 3s: lose 0", "8c 4s: lose 0"]


@pytest.mark.parametrize("game", GAMES)
def test_the_command_line_plays_by_the_same_rules_as_the_table(game: str) -> None:
    """Trap: rules written twice and drifting apart: `ventuno round` only describes the round that `play` settled."""
    result = played(game, "Ts 6d 2c Th 5s 5h", "double")
    printed = round_command_result(result.round, 0)
    assert [hand["returned"] for hand in printed["hands"]] == [hand.returned for hand in result._hands()]


def test_one_place_alone_says_who_wins() -> None:
    """Trap: rules written twice: the fields that decide a hand are read by one module of `play` each."""
    readers: dict[str, set[str]] = {}
    for path in (SOURCE / "play").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute):
                readers.setdefault(node.attr, set()).add(path.name)
    for field in ("bust_22_pushes", "bust_pushes_17", "bust_ten_up_pushes", "natural_17_beats_17", "beats_blackjack"):
        assert readers[field] == {"judge.py"}, field
    assert readers["soft_17"] == {"round.py"}
    for field in ("double_after_split", "splits", "resplit_aces", "free_double", "free_split"):
        assert readers[field] == {"actions.py"}, field


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("mine", ["As 6c", "Ts 7c", "As Ac", "2s 3c"])
def test_a_client_never_needs_to_compute_a_total(game: str, mine: str) -> None:
    """Trap: a client that computes totals by itself: every total it could show is in the view."""
    first, second = mine.split()
    playing = waiting(game, f"{first} 6d {second} 9d")
    seen = view(playing, PLAYER)
    points, soft = total(cards(mine))
    written = f"{points - 10}/{points}" if soft else str(points)
    assert [hand.total for hand in seen.hands] == [line.total for line in seen.lines] == [written]
    assert seen.dealer_total == "6"
    assert all(field in msgspec.structs.asdict(seen) for field in ("dealer_total", "lines", "hands"))


@pytest.mark.parametrize("path", sorted(CATALOG.glob("*.toml")), ids=lambda path: path.stem)
def test_every_published_return_of_a_main_game_says_what_it_is_divided_by(path: Path) -> None:
    """Trap: the edge divided by money wagered in one place and by initial bets in another."""
    published = tomllib.loads(path.read_text(encoding="utf-8"))["published"]["main"]
    assert published["per"] in ("initial-bet", "stake")


@pytest.mark.parametrize("game", GAMES)
def test_a_round_tells_the_initial_bets_from_all_that_was_staked(game: str) -> None:
    """Trap: the edge divided by money wagered in one place and by initial bets in another."""
    result = played(game, "Ts 6d 2c Th 5s 5h", "double")
    assert sum(bet.main for bet in result.round.bets) == 1000
    assert result.main_staked == 2000


@pytest.mark.parametrize("game", [CLASSIC, FREE_CHIP])
def test_a_free_chip_is_never_counted_as_money_staked(game: str) -> None:
    """Trap: the edge divided by money wagered: per unit of real money staked, games.md says."""
    result = played(game, "6s 6d 5c Th 5s 5h", "free-double")
    assert (result.main_staked, result.stakes) == (1000, [(1000, 1000)])
