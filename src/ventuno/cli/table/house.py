"""A house with one table and one guest: the real table over the real books, and both in memory.

The table's own pauses pass at once; it has no clock, so nothing ever presses the player.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from itertools import count
from typing import Any, Final

import msgspec

from ventuno.bank import BankCommand as BankCommand, Deposit, GrantGoldenChips, OpenAccount, OpenJackpot, Receipt
from ventuno.money import MINOR_PER_UNIT
from ventuno.play import rebuild, transcript
from ventuno.protocol.commands import Command
from ventuno.protocol.events import AnyEvent
from ventuno.protocol.messages import Balance, Message, MyBets, Refused
from ventuno.refusal import Refusal, RefusalRaised as Impossible
from ventuno.shoe import Shoe
from ventuno.store import Ledger
from ventuno.store.history import events_of, golden_chips_of, jackpots, purse_of
from ventuno.store.sealing import Seal, new_key
from ventuno.store.sqlite import SqliteMemory
from ventuno.table.config import TableConfig, Times
from ventuno.table.port import Alert, Ask, Guest, Means, Out, Publish, Reply, Resume, Void, Whisper
from ventuno.table.pricing import Odds
from ventuno.table.records import played
from ventuno.table.recovery import take_up
from ventuno.variant import Variant, digest

CURRENCY: Final = "EUR"
TABLE: Final = "terminal"
AT_ONCE: Final = Times(card_ms=0, dealer_card_ms=0, pause_ms=0)
NEVER_MS: Final = 10**15  # golden chips of a session do not expire

Hear = Callable[[AnyEvent | Message], None]


class Parlour:
    """`send` carries a command out, with all that follows from it up to the next question; `hear` is told of it."""

    def __init__(self, variant: Variant, shoe: Shoe, odds: Odds | None, balance_minor: int, hear: Hear) -> None:
        self.variant = variant
        self.seal = Seal(new_key())
        self.ledger = Ledger(SqliteMemory())
        self._hear = hear
        self._number = count(1)
        self._now_ms = 1
        self._refused: Refused | None = None
        player = self._book(OpenAccount, name="player", currency=CURRENCY).player
        self.guest = Guest(player, "player", CURRENCY)
        self._open_jackpots()
        config = TableConfig(key=TABLE, variant=variant.key, currency=CURRENCY, times=AT_ONCE)
        self.table = take_up(config, _for_one(variant), shoe, self, (), lambda _: self.guest, odds)
        self._do(self.table.start)
        self.enter()
        if balance_minor:
            self.add(balance_minor, {})
        hear(self.table.mine(player).bets or MyBets(TABLE))

    # -- what a table is given ------------------------------------------------------------------

    def new_code(self, now_ms: int) -> str:
        return f"{TABLE}-{next(self._number)}"

    def purse(self, player: int) -> Means:
        purse = purse_of(self.ledger, player)
        return Means(purse.wallet if purse else 0, golden_chips_of(self.ledger, player, self._now_ms))

    def jackpot_minor(self, jackpot: str) -> int:
        return jackpots(self.ledger)[jackpot].pool_minor

    # -- what its guest can do ------------------------------------------------------------------

    def send(self, command: Command) -> Refused | None:
        self._refused = None
        self._do(self.table.receive, self.guest.player, str(next(self._number)), command)
        return self._refused

    def enter(self, *, insurance: bool = True) -> None:
        """Comes in, or wants insurance to be offered from now on or not (D6)."""
        self.guest = msgspec.structs.replace(self.guest, insurance=insurance)
        self._do(self.table.enter, self.guest)

    def add(self, amount_minor: int, golden: Mapping[int, int]) -> None:
        """Play money, and golden chips by value. Raises what the bank refuses."""
        if amount_minor or not golden:
            self._book(Deposit, player=self.guest.player, currency=CURRENCY, amount_minor=amount_minor)
        for value, number in golden.items():
            about = {"player": self.guest.player, "value_minor": value, "count": number, "expires_ms": NEVER_MS}
            self._book(GrantGoldenChips, **about)
        self._tell_balance()

    def void(self, reason: str) -> None:
        """Every stake of the round goes back (E1), and the table is there for the next."""
        self._do(self.table.supervise, Void(by=0, reason=reason))
        self._do(self.table.supervise, Resume(by=0))

    def record(self, code: str) -> str:
        """A round that is over, as `ventuno replay` reads it: by the rules of the game, which know no table for one."""
        opened, *events = played(events_of(self.ledger, code))
        opened = msgspec.structs.replace(opened, digest=digest(self.variant))
        return transcript(rebuild(self.variant, [opened, *events]))

    # -- the dull part --------------------------------------------------------------------------

    def _book(self, kind: type[BankCommand], **about: Any) -> Receipt:
        """Raises what the bank refuses."""
        outcome = self.ledger.execute(kind(key=f"{TABLE}/{next(self._number)}", at_ms=self._now_ms, **about))
        if isinstance(outcome, Refusal):
            raise Impossible(outcome.code, outcome.why)
        return outcome

    def _open_jackpots(self) -> None:
        for bet, prices in self.variant.side_bets.items():
            if pool := prices.jackpot:
                seed_minor, share = pool.seed * MINOR_PER_UNIT, str(pool.contribution)
                self._book(OpenJackpot, jackpot=bet, currency=CURRENCY, seed_minor=seed_minor, contribution=share)

    def _do(self, call: Callable[..., list[Out]], *what: Any) -> None:
        outs, faults = deque(call(*what, self._now_ms)), []
        while outs or self._time_passes(outs):
            match outs.popleft():
                case Ask(ref, command):
                    outs += self.table.answer(ref, self.ledger.execute(command), self._now_ms)
                case Publish(_, event):
                    self._hear(event)
                case Whisper(_, message):
                    self._hear(message)
                case Reply(_, message):
                    self._refused = message if isinstance(message, Refused) else None
                case Alert(code):
                    faults.append(code)
        for code in faults:  # the shoe is empty
            self.void(code)
        self._tell_balance()

    def _tell_balance(self) -> None:
        self._hear(Balance(*self.purse(self.guest.player)))

    def _time_passes(self, outs: deque[Out]) -> bool:
        """Until the table has something to say; False: it waits for the player."""
        while not outs and (due_ms := self.table.next_deadline_ms()) is not None:
            self._now_ms = max(self._now_ms, due_ms)
            outs += self.table.tick(self._now_ms)
        outs += self.table.pool_changed(self._now_ms)
        return bool(outs)


def _for_one(variant: Variant) -> Variant:
    """Any game is a table for one here, and whose table it is chooses among its limits (B4)."""
    table = msgspec.structs.replace(variant.table, kind="solo", limits_set_by="menu")
    return msgspec.structs.replace(variant, table=table)
