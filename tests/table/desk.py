"""A table on a virtual clock, with a scripted shoe and a bank in memory: what the house around it does, and no more.

The bank can hold its answers back, refuse what it is told to refuse, and outlive the table: `restart`
throws the table away, as a crash does, and takes it up again from what was stored. On every step the
desk checks what must always hold: what is shown is stored, events are numbered without a gap, the
view is what the events add up to, no hole card is told before it is shown, requests are answered once.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any, TypeVar

import msgspec

from ventuno.bank import (
    BankCommand as BankCommand,
    Book,
    Deposit,
    GrantGoldenChips,
    Head,
    HouseRules,
    OpenAccount,
    OpenJackpot,
    Outcome,
    RoundCommand,
    decide,
)
from ventuno.bank.golden import chips
from ventuno.bank.records import Person
from ventuno.cards import cards
from ventuno.play import rebuild
from ventuno.play.events import DealtCard, to_json
from ventuno.protocol import events as wire
from ventuno.protocol.commands import Command, digest_of
from ventuno.protocol.messages import Done, Message, MyBets, MyHands, MyResult, Notice, Refused
from ventuno.protocol.view import TableView, apply
from ventuno.refusal import Refusal, RefusalRaised as NotOpened
from ventuno.shoe import Scripted, Shoe
from ventuno.table.config import TableConfig, Times
from ventuno.table.machine import Machine
from ventuno.table.port import Alert, AnyAct, Ask, Guest, Means, Out, Publish, Reply, Whisper
from ventuno.table.pricing import Standing
from ventuno.table.records import played
from ventuno.table.recovery import KeptTable, StoredRound, take_up
from ventuno.table.stages import Stage
from ventuno.variant import Variant, load

START_MS = 1_000_000
RICH = 100_000
SUPERVISOR = 9
QUICK = Times(
    betting_ms=10_000,
    warning_ms=2_000,
    closing_ms=100,
    card_ms=100,
    dealer_card_ms=100,
    insurance_ms=5_000,
    decision_ms=8_000,
    pause_ms=100,
    results_ms=3_000,
)

Told = TypeVar("Told")


class Crash(Exception):
    """The process is gone, in the middle of whatever it did."""


class Bank:
    """The bank's own rules over a book that holds everything."""

    def __init__(self) -> None:
        self.book = Book(HouseRules(), Head())
        self.events: dict[str, list[bytes]] = defaultdict(list)
        self.commands: list[BankCommand] = []
        self.refusing: list[tuple[Callable[[BankCommand], bool], Refusal]] = []

    def execute(self, command: BankCommand) -> Outcome:
        for number, (meant, refusal) in enumerate(self.refusing):
            if meant(command):
                del self.refusing[number]
                return refusal
        outcome = decide(self.book, command)
        for code, _, body in self.book.changes.events:
            self.events[code].append(body)
        self.book.changes.events.clear()
        if not isinstance(outcome, Refusal):
            self.commands.append(command)
        return outcome

    def must(self, command: BankCommand) -> Any:
        outcome = self.execute(command)
        assert not isinstance(outcome, Refusal), outcome
        return outcome

    def wallet(self, player: int) -> int:
        return self.book.purses[player].wallet

    def in_play(self, player: int) -> int:
        return self.book.purses[player].stakes


class Safe:
    """What is sealed is put away, and a number stands for it."""

    def __init__(self) -> None:
        self.lies: list[tuple[str, bytes]] = []

    def seal(self, plain: bytes, context: str) -> bytes:
        self.lies.append((context, plain))
        return str(len(self.lies) - 1).encode()

    def open(self, sealed: bytes, context: str) -> bytes:
        if int(sealed) >= len(self.lies) or self.lies[int(sealed)][0] != context:
            raise NotOpened("seal/broken", f"{context} was sealed with another key")
        return self.lies[int(sealed)][1]


class Odds:
    """Every hand is worth a fixed part of the stake: prices that a test can work out in the head."""

    def __init__(self, value: str = "-1/4") -> None:
        self.worth = Fraction(value)
        self.asked: list[Standing] = []

    def value(self, standing: Standing) -> Fraction:
        self.asked.append(standing)
        return self.worth


