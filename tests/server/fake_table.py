"""The smallest table there can be: whoever speaks is heard by all. For tests of what is around a table."""

from __future__ import annotations

from typing import Any

from ventuno.bank import Outcome, RecordAct
from ventuno.protocol import commands as said
from ventuno.protocol.commands import Command
from ventuno.protocol.events import AnyEvent, CrowdChanged, Deadline, DeadlineMoved, Said, TablePaused, TableResumed
from ventuno.protocol.messages import Done, MyBet, MyBets, Refused, TableInfo
from ventuno.protocol.view import TableView, apply
from ventuno.server.house import House
from ventuno.server.pit import Kind
from ventuno.table import port
from ventuno.table.port import Ask, Guest, Mine, Out, Publish, Reply, Whisper
from ventuno.variant import load


def info(key: str, kind: str = "shared", **fields: Any) -> TableInfo:
    known: dict[str, Any] = {
        "key": key,
        "name": key,
        "game": "infinite",
        "game_name": "Infinite",
        "kind": kind,
        "positions": 1,
        "positions_per_player": 1,
        "stake_step_minor": 2,
        "side_bets": (),
        "chips": (100,),
        **fields,
    }
    return TableInfo(**known)


class FakeTable:
    def __init__(self, info: TableInfo, surroundings: House) -> None:
        self.info = info
        self.around = surroundings
        self.view = TableView()
        self.n = 0
        self.variant = load("infinite")
        self.guests: dict[int, Guest] = {}
        self.gone: list[int] = []
        self.heard: list[str] = []
        self.asked: dict[int, tuple[int, str]] = {}
        self.deadline_ms: int | None = None
        self.rang: list[int] = []
        self.entered_ms = 0
        self.acts: list[tuple[port.AnyAct, int]] = []
        self.original_minor = 0

    def _publish(self, event: AnyEvent) -> Publish:
        apply(self.view, event)
        self.n += 1
        return Publish(self.n, event)

    def start(self, now_ms: int) -> list[Out]:
        return []

    def enter(self, guest: Guest, now_ms: int) -> list[Out]:
        self.guests[guest.player] = guest
        self.entered_ms = now_ms
        return [self._publish(CrowdChanged(len(self.guests), 0))]

    def disconnect(self, player: int, now_ms: int) -> list[Out]:
        self.gone.append(player)
        return []

    def receive(self, player: int, request: str, command: Command, now_ms: int) -> list[Out]:
        match command:
            case said.Say(text):
                return self._say(player, request, text, now_ms)
            case said.Undo():
                raise ZeroDivisionError("a fault of the program")
            case said.Bet(spot, amount):
                self.asked[len(self.asked)] = (player, request)
                act = RecordAct(key=f"{player}/{request}", at_ms=now_ms, what="bet", subject=spot, reason=str(amount))
                return [Ask(len(self.asked) - 1, act)]
            case said.Deal():
                self.deadline_ms = now_ms + 200
                return [
                    self._publish(DeadlineMoved(Deadline(self.deadline_ms, 200, "stands"))),
                    Reply(player, Done(request)),
                ]
            case said.Leave():
                del self.guests[player]
                return [Reply(player, Done(request))]
        return [Reply(player, Refused(request, "table/not_offered", "there is no such thing here"))]

    def _say(self, player: int, request: str, text: str, now_ms: int) -> list[Out]:
        """First to all, then to one, then to all again: the order is part of what is tested."""
        self.heard.append(text)
        line = Said(self.n, self.guests[player].name, text, now_ms)
        own = MyBets(self.info.key, (MyBet("1/main", len(self.heard)),))
        return [self._publish(line), Whisper((player,), own), self._publish(line), Reply(player, Done(request))]

    def answer(self, ref: int, outcome: Outcome, now_ms: int) -> list[Out]:
        player, request = self.asked[ref]
        return [self._publish(Said(self.n, "", f"booked {ref}", now_ms)), Reply(player, Done(request))]

    def supervise(self, act: port.AnyAct, now_ms: int) -> list[Out]:
        self.acts.append((act, now_ms))
        match act:
            case port.PauseTable():
                return [self._publish(TablePaused(act.reason))]
            case port.Resume():
                return [self._publish(TableResumed())]
            case port.Close():
                self.view.closed = act.reason
        return []

    def was_answered(self, player: int, request: str, command: Command) -> bool:
        return False

    def pool_changed(self, now_ms: int) -> list[Out]:
        return []

    def tick(self, now_ms: int) -> list[Out]:
        if self.deadline_ms is not None and now_ms >= self.deadline_ms:
            self.deadline_ms = None
            self.rang.append(now_ms)
            return [self._publish(DeadlineMoved())]
        return []

    def next_deadline_ms(self) -> int | None:
        return self.deadline_ms

    def mine(self, player: int) -> Mine:
        return Mine(MyBets(self.info.key), None, None)

    @property
    def idle(self) -> bool:
        return not self.guests


def fakes(house: House, keys: tuple[str, ...] = ("one",), **fields: Any) -> list[Kind]:
    return [
        Kind(found, load("infinite"), (), lambda player, found=found: FakeTable(found, house))  # type: ignore[misc]
        for found in (info(key, **fields) for key in keys)
    ]


def table_of(house: House, key: str = "one") -> FakeTable:
    table = house.pit.hosts[key, 0].table
    assert isinstance(table, FakeTable)
    return table
