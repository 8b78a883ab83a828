"""What anybody may see of a round: no card before it is turned, and of others no more than the table showed (B5)."""

from __future__ import annotations

import msgspec
import pytest

from ventuno.cards import cards
from ventuno.play import EVERYBODY, HOUSE, PositionBet, Round, RoundEvent, Viewer, events as happened, seen
from ventuno.play.actions import Action
from ventuno.play.events import to_json
from ventuno.play.round import Awaits
from ventuno.play.sight import SOMEBODY, story
from ventuno.variant import load

SEATED = load("classic-free-bet")
ANNA, BERTA, CARLA, DORA = "101", "202", "303", "404"


def round_with_bets_behind() -> list[RoundEvent]:
    """Anna plays seat 1 and doubles; Berta and Carla bet behind her, Dora plays seat 2."""
    bets = (
        PositionBet(position=1, bettor=ANNA, main=1000),
        PositionBet(position=1, bettor=BERTA, main=7700, behind=True),
        PositionBet(position=1, bettor=CARLA, main=3300, behind=True),
        PositionBet(position=2, bettor=DORA, main=5000),
    )
    playing, pack = Round(SEATED, bets), iter(cards("6h Td 9c 6c Tc 8h 2d 5s 9d Kh 7c 6d 5d 4d 3d"))
    asked = iter([(1, ANNA, Action.DOUBLE), (2, DORA, Action.STAND)])
    while playing.awaits is not Awaits.NOTHING:
        if playing.awaits is Awaits.CARD:
            playing.deal(next(pack))
        else:
            playing.act(*next(asked))
    return list(playing.events)


def read_by(me: str) -> str:
    return "\n".join(to_json(event).decode() for event in story(round_with_bets_behind(), Viewer(me)))


@pytest.mark.parametrize("me", [ANNA, BERTA, CARLA, DORA, "505"])
def test_nobody_reads_what_another_bet_behind(me: str) -> None:
    text = read_by(me)
    for other, amount in ((BERTA, 7700), (CARLA, 3300)):
        assert (str(amount) in text) is (me == other), (me, other)
    assert not any(f'"{other}"' in text for other in (ANNA, BERTA, CARLA, DORA) if other != me)


def test_the_seats_bets_are_everybodys_to_see() -> None:
    shown = seen(round_with_bets_behind()[0], Viewer(BERTA), together=False)
    assert isinstance(shown, happened.RoundBegun)
    assert [(bet.bettor, bet.main) for bet in shown.bets] == [(SOMEBODY, 1000), (BERTA, 7700), (SOMEBODY, 5000)]


def test_mine_is_told_to_me_whole() -> None:
    mine = [event for event in round_with_bets_behind() if getattr(event, "bettor", "") == BERTA]
    assert mine
    assert [seen(event, Viewer(BERTA), together=False) for event in mine] == mine


def test_where_all_decide_together_others_are_not_there_at_all() -> None:
    bets = (PositionBet(position=1, bettor=ANNA, main=1000), PositionBet(position=1, bettor=BERTA, main=7700))
    opened = happened.RoundBegun("infinite", "x", True, 0, bets)
    shown = seen(opened, Viewer(ANNA), together=True)
    assert isinstance(shown, happened.RoundBegun)
    assert shown.bets == bets[:1]
    for event in (
        happened.HandDecided(1, BERTA, "1", "hit"),
        happened.InsuranceDecided(1, BERTA, 500),
        happened.FollowChanged(1, BERTA, True, True),
        happened.Followed(1, BERTA, "1", "double", 7700),
    ):
        assert seen(event, Viewer(ANNA), together=True) is None
        assert seen(event, EVERYBODY, together=True) is None
        assert seen(event, HOUSE, together=True) is event


def test_who_behind_me_could_not_pay_is_not_told_to_me() -> None:
    decided = happened.HandDecided(1, ANNA, "1", "double", real=1000, short=(BERTA,))
    assert BERTA not in msgspec.json.encode(seen(decided, Viewer(ANNA), together=False)).decode()


@pytest.mark.parametrize("viewer", [EVERYBODY, HOUSE, Viewer(ANNA), Viewer("505")])
def test_a_card_that_lies_face_down_is_nobodys_to_see_until_it_is_turned(viewer: Viewer) -> None:
    events = round_with_bets_behind()
    turned = next(number for number, event in enumerate(events) if isinstance(event, happened.HoleTurned))
    for until, hole in ((turned, None), (turned + 1, cards("8h")[0])):
        shown = story(events[:until], viewer)
        assert [event.card for event in shown if isinstance(event, happened.DealtCard) and event.face_down] == [hole]


def test_what_is_no_event_of_play_is_for_the_house() -> None:
    class Note(msgspec.Struct):
        text: str

    told = [*round_with_bets_behind(), Note("of the table")]
    assert [one for one in story(told, HOUSE) if isinstance(one, Note)]
    assert not [one for one in story(told, Viewer(ANNA)) if isinstance(one, Note)]
