"""Who plays in the world: players of all habits; and how they come to rest when it is calm."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from tests.world.client import Client, Place
from tests.world.habits import act
from tests.world.staff import Cashier, Supervisor
from tests.world.store import Books
from ventuno.bank import Deposit, OpenAccount, Withdraw
from ventuno.protocol import commands as do
from ventuno.variant import load

if TYPE_CHECKING:
    from tests.world.world import World

POOR, RICH = 3_000, 200_000


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


class Crowd:
    def __init__(self, world: World) -> None:
        self.world = world
        self.dice = world.dice("people")
        self.players: list[Player] = []
        self.supervisor: Supervisor | None = None
        self.spent = 0

    def arrive(self) -> None:
        world, dice = self.world, self.dice
        numbers = self._open_accounts(dice.choice((1, 2, 3, 4, 5)))
        for number in numbers:
            tables = tuple(dice.sample(world.games, min(len(world.games), dice.choice((1, 1, 2)))))
            solos = [key for key in tables if _is_solo(key)]
            tables = tuple(solos[:1]) or tables  # a solo table is played alone (A1)
            client = Client(world, number, tables, world.dice(f"client {number}"))
            player = Player(world, client, world.dice(f"player {number}"))
            self.players.append(player)
            world.at(dice.uniform(0, 10), player.begin)
        self.supervisor.begin()  # type: ignore[union-attr]
        Cashier(world, numbers, world.dice("cashier")).begin()

    def _open_accounts(self, count: int) -> list[int]:
        books = Books(self.world.disk, lambda: None, lambda where: None)
        boss = books.execute(OpenAccount(key="boss", at_ms=1, name="boss", currency="EUR", role="supervisor"))
        self.supervisor = Supervisor(self.world, boss.player, self.world.dice("supervisor"))
        numbers = []
        for index in range(1, count + 1):
            opened = books.execute(OpenAccount(key=f"open/{index}", at_ms=1, name=f"guest {index}", currency="EUR"))
            money = self.dice.choice((POOR, RICH, RICH))
            player = opened.player
            books.execute(Deposit(key=f"first/{index}", at_ms=1, player=player, currency="EUR", amount_minor=money))
            numbers.append(player)
        books.close()
        return numbers

    def spend_elsewhere(self, player: int) -> None:
        """In the same moment as a double or a split: the balance is short before the bank has heard of it (D4)."""
        if self.world.turmoil and self.dice.random() < 0.2:
            self.spent += 1
            wallet = self.world.server.house.purse(player).wallet_minor
            key, now_ms = f"spent/{self.spent}", self.world.now_ms
            amount = max(wallet, 1)
            self.world.server.submit(
                Withdraw(key=key, at_ms=now_ms, player=player, currency="EUR", amount_minor=amount)
            )

    # -- the end --------------------------------------------------------------------------------

    def calm_down(self) -> None:
        """Everybody comes back on a good line; who was at a wild one starts afresh."""
        self.world.server.go_on()
        for player in self.players:
            player.finishing, player.lazy, player.pace_s = True, False, 0.6
            client = player.client
            client.gone_for_good = self.dice.random() < 0.15
            if client.gone_for_good:
                client.vanish(float("inf"))
                client.away = player.resting = True
                client.waiting.clear()
                continue
            if client.link and client.link.wild:
                client.link.cut(0.0)
            client.come_back()

    def rest(self) -> None:
        """Nobody does anything any more."""
        for player in self.players:
            player.resting = True

    def is_at_rest(self) -> bool:
        """Nothing is in play, nothing is unanswered, everybody has heard everything."""
        world = self.world
        if not world.server.is_up or world.server.process.books.writer.waiting:  # type: ignore[union-attr]
            return False
        return not self.what_is_left()

    def what_is_left(self) -> list[str]:
        world = self.world
        if not world.server.is_up:
            return ["the house is not open"]
        back = [player.client for player in self.players if not player.client.gone_for_good]
        if any(client.waiting for client in back):
            return [f"{client.player} waits for {client.waiting}" for client in back if client.waiting]
        house = world.server.house
        outside = [client for client in back if not all(place.joined for place in client.places.values())]
        if outside:
            return [f"{client.player} is not back at {', '.join(client.places)}" for client in outside]
        gone = {player.client.player for player in self.players if player.client.gone_for_good}
        left = [f"{host.key} is broken: {host.broken}" for host in house.hosts.values() if host.broken]
        left += [f"{host.key} waits for the store" for host in house.hosts.values() if host.asks]
        left += [
            f"bets of {len(host.table.slips)} at {host.key}: {host.table.view.phase}" for host in _playing(house, gone)
        ]
        if left:
            return left
        return world.server.process.in_play(gone)  # type: ignore[union-attr]


def _playing(house: Any, gone: set[int]) -> list[Any]:
    """A solo table whose player never comes back waits for 90 days (T1)."""
    still = [host for host in house.hosts.values() if host.player not in gone]
    return [host for host in still if host.table.view.phase not in ("waiting", "betting", "results")]


def _is_solo(key: str) -> bool:
    return load(key).table.kind == "solo"
