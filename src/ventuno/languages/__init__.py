"""The languages there are: one folder each, with everything that is said in it, as data.

A language is there because its folder is there; there is no list to add it to. English is the model: what it says,
every language says, and a folder that leaves something out is told what. In a folder:

language.toml      its own name, and how it writes numbers, prices and lists
names.toml         what the house calls by a key: cards, bets, actions, outcomes
refusals.toml      why not, by the code of a refusal (`codes.toml` has every code there is), and what alerts are called
help.toml, certificate.toml    the pages of those names
terminal.toml      the table at the terminal
browser/           the browser's client; `browser/pages/` is fetched with the first page beside a table
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

FOLDER: Final = Path(__file__).parent
MODEL: Final = "en"
LANGUAGES: Final = tuple(sorted(path.parent.name for path in FOLDER.glob("*/language.toml")))

Language = str  # one of `LANGUAGES`


class Texts:
    """What one file of a language says: sentences by their place, such as `cards.shuffle.continuous`."""

    __slots__ = ("_at", "_said")

    def __init__(self, said: Mapping[str, str], at: str = "") -> None:
        self._said = said
        self._at = at

    def __call__(self, *place: object, **filled: object) -> str:
        """The sentence at a place, its {places} filled; yes and no are places too."""
        text = self._said[self._at + ".".join(map(_part, place))]
        return text.format(**filled) if filled else text

    def maybe(self, *place: object) -> str | None:
        """For a key that is not ours: a file of the operator's, a newer house."""
        return self._said.get(self._at + ".".join(map(_part, place)))

    def row(self, place: str) -> tuple[str, ...]:
        """A list of the file."""
        return tuple(self.table(place).values())

    def part(self, place: str) -> Texts:
        """What is under a place, for who speaks of nothing else."""
        return Texts(self._said, f"{self._at}{place}.")

    def table(self, place: str = "") -> dict[str, str]:
        """Everything under a place, in the order of the file."""
        at = self._at + (f"{place}." if place else "")
        return {key.removeprefix(at): text for key, text in self._said.items() if key.startswith(at)}


def _part(of: object) -> str:
    return str(of) if not isinstance(of, bool) else "yes" if of else "no"


@cache
def texts(language: Language, file: str) -> Texts:
    """A file of a language, such as `help`. A language that lacks what English says is a fault of its folder."""
    said = _read(language, file)
    if missing := [place for place in _read(MODEL, file) if place not in said]:
        raise ValueError(f"languages/{language}/{file}.toml does not say: {', '.join(missing)}")
    return Texts(said)


@cache
def _read(language: Language, file: str) -> Mapping[str, str]:
    path = FOLDER / language / f"{file}.toml"
    return dict(_flat(tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}))


def _flat(told: Any, at: str = "") -> Iterator[tuple[str, str]]:
    """Tables and lists within each other as one list of places."""
    if isinstance(told, str):
        yield at, told
        return
    for key, each in told.items() if isinstance(told, dict) else enumerate(told):
        yield from _flat(each, f"{at}.{key}" if at else str(key))
