"""Somebody with write access to the database who knows the trade: afterwards chain, balances and sums agree again."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from typing import Any

import msgspec

from ventuno.bank import receipts
from ventuno.bank.chain import count_of, digest_of_events, seal
from ventuno.bank.records import Entries
from ventuno.store import Ledger
from ventuno.store.auditing import _rebuild, records
from ventuno.store.engine import Engine
from ventuno.store.packing import PACKED, unpacked
from ventuno.store.tables import LINES

TRIGGERS = [(table, verb) for table in ("journal", "entries") for verb in ("update", "delete")]


class Cook:
    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    def run(self, statement: str, *values: Any) -> None:
        self.engine.run(statement, *values)

    def one(self, statement: str, *values: Any) -> Any:
        ((found,),) = self.engine.rows(statement, *values)
        return found

    # -- money ----------------------------------------------------------------------------------

    def end_of(self, code: str) -> int:
        """The journal's number of a round's end."""
        return int(self.one("SELECT ended FROM rounds WHERE code = ?", code))

    def opened(self, code: str, kind: str, nth: int = 0) -> int:
        """The nth record of a kind in a round."""
        rows = self.engine.rows("SELECT number FROM journal WHERE round = ? AND kind = ? ORDER BY number", code, kind)
        return int(rows[nth][0])

    def house(self) -> int:
        return int(self.one("SELECT account FROM funds WHERE currency = 'EUR' AND account % 8 = 4"))

    def pool(self) -> int:
        return int(self.one("SELECT account FROM funds WHERE account % 8 = 7"))

    def post(self, number: int, account: int, amount: int) -> None:
        """One more line of a record, or more in the line there is."""
        where = "WHERE place >= ? AND place < ?"
        lines = self.engine.rows(f"SELECT place, account FROM entries {where}", number * LINES, (number + 1) * LINES)
        there = [place for place, other in lines if other == account]
        if there:
            self.run("UPDATE entries SET amount = amount + ? WHERE place = ?", amount, there[-1])
        else:
            place = max((place for place, _ in lines), default=number * LINES - 1) + 1
            self.run("INSERT INTO entries (place, account, amount) VALUES (?, ?, ?)", place, account, amount)

    def receipt(self, number: int, **more: int) -> None:
        """Adds to the sums in a receipt."""
        found = receipts.from_bytes(bytes(self.one("SELECT receipt FROM journal WHERE number = ?", number)))
        sums = {name: getattr(found, name) + amount for name, amount in more.items()}
        body = receipts.to_bytes(msgspec.structs.replace(found, **sums))
        self.run("UPDATE journal SET receipt = ? WHERE number = ?", body, number)

    def part(self, player: int, number: int, **more: int) -> None:
        for column, amount in more.items():
            where = "WHERE player = ? AND ended = ?"
            self.run(f"UPDATE participations SET {column} = {column} + ? {where}", amount, player, number)

    def pay(self, code: str, player: int, amount: int) -> None:
        """The house pays somebody more, wherever it is written."""
        number = self.end_of(code)
        self.post(number, player * 8, amount)
        self.post(number, self.house(), -amount)
        self.receipt(number, returned_minor=amount)
        self.part(player, number, returned_minor=amount)

    # -- the story ------------------------------------------------------------------------------

    def events(self, code: str) -> list[dict[str, Any]]:
        rows = self.engine.rows("SELECT body FROM events WHERE round = ? ORDER BY number", code)
        return [msgspec.json.decode(bytes(body)) for (body,) in rows]

    def tell(self, code: str, change: Callable[[list[dict[str, Any]]], None]) -> None:
        """The round's events otherwise; what is new or missing belongs to its last record."""
        events = self.events(code)
        before = len(events)
        change(events)
        self.run("DELETE FROM events WHERE round = ?", code)
        for number, event in enumerate(events):
            body = msgspec.json.encode(event)
            self.run("INSERT INTO events (round, number, body) VALUES (?, ?, ?)", code, number, body)
        self.run("UPDATE rounds SET events = events + ? WHERE code = ?", len(events) - before, code)

    def sums(self, code: str, **more: int) -> None:
        """Adds to what the table said the round came to."""

        def change(events: list[dict[str, Any]]) -> None:
            for name, amount in more.items():
                events[-1][name] += amount

        self.tell(code, change)


def cook(ledger: Ledger, recipe: Callable[[Cook], None]) -> None:
    def work(engine: Engine) -> None:
        if "sqlite" in type(engine).__module__:
            for table, verb in TRIGGERS:
                engine.run(f"DROP TRIGGER {table}_{verb}_never")
        else:
            engine.run("SET LOCAL session_replication_role = replica")
        recipe(Cook(engine))
        _close_gaps(engine)
        _balance(engine)
        _seal_anew(engine)

    ledger.keep(work)


def _close_gaps(engine: Engine) -> None:
    """The entries of a record stand one after the other."""
    for number, places in groupby(engine.rows("SELECT place FROM entries ORDER BY place"), lambda row: row[0] // LINES):
        for right, (place,) in enumerate(places, number * LINES):
            if place != right:
                engine.run("UPDATE entries SET place = ? WHERE place = ?", right, place)


def _balance(engine: Engine) -> None:
    """Balances from the entries, and the sums of every purse so that they agree."""
    _rebuild(engine)
    engine.run("UPDATE purses SET returned = wallet - deposited + withdrawn + staked")


def _seal_anew(engine: Engine) -> None:
    """Digests of events, then the chain from the first record to the head."""
    bodies: dict[str, list[bytes]] = {}
    for code, number, body in engine.rows("SELECT round, number, body FROM events ORDER BY round, number"):
        bodies.setdefault(code, []).extend(unpacked(bytes(body)) if number == PACKED else [bytes(body)])
    journal = list(records(engine))
    last = {record.round: record.number for record in journal if record.events}
    digest = b""
    for record in journal:
        sealed = record.events
        if sealed and record.round in bodies:
            left = bodies[record.round]
            count = len(left) if last[record.round] == record.number else count_of(sealed)
            sealed, bodies[record.round] = digest_of_events(left[:count]), left[count:]
        fields = (*msgspec.structs.astuple(record)[:7], sealed, record.receipt)
        digest = seal(digest, fields, Entries(*record.entries))
        engine.run("UPDATE journal SET events = ?, digest = ? WHERE number = ?", sealed, digest, record.number)
    engine.run("UPDATE head SET digest = ?, number = ?", digest, journal[-1].number)
