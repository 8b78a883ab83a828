"""Whole numbers at random, every one as likely as another (S2).

Both sources make numbers from 32-bit words by rejection. To get a number below n: take the next
word; if it lies in the last, incomplete run of n words below 2**32, throw it away and take the
next; the number is the word modulo n. A bare modulo would favour the small numbers.

`SeededRandomness` is defined here once and for all, so that a verifier in any language repeats it:

    block i  = SHA-256("ventuno/words/1" || 0x00 || seed || i as 8 bytes, big-endian), i = 0, 1, 2 ...
    words    = each block's 32 bytes as eight 32-bit words, big-endian, in order
    split(l) = the stream of the seed SHA-256("ventuno/split/1" || 0x00 || length of seed as 8 bytes,
               big-endian || seed || l in UTF-8)

SHA-256 rather than something faster, because every browser has it built in.
"""

from __future__ import annotations

import hashlib
import os
import struct
import weakref
from abc import ABC, abstractmethod
from typing import ClassVar, Final, Protocol

WORDS_TAG: Final = b"ventuno/words/1\0"
SPLIT_TAG: Final = b"ventuno/split/1\0"
SEED_BYTES: Final = 32
BUFFER_BYTES: Final = 4096


class Randomness(Protocol):
    """Where chance comes from."""

    def below(self, n: int, /) -> int:
        """One of 0 to n - 1, all equally likely."""


class WordStream(ABC):
    """Numbers from equally likely words, each below `span`."""

    span: ClassVar[int] = 2**32
    _words: list[int]  # fetched and not yet used, the next one last

    def __init__(self) -> None:
        self._words = []

    @abstractmethod
    def _fetch(self) -> list[int]:
        """Some more words, the next one last."""

    def below(self, n: int, /) -> int:
        """One of 0 to n - 1, all equally likely (S2)."""
        span = self.span
        if not 0 < n <= span:
            raise ValueError(f"{n} is not from 1 to {span}")
        while True:
            if not self._words:
                self._words = self._fetch()
            word = self._words.pop()
            number = word % n
            if word - number <= span - n:  # the run of n words around this one is complete
                return number


class SystemRandomness(WordStream):
    """The operating system's CSPRNG (S2), fetched a page at a time. All real play uses this."""

    def __init__(self) -> None:
        super().__init__()
        _forget_after_fork.add(self)

    def _fetch(self) -> list[int]:
        return memoryview(os.urandom(BUFFER_BYTES)).cast("I").tolist()

    def seed(self) -> bytes:
        """A seed nobody can guess, to commit to and to reveal after the round."""
        return os.urandom(SEED_BYTES)

    def forget(self) -> None:
        """Drops the words fetched ahead."""
        self._words.clear()

    def __repr__(self) -> str:
        return f"SystemRandomness(words_buffered={len(self._words)})"


_forget_after_fork: Final[weakref.WeakSet[SystemRandomness]] = weakref.WeakSet()


def _forget_all() -> None:
    for source in _forget_after_fork:
        source.forget()


# A forked process has a copy of the buffered words: it would deal its parent's cards.
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_all)


class SeededRandomness(WordStream):
    """The same numbers for ever from the same seed: see the definition above.

    An integer seed stands for its shortest big-endian bytes; zero for none at all.

    >>> dice = SeededRandomness(21)
    >>> [1 + dice.below(6) for _ in range(10)]
    [2, 1, 4, 3, 6, 2, 2, 2, 6, 4]
    """

    def __init__(self, seed: bytes | int) -> None:
        super().__init__()
        self._seed = seed if isinstance(seed, bytes) else _bytes_of(seed)
        self._start = hashlib.sha256(WORDS_TAG + self._seed)
        self._blocks = 0

    def _fetch(self) -> list[int]:
        block = self._start.copy()
        block.update(self._blocks.to_bytes(8, "big"))
        self._blocks += 1
        return list(struct.unpack(">8I", block.digest()))[::-1]

    def split(self, label: str) -> SeededRandomness:
        """An independent stream for a purpose of its own, whatever was taken from this one."""
        length = len(self._seed).to_bytes(8, "big")
        return SeededRandomness(hashlib.sha256(SPLIT_TAG + length + self._seed + label.encode()).digest())

    def __repr__(self) -> str:
        return f"SeededRandomness(words_used={8 * self._blocks - len(self._words)})"


def _bytes_of(seed: int) -> bytes:
    if seed < 0:
        raise ValueError(f"a seed is not below zero, as {seed} is")
    return seed.to_bytes((seed.bit_length() + 7) // 8, "big")
