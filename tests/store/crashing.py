"""A bank under load that is killed at a random moment, and what must be true afterwards.

The child process plays: it opens the store and sends bets, undos, settlements and deposits from
several threads. Before it sends a command it notes the key as sent; when the answer is there, as
answered. The notes go through a pipe, so they outlive it. Then it is killed (SIGKILL).
"""

from __future__ import annotations

import os
import random
import signal
import threading
import time
from typing import NamedTuple

from tests.store.desk import NOW_MS, held
from ventuno.audit.deep import deep_audit
from ventuno.bank import (
    BankCommand,
    Deposit,
    OpenAccount,
    OpenRound,
    Placed,
    PlaceStakes,
    Receipt,
    SettleRound,
    VoidRound,
)
from ventuno.bank.commands import TakeBackStakes
from ventuno.cards import DECK
from ventuno.play import Awaits, PositionBet, Round
from ventuno.refusal import Refusal
from ventuno.store import Ledger, open_ledger
from ventuno.store.auditing import audit
from ventuno.table.records import LimitsChosen, stored
from ventuno.table.settling import returned
from ventuno.variant import load

STEP = load("infinite").stake_step
PLAYERS = range(1, 9)  # opened first, so these are their numbers
THREADS = 3
IN_FLIGHT = 8  # commands of one thread that wait for their answers together


class Notes(NamedTuple):
    sent: set[str]
    accepted: set[str]


def prepare(where: str) -> None:
    with open_ledger(where) as ledger:
        for number in PLAYERS:
            ledger.execute(OpenAccount(key=f"open {number}", at_ms=NOW_MS, name=f"player {number}", currency="EUR"))
            ledger.execute(deposit(f"first {number}", number, 10**9))


def play_and_be_killed(where: str, seed: int) -> Notes:
    """Forks, lets it play for a random while, kills it, and returns what it noted."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        _play(where, seed, writing)
    os.close(writing)
    chance = random.Random(seed)
    # Mostly when it is at work; sometimes while it is still opening the store.
    first = _read_until(reading, b">begun\n" if chance.random() < 0.2 else b"<")
    time.sleep(chance.choice((0, chance.random() * 0.01, chance.random() * 0.08)))
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return _notes(first + _rest(reading))


def _read_until(reading: int, mark: bytes) -> bytes:
    text = b""
    while mark not in text and (part := os.read(reading, 1 << 16)):
        text += part
    return text


def _rest(reading: int) -> bytes:
    parts = []
    while part := os.read(reading, 1 << 16):
        parts.append(part)
    os.close(reading)
    return b"".join(parts)


def _notes(text: bytes) -> Notes:
    lines = text.decode().split("\n")[:-1]  # what follows the last line end was cut off
    sent = {line[1:] for line in lines if line[0] == ">"}
    return Notes(sent, {line[1:] for line in lines if line[0] == "<"})


def _play(where: str, seed: int, notes: int) -> None:
    """In the child; never returns."""
    try:
        os.write(notes, b">begun\n")
        ledger = open_ledger(where)
        for thread in range(THREADS):
            threading.Thread(target=_play_thread, args=(ledger, f"{seed}/{thread}", notes)).start()
        threading.Event().wait()
    finally:
        os._exit(1)


def _play_thread(ledger: Ledger, name: str, notes: int) -> None:
    chance = random.Random(name)
    number = 0
    while True:
        batch = [any_command(ledger, chance, f"{name}/{number + place}", name) for place in range(IN_FLIGHT)]
        number += IN_FLIGHT
        os.write(notes, "".join(f">{command.key}\n" for command in batch).encode())
        futures = [ledger.submit(command) for command in batch]
        for command, future in zip(batch, futures, strict=True):
            if not isinstance(future.result(), Refusal):
                os.write(notes, f"<{command.key}\n".encode())


def any_command(ledger: Ledger, chance: random.Random, key: str, table: str) -> BankCommand:
    """Rounds are numbered by tens of commands, so that stakes, settlements and refusals all come up."""
    code, player = f"{table} {int(key.rsplit('/', 1)[1]) // 20}", chance.choice(PLAYERS)
    stakes = (Placed("1/main", chance.randint(1, 50) * STEP),)
    events = (stored(LimitsChosen(player, key)),)
    kind = chance.randrange(10)
    if kind < 2:
        return OpenRound(key=key, at_ms=NOW_MS, round=code, table=table, game="infinite", events=events)
    if kind < 7:
        return PlaceStakes(key=key, at_ms=NOW_MS, round=code, player=player, stakes=stakes, events=events)
    if kind == 7:
        return TakeBackStakes(key=key, at_ms=NOW_MS, round=code, player=player, stakes=stakes)
    if kind == 8:
        before = f"{table} {int(key.rsplit('/', 1)[1]) // 20 - 1}"  # all of it has been answered
        return _end(ledger, chance, key, before)
    return deposit(key, player, 5)


def _end(ledger: Ledger, chance: random.Random, key: str, code: str) -> SettleRound | VoidRound:
    """Played with what is staked, by real cards, so that the deep audit has something to play again."""
    on_felt = held(ledger, code)
    bets = [PositionBet(position=1, bettor=str(player), main=amount) for player, amount in on_felt["staked"].items()]
    if not bets or chance.random() < 0.2:
        return VoidRound(key=key, at_ms=NOW_MS, round=code, reason="the soak")
    playing = Round(load("infinite"), bets)
    while playing.awaits is not Awaits.NOTHING:
        if playing.awaits is Awaits.CARD:
            playing.deal(chance.choice(DECK))
        else:
            playing.close()
    assert playing.settlement is not None
    events, back = tuple(map(stored, playing.events)), returned(playing.settlement)
    return SettleRound(
        key=key,
        at_ms=NOW_MS,
        round=code,
        events=events,
        returned=back,
        staked=on_felt["staked"],
        golden_staked=on_felt["golden_staked"],
    )


def deposit(key: str, player: int, amount: int) -> Deposit:
    return Deposit(key=key, at_ms=NOW_MS, player=player, currency="EUR", amount_minor=amount)


def check_after(where: str, notes: Notes, known: set[str]) -> set[str]:
    """Every accepted command is there once, nothing that was never sent, and the book is right.

    `known` are the keys that were there before; returns those that are there now.
    """
    with open_ledger(where) as ledger:
        # First, so that it waits for a commit that the server may still be doing for the dead client.
        after = deposit(f"after {len(known)}", 1, 1)
        assert isinstance(ledger.execute(after), Receipt)
        report, deep = audit(ledger), deep_audit(ledger)
        with ledger.reading() as engine:
            keys = [key for (key,) in engine.rows("SELECT key FROM journal")]
    assert report.findings == ()
    assert deep.clean, deep.differences
    assert not any(report.sums.values())
    assert len(keys) == len(set(keys)) == report.records
    assert notes.accepted <= set(keys), "an acknowledged command is lost"
    assert known <= set(keys), "the past has changed"
    assert set(keys) - known <= {*notes.sent, after.key}, "something is there that nobody sent"
    return set(keys)


def crash_again_and_again(where: str, kills: int, seed: int = 0) -> int:
    """Returns how many commands were acknowledged in all."""
    prepare(where)
    with open_ledger(where) as ledger, ledger.reading() as engine:
        known = {key for (key,) in engine.rows("SELECT key FROM journal")}
    acknowledged = 0
    for number in range(kills):
        notes = play_and_be_killed(where, seed + number)
        acknowledged += len(notes.accepted)
        known = check_after(where, notes, known)
    return acknowledged
