"""T3: what a table does once for many is what it would do for each of them alone, whoever they are."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from desk import SUPERVISOR, Desk, Odds
from hypothesis import given, settings, strategies as st

from ventuno.bank import SettleRound
from ventuno.cards import DECK, text_of
from ventuno.play import events as happened, rebuild
from ventuno.play.events import to_json
from ventuno.protocol.commands import Bet, Command, Decide, DecideEarly, DoubleBets, Insure, RepeatBets, Undo
from ventuno.protocol.messages import MyBets, MyHands
from ventuno.table.port import SetLimits
from ventuno.table.records import played
from ventuno.table.settling import golden_back, returned

SHARED = ("infinite", "cashback")
PLAYERS = range(1, 8)
UNORDERED = (happened.HandDecided, happened.InsuranceDecided, happened.HandVerdict, happened.SideBetVerdict)
ROUNDS = 3
LONGEST = 600


def split_with_a_golden_chip(desk: Desk) -> None:
    """Both hold 1a and 1b; on the second's 1b lies a golden chip, on the first's none."""
    for player in (1, 2):
        desk.do(player, Bet("1/main", 1_000))
    desk.grant(2, 1_000, 1)
    desk.wait_for("decisions")
    for player in (1, 2):
        desk.do(player, Decide(desk.turn, 1, "1", "split"))
    desk.wait(1_000)


def test_golden_chips_on_another_hand_do_not_stop_the_table() -> None:
    """K3: found by an attacker; the table stood still for everybody."""
    desk = Desk("cashback", "8s 6h 8d Tc 3d 2c 9c 9h 2s 8h 2h 3h", players=(1, 2), odds=Odds())
    split_with_a_golden_chip(desk)
    for player in (1, 2):
        desk.do(player, Decide(desk.turn, 1, "1a", "hit"))
    desk.wait_for("results")
    desk.at_peace()
    assert [len(desk.result(player).hands) for player in (1, 2)] == [2, 2]


def test_who_has_golden_chips_on_a_hand_is_refused_what_others_may_take() -> None:
    """K3: neither is the one's refusal the other's, nor the one's right."""
    for first, second in ((1, 2), (2, 1)):
        desk = Desk("cashback", "8s 6h 8d Tc 3d 2c 9c 9h 2s 8h 2h 3h", players=(1, 2), odds=Odds())
        split_with_a_golden_chip(desk)
        for player in (first, second):
            decide = Decide(desk.turn, 1, "1b", "cashback", desk.hands(1).hands[1].offer_minor)
            reply = desk.replies[player, desk.send(player, decide)]
            assert getattr(reply, "code", "") == ("" if player == 1 else "action/golden_chips")


@pytest.mark.parametrize("rich_first", [True, False])
def test_double_is_shown_to_whoever_can_pay_what_is_left_of_it_at_the_maximum_b3(rich_first: bool) -> None:
    desk = Desk("infinite", players=())
    players = {1: 100_000, 2: 51_000} if rich_first else {1: 51_000, 2: 100_000}
    for player, money in players.items():
        desk.open_account(player, money)
        desk.enter(player)
        desk.do(player, Bet("1/main", 1_000))
        desk.do(player, Bet("1/any-pair", 49_900))
    assert ["double" in desk.bets(player).can for player in players] == [rich_first, not rich_first]


@pytest.mark.parametrize("rich_first", [True, False])
def test_repeat_is_shown_to_whoever_can_pay_what_can_be_repeated_b3(rich_first: bool) -> None:
    desk = Desk("infinite", "Ts 6h 9d Tc 9c", players=())
    players = {1: 55_000, 2: 51_000} if rich_first else {1: 51_000, 2: 55_000}
    for player, money in players.items():
        desk.open_account(player, money)
        desk.enter(player)
        desk.do(player, Bet("1/main", 1_000))
        desk.do(player, Bet("1/any-pair", 49_900))
    desk.supervise(SetLimits(SUPERVISOR, (("", 100, 500, 100, 100),)))
    desk.wait_for("decisions")
    for player in players:
        desk.do(player, Decide(desk.turn, 1, "1", "hit"))
    desk.wait_for("betting")
    wallets = [desk.bank.wallet(player) for player in players]
    assert ["repeat" in desk.bets(player).can for player in players] == [wallet >= 600 for wallet in wallets]


