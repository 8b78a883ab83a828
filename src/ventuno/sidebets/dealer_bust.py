"""Bets that the dealer busts: judged on the dealer's final hand, which is drawn out for them."""

from __future__ import annotations

from ventuno.cards import ACE, TEN
from ventuno.sidebets.seen import Seen

BUST_IT = ("8-or-more-cards", "7-cards", "6-cards", "5-cards", "4-cards", "3-cards", "push")
BUSTER = (
    "8-or-more-cards-with-blackjack",
    "7-cards-with-blackjack",
    "8-or-more-cards",
    "7-cards",
    "6-cards",
    "5-cards",
    "3-or-4-cards",
)
BUSTED_BONANZA = ("ace-up-and-17", "ten-up-and-17", "17", "ten-up", "bust")


def _cards(count: int) -> str:
    return f"{count}-cards" if count < 8 else "8-or-more-cards"


def bust_it(seen: Seen) -> str | None:
    """A player's blackjack always pushes the bet, whatever the dealer makes."""
    if seen.natural:
        return "push"
    return _cards(seen.dealer_count) if seen.dealer_busts else None


def buster(seen: Seen) -> str | None:
    if not seen.dealer_busts:
        return None
    count = seen.dealer_count
    if count <= 4:
        return "3-or-4-cards"
    return _cards(count) + ("-with-blackjack" if seen.natural and count >= 7 else "")


def busted_bonanza(seen: Seen) -> str | None:
    """After a split the outcomes that need my 17 do not apply."""
    if not seen.dealer_busts:
        return None
    if seen.unsplit_17:
        return {ACE: "ace-up-and-17", TEN: "ten-up-and-17"}.get(seen.up_value, "17")
    return "ten-up" if seen.up_value == TEN else "bust"
