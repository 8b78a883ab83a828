"""A crowd's decisions: those who hold the same and decide the same are judged once, stored and acted on together."""

from __future__ import annotations

from collections.abc import Iterator

from ventuno.play import Action
from ventuno.play.hands import Hand
from ventuno.refusal import Refusal
from ventuno.table.records import DecidedAlike, stored


class Alike:
    """A decision that is legal for everybody on a path; `together` are those who go to the bank with one lot."""

    __slots__ = ("action", "line", "lot", "position", "together")

    def __init__(self, position: int, line: str, action: Action) -> None:
        self.position, self.line, self.action = position, line, action
        self.begin(-1)

    def begin(self, lot: int) -> Together:
        self.lot = lot
        self.together = Together(self)
        return self.together


class Together:
    """Those of one lot: one record, written when the lot goes to the bank; until then more can join."""

    __slots__ = ("alike", "who")

    def __init__(self, alike: Alike) -> None:
        self.alike = alike
        self.who: list[tuple[int, str]] = []  # player and request

    @property
    def players(self) -> list[int]:
        return [player for player, _ in self.who]

    def __iter__(self) -> Iterator[bytes]:
        alike = self.alike
        yield stored(DecidedAlike(alike.position, alike.line, alike.action, tuple(self.players)))


Judged = tuple[Hand, Action] | Alike | Refusal
"""What is known of a decision: legal (for one, or for many alike), or why not."""
