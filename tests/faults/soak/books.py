"""The audit of the soak: plain SQL over the tables, from their definition. Shares no code with `bank` or `store`.

An account is holder x 8 + pocket (0 wallet, 1 stakes, 2 golden chips, 3 golden stakes; 7 a jackpot's pool, or what is
on its way to a provider); the place of an entry is record x 2^24 + line.
"""

from __future__ import annotations

import hashlib
import sqlite3
import struct
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any, Final

import psycopg

Row = tuple[Any, ...]
LINES: Final = 16_777_216
GENESIS: Final = hashlib.sha256(b"ventuno journal 1").digest()

OWNERS: Final = """owners AS (
    SELECT player * 8 AS account, currency, wallet AS balance FROM purses
    UNION ALL SELECT player * 8 + 1, currency, stakes FROM purses
    UNION ALL SELECT player * 8 + 2, currency, golden FROM purses
    UNION ALL SELECT player * 8 + 3, currency, golden_stakes FROM purses
    UNION ALL SELECT account, currency, balance FROM funds)"""
# What a round's records moved, by player and pocket; `last`: the record that ended it.
MOVED: Final = f"""moved AS (
    SELECT j.round AS round, e.account / 8 AS player, e.account % 8 AS pocket, j.number = r.ended AS last,
        sum(e.amount) AS amount
    FROM journal j JOIN rounds r ON r.code = j.round JOIN entries e ON e.place / {LINES} = j.number
    JOIN purses p ON p.player = e.account / 8
    WHERE j.round <> '' GROUP BY j.round, e.account / 8, e.account % 8, j.number = r.ended)"""

# Each finds rows that must not be.
FAULTS: Final = {
    "records whose entries are not zero in a currency": f"""WITH {OWNERS}
        SELECT e.place / {LINES}, o.currency, sum(e.amount) FROM entries e LEFT JOIN owners o ON o.account = e.account
        GROUP BY e.place / {LINES}, o.currency HAVING sum(e.amount) <> 0 OR o.currency IS NULL""",
    "balances that are not the sum of their entries": f"""WITH {OWNERS},
        sums AS (SELECT account, sum(amount) AS total FROM entries GROUP BY account)
        SELECT o.account, o.balance, s.total FROM owners o LEFT JOIN sums s ON s.account = o.account
        WHERE o.balance <> coalesce(s.total, 0)""",
    "entries of no record": f"""SELECT e.place FROM entries e LEFT JOIN journal j ON j.number = e.place / {LINES}
        WHERE j.number IS NULL""",
    "balances below zero": """SELECT player, wallet, stakes, golden, golden_stakes FROM purses
        WHERE wallet < 0 OR stakes < 0 OR golden < 0 OR golden_stakes < 0
        UNION ALL SELECT account, balance, 0, 0, 0 FROM funds WHERE account % 8 = 7 AND balance < 0""",
    "purses whose stakes are not those of open rounds": """WITH held AS (
            SELECT s.player, sum(s.real_minor) AS real, sum(s.golden_minor) AS golden
            FROM stakes s JOIN rounds r ON r.code = s.round WHERE r.state = 'open' GROUP BY s.player)
        SELECT p.player, p.stakes, h.real, p.golden_stakes, h.golden FROM purses p
        LEFT JOIN held h ON h.player = p.player
        WHERE p.stakes <> coalesce(h.real, 0) OR p.golden_stakes <> coalesce(h.golden, 0)""",
    "stakes of rounds that are over": """SELECT s.round, s.player FROM stakes s
        LEFT JOIN rounds r ON r.code = s.round WHERE r.code IS NULL OR r.state <> 'open'""",
    "rounds that did not end exactly once": """WITH ends AS (
            SELECT round, count(*) AS times, max(number) AS number, max(kind) AS kind FROM journal
            WHERE kind IN ('SettleRound', 'VoidRound') GROUP BY round)
        SELECT r.code, r.state, r.ended, e.times, e.number, e.kind FROM rounds r LEFT JOIN ends e ON e.round = r.code
        WHERE (r.state = 'open') <> (e.times IS NULL)
            OR (r.state <> 'open' AND (e.times <> 1 OR e.number <> r.ended
                OR e.kind <> CASE r.state WHEN 'settled' THEN 'SettleRound' ELSE 'VoidRound' END))""",
    "stakes left in a round that is over": f"""WITH {MOVED}
        SELECT m.round, m.player, sum(m.amount) FROM moved m JOIN rounds r ON r.code = m.round
        WHERE m.pocket = 1 AND r.state <> 'open' GROUP BY m.round, m.player HAVING sum(m.amount) <> 0""",
    "void rounds that cost or brought somebody money": f"""WITH {MOVED}
        SELECT m.round, m.player, sum(m.amount) FROM moved m JOIN rounds r ON r.code = m.round
        WHERE m.pocket = 0 AND r.state = 'void' GROUP BY m.round, m.player HAVING sum(m.amount) <> 0""",
    "participations that are not what was staked and paid": f"""WITH {MOVED},
        staked AS (SELECT round, player, sum(amount) AS amount FROM moved WHERE pocket = 1 AND NOT last
            GROUP BY round, player),
        paid AS (SELECT round, player, sum(amount) AS amount FROM moved WHERE pocket = 0 AND last
            GROUP BY round, player)
        SELECT p.round, p.player, p.staked_minor, s.amount, p.returned_minor, b.amount FROM participations p
        LEFT JOIN staked s ON s.round = p.round AND s.player = p.player
        LEFT JOIN paid b ON b.round = p.round AND b.player = p.player
        WHERE p.staked_minor <> coalesce(s.amount, 0) OR p.returned_minor <> coalesce(b.amount, 0)""",
    "stakes of settled rounds without a participation": f"""WITH {MOVED}
        SELECT m.round, m.player, sum(m.amount) FROM moved m JOIN rounds r ON r.code = m.round AND r.state = 'settled'
        LEFT JOIN participations p ON p.round = m.round AND p.player = m.player
        WHERE m.pocket = 1 AND NOT m.last AND p.round IS NULL
        GROUP BY m.round, m.player HAVING sum(m.amount) <> 0""",
    "participations in a round twice, or in none that is over": """SELECT p.round, p.player, count(*)
        FROM participations p LEFT JOIN rounds r ON r.code = p.round
        GROUP BY p.round, p.player, r.state HAVING count(*) <> 1 OR coalesce(r.state, 'open') = 'open'""",
    "jackpots whose pool is not their account's": """SELECT j.key, j.pool, f.balance FROM jackpots j
        LEFT JOIN funds f ON f.account = j.pool
        WHERE f.account IS NULL OR f.owner <> j.key OR f.currency <> j.currency""",
    "a journal with gaps, or not as long as its head says": """SELECT h.number, count(j.number), max(j.number)
        FROM head h LEFT JOIN journal j ON true GROUP BY h.number
        HAVING count(j.number) <> h.number OR coalesce(max(j.number), 0) <> h.number""",
}
WITHOUT_ID: Final = """SELECT count(*) FROM participations p
    LEFT JOIN regulator_ids i ON i.round = p.round AND i.player = p.player
    WHERE i.participation_id IS NULL OR i.participation_id = ''"""


