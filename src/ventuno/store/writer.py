"""The one writer: a thread that gathers what waits into one transaction (group commit).

A refusal costs the others nothing. A fault of one command throws the transaction away; then each
is tried alone, so that only the one at fault fails. Answers are given after the commit, never before.
Where a commit failed nobody knows whether it is durable: what it accepted is `untold` until it is asked again.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from typing import Any, Final, NamedTuple, Protocol

import msgspec

from ventuno.bank import BankCommand, Book, HouseRules, decide, needs_of
from ventuno.store.engine import Engine, Place
from ventuno.store.faults import CORRUPT, StoreFault
from ventuno.store.loading import load, load_head
from ventuno.store.migrations import bring_to_newest
from ventuno.store.names import list_names
from ventuno.store.writing import write

MOST_AT_ONCE: Final = 2000  # commands in one transaction
MOST_WAITING: Final = 100_000

Task = Callable[[Engine], Any]  # writes what is no money: sessions, retention
Watcher = Callable[[Book], None]  # told of what is durable, in the writer's thread: never waits nor raises


ANSWERS_AGAIN: Final = ("store/away", "store/busy")  # a transaction that only looked shows that they are over


def look(engine: Engine) -> None:
    """A task that writes nothing: it shows whether the store answers."""


def touch(engine: Engine) -> None:
    """A task that changes nothing and is written all the same: it shows whether there is room again."""
    engine.run("UPDATE issued_through SET number = number")


class Promise(Protocol):
    """Who is told, in the writer's thread, what came of it: a `Future`, or something lighter."""

    def set_result(self, result: Any, /) -> None: ...

    def set_exception(self, exception: BaseException, /) -> None: ...


class _Job(NamedTuple):
    work: BankCommand | Task
    done: Promise


class Writer:
    def __init__(self, place: Place, rules: HouseRules) -> None:
        self._place = place
        self.rules = rules  # with what is held back as of the last transaction
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._engine: Engine | None = self._open()
        self._closing = threading.Lock()
        self._closed = False
        self.fault: StoreFault | None = None  # of the last transaction, if it met one
        self.busy_since_s: float | None = None  # when the transaction that is under way began
        self.met_damage = False  # until somebody has looked and found none
        self.watchers: tuple[Watcher, ...] = ()
        self._committing: Book | None = None
        self._untold: dict[str, Book] = {}  # by key: the book of a commit that failed, or whose answer was lost
        self._thread = threading.Thread(target=self._run, name="ventuno-writer", daemon=True)
        self._thread.start()

    def submit(self, work: BankCommand | Task) -> Future[Any]:
        done: Future[Any] = Future()
        self.take(work, done)
        return done

    def take(self, work: BankCommand | Task, done: Promise) -> None:
        """Whatever comes of it, `done` is told; here and now where it cannot be taken."""
        with self._closing:
            if self._closed:
                fault = StoreFault("store/closed", "the store has been closed")
            elif self._jobs.qsize() >= MOST_WAITING:
                fault = StoreFault("store/busy", f"{MOST_WAITING:,} commands are waiting: try again")
            else:
                self._jobs.put(_Job(work, done))
                return
        done.set_exception(fault)

    def close(self, timeout_s: float | None = None) -> bool:
        """Finishes what waits, then closes. False: the store did not let it come to an end in time."""
        with self._closing:
            if not self._closed:
                self._closed = True
                self._jobs.put(None)
        self._thread.join(timeout_s)
        return not self._thread.is_alive()

    def _open(self) -> Engine:
        engine = self._place.writer()
        bring_to_newest(engine)
        with suppress(StoreFault):  # a damaged table is the audit's to find, and it must be able to look
            self.rules = msgspec.structs.replace(self.rules, held_ms=load_head(engine).held_ms)
            list_names(engine)
        return engine

    def _run(self) -> None:
        while jobs := self._gather():
            self._work(jobs)
        if self._engine:
            self._engine.close()

    def _gather(self) -> list[_Job]:
        """Waits for one, then takes all that came meanwhile. Empty: the end."""
        jobs: list[_Job] = []
        job = self._jobs.get()
        while job is not None:
            jobs.append(job)
            if len(jobs) == MOST_AT_ONCE:
                return jobs
            try:
                job = self._jobs.get_nowait()
            except queue.Empty:
                return jobs
        if jobs:
            self._jobs.put(None)  # the end was among them: it is met again after these
        return jobs

    def _work(self, jobs: Sequence[_Job]) -> None:
        try:
            answers = self._transact([job.work for job in jobs])
        except StoreFault as fault:
            self._fail(jobs, fault)
        except Exception as error:
            if len(jobs) == 1:
                jobs[0].done.set_exception(error)
            else:
                for job in jobs:
                    self._work([job])
        else:
            self._well(jobs)
            self._tell_watchers(jobs)
            for job, answer in zip(jobs, answers, strict=True):
                job.done.set_result(answer)

    def _well(self, jobs: Sequence[_Job]) -> None:
        """A full disk lets itself be looked at: only what was written shows that there is room."""
        if self.fault and (self.fault.code in ANSWERS_AGAIN or any(job.work is not look for job in jobs)):
            self.fault = None

    def _tell_watchers(self, jobs: Sequence[_Job]) -> None:
        book, self._committing = self._committing, None
        assert book is not None
        self.rules = book.rules
        durable = [*self._found_durable(jobs, book), book] if self._untold else [book]
        for watcher in self.watchers:
            for one in durable:
                watcher(one)

    def _found_durable(self, jobs: Sequence[_Job], book: Book) -> list[Book]:
        """Books of commits whose answer was lost, once what they accepted has been asked again."""
        keys = {job.work.key for job in jobs if isinstance(job.work, BankCommand)} & self._untold.keys()
        lost = {key: self._untold.pop(key) for key in keys}
        for record in book.changes.records:
            lost.pop(record.key, None)  # accepted only now: that commit had failed indeed
        return list({id(one): one for one in lost.values()}.values())

    def _fail(self, jobs: Sequence[_Job], fault: StoreFault) -> None:
        """A new connection next time: of this one nobody knows what it still holds."""
        self.fault = fault
        self.met_damage |= fault.code == CORRUPT
        self._untold |= _accepted(self._committing)
        if self._engine:
            self._engine.close()
            self._engine = None
        for job in jobs:
            job.done.set_exception(fault)

    def _transact(self, works: Sequence[BankCommand | Task]) -> list[Any]:
        self._committing, self.busy_since_s = None, time.monotonic()
        try:
            engine = self._engine = self._engine or self._open()
            engine.begin()
            book = load(engine, self.rules, needs_of(work for work in works if isinstance(work, BankCommand)))
            book.untold = {key: lost.accepted[key][1] for key, lost in self._untold.items()}
            answers = [decide(book, work) if isinstance(work, BankCommand) else work(engine) for work in works]
            write(engine, book)
            self._committing = book
            engine.commit()
            return answers
        except BaseException:
            if self._engine:
                self._engine.rollback()
            raise
        finally:
            self.busy_since_s = None


def _accepted(book: Book | None) -> dict[str, Book]:
    return {record.key: book for record in book.changes.records} if book else {}
