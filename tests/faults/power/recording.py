"""A process under the shim, and what it did to the watched folder, in the order in which it happened."""

from __future__ import annotations

import os
import shutil
import struct
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

SHIM: Final = Path(__file__).with_name("shim.c")
COMPILERS: Final = ("cc", "gcc", "clang")
RECORD: Final = struct.Struct("<IIQQc")
LIFE_S: Final = 300

# The kinds of a record, as shim.c writes them.
MADE, OPENED, WROTE, CUT, ROOM, SYNCED, ALL_SYNCED = "c", "o", "w", "t", "a", "s", "S"
RENAMED, LINKED, UNLINKED, FOLDER, UNSEEN, SAID = "r", "l", "u", "m", "?", "!"


class Step(NamedTuple):
    """One thing that happened; which fields count depends on the kind."""

    kind: str
    file: int  # inode
    at: int  # offset, or size
    path: str
    other: bytes  # what was written, or a second path


def compiler() -> str | None:
    return next((found for name in COMPILERS if (found := shutil.which(name))), None)


def compile_shim(folder: Path) -> Path:
    """Its path. PostgreSQL does not run as root, and must be able to read it."""
    folder.chmod(0o755)
    found = compiler()
    assert found is not None
    built = folder / "shim.so"
    subprocess.run([found, "-O2", "-shared", "-fPIC", "-o", built, SHIM, "-ldl", "-lpthread"], check=True)
    built.chmod(0o755)
    return built


def surroundings(shim: Path, watched: Path, log: Path) -> dict[str, str]:
    """The environment of a process under the shim."""
    return {"LD_PRELOAD": str(shim), "VENTUNO_POWER_FOLDER": str(watched), "VENTUNO_POWER_LOG": str(log)}


def live(shim: Path, watched: Path, log: Path, *words: str) -> None:
    """Runs one of `lives.py` on the folder, to its end."""
    environ = os.environ | surroundings(shim, watched, log) | {"XDG_CONFIG_HOME": str(watched / "config")}
    command = [sys.executable, "-W", "ignore", "-m", "tests.faults.power.lives", *words]
    done = subprocess.run(command, env=environ, capture_output=True, text=True, timeout=LIFE_S)
    assert done.returncode == 0, done.stdout + done.stderr


def read_log(log: Path) -> list[Step]:
    return list(_steps(log.read_bytes()))


def _steps(log: bytes) -> Iterator[Step]:
    place = 0
    while place < len(log):
        ones, twos, file, at, kind = RECORD.unpack_from(log, place)
        first = place + RECORD.size
        second = first + ones
        place = second + twos
        yield Step(kind.decode(), file, at, os.path.normpath(log[first:second].decode()), log[second:place])
