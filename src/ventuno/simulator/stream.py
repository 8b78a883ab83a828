"""Random words: Philox 4x32-10, a counter-based generator (Salmon et al., 2011).

A word is a function of a key and a counter and of nothing else. The key is the SHA-256 of the seed;
the counter's upper half is the number of the block, its lower half counts within the block. Any
block can therefore be dealt by anybody at any time and its cards are the same, and no two blocks
share a counter. Words are made 1,024 at a time, which vector units do four times as fast.
"""

from __future__ import annotations

import hashlib
from typing import Final

import numpy as np
import numpy.typing as npt

from ventuno.simulator.kernel import kernel, word

Words = npt.NDArray[np.uint32]
Counts = npt.NDArray[np.uint64]

WORDS: Final = 1024

# Places in a stream's array.
AT: Final = 0  # the next word
COUNTER: Final = 1
KEY: Final = 2  # and 3
BLOCK: Final = 4  # and 5
STREAM_SIZE: Final = 6

_LOW: Final = word(0xFFFFFFFF)
_HALF: Final = word(32)
_MULTIPLY: Final = (word(0xD2511F53), word(0xCD9E8D57))
_WEYL: Final = (word(0x9E3779B9), word(0xBB67AE85))
_M0, _M1 = _MULTIPLY
_W0, _W1 = _WEYL
_ONE: Final = word(1)
_COUNTERS: Final = WORDS // 4


def key_of(seed: int) -> tuple[int, int]:
    digest = hashlib.sha256(b"ventuno simulator %d" % seed).digest()
    return int.from_bytes(digest[:4], "big"), int.from_bytes(digest[4:8], "big")


def new_stream(seed: int, block: int) -> tuple[Counts, Words]:
    """A stream at its beginning, and room for its words."""
    key, low = key_of(seed), 0xFFFFFFFF
    stream = np.array([WORDS, 0, *key, block & low, block >> 32], dtype=np.uint64)
    return stream, np.zeros(WORDS, dtype=np.uint32)


@kernel
def refill(stream: Counts, words: Words) -> None:
    """The next 1,024 words. First come those of 256 counters' first part, then of the second, and so on."""
    start = stream[COUNTER]
    for i in range(_COUNTERS):
        counter = start + word(i)
        a, b, c, d = counter & _LOW, counter >> _HALF, stream[BLOCK], stream[BLOCK + 1]
        left, right = stream[KEY], stream[KEY + 1]
        for _ in range(10):
            p, q = _M0 * a, _M1 * c
            a, b, c, d = (q >> _HALF) ^ b ^ left, q & _LOW, (p >> _HALF) ^ d ^ right, p & _LOW
            left, right = (left + _W0) & _LOW, (right + _W1) & _LOW
        words[i] = np.uint32(a)
        words[i + _COUNTERS] = np.uint32(b)
        words[i + 2 * _COUNTERS] = np.uint32(c)
        words[i + 3 * _COUNTERS] = np.uint32(d)
    stream[COUNTER] = start + word(_COUNTERS)
    stream[AT] = word(0)


@kernel
def next_word(stream: Counts, words: Words) -> int:
    if stream[AT] >= word(WORDS):
        refill(stream, words)
    at = stream[AT]
    stream[AT] = at + _ONE
    return word(words[at])


@kernel
def fairly(product: int, left: int, stream: Counts, words: Words) -> int:
    """Lemire's rejection: `product` (word × left), or that of the next word which favours no number."""
    least = (_LOW - left + _ONE) % left
    while product & _LOW < least:
        product = next_word(stream, words) * left
    return product


@kernel
def place_below(left: int, stream: Counts, words: Words) -> int:
    """A number below `left`, all equally likely: the upper half of word × left."""
    product = next_word(stream, words) * left
    if product & _LOW < left:
        product = fairly(product, left, stream, words)
    return product >> _HALF
