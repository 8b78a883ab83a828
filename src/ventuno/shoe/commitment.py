"""A promise of the shuffle before the first card, and its proof after the last.

The house draws a seed, publishes its commitment, deals one round from
`FreshShoe(decks, SeededRandomness(seed))`, and reveals the seed when the round is over. Who
kept the commitment can then deal the same cards again.

    commitment = SHA-256("ventuno/commitment/1" || 0x00 || seed), in hexadecimal
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Final

from ventuno.cards import Card
from ventuno.shoe.fresh import FreshShoe
from ventuno.shoe.randomness import SeededRandomness

COMMITMENT_TAG: Final = b"ventuno/commitment/1\0"  # its own, so that it tells nothing about the words
LEAST_SEED_BYTES: Final = 16  # a shorter seed could be found by trying all of them


def commitment(seed: bytes) -> str:
    """What is published before the first card: it binds the house to the seed and does not tell it."""
    if len(seed) < LEAST_SEED_BYTES:
        raise ValueError(f"a seed of {len(seed)} bytes can be guessed: take {LEAST_SEED_BYTES} or more")
    return _digest(seed)


def verify(seed: bytes, commitment: str, decks: int, cards_dealt: Sequence[Card]) -> bool:
    """Whether the seed is the promised one and deals these cards, in this order, from the first one on."""
    if _digest(seed) != commitment:
        return False
    shoe = FreshShoe(decks, SeededRandomness(seed))
    return len(cards_dealt) <= shoe.cards_left and all(card is shoe.draw() for card in cards_dealt)


def _digest(seed: bytes) -> str:
    return hashlib.sha256(COMMITMENT_TAG + seed).hexdigest()
