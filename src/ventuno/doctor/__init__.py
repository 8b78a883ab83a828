"""The doctor: looks at everything an operator could have wrong, changes nothing, and says what to do.

A check is a function that yields what it finds, and a line in `CHECKS`; with nothing to look at it yields nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

import msgspec

from ventuno.doctor import books, database, doors, folder, keeping, machine, running, server
from ventuno.doctor.patient import Patient
from ventuno.doctor.report import WORST, Symptom, warning

Check = Callable[[Patient], Iterator[Symptom]]
CHECKS: Final[dict[str, Check]] = {
    "python": machine.python,
    "settings": doors.settings,
    "listening": doors.listening,
    "web": doors.web,
    "files": machine.files,
    "data": folder.data,
    "disk": folder.disk,
    "database": database.opens,
    "held": database.held,
    "pages": database.pages,
    "log": database.log,
    "growth": database.growth,
    "postgresql": server.durable,
    "checksums": server.checksums,
    "connections": server.connections,
    "rights": server.rights,
    "key": books.key,
    "key file": books.key_file,
    "clock": machine.clock,
    "rounds": books.rounds,
    "transfers": books.transfers,
    "jackpots": books.jackpots,
    "people": books.people,
    "backups": keeping.backups,
    "copies": keeping.copies,
    "retention": doors.retention,
    "ready": running.ready,
}


def examine(patient: Patient) -> Iterator[Symptom]:
    """Everything, one after the other; a check that fails itself is a finding too."""
    for name, check in CHECKS.items():
        try:
            for finding in check(patient):
                yield msgspec.structs.replace(finding, check=name)
        except Exception as error:  # the others are looked at all the same
            found = warning(f"cannot be looked at: {error!r}"[:300], "run it as the house's user; else report it")
            yield msgspec.structs.replace(found, check=name)


__all__ = ["CHECKS", "WORST", "Patient", "Symptom", "examine"]
