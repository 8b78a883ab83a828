"""The house under 2,000 players, killed again and again: nothing is lost, and nothing is paid twice (E4).

    python -m tests.server.soak_house --bots 2000 --kills 10 --seconds 120 --seed 0

Bots play over real WebSockets and note what the house told them; the house is killed with SIGKILL at
random moments and started again; at the end what every bot was told is held against the books.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import resource
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tests.server.house_process import FIRST_MINOR, HouseProcess, Player, prepare
from ventuno.audit.deep import deep_audit
from ventuno.client.bot import Habits
from ventuno.client.bots import BotCrowd
from ventuno.client.notes import Notes
from ventuno.store import Ledger, open_ledger
from ventuno.store.auditing import audit

HABITS = Habits(breaks_off=0.05, think_s=(0.02, 0.6), chats=0.02, golden=0.2)
SETTLES_S = 120
TIMES = """[tables.times]
betting_ms = 1_500
warning_ms = 500
closing_ms = 50
card_ms = 20
dealer_card_ms = 20
insurance_ms = 1_000
decision_ms = 1_200
pause_ms = 50
results_ms = 300
"""
LIVE = ("infinite", "cashback", "classic-free-bet")
FAST = 'log_level = "warning"\n' + "".join(
    f'[[tables]]\nkey = "{game}-{number}"\nvariant = "{game}"\nidle_rounds = 50\n{TIMES}\n'
    for number in (1, 2)
    for game in LIVE
)


class Soak(NamedTuple):
    bots: int
    kills: int
    seconds: float
    seed: int = 0
    config: str = FAST
    tables: tuple[str, ...] = ()


def soak(folder: Path, plan: Soak) -> dict[str, Any]:
    """Returns the figures; what is wrong with them is under `wrong`."""
    house = HouseProcess(folder, plan.config)
    players = prepare(house.where, plan.bots, golden=True)
    house.start()
    try:
        notes, quiet = asyncio.run(_play(house, players, plan))
        house.stop()
    finally:
        house.kill()
    with open_ledger(house.where) as ledger:
        found = compare(ledger, notes)
    if not quiet:
        found["wrong"].append(f"bets were still in play after {SETTLES_S} seconds")
    return found


async def _play(house: HouseProcess, players: Sequence[Player], plan: Soak) -> tuple[list[Notes], bool]:
    crowd = BotCrowd(house.url, plan.seed, HABITS)
    chance = random.Random(plan.seed)
    await crowd.gather(plan.bots, tokens=[player.token for player in players], tables=plan.tables)
    for moment in _moments(chance, plan):
        await asyncio.sleep(moment)
        await asyncio.to_thread(_kill_and_restart, house)
    quiet = await crowd.finish(SETTLES_S)
    return crowd.notes, quiet


def _moments(chance: random.Random, plan: Soak) -> list[float]:
    """How long to wait before each kill."""
    each_s = plan.seconds / max(plan.kills, 1)
    return [each_s * chance.uniform(0.5, 1.5) for _ in range(plan.kills)]


def _kill_and_restart(house: HouseProcess) -> None:
    house.kill()
    house.start()


# -- what was told, against the books --------------------------------------------------------------


class Books(NamedTuple):
    keys: set[str]  # of the journal: each is there once
    states: dict[str, str]  # of rounds
    results: dict[tuple[int, str], tuple[int, int, int]]  # by player and round: staked, returned, how many times
    wallets: dict[int, int]
    in_play: dict[int, int]


def read_books(ledger: Ledger) -> Books:
    with ledger.reading() as engine, engine.snapshot():
        keys = [key for (key,) in engine.rows("SELECT key FROM journal")]
        states: dict[str, str] = dict(engine.rows("SELECT code, state FROM rounds"))
        purses = engine.rows("SELECT player, wallet, stakes FROM purses")
        played = engine.rows("SELECT player, round, staked_minor, returned_minor FROM participations")
    assert len(keys) == len(set(keys))
    results: dict[tuple[int, str], tuple[int, int, int]] = {}
    for player, code, staked, returned in played:
        before = results.get((player, code), (0, 0, 0))
        results[player, code] = (before[0] + staked, before[1] + returned, before[2] + 1)
    wallets = {player: wallet for player, wallet, _ in purses}
    return Books(set(keys), states, results, wallets, {player: stakes for player, _, stakes in purses})


def compare(ledger: Ledger, notes: Sequence[Notes]) -> dict[str, Any]:
    report = audit(ledger)
    books = read_books(ledger)
    wrong = [f"audit: {finding}" for finding in report.findings]
    deep = deep_audit(ledger)
    wrong += [f"audit --deep: {difference}" for difference in deep.differences]
    wrong += [f"audit --deep: not replayable: {reason}" for reason in deep.not_replayable]
    wrong += [f"the accounts in {currency} add up to {total}" for currency, total in report.sums.items() if total]
    wrong += _without_ids(ledger)
    for one in notes:
        wrong += _lost(books, one) + _paid_wrongly(books, one) + _balance_wrong(books, one)
    refused = sum((one.refused for one in notes), Counter[str]())
    return {
        "bets": sum(len(one.bets) for one in notes),
        "results_seen": sum(len(one.results) for one in notes),
        "decisions": sum(one.decisions for one in notes),
        "reconnects": sum(one.reconnects for one in notes),
        "rounds": dict(Counter(books.states.values())),
        "journal": report.records,
        "rounds_played_again": deep.replayed,
        "refused": dict(refused.most_common()),
        "wrong": wrong,
    }


def _without_ids(ledger: Ledger) -> list[str]:
    """Everybody who ever placed a stake in a round has the regulator's id of it (A10)."""
    query = """SELECT DISTINCT player, round FROM journal j WHERE kind = 'PlaceStakes' AND NOT EXISTS
        (SELECT 1 FROM regulator_ids i WHERE i.player = j.player AND i.round = j.round)"""
    with ledger.reading() as engine:
        return [f"player {player} has no id of the regulator in round {code}" for player, code in engine.rows(query)]


