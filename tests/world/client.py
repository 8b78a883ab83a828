"""One person's browser: folds what it hears, asks again what was not answered, comes back when the line is cut."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import msgspec

from tests.world.network import Link
from ventuno.protocol import commands as do, messages as say
from ventuno.protocol.commands import Request
from ventuno.protocol.view import TableView, apply

if TYPE_CHECKING:
    from tests.world.world import World

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(say.AnyMessage).decode
AGAIN_S = 2.5
GAP_S = 0.7
MOST_TRIES = 40


class Place:
    """A table as this client knows it."""

    def __init__(self, key: str) -> None:
        self.key = key
        self.epoch = ""
        self.n = 0
        self.view = TableView()
        self.info: say.TableInfo | None = None
        self.bets = say.MyBets(key)
        self.hands = say.MyHands(key, 0)
        self.result: say.MyResult | None = None
        self.joined = False  # on this connection
        self.joining = ""
        self.missing = False  # an event that has not come


class Client:
    def __init__(self, world: World, player: int, tables: tuple[str, ...], chance: random.Random) -> None:
        self.world, self.player, self.chance = world, player, chance
        self.places = {key: Place(key) for key in tables}
        self.link: Link | None = None
        self.balance = say.Balance(0)
        self.numbers = 0
        self.waiting: dict[str, Request] = {}  # not answered yet
        self.answers: dict[str, say.Done | say.Refused] = {}
        self.asked: dict[str, Request] = {}  # everything, ever
        self.results: dict[str, say.MyResult] = {}
        self.gone_for_good = False
        self.away = False  # does not want to be here
        self._connecting = False

    # -- connections ----------------------------------------------------------------------------

    @property
    def is_here(self) -> bool:
        return self.link is not None and not self.link.gone

    def connect(self) -> None:
        if self.is_here or self._connecting or self.away:
            return
        self._connecting = True
        self.world.at(self.world.weather.delay_s(), self._arrive)

    def _arrive(self) -> None:
        self._connecting = False
        if self.away:
            return
        link = self.link = Link(self.world, self.world.weather, str(self.player))
        link.on_closed = self._lost
        link.on_message = lambda body: self._hear(link, body)
        link.sent = lambda body: self.sent(link, body)
        self.world.server.accept(link, self.player)

    def sent(self, link: Link, body: bytes) -> None:
        """Also over another connection of the same person: watched like everything, and not folded."""
        assert link.process is not None
        self.world.watch.sent(link.process, self.player, body)
        link.process.point("with some bytes written")

    def _lost(self) -> None:
        for place in self.places.values():
            place.joined, place.joining = False, ""
        self.world.at(self.chance.uniform(0.2, 6.0) if self.world.turmoil else 0.5, self.connect)

    def vanish(self, for_s: float) -> None:
        """Gone, without a word; the house finds out at once or much later."""
        if self.is_here:
            self.away = True
            assert self.link is not None
            self.link.cut(self.chance.choice((0.0, 0.5, 8.0, 90.0)))
            self.world.at(for_s, self.come_back)

    def come_back(self) -> None:
        self.away = False
        self.connect()

    # -- asking ---------------------------------------------------------------------------------

    def ask(self, command: do.Command, table: str = "", code: str = "") -> str:
        self.numbers += 1
        name = f"{self.player}q{self.numbers}"
        request = Request(name, command, table, code)  # type: ignore[arg-type]
        self.asked[name] = self.waiting[name] = request
        self._say(name, 0)
        return name

    def _say(self, name: str, tries: int) -> None:
        """Until it is answered: with the same id, so that it is done once."""
        request = self.waiting.get(name)
        if request is None:
            return
        place = self.places.get(request.table)
        ready = place is None or place.joined or isinstance(request.do, do.Join)
        if isinstance(request.do, do.Join) and (place is None or place.joining != name):
            del self.waiting[name]  # of another connection
            return
        if self.is_here and ready:
            assert self.link is not None
            self.link.send(encode(request))
            tries += 1
        if tries < MOST_TRIES:
            self.world.at(AGAIN_S, lambda: self._say(name, tries))
        else:
            del self.waiting[name]
            self.world.watch.wrong(f"{self.player} was never answered {request}")

    def repeat_old(self) -> None:
        """The same id again, long after: the same answer, and no effect."""
        names = [name for name in list(self.answers)[-20:] if name in self.asked]
        if names and self.is_here:
            assert self.link is not None
            self.link.send(encode(self.asked[self.chance.choice(names)]))

    def join(self, place: Place) -> None:
        if self.is_here and not place.joining:
            place.joining = "soon"
            self.numbers += 1
            name = place.joining = f"{self.player}j{self.numbers}"
            request = Request(name, do.Join(place.epoch, place.n), place.key)
            self.asked[name] = self.waiting[name] = request
            self._say(name, 0)

    def rejoin(self, place: Place) -> None:
        """After it was left in a way that nobody waited for."""
        place.joined, place.joining = False, ""
        self.join(place)

    # -- hearing --------------------------------------------------------------------------------

    def _hear(self, link: Link, body: bytes) -> None:
        if link is not self.link:
            return
        message: Any = decode(body)
        match message:
            case say.Welcome():
                for place in self.places.values():
                    self.join(place)
            case say.Happened():
                self._happened(self.places[message.table], message)
            case say.Snapshot():
                self._look(self.places[message.table], message)
            case say.MyBets():
                self.places[message.table].bets = message
            case say.MyHands():
                self.places[message.table].hands = message
            case say.MyResult():
                self._result(message)
            case say.Done() | say.Refused():
                self._answered(message)
            case say.Balance():
                self.balance = message
            case say.Left():
                self._left(self.places[message.table])

    def _happened(self, place: Place, message: say.Happened) -> None:
        if message.n == place.n + 1 and place.joined:
            place.n = message.n
            apply(place.view, message.what)
        elif message.n > place.n + 1 and place.joined and not place.missing:
            place.missing = True  # unless it only comes late
            self.world.at(GAP_S, lambda: self._fill(place))
        elif message.n == place.n + 1 and place.joining:
            place.n = message.n  # what happened since, before the answer to Join
            apply(place.view, message.what)

    def _fill(self, place: Place) -> None:
        place.missing = False
        if place.joined:
            self.join(place)

    def _look(self, place: Place, message: say.Snapshot) -> None:
        if message.epoch == place.epoch and message.n < place.n and not place.joining:
            return  # an old one, overtaken
        place.epoch, place.n, place.info = message.epoch, message.n, message.info
        place.view = message.view
        place.bets = message.bets or say.MyBets(place.key)
        place.hands = message.hands or say.MyHands(place.key, 0)
        if message.result:
            self._result(message.result)

    def _result(self, message: say.MyResult) -> None:
        self.places[message.table].result = message
        before = self.results.setdefault(message.code, message)
        if before != message:
            self.world.watch.wrong(f"{self.player} was told two results of {message.code}: {before}, {message}")

    def _answered(self, message: say.Done | say.Refused) -> None:
        request = self.waiting.pop(message.id, None)
        if request is None:
            return
        self.answers[message.id] = message
        if isinstance(request.do, do.Join):
            place = self.places[request.table]
            place.joining = ""
            place.joined = place.joined or isinstance(message, say.Done)
            if not place.joined:
                self.world.at(1.0, lambda: self.join(place))
        elif isinstance(request.do, do.Leave) and isinstance(message, say.Done):
            self._left(self.places[request.table])

    def _left(self, place: Place) -> None:
        """Whoever asked for it; sooner or later it is joined again."""
        place.joined = False
        self.world.at(self.chance.uniform(1, 30), lambda: None if place.joined else self.join(place))
