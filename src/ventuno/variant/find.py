"""Finds variants: in the package's own catalog, in the folder VENTUNO_VARIANTS names, by path, by notation.

A game is in the catalog because its file is in the folder; there is no list to add it to.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from ventuno.refusal import RefusalRaised
from ventuno.variant.faults import Fault, FaultyVariant, did_you_mean
from ventuno.variant.file import parse
from ventuno.variant.model import Variant
from ventuno.variant.notation import from_notation, looks_like_notation

CATALOG: Final = Path(__file__).parent / "catalog"
FOLDER_SETTING: Final = "VENTUNO_VARIANTS"
MOST_BYTES: Final = 1 << 16  # thirty times the longest of the catalog
MOST_CACHED: Final = 256  # whoever may name a variant can name any number of them


@dataclass(frozen=True, slots=True)
class Catalog:
    """Every variant that can be called by name, and what is wrong with the files that are none."""

    variants: dict[str, Variant]
    faulty: dict[str, FaultyVariant]


def catalog() -> Catalog:
    found = Catalog({}, {})
    if (own := os.environ.get(FOLDER_SETTING)) and not Path(own).is_dir():
        why = f"this is no folder, and {FOLDER_SETTING} names it"
        found.faulty[FOLDER_SETTING] = FaultyVariant(own, [Fault("", why)])
    for name, path in sorted(_files().items()):
        try:
            found.variants[name] = _from_file(path)
        except FaultyVariant as faulty:
            found.faulty[name] = faulty
        except RefusalRaised as unreadable:  # one bad file never hides the others
            found.faulty[name] = FaultyVariant(path.name, [Fault("", unreadable.refusal.why)])
    return found


def load(called: str) -> Variant:
    """The variant that a name, a path or a notation means."""
    if path := _files().get(called):
        return _from_file(path)
    if called.endswith(".toml") or os.sep in called:
        return _from_file(Path(called))
    if looks_like_notation(called):
        return _cached_notation(called)
    raise RefusalRaised(
        "variant/unknown",
        f"{called!r} is no variant; {did_you_mean(called, sorted(_files()))} "
        f'A path to a .toml file and a notation such as "6D H17 DAS" work too.',
        called=called,
        known=sorted(_files()),
    )


_cached_notation = lru_cache(maxsize=MOST_CACHED)(from_notation)


def _files() -> dict[str, Path]:
    """Name -> file; the operator's own folder goes before the catalog."""
    folders = [CATALOG]
    if own := os.environ.get(FOLDER_SETTING):
        folders.append(Path(own))
    return {path.stem: path for folder in folders for path in folder.glob("*.toml")}


def _from_file(path: Path) -> Variant:
    source = path.name
    data = _bytes(path)
    if len(data) > MOST_BYTES:
        raise FaultyVariant(source, [Fault("", f"is larger than {MOST_BYTES:,} bytes")])
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise FaultyVariant(source, [Fault("", "is not UTF-8 text", line)]) from None
    return _cached_file(text, path.stem, source)


def _bytes(path: Path) -> bytes:
    """What a file holds, as far as it may be long. A pipe or a device may have no end, so it is no file."""
    try:
        if path.exists() and not path.is_file():
            raise RefusalRaised("variant/unreadable", f"{path} cannot be read: it is not a file", path=str(path))
        with path.open("rb") as file:
            return file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        raise RefusalRaised("variant/no_file", f"there is no file {path}", path=str(path)) from None
    except (OSError, ValueError) as error:  # ValueError: a name with a NUL in it
        raise RefusalRaised("variant/unreadable", f"{path} cannot be read: {error}", path=str(path)) from None


_cached_file = lru_cache(maxsize=MOST_CACHED)(parse)