class Books:
    """One connection that only reads."""

    def __init__(self, run: Any) -> None:
        self._run = run

    def rows(self, statement: str) -> Iterator[Row]:
        return iter(self._run(statement))

    def one(self, statement: str) -> Any:
        return next(self.rows(statement))[0]


@contextmanager
def opened(where: str) -> Iterator[Books]:
    if "://" in where:
        with psycopg.connect(where, autocommit=True) as there:
            yield Books(lambda statement: there.execute(statement).fetchall())
    else:
        with closing(sqlite3.connect(where, timeout=30)) as here:
            yield Books(here.execute)


def faults(books: Books) -> list[str]:
    """Everything the audit finds, with the first few of each kind."""
    found = []
    for what, statement in FAULTS.items():
        if rows := [tuple(row) for row in books.rows(statement)]:
            found.append(f"{what}: {len(rows)}, for example {rows[:3]}")
    return found + chain_faults(books)


def without_id(books: Books) -> int:
    """Participations that the regulator was never told of."""
    return int(books.one(WITHOUT_ID))


# -- the chain ----------------------------------------------------------------------------------


def chain_faults(books: Books) -> list[str]:
    """Every record's digest, worked out anew from the one before."""
    lines: dict[int, list[tuple[int, int]]] = {}
    for place, account, amount in books.rows("SELECT place, account, amount FROM entries ORDER BY place"):
        lines.setdefault(place // LINES, []).append((account, amount))
    before, wrong = GENESIS, []
    columns = "number, key, kind, at_ms, player, round, content, events, receipt, digest"
    for row in books.rows(f"SELECT {columns} FROM journal ORDER BY number"):
        *fields, digest = (bytes(cell) if isinstance(cell, memoryview) else cell for cell in row)
        entries = lines.get(row[0], [])
        block = [account for account, _ in entries] + [amount for _, amount in entries]
        sealed = before + packed(fields) + struct.pack(f"<{len(block)}q", *block)
        before = hashlib.sha256(sealed).digest()
        if before != digest:
            return [f"record {row[0]} ({row[2]}) is not what its digest says"]
    head = bytes(books.one("SELECT digest FROM head"))
    if head != before and head:
        wrong.append("the head's digest is not the last record's")
    return wrong


def packed(fields: list[Any]) -> bytes:
    """A list of numbers, texts and bytes as MessagePack writes it (from its specification)."""
    return bytes([0x90 | len(fields)]) + b"".join(_packed(field) for field in fields)


def _packed(field: Any) -> bytes:
    if isinstance(field, int):
        return _number(field)
    if isinstance(field, str):
        text = field.encode()
        if len(text) < 32:
            return bytes([0xA0 | len(text)]) + text
        return _sized((0xD9, 0xDA, 0xDB), text)
    return _sized((0xC4, 0xC5, 0xC6), bytes(field))


def _sized(kinds: tuple[int, int, int], content: bytes) -> bytes:
    size = len(content)
    kind, form = (kinds[0], ">BB") if size < 256 else (kinds[1], ">BH") if size < 65536 else (kinds[2], ">BI")
    return struct.pack(form, kind, size) + content


def _number(number: int) -> bytes:
    if -32 <= number < 128:
        return struct.pack(">b", number) if number < 0 else bytes([number])
    if number < 0:
        for kind, form, least in ((0xD0, ">Bb", -(2**7)), (0xD1, ">Bh", -(2**15)), (0xD2, ">Bi", -(2**31))):
            if number >= least:
                return struct.pack(form, kind, number)
        return struct.pack(">Bq", 0xD3, number)
    for kind, form, most in ((0xCC, ">BB", 2**8), (0xCD, ">BH", 2**16), (0xCE, ">BI", 2**32)):
        if number < most:
            return struct.pack(form, kind, number)
    return struct.pack(">BQ", 0xCF, number)
