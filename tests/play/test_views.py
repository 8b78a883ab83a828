"""style.md, point 5: what a person may see is decided in the core."""

from __future__ import annotations

import msgspec
import pytest

from tests.table import ALL_BETS, CLASSIC, FREE_CHIP, GAMES, INFINITE, PLAYER, crowd, opened, played, run, waiting
from ventuno.cards import DECK, cards
from ventuno.play import EVERYBODY, HOUSE, PositionBet, Round, Viewer, events as happened, seen, view
from ventuno.play.events import to_json
from ventuno.play.sight import story


def everything_said(playing: Round) -> bytes:
    """All that anybody could read of a round: every view and every event."""
    bettors = sorted({bet.bettor for bet in playing.bets})
    views = [msgspec.json.encode(view(playing, bettor)) for bettor in (None, *bettors)]
    viewers = [EVERYBODY, HOUSE, *map(Viewer, bettors)]
    stories = [to_json(event) for viewer in viewers for event in story(playing.events, viewer)]
    return b"\n".join([*views, *stories, repr(playing).encode()])


@pytest.mark.parametrize("game", GAMES)
def test_nothing_of_the_hole_card_is_seen_before_it_is_shown(game: str) -> None:
    """Whatever lies in the hole, everything that is said is the same (two holes without a blackjack)."""
    shoe = "Ts 6d 2c {} 3h"
    said = {everything_said(waiting(game, shoe.format(hole), "hit")) for hole in map(str, DECK)}
    assert len(said) == 1


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("up", ["Kd", "Ad"])
def test_nothing_of_a_blackjack_nobody_looked_for_is_seen(game: str, up: str) -> None:
    """games.md: ten up: no look; ace up: insurance first."""
    said = {everything_said(waiting(game, f"Ts {up} 2c {hole}")) for hole in map(str, DECK)}
    assert len(said) == 1


@pytest.mark.parametrize("game", [FREE_CHIP, ALL_BETS])
def test_where_the_dealer_never_looks_an_ace_up_says_nothing_either(game: str) -> None:
    """games.md: dealer looks for blackjack: never."""
    said = {everything_said(waiting(game, f"Ts Ad 2c {hole} 5h", "decline hit")) for hole in map(str, DECK)}
    assert len(said) == 1


@pytest.mark.parametrize("game", GAMES)
def test_the_hole_card_lies_face_down_and_the_dealers_total_is_that_of_the_up_card(game: str) -> None:
    """games.md: deal and order: a second face down to the dealer."""
    seen = view(waiting(game, "Ts 6d 2c Kh"), PLAYER)
    assert (seen.dealer, seen.dealer_total) == (("6d", "??"), "6")


@pytest.mark.parametrize("game", GAMES)
def test_when_the_hands_are_played_the_dealers_cards_are_all_seen(game: str) -> None:
    """games.md: deal and order."""
    seen = view(played(game, "Ts 6d 8c Kh 2d", "stand").round, PLAYER)
    assert (seen.phase, seen.dealer, seen.dealer_total) == ("over", ("6d", "Kh", "2d"), "18")


def test_the_up_card_is_seen_as_soon_as_it_is_dealt() -> None:
    """games.md: deal and order."""
    playing = opened(CLASSIC, [PositionBet(position=1, bettor=PLAYER, main=1000)])
    seen = []
    for card in cards("Ts 6d 2c Kh"):
        playing.deal(card)
        seen.append((view(playing).dealer, view(playing).lines[0].cards))
    assert seen == [
        ((), ("Ts",)),
        (("6d",), ("Ts",)),
        (("6d",), ("Ts", "2c")),
        (("6d", "??"), ("Ts", "2c")),
    ]


