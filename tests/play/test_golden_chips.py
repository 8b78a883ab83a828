"""K3: golden chips."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.table import (
    ALL_BETS,
    CASHBACK,
    CLASSIC,
    FREE_CHIP,
    INFINITE,
    Result,
    finished,
    legal,
    refused_bets,
    waiting,
    why_not,
)
from ventuno.play import Action, PositionBet


def golden(shoe: str, script: str = "", *, main: int = 0, chips: int = 1000, **more: object) -> Result:
    """One player at Cashback with golden chips on the main bet, beside regular ones or alone."""
    bet = PositionBet(position=1, bettor="anna", main=main, golden=chips, **more)  # type: ignore[arg-type]
    return finished(CASHBACK, [bet], shoe, script, together=False)


def test_a_win_pays_the_winnings_without_the_golden_chips_value() -> None:
    """K3."""
    result = golden("Ts 9d Tc 9h", "stand")
    assert (result.hands, result.golden) == (["Ts Tc: win 1000"], [(1000, 0)])


def test_a_blackjack_pays_three_to_two_without_the_golden_chips_value() -> None:
    """K3; games.md: blackjack pays 3:2."""
    result = golden("As 9d Kc 9h")
    assert (result.hands, result.golden) == (["As Kc: blackjack 1500"], [(1000, 0)])


def test_a_push_gives_the_golden_chip_back() -> None:
    """K3: as a golden chip, not as money."""
    result = golden("Ts 9d 8c 9h", "stand")
    assert (result.hands, result.golden) == (["Ts 8c: push 0"], [(1000, 1000)])


def test_a_loss_takes_the_golden_chip() -> None:
    """K3."""
    result = golden("Ts 9d 7c 9h", "stand")
    assert (result.hands, result.golden) == (["Ts 7c: lose 0"], [(1000, 0)])


def test_a_mixed_bet_wins_on_both_parts_and_only_the_money_comes_back() -> None:
    """K3: mixed with regular chips on a spot."""
    won = golden("Ts 9d Tc 9h", "stand", main=600, chips=400)
    assert (won.stakes, won.hands, won.golden) == ([(600, 0)], ["Ts Tc: win 1600"], [(400, 0)])
    pushed = golden("Ts 9d 8c 9h", "stand", main=600, chips=400)
    assert (pushed.hands, pushed.golden) == (["Ts 8c: push 600"], [(400, 400)])
    lost = golden("Ts 9d 7c 9h", "stand", main=600, chips=400)
    assert (lost.hands, lost.golden) == (["Ts 7c: lose 0"], [(400, 0)])
    natural = golden("As 9d Kc 9h", main=600, chips=400)
    assert natural.hands == ["As Kc: blackjack 2100"]


def test_there_is_no_insurance_on_golden_chips() -> None:
    """K3; D6: not on golden chips."""
    assert golden("Ts Ad 9c 8h", "stand").insurance == []


def test_of_a_mixed_bet_only_the_real_money_part_is_insured() -> None:
    """K3."""
    result = golden("Ts Ad 9c Kh", "insure", main=600, chips=400)
    assert result.insurance == [(300, 900)]


def test_there_is_no_cashback_on_golden_chips() -> None:
    """K3; K1: each hand whose main bet is in regular chips."""
    assert why_not(CASHBACK, "Ts Kd 6c 9h", "cashback=437", golden=1000) == "action/golden_chips"
    assert legal(CASHBACK, "Ts Kd 6c 9h", golden=1000) == "double hit stand"


def test_there_is_no_cashback_on_a_mixed_bet() -> None:
    """K1: only where the main bet is in regular chips."""
    playing = waiting(CASHBACK, "Ts Kd 6c 9h", bets=[PositionBet(position=1, bettor="anna", main=600, golden=400)])
    refusal = playing.legal(1, "anna").why_not(Action.CASHBACK)
    assert refusal is not None
    assert refusal.code == "action/golden_chips"


def test_a_double_of_golden_chips_may_be_paid_with_money() -> None:
    """K3: regular chips only where golden ones do not pay for it."""
    won = golden("Ts 9d 2c 9h 8s", "double")
    assert (won.stakes, won.golden) == ([(1000, 0)], [(1000, 0)])
    assert won.hands == ["Ts 2c 8s: win 3000"]
    pushed = golden("Ts 9d 2c 9h 6s", "double")
    assert (pushed.hands, pushed.golden) == (["Ts 2c 6s: push 1000"], [(1000, 1000)])


def test_a_double_may_be_paid_with_golden_chips() -> None:
    """K3: whether they may pay for actions such as a double."""
    won = golden("Ts 9d 2c 9h 8s", "double=golden:1000")
    assert (won.stakes, won.golden, won.hands) == ([(0, 0)], [(2000, 0)], ["Ts 2c 8s: win 2000"])
    pushed = golden("Ts 9d 2c 9h 6s", "double=golden:1000")
    assert (pushed.golden, pushed.hands) == ([(2000, 2000)], ["Ts 2c 6s: push 0"])


def test_a_double_may_be_paid_with_golden_chips_and_money() -> None:
    """K3: golden chips first, then regular chips if mixing is allowed."""
    won = golden("Ts 9d 2c 9h 8s", "double=golden:400")
    assert (won.stakes, won.golden, won.hands) == ([(600, 0)], [(1400, 0)], ["Ts 2c 8s: win 2600"])


def test_a_split_may_be_paid_with_golden_chips() -> None:
    """K3: each hand keeps what was laid on it."""
    result = golden("Ts 9d Kc 9h 9s 8s", "split=golden:1000 stand stand", main=1000, chips=0)
    assert result.stakes == [(1000, 0), (0, 0)]
    assert result.golden == [(0, 0), (1000, 1000)]
    assert result.hands == ["Ts 9s: win 2000", "Kc 8s: push 0"]


def test_a_split_of_golden_chips_may_be_paid_with_money() -> None:
    """K3."""
    result = golden("Ts 9d Kc 9h 9s 8s", "split stand stand")
    assert result.stakes == [(0, 0), (1000, 0)]
    assert result.golden == [(1000, 0), (0, 0)]
    assert result.hands == ["Ts 9s: win 1000", "Kc 8s: push 1000"]


def test_only_the_split_hand_in_regular_chips_has_a_cashback() -> None:
    """K1: each hand whose main bet is in regular chips."""
    shoe = "8s Kd 8c 9h 2s 3s"
    assert why_not(CASHBACK, shoe, "split cashback=400", golden=1000) == "action/golden_chips"
    result = golden(shoe, "split stand cashback=400")
    assert result.hands == ["8s 2s: lose 0", "8c 3s: cashback 400"]


def test_an_unseen_blackjack_gives_a_golden_double_back_as_golden_chips() -> None:
    """games.md: ten up: extra stakes go back; K3."""
    result = golden("Ts Kd 2c Ah 5s", "double=golden:1000", main=1000, chips=0)
    assert (result.hands, result.golden) == (["Ts 2c 5s: lose 0"], [(1000, 1000)])


@pytest.mark.parametrize("chips", [1200, -100])
def test_golden_chips_pay_for_at_most_the_bet(chips: int) -> None:
    """K3."""
    assert why_not(CASHBACK, "Ts 9d 2c 9h", f"double=golden:{chips}", golden=1000) == "bet/golden_chips"


@pytest.mark.parametrize("action", ["hit", "stand"])
def test_golden_chips_pay_for_nothing_else(action: str) -> None:
    """K3: actions such as a double."""
    assert why_not(CASHBACK, "Ts 9d 2c 9h", f"{action}=golden:1000", golden=1000) == "bet/golden_chips"


def test_golden_chips_lie_on_any_spot_and_win_there_without_their_own_value() -> None:
    """K3: placed like chips on any spot."""
    result = golden(
        "9s 9d 9c 6h 5d",
        "stand",
        main=1000,
        chips=0,
        golden_sides={"player-pair": 100, "dealer-pair": 100},
    )
    assert result.sides == ["player-pair: coloured 1200", "dealer-pair: lose 0"]
    assert result.golden_sides == [(100, 0), (100, 0)]


def test_golden_and_regular_chips_on_one_side_bet() -> None:
    """K3: mixed on a spot."""
    result = golden(
        "9s 9d 9h 6h 5d", "stand", main=1000, chips=0, sides={"player-pair": 50}, golden_sides={"player-pair": 100}
    )
    assert result.sides == ["player-pair: mixed 950"]  # 50 + 6 x 150


@pytest.mark.parametrize("game", [CLASSIC, FREE_CHIP, INFINITE, ALL_BETS, "6D"])
def test_there_are_no_golden_chips_in_the_other_games(game: str) -> None:
    """games.md: special: golden chips (Cashback only)."""
    assert refused_bets(game, PositionBet(position=1, bettor="anna", main=0, golden=1000)) == "bet/no_golden_chips"
    assert why_not(game, "Ts 9d 2c 9h", "double=golden:1000") == "bet/no_golden_chips"


@pytest.mark.parametrize("surrender", ["early", "late"])
@pytest.mark.parametrize("up", ["9d", "Kd", "Ad"])
def test_golden_chips_cannot_be_surrendered(tmp_path: Path, surrender: str, up: str) -> None:
    """K3: chips of fixed values: half of one does not exist, before the dealer looks or after."""
    path = tmp_path / "golden.toml"
    path.write_text(f'name = "Golden"\n[hand]\nsurrender = "{surrender}"\n[golden_chips]\n')
    assert why_not(str(path), f"Ts {up} 6c 8h", "surrender", golden=1000) == "action/golden_chips"
