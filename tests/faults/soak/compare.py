"""What every player was told, against the books. Reads the journal once, and then only what is new."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence

from tests.faults.soak.books import Books
from tests.faults.soak.player import Player

OVER = ("settled", "void")
AT_ONCE = 16  # requests
MOST_STORIES = 12  # of one player


def _rounds(player: Player) -> list[str]:
    record = player.record
    return sorted(record.decided, key=lambda code: (code not in record.interrupted, code))[:MOST_STORIES]


class Comparison:
    def __init__(self) -> None:
        self._read = 0  # of the journal
        self._records: dict[str, list[tuple[str, str]]] = {}  # by request: kind and round of each record
        self.counts: Counter[str] = Counter()
        self.wrong: list[str] = []
        self.refused_but_kept = 0

    def after_a_fall(self, books: Books, players: Sequence[Player]) -> None:
        """What was acknowledged since the last look is there, whatever has just been killed."""
        self._read_on(books)
        paid = self._paid(books, {code for player in players for code in player.record.new_results})
        for player in players:
            record, number = player.record, player.player
            for id in record.new:
                self._is_kept(number, id, record.money[id])
            for code in record.new_results:
                self.counts["results compared"] += 1
                if (found := paid.get((number, code))) != record.results[code]:
                    self.wrong.append(f"player {number}, {code}: told {record.results[code]}, booked {found}")
            record.new.clear()
            record.new_results.clear()
            self.wrong += record.wrong
            record.wrong.clear()

    def _is_kept(self, player: int, id: str, code: str) -> None:
        self.counts["bets compared"] += 1
        found = self._records.get(id, [])
        if len(found) != 1:
            self.wrong.append(f"player {player}: acknowledged {id} of {code} is {len(found)} times in the journal")
        elif code and found[0][1] != code:
            self.wrong.append(f"player {player}: acknowledged {id} for {code} is booked for {found[0][1]}")

    def _read_on(self, books: Books) -> None:
        query = f"SELECT number, key, kind, round FROM journal WHERE number > {self._read} ORDER BY number"
        for number, key, kind, code in books.rows(query):
            self._records.setdefault(key.rsplit("/", 1)[-1], []).append((kind, code))
            self._read = number

    def _paid(self, books: Books, codes: set[str]) -> dict[tuple[int, str], tuple[int, int]]:
        if not codes:
            return {}
        listed = ", ".join("'" + code.replace("'", "''") + "'" for code in codes)
        query = f"SELECT player, round, staked_minor, returned_minor FROM participations WHERE round IN ({listed})"
        return {(player, code): (staked, back) for player, code, staked, back in books.rows(query)}

    def at_rest(self, books: Books, players: Sequence[Player]) -> None:
        """Nobody plays any more: every acknowledged bet's round is over, and the last balance told is the books'."""
        self.after_a_fall(books, players)
        states: dict[str, str] = dict(books.rows("SELECT code, state FROM rounds"))
        purses = {player: (wallet, stakes) for player, wallet, stakes in books.rows(
            "SELECT player, wallet, stakes FROM purses")}  # fmt: skip
        for player in players:
            record = player.record
            self.counts["balances told"] += record.balances
            for id, code in record.money.items():
                if code and states.get(code) not in OVER:
                    self.wrong.append(f"player {player.player}: bet {id}: round {code} is {states.get(code)}")
            if record.balance != purses[player.player]:
                self.wrong.append(
                    f"player {player.player}: last told {record.balance}, the books say {purses[player.player]}"
                )
            self.refused_but_kept += sum(id in self._records for id in record.refused)

    async def stories(self, players: Sequence[Player]) -> None:
        """Every decision that was acknowledged is in the round's story, above all where the link broke in mid-round."""
        gate = asyncio.Semaphore(AT_ONCE)
        await asyncio.gather(*(self._story(player, code, gate) for player in players for code in _rounds(player)))

    async def _story(self, player: Player, code: str, gate: asyncio.Semaphore) -> None:
        async with gate:
            answer = await player.look(f"/api/rounds/{code}")
        told = Counter(
            (event["position"], event["line"], event["action"])
            for event in (answer.json or {}).get("events", [])
            if event["type"] == "Decided" and event["bettor"] == answer.json["me"]
        )
        due = Counter(player.record.decided[code])
        self.counts["decisions compared"] += due.total()
        if lost := due - told:
            self.wrong.append(
                f"player {player.player}, {code} ({answer.status}): decided {dict(lost)}, told {dict(told)}"
            )

    async def histories(self, books: Books, players: Sequence[Player]) -> None:
        """What the house shows each player of their past is what the books say, round by round."""
        query = "SELECT player, round, staked_minor, returned_minor FROM participations"
        booked: dict[int, dict[str, tuple[int, int]]] = {}
        for number, code, staked, back in books.rows(query):
            booked.setdefault(number, {})[code] = (staked, back)
        for player in players:
            answer = await player.look("/api/history?most=200")
            shown = {
                one["code"]: (one["staked_minor"], one["returned_minor"])
                for one in (answer.json or {}).get("rounds", [])
            }
            mine = booked.get(player.player, {})
            self.counts["rounds of histories compared"] += len(shown)
            differs = {code for code in shown if mine.get(code) != shown[code]}
            if (answer.json or {}).get("before") is None:  # that was all
                differs |= set(mine) - set(shown)
            if answer.status != 200 or differs:
                self.wrong.append(f"player {player.player}: history ({answer.status}) differs in {sorted(differs)[:3]}")
