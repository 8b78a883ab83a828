"""A disk that the power leaves: what it holds for certain, and what it may hold besides.

Bytes and sizes are certain once their file was synced; names once their folder was (a file that was synced may still
be nowhere to be found). Of the rest any part may be there: each sector of a write, a later one without an earlier one,
the new size of a file without its bytes, each change of a name.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from tests.faults.power.recording import (
    ALL_SYNCED,
    CUT,
    FOLDER,
    LINKED,
    MADE,
    OPENED,
    RENAMED,
    ROOM,
    SAID,
    SYNCED,
    UNLINKED,
    UNSEEN,
    WROTE,
    Step,
)

SECTOR: Final = 512
Keep = Callable[[], bool]  # whether the next thing that is not certain is there


class Change(NamedTuple):
    """Of a file's bytes; without bytes, of its size (`grows`: never smaller)."""

    at: int
    bytes: bytes = b""
    grows: bool = False


class File:
    def __init__(self, certain: bytes = b"") -> None:
        self.certain = bytearray(certain)
        self.open: list[Change] = []  # since it was last synced

    def synced(self) -> None:
        for change in self.open:
            _apply(self.certain, change)
        self.open.clear()

    def after(self, keep: Keep) -> bytes:
        found = bytearray(self.certain)
        for change in self.open:
            for part in _sectors(change):
                if keep():
                    _apply(found, part)
                elif part.bytes and keep():  # its room is there, its bytes are not
                    _apply(found, Change(part.at + len(part.bytes), grows=True))
        return bytes(found)


class Folder:
    def __init__(self) -> None:
        self.now: dict[str, File | Folder] = {}
        self.certain: dict[str, File | Folder] = {}
        self.open: list[Renaming] = []

    def did(self, change: Renaming) -> None:
        change.apply(self.now)
        self.open.append(change)

    def synced(self) -> None:
        self.certain = dict(self.now)
        self.open.clear()

    def keep(self, node: File | Folder) -> bool:
        """Makes certain that it was made here, if it was and that is not certain yet."""
        made = [change for change in self.open if change.node is node and not change.gone]
        for change in made:
            change.apply(self.certain)
            self.open.remove(change)
        return bool(made)

    def after(self, keep: Keep) -> dict[str, File | Folder]:
        found = dict(self.certain)
        for change in self.open:
            if keep():
                change.apply(found)
        return found


class Renaming(NamedTuple):
    """Of one entry: gone under one name, there under another. Both or neither, but only where the first is still it."""

    node: File | Folder
    gone: str = ""
    there: str = ""

    def apply(self, names: dict[str, File | Folder]) -> None:
        if self.gone and names.get(self.gone) is self.node:
            del names[self.gone]
        if self.there:
            names[self.there] = self.node


def _apply(found: bytearray, change: Change) -> None:
    size = change.at + len(change.bytes)
    if change.bytes or change.grows:
        found.extend(bytes(max(0, size - len(found))))
    if change.bytes:
        found[change.at : size] = change.bytes
    elif not change.grows:
        found[:] = found[:size] + bytes(max(0, size - len(found)))


def _sectors(change: Change) -> Iterator[Change]:
    """A sector is written whole or not at all."""
    if not change.bytes:
        yield change
    place = 0
    while place < len(change.bytes):
        size = SECTOR - (change.at + place) % SECTOR
        yield Change(change.at + place, change.bytes[place : place + size])
        place += size


