"""The data folder: whose it is, who can look into it, whether there is room, and what kind of disk it is."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from ventuno.doctor.patient import Patient
from ventuno.doctor.report import Symptom, ok, warning, wrong
from ventuno.store import private

FEW_BYTES: Final = 2 << 30
TOO_FEW_BYTES: Final = 256 << 20
MOUNTS: Final = Path("/proc/self/mounts")
AFAR: Final = ("nfs", "cifs", "smb", "9p", "fuse.sshfs", "glusterfs", "ceph", "afs", "lustre")


def data(patient: Patient) -> Iterator[Symptom]:
    folder = patient.folder
    if patient.on_server:
        yield ok("the books are on a PostgreSQL server; the data folder is not used")
    elif not folder.exists():
        yield ok(f"{folder} is not there yet: the house makes it")
    elif not folder.is_dir():
        yield wrong(f"{folder} is no folder", "name another with --data or VENTUNO_DATA")
    else:
        yield from _whose(folder)
        yield from _open_to_others(folder)
        yield from _writable(folder)


def _whose(folder: Path) -> Iterator[Symptom]:
    others = sorted({one.name for one in (folder, *folder.iterdir()) if one.lstat().st_uid != os.geteuid()})
    if others:
        yield warning(
            f"not this user's, in {folder}: {', '.join(others)}",
            "run the doctor as the house's user; if you did, chown them to it",
        )


def _open_to_others(folder: Path) -> Iterator[Symptom]:
    loose = [one.name for one in (folder, *folder.iterdir()) if not one.is_symlink() and private.is_open_to_others(one)]
    if loose:
        yield warning(f"others can read {', '.join(sorted(loose))}", f"chmod -R go= {folder}")
    else:
        yield ok(f"{folder} and what lies in it are its owner's only")


def _writable(folder: Path) -> Iterator[Symptom]:
    stats = os.statvfs(folder)
    free = stats.f_bavail * stats.f_frsize
    if stats.f_flag & os.ST_RDONLY:
        yield wrong(
            f"the disk of {folder} can only be read", "look into the kernel's log (dmesg), then mount it for writing"
        )
    elif not os.access(folder, os.W_OK | os.X_OK):
        yield wrong(f"this user cannot write into {folder}", "chown it to the house's user")
    elif free < FEW_BYTES:
        say = wrong if free < TOO_FEW_BYTES else warning
        yield say(f"{folder} has {free >> 20:,} MB free", "make room: a full disk stops every table")
    else:
        yield ok(f"{folder} can be written, {free >> 30:,} GB free")


def disk(patient: Patient) -> Iterator[Symptom]:
    """Where locks do not hold, two houses may open one database."""
    if patient.on_server or not patient.folder.exists():
        return
    kind = kind_of(patient.folder, MOUNTS.read_text(encoding="utf-8") if MOUNTS.exists() else "")
    if kind.startswith(AFAR):
        yield wrong(
            f"the database lies on {kind}, where locks do not hold",
            "move it to a disk of this machine, or use PostgreSQL",
        )
    elif kind in ("tmpfs", "ramfs"):
        yield warning(
            f"the database lies on {kind}: it is gone with the next start of the machine", "move it to a disk"
        )
    else:
        yield ok(f"the database lies on {kind or 'a file system of unknown kind'}")


def kind_of(folder: Path, mounts: str) -> str:
    """Of the longest mount point above it."""
    here = folder.resolve()
    found = [(fields[1], fields[2]) for line in mounts.splitlines() if len(fields := line.split()) > 2]
    above = [(place, kind) for place, kind in found if here.is_relative_to(place)]
    return max(above, key=lambda one: len(one[0]), default=("", ""))[1]
