"""Backups of a house that runs: made and checked by a process of its own, so that no table waits for them.

On PostgreSQL somebody else makes them; where they are put is watched all the same, if it was told.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from ventuno.refusal import RefusalRaised
from ventuno.server import logs
from ventuno.server.settings import HouseSettings
from ventuno.store.backups import FOLDER, backups_in

if TYPE_CHECKING:
    from ventuno.server.workers import Workers

LOOK_S: Final = 60.0  # between looks; the first so long after the opening
RETRY_S: Final = 900.0  # after one that failed
OLD: Final = 2  # times the interval: then somebody is told
HOUR_S: Final = 3600.0
SAYS: Final = {
    "backup/failed": "the backup failed",
    "backup/old": "the newest good backup is too old",
}


class Backups:
    """`database` is the SQLite file to be copied; None: only the age of what lies in the folder is watched."""

    def __init__(
        self,
        workers: Workers,
        now_ms: Callable[[], int],
        database: Path | None,
        folder: Path,
        every_h: float,
        keep: int,
    ) -> None:
        self._workers, self._now_ms = workers, now_ms
        self._database, self.folder = database, folder
        self.every_s, self._keep = every_h * HOUR_S, keep
        self._since_ms = now_ms()
        self._next_try_ms = 0
        self._newest_ms: int | None = None
        self.wrong: dict[str, str] = {}  # by code: why; readiness tells of it
        self._one = asyncio.Lock()  # at a time
        self._process: asyncio.subprocess.Process | None = None

    @property
    def fine(self) -> bool:
        return not self.wrong and self._newest_ms is not None

    def age_s(self) -> float | None:
        """None: there is none, or its time has not come yet, and nobody knows how old it is."""
        if self._newest_ms is None or self._newest_ms > self._now_ms():
            return None
        return (self._now_ms() - self._newest_ms) / 1000

    async def run(self) -> None:
        """A fault of one must not end all others."""
        while True:
            try:
                await self.look()
            except Exception as error:
                logs.fault("the backups met a fault", error)
            await asyncio.sleep(LOOK_S)

    async def look(self) -> None:
        async with self._one:
            self._newest_ms = await self._workers.read(self._newest)
            if self._is_due():
                await self._make()
            self._note("backup/old", self._is_old())

    def _newest(self) -> int | None:
        """When the newest was made, by its name; of files that somebody else has made, by when they were written."""
        with suppress(OSError, RefusalRaised):  # a folder that cannot be read: making the next one says why
            if self._database is None:
                files = [one for one in self.folder.iterdir() if one.is_file()]
                return max((int(one.stat().st_mtime * 1000) for one in files), default=None)
            ours = backups_in(self.folder)
            return ours[-1].at_ms if ours else None
        return None

    def _is_due(self) -> bool:
        """Not right after the opening, when everybody comes back."""
        now_ms, age_s = self._now_ms(), self.age_s()
        if self._database is None or now_ms < self._next_try_ms or now_ms - self._since_ms < LOOK_S * 1000:
            return False
        return age_s is None or age_s >= self.every_s

    def _is_old(self) -> bool:
        """One that is not there is as old as the house's opening."""
        age_s = self.age_s()
        if age_s is None:
            age_s = (self._now_ms() - self._since_ms) / 1000
        return age_s > OLD * self.every_s

    async def _make(self) -> None:
        begun_ms = self._now_ms()
        why = await self._run_process()
        if why:
            self._next_try_ms = self._now_ms() + int(min(RETRY_S, self.every_s) * 1000)
        else:
            self._newest_ms = begun_ms
            logs.info("a backup was made and checked", folder=str(self.folder))
        self._note("backup/failed", bool(why), why)

    async def _run_process(self) -> str:
        """What went wrong, if anything did."""
        words = ("backup", "--store", str(self._database), "--into", str(self.folder), "--keep", str(self._keep))
        process = self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "ventuno",
            *words,
            "--json",
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            start_new_session=True,  # an interrupt at the keyboard is for the house
        )
        try:
            out, err = await process.communicate()
        finally:
            self._process = None
            with suppress(ProcessLookupError):
                process.terminate()
        return "" if process.returncode == 0 else _why(out, err)

    def _note(self, code: str, wrong: bool, why: str = "") -> None:
        if wrong:
            self.wrong[code] = f"{SAYS[code]}: {why or self.folder}"
        else:
            self.wrong.pop(code, None)


def _why(out: bytes, err: bytes) -> str:
    """The refusal's sentence, or the last line of whatever it said."""
    with suppress(msgspec.DecodeError, KeyError, TypeError):
        return str(msgspec.json.decode(out)["why"])
    lines = (err or out).decode(errors="replace").strip().splitlines()
    return lines[-1] if lines else "it was ended"


def backups_of(
    workers: Workers, now_ms: Callable[[], int], settings: HouseSettings, database: Path | None
) -> Backups | None:
    """None: they are not asked for. On PostgreSQL only where a folder was named."""
    if not settings.backup_every_h or (database is None and not settings.backup_folder):
        return None
    folder = backup_folder(settings)
    return Backups(workers, now_ms, database, folder, settings.backup_every_h, settings.backup_keep)


def backup_folder(settings: HouseSettings) -> Path:
    return Path(settings.backup_folder) if settings.backup_folder else Path(settings.data) / FOLDER
