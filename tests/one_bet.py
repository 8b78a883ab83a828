"""One bet from the socket to its acknowledgement: the functions of ours that it is handed through, in order.

    python -m tests.one_bet              prints it
    python -m tests.one_bet --write      into docs/one-bet.md

A real house on a real socket, and a SQLite database. The **path** is every function that is at work whenever the bet
goes from one hand to the next: bytes in, asked of the bank, into the store's thread, committed, back, replied, bytes
out. What those functions ask on the way (may this player bet here, what does the limit say) is counted apart.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import threading
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, NamedTuple

import ventuno
from tests.server.houses import Browser, Socket, open_house, quick_tables
from ventuno.table.config import Times

SOURCE = Path(ventuno.__file__).parent
DOCUMENT = Path(__file__).parent.parent / "docs" / "one-bet.md"
GAME = "infinite"
BET: dict[str, Any] = {"spot": "1/main", "amount_minor": 100}
BETS = 4  # what is on the path of each of them is the path: anything else happened beside it
HANDS_ON = {"put", "call_soon_threadsafe", "call_soon", "call_later", "write", "send"}
INSIDE = {"<lambda>", "<genexpr>", "<listcomp>", "<dictcomp>", "<setcomp>"}


class Step(NamedTuple):
    file: str
    function: str
    runs_in: str


class Traced(NamedTuple):
    path: list[Step]
    all: list[Step]


class Tracing:
    """Every function of ours that is called, in every thread, and which are at work when something is handed on."""

    def __init__(self) -> None:
        self.on = False
        self.clear()

    def clear(self) -> None:
        self.called: dict[Step, None] = {}
        self.handing: set[Step] = set()

    def __call__(self, frame: FrameType, event: str, argument: Any) -> None:
        if not self.on or not _is_ours(frame.f_code):
            return
        if event == "call":
            self.called.setdefault(_step(frame))
            if _hands_on(frame.f_code):
                self._note(frame)
        elif event == "c_call" and (argument.__name__ in HANDS_ON or frame.f_code.co_name == "commit"):
            self._note(frame)

    def _note(self, frame: FrameType | None) -> None:
        while frame is not None:
            if _is_ours(frame.f_code):
                self.handing.add(_step(frame))
                self.called.setdefault(_step(frame))
            frame = frame.f_back

    def taken(self) -> Traced:
        return Traced([step for step in self.called if step in self.handing], [*self.called])


def _is_ours(code: CodeType) -> bool:
    return code.co_filename.startswith(str(SOURCE))


def _hands_on(code: CodeType) -> bool:
    """What a table asks or replies and what the bank answers are handed on where they are made."""
    made = {"table": {"Ask", "Reply"}, "bank": {"Receipt"}}.get(Path(code.co_filename).parent.name, set())
    return bool(made & set(code.co_names))


def _step(frame: FrameType) -> Step:
    """What is written inside a function counts as that function."""
    code = frame.f_code
    file = Path(code.co_filename).relative_to(SOURCE).as_posix()
    is_loop = threading.current_thread() is threading.main_thread()
    return Step(file, code.co_qualname.split(".<locals>")[0], "loop" if is_loop else "store")


async def trace() -> Traced:
    tracing = Tracing()
    threading.setprofile(tracing)
    sys.setprofile(tracing)
    tables = quick_tables(times=Times(betting_ms=60_000))
    try:
        async with open_house(tables=tables) as running, Browser(running.url) as somebody:
            await somebody.demo()
            socket = await somebody.socket()
            await socket.do("Join", GAME)
            while (await socket.do("Bet", GAME, **BET))["type"] != "Done":
                await asyncio.sleep(0.05)  # until the window is open; then what is made once a round is there
            traced = [await _traced(socket, tracing) for _ in range(BETS)]
            await socket.close()
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
    first, *others = traced
    path, everything = (set(one).intersection(*rest) for one, *rest in zip(first, *others, strict=True))
    return Traced([step for step in first.path if step in path], [step for step in first.all if step in everything])


async def _traced(socket: Socket, tracing: Tracing) -> Traced:
    await asyncio.sleep(0.5)  # what follows from the last bet is over
    tracing.clear()
    tracing.on = True
    await _bet(socket)
    tracing.on = False
    return tracing.taken()


async def _bet(socket: Socket) -> None:
    answer = await socket.do("Bet", GAME, **BET)
    assert answer["type"] == "Done", answer


def as_markdown(traced: Traced) -> str:
    files = dict.fromkeys(step.file for step in traced.path)
    beside = [step for step in traced.all if step not in traced.path]
    lines = [
        "# One bet, from the socket to its acknowledgement",
        "",
        "The functions of ours that a bet at a shared table is handed through, in order, on a house that stores in",
        "SQLite: all that are at work whenever it goes from one hand to the next. Written by",
        "`python -m tests.one_bet --write`.",
        "",
        f"**{len(traced.path)} functions in {len(files)} files.**",
        "",
        "| | file | function | runs in |",
        "|---:|---|---|---|",
    ]
    lines += [
        f"| {number} | {file} | `{name}` | {where} |" for number, (file, name, where) in enumerate(traced.path, 1)
    ]
    lines += [
        "",
        f"On the way they ask {len(beside)} others in {len({step.file for step in beside})} files: may this player bet",
        "here, what do the limits say, how is it written down, what is the player told.",
        "",
    ]
    for file in dict.fromkeys(step.file for step in beside):
        lines.append(f"- {file}: " + ", ".join(f"`{step.function}`" for step in beside if step.file == file))
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.one_bet", description=__doc__)
    parser.add_argument("--write", action="store_true", help="into docs/one-bet.md")
    arguments = parser.parse_args()
    text = as_markdown(asyncio.run(trace()))
    if arguments.write:
        DOCUMENT.write_text(text)
    else:
        print(text, end="")


if __name__ == "__main__":
    main()
