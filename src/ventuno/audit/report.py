"""What a deep audit says."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec

MOST_LISTED: Final = 1000


class Difference(msgspec.Struct, frozen=True, omit_defaults=True):
    """The felt says one thing and the ledger another. `player` 0: it is about the round as a whole."""

    code: str
    round: str
    player: int = 0
    spot: str = ""
    felt_minor: int = 0
    held_minor: int = 0
    what: str = ""


class DeepReport(msgspec.Struct):
    rounds: int = 0  # looked at: all but those without a card
    replayed: int = 0
    undealt: int = 0  # no card of them was dealt: void, or still taking bets
    forgotten: int = 0  # their play-by-play is rightly gone (retention)
    corrected: int = 0  # corrections of settled rounds (E3): entries like any other, not to be replayed
    not_replayable: dict[str, int] = {}  # by reason: rules that are not there any more
    differing: int = 0
    differences: list[Difference] = []  # the first of them

    @property
    def clean(self) -> bool:
        """Everything could be looked at, and nothing differs."""
        return not self.differing and not self.not_replayable

    def differ(self, differences: Iterable[Difference]) -> None:
        for difference in differences:
            self.differing += 1
            if len(self.differences) < MOST_LISTED:
                self.differences.append(difference)

    def cannot_replay(self, reason: str) -> None:
        self.not_replayable[reason] = self.not_replayable.get(reason, 0) + 1
