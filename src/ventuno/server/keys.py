"""Where the key comes from that seals what lies in the database and nobody may read there (decision 27).

VENTUNO_KEY has it, or the file that VENTUNO_KEY_FILE names; else a file of the user's own, outside the data folder,
made when the house is opened for the first time. A database knows its key: with another one the house does not open.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from ventuno.refusal import RefusalRaised
from ventuno.server import logs
from ventuno.store import Ledger, private
from ventuno.store.address import host_and_port
from ventuno.store.key_check import fits, key_check, remember_key
from ventuno.store.sealing import KEY_BYTES, Seal, new_key

KEY: Final = "VENTUNO_KEY"
KEY_FILE: Final = "VENTUNO_KEY_FILE"
ENDING: Final = ".key"
MOST_TRIED: Final = 1000  # key files of a user's houses
LONGEST: Final = 1024  # bytes of a key file that are read

_GO_ON: Final = (
    "To go on without it: `ventuno serve --new-key`; then rounds that are open and cannot be read are void, "
    "their stakes go back, and second factors are set up anew"
)

_SAY_IT: Final = (
    f"set {KEY} to {2 * KEY_BYTES} hex digits (`openssl rand -hex {KEY_BYTES}` makes some), "
    f"or {KEY_FILE} to a file that can be written"
)


class KeyRing:
    """Where a house looks for its key: said, in a file that was named, or in the user's own folder."""

    def __init__(self, house: str, said: str = "", file: str = "", data: Path | None = None) -> None:
        self._said = said
        self._named = bool(file)
        self._file = Path(file) if said or file else _own_folder() / f"{_name(house)}{ENDING}"
        if not said and data is not None and self._file.resolve().is_relative_to(data.resolve()):
            why = f"the key file {self._file} lies in the data folder: who copies the one has the other. Move it away"
            raise RefusalRaised("key/in_data_folder", f"{why}, and name its place with {KEY_FILE}")

    def seal_of(self, ledger: Ledger, *, new: bool = False) -> Seal:
        """The seal that fits the database; `new`: the old key is lost, and the one at hand counts from now on."""
        for file in self._files():
            private.tighten(file)
        check, mine = key_check(ledger), self._mine()
        if check is not None:
            if (seal := self._fitting(check, mine)) is not None:
                return seal
            if not new:
                raise RefusalRaised("key/wrong", f"{self.missing()}. {_GO_ON}")
            logs.warning("the house goes on with another key: what was sealed with the lost one stays sealed")
        seal = mine or Seal(self._make())
        remember_key(ledger, seal)
        return seal

    def knows(self, check: bytes) -> bool:
        """Whether the database's key is at hand; makes none, and changes nothing."""
        return self._fitting(check, self._mine()) is not None

    def _fitting(self, check: bytes, mine: Seal | None) -> Seal | None:
        seals = (mine, *self._of_other_houses())
        return next((seal for seal in seals if seal is not None and fits(seal, check)), None)

    def _mine(self) -> Seal | None:
        """With the key that was said, or that is in the file."""
        if self._said:
            return Seal(_key(self._said, KEY))
        return Seal(_read(self._file)) if self._file.exists() else None

    def _of_other_houses(self) -> Iterator[Seal]:
        """The data folder may have been moved, and the key file still have its old name."""
        for file in self._files()[1:]:
            with suppress(RefusalRaised):
                yield Seal(_read(file))

    def _files(self) -> list[Path]:
        """The one that should have it first."""
        if self._said:
            return []
        if self._named or not self._file.parent.is_dir():
            return [self._file]
        return [self._file, *sorted(self._file.parent.glob(f"*{ENDING}"))[:MOST_TRIED]]

    def _make(self) -> bytes:
        key = new_key()
        try:
            if not self._named:
                private.new_folders(self._file.parent)
            private.keep_new(self._file, f"{key.hex()}\n".encode("ascii"))
        except OSError as error:
            if isinstance(error, FileExistsError) and self._file.is_file():
                return _read(self._file)  # another house was faster
            why = f"the key that seals hole cards cannot be kept in {self._file} ({error.strerror})"
            raise RefusalRaised("key/cannot_write", f"{why}: {_SAY_IT}") from None
        why = "a new key seals hole cards and second factors: keep a copy of it, apart from the database's backups"
        logs.info(why, key=str(self._file))
        return key

    def missing(self) -> str:
        """What is wrong, and what would be right."""
        if self._said:
            return f"{KEY} is not the key that this database was sealed with: set the one it had"
        if self._file.exists():
            return f"{self._file} is not the key that this database was sealed with: put the one it had there"
        where = f"it is not in {self._file}" if self._named else f"it is neither in {self._file} nor beside it"
        return f"the key that this database was sealed with is missing: {where}. Put it there, or set {KEY_FILE}"


def _own_folder() -> Path:
    """Whoever runs a house in a container may have no home at all."""
    if config := os.environ.get("XDG_CONFIG_HOME"):
        return Path(config) / "ventuno"
    try:
        return Path.home() / ".config" / "ventuno"
    except RuntimeError:
        raise RefusalRaised("key/no_home", f"there is no home folder to keep the house's key in: {_SAY_IT}") from None


def _name(house: str) -> str:
    """Of a data folder, or of a database's address without who signs in there."""
    if "://" in house:
        parts = urlsplit(house)
        whole = f"{host_and_port(parts)}{parts.path}?{parts.query}"
        last = parts.path.strip("/")
    else:
        folder = Path(house).resolve()
        whole, last = str(folder), folder.name
    plain = "".join(sign if sign.isalnum() else "-" for sign in last)[:40] or "house"
    return f"{plain}-{hashlib.sha256(whole.encode()).hexdigest()[:12]}"


def _read(file: Path) -> bytes:
    try:
        with file.open("rb") as found:
            text = found.read(LONGEST).decode("ascii", "replace").strip()
    except OSError as error:
        raise RefusalRaised("key/unreadable", f"the key file {file} cannot be read: {error.strerror}") from None
    return _key(text, str(file))


def _key(text: str, where: str) -> bytes:
    """Never says what was written there."""
    try:
        key = bytes.fromhex(text.strip())
    except ValueError:
        key = b""
    if len(key) != KEY_BYTES:
        raise RefusalRaised("key/malformed", f"{where} holds no key: a key is {2 * KEY_BYTES} hex digits, 0-9 and a-f")
    return key
