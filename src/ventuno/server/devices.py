"""Devices the house knows: whoever has signed in with a password gets a cookie that says so.

It opens nothing by itself: with it, a right password is not kept waiting by strangers who try the same name.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
from typing import Final

from ventuno.bank import Person
from ventuno.refusal import RefusalRaised
from ventuno.store.sealing import Seal

CONTEXT: Final = "device"
LONGEST: Final = 512


class Devices:
    def __init__(self, seal: Seal) -> None:
        self._seal = seal

    def cookie_for(self, person: Person) -> str:
        return base64.urlsafe_b64encode(self._seal.seal(_content(person), CONTEXT)).decode()

    def knows(self, cookie: str, person: Person | None) -> bool:
        """For this person, and since their last password: who stole the one before has stolen no device."""
        if person is None or not person.password_hash or not 0 < len(cookie) <= LONGEST:
            return False
        try:
            return self._seal.open(base64.urlsafe_b64decode(cookie), CONTEXT) == _content(person)
        except (RefusalRaised, binascii.Error, ValueError):
            return False


def _content(person: Person) -> bytes:
    return f"{person.number} {hashlib.sha256(person.password_hash.encode()).hexdigest()}".encode()
