"""A table that is taken up again after a crash, at whatever moment it came (E4, T1)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from desk import Crash, Desk, Odds

from ventuno.bank import RecordEvents, SettleRound
from ventuno.protocol import events as wire
from ventuno.protocol.commands import (
    Bet,
    BetBehind,
    ClearBets,
    Deal,
    Decide,
    DecideEarly,
    Follow,
    Insure,
    RepeatBets,
    Sit,
    Undo,
)
from ventuno.protocol.messages import Done

PLAYERS = (1, 2, 3)


class Play:
    """Players who do the same in the same situation: whatever is interrupted, the round must end the same."""

    def __init__(self, desk: Desk, bets: Callable[[Desk], None]) -> None:
        self.desk = desk
        self.bets = bets

    def to_the_end(self) -> None:
        for _ in range(300):
            if self.desk.view.phase == "results":
                return
            self.step()
        raise AssertionError(f"it never ends: {self.desk.view.phase}")

    def step(self) -> None:
        desk = self.desk
        match desk.view.phase:
            case "waiting":
                self.bets(desk)
            case "betting" if not self._all_bet():
                self.bets(desk)
            case "insurance" if self._insure():
                pass
            case "decisions" if self._decide():
                pass
            case _:
                due = desk.table.next_deadline_ms()
                assert due is not None, desk.view.phase
                desk.wait(max(due - desk.now_ms, 0))

    def _all_bet(self) -> bool:
        return any(desk_bets(self.desk, player) for player in self.desk.guests)

    def _insure(self) -> bool:
        desk = self.desk
        for player in desk.guests:
            hands = desk.table.mine(player).hands
            if hands and any(hand.insurance_minor and hand.insured is None for hand in hands.hands):
                desk.do(player, Insure(desk.turn, accept=player == 1))
                return True
        return False

    def _decide(self) -> bool:
        desk = self.desk
        for player in desk.guests:
            hands = desk.table.mine(player).hands
            for hand in hands.hands if hands else ():
                options = [option.action for option in hand.options if not option.why_not]
                question = desk.view.question
                asked = question and (question.position == 0 or question.line == hand.line)
                if options and asked and not hand.behind:
                    desk.do(player, Decide(desk.turn, hand.position, hand.line, wanted(options, hand.total)))
                    return True
        return False


def wanted(options: list[str], total: str) -> str:
    points = int(total.split("/")[-1])
    for action in ("free-split", "split", "free-double"):
        if action in options:
            return action
    if "double" in options and points in (10, 11, 16):
        return "double"
    return "hit" if points < 17 else "stand"


def desk_bets(desk: Desk, player: int) -> bool:
    mine = desk.table.mine(player).bets
    return bool(mine and mine.bets)


# -- crash anywhere -----------------------------------------------------------------------------


def solo_bets(desk: Desk) -> None:
    desk.do(1, Bet("1/main", 1_000))
    desk.do(1, Bet("2/main", 600))
    desk.do(1, Bet("2/main", 400))
    desk.do(1, Deal())


def solo_deals(desk: Desk) -> None:
    """With what is left of an interrupted attempt taken off first."""
    mine = desk.table.mine(1).bets
    assert mine is not None
    if mine.total_minor == 2_000:
        desk.do(1, Deal())
        return
    if mine.bets:
        desk.do(1, ClearBets())
    solo_bets(desk)


def seated_bets(desk: Desk) -> None:
    for player, seat in ((1, 2), (2, 5)):
        if seat not in desk.view.seats:
            desk.do(player, Sit(seat))
    desk.do(1, Bet("2/main", 1_000))
    desk.do(2, Bet("5/main", 1_000))
    desk.do(3, BetBehind(2, 500))


def shared_bets(desk: Desk) -> None:
    for player in PLAYERS:
        desk.do(player, Bet("1/main", 1_000))
        desk.do(player, Bet("1/any-pair", 100))


def cashback_bets(desk: Desk) -> None:
    desk.do(1, Bet("1/main", 0, {500: 2}))
    desk.do(2, Bet("1/main", 1_000))
    desk.do(2, Bet("2/main", 1_000))
    desk.do(3, Bet("2/main", 400))


SCENES = {
    # two hands, insurance, a double, a free split would need a pair: 8-8 against an ace
    "free-chip": ("8s 5s As 8h 6h 9c 3d 2c Ts 9d Td 5h 4c 4d 7c 8d 2d 3s", (1,), solo_deals),
    "all-bets": ("8s 5s Ah 8h 6h 9c 3d 2c Ts 9d Td 5h 4c 4d 7c 8d 2d 3s", (1,), solo_deals),
    "classic-free-bet": ("As Ts 6h 5d Td 9c 4d 8d 7c 6s 2s 3s 4s 5s", PLAYERS, seated_bets),
    "infinite": ("5s As 6h 9c 9d 8c 2s 3s 4s", PLAYERS, shared_bets),
    "cashback": ("8s 5s As 8h 6h 9c 3d 2c Ts 9d Td 5h 4c 4d 7c 8d", PLAYERS, cashback_bets),
}


def scene(game: str) -> Desk:
    script, players, _ = SCENES[game]
    desk = Desk(game, script, players=players, odds=Odds())
    if desk.variant.golden_chips:
        desk.grant(1, 500, 4)
    return desk


def outcome(desk: Desk) -> list[object]:
    return [(desk.bank.wallet(player), desk.purse(player).golden) for player in desk.guests]


def settled(desk: Desk) -> int:
    return sum(record.state == "settled" for record in desk.bank.book.rounds.values())


def uninterrupted(game: str) -> tuple[Desk, int]:
    desk = scene(game)
    before = desk.served
    Play(desk, SCENES[game][2]).to_the_end()
    desk.at_peace()
    return desk, desk.served - before


@pytest.mark.parametrize("game", SCENES)
@pytest.mark.parametrize("carried_out", [False, True])
def test_a_crash_at_any_moment_loses_nothing_and_pays_nothing_twice_e4(game: str, carried_out: bool) -> None:
    """Every ask of a whole round is once the last one: on its way, or carried out with the answer lost."""
    whole, asks = uninterrupted(game)
    assert asks > 10
    for number in range(1, asks + 1):
        desk = scene(game)
        desk.crash_at = desk.served + number
        play = Play(desk, SCENES[game][2])
        with pytest.raises(Crash):
            play.to_the_end()
        desk.restart(carry_out=int(carried_out))
        for player in desk.guests:
            desk.enter(player)
        if not settled(desk):
            play.to_the_end()
        assert outcome(desk) == outcome(whole), number
        desk.at_peace()
        assert settled(desk) == 1


@pytest.mark.parametrize("game", SCENES)
def test_two_crashes_in_one_round_are_no_worse_than_one_e4(game: str) -> None:
    whole, asks = uninterrupted(game)
    for number in range(2, asks, 3):
        desk = scene(game)
        desk.crash_at = desk.served + number
        play = Play(desk, SCENES[game][2])
        for again in (True, False):
            try:
                play.to_the_end()
            except Crash:
                desk.crash_at = 0
                desk.restart(carry_out=int(again))
                for player in desk.guests:
                    desk.enter(player)
                desk.crash_at = desk.served + 3 if again else 0
        desk.crash_at = 0
        if not settled(desk):
            play.to_the_end()
        assert outcome(desk) == outcome(whole), number
        desk.at_peace()


# -- what is still there ------------------------------------------------------------------------


def test_a_solo_player_comes_back_to_the_exact_decision_t1() -> None:
    desk = Desk("free-chip", "2s 6h 3h Tc 4d 9d Ts Td")
    desk.do(1, Bet("1/main", 1_000))
    desk.do(1, Deal())
    desk.wait(5_000)
    desk.do(1, Decide(desk.turn, 1, "1", "hit"))
    desk.wait(1_000)
    before, old = desk.view, desk.turn
    desk.restart()
    desk.wait(1)
    assert (desk.view.phase, desk.view.lines) == (before.phase, before.lines)
    desk.enter(1)
    mine = desk.table.mine(1)
    assert mine.hands is not None
    assert [(hand.size, hand.total) for hand in mine.hands.hands] == [(3, "9")]
    assert desk.refused(1, Decide(old, 1, "1", "hit")) == "action/late"
    desk.do(1, Decide(desk.turn, 1, "1", "hit"))


def test_solo_bets_wait_for_deal_and_can_still_be_undone_t1() -> None:
    desk = Desk("free-chip", "Ts 6h Th Tc 9d")
    desk.send(1, Bet("1/main", 1_000), "first")
    desk.do(1, Bet("1/main", 500))
    desk.restart()
    assert (desk.view.phase, desk.view.code) == ("waiting", "R1")
    desk.enter(1)
    desk.send(1, Bet("1/main", 1_000), "first")  # repeated by the client: it was done
    assert isinstance(desk.replies[1, "first"], Done)
    assert desk.bank.in_play(1) == 1_500
    bets = desk.table.mine(1).bets
    assert bets is not None
    assert bets.total_minor == 1_500
    desk.do(1, Undo())
    assert desk.bank.in_play(1) == 1_000
    desk.do(1, Deal())
    desk.wait(5_000)
    assert desk.view.phase == "decisions"


def test_a_live_round_goes_on_with_a_fresh_announced_clock_e4() -> None:
    desk = Desk("infinite", "5s 6h 6d Tc 9d 8c", players=PLAYERS)
    for player in PLAYERS:
        desk.do(player, Bet("1/main", 1_000))
    desk.wait_for("decisions")
    desk.do(1, Decide(desk.turn, 1, "1", "stand"))
    desk.wait(7_000)
    desk.restart()
    deadline = desk.view.deadline
    assert deadline is not None
    assert (desk.view.phase, deadline.at_ms - desk.now_ms) == ("decisions", 8_000)  # no time-out of the players'
    assert desk.view.undecided == 2
    assert desk.view.lines["dealer"].cards == ["6h", "??"]
    assert "Tc" not in repr(desk.published)


def test_a_window_that_was_open_is_void_and_opens_again_e4() -> None:
    desk = Desk("infinite", "5s 6h 6d Tc 9d 8c", players=PLAYERS)
    desk.do(1, Bet("1/main", 1_000))
    desk.restart()
    assert desk.bank.wallet(1) == 100_000
    desk.enter(1)
    assert (desk.view.phase, desk.view.code) == ("betting", "R2")


def test_seats_and_streaks_survive_a_restart_e4_a2_h4() -> None:
    won = "Ts 6h Kd Tc 9d"
    desk = Desk("classic-free-bet", f"{won} {won}", players=PLAYERS)
    desk.do(1, Sit(3))
    desk.do(2, Sit(6))
    desk.do(1, Bet("3/main", 1_000))
    desk.wait_for("decisions")
    desk.do(1, Decide(desk.turn, 3, "3", "stand"))
    desk.wait_for("results")
    desk.restart()
    assert {seat: (view.name, view.streak, view.away) for seat, view in desk.view.seats.items()} == {
        3: ("p1", 1, True),
        6: ("p2", 0, True),
    }
    desk.enter(1)
    assert not desk.view.seats[3].away


def test_early_decisions_and_what_is_followed_survive_a_restart_e4_d2_h2() -> None:
    desk = Desk("classic-free-bet", "2s As 6h Td 5d Tc 4d 9d 9s", players=PLAYERS)
    desk.do(1, Sit(1))
    desk.do(2, Sit(3))
    desk.do(1, Bet("1/main", 1_000))
    desk.do(2, Bet("3/main", 1_000))
    desk.do(3, BetBehind(3, 500))
    desk.wait_for("decisions")
    desk.do(2, DecideEarly(3, "3", "double"))
    desk.do(3, Follow(3, double=False, split=False))
    desk.restart()
    for player in PLAYERS:
        desk.enter(player)
    desk.do(1, Decide(desk.turn, 1, "1", "stand"))
    assert (desk.bank.in_play(2), desk.bank.in_play(3)) == (2_000, 500)
    desk.wait_for("results")
    desk.at_peace()


def test_the_last_bets_can_be_repeated_after_a_restart_e4_b3() -> None:
    desk = Desk("infinite", "5s 6h 6d Tc 9d 8c", players=PLAYERS)
    desk.do(1, Bet("1/main", 1_000))
    desk.do(1, Bet("1/any-pair", 200))
    desk.wait_for("results")
    desk.restart()
    desk.enter(1)
    desk.do(1, RepeatBets())
    assert desk.bank.in_play(1) == 1_200


def test_a_round_settled_just_before_the_crash_is_not_settled_again_e4() -> None:
    desk = Desk("infinite", "5s 6h 6d Tc 9d 8c", players=(1,))
    desk.do(1, Bet("1/main", 1_000))
    desk.wait_for("decisions")
    desk.do(1, Decide(desk.turn, 1, "1", "stand"))
    desk.hold()
    while not (desk.asks and isinstance(desk.asks[0].command, SettleRound)):
        if desk.asks:
            desk.answer_one()
        else:
            desk.wait(100)
    desk.restart(carry_out=1)
    desk.wait(60_000)
    assert desk.codes_of(SettleRound) == ["R1"]
    desk.at_peace()


def test_two_tables_cannot_both_write_a_round() -> None:
    """The one that was thought dead deals on: its events do not follow the stored ones any more."""
    desk = Desk("infinite", "5s 6h 6d Tc 9d 8c", players=(1,))
    desk.do(1, Bet("1/main", 1_000))
    desk.wait(10_250)
    ghost = desk.table
    desk.restart()
    desk.wait(150)
    asks = [one for one in ghost.tick(desk.now_ms + 1_000) if type(one).__name__ == "Ask"]
    refused = [desk.bank.execute(ask.command) for ask in asks if isinstance(ask.command, RecordEvents)]
    assert refused
    assert all(getattr(one, "code", "") == "round/events_out_of_step" for one in refused)
    assert desk.events(wire.CardDealt)
