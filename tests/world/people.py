"""Who plays in the world: players of all habits."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from tests.world.client import Client, Place
from tests.world.habits import act
from ventuno.protocol import commands as do

if TYPE_CHECKING:
    from tests.world.world import World


class Player:
    """Looks, thinks, acts; sometimes wrongly, sometimes twice, sometimes not at all."""

    def __init__(self, world: World, client: Client, chance: random.Random) -> None:
        self.world, self.client, self.chance = world, client, chance
        self.hostile = chance.random() < 0.15
        self.lazy = chance.random() < 0.25  # often lets time decide
        self.pace_s = chance.choice((2.0, 5.0, 10.0))
        self.finishing = self.resting = False

    def begin(self) -> None:
        self.client.connect()
        self._think_later()

    def _think_later(self) -> None:
        self.world.at(0.05 + self.chance.expovariate(1 / self.pace_s), self.think)

    def think(self) -> None:
        if self.resting:
            return
        self._think_later()
        client = self.client
        if not client.is_here:
            client.connect()
            return
        if self.world.turmoil and self._misfortune():
            return
        places = [place for place in client.places.values() if place.joined and place.info]
        if places and len(client.waiting) < 8:
            place = self.chance.choice(places)
            if self.finishing:
                self.finish(place)
            elif not (self.lazy and self.chance.random() < 0.6):
                self.do_something(place)

    def _misfortune(self) -> bool:
        """The line is cut, the browser stalls, somebody presses a key twice."""
        roll = self.chance.random()
        client = self.client
        if roll < 0.02:
            client.vanish(self.chance.choice((1.0, 10.0, 60.0)))
        elif roll < 0.03 and client.link:
            client.link.stall(self.chance.uniform(1, 30))
        elif roll < 0.055:
            client.repeat_old()
        elif roll < 0.075 and self.hostile and client.link:
            self._nonsense()
        else:
            return False
        return True

    def _nonsense(self) -> None:
        client, chance = self.client, self.chance
        assert client.link is not None
        for _ in range(chance.choice((1, 3, 120))):
            client.link.send(
                chance.choice((b"{", b'{"id":"x","do":{"type":"Deal"}}', b"\xff\xfe", b"[]", b"null" * 40))
            )

    def do_something(self, place: Place) -> None:
        for command in act(place, self.client.balance, self.chance, self.hostile):
            view = place.view
            code = view.code if view.code and view.phase != "results" and self.chance.random() < 0.9 else ""
            self.client.ask(command, place.key, code)

    def finish(self, place: Place) -> None:
        """It is calm: no more bets; what is open is brought to an end."""
        solo = place.info is not None and place.info.kind == "solo"
        bets = bool(place.bets.bets)
        if place.view.phase in ("waiting", "results", "betting"):
            if bets and place.view.phase != "results":
                self.client.ask(do.Deal() if solo and self.chance.random() < 0.5 else do.ClearBets(), place.key)
            return
        for command in act(place, self.client.balance, self.chance, False):
            if isinstance(command, do.Decide | do.Insure):
                self.client.ask(command, place.key, place.view.code)
