"""Hostile messages on every command: never a traceback, nothing changed by what is refused, nobody else troubled.

Seeded, so that a failure comes again: `pytest tests/server/test_fuzz_ws.py` is the whole of it.
"""

from __future__ import annotations

import asyncio
import base64
import itertools
import logging
import threading
from collections import Counter
from collections.abc import Coroutine, Iterator
from typing import Any

import msgspec
import pytest
import uvloop
from hypothesis import HealthCheck, Phase, given, settings, strategies as st

from tests.server.fuzzing import COMMANDS, HOSTILE, NAME, commands, frames, requests, spoilt_bytes
from tests.server.houses import Browser, Shifted, Socket, open_house, quick_tables
from ventuno.server.edge import frames as codes
from ventuno.server.host import Host
from ventuno.server.limits import EdgeLimits
from ventuno.store.auditing import audit
from ventuno.store.history import head
from ventuno.table.config import Times

LONG_MS = 600_000  # nothing moves by itself
SLOW = Times(
    betting_ms=LONG_MS,
    warning_ms=1000,
    closing_ms=5,
    card_ms=2,
    dealer_card_ms=2,
    insurance_ms=LONG_MS,
    decision_ms=LONG_MS,
    pause_ms=5,
    results_ms=5,
)
GENEROUS = EdgeLimits(
    messages_per_second=1e9, messages_burst=1e9, sign_ins_per_minute=1e6, connections_per_account=1000
)
PLAIN = {
    "database": None,
    "derandomize": True,
    "deadline": None,
    "phases": (Phase.explicit, Phase.generate),  # the house has moved on: nothing can be tried again in smaller
    "suppress_health_check": list(HealthCheck),
}
RIGHT_CODES = {codes.NORMAL, codes.PROTOCOL_ERROR, codes.NOT_TEXT, codes.BAD_TEXT, codes.TOO_BIG}
SHOWN = (
    *("said", "seats", "phase", "code", "lines", "question", "judgement"),
    *("limits", "pause", "closing", "closed", "void", "jackpot_minor"),
)
TABLES = ("free-chip", "infinite", "cashback", "classic-free-bet", "all-bets", "no")


