"""Progressive: aces in a row from the first card of the hand."""

from __future__ import annotations

from ventuno.sidebets.seen import Seen

PROGRESSIVE = ("suited-aaaa", "suited-aaa", "aaaa", "aaa", "suited-aa", "aa", "a")


def progressive(seen: Seen) -> str | None:
    """The best outcome: three suited aces stay three suited aces when an off-suit one follows."""
    aces = seen.aces
    made = set()
    for count in range(1, len(aces) + 1):
        suited = len({ace.suit for ace in aces[:count]}) == 1
        made |= {"a" * count} | ({f"suited-{'a' * count}"} if suited else set())
    return next((outcome for outcome in PROGRESSIVE if outcome in made), None)
