"""What a table asks of the bank, in order, and what of its round is stored (commit, then publish)."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from itertools import chain
from typing import Any, Final, NamedTuple

from ventuno.bank import BankCommand as BankCommand, KeepTable, Outcome, Receipt, RecordEvents
from ventuno.protocol.commands import Command
from ventuno.refusal import Refusal
from ventuno.table.port import Ask
from ventuno.table.queues import Queues
from ventuno.table.records import Answered, stored
from ventuno.table.voice import Voice

Then = Callable[[Outcome], None]
Do = Callable[[], None]
Bodies = tuple[bytes, ...]  # events as they are stored
Who = tuple[int, str]  # player and request

REUSED: Final = Refusal("ledger/key_reused", "this id was used for another request: use a new one")
NO_ANSWERS: Final[Mapping[int, Outcome]] = {}


def request_key(player: int, request: str) -> str:
    """For what a player asked: the request's id, whatever the round and the table."""
    return f"request/{player}/{request}"


class RoundLog:
    """What is stored of the round that is open at the bank."""

    def __init__(self) -> None:
        self.code = ""  # of the round; empty: none is open
        self.stored = 0  # how many of its events are stored, or on their way
        self.stored_before = 0  # ... when the table was taken up
        self.bodies: list[bytes] = []  # those that are stored for certain: what the round is, whatever else is thought
        self.followed: Bodies = ()  # events that followed by themselves: they go with the next command
        self.uncertain = 0  # commands on their way that may be refused, and their events with them
        self._keys = 0

    @property
    def first(self) -> int | None:
        """How many must be stored before the next ones; None where that hangs on what may still be refused."""
        return None if self.uncertain else self.stored

    def open(self, code: str, bodies: Bodies) -> None:
        self.code, self.stored, self.bodies = code, len(bodies), [*bodies]
        self.stored_before = 0

    def close(self) -> None:
        self.code, self.bodies = "", []

    def new_key(self, what: str) -> str:
        """For what nobody requested. After a restart keys are counted anew, from what was stored by then."""
        self._keys += 1
        return f"{self.code}/{what}/{self.stored_before}.{self._keys}"


class Flying(NamedTuple):
    """An ask without an answer yet."""

    ref: int
    then: Then
    events: Bodies | None  # of the round, stored if it is accepted
    again: Do | None  # instead of `then`, where the bank had accepted it before


class Pending(NamedTuple):
    """Something to be stored; `then` is called when it is."""

    events: Iterable[bytes]  # looked at when it goes to the bank, again where that has to be tried again
    then: Do
    who: Iterable[Who] = ()  # whose requests are done with it


