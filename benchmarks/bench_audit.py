"""Speed of the audits, as JSON, each figure beside a floor measured in the same run, on the same books.

`rounds`: an evening of private hands of all kinds of decisions, `crowd`: one round of many players. Rounds (or
players) a second of `ventuno audit --deep`, and records a second of the ordinary audit.
The floor is what nobody who audits can do without: every row read once, and every round played again from events
that are in memory already; nothing decoded, nothing compared. `of_floor` is its seconds by those of the audit.
"""

from __future__ import annotations

import json
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ventuno.audit.deep import deep_audit
from ventuno.bank import Deposit, OpenAccount, Placed, PlaceStakes, Receipt, RecordEvents, SettleRound
from ventuno.cards import DECK
from ventuno.play import Action, Awaits, Phase, PositionBet, Round, rebuild
from ventuno.store import Ledger, open_ledger
from ventuno.store.auditing import audit
from ventuno.store.history import events_of
from ventuno.table.records import played, stored
from ventuno.table.settling import returned, staked
from ventuno.variant import load

sys.path.insert(0, str(Path(__file__).parent.parent))
from tests.store.desk import NOW_MS, Desk

ROUNDS = int(os.environ.get("ROUNDS", "1500"))
PLAYERS = int(os.environ.get("PLAYERS", "20000"))
GAMES = ("all-bets", "free-chip", "classic-free-bet", "infinite", "cashback")
READ = ("journal", "entries", "events", "participations")
MEMORY = Path("/dev/shm")


def seconds(work: Callable[[], Any]) -> float:
    """Of processor time: what other programs take is not ours."""
    start = time.process_time()
    work()
    return max(time.process_time() - start, 1e-9)


def decide(playing: Round, chance: random.Random) -> None:
    asked = next(playing.asked())
    legal = [action for action in playing.legal(asked.position, asked.bettor, asked.line) if action != "cashback"]
    insured = playing.phase is Phase.INSURANCE
    action = chance.choice((Action.INSURE, Action.DECLINE)) if insured else chance.choice(legal)
    playing.act(asked.position, asked.bettor, action, asked.line)


def write_round(desk: Desk, code: str, player: int, chance: random.Random) -> None:
    """As a table does it, but in three commands: the stakes of all decisions are placed with the first."""
    variant = load(GAMES[int(code) % len(GAMES)])
    playing = Round(variant, [PositionBet(position=1, bettor=str(player), main=1_000)])
    while playing.awaits is not Awaits.NOTHING:
        if playing.awaits is Awaits.CARD:
            playing.deal(chance.choice(DECK))
        else:
            decide(playing, chance)
    settlement = playing.settlement
    assert settlement is not None
    money, _ = staked(settlement)
    desk.round(code, game=variant.key)
    desk.ok(PlaceStakes, round=code, player=player, stakes=(Placed("1/main", money[player]),))
    desk.ok(RecordEvents, round=code, events=tuple(map(stored, playing.events)))
    desk.ok(SettleRound, round=code, staked=money, returned=returned(settlement))


def evening(ledger: Ledger, chance: random.Random) -> None:
    desk = Desk(ledger)
    players = [desk.player(f"player {number}", 10**9) for number in range(50)]
    for number in range(ROUNDS):
        write_round(desk, str(number), players[number % len(players)], chance)


def crowd(ledger: Ledger, chance: random.Random) -> None:
    """One position, one round: everybody stakes and decides, many alike."""
    desk = Desk(ledger)
    names = [OpenAccount(key=f"a{n}", at_ms=NOW_MS, name=f"n{n}", currency="EUR") for n in range(PLAYERS)]
    opened = [future.result() for future in [ledger.submit(name) for name in names]]
    players = [receipt.player for receipt in opened if isinstance(receipt, Receipt)]
    for future in [ledger.submit(_deposit(player)) for player in players]:
        future.result()
    desk.round("crowd", game="infinite")
    for future in [ledger.submit(_bet(player)) for player in players]:
        future.result()
    playing = Round(load("infinite"), [PositionBet(position=1, bettor=str(player), main=1_000) for player in players])
    while playing.awaits is not Awaits.NOTHING:
        if playing.awaits is Awaits.CARD:
            playing.deal(chance.choice(DECK))
        else:
            for asked in list(playing.asked()):
                insuring = playing.phase is Phase.INSURANCE
                action = Action.DECLINE if insuring else chance.choice((Action.HIT, Action.STAND))
                playing.act(asked.position, asked.bettor, action, asked.line)
    settlement = playing.settlement
    assert settlement is not None
    desk.ok(RecordEvents, round="crowd", events=tuple(map(stored, playing.events)))
    desk.ok(SettleRound, round="crowd", staked=staked(settlement)[0], returned=returned(settlement))


def _deposit(player: int) -> Deposit:
    return Deposit(key=f"d{player}", at_ms=NOW_MS, player=player, currency="EUR", amount_minor=10_000)


def _bet(player: int) -> PlaceStakes:
    stakes = (Placed("1/main", 1_000),)
    return PlaceStakes(key=f"b{player}", at_ms=NOW_MS, round="crowd", player=player, stakes=stakes)


def floor_s(ledger: Ledger) -> tuple[float, float]:
    """Reading, and playing."""
    with ledger.reading() as engine, engine.snapshot():
        reading = seconds(lambda: [sum(1 for _ in engine.stream(f"SELECT * FROM {table}")) for table in READ])
        codes = engine.rows("SELECT code, game FROM rounds")
    rounds = [(load(game), played(events_of(ledger, code))) for code, game in codes]
    return reading, seconds(lambda: [rebuild(variant, events) for variant, events in rounds])


def measure(folder: Path, name: str, write: Callable[[Ledger, random.Random], None], counted: int) -> dict[str, Any]:
    with open_ledger(folder / f"{name}.db") as ledger:
        write(ledger, random.Random(21))
        reading, playing = floor_s(ledger)
        reports: list[Any] = []
        deep = min(seconds(lambda: reports.append(deep_audit(ledger))) for _ in range(3))
        ordinary = seconds(lambda: reports.append(audit(ledger)))
        assert all(report.clean for report in reports), [report for report in reports if not report.clean]
    return {
        "counted": counted,
        "deep_seconds": round(deep, 3),
        "deep_per_second": round(counted / deep),
        "floor_seconds": {"read": round(reading, 3), "play": round(playing, 3)},
        "of_floor": round((reading + playing) / deep, 3),
        "ordinary_records": reports[-1].records,
        "ordinary_records_per_second": round(reports[-1].records / ordinary),
    }


def main() -> None:
    in_memory = MEMORY.is_dir() and os.access(MEMORY, os.W_OK)
    with tempfile.TemporaryDirectory(dir=MEMORY if in_memory else None) as name:
        folder = Path(name)
        results = {
            "rounds": measure(folder, "rounds", evening, ROUNDS),
            "crowd": measure(folder, "crowd", crowd, PLAYERS),
        }
    print(json.dumps(results, indent=2))


if __name__ == "__main__":
    main()
