"""Codes of the second factor: those of RFC 6238, each good once, a step of drift either way."""

from __future__ import annotations

import pytest

from ventuno.bank.totp import STEP_MS, code_at, step_at, step_of, text_of, uri_of

SECRET = b"12345678901234567890"  # of the RFC's appendix B


@pytest.mark.parametrize(
    ("seconds", "code"),
    [
        (59, "94287082"),
        (1111111109, "07081804"),
        (1111111111, "14050471"),
        (1234567890, "89005924"),
        (2000000000, "69279037"),
        (20000000000, "65353130"),
    ],
)
def test_the_codes_are_those_of_the_rfc(seconds: int, code: str) -> None:
    assert code_at(SECRET, step_at(seconds * 1000), digits=8) == code
    assert code_at(SECRET, step_at(seconds * 1000)) == code[2:]


@pytest.mark.parametrize(("drift", "good"), [(-2, False), (-1, True), (0, True), (1, True), (2, False)])
def test_a_clock_may_be_one_step_off(drift: int, good: bool) -> None:
    now = 1_000_000
    found = step_of(SECRET, code_at(SECRET, now + drift), now * STEP_MS, after=0)
    assert found == (now + drift if good else None)


def test_a_code_that_was_taken_counts_no_more_nor_one_before_it() -> None:
    now = 1_000_000
    assert step_of(SECRET, code_at(SECRET, now), now * STEP_MS, after=now) is None
    assert step_of(SECRET, code_at(SECRET, now - 1), now * STEP_MS, after=now) is None
    assert step_of(SECRET, code_at(SECRET, now + 1), now * STEP_MS, after=now) == now + 1


@pytest.mark.parametrize("code", ["", "x", "12345é", "\ud800", "0" * 100, "０００００００"])
def test_what_is_no_code_is_wrong(code: str) -> None:
    assert step_of(SECRET, code, 10**12, after=0) is None


def test_an_authenticator_is_given_its_secret_as_text_and_as_an_address() -> None:
    assert text_of(SECRET) == "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
    assert uri_of(SECRET, "an na&x=1", "Ventuno") == (
        f"otpauth://totp/Ventuno:an%20na%26x%3D1?secret={text_of(SECRET)}&issuer=Ventuno&digits=6&period=30"
    )
