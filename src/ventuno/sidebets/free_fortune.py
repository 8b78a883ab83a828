"""Free Fortune: how many free chips one starting hand used."""

from __future__ import annotations

from ventuno.sidebets.seen import Seen

MOST = 7
FREE_FORTUNE = tuple(str(chips) for chips in range(MOST, 0, -1))


def free_fortune(seen: Seen) -> str | None:
    """Free splits and free doubles together; more than seven count as seven."""
    return str(min(seen.free_chips, MOST)) if seen.free_chips else None
