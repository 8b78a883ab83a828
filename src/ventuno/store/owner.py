"""One house a PostgreSQL database: a lock that ends with its session, a lease that is renewed, and an epoch.

The lock says that the house's process lives. The lease says that it gets on: a house that stands still (stopped, or cut
off from the network) keeps its lock and renews nothing, and after a while another may take over. The epoch makes that
safe: every transaction of a house looks for its own, so whatever a former owner still tries comes to nothing.
"""

from __future__ import annotations

import os
import secrets
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple

import psycopg
from psycopg import errors

from ventuno.refusal import RefusalRaised
from ventuno.store.connecting import OWNER_LIMITS, connected, faults
from ventuno.store.faults import StoreFault
from ventuno.store.migrations import bring_to_newest
from ventuno.store.postgres import Owned, PostgresEngine, PostgresPlace

OWNER_LOCK: Final = 2101  # any number, the same for all
RENEW_S: Final = 1.0
AGAIN_S: Final = 0.2  # after a renewal that failed
LEASE_S: Final = 5.0  # without a renewal for so long, it may be taken over
WATCHED_S: Final = 2.0  # and for so long before our eyes: a server that stood still itself lets the owner go on
FREED_S: Final = 5.0  # that the server may take to end the former owner's sessions
ENDED_S: Final = 1.0

_NOW_MS: Final = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
_LOCK: Final = f"SELECT pg_try_advisory_lock({OWNER_LOCK})"
_LEASE: Final = f"SELECT epoch, name, holder, since_ms, renewed_ms, {_NOW_MS} FROM owner"
_TAKE: Final = f"""UPDATE owner SET epoch = epoch + 1, name = %s, holder = %s, since_ms = {_NOW_MS},
    renewed_ms = {_NOW_MS} RETURNING epoch"""
_RENEW: Final = f"UPDATE owner SET renewed_ms = {_NOW_MS} WHERE epoch = %s"
_END_SESSIONS: Final = """SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name = %s
    AND application_name <> ''"""


class Lease(NamedTuple):
    epoch: int
    name: str
    holder: str
    since_ms: int
    renewed_ms: int
    now_ms: int  # by the database's clock, as all of them

    @property
    def is_stale(self) -> bool:
        return self.now_ms - self.renewed_ms > LEASE_S * 1000


class Owner:
    """`Owner(place)` takes the database or is refused; its `place` is what the house writes through; `end` frees it."""

    def __init__(self, place: PostgresPlace) -> None:
        self._url = place.url
        self._name = f"ventuno {socket.gethostname()[:30]} {os.getpid()} {secrets.token_hex(4)}"
        self._connection = self._connected()
        self._holds_lock = True
        try:
            self._take()
        except BaseException:
            self._connection.close()
            raise
        self.place = PostgresPlace(place.url, Owned(self._name, self.epoch))
        self.lost: Callable[[], None] = lambda: None  # called once, in a thread: another house has taken over
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="ventuno-owner", daemon=True)
        self._thread.start()

    def end(self) -> None:
        """A server that does not answer is not waited for: the lock ends with the process."""
        self._ended.set()
        self._thread.join(ENDED_S)

    # -- taking ---------------------------------------------------------------------------------

    def _connected(self) -> psycopg.Connection[Any]:
        return connected(self._url, self._name, {**OWNER_LIMITS, "synchronous_commit": "off"})  # a lease is no money

    def _take(self) -> None:
        if not self._locked():
            self._take_over()
        migrating = PostgresEngine(self._url, writes=True)  # may take long, and nobody else is here
        try:
            bring_to_newest(migrating)
            self._end_sessions(self._lease().name)  # a former owner's, who may be in the middle of something
            migrating.begin()  # behind whatever is being written: from here on that finds another epoch
            with faults():
                row = migrating.connection.execute(_TAKE, (self._name, _myself())).fetchone()
            migrating.commit()
        finally:
            migrating.close()
        assert row is not None
        self.epoch: int = row[0]
        self.renewed_s = time.monotonic()

    def _locked(self) -> bool:
        with faults():
            row = self._connection.execute(_LOCK).fetchone()
        return bool(row and row[0])

    def _lease(self) -> Lease:
        with faults():
            try:
                row = self._connection.execute(_LEASE).fetchone()
            except errors.UndefinedTable:  # whoever has the lock is about to make it
                row = None
        if row is None:
            raise _in_use("another house, which is opening at this moment")
        return Lease(*row)

    def _take_over(self) -> None:
        """From who has not renewed for a while, and does not while we look."""
        lease = self._lease()
        if lease.is_stale:
            time.sleep(WATCHED_S)
            if self._locked():
                return
            lease = self._lease()
        if not lease.is_stale:
            since = datetime.fromtimestamp(lease.since_ms / 1000, UTC)
            raise _in_use(f"another house ({lease.holder}, since {since:%Y-%m-%d %H:%M:%S} UTC)")
        self._end_sessions(lease.name)
        until_s = time.monotonic() + FREED_S
        while not self._locked():
            if time.monotonic() > until_s:
                raise _in_use(f"another house ({lease.holder}), whose sessions the server does not end")
            time.sleep(AGAIN_S)

    def _end_sessions(self, name: str) -> None:
        with faults():
            try:
                self._connection.execute(_END_SESSIONS, (name,))
            except errors.InsufficientPrivilege:  # it signs in as somebody else
                raise _in_use("another house, whose sessions this user of the database may not end") from None

    # -- keeping --------------------------------------------------------------------------------

    def _run(self) -> None:
        wait_s = RENEW_S
        while not self._ended.wait(wait_s):
            wait_s = RENEW_S
            try:
                if not self._renewed():
                    self.lost()
                    break
            except (StoreFault, psycopg.Error):
                wait_s = AGAIN_S
        with suppress(psycopg.Error):
            self._connection.close()

    def _renewed(self) -> bool:
        """False: the epoch is another's. Where the session was lost the lock is taken again, if nobody has it."""
        asked_s = time.monotonic()
        if self._connection.closed:
            self._connection, self._holds_lock = self._connected(), False
        self._holds_lock = self._holds_lock or self._locked()  # who has it instead is about to take the epoch too
        with faults():
            if not self._connection.execute(_RENEW, (self.epoch,)).rowcount:
                return False
        self.renewed_s = asked_s
        return True


def _myself() -> str:
    return f"{socket.gethostname()}, process {os.getpid()}"


def _in_use(by: str) -> RefusalRaised:
    return RefusalRaised(
        "store/in_use", f"the database is in use by {by}: stop it first, or name another in VENTUNO_STORE"
    )