class Disk:
    """`play` the steps; `leave` what is there when the power goes."""

    def __init__(self, root: Path, *, names_go_with_files: bool = False) -> None:
        """What is in the folder now is certain.

        `names_go_with_files`: a new file that is synced is found, as ext4, XFS and Btrfs see to. PostgreSQL counts on
        that for the files of its tables; the house and SQLite do not.
        """
        self._names_go_with_files = names_go_with_files
        self._top = os.path.realpath(root)
        self._numbers: dict[int, File | Folder] = {}  # by inode
        self.root = self._read(Path(self._top))
        self.said: list[str] = []
        self.unseen: set[File | Folder] = set()  # written through a mapping: what is in it we do not know

    def _read(self, path: Path) -> Folder:
        folder = Folder()
        for entry in sorted(path.iterdir()):
            node = self._read(entry) if entry.is_dir() else File(entry.read_bytes())
            self._numbers[entry.stat().st_ino] = node
            folder.now[entry.name] = node
        folder.synced()
        self._numbers[path.stat().st_ino] = folder
        return folder

    # -- what happened --------------------------------------------------------------------------

    def play(self, steps: Sequence[Step]) -> None:
        for step in steps:
            self._play(step)

    def _play(self, step: Step) -> None:
        if step.kind == SAID:
            self.said.append(step.path)
        elif step.kind in (MADE, FOLDER):
            node: File | Folder = File() if step.kind == MADE else Folder()
            self._numbers[step.file] = node
            folder, name = self._find(step.path)
            folder.did(Renaming(node, there=name))
        elif step.kind == SYNCED:
            self._numbers[step.file].synced()
            if self._names_go_with_files:
                self._keep_name(self._numbers[step.file])
        elif step.kind == ALL_SYNCED:
            for node in self._numbers.values():
                node.synced()
        elif step.kind in (RENAMED, LINKED, UNLINKED):
            self._rename(step)
        elif step.kind == UNSEEN:
            self.unseen.add(self._numbers[step.file])
        elif step.kind != OPENED:
            self._write(step)

    def _keep_name(self, node: File | Folder) -> None:
        for folder in self._numbers.values():
            if isinstance(folder, Folder) and folder.keep(node):
                self._keep_name(folder)

    def _write(self, step: Step) -> None:
        file = self._numbers[step.file]
        assert isinstance(file, File)
        changes = {WROTE: Change(step.at, step.other), CUT: Change(step.at), ROOM: Change(step.at, grows=True)}
        file.open.append(changes[step.kind])

    def _rename(self, step: Step) -> None:
        folder, name = self._find(step.path)
        node = folder.now[name]
        if step.kind == UNLINKED:
            folder.did(Renaming(node, gone=name))
            return
        target, new = self._find(os.path.normpath(step.other.decode()))
        gone = name if step.kind == RENAMED else ""
        if target is folder:
            folder.did(Renaming(node, gone, new))
        else:  # from folder to folder it may be there twice, or not at all
            target.did(Renaming(node, there=new))
            folder.did(Renaming(node, gone=gone))

    def _find(self, path: str) -> tuple[Folder, str]:
        folder = self.root
        *above, name = os.path.relpath(path, self._top).split(os.sep)
        for part in above:
            found = folder.now[part]
            assert isinstance(found, Folder)
            folder = found
        return folder, name

    # -- what is left ---------------------------------------------------------------------------

    def leave(self, target: Path, keep: Keep) -> None:
        """Writes what the disk may hold into a new folder."""
        _leave(self.root, target, keep)

    def differences(self, path: Path) -> list[str]:
        """Where the folder is not what the steps make it: what the shim did not see."""
        return list(self._differences(self.root, path))

    def _differences(self, folder: Folder, path: Path) -> Iterator[str]:
        there = {entry.name for entry in path.iterdir()}
        yield from (f"{path / name}: only in one" for name in there ^ set(folder.now))
        for name, node in folder.now.items():
            if isinstance(node, Folder):
                yield from self._differences(node, path / name)
            elif node not in self.unseen and name in there and node.after(everything) != (path / name).read_bytes():
                yield f"{path / name}: other bytes"


def _leave(folder: Folder, target: Path, keep: Keep) -> None:
    target.mkdir(mode=0o700)
    for name, node in folder.after(keep).items():
        if isinstance(node, Folder):
            _leave(node, target / name, keep)
        else:
            (target / name).write_bytes(node.after(keep))


def nothing() -> bool:
    return False


def everything() -> bool:
    return True


def by_chance(seed: str) -> Keep:
    """Mostly lost, mostly kept, or half and half: by the seed."""
    chance = random.Random(seed)
    share = chance.choice((0.1, 0.5, 0.9))
    return lambda: chance.random() < share
