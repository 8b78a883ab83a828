"""What one person may read of a round later: their own, and of others no more than the table showed (B5)."""

from __future__ import annotations

import msgspec
import pytest

from ventuno.cards import cards
from ventuno.play import Bet, Event, Round
from ventuno.play import events as happened
from ventuno.play.actions import Action
from ventuno.play.round import Awaits
from ventuno.table.records import stored
from ventuno.table.telling import SOMEBODY, seen_by
from ventuno.variant import load

SEATED = load("classic-free-bet")
ANNA, BERTA, CARLA, DORA = "101", "202", "303", "404"


def round_with_bets_behind() -> list[Event]:
    """Anna plays seat 1 and doubles; Berta and Carla bet behind her, Dora plays seat 2."""
    bets = (
        Bet(position=1, bettor=ANNA, main=1000),
        Bet(position=1, bettor=BERTA, main=7700, behind=True),
        Bet(position=1, bettor=CARLA, main=3300, behind=True),
        Bet(position=2, bettor=DORA, main=5000),
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
    seen = [seen_by(me, event, False) for event in round_with_bets_behind()]
    return "\n".join(stored(event).decode() for event in seen if event is not None)


@pytest.mark.parametrize("me", [ANNA, BERTA, CARLA, DORA, "505"])
def test_nobody_reads_what_another_bet_behind(me: str) -> None:
    text = read_by(me)
    for other, amount in ((BERTA, 7700), (CARLA, 3300)):
        assert (str(amount) in text) is (me == other), (me, other)
    assert not any(f'"{other}"' in text for other in (ANNA, BERTA, CARLA, DORA) if other != me)


def test_the_seats_bets_are_everybodys_to_see() -> None:
    seen = seen_by(BERTA, round_with_bets_behind()[0], False)
    assert isinstance(seen, happened.RoundOpened)
    assert [(bet.bettor, bet.main) for bet in seen.bets] == [(SOMEBODY, 1000), (BERTA, 7700), (SOMEBODY, 5000)]


def test_mine_is_told_to_me_whole() -> None:
    mine = [event for event in round_with_bets_behind() if getattr(event, "bettor", "") == BERTA]
    assert mine
    assert [seen_by(BERTA, event, False) for event in mine] == mine


def test_where_all_decide_together_others_are_not_there_at_all() -> None:
    bets = (Bet(position=1, bettor=ANNA, main=1000), Bet(position=1, bettor=BERTA, main=7700))
    opened = happened.RoundOpened("infinite", "x", True, 0, bets)
    seen = seen_by(ANNA, opened, True)
    assert isinstance(seen, happened.RoundOpened)
    assert seen.bets == bets[:1]
    for event in (
        happened.Decided(1, BERTA, "1", "hit"),
        happened.InsuranceDecided(1, BERTA, 500),
        happened.FollowChanged(1, BERTA, True, True),
        happened.Followed(1, BERTA, "1", "double", 7700),
    ):
        assert seen_by(ANNA, event, True) is None


def test_who_behind_me_could_not_pay_is_not_told_to_me() -> None:
    decided = happened.Decided(1, ANNA, "1", "double", real=1000, short=(BERTA,))
    assert BERTA not in msgspec.json.encode(seen_by(ANNA, decided, False)).decode()
