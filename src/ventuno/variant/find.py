"""Finds variants: in the package's own catalog, in the folder VENTUNO_VARIANTS names, by path, by notation.

A game is in the catalog because its file is in the folder; there is no list to add it to.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from ventuno.refusal import Refused
from ventuno.variant.faults import Fault, FaultyVariant, did_you_mean
from ventuno.variant.file import parse
from ventuno.variant.model import Variant
from ventuno.variant.notation import from_notation, looks_like_notation

CATALOG: Final = Path(__file__).parent / "catalog"
FOLDER_SETTING: Final = "VENTUNO_VARIANTS"
MOST_BYTES: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class Catalog:
    """Every variant that can be called by name, and the files that could not be read."""

    variants: dict[str, Variant]
    faulty: dict[str, FaultyVariant]


def catalog() -> Catalog:
    found = Catalog({}, {})
    for name, path in sorted(_files().items()):
        try:
            found.variants[name] = _from_file(path)
        except FaultyVariant as fault:
            found.faulty[name] = fault
    return found


def load(called: str) -> Variant:
    """The variant that a name, a path or a notation means."""
    if path := _files().get(called):
        return _from_file(path)
    if called.endswith(".toml") or os.sep in called:
        return _from_file(Path(called))
    if looks_like_notation(called):
        return _cached_notation(called)
    raise Refused(
        "variant/unknown",
        f"{called!r} is no variant; {did_you_mean(called, sorted(_files()))} "
        f'A path to a .toml file and a notation such as "6D H17 DAS" work too.',
        called=called,
        known=sorted(_files()),
    )


_cached_notation = cache(from_notation)


def _files() -> dict[str, Path]:
    """Name -> file; the operator's own folder goes before the catalog."""
    folders = [CATALOG]
    if own := os.environ.get(FOLDER_SETTING):
        folders.append(Path(own))
    return {path.stem: path for folder in folders for path in folder.glob("*.toml")}


def _from_file(path: Path) -> Variant:
    source = path.name
    try:
        if path.stat().st_size > MOST_BYTES:
            raise FaultyVariant(source, [Fault("", f"is larger than {MOST_BYTES:,} bytes")])
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise Refused("variant/no_file", f"there is no file {path}", path=str(path)) from None
    except (OSError, UnicodeDecodeError) as error:
        raise Refused("variant/unreadable", f"{path} cannot be read: {error}", path=str(path)) from None
    return _cached_file(text, path.stem, source)


_cached_file = cache(parse)
