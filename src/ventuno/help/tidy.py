"""Words that come from a variant file, made fit for a page."""

from __future__ import annotations


def tidy(text: str) -> str:
    """One line without control characters: a file may have been written by anyone."""
    return " ".join("".join(char if char.isprintable() else " " for char in text).split())
