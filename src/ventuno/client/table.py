"""A table as one player has it: what they heard of it, and what they can do."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Iterator
from typing import Final, Literal, NamedTuple

from ventuno.actions import Action
from ventuno.client.heard import HeardTable
from ventuno.protocol import commands as do
from ventuno.protocol.events import Phase
from ventuno.protocol.messages import MyHand
from ventuno.refusal import RefusalRaised

UNTIMED_BETS: Final[tuple[Phase, ...]] = ("waiting", "results")  # without a clock, results lie there until the next bet


class Turn(NamedTuple):
    """A question to me: one of `options` is the answer."""

    turn: int
    hand: MyHand
    options: tuple[str, ...]

    @property
    def question(self) -> tuple[int, int, str]:
        """What tells it from every other of the round."""
        return self.turn, self.hand.position, self.hand.line


class TableHandle(HeardTable):
    """What can be done at a table. Every act returns when it is done and durable, or raises `RefusalRaised`."""

    @property
    def spots(self) -> tuple[str, ...]:
        """Where bets are placed on my positions: `1/main`, `1/21+3`, ..."""
        bets = ("main", *(spot.bet for spot in self.info.side_bets))
        return tuple(f"{position}/{bet}" for position in self.positions for bet in bets)

    @property
    def positions(self) -> tuple[int, ...]:
        """Mine: the seats I hold; where there are no seats, all that a player may bet on."""
        if self.info.facts.seats:
            return self.bets.seats
        return tuple(range(1, self.info.positions_per_player + 1))

    async def bets_open(self) -> None:
        """Until a bet can be placed: the window is open; at a solo table, the last round is over (T1)."""
        await self.until(phase="betting" if self.info.facts.clock else UNTIMED_BETS)

    # -- betting ----------------------------------------------------------------------------------

    async def sit(self, seat: int | None = None) -> int:
        """Takes a seat (the first free one) and returns the position to bet on; without seats that is position 1."""
        if not self.info.facts.seats:
            return 1
        free = [seat] if seat else [at for at in range(1, self.info.positions + 1) if at not in self.view.seats]
        refused: RefusalRaised | None = None
        for at in free:
            try:
                await self.request(do.Sit(at))
            except RefusalRaised as error:  # somebody else was faster
                refused = error
            else:
                return at
        raise refused or RefusalRaised("seat/none_free", "every seat is taken; bet behind, or wait", table=self.key)

    async def get_up(self, seat: int) -> None:
        await self.request(do.GetUp(seat))

    async def bet(self, spot: str, amount_minor: int = 0, *, golden: dict[int, int] | None = None) -> None:
        """Adds chips to a spot (B2), in this round and no other."""
        await self._bet(do.Bet(spot, amount_minor, golden or {}))

    async def bet_behind(self, position: int, amount_minor: int, *, double: bool = True, split: bool = True) -> None:
        """Behind somebody else's hand (H1); `double` and `split`: whether I follow paid ones (H2)."""
        await self._bet(do.BetBehind(position, amount_minor, double, split))

    async def undo(self) -> None:
        await self._bet(do.Undo())

    async def clear(self) -> None:
        await self._bet(do.ClearBets())

    async def repeat(self) -> None:
        await self._bet(do.RepeatBets())

    async def double_bets(self) -> None:
        await self._bet(do.DoubleBets())

    async def start_now(self) -> None:
        await self._bet(do.StartNow())

    async def deal(self, bets: Literal["placed", "same", "doubled"] = "placed") -> None:
        """DEAL at a solo table (T1). At a live one the clock deals: START NOW where there are seats, else nothing."""
        starts = self.info.facts.starts
        if starts == "deal":
            await self.request(do.Deal(bets), round=self._round_now)
        elif starts == "start-now":
            await self.start_now()

    async def _bet(self, command: do.Command) -> None:
        """For the round that is shown: sent again after a break, it cannot end up in the next one."""
        await self.request(command, round=self._round_now)

    @property
    def _round_now(self) -> str:
        """Between two rounds there is none: a bet then is the next one's first."""
        return "" if self.view.phase == "results" else self.view.code

    # -- deciding ---------------------------------------------------------------------------------

    def turn(self) -> Turn | None:
        """The question that is put to me now, if any."""
        return next(self._questions(), None)

    def _questions(self) -> Iterator[Turn]:
        question = self.view.question
        if question is None or self.hands.turn != question.turn or self.view.pause:
            return
        for hand in self.hands.hands:
            if options := self._options(hand):
                yield Turn(question.turn, hand, options)

    def _options(self, hand: MyHand) -> tuple[str, ...]:
        question = self.view.question
        if self.view.phase == "insurance":
            wanted = hand.insurance_minor is not None and hand.insured is None
            return (Action.DECLINE, Action.INSURE) if wanted else ()
        if question is None or hand.behind or question.line not in ("", hand.line):
            return ()
        return tuple(option.action for option in hand.options if not option.why_not)

    async def turns(self) -> AsyncIterator[Turn]:
        """Every question put to me until the round is over. Not answered: time decides (D3), where there is a clock."""
        code = self.view.code
        answered: set[tuple[int, int, str]] = set()

        def new() -> Turn | None:
            return next((turn for turn in self._questions() if turn.question not in answered), None)

        while not self.over(code):
            await self.until(lambda table: table.over(code) or new() is not None)
            if (turn := new()) is not None and not self.over(code):
                answered.add(turn.question)
                yield turn

    def over(self, code: str) -> bool:
        """Whether a round is over for me: settled, void, or the table has gone on without me."""
        if self.result is not None and self.result.code == code:
            return True
        return bool(self.view.void) or self.view.code != code or (self.view.phase == "results" and not self.bets.bets)

    async def decide(self, action: str, turn: Turn | None = None) -> None:
        """Answers the question that is put to me: `hit`, `stand`, ... or, for insurance, `insure` and `decline`."""
        turn = turn or self.turn()
        if turn is None:
            raise RefusalRaised("action/not_asked", "nothing is asked of you now: wait for `turns()`", table=self.key)
        if action in (Action.INSURE, Action.DECLINE):
            await self.request(do.Insure(turn.turn, action == Action.INSURE, turn.hand.position))
            return
        offer = turn.hand.offer_minor if action == Action.CASHBACK else None
        await self.request(do.Decide(turn.turn, turn.hand.position, turn.hand.line, action, offer))

    async def decide_early(self, action: str, position: int, line: str = "") -> None:
        """Before my turn (D2)."""
        await self.request(do.DecideEarly(position, line or str(position), action))

    async def say(self, text: str) -> None:
        """Chat (A3)."""
        await self.request(do.Say(text))

    def request(self, command: do.Command, round: str = "") -> Awaitable[None]:
        """Any command of the protocol, at this table."""
        return self._connection.request(command, table=self.key, round=round)