def test_i_see_my_hand_its_total_its_chips_and_what_i_may_decide() -> None:
    """D1; A12: a hand's value stands beside its cards."""
    (mine,) = view(waiting(FREE_CHIP, "6s 9d 5c Kh"), PLAYER).hands
    assert (mine.position, mine.line, mine.cards, mine.total) == (1, "1", ("6s", "5c"), "11")
    assert (mine.stake, mine.free) == (1000, 0)
    assert sorted(mine.options) == ["free-double", "hit", "stand"]


@pytest.mark.parametrize(("mine", "total"), [("As 6c", "7/17"), ("Ts 7c", "17"), ("As Ac", "2/12")])
def test_a_soft_total_is_told_from_a_hard_one(mine: str, total: str) -> None:
    """games.md: soft: an ace counts 11."""
    first, second = mine.split()
    (hand,) = view(waiting(INFINITE, f"{first} 9d {second} Kh"), PLAYER).hands
    assert hand.total == total


def test_after_a_free_split_i_see_what_lies_on_each_hand() -> None:
    """games.md: free bets."""
    seen = view(waiting(FREE_CHIP, "8s 9d 8c Kh 3s Td", "free-split"), PLAYER)
    assert [(hand.line, hand.cards, hand.stake, hand.free) for hand in seen.hands] == [
        ("1a", ("8s", "3s"), 1000, 0),
        ("1b", ("8c", "Td"), 0, 1000),
    ]
    assert [hand.options != () for hand in seen.hands] == [True, False]


def test_each_player_of_a_shared_position_sees_the_own_prefix_of_the_line() -> None:
    """T3: who stood keeps the shorter hand."""
    playing = waiting(
        INFINITE, "Ts 9d 2c Kh 3s", {"anna": "hit", "bruno": "stand"}, bets=crowd(["anna", "bruno"]), together=True
    )
    (annas,) = view(playing, "anna").hands
    (brunos,) = view(playing, "bruno").hands
    assert (annas.cards, annas.total, sorted(annas.options)) == (("Ts", "2c", "3s"), "15", ["hit", "stand"])
    assert (brunos.cards, brunos.total, brunos.options) == (("Ts", "2c"), "12", ())


def test_who_only_watches_sees_the_lines_and_nobodys_hands() -> None:
    """A1."""
    before = view(waiting(CLASSIC, "Ts 9d 2c Kh"))
    assert [line.cards for line in before.lines] == [("Ts", "2c")]
    assert (before.hands, before.returned) == ((), None)


def test_at_the_end_i_see_what_came_back_to_me() -> None:
    """Hands, side bets and insurance together."""
    playing = played(CLASSIC, "9s Ad 9c 9h", "insure stand", sides={"perfect-pairs": 100}).round
    assert view(playing, PLAYER).returned == 1300  # the pair; the hand and the insurance are lost
    assert view(playing, "somebody else").returned == 0
    assert view(waiting(CLASSIC, "Ts 9d 2c Kh"), PLAYER).returned is None


def test_a_bettor_behind_sees_the_seats_hand_and_has_nothing_to_decide() -> None:
    """H2: the seat's player decides for all."""
    bets = [
        PositionBet(position=1, bettor="anna", main=1000),
        PositionBet(position=1, bettor="bruno", main=400, behind=True),
    ]
    playing = waiting(CLASSIC, "Ts 9d 2c Kh", bets=bets)
    (seen,) = view(playing, "bruno").hands
    assert (seen.cards, seen.stake, seen.options) == (("Ts", "2c"), 400, ())


def test_the_public_form_of_a_card_dealt_face_down_has_no_card() -> None:
    """style.md: nothing of the hole card survives a view."""
    playing = opened(CLASSIC, [PositionBet(position=1, bettor=PLAYER, main=1000)])
    run(playing, "Ts 9d 2c Kh")
    told = [seen(event, EVERYBODY, together=False) for event in playing.events]
    dealt = [event for event in told if isinstance(event, happened.DealtCard)]
    assert [event.card and str(event.card) for event in dealt] == ["Ts", "9d", "2c", None]
