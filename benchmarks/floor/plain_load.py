"""The load generator where there is no compiler: the verbs of `load.c`, on a bare epoll."""

from __future__ import annotations

import json
import resource
import select
import socket
import sys
import time
from typing import Any

MASK = b"\x5a\x17\xc3\x6e"
SLOTS = 8


class Load:
    def __init__(self) -> None:
        self.poller = select.epoll()
        self.sockets: list[socket.socket] = []
        self.numbers: dict[int, int] = {}
        self.kept: list[bytes] = []
        self.upgraded: list[bool] = []
        self.left: list[int] = []
        self.patterns: list[bytes] = [b""] * SLOTS
        self.texts: list[bytes] = [b"{}"] * SLOTS
        self.closed = self.unique = 0
        self.template = b""
        self.reset()

    def reset(self) -> None:
        self.noticed: list[dict[int, int]] = [{} for _ in range(SLOTS)]  # by connection: when
        self.total = [0] * SLOTS
        self.first_ns = [0] * SLOTS
        self.frames = self.read_bytes = self.first_sent_ns = self.last_sent_ns = 0
        self.pump_slot = -1

    # -- the wire -----------------------------------------------------------------------------------

    def connect(self, port: int, count: int, path: str, tokens: str) -> dict[str, Any]:
        known = [""] * (len(self.sockets) + count)
        if tokens != "-":
            with open(tokens, encoding="ascii") as file:
                known = file.read().split()
        first = len(self.sockets)
        for number in range(first, first + count):
            self._connect_one(port, path, known[number])
            while sum(not up for up in self.upgraded[-200:]) >= 100:
                self.read(100)
        until = time.monotonic() + 300
        while not all(self.upgraded[first:]) and time.monotonic() < until:
            self.read(100)
        return {"connected": sum(self.upgraded[first:]), "closed": self.closed}

    def _connect_one(self, port: int, path: str, token: str) -> None:
        one = socket.create_connection(("127.0.0.1", port))
        one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        who = f"Authorization: Bearer {token}\r\n" if token else ""
        one.sendall(
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n{who}\r\n".encode()
        )
        self.numbers[one.fileno()] = len(self.sockets)
        self.sockets.append(one)
        self.kept.append(b"")
        self.upgraded.append(False)
        self.left.append(0)
        self.poller.register(one.fileno(), select.EPOLLIN)

    def send_frame(self, number: int, template: bytes) -> None:
        text = template.replace(b"#", b"%d" % number)
        while b"@" in text:
            text = text.replace(b"@", b"%d" % self.unique, 1)
            self.unique += 1
        size = len(text)
        head = bytes((0x81, 128 | size)) if size < 126 else bytes((0x81, 254)) + size.to_bytes(2, "big")
        key = (MASK * (size // 4 + 1))[:size]
        masked = (int.from_bytes(text, "big") ^ int.from_bytes(key, "big")).to_bytes(size, "big")
        self.last_sent_ns = time.monotonic_ns()
        self.first_sent_ns = self.first_sent_ns or self.last_sent_ns
        self.sockets[number].sendall(head + MASK + masked)

    def read(self, wait_ms: int) -> None:
        for handle, _ in self.poller.poll(wait_ms / 1000):
            self._receive(self.numbers[handle])

    def _receive(self, number: int) -> None:
        data = self.sockets[number].recv(1 << 18)
        if not data:
            self.poller.unregister(self.sockets[number].fileno())
            self.closed += 1
            return
        self.read_bytes += len(data)
        data = self.kept[number] + data
        if not self.upgraded[number]:
            head, found, data = data.partition(b"\r\n\r\n")
            if not found or not head.startswith(b"HTTP/1.1 101"):
                raise SystemExit(f"refused: {head!r}")
            self.upgraded[number] = True
        self.kept[number] = self._take_frames(number, data)

    def _take_frames(self, number: int, data: bytes) -> bytes:
        while len(data) >= 2:
            size, start = data[1] & 127, 2
            if size >= 126:
                start = 4 if size == 126 else 10
                size = int.from_bytes(data[2:start], "big")
            if len(data) < start + size or (start > 2 and len(data) < start):
                break
            if data[0] & 15 == 1:
                self._notice(number, data[start : start + size])
            elif data[0] & 15 == 9:
                self.sockets[number].sendall(bytes((0x8A, 128)) + MASK)
            data = data[start + size :]
        return data

    def _notice(self, number: int, payload: bytes) -> None:
        self.frames += 1
        for slot, pattern in enumerate(self.patterns):
            if not pattern or pattern not in payload:
                continue
            now_ns = time.monotonic_ns()
            self.first_ns[slot] = self.first_ns[slot] or now_ns
            if not self.total[slot] or number == 0:
                self.texts[slot] = payload
            self.total[slot] += 1
            self.noticed[slot][number] = now_ns
            if slot == self.pump_slot and self.left[number]:
                self.left[number] -= 1
                self.send_frame(number, self.template)

    # -- the verbs ----------------------------------------------------------------------------------

    def send(self, first: int, count: int, template: bytes) -> dict[str, Any]:
        for number in range(first, first + count):
            self.send_frame(number, template)
            if number % 128 == 127:
                self.read(0)
        return {"last_sent_ns": self.last_sent_ns}

    def pump(self, slot: int, depth: int, each: int, template: bytes) -> dict[str, Any]:
        self.pump_slot, self.template = slot, template
        self.left = [each - depth] * len(self.sockets)
        for _ in range(depth):
            self.send(0, len(self.sockets), template)
        until = time.monotonic() + 120
        while self.total[slot] < each * len(self.sockets) and time.monotonic() < until:
            self.read(50)
        self.pump_slot = -1
        return self.report(slot)

    def run(self, slot: int, count: int, wait_ms: int) -> dict[str, Any]:
        until = time.monotonic() + wait_ms / 1000
        while len(self.noticed[slot]) < count and time.monotonic() < until:
            self.read(5)
        return self.report(slot)

    def report(self, slot: int) -> dict[str, Any]:
        return {
            "clients": len(self.noticed[slot]),
            "noticed": self.total[slot],
            "frames": self.frames,
            "bytes": self.read_bytes,
            "closed": self.closed,
            "first_ns": self.first_ns[slot],
            "last_ns": max(self.noticed[slot].values(), default=0),
            "first_sent_ns": self.first_sent_ns,
            "last_sent_ns": self.last_sent_ns,
            "now_ns": time.monotonic_ns(),
        }

    def do(self, line: str) -> str:
        verb, _, rest = line.partition(" ")
        words = rest.split(" ", 3)
        match verb:
            case "connect":
                return json.dumps(self.connect(int(words[0]), int(words[1]), words[2], words[3]))
            case "watch":
                slot, _, text = rest.partition(" ")
                self.patterns[int(slot)] = text.encode()
                return "{}"
            case "reset":
                self.reset()
                return "{}"
            case "send":
                first, count, template = rest.split(" ", 2)
                return json.dumps(self.send(int(first), int(count), template.encode()))
            case "pump":
                return json.dumps(self.pump(int(words[0]), int(words[1]), int(words[2]), words[3].encode()))
            case "run":
                return json.dumps(self.run(int(words[0]), int(words[1]), int(words[2])))
            case "text":
                return self.texts[int(rest)].decode()
            case "spread":
                seen = self.noticed[int(rest)]
                return json.dumps([seen[n] - self.last_sent_ns if n in seen else -1 for n in range(len(self.sockets))])
        return '{"error":"not understood"}'


def main() -> None:
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    load = Load()
    for line in sys.stdin:
        if line.strip() == "quit":
            return
        print(load.do(line.rstrip("\n")), flush=True)


if __name__ == "__main__":
    main()
