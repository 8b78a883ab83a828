"""Lines of cards, and hands as prefixes of lines.

A position (box) deals a line of cards. A player's hand is a prefix of that line, what was decided
for it, and the chips riding on it. Everybody who has made the same decisions holds the same hand,
so a hand is judged once however many players hold it; a `Path` is all that one player holds on
one position: one hand, or several after splits.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from ventuno.cards import NOTHING, Card, Total, is_natural

DEALER = "dealer"


class Line:
    """The cards of one box, or of one half of a split: `1`, then `1a` and `1b`, then `1aa` ..."""

    __slots__ = ("cards", "key", "totals", "was_split")

    def __init__(self, key: str, split_from: Card | None = None) -> None:
        self.key = key
        self.was_split = split_from is not None
        self.cards: list[Card] = []
        self.totals: list[Total] = [NOTHING]
        if split_from:
            self.add(split_from)

    def add(self, card: Card) -> None:
        self.cards.append(card)
        self.totals.append(self.totals[-1].plus(card))

    @property
    def is_natural(self) -> bool:
        """21 in the first two cards of an unsplit hand."""
        return not self.was_split and is_natural(self.cards[:2])

    @property
    def halves(self) -> tuple[str, str]:
        """The keys of its two halves, the one with the first-dealt card first."""
        return self.key + "a", self.key + "b"


class Chip(IntEnum):
    """What stands for one original bet on a hand."""

    NONE = 0
    REAL = 1  # the player's own: money or golden chips
    FREE = 2  # the house's: a free double or a free split


class Status(IntEnum):
    """Where a hand is. The middle group is a decision taken whose cards are still to come."""

    PLAYING = 0  # to be asked
    KEPT = 1  # early surrender declined

    DRAWING = 2
    DRAWING_LAST = 3  # doubled
    SPLITTING = 4
    SPLITTING_FREE = 5
    SPLITTING_UNFOLLOWED = 6  # bet behind: stays on the first hand (H2)

    STOOD = 7  # by choice, at 21, bust, doubled or Charlie: nothing more to decide
    SURRENDERED = 8
    CASHED = 9


SPLITTING = (Status.SPLITTING, Status.SPLITTING_FREE, Status.SPLITTING_UNFOLLOWED)


class Hand(NamedTuple):
    """So many cards of a line, what was decided, and the chips: the base bet and what a double added."""

    line: str
    size: int
    status: Status = Status.PLAYING
    base: Chip = Chip.REAL
    extra: Chip = Chip.NONE

    def turned(self, status: Status) -> Hand:
        """The same hand in another status (`_replace` takes five times as long)."""
        return Hand(self.line, self.size, status, self.base, self.extra)

    @property
    def real(self) -> int:
        """The player's own chips on it, in original bets."""
        return (self.base is Chip.REAL) + (self.extra is Chip.REAL)

    @property
    def free(self) -> int:
        """Free chips on it, in original bets."""
        return (self.base is Chip.FREE) + (self.extra is Chip.FREE)


Path = tuple[Hand, ...]


def free_chips(path: Path) -> int:
    """Free chips used on one starting hand: free splits and free doubles."""
    return sum(hand.free for hand in path)


def hand_on(path: Path, line: str) -> Hand | None:
    """The hand of the path that rides on a line."""
    for hand in path:
        if hand.line == line:
            return hand
    return None


def replaced(path: Path, line: str, *hands: Hand) -> Path:
    """The path with others in the place of the hand on a line."""
    if len(path) == 1:
        return hands
    return tuple(new for old in path for new in (hands if old.line == line else (old,)))
