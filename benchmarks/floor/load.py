"""The load generator, from Python: starts `load.c` (or `plain_load.py`) and speaks to it line by line."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from types import TracebackType
from typing import Any


class Load:
    """So many WebSocket clients in a process of their own. The verbs are described in load.c."""

    def __init__(self, command: list[str]) -> None:
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __enter__(self) -> Load:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._process.kill()
        self._process.wait()

    def _ask(self, line: str) -> Any:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        if not answer or answer.startswith('{"error"'):
            raise RuntimeError(f"the load generator did not do {line!r}: {answer!r}")
        return json.loads(answer)

    def connect(self, port: int, count: int, path: str = "/ws", tokens: Path | None = None) -> None:
        answer = self._ask(f"connect {port} {count} {path} {tokens or '-'}")
        if answer["connected"] != count or answer["closed"]:
            raise RuntimeError(f"{count} connections were wanted: {answer}")

    def watch(self, slot: int, text: str) -> None:
        self._ask(f"watch {slot} {text}")

    def reset(self) -> None:
        self._ask("reset")

    def send(self, first: int, count: int, template: str) -> None:
        self._ask(f"send {first} {count} {template}")

    def pump(self, slot: int, depth: int, each: int, template: str) -> dict[str, int]:
        return dict(self._ask(f"pump {slot} {depth} {each} {template}"))

    def run(self, slot: int, count: int, seconds: float = 30) -> dict[str, int]:
        return dict(self._ask(f"run {slot} {count} {int(seconds * 1000)}"))

    def text(self, slot: int) -> dict[str, Any]:
        return dict(self._ask(f"text {slot}"))

    def spread_ms(self, slot: int) -> list[float]:
        """For each connection: how long after the last frame was sent it noticed the text."""
        return [nanoseconds / 1e6 for nanoseconds in self._ask(f"spread {slot}")]
