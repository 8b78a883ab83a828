"""What the browser's client says, in every language: its build makes modules of it (`web/scripts/words.mjs`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ventuno.languages import FOLDER, LANGUAGES, MODEL, Language, texts

FIRST: Final = "browser"  # with the first table
LATER: Final = "browser/pages"  # with the first page beside it
SHARED: Final = ("names", "refusals")
NOT_AT_A_TABLE: Final = ("letter.", "alert.")  # of what is shared
ALONE: Final = "level."  # in the client they stand alone: with a capital letter


def words() -> dict[Language, dict[str, str | dict[str, str]]]:
    """By language: its own name, the locale its numbers are written by, and its sentences, by when they are needed."""
    return {language: _words(language) for language in LANGUAGES}


def _words(language: Language) -> dict[str, str | dict[str, str]]:
    itself = texts(language, "language")
    found: dict[str, dict[str, str]] = {"base": {}, "pages": {}}
    for chunk, key, text in _sentences(language):
        if key in found["base"] or key in found["pages"]:
            raise ValueError(f"languages/{language} says {key} twice")
        found[chunk][key] = text
    return {"name": itself("name"), "locale": itself("locale"), **found}


def _sentences(language: Language) -> Iterator[tuple[str, str, str]]:
    for file in SHARED:
        for key, text in texts(language, file).table().items():
            shown = text[:1].upper() + text[1:] if key.startswith(ALONE) else text
            yield "pages" if key.startswith(NOT_AT_A_TABLE) else "base", key, shown
    for chunk, folder in (("base", FIRST), ("pages", LATER)):
        for path in sorted((FOLDER / MODEL / folder).glob("*.toml")):
            for key, text in texts(language, f"{folder}/{path.stem}").table().items():
                yield chunk, key, text
