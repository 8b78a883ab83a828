"""A table, whatever its kind: commands of players, answers of the bank, acts of supervisors and time come in.

What solo, seated and shared tables differ in are a few methods that each of them fills in. `COMMANDS`
at the end says which command goes where.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ventuno.bank import Outcome
from ventuno.protocol import commands as said
from ventuno.protocol.commands import Command
from ventuno.protocol.events import JackpotChanged, LimitsChanged
from ventuno.protocol.messages import MyBet, MyHands
from ventuno.refusal import Refusal
from ventuno.shoe import Shoe
from ventuno.table.betting import MOST_ALIKE, PAUSED, Stage
from ventuno.table.config import TableConfig
from ventuno.table.playing import ACTIONS
from ventuno.table.port import AnyAct, Guest, Mine, Out, Purse, Surroundings, Table
from ventuno.table.pricing import Odds
from ventuno.table.records import Answered, AnyRecord, DecidedEarly
from ventuno.table.slip import Change, Following, Slip
from ventuno.table.supervising import Supervising, table_limits
from ventuno.variant import Variant

RESTARTED: Final = "the table was restarted while bets were open"
MOST_LAST: Final = 100_000  # players whose last bets are kept for REPEAT

WITH_HANDS: Final = (Stage.PLAYING, Stage.SETTLING, Stage.VOIDING)  # before them the last round's may still be there
NOT_HERE: Final = Refusal("table/not_here", "you are not at this table: join it first")
NOT_OFFERED: Final = Refusal("table/not_offered", "there is no such thing at this kind of table")


class Machine(Supervising):
    """The Table of port.py."""

    def __init__(
        self, config: TableConfig, variant: Variant, shoe: Shoe, around: Surroundings, odds: Odds | None = None
    ) -> None:
        super().__init__(config, variant, shoe, around, odds)
        self._leaving: set[int] = set()  # gone, with something still at the bank
        self._handlers = {kind: getattr(self, name) for kind, name in COMMANDS.items()}

    # -- the port -------------------------------------------------------------------------------

    def start(self, now_ms: int) -> list[Out]:
        return self.called(now_ms, self._start_table)

    def _start_table(self) -> None:
        # Numbers of questions go up even over a restart: an answer from before it is late.
        self.turn = self.now_ms
        self.stored_before = self.stored
        self.publish(LimitsChanged(table_limits(self.limits)))
        self._show_pool()
        self.taken_up()

    def taken_up(self) -> None:
        """The table begins, or goes on after a restart."""
        if not self.code:
            self.next_round()
        elif self.stage is Stage.BETTING:
            self.take_up_window()
        elif self.stage is Stage.VOIDING:
            self.void_unreadable()
        else:
            self.show_round()

    def take_up_window(self) -> None:
        """Bets were still open: they go back, and a new window opens."""
        self.void_round(RESTARTED)

    def remember(self, record: AnyRecord) -> None:
        """Something of an earlier process that counts whatever the round (E4)."""
        if isinstance(record, Answered):
            self.remember_answered(record.who)

    def remember_in_round(self, record: AnyRecord) -> None:
        """Something of an earlier process that counts for the round that is open."""
        if isinstance(record, DecidedEarly):
            key = (record.player, record.position, record.line)
            self.early.pop(key, None)
            if record.action:
                self.early[key] = ACTIONS[record.action], record.size

    def enter(self, guest: Guest, now_ms: int) -> list[Out]:
        return self.called(now_ms, self._enter, guest)

    def _enter(self, guest: Guest) -> None:
        self.guests[guest.player] = guest
        if guest.player not in self.here:
            self.here.add(guest.player)
            self.flush_soon()
            self.came(guest)
        if self.closed or self.pause:
            return
        if self.stage is Stage.BETTING and self.view.phase == "waiting" and self.times.betting_ms:
            self.open_window()
        elif self.stage is Stage.IDLE:
            self.next_round()

    def disconnect(self, player: int, now_ms: int) -> list[Out]:
        return self.called(now_ms, self._gone, player)

    def _gone(self, player: int) -> None:
        if player not in self.here:
            return
        self.here.discard(player)
        self.flush_soon()
        self.went(player)
        self._return_open_bets(player)

    def _return_open_bets(self, player: int, *, left_in_time: bool = False) -> None:
        """E2: where the game says so, bets go back as long as betting is open; or was, when the player left."""
        is_open = self.stage is Stage.BETTING or (left_in_time and self.stage is Stage.CLOSING)
        if self.variant.table.disconnected != "open-bets-return" or not is_open:
            return
        if player in self._busy:
            self._leaving.add(player)
            return
        self._leaving.discard(player)
        slip = self.slips.get(player)
        change = slip.clear() if slip else None
        if change is not None and not isinstance(change, Refusal):
            self.take_back(player, change)

    def release(self, player: int) -> None:
        super().release(player)
        if self._leaving and player in self._leaving and player not in self._busy:
            self._leaving.discard(player)
            if player not in self.here:
                self._return_open_bets(player, left_in_time=True)

    def receive(self, player: int, request: str, command: Command, now_ms: int) -> list[Out]:
        return self.called(now_ms, self._receive, player, request, command)

    def _receive(self, player: int, request: str, command: Command) -> None:
        """What was due before this moment comes first: a bet after red is after red, however late the tick."""
        if self._alarm is not None and self._alarm.at_ms <= self.now_ms:
            self.ring_if_due()
        self.hear(player, request, command, self.do)

    def answer(self, ref: int, outcome: Outcome, now_ms: int) -> list[Out]:
        return self.called(now_ms, self._answer, ref, outcome)

    def _answer(self, ref: int, outcome: Outcome) -> None:
        self.take_answer(ref, outcome)
        self._store_pending()
        self.answered()

    def supervise(self, act: AnyAct, now_ms: int) -> list[Out]:
        return self.called(now_ms, self.act_on, act)

    def pool_changed(self, now_ms: int) -> list[Out]:
        return self.called(now_ms, self._show_pool)

    def _show_pool(self) -> None:
        pool = sum(self.around.jackpot_minor(key) for key in set(self.terms.jackpots.values()))
        if pool != self.view.jackpot_minor:
            self.publish(JackpotChanged(pool))

    def tick(self, now_ms: int) -> list[Out]:
        return self.called(now_ms, self.ring_if_due)

    def mine(self, player: int) -> Mine:
        if player not in self.guests:
            return Mine(None, None, None)
        playing = self.stage in WITH_HANDS and self.parties is not None and player in self.parties.rows
        hands: MyHands | None = self.my_hands(player) if playing and self.code else None
        result = None if self.code else self.results.get(player)
        return Mine(self.my_bets(player), hands, result)

    @property
    def idle(self) -> bool:
        """Nobody is here and no round is open: the table may be forgotten (solo)."""
        return not self.here and not self.code and self.quiet

    # -- what the kinds of table differ in ------------------------------------------------------

    def came(self, guest: Guest) -> None:
        """A person is here (again)."""

    def went(self, player: int) -> None:
        """The last connection is gone (E2)."""

    def next_round(self) -> None:
        """The next window opens, where somebody is there to bet; a table that closes, closes now."""
        if self.closing:
            self.shut()
        elif not self.closed and not self.pause and self.here:
            self._forget_absent()
            self.clear_bets()
            self.open_round()
        elif self.stage is Stage.RESULTS:
            self.stage = Stage.IDLE

    def _forget_absent(self) -> None:
        """Who has gone and holds nothing here: a table that is open for years must not remember everybody."""
        for player in [player for player in self.guests if player not in self.here and not self.seats_of(player)]:
            if player not in self._busy:
                del self.guests[player]
        while len(self.last) > MOST_LAST:
            player = next(iter(self.last))
            del self.last[player]
            del self._last_keys[player]

    # -- commands -------------------------------------------------------------------------------

    def do(self, player: int, request: str, command: Command) -> None:
        if player not in self.guests:
            self.refuse(player, request, NOT_HERE)
            return
        if self.was_answered(player, request):
            self.done(player, request)
            return
        handler = self._handlers.get(type(command))
        if handler is None:
            self.refuse(player, request, NOT_OFFERED)
        elif self.pause and type(command) not in ALWAYS:
            self.refuse(player, request, Refusal(PAUSED.code, PAUSED.why, {"reason": self.pause.reason}))
        else:
            handler(player, request, command)

    def bet(self, player: int, request: str, command: Command) -> None:
        """Whatever changes bets: all of them are a change of the slip."""
        if refusal := self.refusal_of_bet(player):
            self.refuse(player, request, refusal)
            return
        slip = self.slip_of(player)
        slip.positions, slip.behind_positions = self.positions_of(player), self.behind_of(player)
        change = self._change(player, slip, command)
        if not isinstance(change, Refusal):
            self.ready_to_bet()
        self.change_bets(player, request, change)

    def _change(self, player: int, slip: Slip, command: Command) -> Change | Refusal:
        """A crowd does much the same: on a slip like it, the same chip makes the same change."""
        if not isinstance(command, said.Bet) or command.golden:
            return _change(slip, command, self.around.purse(player), self.last.get(player, ()))
        key = (
            slip.positions,
            slip.rules.limits,
            self.bets_key(slip),
            command.spot,
            command.amount_minor,
            command.all_seats,
        )
        change = self._changes.get(key)
        if change is None:
            change = slip.add(command.spot, command.amount_minor, all_mine=command.all_seats)
            if len(self._changes) < MOST_ALIKE:
                self._changes[key] = change
        return change

    def ready_to_bet(self) -> None:
        """Before the first chip of a round."""

    def leave(self, player: int, request: str, command: said.Leave) -> None:
        """As if the connection were gone, and not to come back (E2)."""
        self.here.discard(player)
        self.flush_soon()
        self.left(player)
        self.done(player, request)
        self._return_open_bets(player)

    def left(self, player: int) -> None:
        """A person has left the table."""

    def say(self, player: int, request: str, command: said.Say) -> None:
        guest = self.guests[player]
        line = self.chat.say(player, guest.name, command.text, self.now_ms, guest.muted_until_ms)
        if isinstance(line, Refusal):
            self.refuse(player, request, line)
        else:
            self.publish(line)
            self.done(player, request)

    def choose_limits(self, player: int, request: str, command: said.ChooseLimits) -> None:
        self.refuse(player, request, NOT_OFFERED)

    def deal(self, player: int, request: str, command: said.Deal) -> None:
        self.refuse(player, request, NOT_OFFERED)

    def sit(self, player: int, request: str, command: said.Sit) -> None:
        self.refuse(player, request, NOT_OFFERED)

    def get_up(self, player: int, request: str, command: said.GetUp) -> None:
        self.refuse(player, request, NOT_OFFERED)

    def allow_behind(self, player: int, request: str, command: said.AllowBehind) -> None:
        self.refuse(player, request, NOT_OFFERED)

    def start_now(self, player: int, request: str, command: said.StartNow) -> None:
        self.refuse(player, request, NOT_OFFERED)

    def follow(self, player: int, request: str, command: said.Follow) -> None:
        self.refuse(player, request, NOT_OFFERED)


def _change(slip: Slip, command: Command, purse: Purse, last: Sequence[MyBet]) -> Change | Refusal:
    match command:
        case said.Bet(spot, amount_minor, golden, all_seats):
            return slip.add(spot, amount_minor, golden, all_mine=all_seats)
        case said.BetBehind(position, amount_minor, double, split):
            return slip.add_behind(position, amount_minor, Following(double, split))
        case said.Undo():
            return slip.undo()
        case said.ClearBets():
            return slip.clear()
        case said.DoubleBets():
            return slip.double(purse)
        case said.RepeatBets():
            return slip.repeat(last, purse)
        case said.AllSideBets(chip_minor):
            return slip.all_side_bets(chip_minor)
        case said.BetAll(position, chip_minor):
            return slip.bet_all(position, chip_minor)
    return NOT_OFFERED


COMMANDS: Final[dict[type[Command], str]] = {
    said.Leave: "leave",
    said.Sit: "sit",
    said.GetUp: "get_up",
    said.AllowBehind: "allow_behind",
    said.ChooseLimits: "choose_limits",
    said.Say: "say",
    said.Bet: "bet",
    said.BetBehind: "bet",
    said.Undo: "bet",
    said.ClearBets: "bet",
    said.DoubleBets: "bet",
    said.RepeatBets: "bet",
    said.AllSideBets: "bet",
    said.BetAll: "bet",
    said.Follow: "follow",
    said.StartNow: "start_now",
    said.Deal: "deal",
    said.Decide: "decide",
    said.DecideEarly: "decide_early",
    said.Insure: "insure",
}
ALWAYS: Final = frozenset({said.Leave, said.Say, said.ChooseLimits, said.AllowBehind})
"""What does not wait for a table that stands still."""

_: type[Table] = Machine