class Desk:
    def __init__(
        self,
        game: str | Variant,
        script: str = "",
        *,
        players: Iterable[int] = (1,),
        money: int = RICH,
        odds: Odds | None = None,
        times: Times = QUICK,
        shoe: Shoe | None = None,
        **config: Any,
    ) -> None:
        self.variant = load(game) if isinstance(game, str) else game
        self.config = TableConfig(key="one", variant=self.variant.key, times=times, **config)
        self.script = script
        self.odds = odds
        self.bank = Bank()
        self.seal = Safe()
        self.now_ms = START_MS
        self.codes = 0
        self.requests = 0
        self.asked: dict[tuple[int, str], bytes] = {}
        self.holding = False
        self.served = 0
        self.crash_at = 0  # the process ends with this ask on its way
        self.guests: dict[int, Guest] = {}
        self.shoe: Shoe = shoe or Scripted(cards(script))
        self.bank.book.add_person(Person(SUPERVISOR, "supervisor", "supervisor", "EUR", 1))
        for jackpot in {bet for bet, prices in self.variant.side_bets.items() if prices.jackpot}:
            self.bank.must(
                OpenJackpot(
                    key=jackpot, at_ms=1, jackpot=jackpot, currency="EUR", seed_minor=8_000_000, contribution="3/100"
                )
            )
        self._begin(take_up(self.config, self.variant, self.shoe, self, (), self.guests.__getitem__, odds))
        for player in players:
            self.open_account(player, money)
            self.enter(player)

    def _begin(self, table: Machine) -> None:
        self.table = table
        self.asks: deque[Ask] = deque()
        self.published: list[wire.AnyEvent] = []
        self.shadow = TableView()
        self.whispers: dict[int, list[Message]] = defaultdict(list)
        self.replies: dict[tuple[int, str], Message] = {}
        self.alerts: list[Alert] = []
        self._run(table.start(self.now_ms))

    # -- surroundings of the table --------------------------------------------------------------

    def new_code(self, now_ms: int) -> str:
        self.codes += 1
        return f"R{self.codes}"

    def purse(self, player: int) -> Means:
        return Means(self.bank.wallet(player), chips(self.bank.book.lots[player].values(), self.now_ms))

    def jackpot_minor(self, jackpot: str) -> int:
        return self.bank.book.funds[self.bank.book.jackpots[jackpot].pool].balance

    # -- people ---------------------------------------------------------------------------------

    def open_account(self, player: int, money: int = RICH, **about: Any) -> None:
        number = self.bank.must(OpenAccount(key=f"open{player}", at_ms=1, name=f"p{player}", currency="EUR")).player
        if number != player:  # players are numbered by the tests, whatever the book counts
            book = self.bank.book
            person, purse = book.register.people.pop(number), book.purses.pop(number)
            book.add_person(Person(player, person.name, person.role, person.currency, person.opened_ms))
            purse.player = player
            book.purses[player] = purse
        if money:
            self.bank.must(Deposit(key=f"pay{player}", at_ms=1, player=player, currency="EUR", amount_minor=money))
        self.guests[player] = Guest(player, f"p{player}", "EUR", **about)

    def grant(self, player: int, value: int, count: int) -> None:
        key = f"grant{player}/{value}/{self.requests}"
        self.requests += 1
        expires_ms = START_MS * 1000
        self.bank.must(
            GrantGoldenChips(key=key, at_ms=1, player=player, value_minor=value, count=count, expires_ms=expires_ms)
        )

    def enter(self, player: int) -> None:
        self._run(self.table.enter(self.guests[player], self.now_ms))

    def disconnect(self, player: int) -> None:
        self._run(self.table.disconnect(player, self.now_ms))

    def supervise(self, act: AnyAct) -> None:
        self._run(self.table.supervise(act, self.now_ms))

    # -- what they do ---------------------------------------------------------------------------

    def send(self, player: int, command: Command, request: str = "") -> str:
        if not request:
            self.requests += 1
            request = f"q{self.requests}"
        self.asked[player, request] = digest_of(command)
        self._run(self.table.receive(player, request, command, self.now_ms))
        return request

    def do(self, player: int, command: Command) -> None:
        """Must be done."""
        reply = self.replies.get((player, self.send(player, command)))
        assert isinstance(reply, Done), reply

    def refused(self, player: int, command: Command) -> str:
        """The code of the refusal."""
        reply = self.replies.get((player, self.send(player, command)))
        assert isinstance(reply, Refused), reply
        return reply.code

    # -- time and the bank ----------------------------------------------------------------------

    def wait(self, ms: int = 0) -> None:
        """Time passes; the table is called when it wants to be."""
        end_ms = self.now_ms + ms
        for _ in range(10_000):
            due = self.table.next_deadline_ms()
            if due is None or due > end_ms:
                break
            self.now_ms = max(self.now_ms, due)
            self._run(self.table.tick(self.now_ms))
        else:
            raise AssertionError("the table wants to be called again and again")
        self.now_ms = end_ms

    def wait_for(self, phase: str, longest_ms: int = 60_000) -> None:
        end_ms = self.now_ms + longest_ms
        while self.view.phase != phase:
            due = self.table.next_deadline_ms()
            assert due is not None, f"{self.view.phase}: nothing is due"
            assert due <= end_ms, f"{self.view.phase}: {phase} does not come"
            self.wait(max(due - self.now_ms, 0))

    def hold(self) -> None:
        """The bank does not answer for a while."""
        self.holding = True

    def let_go(self) -> None:
        self.holding = False
        self._serve()

    def answer_one(self) -> None:
        self._answer(self.asks.popleft())

    def _answer(self, ask: Ask) -> None:
        outcome = self.bank.execute(ask.command)
        self._run(self.table.answer(ask.ref, outcome, self.now_ms))

    def _serve(self) -> None:
        while self.asks and not self.holding:
            self.served += 1
            if self.served == self.crash_at:
                raise Crash
            self._answer(self.asks.popleft())

    def refuse_next(self, code: str, meant: Callable[[BankCommand], bool], **data: Any) -> None:
        self.bank.refusing.append((meant, Refusal(code, "as the test wants it", data)))

    def restart(self, *, carry_out: int = 0, shoe: Shoe | None = None) -> None:
        """The process ends here: of what was asked the bank has carried out the first few, the rest never came."""
        for _ in range(carry_out):
            self.bank.execute(self.asks.popleft().command)
        self.holding = False
        self.shoe = shoe or Scripted(cards(self.script))
        table = take_up(
            self.config,
            self.variant,
            self.shoe,
            self,
            self.stored_rounds(),
            self.guests.__getitem__,
            self.odds,
            kept=self.kept_table(),
        )
        self._begin(table)

    def stored_rounds(self) -> list[StoredRound]:
        return [StoredRound(record, tuple(self.bank.events[code])) for code, record in self.bank.book.rounds.items()]

    def kept_table(self) -> KeptTable | None:
        kept = list(self.bank.book.changes.tables.values())
        return KeptTable(*kept[0]) if kept else None

    # -- what comes out -------------------------------------------------------------------------

    def _run(self, out: list[Out]) -> None:
        for one in out:
            match one:
                case Ask():
                    assert not hole_cards_in(one)
                    self.asks.append(one)
                case Publish(n, event):
                    self._published(n, event)
                case Whisper(players, message):
                    for player in players:
                        self.whispers[player].append(message)
                case Reply(player, message):
                    self._replied(player, message)
                case Alert():
                    self.alerts.append(one)
        assert plain(self.shadow) == plain(self.table.view)
        self._serve()

    def _published(self, n: int, event: wire.AnyEvent) -> None:
        self.published.append(event)
        assert n == len(self.published)
        again = msgspec.json.decode(msgspec.json.encode(event), type=wire.AnyEvent)
        assert again == event
        apply(self.shadow, again)
        if isinstance(event, wire.CardDealt | wire.HoleCardShown):
            self._is_stored(event)

    def _is_stored(self, event: wire.CardDealt | wire.HoleCardShown) -> None:
        """Commit, then publish: every card shown is in the bank's hands; the hole card waits for its turn."""
        code = self.shadow.code
        stored = [one for one in played(self.bank.events[code]) if isinstance(one, DealtCard)]
        shown = sum(len(line.cards) for line in self.shadow.lines.values())
        splits = sum(len(key.lstrip("0123456789")) > 0 for key in self.shadow.lines if key != "dealer")
        assert shown - splits <= len(stored)
        dealer = self.shadow.lines.get("dealer")
        if isinstance(event, wire.CardDealt) and event.to == "dealer" and dealer and len(dealer.cards) == 2:
            assert event.card is None

    def _replied(self, player: int, message: Message) -> None:
        assert isinstance(message, Done | Refused)
        if isinstance(message, Refused) and self._was_done(player, message.id):
            message = Done(message.id)
        before = self.replies.get((player, message.id))
        assert before is None or before == message, "a request is answered once"
        self.replies[player, message.id] = message

    def _was_done(self, player: int, request: str) -> bool:
        """What is refused now may have been done before: the house looks before it says so (`server/requests.py`)."""
        content, _ = self.bank.book.accepted.get(f"request/{player}/{request}", (b"", b""))
        return content != b"" and content == self.asked.get((player, request))

    # -- looking --------------------------------------------------------------------------------

    @property
    def view(self) -> TableView:
        return self.table.view

    @property
    def turn(self) -> int:
        question = self.view.question
        assert question is not None, f"nothing is asked: {self.view.phase}"
        return question.turn

    def events(self, kind: type) -> list[Any]:
        return [event for event in self.published if isinstance(event, kind)]

    def told(self, player: int, kind: type[Told]) -> list[Told]:
        return [message for message in self.whispers[player] if isinstance(message, kind)]

    def hands(self, player: int) -> MyHands:
        return self.told(player, MyHands)[-1]

    def bets(self, player: int) -> MyBets:
        return self.told(player, MyBets)[-1]

    def result(self, player: int) -> MyResult:
        return self.told(player, MyResult)[-1]

    def notices(self, player: int) -> list[str]:
        return [notice.code for notice in self.told(player, Notice)]

    def options(self, player: int, number: int = 0) -> list[str]:
        return [option.action for option in self.hands(player).hands[number].options if not option.why_not]

    def replays(self, code: str) -> None:
        """The stored events are exactly those of the round that they rebuild, in their order."""
        stored = played(self.bank.events[code])
        again = rebuild(self.variant, stored)
        assert [to_json(event) for event in again.events] == [to_json(event) for event in stored]

    def backed(self) -> None:
        """Every chip on the felt is held by the bank, spot by spot, and nothing else is."""
        table, code = self.table, self.table.errands.log.code
        if not code or not table.errands.quiet or table.course.stage not in (Stage.BETTING, Stage.CLOSING):
            return
        felt = {
            (player, bet.spot, bet.amount_minor, sum(value * count for value, count in bet.golden.items()))
            for player, slip in table.betting.slips.items()
            for bet in slip.bets()
        }
        held = {
            (player, stake.spot, stake.real_minor, stake.golden_minor)
            for player, spots in self.bank.book.stakes[code].items()
            for stake in spots.values()
            if stake.real_minor or stake.golden_minor
        }
        assert felt == held

    def at_peace(self) -> None:
        """Nothing is in play, no fault was met, and every round that was played replays identically."""
        assert not self.alerts, self.alerts
        assert all(purse.stakes == purse.golden_stakes == 0 for purse in self.bank.book.purses.values())
        for code, record in self.bank.book.rounds.items():
            if record.state == "settled":
                self.replays(code)

    def codes_of(self, kind: type[RoundCommand]) -> list[str]:
        return [command.round for command in self.bank.commands if isinstance(command, kind)]


def hole_cards_in(ask: Ask) -> list[bytes]:
    """No card that lies face down goes to the bank as it is: it would be read, or guessed from a digest."""
    return [body for body in getattr(ask.command, "events", ()) if b'"face_down":true' in body]


def plain(view: TableView) -> Any:
    return msgspec.to_builtins(view)
