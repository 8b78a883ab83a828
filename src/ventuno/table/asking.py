"""What a table asks of the bank, in order, and what it stores (commit, then publish)."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from itertools import chain
from typing import NamedTuple

from ventuno.bank import Command as BankCommand
from ventuno.bank import KeepTable, Outcome, RecordEvents
from ventuno.protocol.messages import TableInfo
from ventuno.refusal import Refusal
from ventuno.table.port import Ask
from ventuno.table.records import Answered, stored
from ventuno.table.speaking import Speaking

Then = Callable[[Outcome], None]
Again = Callable[[], None]
Bodies = tuple[bytes, ...]  # events as they are stored
Who = tuple[int, str]  # player and request

REUSED = "ledger/key_reused"


class Flying(NamedTuple):
    """An ask without an answer yet."""

    ref: int
    then: Then
    again: Again | None  # instead of `then`, where the bank had accepted it before


class Pending(NamedTuple):
    """Something to be stored; `then` is called when it is."""

    events: Iterable[bytes]  # looked at when it goes to the bank, again where that has to be tried again
    then: Callable[[], None]
    who: Iterable[Who] = ()  # whose requests are done with it


class Asking(Speaking):
    """Answers are taken in the order of the asks, whatever order they come in. What the bank had accepted before
    changes nothing at the table: it did when it was accepted.

    What moves no money is stored together: what comes while some is being stored goes with the next
    lot (`store`), so the decisions of a crowd cost a few transactions and not one each.
    """

    def __init__(self, info: TableInfo) -> None:
        super().__init__(info)
        self.code = ""  # the round that is open at the bank; empty: none
        self.stored = 0  # how many of its events are stored, or on their way
        self.stored_before = 0  # ... when the table was taken up
        self.bodies: list[bytes] = []  # those that are stored for certain: what the round is, whatever else is thought
        self.followed: Bodies = ()  # events that followed by themselves: they go with the next command
        self._ref = 0
        self._keys = 0
        self._uncertain = 0  # commands on their way that may be refused, and their events with them
        self._flying: deque[Flying] = deque()
        self._early_answers: dict[int, Outcome] = {}
        self._to_store: list[Pending] = []
        self.lots = 0  # how many lots of it went to the bank
        self._storing = False
        self._answered: set[Who] = set()  # requests that were stored together, of this round ...
        self._answered_before: set[Who] = set()  # ... and of the one before
        self._when_quiet: Callable[[], None] | None = None
        self._later: deque[Callable[[], None]] = deque()

    @property
    def quiet(self) -> bool:
        """Nothing is with the bank."""
        return not self._flying and not self._to_store

    def nothing_more(self) -> None:
        """Whatever was to happen next does not."""
        self._when_quiet = None
        self.no_alarm()

    def when_quiet(self, do: Callable[[], None]) -> None:
        """As soon as the bank has answered everything; at the end of this call at the earliest."""
        self._when_quiet = do

    def later(self, do: Callable[[], None]) -> None:
        """When nothing is with the bank, before the round goes on; many may wait."""
        self._later.append(do)

    def ask(self, command: BankCommand, then: Then, again: Again | None = None) -> None:
        """`again` is for what players ask, who may repeat themselves; a table never does."""
        self._ref += 1
        self._flying.append(Flying(self._ref, then, again))
        self._out.append(Ask(self._ref, command))

    def take_answer(self, ref: int, outcome: Outcome) -> None:
        if self._flying and self._flying[0].ref == ref:
            self._take_answer(self._flying.popleft(), outcome)
        else:
            self._early_answers[ref] = outcome
        self.take_early_answers()

    def take_early_answers(self) -> None:
        """Those whose turn it is now."""
        while self._early_answers and self._flying and self._flying[0].ref in self._early_answers:
            flying = self._flying.popleft()
            self._take_answer(flying, self._early_answers.pop(flying.ref))
        if not self._flying:
            self._early_answers.clear()  # an answer that nobody waits for

    def _take_answer(self, flying: Flying, outcome: Outcome) -> None:
        if isinstance(outcome, Refusal) or not outcome.again:
            flying.then(outcome)
        elif flying.again is not None:
            flying.again()
        else:
            self.fault("ledger/repeated", f"the bank had accepted {outcome.key} before: the table repeats itself")

    def new_key(self, what: str) -> str:
        """For what nobody requested. After a restart keys are counted anew, from what was stored by then."""
        self._keys += 1
        return f"{self.code}/{what}/{self.stored_before}.{self._keys}"

    @staticmethod
    def request_key(player: int, request: str) -> str:
        """For what a player asked: the request's id, whatever the round and the table."""
        return f"request/{player}/{request}"

    def ask_with(
        self,
        command: Callable[[Bodies, int | None], BankCommand],
        events: Bodies,
        then: Then,
        again: Again | None = None,
    ) -> None:
        """A command with events of the round, which are stored only if it is accepted.

        Where nothing that could still be refused is on its way, it says how many must be stored before them.
        """
        first = None if self._uncertain else self.stored
        self.stored += len(events)
        self._uncertain += 1

        def answered(outcome: Outcome) -> None:
            self._uncertain -= 1
            if isinstance(outcome, Refusal):
                self.stored -= len(events)
            else:
                self.bodies += events
            then(outcome)

        def answered_again() -> None:
            self._uncertain -= 1
            self.stored -= len(events)  # they were, when it was accepted
            if again is not None:
                again()

        self.ask(command(events, first), answered, answered_again if again else None)

    def record(self, what: str, events: Bodies, then: Callable[[], None]) -> None:
        """Stores events that move no money, after those that followed by themselves. Only a fault can prevent it."""
        self._record(what, events, lambda outcome: self._recorded(outcome, then))

    def record_followed(self) -> None:
        """Before a command that may be refused: what has happened is stored in any case, and in its order."""
        if self.followed:
            self.record("followed", (), lambda: None)

    def record_asked(
        self, player: int, request: str, events: Bodies, then: Callable[[], None], again: Again | None = None
    ) -> None:
        """Stores what a player asked for and costs nothing, under the request's own key: asked again it is only
        answered again."""
        self.record_followed()
        self.ask_with(
            lambda bodies, first: RecordEvents(
                key=self.request_key(player, request),
                at_ms=self.now_ms,
                asked=self.asked(player),
                round=self.code,
                events=bodies,
                first_event=first,
            ),
            events,
            lambda outcome: self._kept(outcome, player, request, then),
            again or (lambda: self.done(player, request)),
        )

    def keep_table(
        self,
        player: int,
        request: str,
        body: bytes,
        then: Callable[[], None],
        again: Again | None = None,
        *,
        owner: int = 0,
    ) -> None:
        """The same for what counts between two rounds; `owner`: whose table it is, where it is played alone."""
        self.ask(
            KeepTable(
                key=self.request_key(player, request),
                at_ms=self.now_ms,
                asked=self.asked(player),
                table=self.info.key,
                player=owner,
                body=body,
            ),
            lambda outcome: self._kept(outcome, player, request, then),
            again or (lambda: self.done(player, request)),
        )

    def _kept(self, outcome: Outcome, player: int, request: str, then: Callable[[], None]) -> None:
        """An id that was used for something else is its player's mistake, and nobody else's fault."""
        if isinstance(outcome, Refusal) and outcome.code == REUSED:
            self.refuse(player, request, outcome)
        elif isinstance(outcome, Refusal):
            self.fault(outcome.code, f"the bank did not keep what {player} asked for: {outcome.why}")
            self.refuse(player, request, outcome)
        else:
            then()

    def _record(self, what: str, events: Bodies, then: Then) -> None:
        followed, self.followed = self.followed, ()
        bodies = (*followed, *events)
        first = None if self._uncertain else self.stored
        self.stored += len(bodies)

        def answered(outcome: Outcome) -> None:
            if isinstance(outcome, Refusal):
                self.stored -= len(bodies)
                self.followed = (*followed, *self.followed)
            else:
                self.bodies += bodies
            then(outcome)

        key, at_ms = self.new_key(what), self.now_ms
        self.ask(RecordEvents(key=key, at_ms=at_ms, round=self.code, events=bodies, first_event=first), answered)

    def _recorded(self, outcome: Outcome, then: Callable[[], None]) -> None:
        if isinstance(outcome, Refusal):
            self.fault(outcome.code, f"the bank did not store the round's events: {outcome.why}")
        else:
            then()

    def store(self, events: Iterable[bytes], then: Callable[[], None], who: Iterable[Who] = ()) -> None:
        """Stores them with whatever else is to be stored, and with the ids of those who asked for it.

        Only for answers to a question, which has a number: repeated, they are late at most.
        """
        self._to_store.append(Pending(events, then, who))

    def was_answered(self, player: int, request: str) -> bool:
        """Whether it was done with others, in this round or the one before."""
        who = (player, request)
        return who in self._answered or who in self._answered_before

    def remember_answered(self, who: Iterable[Who]) -> None:
        self._answered.update(who)

    def forget_answered(self) -> None:
        """Another round begins."""
        self._answered_before, self._answered = self._answered, set()

    def store_nothing(self) -> None:
        """What was to be stored and is not on its way to the bank has not happened, nor what waited for that."""
        self._to_store, self._storing = [], False
        self._later.clear()

    def _store_pending(self) -> None:
        if self._storing or not self._to_store or (self.pause and self.pause.fault):
            return
        pending, self._to_store, self._storing = self._to_store, [], True
        self.lots += 1
        events = tuple(chain.from_iterable(one.events for one in pending))
        who = tuple(chain.from_iterable(one.who for one in pending))
        if who:
            events = (stored(Answered(who)), *events)
        self._record("decided", events, lambda outcome: self._stored(outcome, pending, who))

    def _stored(self, outcome: Outcome, pending: list[Pending], who: tuple[Who, ...]) -> None:
        self._storing = False
        if isinstance(outcome, Refusal):
            self._to_store = pending + self._to_store  # tried again when the table goes on
        else:
            self.remember_answered(who)
        self._recorded(outcome, lambda: self._all_stored(pending))

    def _all_stored(self, pending: list[Pending]) -> None:
        for one in pending:
            one.then()
        self.after_stored()

    def after_stored(self) -> None:
        """Once for everything that was stored together."""

    def asked(self, player: int) -> bytes:
        """The digest of what the player asks for just now."""
        raise NotImplementedError

    def no_alarm(self) -> None:
        raise NotImplementedError
