"""What lies on the disk: who may read it, and what it says. Class `rest`."""

from __future__ import annotations

import stat
from pathlib import Path
from typing import Final

from tests.attack.field import Field, attack
from tests.attack.pages import INTERNALS

OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def private(field: Field, path: Path) -> None:
    field.score.held(not mode(path) & OTHERS, f"{path.name} has {mode(path):o}: others of the machine may look")


@attack("rest")
async def modes_of_files(field: Field) -> None:
    """The data folder and everything in it belong to the house's user alone."""
    if field.data is None or not field.data.exists():
        field.score.note("the data folder is out of reach")
        return
    private(field, field.data)
    for path in sorted(field.data.rglob("*")):
        private(field, path)


@attack("rest")
async def modes_of_backups(field: Field) -> None:
    """A copy is as private as what it was made of."""
    path = field.backup() if field.backup is not None else None
    if path is None:
        field.score.note("no backup can be made")
        return
    for one in (path, *path.parent.glob(path.name + "*")):
        private(field, one)


@attack("rest")
async def key_beside_the_data(field: Field) -> None:
    """The key that opens what is sealed does not lie where the data lies, and is private."""
    if field.key is None or not field.key.exists():
        field.score.held(False, "there is no key: what is in the database can be read with the database alone")
        return
    private(field, field.key)
    if field.data is not None:
        field.score.held(field.data not in field.key.parents, f"the key lies in the data folder: {field.key.name}")
        text = field.key.read_bytes().strip()
        found = [path.name for path in field.data.rglob("*") if path.is_file() and text in path.read_bytes()]
        field.score.held(not found, f"the key is also in {found}")


@attack("rest")
async def passwords_in_the_clear(field: Field) -> None:
    """Neither passwords nor sessions of ours are in any file of the data folder, nor in the log."""
    guest = await field.account()
    files = [path for path in field.data.rglob("*") if path.is_file()] if field.data else []
    files += [field.log] if field.log else []
    if not files:
        field.score.note("the files are out of reach")
    for path in files:
        data = path.read_bytes()
        for secret in (guest.password, guest.token):
            field.score.held(secret.encode() not in data, f"{path.name} holds a password or a session in the clear")


@attack("rest")
async def strangers_learn_nothing_from_health(field: Field) -> None:
    """Health and metrics say how the house is, not what it is made of."""
    for target in ("/health/live", "/health/ready"):
        answer = await field.ask("GET", target)
        leak = INTERNALS.search(answer.body.decode("latin-1"))
        field.score.held(leak is None, f"{target} says {leak and leak[0]!r}")
