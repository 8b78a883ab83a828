"""Secrets at rest, sealed with a key that is not in the database: who reads the files sees none of them.

AES-256-GCM with a fresh nonce each time. `context` says what is sealed and where (a round and the place of an
event in it, a person's second factor): sealed bytes moved to another place do not open there.
"""

from __future__ import annotations

import secrets
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from ventuno.refusal import RefusalRaised

KEY_BYTES: Final = 32
_FORM: Final = b"\x01"  # of what is sealed; another cipher or key would get another
_NONCE_BYTES: Final = 12


def new_key() -> bytes:
    return secrets.token_bytes(KEY_BYTES)


class Seal:
    """Never shows its key: not in a traceback, not in a log."""

    def __init__(self, key: bytes) -> None:
        if len(key) != KEY_BYTES:
            raise ValueError(f"a sealing key has {KEY_BYTES} bytes")
        self._cipher = AESGCM(key)

    def seal(self, plain: bytes, context: str) -> bytes:
        nonce = secrets.token_bytes(_NONCE_BYTES)
        return _FORM + nonce + self._cipher.encrypt(nonce, plain, context.encode())

    def open(self, sealed: bytes, context: str) -> bytes:
        """Refused where the key is another, or the bytes are not what was sealed for this context."""
        form, nonce, body = sealed[:1], sealed[1 : 1 + _NONCE_BYTES], sealed[1 + _NONCE_BYTES :]
        try:
            if form != _FORM or len(nonce) < _NONCE_BYTES:
                raise InvalidTag
            return self._cipher.decrypt(nonce, body, context.encode())
        except InvalidTag:
            raise RefusalRaised("seal/broken", f"{context} was sealed with another key, or damaged") from None
