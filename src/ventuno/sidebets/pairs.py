"""Pairs: equal rank (K-K), never merely equal value (K-Q)."""

from __future__ import annotations

from ventuno.cards import Card
from ventuno.sidebets.seen import Seen

PAIRS = ("perfect", "coloured", "mixed")
ANY_PAIR = ("suited-pair", "any-pair")


def _pair(one: Card, other: Card) -> str | None:
    if one.rank != other.rank:
        return None
    if one.suit == other.suit:
        return "perfect"
    return "coloured" if one.is_red == other.is_red else "mixed"


def players_pair(seen: Seen) -> str | None:
    """Perfect Pairs and Player Pair: my first two cards."""
    return _pair(*seen.first_two)


def dealers_pair(seen: Seen) -> str | None:
    """Dealer Pair: the up card and the hole card."""
    return _pair(seen.up_card, seen.hole_card)


def any_pair(seen: Seen) -> str | None:
    """Any Pair: my first two cards; only the suit makes a difference."""
    pair = _pair(*seen.first_two)
    return pair and ("suited-pair" if pair == "perfect" else "any-pair")
