"""Everybody who plays a round, grouped by what they hold: who has bet and decided alike sees the same.

A message to a player is made once for each group, however many are in it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from operator import attrgetter

from ventuno.play import PositionBet, Round
from ventuno.play.position import Position, rows_of

_but_whose = attrgetter(*(name for name in PositionBet.__struct_fields__ if name != "bettor"))

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
        places = self.playing.positions.values()
        plain = not self.playing.insurance and not any(place.golden or place.cashed for place in places)
        kinds, rows = self._kinds, self.rows
        for player in players:
            mine = rows[player]
            if plain and len(mine) == 1:  # almost everybody of a crowd
                place, row = mine[0]
                key: Hashable = (kinds[place.number][row], place.path_of[row])
            else:
                key = tuple(self._holds(mine))
            groups.setdefault(key, []).append(player)
        return [tuple(group) for group in groups.values()]

    def _holds(self, rows: Rows) -> Iterator[Hashable]:
        insurance = self.playing.insurance
        for place, row in rows:
            yield self._kinds[place.number][row]
            yield place.path_of[row]
            if insurance:
                yield insurance.get((place.number, place.bets[row].bettor))
            if row in place.golden:
                yield tuple(place.golden[row].items())
            if place.cashed:
                yield tuple(place.cashed.get((row, hand.line)) for hand in place.path(row))

    def row(self, player: int, position: int) -> tuple[Position, int] | None:
        for place, row in self.rows.get(player, ()):
            if place.number == position:
                return place, row
        return None


def _kind(bet: PositionBet) -> Hashable:
    """All of a bet but whose it is, whatever fields it has."""
    return tuple([tuple(sorted(value.items())) if type(value) is dict else value for value in _but_whose(bet)])
