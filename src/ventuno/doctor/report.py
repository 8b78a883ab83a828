"""What a check finds, and what is to be done about it."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

State = Literal["ok", "warning", "wrong"]
WORST: Final[dict[State, int]] = {"ok": 0, "warning": 1, "wrong": 2}  # also what the command exits with


class Symptom(msgspec.Struct, frozen=True):
    state: State
    says: str
    remedy: str = ""  # of everything that is not ok
    check: str = ""  # whose it is


def ok(says: str) -> Symptom:
    return Symptom("ok", says)


def warning(says: str, remedy: str) -> Symptom:
    return Symptom("warning", says, remedy)


def wrong(says: str, remedy: str) -> Symptom:
    return Symptom("wrong", says, remedy)
