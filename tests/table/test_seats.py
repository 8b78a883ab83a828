"""Who sits where at a seated table: T2, A2, B7, H1, H3, H4."""

from __future__ import annotations

import msgspec
import pytest

from tests.table import CLASSIC
from ventuno.protocol.events import SeatView, ShownBet
from ventuno.refusal import Refusal
from ventuno.table.seats import Freed, Seats, SeatsRecord
from ventuno.variant import load

ANNA, BRUNO, CARLA = 1, 2, 3
NAMES = {ANNA: "anna", BRUNO: "bruno", CARLA: "carla"}
VARIANT = load(CLASSIC)


def seats(*sitting: tuple[int, int], idle_rounds: int = 3) -> Seats:
    """Seven seats, two a player; `sitting` are players and their seats."""
    made = Seats(VARIANT, idle_rounds)
    for player, seat in sitting:
        assert made.sit(player, NAMES[player], seat) is None
    return made


def refused(answer: object) -> str:
    assert isinstance(answer, Refusal), answer
    return answer.code


def streak(table: Seats, seat: int) -> int:
    view = table.view(seat)
    assert view is not None
    return view.streak


def left(answer: tuple[Freed, ...] | Refusal) -> list[tuple[int, str]]:
    assert not isinstance(answer, Refusal), answer
    return [(freed.seat, freed.code) for freed in answer]


# -- sitting down and getting up (A2) -------------------------------------------------------------


def test_who_sits_has_their_name_under_the_seat() -> None:
    """A2."""
    table = seats((ANNA, 3))
    assert table.view(3) == SeatView("anna")
    assert table.view(4) is None
    assert (table.holder(3), table.holder(4), table.of(ANNA)) == (ANNA, None, (3,))
    assert table.free() == (1, 2, 4, 5, 6, 7)


def test_a_player_has_at_most_two_seats() -> None:
    """T2."""
    table = seats((ANNA, 3), (ANNA, 1))
    answer = table.sit(ANNA, "anna", 5)
    assert refused(answer) == "seat/too_many"
    assert table.of(ANNA) == (1, 3)
    assert table.players() == (ANNA,)


def test_a_seat_that_is_taken_is_taken() -> None:
    """T2."""
    table = seats((ANNA, 3))
    answer = table.sit(BRUNO, "bruno", 3)
    assert refused(answer) == "seat/taken"
    assert isinstance(answer, Refusal)
    assert answer.data == {"free": [1, 2, 4, 5, 6, 7]}
    assert refused(table.sit(ANNA, "anna", 3)) == "seat/yours"


@pytest.mark.parametrize("seat", [0, 8, -1])
def test_there_are_seven_seats(seat: int) -> None:
    """T2."""
    assert refused(seats().sit(ANNA, "anna", seat)) == "seat/none"


def test_without_a_bet_one_gets_up_at_once() -> None:
    """A2: X leaves."""
    table = seats((ANNA, 3))
    assert left(table.get_up(ANNA, 3, betting=False)) == [(3, "seat/left")]
    assert table.free() == (1, 2, 3, 4, 5, 6, 7)
    assert table.players() == ()


def test_with_a_bet_on_it_a_seat_is_left_at_the_end_of_the_round() -> None:
    table = seats((ANNA, 3), (ANNA, 4))
    assert left(table.get_up(ANNA, 3, betting=True)) == []
    assert table.holder(3) == ANNA
    assert refused(table.sit(BRUNO, "bruno", 3)) == "seat/taken"
    assert left(table.end_round([3, 4], {ANNA: 100})) == [(3, "seat/left")]
    assert table.of(ANNA) == (4,)


def test_who_sits_down_again_on_the_seat_they_were_leaving_keeps_it() -> None:
    table = seats((ANNA, 3), (ANNA, 4))
    table.get_up(ANNA, 3, betting=True)
    assert table.sit(ANNA, "anna", 3) is None
    assert left(table.end_round([3, 4], {})) == []
    assert table.of(ANNA) == (3, 4)


