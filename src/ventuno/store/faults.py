"""What can be wrong with the database itself, each with a code. Nothing was acknowledged.

    store/away      the database does not answer
    store/full      no room left to write
    store/corrupt   the file is damaged: restore a backup
    store/io        the disk failed to write
    store/busy      too much is waiting, or somebody else holds the database
    store/newer     the database was made by a newer Ventuno
    store/closed    the store has been closed

A command that met one of these may or may not have been written (the answer can be lost after the
commit). Sending it again with the same key is always right: it is done once in all.
"""

from __future__ import annotations

from typing import Final

from ventuno.refusal import Refused

CORRUPT: Final = "store/corrupt"


class StoreFault(Refused):
    """Not a refusal of a command but a state of the store; it carries the code as refusals do."""

    @property
    def code(self) -> str:
        return self.refusal.code