class Fuzzed:
    """A house in a thread of its own, a hostile player, and an honest one with bets on the table."""

    def __init__(self) -> None:
        self.loop = uvloop.new_event_loop()
        self.clock = Shifted()
        self.numbers = itertools.count()
        self.answers: Counter[str] = Counter()
        self.moves = 0  # how often time was let pass
        threading.Thread(target=self.loop.run_forever, daemon=True).start()
        self.ends: asyncio.Event | None = None
        ready: Any = threading.Event()
        self.done = asyncio.run_coroutine_threadsafe(self._stay(ready), self.loop)
        if not ready.wait(60):
            self.done.result(1)

    async def _stay(self, ready: threading.Event) -> None:
        self.ends = asyncio.Event()
        tables = quick_tables(times=SLOW)
        async with (
            open_house(tables=tables, limits=GENEROUS, clock=self.clock) as self.running,
            Browser(self.running.url) as self.bad,
            Browser(self.running.url) as self.good,
        ):
            self.me = (await self.bad.demo())["player"]
            self.other = (await self.good.demo())["player"]
            self.running._sweeper.cancel()  # it has business of its own with the books
            await self._settle_in()
            ready.set()
            await self.ends.wait()

    async def _settle_in(self) -> None:
        """Solo tables are played alone, in a window of their own."""
        self.honest, self.sockets = await self.good.socket(), {"": await self.bad.socket()}
        alone = await self.good.socket()
        for opened, table in ((self.honest, "infinite"), (self.honest, "classic-free-bet"), (alone, "free-chip")):
            assert (await opened.do("Join", table))["type"] == "Done"
        for table in ("infinite", "classic-free-bet"):  # a round is opened for who comes first, at the bank
            await self._phase(table, 0, "betting")
        assert (await self.honest.do("Sit", "classic-free-bet", seat=7))["type"] == "Done"
        for opened, table, spot in (
            (self.honest, "infinite", "1/main"),
            (self.honest, "classic-free-bet", "7/main"),
            (alone, "free-chip", "1/main"),
        ):
            assert (await opened.do("Bet", table, spot=spot, amount_minor=1000))["type"] == "Done"
        assert (await alone.do("Deal", "free-chip"))["type"] == "Done"
        await self._phase("free-chip", self.other, "decisions", "insurance", "results")  # a blackjack is paid at once

    async def _phase(self, table: str, player: int, *wanted: str) -> None:
        while self.running.house.pit.hosts[table, player].table.view.phase not in wanted:
            await asyncio.sleep(0.01)

    async def at(self, table: str) -> Socket:
        """The hostile player's window at a table: opened, and joined again where it was left."""
        alone = table if table in ("free-chip", "all-bets") else ""
        opened = self.sockets.get(alone)
        if opened is None or opened._task.done():
            opened = self.sockets[alone] = await self.bad.socket()
        host = self.running.house.pit.host(table, self.me)
        here = host.channel.members.get(self.me) if host else None
        if table in self.running.house.pit.kinds and (here is None or table not in here.channels):
            assert (await opened.do("Join", table))["type"] == "Done"
        return opened

    def do(self, work: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(30)

    def close(self) -> None:
        assert self.ends is not None
        self.loop.call_soon_threadsafe(self.ends.set)
        self.done.result(30)
        self.loop.call_soon_threadsafe(self.loop.stop)

    def named(self, payload: bytes) -> bytes:
        """With an id that was not used before."""
        return payload.replace(NAME.encode(), f"n{next(self.numbers):07}".encode())

    # -- in the loop ----------------------------------------------------------------------------

    async def quiet(self) -> None:
        """Everything asked of the house and of the bank is answered, and no card is on its way."""
        house = self.running.house
        for _ in range(5000):
            busy = any(account.requests.waiting for account in house.people.accounts.values())
            hurried = [self._hurry(host) for host in list(house.pit.hosts.values())]
            if not busy and not any(hurried):
                return
            await asyncio.sleep(0.001)
        raise AssertionError("something is never answered")

    def _hurry(self, host: Host) -> bool:
        """Whether the table is in the middle of something; what is due soon is due now."""
        due_ms = host.table.next_deadline_ms()
        if host.asks or due_ms is None or due_ms - self.running.house.now_ms() > LONG_MS / 20:
            return bool(host.asks)
        self.clock.ahead_ms += max(due_ms - self.running.house.now_ms(), 0)
        host.tick()
        return True

    def state(self) -> tuple[Any, ...]:
        """The books, and every table as all see it but for what is counted now and then."""
        shown = {
            key: [msgspec.json.encode(getattr(host.table.view, name)) for name in SHOWN]
            for key, host in self.running.house.pit.hosts.items()
        }
        return head(self.running.ledger), shown

    async def say(self, payload: bytes, table: str = "free-chip") -> dict[str, Any] | None:
        """Sends it; the answer, once everything it caused has been done."""
        opened = await self.at(table)
        await self.quiet()
        payload = self._timely(payload, table)
        before, heard, mark = self.state(), len(opened.heard), next(self.numbers)
        await opened.socket.send_str(payload.decode(errors="replace"))
        for fence in (-mark - 1, -mark - 1_000_000):  # when the house has read it, and when it has answered it
            await opened.send({"type": "Ping", "sent_ms": fence}, request=f"fence{fence}")
            await opened.until(lambda said, at=fence: said["type"] == "Pong" and said["sent_ms"] == at, since=heard)
            await self.quiet()
        answer = next((one for one in opened.heard[heard:] if one["type"] in ("Done", "Refused")), None)
        if answer is not None and answer["type"] == "Refused":
            assert "/" in answer["code"], answer
            assert answer["why"], answer
            assert self.state() == before, (payload, answer)
        self.answers[answer["code"] if answer and answer["type"] == "Refused" else "done"] += 1
        return answer

    def _timely(self, payload: bytes, table: str) -> bytes:
        """Turn 1 is the question that is open: late answers are refused at the door, timely ones go deeper."""
        host = self.running.house.pit.host(table, self.me)
        question = host.table.view.question if host else None
        return payload.replace(b'"turn":1,', b'"turn":%d,' % question.turn) if question else payload

    async def move_on(self) -> None:
        """Time passes at the live tables: bets close, questions are answered by time, the next round begins."""
        self.moves += 1
        for key in ("infinite", "cashback", "classic-free-bet"):
            host = self.running.house.pit.hosts[key, 0]
            due_ms = host.table.next_deadline_ms()
            if due_ms is not None:
                self.clock.ahead_ms += max(due_ms - self.running.house.now_ms(), 0)
                host.tick()
        await self.quiet()

    async def honest_is_well(self) -> None:
        heard = len(self.honest.heard)
        await self.honest.send({"type": "Ping", "sent_ms": 1})
        await self.honest.until(lambda said: said["type"] == "Pong", since=heard, timeout_s=2)
        assert not self.honest.of("Bye")
        assert not [said for said in self.honest.of("Notice") if said["code"] == "table/fault"]

    async def raw(self, data: bytes) -> bytes:
        """Bytes on a WebSocket of one's own; what came back."""
        host, port = self.running.url.removeprefix("http://").split(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        key = base64.b64encode(b"0123456789abcdef").decode()
        writer.write(
            f"GET /ws HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
            f"Authorization: Bearer {self.bad.token}\r\n\r\n".encode()
        )
        assert b"101" in await reader.readuntil(b"\r\n\r\n")
        writer.write(data)
        writer.write_eof()
        back = b""
        try:
            while chunk := await asyncio.wait_for(reader.read(65536), 5):
                back += chunk
        except ConnectionResetError:  # it was closed while more of this was on its way
            pass
        writer.close()
        return back


def _fault_free(caplog: pytest.LogCaptureFixture, house: Fuzzed) -> None:
    faults = [record.getMessage() for record in caplog.records if record.exc_info or record.levelno >= logging.ERROR]
    assert faults == []
    assert not [host.key for host in house.running.house.pit.hosts.values() if host.broken]


@pytest.fixture(scope="module")
def house() -> Iterator[Fuzzed]:
    fuzzed = Fuzzed()
    yield fuzzed
    assert fuzzed.do(asyncio.to_thread(audit, fuzzed.running.ledger)).clean
    fuzzed.close()


@pytest.fixture(autouse=True)
def log(caplog: pytest.LogCaptureFixture, house: Fuzzed) -> Iterator[None]:
    caplog.set_level(logging.WARNING)
    before, moves = house.running.house.people.purse(house.other), house.moves
    yield
    _fault_free(caplog, house)
    house.do(house.honest_is_well())
    if house.moves == moves:  # no round of theirs was settled meanwhile
        assert house.running.house.people.purse(house.other) == before


@pytest.mark.parametrize("which", COMMANDS, ids=lambda which: which.__name__)
def test_well_formed_nonsense_is_carried_out_or_refused(which: type, house: Fuzzed) -> None:
    @settings(max_examples=25, **PLAIN)
    @given(
        commands(which), st.sampled_from(["free-chip", "infinite", "cashback", "classic-free-bet", "all-bets", "no"])
    )
    def check(command: dict[str, Any], table: str) -> None:
        request = {"id": f"q{next(house.numbers)}", "do": command, "table": table}
        answer = house.do(house.say(msgspec.json.encode(request), table))
        assert answer is None or answer["id"] == request["id"]
        assert answer is not None or which.__name__ == "Ping"

    check()


@pytest.mark.parametrize("payload", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_messages_are_refused_one_by_one(payload: bytes, house: Fuzzed) -> None:
    answer = house.do(house.say(payload))
    assert answer is not None
    assert answer["type"] == "Refused"


@settings(max_examples=800, **PLAIN)
@given(requests(), st.sampled_from(TABLES))
def test_spoilt_requests_change_nothing(house: Fuzzed, payload: bytes, table: str) -> None:
    house.do(house.say(house.named(payload), table))


@settings(max_examples=500, **PLAIN)
@given(spoilt_bytes(), st.sampled_from(TABLES))
def test_spoilt_bytes_change_nothing(house: Fuzzed, payload: bytes, table: str) -> None:
    house.do(house.say(house.named(payload), table))


def test_nonsense_in_the_middle_of_rounds(house: Fuzzed) -> None:
    """Live tables are moved on between the messages: into decisions, and through whole rounds."""
    phases: set[str] = set()

    @settings(max_examples=200, **PLAIN)
    @given(st.lists(st.tuples(requests(), st.sampled_from(TABLES)), min_size=1, max_size=4))
    def check(said: list[tuple[bytes, str]]) -> None:
        house.do(house.move_on())
        for payload, table in said:
            phases.update(host.table.view.phase for host in house.running.house.pit.hosts.values())
            house.do(house.say(house.named(payload), table))

    check()
    assert {"betting", "decisions"} <= phases


def test_spoilt_frames_end_the_connection_with_the_right_code(house: Fuzzed) -> None:
    ends: Counter[int] = Counter()

    @settings(max_examples=200, **PLAIN)
    @given(frames())
    def check(data: bytes) -> None:
        code = _close_code(house.do(house.raw(data)))
        ends[code] += 1
        assert code == 0 or code in RIGHT_CODES, (code, data)

    check()
    assert {codes.PROTOCOL_ERROR, codes.NOT_TEXT, codes.TOO_BIG} <= ends.keys(), ends


def _close_code(back: bytes) -> int:
    """Of the close frame at the end of what the house said; 0: it waited for the rest of a frame, or it was lost."""
    at = 0
    while at < len(back):
        opcode, size = back[at] & 15, back[at + 1] & 127
        at += 2
        if size >= 126:
            wide = 2 if size == 126 else 8
            size = int.from_bytes(back[at : at + wide], "big")
            at += wide
        if opcode == codes.CLOSE:
            return int.from_bytes(back[at : at + 2], "big")
        at += size
    return 0


def test_the_same_request_out_of_order_and_again_is_done_once(house: Fuzzed) -> None:
    async def world() -> None:
        await house.quiet()
        opened = await house.at("free-chip")
        await opened.do("ClearBets", "free-chip")
        name = f"again{next(house.numbers)}"
        before = head(house.running.ledger)
        await asyncio.gather(
            *(opened.send({"type": "Bet", "spot": "1/main", "amount_minor": 1000}, "free-chip", name) for _ in range(5))
        )
        await opened.send({"type": "Undo"}, "nowhere", name)  # another request by the same name is a misuse of it
        await house.quiet()
        refused = [said["code"] for said in opened.heard if said.get("id") == name and said["type"] == "Refused"]
        assert refused == ["ledger/key_reused"] or len(refused) == 6
        assert head(house.running.ledger).number - before.number <= 2  # a round opened, a stake placed

    house.do(world())


def test_the_fuzz_reached_the_tables(house: Fuzzed) -> None:
    """A fuzz that is turned away at the door proves nothing."""
    if house.answers.total() < 1500:
        pytest.skip("other processes tried the rest")
    assert house.answers["done"] > 50
    reached = [code for code in house.answers if not code.startswith(("request/", "table/"))]
    assert len(reached) > 8, house.answers
    assert house.answers["request/malformed"] > 50
