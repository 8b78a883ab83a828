"""The machine: Python and packages, files it may open, its clock."""

from __future__ import annotations

import ctypes
import platform
import resource
from collections.abc import Iterator
from importlib import metadata
from typing import Final

from ventuno.doctor.patient import Patient
from ventuno.doctor.report import Symptom, ok, warning, wrong
from ventuno.server.limits import fitted
from ventuno.server.timekeeping import in_words
from ventuno.store import looks

NEEDED: Final = ("aiohttp", "argon2-cffi", "cryptography", "msgspec", "numba", "numpy", "psycopg")
WELCOME: Final = ("uvloop",)
AHEAD_MS: Final = 60_000  # that a record may be ahead of the clock
UNSYNCHRONISED: Final = 0x40  # of the kernel's clock status
_BEHIND: Final = (
    "put the clock right before the house opens: limits and expiries count by it. If it is right, and the records were "
    "written by one that was ahead: ventuno serve --clock-is-right; the house's own time goes on from the newest "
    "record, and where the two are more than watch.clock_gap_h apart, things expire by the machine's clock"
)


def python(patient: Patient) -> Iterator[Symptom]:
    yield ok(f"Ventuno {_version('ventuno') or '?'} on Python {platform.python_version()}")
    missing = [name for name in NEEDED if not _version(name)]
    if missing:
        yield wrong(f"packages are missing: {', '.join(missing)}", "install Ventuno anew with pip")
    for name in WELCOME:
        if not _version(name):
            yield warning(f"{name} is missing: the house is slower", f"pip install {name}")
    versions = ", ".join(f"{name} {_version(name)}" for name in NEEDED if name not in missing)
    yield ok(f"{versions}, SQLite {looks.SQLITE}")


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return ""


def files(patient: Patient) -> Iterator[Symptom]:
    """`serve` takes as many as it may have."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    limits = patient.settings.limits
    found = limits if most == resource.RLIM_INFINITY else fitted(limits, most)
    if found == limits:
        yield ok(f"the system allows {most:,} open files")
        return
    yield warning(
        f"the system allows {most:,} open files: room for {found.connections:,} players, not {limits.connections:,}",
        "raise it (LimitNOFILE=65536 in the service, or ulimit -n), or lower limits.connections",
    )


def clock(patient: Patient) -> Iterator[Symptom]:
    if patient.books is not None:
        ahead_ms = looks.newest_record_ms(patient.books) - patient.now_ms
        if ahead_ms > AHEAD_MS:
            says = f"the newest record is {in_words(ahead_ms)} ahead of this machine's clock"
            yield wrong(says, _BEHIND)
            return
    synchronised = _is_synchronised()
    if synchronised is None:
        yield ok("the clock is not behind the books; whether it is synchronised cannot be known here")
    elif synchronised:
        yield ok("the clock is synchronised, and not behind the books")
    else:
        yield warning("nobody keeps the clock right", "run a time service: systemd-timesyncd, chrony or ntpd")


def _is_synchronised() -> bool | None:
    """As the kernel knows it; asking changes nothing."""
    buffer = ctypes.create_string_buffer(512)
    try:
        if ctypes.CDLL(None).adjtimex(buffer) < 0:
            return None
    except (OSError, AttributeError):
        return None
    return not ctypes.c_int.from_buffer(buffer, 40).value & UNSYNCHRONISED