def test_only_the_one_who_sits_there_gets_up() -> None:
    table = seats((ANNA, 3))
    assert refused(table.get_up(BRUNO, 3, betting=False)) == "seat/not_yours"
    assert refused(table.get_up(ANNA, 4, betting=False)) == "seat/not_yours"


def test_who_leaves_the_table_gives_up_every_seat_without_a_bet_at_once() -> None:
    """A2."""
    table = seats((ANNA, 3), (ANNA, 4))
    assert left(table.leave(ANNA, betting=[4])) == [(3, "seat/left")]
    assert left(table.void_round()) == [(4, "seat/left")]
    assert table.leave(BRUNO, betting=[]) == ()


# -- idle seats (A2) ------------------------------------------------------------------------------


def test_a_seat_without_bets_for_three_rounds_is_lost_with_a_notice() -> None:
    """A2."""
    table = seats((ANNA, 3), (BRUNO, 4))
    for _ in range(2):
        assert table.end_round([4], {}) == ()
    (freed,) = table.end_round([4], {})
    assert freed == Freed(3, ANNA, "seat/idle", "seat 3 was freed: no bet on it for 3 rounds")
    assert table.of(BRUNO) == (4,)


def test_a_bet_begins_the_count_anew() -> None:
    """A2."""
    table = seats((ANNA, 3))
    for played in ([], [], [3], [], []):
        assert table.end_round(played, {}) == ()
    assert left(table.end_round([], {})) == [(3, "seat/idle")]


def test_of_two_seats_only_the_one_without_bets_is_lost() -> None:
    """A2."""
    table = seats((ANNA, 3), (ANNA, 4), idle_rounds=1)
    assert left(table.end_round([3], {})) == [(4, "seat/idle")]
    assert table.of(ANNA) == (3,)


def test_windows_without_a_bet_count_for_who_is_away() -> None:
    """A2."""
    table = seats((ANNA, 3), (BRUNO, 4), idle_rounds=2)
    table.set_away(ANNA, True)
    assert table.pass_window() == ()
    assert left(table.pass_window()) == [(3, "seat/idle")]
    assert table.pass_window() == ()


def test_a_void_round_makes_nobody_idle() -> None:
    """E1."""
    table = seats((ANNA, 3), idle_rounds=1)
    assert table.void_round() == ()


def test_a_lost_connection_keeps_the_seat() -> None:
    """E2: others see that the player is away."""
    table = seats((ANNA, 3), (ANNA, 5))
    assert table.set_away(ANNA, True) == (3, 5)
    assert table.set_away(ANNA, True) == ()
    assert table.view(3) == SeatView("anna", away=True)
    assert table.set_away(ANNA, False) == (3, 5)
    assert table.set_away(BRUNO, True) == ()


# -- the hot player (H4) --------------------------------------------------------------------------


def test_the_badge_counts_rounds_won_in_a_row_and_is_gone_at_the_first_loss() -> None:
    """H4."""
    table = seats((ANNA, 3))
    shown = []
    for won in (500, 1, 0, 20, -1, 5):
        table.end_round([3], {ANNA: won})
        shown.append(streak(table, 3))
    assert shown == [1, 2, 2, 3, 0, 1]
    view = table.view(3)
    assert view is not None
    assert view.streak == 1


def test_a_round_without_a_bet_or_a_void_one_leaves_the_streak_as_it_is() -> None:
    """H4."""
    table = seats((ANNA, 3))
    table.end_round([3], {ANNA: 500})
    table.end_round([], {})
    table.void_round()
    assert streak(table, 3) == 1
    assert table.view(4) is None


# -- START NOW (B7) -------------------------------------------------------------------------------


def test_when_every_bettor_has_pressed_start_now_the_round_can_start() -> None:
    """B7."""
    table = seats((ANNA, 3), (BRUNO, 4), (CARLA, 5))
    assert table.lock(ANNA) is None
    assert not table.all_locked([ANNA, BRUNO])
    assert table.lock(BRUNO) is None
    assert table.all_locked([ANNA, BRUNO])
    assert not table.all_locked([ANNA, BRUNO, CARLA])
    view = table.view(3)
    assert view is not None
    assert view.locked