class Errands:
    """Answers are taken in the order of the asks, whatever order they come in. What the bank had accepted before
    changes nothing at the table: it did when it was accepted.

    What moves no money is stored together: what comes while some is being stored goes with the next
    lot (`store`), so the decisions of a crowd cost a few transactions and not one each.
    """

    def __init__(self, voice: Voice, queues: Queues, after_lot: Do) -> None:
        self._voice, self._timer, self._queues = voice, voice.timer, queues
        self._after_lot = after_lot  # called once for everything that was stored together
        self.log = RoundLog()
        self._ref = 0
        self._flying: deque[Flying] = deque()
        self._answers: dict[int, Outcome] = {}  # that came before their turn
        self._to_store: list[Pending] = []
        self.lots = 0  # how many lots of it went to the bank
        self._storing = False
        # Requests that were stored together, with what they asked where that is known: of this round, and of the last.
        self._answered: dict[Who, Command | None] = {}
        self._answered_before: dict[Who, Command | None] = {}
        self._when_quiet: Do | None = None
        self._later: deque[Do] = deque()
        self._after_answers: deque[Do] = deque()

    # -- what waits for the bank ----------------------------------------------------------------

    @property
    def is_asking(self) -> bool:
        """Something is with the bank."""
        return bool(self._flying)

    @property
    def quiet(self) -> bool:
        """Nothing is with the bank, nor about to be."""
        return not self._flying and not self._to_store

    def nothing_more(self) -> None:
        """Whatever was to happen next does not."""
        self._when_quiet = None
        self._timer.no_alarm()

    def when_quiet(self, do: Do) -> None:
        """As soon as the bank has answered everything; at the end of this call at the earliest."""
        self._when_quiet = do

    def later(self, do: Do) -> None:
        """When nothing is with the bank, before the round goes on; many may wait."""
        self._later.append(do)

    def when_answered(self, do: Do) -> None:
        """Even while the table stands still: what the bank was asked must be answered first."""
        self._after_answers.append(do)

    def settle_down(self) -> None:
        """Whatever goes to the bank goes now, and what waited for silence is done."""
        self.send_lot()
        while self._after_answers and not self._flying:
            self._after_answers.popleft()()
        while self._later and self.quiet:
            self._later.popleft()()
            self.send_lot()
        while self._when_quiet and self.quiet and not self._timer.pause:
            quiet, self._when_quiet = self._when_quiet, None
            quiet()
            self.send_lot()

    # -- asking ---------------------------------------------------------------------------------

    def stamp(self, player: int, request: str, events: Bodies, own: str = "") -> dict[str, Any]:
        """What a command with events of the round says, whatever it is for. Without a request it is the table's own
        doing for the player, under a key of its own."""
        return {
            "key": request_key(player, request) if request else self.log.new_key(own),
            "at_ms": self._timer.now_ms,
            "asked": self._queues.asked(player) if request else b"",
            "round": self.log.code,
            "events": events,
            "first_event": self.log.first,
        }

    def again(self, player: int, request: str) -> Do | None:
        """Players may repeat themselves, and are answered again; a table never does."""
        return partial(self._queues.done, player, request) if request else None

    def ask(self, command: BankCommand, then: Then, events: Bodies | None = None, again: Do | None = None) -> None:
        """`events` are those of the command that are stored only if it is accepted."""
        self._ref += 1
        if events is not None:
            self.log.stored += len(events)
            self.log.uncertain += 1
        self._flying.append(Flying(self._ref, then, events, again))
        self._voice.out.append(Ask(self._ref, command))

    def take(self, answers: Mapping[int, Outcome] = NO_ANSWERS) -> None:
        """These, and those that came earlier: all whose turn it is now."""
        self._answers.update(answers)
        while self._flying and self._flying[0].ref in self._answers:
            ref, then, events, again = self._flying.popleft()
            outcome = self._answers.pop(ref)
            repeated = isinstance(outcome, Receipt) and outcome.again
            if isinstance(outcome, Receipt) and outcome.again and again is None:
                why = f"the bank had accepted {outcome.key} before: the table repeats itself"
                self._voice.fault("ledger/repeated", why)
                continue
            if events is not None:
                self.log.uncertain -= 1
                if repeated or isinstance(outcome, Refusal):  # repeated: they were stored when it was accepted
                    self.log.stored -= len(events)
                else:
                    self.log.bodies += events
            if repeated and again:
                again()
            else:
                then(outcome)
        if not self._flying:
            self._answers.clear()  # an answer that nobody waits for

    # -- storing --------------------------------------------------------------------------------

    def record(self, what: str, events: Bodies, then: Do) -> None:
        """Stores events that move no money, after those that followed by themselves. Only a fault can prevent it."""
        self._record(what, events, partial(self._recorded, then))

    def record_followed(self) -> None:
        """Before a command that may be refused: what has happened is stored in any case, and in its order."""
        if self.log.followed:
            self.record("followed", (), lambda: None)

    def record_asked(self, player: int, request: str, events: Bodies, then: Do, again: Do | None = None) -> None:
        """Stores what a player asked for and costs nothing, under the request's own key: asked again it is only
        answered again."""
        self.record_followed()
        command, kept = RecordEvents(**self.stamp(player, request, events)), partial(self._kept, player, request, then)
        self.ask(command, kept, events, again or self.again(player, request))

    def keep_table(
        self, player: int, request: str, body: bytes, then: Do, again: Do | None = None, *, owner: int = 0
    ) -> None:
        """The same for what counts between two rounds; `owner`: whose table it is, where it is played alone."""
        command = KeepTable(
            key=request_key(player, request),
            at_ms=self._timer.now_ms,
            asked=self._queues.asked(player),
            table=self._voice.info.key,
            player=owner,
            body=body,
        )
        kept = partial(self._kept, player, request, then)
        self.ask(command, kept, None, again or self.again(player, request))

    def _kept(self, player: int, request: str, then: Do, outcome: Outcome) -> None:
        """An id that was used for something else is its player's mistake, and nobody else's fault."""
        if not isinstance(outcome, Refusal):
            then()
            return
        if outcome.code != REUSED.code:
            self._voice.fault(outcome.code, f"the bank did not keep what {player} asked for: {outcome.why}")
        self._queues.refuse(player, request, outcome)

    def _record(self, what: str, events: Bodies, then: Then) -> None:
        log = self.log
        followed, log.followed = log.followed, ()
        bodies = (*followed, *events)
        first = log.first
        log.stored += len(bodies)

        def answered(outcome: Outcome) -> None:
            if isinstance(outcome, Refusal):
                log.stored -= len(bodies)
                log.followed = (*followed, *log.followed)
            else:
                log.bodies += bodies
            then(outcome)

        key, at_ms = log.new_key(what), self._timer.now_ms
        self.ask(RecordEvents(key=key, at_ms=at_ms, round=log.code, events=bodies, first_event=first), answered)

    def _recorded(self, then: Do, outcome: Outcome) -> None:
        if isinstance(outcome, Refusal):
            self._voice.fault(outcome.code, f"the bank did not store the round's events: {outcome.why}")
        else:
            then()

    # -- storing in lots ------------------------------------------------------------------------

    def store(self, events: Iterable[bytes], then: Do, who: Iterable[Who] = ()) -> None:
        """Stores them with whatever else is to be stored, and with the ids of those who asked for it.

        Only for answers to a question, which has a number: repeated, they are late at most.
        """
        self._to_store.append(Pending(events, then, who))

    def store_nothing(self) -> None:
        """What was to be stored and is not on its way to the bank has not happened, nor what waited for that."""
        self._to_store, self._storing = [], False
        self._later.clear()

    def send_lot(self) -> None:
        if self._storing or not self._to_store or (self._timer.pause and self._timer.pause.fault):
            return
        pending, self._to_store, self._storing = self._to_store, [], True
        self.lots += 1
        events = tuple(chain.from_iterable(one.events for one in pending))
        who = tuple(chain.from_iterable(one.who for one in pending))
        if who:
            events = (stored(Answered(who)), *events)
        self._record("decided", events, partial(self._lot_stored, pending, who))

    def _lot_stored(self, pending: list[Pending], who: tuple[Who, ...], outcome: Outcome) -> None:
        self._storing = False
        if isinstance(outcome, Refusal):
            self._to_store = pending + self._to_store  # tried again when the table goes on
            self._recorded(lambda: None, outcome)
            return
        self.remember_answered(who)
        for one in pending:
            one.then()
        self._after_lot()

    # -- whose requests were stored together ----------------------------------------------------

    def was_answered(self, player: int, request: str, command: Command) -> bool | Refusal:
        """Whether it was done with others, in this round or the last; a refusal: the id was for something else."""
        who = (player, request)
        for answered in (self._answered, self._answered_before):
            if who in answered:
                return answered[who] in (None, command) or REUSED
        return False

    def remember_answered(self, who: Iterable[Who]) -> None:
        self._answered.update((one, self._queues.heard_as(*one)) for one in who)

    def forget_answered(self) -> None:
        """Another round begins."""
        self._answered_before, self._answered = self._answered, {}
