"""How text looks: with colour or without, drawn or in plain ASCII, and how wide."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Final

from ventuno.cli.output import styled

_ESCAPES: Final = re.compile(r"\x1b\[[0-9;]*m")
_ACUTE_AND_GRAVE: Final = ("\u0300", "\u0301")
_IN_ASCII: Final = str.maketrans("·–−—─═×•▶★♠♥♦♣’‘“”«»", '|----=x*>*shdc\'\'""""')


@dataclass(frozen=True, slots=True)
class Look:
    drawn: bool = True  # Unicode, cards with frames; otherwise ASCII, a hand a line
    colour: bool = False
    width: int = 80

    def styled(self, text: str, *styles: str) -> str:
        return styled(text, *styles, colour=self.colour)

    def finished(self, text: str) -> str:
        """The text as it goes out: nothing but ASCII where it has to be plain."""
        return text if self.drawn else in_ascii(text)


def width_of(text: str) -> int:
    """How many columns a text takes."""
    return len(_ESCAPES.sub("", text))


def padded(text: str, width: int) -> str:
    return text + " " * (width - width_of(text))


def in_ascii(text: str) -> str:
    """
    >>> in_ascii("È più di 5 × 2…")
    "E' piu' di 5 x 2..."
    """
    apart = unicodedata.normalize("NFD", text.replace("…", "...").translate(_IN_ASCII))
    for accent in _ACUTE_AND_GRAVE:
        apart = apart.replace(accent, "'")  # as Italians write on a keyboard without accents
    return apart.encode("ascii", "replace").decode()
