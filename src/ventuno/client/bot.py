"""One bot: it hears, throws its dice, and acts a moment later."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from functools import partial

import aiohttp
import msgspec

from ventuno.actions import Action
from ventuno.client.connection import ClientConnection
from ventuno.client.notes import AcknowledgedBet, Notes
from ventuno.client.strategy import bets, choose
from ventuno.protocol import commands as do, events as happened, messages as say


class Habits(msgspec.Struct, frozen=True, kw_only=True):
    """How often a bot does what, from 0 to 1, and how slowly."""

    bets: float = 0.9  # in a round
    side_bet: float = 0.15  # on each side bet
    behind: float = 0.3  # where the table has it: instead of a seat
    golden: float = 0.1
    random_decision: float = 0.15
    cashback: float = 0.05
    insures: float = 0.1
    sleeps: float = 0.05  # leaves a decision to the clock
    chats: float = 0.01
    breaks_off: float = 0.0  # loses the connection in a round
    think_s: tuple[float, float] = (0.1, 1.5)


class Bot:
    """Plays one table. `stops`: no more bets; `busy`: something of mine is still in play or unanswered."""

    def __init__(
        self,
        session: aiohttp.ClientSession,
        url: str,
        token: str,
        table: str,
        chance: random.Random,
        habits: Habits,
    ) -> None:
        self.notes = Notes(table=table)
        self.stops = False
        self.chance, self.habits = chance, habits
        self.info: say.TableInfo | None = None
        self.mine = say.MyBets(table)
        self.limits: tuple[happened.TableLimits, ...] = ()
        self.taken: set[int] = set()  # seats
        self._epoch, self._n, self._code, self._turn = "", 0, "", -1
        self._insuring, self._line = False, ""
        self._hands: say.MyHands | None = None
        self._answered: set[tuple[int, str]] = set()
        self._placing: dict[str, AcknowledgedBet] = {}
        self._open: set[str] = set()  # rounds with a bet of mine that have not ended
        self._waits = 0
        socket = "ws" + url.removeprefix("http") + "/ws"
        self.connection = ClientConnection(session, socket, token, hear=self._hear, greet=self._greet, heartbeat_s=None)

    @property
    def table(self) -> str:
        return self.notes.table

    @property
    def busy(self) -> bool:
        return bool(self._open or self._placing or self._waits)

    async def close(self) -> None:
        self.notes.reconnects = self.connection.reconnects
        await self.connection.close()

    def _greet(self) -> list[tuple[str, do.Command]]:
        return [(self.table, do.Join(self._epoch, self._n))]

    # -- hearing ------------------------------------------------------------------------------------

    def _hear(self, message: say.AnyMessage) -> None:
        match message:
            case say.Happened():
                self._happen(message)
            case say.MyHands():
                self._hands = message
                self._consider()
            case say.MyBets():
                self.mine = message
            case say.MyResult():
                self._end(message.code)
                self.notes.take_result(message)
            case say.Done():
                self._acknowledged(message.id)
            case say.Refused():
                self._placing.pop(message.id, None)
                self.notes.refused[message.code] += 1
            case say.Balance():
                self.notes.balance = message
            case say.Snapshot():
                self._look(message)
            case say.Welcome():
                self.notes.player = message.player
            case _:
                pass

    def _happen(self, message: say.Happened) -> None:
        if message.n <= self._n:
            return
        self._n = message.n
        match message.what:
            case happened.RoundOpened(code=code):
                self._begin(code)
            case happened.InsuranceOffered(turn=turn):
                self._ask(turn, True)
            case happened.Asked(turn=turn, line=line):
                self._ask(turn, False, line)
            case happened.SeatChanged(seat=seat, holder=holder):
                (self.taken.discard if holder is None else self.taken.add)(seat)
            case happened.RoundVoided(code=code):
                self._void(code)
            case happened.RoundEnded():
                self._end(self._code)
            case _:
                pass

    def _look(self, snapshot: say.Snapshot) -> None:
        """Everything anew: whatever happened meanwhile is in it."""
        view, seen = snapshot.view, self._code
        self.info, self._epoch, self._n, self._code = snapshot.info, snapshot.epoch, snapshot.n, view.code
        self.limits, self.taken = view.limits, set(view.seats)
        self.mine = snapshot.bets or say.MyBets(self.table)
        self._hands = snapshot.hands
        if snapshot.result is not None:
            self.notes.take_result(snapshot.result)
        # Rounds that ended while nobody was listening: the books have them.
        self._open &= {view.code} if view.phase != "results" else set()
        if self.mine.bets and view.phase != "results":
            self._open.add(view.code)
        if view.question is not None:
            self._ask(view.question.turn, view.phase == "insurance", view.question.line)
        if view.phase == "betting" and view.code != seen:
            self._begin(view.code)

    # -- a round --------------------------------------------------------------------------------------

    def _begin(self, code: str) -> None:
        self._code, self._hands, self._turn = code, None, -1
        self._answered.clear()
        if self.chance.random() < self.habits.bets and not self.stops:
            self._later(self._bet, code)
        if self.chance.random() < self.habits.chats and self.info is not None and self.info.chat:
            self._later(self._chat, code)
        if self.chance.random() < self.habits.breaks_off:
            self._later(self._break_off, code, slowly=6)

    def _bet(self, code: str) -> None:
        if self.info is None or self.stops or self.mine.bets:
            return
        if self.info.facts.seats and not self.mine.seats and self._sit():
            self._later(self._bet, code)
            return
        for command in bets(self):
            name = self.connection.post(command, self.table, code)
            self._placing[name] = _bet_of(command, code, name)

    def _sit(self) -> bool:
        """Whether a seat is worth waiting for."""
        assert self.info is not None
        free = [seat for seat in range(1, self.info.positions + 1) if seat not in self.taken]
        if not free or self.chance.random() < self.habits.behind:
            return False
        self.connection.post(do.Sit(self.chance.choice(free)), self.table)
        return True

    def _acknowledged(self, name: str) -> None:
        bet = self._placing.pop(name, None)
        if bet is not None:
            self.notes.bets.append(bet)
            if bet.round == self._code and bet.round not in self.notes.results:
                self._open.add(bet.round)

    def _ask(self, turn: int, insuring: bool, line: str = "") -> None:
        self._turn, self._insuring, self._line = turn, insuring, line
        self._consider()

    def _consider(self) -> None:
        """The question and my hands may come in either order; each hand is answered once."""
        hands = self._hands
        if hands is None or hands.turn != self._turn:
            return
        for hand in hands.hands:
            asked = (self._turn, hand.line)
            mine = self._line in ("", hand.line)
            if asked in self._answered or not mine or not _is_asked(hand, self._insuring):
                continue
            self._answered.add(asked)
            if self.chance.random() >= self.habits.sleeps:
                self._later(partial(self._decide, self._turn, hand), self._code)

    def _decide(self, turn: int, hand: say.MyHand, code: str) -> None:
        if turn != self._turn:
            return
        if self._insuring:
            accept = self.chance.random() < self.habits.insures
            self.connection.post(do.Insure(turn, accept, hand.position), self.table)
        else:
            action = choose(hand, self.chance, self.habits.random_decision, self.habits.cashback)
            offer = hand.offer_minor if action == Action.CASHBACK else None
            self.connection.post(do.Decide(turn, hand.position, hand.line, action, offer), self.table)
        self.notes.decisions += 1

    def _chat(self, code: str) -> None:
        self.connection.post(
            do.Say(self.chance.choice(("ciao", "buona fortuna", "good luck", "nice hand"))), self.table
        )

    def _break_off(self, code: str) -> None:
        self.connection.break_off()

    def _end(self, code: str) -> None:
        self._open.discard(code)
        self.mine = say.MyBets(self.table, seats=self.mine.seats)

    def _void(self, code: str) -> None:
        if code in self._open:
            self.notes.voided.append(code)
        self._end(code)

    def _later(self, act: Callable[[str], None], code: str, slowly: float = 1) -> None:
        """After a moment's thought, if it is still the same round."""
        self._waits += 1

        def awake() -> None:
            self._waits -= 1
            if code == self._code:
                act(code)

        asyncio.get_running_loop().call_later(slowly * self.chance.uniform(*self.habits.think_s), awake)


def _bet_of(command: do.Command, code: str, name: str) -> AcknowledgedBet:
    if isinstance(command, do.BetBehind):
        return AcknowledgedBet(code, name, f"{command.position}/main", command.amount_minor, behind=True)
    assert isinstance(command, do.Bet)
    golden_minor = sum(value * count for value, count in command.golden.items())
    return AcknowledgedBet(code, name, command.spot, command.amount_minor, golden_minor)


def _is_asked(hand: say.MyHand, insuring: bool) -> bool:
    if insuring:
        return hand.insurance_minor is not None and hand.insured is None
    return not hand.behind and any(not option.why_not for option in hand.options)
