"""Secrets at rest: what is sealed is not to be read, moved or changed."""

from __future__ import annotations

import pytest

from ventuno.refusal import RefusalRaised
from ventuno.store.sealing import Seal, new_key


def test_what_was_sealed_opens_again() -> None:
    seal = Seal(new_key())
    assert seal.open(seal.seal(b"Kh", "round 1"), "round 1") == b"Kh"


def test_the_same_card_sealed_twice_looks_different() -> None:
    seal = Seal(new_key())
    assert seal.seal(b"Kh", "round 1") != seal.seal(b"Kh", "round 1")


def test_another_key_opens_nothing() -> None:
    sealed = Seal(new_key()).seal(b"Kh", "round 1")
    with pytest.raises(RefusalRaised, match="another key"):
        Seal(new_key()).open(sealed, "round 1")


def test_sealed_bytes_do_not_open_elsewhere() -> None:
    seal = Seal(new_key())
    with pytest.raises(RefusalRaised):
        seal.open(seal.seal(b"Kh", "round 1"), "round 2")


@pytest.mark.parametrize("where", [0, 5, 20, -1])
def test_a_changed_byte_is_seen(where: int) -> None:
    seal = Seal(new_key())
    sealed = bytearray(seal.seal(b"Kh", "round 1"))
    sealed[where] ^= 1
    with pytest.raises(RefusalRaised):
        seal.open(bytes(sealed), "round 1")


@pytest.mark.parametrize("bytes_", [b"", b"\x01", b"\x01" * 12])
def test_too_few_bytes_are_refused(bytes_: bytes) -> None:
    with pytest.raises(RefusalRaised):
        Seal(new_key()).open(bytes_, "round 1")


def test_a_key_has_32_bytes() -> None:
    with pytest.raises(ValueError, match="32"):
        Seal(b"short")
