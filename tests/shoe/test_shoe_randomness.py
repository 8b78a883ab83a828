"""Where chance comes from: the operating system, or a seed (S2)."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections import Counter

import pytest
from hypothesis import given, strategies as st

from ventuno.shoe import SeededRandomness, SystemRandomness
from ventuno.shoe.randomness import WordStream


class EveryWordOnce(WordStream):
    """A source of tiny words: each of them comes exactly once, then no more."""

    span = 8

    def _fetch(self) -> list[int]:
        self._fetch = self._end  # type: ignore[method-assign]
        return list(range(self.span))

    def _end(self) -> list[int]:
        raise EOFError


def numbers_below(n: int, source: WordStream) -> list[int]:
    numbers = []
    try:
        while True:
            numbers.append(source.below(n))
    except EOFError:
        return numbers


@pytest.mark.parametrize("n", range(1, EveryWordOnce.span + 1))
def test_every_number_comes_from_equally_many_words(n: int) -> None:
    """S2: unbiased. Over all words there are, each number below n must come up equally often."""
    counts = Counter(numbers_below(n, EveryWordOnce()))
    assert counts == dict.fromkeys(range(n), EveryWordOnce.span // n)


def test_a_bare_modulo_would_favour_small_numbers() -> None:
    """S2: what the rejection is for. Eight words modulo three: 0 and 1 thrice, 2 twice."""
    assert Counter(word % 3 for word in range(8)) == {0: 3, 1: 3, 2: 2}
    assert Counter(numbers_below(3, EveryWordOnce())) == {0: 2, 1: 2, 2: 2}


@pytest.mark.parametrize("source", [SystemRandomness(), SeededRandomness(1)])
@pytest.mark.parametrize("n", [0, -1, 2**32 + 1])
def test_there_is_no_number_below_what_no_word_can_reach(source: WordStream, n: int) -> None:
    with pytest.raises(ValueError, match=f"^{n} is not from 1 to 4294967296$"):
        source.below(n)


@given(st.integers(1, 2**32), st.binary(max_size=40))
def test_a_number_below_n_is_from_nought_to_one_less(n: int, seed: bytes) -> None:
    assert 0 <= SeededRandomness(seed).below(n) < n
    assert 0 <= SystemRandomness().below(n) < n


# A seed's numbers, defined for ever


def words_by_the_definition(seed: bytes, count: int) -> list[int]:
    """The definition in the module's docstring, written again from its words alone."""
    stream = b"".join(
        hashlib.sha256(b"ventuno/words/1\x00" + seed + block.to_bytes(8, "big")).digest()
        for block in range((count + 7) // 8)
    )
    return [int.from_bytes(stream[at : at + 4], "big") for at in range(0, 4 * count, 4)]


def words(source: WordStream, count: int) -> list[int]:
    return [source.below(2**32) for _ in range(count)]


@given(st.binary(max_size=40))
def test_a_verifier_can_repeat_the_words_from_their_definition(seed: bytes) -> None:
    assert words(SeededRandomness(seed), 20) == words_by_the_definition(seed, 20)


RECORDED = [
    1039197532, 2452027988, 3537843688, 4157712241, 4160248909,
    2446776443, 3655072328, 122055554, 1180513673,
]  # fmt: skip


def test_the_words_of_a_seed_never_change() -> None:
    """Recorded once. If this fails, old rounds can no longer be verified."""
    assert words(SeededRandomness(b"ventuno"), 9) == RECORDED
    assert words(SeededRandomness(b"ventuno").split("table 1"), 3) == [3598309717, 1321893377, 1164354271]


@given(st.integers(0, 2**256 - 1))
def test_a_number_as_seed_stands_for_its_bytes(seed: int) -> None:
    as_bytes = seed.to_bytes(32, "big").lstrip(b"\0")
    assert words(SeededRandomness(seed), 3) == words(SeededRandomness(as_bytes), 3)


def test_a_seed_is_not_below_zero() -> None:
    with pytest.raises(ValueError, match="not below zero"):
        SeededRandomness(-1)


@given(st.lists(st.binary(max_size=6), min_size=2, max_size=6, unique=True))
def test_different_seeds_give_different_words(seeds: list[bytes]) -> None:
    assert len({tuple(words(SeededRandomness(seed), 4)) for seed in seeds}) == len(seeds)


@given(st.lists(st.text(max_size=4), min_size=2, max_size=6, unique=True), st.integers(0, 20))
def test_a_split_depends_on_the_seed_and_its_label_alone(labels: list[str], taken: int) -> None:
    parent = SeededRandomness(b"parent")
    before = [tuple(words(parent.split(label), 4)) for label in labels]
    words(parent, taken)
    assert [tuple(words(parent.split(label), 4)) for label in labels] == before
    assert len({tuple(words(SeededRandomness(b"parent"), 4)), *before}) == len(labels) + 1


def test_seed_and_label_cannot_be_confused() -> None:
    assert words(SeededRandomness(b"ab").split("c"), 4) != words(SeededRandomness(b"a").split("bc"), 4)


# The operating system's


def test_the_operating_system_is_asked_for_many_words_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def urandom(size: int) -> bytes:
        asked.append(size)
        return bytes(range(256)) * (size // 256)

    monkeypatch.setattr(os, "urandom", urandom)
    source = SystemRandomness()
    numbers = {source.below(2**32) for _ in range(1024)}
    assert asked == [4096]
    assert len(numbers) == 64  # each word of the 256 bytes


def test_two_sources_of_the_operating_system_differ() -> None:
    """S2. Equal by chance: 2 to the power of -256."""
    assert words(SystemRandomness(), 8) != words(SystemRandomness(), 8)
    assert SystemRandomness().seed() != SystemRandomness().seed()
    assert len(SystemRandomness().seed()) == 32


FORK = """
import os
from ventuno.shoe import SystemRandomness
source = SystemRandomness()
source.below(2)  # some words are now fetched ahead
child = os.fork()
print([source.below(2**32) for _ in range(4)], flush=True)
if child:
    os.waitpid(child, 0)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
def test_a_forked_process_does_not_deal_its_parents_cards() -> None:
    """S2: words fetched ahead must not be dealt twice."""
    done = subprocess.run([sys.executable, "-c", FORK], capture_output=True, text=True, check=True)
    one, other = done.stdout.splitlines()
    assert one != other


def test_the_source_shows_counts_and_never_its_words_or_seed() -> None:
    seeded, system = SeededRandomness(b"secret"), SystemRandomness()
    assert repr(seeded) == "SeededRandomness(words_used=0)"
    seeded.below(6), system.below(6)
    assert repr(seeded) == "SeededRandomness(words_used=1)"
    assert repr(system) == "SystemRandomness(words_buffered=1023)"
