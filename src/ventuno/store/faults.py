"""What can be wrong with the database itself, each with a code. Nothing was acknowledged.

    store/away      the database does not answer
    store/full      no room left to write
    store/corrupt   the file is damaged: restore a backup
    store/io        the disk failed to write
    store/busy      too much is waiting, or somebody else holds the database
    store/newer     the database was made by a newer Ventuno
    store/older     the database was made by an older Ventuno, and may only be read
    store/closed    the store has been closed
    store/taken_over  another house has the database now: this one stops

A command that met one of these may or may not have been written (the answer can be lost after the
commit). Sending it again with the same key is always right: it is done once in all.
"""

from __future__ import annotations

from typing import Final

from ventuno.refusal import RefusalRaised

CORRUPT: Final = "store/corrupt"


class StoreFault(RefusalRaised):
    """Not a refusal of a command but a state of the store; it carries the code as refusals do."""

    @property
    def code(self) -> str:
        return self.refusal.code


def other_version(version: int, known: int) -> StoreFault | None:
    """What is wrong with a database of this version, for whoever may not change it; 0: it is none of ours."""
    if version == known:
        return None
    if not version:
        return StoreFault("store/none", "this is no database of Ventuno's")
    if version > known:
        return newer(version, known)
    why = f"the database is of version {version}, this Ventuno reads {known}, and reading changes nothing"
    return StoreFault(
        "store/older", f"{why}: bring it forward with `ventuno migrate`, or read it with the Ventuno it is of"
    )


def newer(version: int, known: int) -> StoreFault:
    return StoreFault("store/newer", f"the database is of version {version}; this Ventuno knows {known}")
