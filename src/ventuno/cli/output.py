"""What the commands share about printing."""

from __future__ import annotations

import json
import os
import sys
from typing import Any, Final

_STYLES: Final = {"bold": "1", "dim": "2", "red": "31", "green": "32", "gold": "33", "blue": "36"}


def print_json(value: Any) -> None:
    print(json.dumps(value, ensure_ascii=False, indent=2))


def wants_colour() -> bool:
    """A terminal that has not asked to be left plain."""
    return sys.stdout.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"


def styled(text: str, *styles: str, colour: bool) -> str:
    if not colour or not styles:
        return text
    return f"\x1b[{';'.join(_STYLES[style] for style in styles)}m{text}\x1b[0m"
