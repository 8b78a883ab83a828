"""Tables under people who do anything at any moment, a bank that is slow or refuses, and crashes.

Each seed is a story of its own; a failing one is repeated with `pytest -k "seed-17"`. The desk checks on every
step that nothing is shown that is not stored; at the end everything is settled or back, and replays.
"""

from __future__ import annotations

import random

import pytest
from desk import SUPERVISOR, Desk, Odds

from ventuno.bank import BankCommand as BankCommand, PlaceStakes, PlaceTogether
from ventuno.cards import text_of
from ventuno.protocol import commands as said
from ventuno.protocol.commands import Command
from ventuno.shoe import Scripted, SystemRandomness, shoe_for
from ventuno.shoe.pile import decks_of_cards
from ventuno.table.port import Close, Open, PauseTable, Resume, Void

GAMES = ("free-chip", "all-bets", "classic-free-bet", "infinite", "cashback")
STEPS = 250


class Story:
    def __init__(self, game: str, seed: int) -> None:
        self.chance = random.Random(f"{game}/{seed}")
        ranks = self.chance.choice(("A23456789TJQK", "A58TK", "A6T8"))  # every kind of hand, or the rare ones often
        pack = [card for card in decks_of_cards(8) if card.text[0] in ranks] * 8
        self.chance.shuffle(pack)
        solo = game in ("free-chip", "all-bets")
        self.players = (1,) if solo else (1, 2, 3, 4)
        money = self.chance.choice((3_000, 20_000, 100_000))
        self.desk = Desk(game, text_of(pack), players=self.players, money=money, odds=Odds("-1/3"), idle_rounds=2)
        self.money = money
        self.said: list[tuple[int, str, Command]] = []
        if self.desk.variant.golden_chips:
            for player in self.players:
                self.desk.grant(player, 500, 5)

    def tell(self) -> None:
        for _ in range(STEPS):
            self.chance.choices(
                (
                    self.command,
                    self.repeats,
                    self.time,
                    self.slow,
                    self.answers,
                    self.comes_or_goes,
                    self.refuses,
                    self.crash,
                    self.boss,
                ),
                (50, 15, 25, 3, 6, 3, 2, 1, 1),
            )[0]()
            self.desk.backed()
        self.end()

    # -- what can happen ------------------------------------------------------------------------

    def command(self) -> None:
        player = self.chance.choice(self.players)
        command = self.anything(player)
        self.said.append((player, self.desk.send(player, command), command))

    def repeats(self) -> None:
        """An id of before, however long ago, for the same or for something else; the answer may be another now."""
        if self.said:
            player, request, command = self.chance.choice(self.said)
            if (player, request) in self.desk.replies:
                del self.desk.replies[player, request]
                self.desk.send(player, self.anything(player) if self.chance.random() < 0.3 else command, request)

    def anything(self, player: int) -> Command:
        chance, view = self.chance, self.desk.view
        position = chance.randint(1, self.desk.variant.table.positions)
        turn = view.question.turn if view.question else 0
        line = chance.choice([*view.lines, str(position)])
        line = str(position) if line == "dealer" else line
        action = chance.choice(("hit", "stand", "double", "split", "free-double", "free-split", "cashback"))
        mine = self.desk.table.mine(player).hands
        offers = [hand.offer_minor for hand in mine.hands if hand.line == line] if mine else []
        side = chance.choice(list(self.desk.variant.side_bets))
        amount = chance.choice((40, 100, 400, 1_000))
        likely: list[Command] = [
            said.Bet(f"{position}/main", amount),
            said.Bet(f"{position}/main", amount, all_seats=True),
            said.Bet(f"{position}/{side}", 100),
            said.Bet(f"{position}/main", 0, {500: 1}),
            said.BetBehind(position, amount, chance.random() < 0.5, chance.random() < 0.5),
            said.Follow(position, chance.random() < 0.5, chance.random() < 0.5),
            said.Undo(),
            said.ClearBets(),
            said.DoubleBets(),
            said.RepeatBets(),
            said.AllSideBets(100),
            said.StartNow(),
            said.Deal(chance.choice(("placed", "same", "doubled"))),
            said.Sit(position),
            said.GetUp(position),
            said.AllowBehind(chance.random() < 0.7),
            said.DecideEarly(int(line[0]), line, chance.choice((action, ""))),
            said.Insure(turn, chance.random() < 0.5, chance.choice((None, position))),
            said.Say("hello"),
        ]
        if view.phase == "decisions" and chance.random() < 0.8:
            return said.Decide(turn, int(line[0]), line, action, offers[0] if offers else None)
        if view.phase == "insurance" and chance.random() < 0.8:
            return said.Insure(turn, chance.random() < 0.5)
        if view.phase in ("waiting", "betting", "results") and chance.random() < 0.5:
            return said.Deal() if len(self.players) == 1 else self.bet(player, position, amount)
        return chance.choice(likely)

    def bet(self, player: int, position: int, amount: int) -> Command:
        """Where it is likely to be taken."""
        if not self.desk.table.info.bet_behind:
            return said.Bet(f"{position}/main", amount)
        bets = self.desk.table.mine(player).bets
        if bets and bets.seats:
            return said.Bet(f"{self.chance.choice(bets.seats)}/main", amount)
        taken = [*self.desk.view.seats]
        return said.BetBehind(self.chance.choice(taken), amount) if len(taken) > 1 else said.Sit(position)

    def time(self) -> None:
        self.desk.wait(self.chance.choice((10, 100, 300, 1_000, 3_000)))

    def slow(self) -> None:
        self.desk.hold()

    def answers(self) -> None:
        self.desk.let_go()

    def comes_or_goes(self) -> None:
        player = self.chance.choice(self.players)
        if player in self.desk.table.company.here:
            self.desk.disconnect(player)
        else:
            self.desk.enter(player)

    def refuses(self) -> None:
        """Not the table's own: a fault of the store is retried by the house and never seen."""
        code = self.chance.choice(("ledger/overdraft", "limit/loss"))

        def meant(command: BankCommand) -> bool:
            return isinstance(command, PlaceStakes | PlaceTogether)

        self.desk.refuse_next(code, meant, player=self.chance.choice(self.players))

    def crash(self) -> None:
        desk = self.desk
        carried_out = self.chance.randint(0, len(desk.asks))
        desk.bank.refusing.clear()
        desk.restart(carry_out=carried_out, shoe=Scripted([*decks_of_cards(8)] * 3))
        for player in self.players:
            if self.chance.random() < 0.9:
                desk.enter(player)

    def boss(self) -> None:
        acts = (
            PauseTable(SUPERVISOR, "look"),
            Resume(SUPERVISOR),
            Resume(SUPERVISOR),
            Void(SUPERVISOR, "no good"),
            Close(SUPERVISOR, "night"),
            Open(SUPERVISOR),
            Open(SUPERVISOR),
        )
        self.desk.supervise(self.chance.choice(acts))

    # -- how it ends ----------------------------------------------------------------------------

    def end(self) -> None:
        """Everybody is silent: live rounds end by themselves, what waits for its player is void."""
        desk = self.desk
        desk.let_go()
        desk.supervise(Resume(SUPERVISOR))
        desk.supervise(Close(SUPERVISOR, "the end"))
        desk.wait(200_000)
        if desk.table.errands.log.code:
            desk.supervise(Void(SUPERVISOR, "the end"))
        desk.wait(10_000)
        assert not desk.table.errands.log.code, desk.table.course.stage
        assert desk.view.closed == "the end"
        assert desk.table.errands.quiet
        assert desk.table.queues.all_answered
        desk.at_peace()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(12), ids=lambda seed: f"seed-{seed}")
def test_whatever_happens_everything_is_settled_or_back_and_replays_e1_e4(game: str, seed: int) -> None:
    Story(game, seed).tell()


def test_the_shoes_of_the_house_serve_a_table_too_s1_s2() -> None:
    from ventuno.variant import load

    shoe = shoe_for(load("cashback").shoe, SystemRandomness())
    desk = Desk("cashback", players=(1,), shoe=shoe, odds=Odds())
    for _ in range(20):
        desk.do(1, said.Bet("1/main", 1_000))
        desk.wait_for("results")
        desk.wait_for("betting")
    desk.at_peace()