# -- random crowds ------------------------------------------------------------------------------


class Crowd:
    """The same people at two tables. At one the bank answers at once; at the other they go to it in lots."""

    def __init__(self, game: str, seed: int) -> None:
        self.chance = chance = random.Random(f"{game}/{seed}")
        ranks, worth = chance.choice(("A8T", "58T", "A23456789TJQK")), chance.choice(("-1/4", "1/3"))
        pack = [card for card in DECK if card.text[0] in ranks] * 40
        chance.shuffle(pack)
        self.alone, self.grouped = (Desk(game, text_of(pack), players=(), odds=Odds(worth)) for _ in range(2))
        self.desks = (self.alone, self.grouped)
        for player in PLAYERS:
            self._comes(player, chance.choice((2_000, 4_000, 30_000)), chance.random() < 0.4)

    def _comes(self, player: int, money: int, golden: bool) -> None:
        insurance = self.chance.random() < 0.8
        for desk in self.desks:
            desk.open_account(player, money, insurance=insurance)
            desk.enter(player)
            if golden and desk.variant.golden_chips:
                desk.grant(player, 500, 4)

    def plays(self) -> None:
        for _ in range(ROUNDS):
            self._bets()
            self._plays_round()
            for desk in self.desks:
                desk.wait_for("betting")
        for desk in self.desks:
            desk.at_peace()

    def _send(self, wanted: list[tuple[int, Command]]) -> None:
        """In lots at one table, one by one at the other."""
        self.grouped.hold()
        for player, command in wanted:
            self.grouped.send(player, command)
        self.grouped.let_go()
        for player, command in wanted:
            self.alone.send(player, command)

    def _bets(self) -> None:
        spots = [f"{position}/main" for position in range(1, self.alone.variant.table.positions + 1)]
        side = self.chance.choice([*self.alone.variant.side_bets])
        golden = self.alone.variant.golden_chips is not None
        kinds: list[Command] = [
            Bet(spots[0], 400),
            Bet(spots[-1], 400),
            Bet(spots[0], 400, all_seats=True),
            Bet(f"1/{side}", 100),
            DoubleBets(),
            RepeatBets(),
            Undo(),
            *([Bet(spots[0], 0, {500: 1}), Bet(spots[0], 200, {500: 1})] if golden else []),
        ]
        for _ in range(4):
            self._send([(player, self.chance.choice(kinds)) for player in PLAYERS if self.chance.random() < 0.7])
            self._is_told_as_alone()
        self._send([(1, Bet(spots[0], 400))])  # so that there is a round

    def _plays_round(self) -> None:
        for _ in range(LONGEST):
            phases = {desk.view.phase for desk in self.desks}
            assert len(phases) == 1, phases
            if phases == {"results"}:
                self._is_settled_as_stored()
                return
            if phases & {"insurance", "decisions"}:
                self._send(self._early())
                self._is_told_as_alone()
                self._send(self._answers())
                self._is_told_as_alone()
                if self.chance.random() < 0.2:
                    for desk in self.desks:
                        desk.wait(1_900)
            for desk in self.desks:
                desk.wait(300)
        raise AssertionError("the round does not end")

    def _answers(self) -> list[tuple[int, Command]]:
        chance, view = self.chance, self.grouped.view
        if view.question is None:
            return []
        turn = view.question.turn
        wanted: list[tuple[int, Command]] = []
        for player, hands in self._hands():
            for hand in hands.hands:
                if view.phase == "insurance":
                    wanted.append((player, Insure(turn, chance.random() < 0.5)))
                elif hand.status == "playing" and chance.random() < 0.9:
                    wanted.append((player, Decide(turn, hand.position, hand.line, self._action(), hand.offer_minor)))
        chance.shuffle(wanted)
        return wanted

    def _early(self) -> list[tuple[int, Command]]:
        """In advance (D2), while insurance is asked."""
        if self.grouped.view.phase != "insurance":
            return []
        actions = ("hit", "stand", "double", "split", "cashback", "")
        return [
            (player, DecideEarly(hand.position, hand.line, self.chance.choice(actions)))
            for player, hands in self._hands()
            for hand in hands.hands
            if self.chance.random() < 0.4
        ]

    def _action(self) -> str:
        return self.chance.choice(("hit", "hit", "stand", "split", "split", "double", "cashback", "surrender"))

    def _hands(self) -> Iterator[tuple[int, MyHands]]:
        for player in PLAYERS:
            hands = self.grouped.table.mine(player).hands
            if hands is not None:
                yield player, hands

    # -- what must hold -------------------------------------------------------------------------

    def _is_told_as_alone(self) -> None:
        """Every message made for many is the one that this player would be made alone; the tables hold the same."""
        for desk in self.desks:
            for player in PLAYERS:
                assert desk.table.betting.my_bets(player) == alone_bets(desk, player)
                mine = desk.table.mine(player)
                if desk.told(player, MyBets) and desk.view.phase == "betting":
                    assert desk.bets(player) == alone_bets(desk, player)
                if mine.hands is not None and desk.view.question and desk.told(player, MyHands):
                    assert desk.hands(player) == alone_hands(desk, player)
        one, other = self.desks
        for player in PLAYERS:
            assert hands_of(one, player) == hands_of(other, player)
            assert one.table.betting.my_bets(player) == other.table.betting.my_bets(player)
        assert choices(one) == choices(other)

    def _is_settled_as_stored(self) -> None:
        stories = []
        for desk in self.desks:
            code = desk.view.code
            stored = played(desk.bank.events[code])
            settled = next(one for one in desk.bank.commands if isinstance(one, SettleRound) and one.round == code)
            again = rebuild(desk.variant, stored)
            assert again.settlement is not None
            assert settled.returned == returned(again.settlement)
            assert settled.golden_back == dict(golden_back(again.settlement))
            for player in PLAYERS:
                result = desk.table.settling.results.get(player)
                if result:
                    assert result.returned_minor - result.jackpot_minor == settled.returned.get(player, 0)
            wallets = [(desk.bank.wallet(player), dict(desk.purse(player).golden)) for player in PLAYERS]
            stories.append((settled.returned, settled.golden_back, wallets, decisions_apart(stored)))
        assert stories[0] == stories[1]


