"""The house that is looked at: its settings, its folder, its database; everything opened only to be read."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path

from ventuno.doctor.holder import holder_of
from ventuno.refusal import RefusalRaised
from ventuno.server.settings import HouseSettings
from ventuno.store.address import STORE, check, file_of, is_postgres, named
from ventuno.store.engine import Engine
from ventuno.store.faults import StoreFault
from ventuno.store.looking import looking
from ventuno.store.migrations import MIGRATIONS


class Patient:
    def __init__(
        self,
        settings: HouseSettings,
        faults: Sequence[str] = (),
        environ: Mapping[str, str] | None = None,
        url: str = "",
    ) -> None:
        self.settings = settings
        self.faults = tuple(faults)  # of the settings; where there are any, the others are the defaults
        self.environ = environ or {}
        self.url = url  # of the running house, where it was said
        self.now_ms = time.time_ns() // 1_000_000
        self.fault = ""  # why there is no engine
        try:
            check(self.where)
        except RefusalRaised as refused:  # a fault of the settings like any other
            self.faults = (*self.faults, f"{STORE}: {refused}")
            self.environ = {name: said for name, said in self.environ.items() if name != STORE}

    @property
    def folder(self) -> Path:
        return Path(self.settings.data)

    @property
    def where(self) -> str | Path:
        return named(self.environ.get(STORE, ""), self.folder)

    @property
    def on_server(self) -> bool:
        return is_postgres(self.where)

    @property
    def file(self) -> Path:
        return file_of(self.where)

    @property
    def there(self) -> bool:
        return self.on_server or self.file.exists()

    @cached_property
    def holder(self) -> int | None:
        """The process that has the SQLite database open as its house."""
        return None if self.on_server else holder_of(self.file)

    @cached_property
    def engine(self) -> Engine | None:
        """None: there is nothing to be opened, or it does not open."""
        try:
            return looking(self.where) if self.there else None
        except StoreFault as fault:
            self.fault = str(fault)
            return None

    @cached_property
    def version(self) -> int | None:
        """Of the tables; None: not known, or newer than this program."""
        try:
            return self.engine.version() if self.engine else None
        except StoreFault as fault:
            self.fault = str(fault)
            return None

    @cached_property
    def books(self) -> Engine | None:
        """Tables as this program knows them."""
        return self.engine if self.version == len(MIGRATIONS) else None

    def close(self) -> None:
        if self.engine:
            self.engine.close()
