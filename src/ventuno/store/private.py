"""Files for their owner's eyes only: 0600, their folder 0700, whatever the umask says.

And files that outlive a power cut: one that was synced may still be nowhere to be found, for its name is kept only
when its folder is synced (decision 37).
"""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import Final

FILE: Final = 0o600
FOLDER: Final = 0o700
_OTHERS: Final = 0o077
# What a kind of disk, or a folder that may be written to but not be read, answers to what it cannot do.
_CANNOT: Final = (errno.EACCES, errno.EINVAL, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EPERM)
BESIDE: Final = ("-wal", "-shm", "-journal")  # what SQLite lays beside a database


def new_file(path: Path) -> int:
    """Its owner's only, from the first moment. Raises where there is one already."""
    return os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, FILE)


def sync(path: Path) -> None:
    """A file's bytes, or a folder's names, to the disk. A folder that cannot be synced is left to the system."""
    try:
        handle = os.open(path, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
    except OSError as error:
        if error.errno not in _CANNOT or not path.is_dir():
            raise


def keep_new(path: Path, content: bytes) -> None:
    """A file that is there whole and for good, or not there at all. Raises where there is one already."""
    draft = path.with_name(f"{path.name}.{os.getpid()}.draft")
    draft.unlink(missing_ok=True)
    try:
        with os.fdopen(new_file(draft), "wb") as file:
            file.write(content)
        sync(draft)
        _name(draft, path)
        sync(path.parent)
    finally:
        draft.unlink(missing_ok=True)


def _name(draft: Path, path: Path) -> None:
    """A second name is refused where there is a file of that name; a new one would replace it."""
    try:
        os.link(draft, path)
    except OSError as error:
        if error.errno not in _CANNOT or path.exists():
            raise
        draft.rename(path)  # this kind of disk has no second names


def tighten(path: Path) -> bool:
    """Whether others could look at it until now. What is somebody else's is left to them."""
    try:
        mode = path.stat().st_mode
        if not mode & _OTHERS:
            return False
        path.chmod(FOLDER if stat.S_ISDIR(mode) else FILE)
    except OSError:
        return False
    return True


def keep_file(path: Path) -> None:
    """A database that is about to be opened, there or not: SQLite lays its logs beside it with the same mode."""
    with suppress(OSError):  # whatever it is, opening the database says it better
        os.close(os.open(path, os.O_CREAT | os.O_WRONLY, FILE))
        sync(path.parent)
    for ending in ("", *BESIDE):
        tighten(path.with_name(path.name + ending))


def new_folders(path: Path) -> None:
    """The folder, and those above it that are not there."""
    for folder in reversed((path, *path.parents)):
        if not folder.is_dir():
            folder.mkdir(FOLDER, exist_ok=folder != path)
            sync(folder.parent)


def make_folder(path: Path) -> list[Path]:
    """The folder, and everything that lies in it: what others could look at until now."""
    new_folders(path)
    if not _is_ours(path):
        return []
    return [one for one in (path, *_files(path)) if tighten(one)]


def _files(folder: Path) -> list[Path]:
    return [one for one in folder.iterdir() if one.is_file() and not one.is_symlink()]


def is_open_to_others(path: Path) -> bool:
    return bool(path.stat().st_mode & _OTHERS)


def _is_ours(folder: Path) -> bool:
    """Not where somebody works or lives, nor a folder for everybody: there only the database itself is kept private."""
    here = folder.resolve()
    lived_in = [Path.cwd()]
    with suppress(RuntimeError):  # nobody's home
        lived_in.append(Path.home())
    everybodys = here.stat().st_mode & (stat.S_ISVTX | stat.S_IWOTH) or len(here.parts) <= 2 or here.is_mount()
    return not everybodys and not any(place.is_relative_to(here) for place in lived_in)
