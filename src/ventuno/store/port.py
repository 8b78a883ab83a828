"""The port: what a store is to whoever uses it. `Ledger` is the one there is, over either engine."""

from __future__ import annotations

from concurrent.futures import Future
from contextlib import AbstractContextManager
from typing import Any, Protocol

from ventuno.bank import Command, HouseRules, Outcome
from ventuno.store.engine import Engine
from ventuno.store.faults import StoreFault
from ventuno.store.writer import Task


class Store(Protocol):
    @property
    def rules(self) -> HouseRules: ...

    def submit(self, command: Command) -> Future[Outcome]:
        """The receipt or the refusal, once durable; a `StoreFault` says: ask again with the same key."""

    def execute(self, command: Command) -> Outcome: ...

    def keep(self, task: Task) -> Any: ...

    def reading(self) -> AbstractContextManager[Engine]: ...

    @property
    def fault(self) -> StoreFault | None: ...

    def close(self) -> None: ...
