"""The house under the same load: fan-out, decisions, whole rounds of a shared table, memory."""

from __future__ import annotations

import json
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from floor.load import Load
from floor.measure import cpu_seconds, memory_kb

TABLE = "infinite"
SAID, DONE, ASKED, INSURANCE, RESULT, OPENED, REFUSED, SNAPSHOT = range(8)
WATCHED = {
    SAID: '"Said"',
    DONE: '"Done"',
    ASKED: '"Asked"',
    INSURANCE: '"InsuranceOffered"',
    RESULT: '"MyResult"',
    OPENED: '"bets-close"',  # every announcement of a new betting window
    REFUSED: '"Refused"',
    SNAPSHOT: '"Snapshot"',
}


def request(command: dict[str, Any]) -> str:
    """A template: `#` is the connection's number and `@` makes the id one of its kind."""
    return json.dumps({"id": "#-@", "table": TABLE, "do": command}, separators=(",", ":"))


class HouseLoad:
    """A house with so many players connected and at the table."""

    def __init__(self, pid: int, load: Load, size: int, empty_kb: int) -> None:
        self.pid, self.load, self.size, self._empty_kb = pid, load, size, empty_kb
        self._speaker = 0
        for slot, text in WATCHED.items():
            load.watch(slot, text)

    def join(self) -> None:
        self.load.reset()
        self.load.send(0, self.size, request({"type": "Join"}))
        if self.load.run(SNAPSHOT, self.size, 120)["clients"] < self.size:
            raise RuntimeError("not everybody could join")
        self.load.run(SAID, 1, 2)  # the crowd's arrival is told
        limits = self.load.text(SNAPSHOT)["view"]["limits"]
        self._stake_minor = limits[0]["main_least_minor"]

    @property
    def kb_per_connection(self) -> float:
        return round((memory_kb(self.pid) - self._empty_kb) / self.size, 2)

    def fan_out(self, events: int) -> tuple[float, list[float]]:
        """A line of chat to everybody, again and again: CPU microseconds a message, the slowest client each time."""
        before, messages, slowest = cpu_seconds(self.pid), 0, []
        for _ in range(events):
            self.load.reset()
            self._speaker = (self._speaker + 1) % self.size
            self.load.send(self._speaker, 1, request({"type": "Say", "text": "la fortuna aiuta gli audaci " * 7}))
            self.load.run(SAID, self.size)
            slowest.append(max(self.load.spread_ms(SAID)))
            messages += self.load.run(SAID, self.size, 0)["frames"]
        return 1e6 * (cpu_seconds(self.pid) - before) / messages, slowest

    def round(self) -> dict[str, Any]:
        """One round: everybody bets, everybody decides, everybody is paid. What each part took."""
        self.load.reset()
        self.load.run(OPENED, self.size, 60)
        begun_cpu, part = cpu_seconds(self.pid), {}
        part["bets"] = self._everybody({"type": "Bet", "spot": "1/main", "amount_minor": self._stake_minor})
        part["bets"].pop("last_sent_ns")
        sent_ns = self._decide(part)
        bettors = part["bets"]["done"]
        answer = self.load.run(RESULT, bettors, 60)
        if answer["clients"] < bettors:
            raise RuntimeError(f"{answer['clients']} of {bettors} bettors were told their result")
        if sent_ns:
            part["last_decision_to_all_paid_ms"] = round((answer["last_ns"] - sent_ns) / 1e6, 1)
        part["cpu_seconds"] = round(cpu_seconds(self.pid) - begun_cpu, 2)
        return part

    def _decide(self, part: dict[str, Any]) -> int:
        """Declines insurance, stands. Returns when the last decision was sent; 0: nothing was asked (a natural)."""
        until = time.monotonic() + 60
        while time.monotonic() < until:
            if self.load.run(ASKED, 1, 0.02)["clients"]:
                turn = self.load.text(ASKED)["what"]["turn"]
                decision = {"type": "Decide", "turn": turn, "position": 1, "line": "1", "action": "stand"}
                self.load.run(ASKED, self.size, 10)
                part["decisions"] = self._everybody(decision)
                return int(part["decisions"].pop("last_sent_ns"))
            if self.load.run(INSURANCE, 1, 0.02)["clients"]:
                turn = self.load.text(INSURANCE)["what"]["turn"]
                self.load.reset()
                part["insurance"] = self._everybody({"type": "Insure", "turn": turn, "accept": False})
                part["insurance"].pop("last_sent_ns")
                continue
            if self.load.run(RESULT, 1, 0.02)["clients"]:
                return 0
        raise RuntimeError("the round did not go on")

    def _everybody(self, command: dict[str, Any]) -> dict[str, Any]:
        """One request each; returns when all are answered. `seconds`: from the last one sent to the last answer."""
        refused_before, before = self.load.run(REFUSED, 0, 0)["noticed"], self.load.run(DONE, 0, 0)
        cpu_before = cpu_seconds(self.pid)
        self.load.send(0, self.size, request(command))
        done = refused = 0
        until = time.monotonic() + 60
        while done + refused < self.size and time.monotonic() < until:
            answer = self.load.run(DONE, self.size + 1, 0.02)
            done = answer["noticed"] - before["noticed"]
            refused = self.load.run(REFUSED, 0, 0)["noticed"] - refused_before
        found = {
            "done": done,
            "seconds": round((answer["last_ns"] - answer["last_sent_ns"]) / 1e9, 3),
            "cpu_microseconds_each": round(1e6 * (cpu_seconds(self.pid) - cpu_before) / max(done, 1), 2),
            "messages": answer["frames"] - before["frames"],
            "last_sent_ns": answer["last_sent_ns"],
        }
        return found | {"refused": refused, "why": self.load.text(REFUSED)["code"]} if refused else found


@contextmanager
def running_house(load_command: list[str], size: int, config: str) -> Iterator[HouseLoad]:
    sys.path.insert(0, str(Path(__file__).parents[2]))  # the tests know how to start a house
    from tests.server.house_process import HouseProcess, prepare

    with tempfile.TemporaryDirectory() as name:
        house = HouseProcess(Path(name), config)
        players = prepare(house.where, size)
        tokens = Path(name) / "tokens"
        tokens.write_text("\n".join(player.token for player in players), encoding="ascii")
        house.start()
        try:
            time.sleep(1)
            empty_kb = memory_kb(house.pid)
            with Load(load_command) as load:
                load.connect(house.port, size, "/ws", tokens)
                yield HouseLoad(house.pid, load, size, empty_kb)
        finally:
            house.kill()
