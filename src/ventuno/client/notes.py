"""What a bot saw, for whoever compares it with the house's books."""

from __future__ import annotations

from collections import Counter

import msgspec

from ventuno.protocol.messages import Balance, MyResult


class AcknowledgedBet(msgspec.Struct, frozen=True):
    """The house said `Done`: it must be in the books."""

    round: str
    request: str
    spot: str
    amount_minor: int
    golden_minor: int = 0
    behind: bool = False


class SeenResult(msgspec.Struct, frozen=True):
    staked_minor: int
    returned_minor: int
    golden_returned_minor: int = 0
    jackpot_minor: int = 0


class Notes(msgspec.Struct):
    player: int = 0
    table: str = ""
    bets: list[AcknowledgedBet] = []
    results: dict[str, SeenResult] = {}  # by round
    voided: list[str] = []  # rounds
    contradictions: list[str] = []  # what cannot be: two different results of one round
    refused: Counter[str] = msgspec.field(default_factory=Counter)  # by code
    decisions: int = 0
    reconnects: int = 0
    balance: Balance | None = None  # the last one heard

    def take_result(self, result: MyResult) -> None:
        seen = SeenResult(
            result.staked_minor, result.returned_minor, result.golden_returned_minor, result.jackpot_minor
        )
        if self.results.setdefault(result.code, seen) != seen:
            self.contradictions.append(f"round {result.code}: {self.results[result.code]}, then {seen}")
