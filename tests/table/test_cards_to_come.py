"""Two tables, the same people doing the same, and shoes that differ in the hole card and in every card still to come:
until one of those cards is shown, both say the same to everybody, whatever happens in between."""

from __future__ import annotations

import random

import msgspec
import pytest
from desk import SUPERVISOR, Desk, Odds
from hypothesis import given, settings, strategies as st

from ventuno.cards import DECK, Card, text_of
from ventuno.play import Round
from ventuno.protocol import commands as said, events as wire
from ventuno.table.port import Resume

GAMES = ("free-chip", "all-bets", "classic-free-bet", "infinite", "cashback")
STEPS = 60
seeds = st.integers(0, 2**32)


class Table:
    """One of the two. What is done hangs on the seed and on what is shown, on nothing else."""

    def __init__(self, game: str, script: list[Card], seed: int) -> None:
        self.chance = random.Random(seed)
        self.players = (1,) if game in ("free-chip", "all-bets") else (1, 2, 3)
        self.desk = Desk(game, text_of(script), players=self.players, odds=Odds("-1/3"))
        self.seated = self.desk.table.info.bet_behind

    def bets(self) -> None:
        for player in self.players:
            if self.seated:
                self.desk.send(player, said.Sit(player) if player < 3 else said.BetBehind(1, 400))
            self.desk.send(player, said.Bet(f"{player if self.seated else 1}/main", 1_000))
        if len(self.players) == 1:
            self.desk.do(1, said.Deal())

    def step(self) -> None:
        desk, chance = self.desk, self.chance
        what = chance.random()
        question = desk.view.question
        if what < 0.05:
            desk.restart()
        elif what < 0.1:
            self.breaks()
        elif what < 0.6 or question is None:
            desk.wait(chance.choice((50, 100, 100, 300, 9_000)))
        else:
            player = chance.choice(self.players)
            if desk.view.phase == "insurance":
                desk.send(player, said.Insure(question.turn, chance.random() < 0.5))
            else:
                self.decides(player, question.turn)

    def decides(self, player: int, turn: int) -> None:
        mine = self.desk.table.mine(player).hands
        for hand in mine.hands if mine else ():
            if hand.options:
                action = self.chance.choice(hand.options).action
                self.desk.send(player, said.Decide(turn, hand.position, hand.line, action, hand.offer_minor))

    def breaks(self) -> None:
        """A mistake in the program, and a supervisor who lets the table go on."""
        with pytest.MonkeyPatch.context() as patch:
            for name in ("deal", "act", "act_alike"):
                patch.setattr(Round, name, broken)
            self.desk.wait(100)
            if self.desk.view.question:
                self.decides(self.players[0], self.desk.view.question.turn)
        if self.desk.view.pause:
            self.desk.supervise(Resume(SUPERVISOR))

    def said(self) -> bytes:
        desk = self.desk
        return msgspec.json.encode(
            [desk.published, desk.view, desk.whispers, [desk.table.mine(player) for player in self.players]]
        )

    @property
    def cards_shown(self) -> int:
        """Of this round; a card that was split lies in two lines."""
        return sum(len(line.cards) - (len(key) > 1 and key != "dealer") for key, line in self.desk.view.lines.items())


def broken(*_: object, **__: object) -> None:
    raise ValueError("a mistake in the program")


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=25)
@given(seeds, st.integers(0, 12))
def test_nothing_that_is_said_depends_on_a_card_that_is_not_shown(game: str, seed: int, known: int) -> None:
    """`known`: so many cards after the opening ones are the same."""
    chance = random.Random(seed)
    positions = 2 if game == "classic-free-bet" else 1
    hole, opening = 2 * positions + 1, 2 * positions + 2
    one = [chance.choice(DECK) for _ in range(200)]
    two = [*one[: opening + known], *(chance.choice(DECK) for _ in range(200))]
    two[hole] = chance.choice(DECK)
    tables = [Table(game, script, seed) for script in (one, two)]
    for table in tables:
        table.bets()
    for _ in range(STEPS):
        if any(is_turned(table, opening + known) for table in tables):
            break
        assert tables[0].said() == tables[1].said()
        for table in tables:
            table.step()


def is_turned(table: Table, known: int) -> bool:
    """The hole card is shown, or found to make a blackjack, or a card lies there that only this shoe had."""
    desk = table.desk
    found = any(looked.blackjack for looked in desk.events(wire.DealerLooked))
    return found or bool(desk.events(wire.HoleCardShown)) or desk.view.code != "R1" or table.cards_shown > known
