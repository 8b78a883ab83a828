"""Defects that the world has found and that are not mended yet. Whoever mends one takes its line away."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

KNOWN: Final[dict[str, str]] = {}


def known_among(wrong: Iterable[str]) -> set[str]:
    return {name for name, pattern in KNOWN.items() for what in wrong if re.search(pattern, what)}


def new_among(wrong: Iterable[str]) -> list[str]:
    return [what for what in wrong if not any(re.search(pattern, what) for pattern in KNOWN.values())]