def _lost(books: Books, notes: Notes) -> list[str]:
    """An acknowledged bet is in the journal, and its round has ended."""
    wrong = []
    for bet in notes.bets:
        key = f"request/{notes.player}/{bet.request}"
        if key not in books.keys:
            wrong.append(f"player {notes.player}: acknowledged bet {key} is lost")
        if books.states.get(bet.round) not in ("settled", "void", "voided"):
            wrong.append(f"round {bet.round} is {books.states.get(bet.round)}")
    return wrong


def _paid_wrongly(books: Books, notes: Notes) -> list[str]:
    """What was shown as paid is what was booked, once."""
    wrong = list(notes.contradictions)
    for code, seen in notes.results.items():
        booked = books.results.get((notes.player, code))
        if booked != (seen.staked_minor, seen.returned_minor, 1):
            wrong.append(f"player {notes.player}, round {code}: told {seen}, booked {booked}")
    return wrong


def _balance_wrong(books: Books, notes: Notes) -> list[str]:
    """Nothing is left in play, the wallet is what all results make it, and what the bot heard last."""
    player, wallet = notes.player, books.wallets[notes.player]
    results = [result for (who, _), result in books.results.items() if who == player]
    wrong = []
    if books.in_play[player]:
        wrong.append(f"player {player}: {books.in_play[player]} are still in play")
    due = FIRST_MINOR + sum(returned - staked for staked, returned, _ in results)
    if wallet != due:
        wrong.append(f"player {player}: has {wallet}, should have {due}")
    if notes.balance is None or notes.balance.wallet_minor != wallet:
        wrong.append(f"player {player}: was told {notes.balance}, has {wallet}")
    return wrong


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bots", type=int, default=2000)
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=150, help="how long the kills are spread over")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    arguments = parser.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    plan = Soak(arguments.bots, arguments.kills, arguments.seconds, arguments.seed)
    with tempfile.TemporaryDirectory() as name:
        found = soak(Path(name), plan)
    print(json.dumps({"seed": plan.seed, **found, "wrong": found["wrong"][:50]}, indent=2))
    sys.exit(bool(found["wrong"]))


if __name__ == "__main__":
    main()
