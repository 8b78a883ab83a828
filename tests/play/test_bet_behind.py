"""H1 and H2: bets behind a seated player. Anna sits on seat 3 and decides; the others bet behind her."""

from __future__ import annotations

import pytest

from tests.table import ALL_BETS, CASHBACK, CLASSIC, FREE_CHIP, INFINITE, Result, finished, refused_bets, waiting
from ventuno.cards import cards
from ventuno.play import Action, Awaits, HandInTurn, PositionBet, Round
from ventuno.play.hands import Status
from ventuno.refusal import Refusal
from ventuno.variant import parse

ANNA = PositionBet(position=3, bettor="anna", main=1000)


def behind(
    bettor: str = "bruno",
    main: int = 400,
    *,
    position: int = 3,
    double: bool = True,
    split: bool = True,
    sides: dict[str, int] | None = None,
) -> PositionBet:
    return PositionBet(
        position=position,
        bettor=bettor,
        main=main,
        behind=True,
        follow_double=double,
        follow_split=split,
        sides=sides or {},
    )


def seated(shoe: str, script: str, *bets: PositionBet) -> Result:
    return finished(CLASSIC, [ANNA, *bets], shoe, script)


def test_a_bet_behind_is_paid_as_an_ordinary_bet() -> None:
    """H1: payouts as an ordinary bet."""
    assert seated("Ts 9d Tc 9h", "stand", behind()).of("bruno").hands == ["Ts Tc: win 800"]
    assert seated("As 9d Kc 9h", "", behind()).of("bruno").hands == ["As Kc: blackjack 1000"]
    assert seated("Ts 9d 8c 9h", "stand", behind()).of("bruno").hands == ["Ts 8c: push 400"]
    assert seated("Ts 9d 7c 9h", "stand", behind()).of("bruno").hands == ["Ts 7c: lose 0"]
    assert seated("Ts 6d 6c Th Ks", "hit", behind()).of("bruno").hands == ["Ts 6c Ks: bust 0"]


def test_any_number_may_bet_behind_one_seat_with_bets_of_their_own() -> None:
    """H1."""
    result = seated("Ts 9d Tc 9h", "stand", behind("bruno", 400), behind("carla", 2000), behind("dario", 2))
    assert result.hands == ["Ts Tc: win 2000", "Ts Tc: win 800", "Ts Tc: win 4000", "Ts Tc: win 4"]


def test_one_may_bet_behind_seated_or_not() -> None:
    """H1: seated or not: Bruno plays seat 1 and bets behind seat 3."""
    bets = [PositionBet(position=1, bettor="bruno", main=600), ANNA, behind("bruno", 400)]
    result = finished(CLASSIC, bets, "9s Ts 9d 9c Tc 9h", "stand stand")
    assert result.of("bruno", 1).hands == ["9s 9c: push 600"]
    assert result.of("bruno", 3).hands == ["Ts Tc: win 800"]


def test_one_never_bets_behind_ones_own_hand() -> None:
    """H1: never on my own."""
    assert refused_bets(CLASSIC, ANNA, behind("anna")) == "bet/twice"


def test_where_the_seats_player_does_not_play_the_bet_behind_goes_back() -> None:
    """H1: if the seat's player does not play, the bet goes back at once."""
    assert refused_bets(CLASSIC, ANNA, behind(position=5)) == "bet/nobody_to_follow"


def test_a_seat_that_is_taken_is_not_played_by_a_second_player() -> None:
    """T2: one player decides a seat; others bet behind."""
    assert refused_bets(CLASSIC, ANNA, PositionBet(position=3, bettor="bruno", main=400)) == "bet/position_taken"


@pytest.mark.parametrize("game", [FREE_CHIP, INFINITE, ALL_BETS, CASHBACK, "6D"])
def test_there_is_no_bet_behind_in_the_other_games(game: str) -> None:
    """games.md: table: bet behind (Classic Free Bet only)."""
    bets = [PositionBet(position=1, bettor="anna", main=1000), behind(position=1)]
    assert refused_bets(game, *bets) == "bet/no_bet_behind"


def test_the_seats_player_decides_for_all() -> None:
    """H2."""
    playing = waiting(CLASSIC, "Ts 9d 2c 9h", bets=[ANNA, behind()], together=None)
    assert list(playing.asked()) == [HandInTurn(3, "anna", "3")]
    refusal = playing.act(3, "bruno", Action.HIT)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "action/bet_behind"
    result = seated("Ts 9d 2c 9h 9s", "hit", behind())
    assert result.of("bruno").hands == ["Ts 2c 9s: win 800"]


def test_i_decide_insurance_for_myself() -> None:
    """H2; D6: every bettor."""
    playing = waiting(CLASSIC, "Ts Ad 9c Kh", bets=[ANNA, behind()], together=None)
    assert [one.bettor for one in playing.asked()] == ["anna", "bruno"]
    result = finished(CLASSIC, [ANNA, behind()], "Ts Ad 9c Kh", {"anna": "decline", "bruno": "insure"})
    assert result.of("anna").insurance == []
    assert result.of("bruno").insurance == [(200, 600)]
    assert result.hands == ["Ts 9c: lose 0", "Ts 9c: lose 0"]


def test_who_follows_a_double_doubles() -> None:
    """H2: in advance whether I follow a paid double."""
    result = seated("Ts 9d 2c 9h 9s", "double", behind()).of("bruno")
    assert (result.stakes, result.hands) == ([(800, 0)], ["Ts 2c 9s: win 1600"])


