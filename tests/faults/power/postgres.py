"""The same on PostgreSQL: all its processes under the shim, then one without it on what the disk may hold."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Final

import psycopg

from tests.faults.power.checks import opens, promised
from tests.faults.power.disk import Disk
from tests.faults.power.losses import Plan, Report, again_and_again, saw_everything
from tests.faults.power.recording import live, read_log, surroundings
from tests.store.servers import Postgres

OPENS_S: Final = 60
ENDS_S: Final = 10
# Little room, so that its log is begun anew and folded in while we look; sockets only, elsewhere.
SETTINGS: Final = ("listen_addresses=", "checkpoint_timeout=30s", "autovacuum_naptime=1s", "max_connections=20")
WAYS: Final = ("fdatasync", "fsync", "open_datasync")  # to make the log durable


class Cluster:
    """An empty PostgreSQL as it lies on the disk, stopped in good order."""

    def __init__(self, folder: Path) -> None:
        folder.chmod(0o755)  # PostgreSQL does not run as root
        self.data, self.sockets, self._told = folder / "watched", folder / "sockets", folder / "postgres.log"
        self._made = Postgres(self.data, small=True)
        self._made.stop()
        self._pristine = folder / "pristine"
        shutil.copytree(self.data, self._pristine)
        self.sockets.mkdir()
        self._made.own(self.sockets)

    def begin(self) -> tuple[Disk, Path]:
        """As it was made, and an empty log."""
        shutil.rmtree(self.data)
        shutil.copytree(self._pristine, self.data)
        self.own()
        log = self.data.parent / "log"
        log.write_bytes(b"")
        log.chmod(0o666)
        return Disk(self.data, names_go_with_files=True), log

    @property
    def url(self) -> str:
        return f"postgresql://postgres@/postgres?host={self.sockets}"

    @contextmanager
    def running(self, around: dict[str, str], *settings: str) -> Iterator[None]:
        """Until the power goes."""
        said = (*SETTINGS, f"unix_socket_directories={self.sockets}", *settings)
        words = [word for setting in said for word in ("-c", setting)]
        with self._told.open("ab") as told:
            process = subprocess.Popen(
                [self._made.program("postgres"), "-D", str(self.data), *words],
                stdout=told,
                stderr=told,
                env=os.environ | around,
                user=self._made.user,
            )
        try:
            self._wait(process)
            yield
        finally:
            _end(process)

    def _wait(self, process: subprocess.Popen[bytes]) -> None:
        until = time.monotonic() + OPENS_S
        while True:
            try:
                psycopg.connect(self.url, connect_timeout=5).close()
                return
            except psycopg.OperationalError:
                if process.poll() is not None or time.monotonic() > until:
                    raise Died(self._told.read_text(errors="replace")[-1500:]) from None
                time.sleep(0.02)

    def own(self) -> None:
        """What was rebuilt belongs to whom the server runs as; a machine that was off has no old process."""
        for path in (self.data, *self.data.rglob("*")):
            self._made.own(path)
        (self.data / "postmaster.pid").unlink(missing_ok=True)


class Died(Exception):
    """It did not open; what it said."""


def _end(process: subprocess.Popen[bytes]) -> None:
    """At once, without folding its log in; but the machine's shared memory, of which there is little, is given back."""
    process.send_signal(signal.SIGQUIT)
    try:
        process.wait(ENDS_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def lose_postgres(shim: Path, cluster: Cluster, plan: Plan, *settings: str) -> Report:
    disk, log = cluster.begin()
    way = f"wal_sync_method={WAYS[plan.seed % len(WAYS)]}"
    with cluster.running(surroundings(shim, cluster.data, log), way, *settings):
        live(shim, cluster.data, log, "served", cluster.url, str(plan.seed))
    steps = read_log(log)
    saw_everything(cluster.data, disk, steps)
    return again_and_again(cluster.data, disk, steps, partial(_check, cluster), plan)


def _check(cluster: Cluster, root: Path, said: Sequence[str]) -> list[str]:
    cluster.own()
    try:
        with cluster.running({}):
            return opens(cluster.url, promised(said))
    except Died as died:
        return [f"PostgreSQL does not open: {died}"]
