"""WHERE cards come from: shoes that shuffle (S1), the randomness behind them (S2), and the proof.

A table asks a `Shoe` for cards and never where they come from. `shoe_for` reads a variant's own
rules; `commitment` and `verify` let a player check a shuffle after the round.
"""

from ventuno.shoe.choose import shoe_for
from ventuno.shoe.commitment import commitment, verify
from ventuno.shoe.continuous import ContinuousShuffler
from ventuno.shoe.cut_card import CutCardShoe
from ventuno.shoe.fresh import FreshShoe
from ventuno.shoe.port import CardMissing, Shoe, ShoeEmpty
from ventuno.shoe.randomness import Randomness, SeededRandomness, SystemRandomness
from ventuno.shoe.scripted import Scripted

__all__ = [
    "CardMissing",
    "ContinuousShuffler",
    "CutCardShoe",
    "FreshShoe",
    "Randomness",
    "Scripted",
    "SeededRandomness",
    "Shoe",
    "ShoeEmpty",
    "SystemRandomness",
    "commitment",
    "shoe_for",
    "verify",
]
