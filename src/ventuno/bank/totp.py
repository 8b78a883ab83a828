"""Codes that change with the time (RFC 6238 on RFC 4226): a second factor from any authenticator."""

from __future__ import annotations

import base64
import hashlib
import hmac
from typing import Final
from urllib.parse import quote

STEP_MS: Final = 30_000
DIGITS: Final = 6
DRIFT: Final = 1  # steps that a clock may be off, either way
SECRET_BYTES: Final = 20


def step_at(now_ms: int) -> int:
    return now_ms // STEP_MS


def code_at(secret: bytes, step: int, digits: int = DIGITS) -> str:
    made = hmac.digest(secret, step.to_bytes(8, "big"), hashlib.sha1)
    start = made[-1] & 0xF
    number = int.from_bytes(made[start : start + 4], "big") & 0x7FFF_FFFF
    return str(number % 10**digits).zfill(digits)


def step_of(secret: bytes, code: str, now_ms: int, after: int) -> int | None:
    """The step a code is of, where it is right now and later than `after`: none counts twice. All are compared."""
    now = step_at(now_ms)
    found = [
        step
        for step in range(now - DRIFT, now + DRIFT + 1)
        if hmac.compare_digest(code_at(secret, step).encode(), code.encode(errors="replace"))
    ]
    return next((step for step in found if step > after), None)


def text_of(secret: bytes) -> str:
    """As one types it into an authenticator."""
    return base64.b32encode(secret).decode().rstrip("=")


def uri_of(secret: bytes, name: str, issuer: str) -> str:
    label = quote(f"{issuer}:{name}", safe=":")
    return f"otpauth://totp/{label}?secret={text_of(secret)}&issuer={quote(issuer)}&digits={DIGITS}&period=30"
