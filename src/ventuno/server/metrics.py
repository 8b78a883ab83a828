"""What is counted, for /metrics."""

from __future__ import annotations

from collections import defaultdict

from ventuno.protocol.messages import MyResult
from ventuno.server.lag import Lag


class Played:
    """The main bets of one game: money staked on hands, returned to them, and what a band needs."""

    __slots__ = ("returned_minor", "squares", "staked_minor")

    def __init__(self) -> None:
        self.staked_minor = 0
        self.returned_minor = 0
        self.squares = 0.0  # of the original bets of whole rounds: players at one table win and lose together


class Metrics:
    def __init__(self, since_ms: int = 0) -> None:
        self.since_ms = since_ms  # when counting began: with the opening of the house
        self.rounds: dict[str, int] = defaultdict(int)  # by table
        self.voided: dict[str, int] = defaultdict(int)
        self.bets_minor: dict[str, int] = defaultdict(int)
        self.paid_minor: dict[str, int] = defaultdict(int)
        self.played: dict[str, Played] = defaultdict(Played)  # by game
        self.commands = 0
        self.malformed = 0
        self.floods = 0
        self.snapshots_to_slow = 0
        self.http: dict[int, int] = defaultdict(int)  # by status
        self.lag = Lag()
        self.visitors_turned_away = 0  # before they were heard
        self.visitors_ended = 0  # who took too long, or made room for others
        self.requests_slowed = 0
        self.requests_refused = 0

    def paid(self, game: str, result: MyResult, players: int) -> None:
        played = self.played[game]
        for hand in result.hands:
            played.staked_minor += players * hand.stake_minor
            played.returned_minor += players * hand.returned_minor

    def round_ended(self, table: str, game: str, staked_minor: int, returned_minor: int, original_minor: int) -> None:
        self.rounds[table] += 1
        self.bets_minor[table] += staked_minor
        self.paid_minor[table] += returned_minor
        self.played[game].squares += float(original_minor) ** 2
