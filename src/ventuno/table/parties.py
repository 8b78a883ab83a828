"""Everybody who plays a round, grouped by what they hold: who has bet and decided alike sees the same.

A message to a player is made once for each group, however many are in it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from ventuno.play import Bet, Round
from ventuno.play.position import Position, rows_of

Rows = tuple[tuple[Position, int], ...]


class Parties:
    def __init__(self, playing: Round) -> None:
        self.playing = playing
        found: dict[int, list[tuple[Position, int]]] = {}
        for place, row in rows_of(playing.positions.values()):
            found.setdefault(int(place.bets[row].bettor), []).append((place, row))
        self.rows: dict[int, Rows] = {player: tuple(rows) for player, rows in found.items()}
        numbers: dict[Hashable, int] = {}
        self._kinds = {
            place.number: [numbers.setdefault(_kind(bet), len(numbers)) for bet in place.bets]
            for place in playing.positions.values()
        }

    def alike(self, players: Iterable[int]) -> list[tuple[int, ...]]:
        """The players in groups; within one nothing tells them apart but their purses."""
        groups: dict[Hashable, list[int]] = {}
        insurance, kinds, rows = self.playing.insurance, self._kinds, self.rows
        for player in players:
            key: list[Hashable] = []
            for place, row in rows[player]:
                number = place.number
                key += (kinds[number][row], place.path_of[row])
                if insurance:
                    key.append(insurance.get((number, place.bets[row].bettor)))
                if place.golden and row in place.golden:
                    key.append(tuple(place.golden[row].items()))
                if place.cashed:
                    key.append(tuple(place.cashed.get((row, hand.line)) for hand in place.path(row)))
            groups.setdefault(tuple(key), []).append(player)
        return [tuple(group) for group in groups.values()]

    def row(self, player: int, position: int) -> tuple[Position, int] | None:
        for place, row in self.rows.get(player, ()):
            if place.number == position:
                return place, row
        return None


def _kind(bet: Bet) -> Hashable:
    """All of a bet but whose it is."""
    sides = tuple(sorted(bet.sides.items()))
    golden_sides = tuple(sorted(bet.golden_sides.items()))
    following = (bet.behind, bet.follow_double, bet.follow_split, bet.insurance)
    return bet.position, bet.main, bet.golden, sides, golden_sides, following
