"""Everybody in the world: who comes, and how they come to rest when it is calm."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any, Final

from tests.world.client import Client, Place
from tests.world.people import Player
from tests.world.staff import DAY_MS, Cashier, Supervisor
from tests.world.store import Books
from tests.world.thieves import Thief
from ventuno.bank import Deposit, GrantGoldenChips, OpenAccount, Withdraw
from ventuno.bank.records import Role
from ventuno.variant import load

if TYPE_CHECKING:
    from tests.world.process import Process
    from tests.world.world import World

POOR, RICH = 3_000, 200_000
THIEVES: Final = (0, 1, 1, 2)
GANGS: Final = 0.2
GANG: Final = 3
CHIPS: Final = (0, 0, 12)  # golden ones, to begin with


class Crowd:
    def __init__(self, world: World) -> None:
        self.world = world
        self.dice = world.dice("people")
        self.players: list[Player] = []
        self.supervisor: Supervisor | None = None
        self.spent = 0

    def arrive(self) -> None:
        world, dice, thieves = self.world, self.dice, self.world.dice("thieves")
        guests, gang = dice.choice((1, 2, 3, 4, 5)), thieves.random() < GANGS
        others = GANG if gang else thieves.choice(THIEVES)
        numbers = self._open_accounts(guests, dice) + self._open_accounts(others, thieves, "thief")
        for place, number in enumerate(numbers):
            self._come(number, *((Player, dice) if place < guests else (Thief, thieves)))
        if gang:
            self._gather(self.players[guests:], thieves)
        self.supervisor = Supervisor(world, self._open("boss", 0, role="supervisor"), world.dice("supervisor"))
        self.supervisor.begin()
        Cashier(world, numbers, world.dice("cashier")).begin()

    def _gather(self, gang: list[Player], dice: random.Random) -> None:
        table = dice.choice(self.world.games)
        for player in gang:
            assert isinstance(player, Thief)
            player.client.places = {table: Place(table)}
            player.join_the_gang()

    def _come(self, number: int, kind: type[Player], dice: random.Random) -> None:
        world = self.world
        tables = tuple(dice.sample(world.games, min(len(world.games), dice.choice((1, 1, 2)))))
        solos = [key for key in tables if _is_solo(key)]
        tables = tuple(solos[:1]) or tables  # a solo table is played alone (A1)
        client = Client(world, number, tables, world.dice(f"client {number}"))
        player = kind(world, client, world.dice(f"player {number}"))
        self.players.append(player)
        world.at(dice.uniform(0, 10), player.begin)

    def _open_accounts(self, count: int, dice: random.Random, name: str = "visitor") -> list[int]:
        chips = self.world.dice(f"chips of {name}")
        return [
            self._open(f"{name} {index}", dice.choice((POOR, RICH, RICH)), chips.choice(CHIPS))
            for index in range(1, count + 1)
        ]

    def _open(self, name: str, money: int, chips: int = 0, role: Role = "player") -> int:
        books = Books(self.world.disk, lambda: None, lambda where: None)
        opened = books.execute(OpenAccount(key=f"open/{name}", at_ms=1, name=name, currency="EUR", role=role))
        number: int = opened.player
        if money:
            key = f"first/{name}"
            books.execute(Deposit(key=key, at_ms=1, player=number, currency="EUR", amount_minor=money))
        if chips:
            key, until_ms = f"chips/{name}", self.world.now_ms + DAY_MS
            books.execute(
                GrantGoldenChips(key=key, at_ms=1, player=number, value_minor=100, count=chips, expires_ms=until_ms)
            )
        books.close()
        return number

    def spend_elsewhere(self, player: int, process: Process) -> None:
        """In the same moment as a double or a split: the balance is short before the bank has heard of it (D4)."""
        if self.world.turmoil and self.dice.random() < 0.2:
            self.spent += 1
            wallet = process.house.people.purse(player).wallet_minor
            key, now_ms = f"spent/{self.spent}", self.world.now_ms
            amount = max(wallet, 1)
            process.submit(Withdraw(key=key, at_ms=now_ms, player=player, currency="EUR", amount_minor=amount))

    def pay_in(self, player: int, amount: int) -> None:
        self.spent += 1
        key, now_ms = f"paid in/{self.spent}", self.world.now_ms
        self.world.server.submit(Deposit(key=key, at_ms=now_ms, player=player, currency="EUR", amount_minor=amount))

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
        left = [f"{host.key} is broken: {host.broken}" for host in house.pit.hosts.values() if host.broken]
        left += [f"{host.key} waits for the store" for host in house.pit.hosts.values() if host.asks]
        left += [
            f"bets of {len(host.table.betting.slips)} at {host.key}: {host.table.view.phase}"
            for host in _playing(house, gone)
        ]
        if left:
            return left
        return world.server.process.in_play(gone)  # type: ignore[union-attr]


def _playing(house: Any, gone: set[int]) -> list[Any]:
    """A solo table whose player never comes back waits for 90 days (T1)."""
    still = [host for host in house.pit.hosts.values() if host.player not in gone]
    return [host for host in still if host.table.view.phase not in ("waiting", "betting", "results")]


def _is_solo(key: str) -> bool:
    return load(key).table.kind == "solo"
