"""Hypothesis strategies that the tests of several parts share."""

from __future__ import annotations

from typing import Final

from hypothesis import strategies as st

from ventuno.cards import DECK, Card

# One choice a row; a line of notation takes at most one token of each.
CHOICES: Final[tuple[tuple[str, ...], ...]] = (
    ("S17", "H17"),
    ("DOA", "D9", "D10"),
    ("DAS", "NDAS"),
    ("SPL0", "SPL1", "SPL2", "SPL3", "SPL4"),
    ("RSA", "NRSA"),
    ("HSA", "NHSA"),
    ("LS", "ES", "NS"),
    ("PEEK", "ENHC", "OBO"),
    ("BJ3:2", "BJ6:5", "BJ1:1", "BJ2:1", "BJ7:5"),
    ("PUSH22",),
    tuple(f"CHARLIE{cards}" for cards in range(3, 11)),
    ("FREE",),
)
DECKS: Final = tuple(f"{decks}D" for decks in range(1, 11))


@st.composite
def notations(draw: st.DrawFn) -> str:
    """A line of variant notation: the decks, and any of the other choices, in any order."""
    tokens = [draw(st.sampled_from(DECKS))]
    for choice in CHOICES:
        tokens += draw(st.sampled_from([(), *((token,) for token in choice)]))
    return " ".join(draw(st.permutations(tokens)))


def hands(least: int = 0, most: int = 12) -> st.SearchStrategy[list[Card]]:
    """Cards of a shoe of many decks: the same card may come again."""
    return st.lists(st.sampled_from(DECK), min_size=least, max_size=most)