def test_who_does_not_follow_a_double_rides_on_the_doubled_hand_with_a_single_bet() -> None:
    """H2: not following a double: my single bet rides on the doubled hand."""
    result = seated("Ts 9d 2c 9h 9s", "double", behind(double=False))
    assert result.of("anna").hands == ["Ts 2c 9s: win 4000"]
    assert result.of("bruno").stakes == [(400, 0)]
    assert result.of("bruno").hands == ["Ts 2c 9s: win 800"]
    assert seated("Ts 9d 2c 9h 3s", "double", behind(double=False)).of("bruno").hands == ["Ts 2c 3s: lose 0"]


def test_who_follows_a_split_has_a_bet_on_both_hands() -> None:
    """H2: in advance whether I follow a paid split."""
    result = seated("Ts 9d Kc 9h 9s 8s", "split stand stand", behind()).of("bruno")
    assert (result.stakes, result.hands) == ([(400, 0), (400, 0)], ["Ts 9s: win 800", "Kc 8s: push 400"])


def test_who_does_not_follow_a_split_rides_on_the_first_hand() -> None:
    """H2: not following a split: my bet rides on the first hand."""
    result = seated("Ts 9d Kc 9h 2s Ts 7h", "split hit stand stand", behind(split=False))
    assert result.of("anna").hands == ["Ts 2s 7h: win 2000", "Kc Ts: win 2000"]
    assert (result.of("bruno").stakes, result.of("bruno").hands) == ([(400, 0)], ["Ts 2s 7h: win 800"])


def test_following_a_double_and_following_a_split_are_chosen_apart() -> None:
    """H2."""
    assert seated("Ts 9d 2c 9h 9s", "double", behind(split=False)).of("bruno").stakes == [(800, 0)]
    assert seated("Ts 9d Kc 9h 9s 8s", "split stand stand", behind(double=False)).of("bruno").stakes == [
        (400, 0),
        (400, 0),
    ]


@pytest.mark.parametrize("follows", [True, False])
def test_free_doubles_always_apply_to_me_too(follows: bool) -> None:
    """H2: free doubles always apply to me too."""
    result = seated("6s 9d 5c 9h 9s", "free-double", behind(double=follows)).of("bruno")
    assert (result.stakes, result.hands) == ([(400, 400)], ["6s 5c 9s: win 1200"])


@pytest.mark.parametrize("follows", [True, False])
def test_free_splits_always_apply_to_me_too(follows: bool) -> None:
    """H2: free splits always apply to me too."""
    result = seated("9s 9d 9c 9h Ts Td", "free-split stand stand", behind(split=follows)).of("bruno")
    assert (result.stakes, result.hands) == ([(400, 0), (0, 400)], ["9s Ts: win 800", "9c Td: win 400"])


def test_an_unseen_blackjack_takes_what_i_followed_with() -> None:
    """games.md: every real stake (Classic Free Bet)."""
    result = seated("Ts Kd 2c Ah 5s", "double", behind(), behind("carla", 400, double=False))
    assert result.stakes == [(2000, 0), (800, 0), (400, 0)]
    assert result.main_returned == 0


def test_a_dealers_22_pushes_bets_behind_too() -> None:
    """games.md: dealer 22; H1."""
    assert seated("Ts 6d 9c 6h Td", "stand", behind()).of("bruno").hands == ["Ts 9c: push 400"]


def test_side_bets_behind_are_settled_on_the_seats_cards() -> None:
    """H1: as an ordinary bet; side-bets.md: my first two."""
    result = seated("9s 9d 9c Th", "stand", behind(sides={"perfect-pairs": 100, "21+3": 100}))
    assert result.of("bruno").sides == ["perfect-pairs: coloured 1300", "21+3: trips 3100"]


def test_when_nobody_decides_in_time_those_behind_are_decided_for_as_the_seats_player_is() -> None:
    """D3; H2."""
    result = seated("5s 9d 4c 9h Ts", "time time", behind())
    assert result.hands == ["5s 4c Ts: win 2000", "5s 4c Ts: win 800"]


def test_a_bet_that_did_not_follow_a_split_of_split_aces_is_settled_like_any_other() -> None:
    """H2: my bet stays on the first hand, and the dealer draws for it although nobody else needs it."""
    rules = parse(
        'name = "Aces"\n[table]\nkind = "seated"\nbet_behind = true\n[hand]\nsplits = 2\nresplit_aces = true\n', "aces"
    )
    seat = PositionBet(position=1, bettor="anna", main=1000)
    follower = PositionBet(position=1, bettor="bruno", main=500, behind=True, follow_split=False)
    playing = Round(rules, [seat, follower])
    script = iter(cards("Ah 6d Ac Td Ad 9s As 5h Kh"))
    while playing.awaits is not Awaits.NOTHING:
        if playing.awaits is Awaits.CARD:
            playing.deal(next(script))
        else:
            playing.act(1, "anna", Action.SPLIT)
    assert playing.settlement is not None
    mine = playing.settlement.hands(1, "bruno")
    assert [(hand.line, hand.outcome, hand.returned) for hand in mine] == [("1aa", "win", 1000)]
    assert {hand.status for row in (0, 1) for hand in playing.positions[1].path(row)} == {Status.STOOD}