def test_without_bettors_no_round_starts_early() -> None:
    """B7."""
    assert not seats((ANNA, 3)).all_locked([])


def test_only_who_sits_can_press_start_now() -> None:
    """B7: enabled when I sit."""
    assert refused(seats((ANNA, 3)).lock(BRUNO)) == "seat/not_seated"


def test_bets_are_locked_for_one_round() -> None:
    """B7."""
    table = seats((ANNA, 3), (BRUNO, 4))
    table.lock(ANNA)
    assert (table.locked(ANNA), table.locked(BRUNO)) == (True, False)
    table.end_round([3], {})
    assert not table.locked(ANNA)


# -- bets behind (H1, H3) -------------------------------------------------------------------------


def test_one_bets_behind_every_seat_of_others() -> None:
    """H1: seated or not, never on my own."""
    table = seats((ANNA, 3), (BRUNO, 4), (ANNA, 6))
    assert table.behind_for(BRUNO) == (3, 6)
    assert table.behind_for(ANNA) == (4,)
    assert table.behind_for(CARLA) == (3, 4, 6)


def test_a_player_may_forbid_bets_behind_them() -> None:
    """H3."""
    table = seats((ANNA, 3), (BRUNO, 4))
    assert table.allow_behind(ANNA, False, has_behind=False)
    assert table.behind_for(CARLA) == (4,)
    assert table.allow_behind(ANNA, True, has_behind=False)
    assert table.behind_for(CARLA) == (3, 4)


def test_forbidding_counts_from_the_next_round_where_bets_behind_are_placed() -> None:
    """H3."""
    table = seats((ANNA, 3))
    assert not table.allow_behind(ANNA, False, has_behind=True)
    assert table.behind_for(CARLA) == (3,)
    table.end_round([3], {})
    assert table.behind_for(CARLA) == ()


def test_who_allows_it_again_before_the_next_round_never_forbade_it() -> None:
    """H3."""
    table = seats((ANNA, 3))
    table.allow_behind(ANNA, False, has_behind=True)
    assert table.allow_behind(ANNA, True, has_behind=True)
    table.end_round([3], {})
    assert table.behind_for(CARLA) == (3,)


def test_the_setting_of_the_profile_counts_from_sitting_down() -> None:
    """A7, H3."""
    table = Seats(VARIANT, 3)
    table.sit(ANNA, "anna", 3, allows_behind=False)
    assert table.behind_for(CARLA) == ()
    assert table.allow_behind(CARLA, False, has_behind=False)  # nobody sits: nothing to forbid here


def test_a_seat_shows_its_bets_and_what_is_bet_behind_it() -> None:
    bets = (ShownBet("3/main", 500, "EUR"),)
    assert seats((ANNA, 3)).view(3, bets, 2, 700) == SeatView("anna", bets=bets, behind=2, behind_minor=700)


# -- after a restart (E4) -------------------------------------------------------------------------


def test_the_seats_are_the_same_again_from_what_was_stored() -> None:
    """E4."""
    table = seats((ANNA, 3), (ANNA, 4), (BRUNO, 7))
    table.end_round([3, 7], {ANNA: 5, BRUNO: -5})
    table.lock(ANNA)
    table.get_up(ANNA, 3, betting=True)
    table.allow_behind(BRUNO, False, has_behind=True)
    stored = msgspec.json.encode(table.to_record())
    again = Seats(VARIANT, 3, msgspec.json.decode(stored, type=SeatsRecord))
    assert again.to_record() == table.to_record()
    for one in (table, again):
        assert left(one.end_round([7], {})) == [(3, "seat/left")]
        assert left(one.end_round([7], {})) == [(4, "seat/idle")]
        assert one.behind_for(ANNA) == ()


def test_a_record_is_a_copy() -> None:
    table = seats((ANNA, 3))
    record = table.to_record()
    table.lock(ANNA)
    table.end_round([], {ANNA: 1})
    assert record == seats((ANNA, 3)).to_record()