def alone_bets(desk: Desk, player: int) -> MyBets:
    """Worked out for this one, with nothing remembered."""
    return desk.table.betting.my_own_bets(player, desk.purse(player))


def alone_hands(desk: Desk, player: int) -> MyHands:
    hands = desk.table.live.hands
    remembered = hands.prices
    hands.forget_prices()
    for place in desk.table.live.playing.positions.values():
        place._legal.clear()
    try:
        return hands.my_hands(player)
    finally:
        hands.prices = remembered


def hands_of(desk: Desk, player: int) -> Any:
    hands = desk.table.mine(player).hands
    return None if hands is None else hands.hands


def choices(desk: Desk) -> Any:
    """How many have chosen what (D7)."""
    playing = desk.table.live.round
    return None if playing is None else [place.choices for place in playing.positions.values()]


def decisions_apart(stored: list[happened.RoundEvent]) -> list[Any]:
    """What happened, in its order; but which of several decisions for one question came first is chance, and with
    it which of several hands is judged first."""
    told: list[Any] = []
    apart: list[bytes] = []
    for event in stored:
        if isinstance(event, UNORDERED):
            apart.append(to_json(event))
        else:
            told += [sorted(apart), to_json(event)] if apart else [to_json(event)]
            apart = []
    return told


@pytest.mark.parametrize("game", SHARED)
@settings(max_examples=25)
@given(seed=st.integers(0, 2**32))
def test_a_crowd_has_at_the_table_what_each_would_have_alone(game: str, seed: int) -> None:
    Crowd(game, seed).plays()
