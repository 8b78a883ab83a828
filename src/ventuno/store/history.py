"""What was played (A5, A6): rounds by account, by table, by code; newest first, with a cursor."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from ventuno.bank import Care, Head, Person, Purse, RoundRecord
from ventuno.bank.golden import chips
from ventuno.bank.receipts import from_bytes
from ventuno.bank.records import Jackpot, Lot
from ventuno.store.engine import Engine, Row
from ventuno.store.ledger import Books, Ledger
from ventuno.store.loading import care_from, corrections_of, load_head, person_from, round_from, select
from ventuno.store.packing import events_in
from ventuno.store.tables import JACKPOTS, LINES, LOTS, PEOPLE, PURSES, ROUNDS

NEWEST = 2**62  # the cursor to begin with
MOST_AT_ONCE = 500


class RoundPlayed(msgspec.Struct, frozen=True):
    """One line of a player's history."""

    cursor: int  # ask for what came before it
    code: str
    table: str
    game: str
    opened_ms: int
    ended_ms: int
    state: str
    staked_minor: int
    returned_minor: int
    golden_staked_minor: int
    golden_returned_minor: int
    jackpot_minor: int
    settled: int  # the cursor of the round's own end
    reason: str = ""  # of a void round: why

    @property
    def corrects(self) -> bool:
        """A later correction of the round (E3): what it added or took."""
        return self.cursor > self.settled

    @property
    def golden(self) -> bool:
        """Marked GC in the history (K3)."""
        return self.golden_staked_minor > 0


_PLAYED = """SELECT p.ended, p.round, r.table_name, r.game, r.opened_ms, j.at_ms, r.state, p.staked_minor,
    p.returned_minor, p.golden_staked_minor, p.golden_returned_minor, p.jackpot_minor, r.ended,
    CASE WHEN r.state = 'void' THEN j.receipt END
    FROM participations p JOIN rounds r ON r.code = p.round JOIN journal j ON j.number = p.ended"""


def rounds_of_player(ledger: Ledger, player: int, before: int = NEWEST, most: int = 50) -> list[RoundPlayed]:
    with ledger.reading() as engine:
        where = "WHERE p.player = ? AND p.ended < ? ORDER BY p.ended DESC LIMIT ?"
        rows = engine.rows(f"{_PLAYED} {where}", player, before, min(most, MOST_AT_ONCE))
    return [RoundPlayed(*(*row[:-1], reason_of(row[-1]) if row[-1] else "")) for row in rows]


def reason_of(receipt: bytes) -> str:
    """Why a round is void, from the receipt of its end."""
    act = from_bytes(bytes(receipt)).act
    return act.reason if act else ""


def rounds_of_table(ledger: Ledger, table: str, before: int = NEWEST, most: int = 50) -> list[RoundRecord]:
    """The cursor is the `opened` of the last one."""
    with ledger.reading() as engine:
        where = "WHERE table_name = ? AND opened < ? ORDER BY opened DESC LIMIT ?"
        rows = engine.rows(select(ROUNDS, where), table, before, min(most, MOST_AT_ONCE))
    return [round_from(row) for row in rows]


def round_by_code(ledger: Ledger, code: str) -> RoundRecord | None:
    with ledger.reading() as engine:
        rows = engine.rows(select(ROUNDS, "WHERE code = ?"), code)
    return round_from(rows[0]) if rows else None


def events_of(ledger: Ledger, code: str, first: int = 0) -> list[bytes]:
    """A round's events as they were stored, from the one numbered `first` on: enough to play it again."""
    with ledger.reading() as engine:
        return events_in(engine, code)[first:]


_PART = """SELECT 1 FROM participations WHERE player = ? AND ended = ?
    UNION ALL SELECT 1 FROM stakes WHERE player = ? AND round = ?"""


def open_rounds(ledger: Ledger, table: str | None = None) -> list[RoundRecord]:
    """What a server takes up again after a restart (E4)."""
    where, values = ("AND table_name = ? ", (table,)) if table is not None else ("", ())
    with ledger.reading() as engine:
        rows = engine.rows(select(ROUNDS, f"WHERE state = 'open' {where}ORDER BY opened"), *values)
    return [round_from(row) for row in rows]


def staked_by(ledger: Ledger, player: int) -> list[RoundRecord]:
    """Open rounds with a stake of theirs. Stakes are of open rounds only, and a player's are few."""
    where = "WHERE code IN (SELECT round FROM stakes WHERE player = ?) ORDER BY opened"
    with ledger.reading() as engine:
        return [round_from(row) for row in engine.rows(select(ROUNDS, where), player)]


def took_part(ledger: Ledger, record: RoundRecord, player: int) -> bool:
    """By the round's end, or by a stake while it is open."""
    ended = "SELECT 1 FROM participations WHERE player = ? AND ended = ?"
    staked = "SELECT 1 FROM stakes WHERE player = ? AND round = ?"
    with ledger.reading() as engine:
        return bool(engine.rows(f"{ended} UNION ALL {staked}", player, record.ended, player, record.code))


def table_kept(ledger: Ledger, table: str, player: int) -> tuple[int, bytes] | None:
    """What counts of a table between two rounds, and the record that keeps it."""
    where = "WHERE table_name = ? AND player = ?"
    with ledger.reading() as engine:
        rows = engine.rows(f"SELECT number, body FROM kept_tables {where}", table, player)
    return (rows[0][0], bytes(rows[0][1])) if rows else None


def newest_ms(ledger: Ledger) -> int | None:
    """When the last record was written; None: there is none."""
    with ledger.reading() as engine:
        rows = engine.rows("SELECT at_ms FROM journal WHERE number = (SELECT max(number) FROM journal)")
    return rows[0][0] if rows else None


def abandoned_rounds(ledger: Ledger, now_ms: int) -> list[RoundRecord]:
    """Left for 90 days: to be voided (T1)."""
    with ledger.reading() as engine:
        where = "WHERE state = 'open' AND last_ms <= ? ORDER BY last_ms LIMIT ?"
        before_ms = ledger.rules.expiry_ms(now_ms) - ledger.rules.abandoned_ms
        rows = engine.rows(select(ROUNDS, where), before_ms, MOST_AT_ONCE)
    return [round_from(row) for row in rows]


class KeptResult(NamedTuple):
    player: int
    staked_minor: int
    returned_minor: int  # jackpots and corrections included


def results_of(ledger: Ledger, code: str) -> list[KeptResult]:
    """Who played a round that has ended, and what each got: what a correction begins with (E3)."""
    found = round_by_code(ledger, code)
    if found is None or not found.ended:
        return []
    posted = "SELECT account / 8 FROM entries WHERE place >= ? AND place < ?"
    with ledger.reading() as engine:
        rows = engine.rows(
            f"""SELECT player, sum(staked_minor), sum(returned_minor) FROM participations
            WHERE player IN ({posted}) AND ended IN ?? GROUP BY player ORDER BY player""",
            found.ended * LINES,
            (found.ended + 1) * LINES,
            [found.ended, *corrections_of(engine, code)],
        )
    return [KeptResult(player, int(staked), int(returned)) for player, staked, returned in rows]


class Stakes(NamedTuple):
    player: int
    spot: str
    real_minor: int
    golden_minor: int


def stakes_in(ledger: Ledger, code: str) -> list[Stakes]:
    """What is in play in a round."""
    with ledger.reading() as engine:
        columns = "SELECT player, spot, real_minor, golden_minor FROM stakes"
        where = "WHERE round = ? AND (real_minor > 0 OR golden_minor > 0) ORDER BY player, spot"
        return [Stakes(*row) for row in engine.rows(f"{columns} {where}", code)]


def has_stake_in(ledger: Ledger, player: int, codes: Sequence[str]) -> bool:
    where = "WHERE player = ? AND round IN ?? AND (real_minor > 0 OR golden_minor > 0) LIMIT 1"
    with ledger.reading() as engine:
        return bool(engine.rows(f"SELECT 1 FROM stakes {where}", player, list(codes)))


def stakes_by_currency(ledger: Ledger, codes: Sequence[str]) -> dict[str, dict[str, int]]:
    """What is in play in rounds, in money of each currency (golden chips are none)."""
    sums: dict[str, dict[str, int]] = {}
    with ledger.reading() as engine:
        columns = "SELECT round, currency, sum(real_minor) FROM stakes"
        where = "WHERE round IN ?? GROUP BY round, currency HAVING sum(real_minor) > 0 ORDER BY currency"
        for code, currency, minor in engine.rows(f"{columns} {where}", list(codes)):
            sums.setdefault(code, {})[currency] = int(minor)
    return sums


def contents_of(ledger: Ledger, keys: Sequence[str]) -> dict[str, bytes]:
    """By key, of those that were accepted: what makes each command that command."""
    with ledger.reading() as engine:
        rows = engine.rows("SELECT key, content FROM journal WHERE key IN ??", list(keys))
    return {key: bytes(content) for key, content in rows}


def purse_of(ledger: Ledger, player: int) -> Purse | None:
    with ledger.reading() as engine:
        rows = engine.rows(select(PURSES, "WHERE player = ?"), player)
    return Purse(*rows[0]) if rows else None


def person(ledger: Books, number: int) -> Person | None:
    with ledger.reading() as engine:
        return _person(engine.rows(select(PEOPLE, "WHERE number = ?"), number))


def person_named(ledger: Ledger, name: str) -> Person | None:
    with ledger.reading() as engine:
        return _person(engine.rows(select(PEOPLE, "WHERE name = ?"), name))


def _person(rows: list[Row]) -> Person | None:
    return person_from(rows[0]) if rows else None


def care_of(ledger: Ledger, player: int) -> Care:
    with ledger.reading() as engine:
        rows = engine.rows("SELECT body FROM care WHERE player = ?", player)
    return care_from(rows[0][0]) if rows else Care()


def golden_chips_of(ledger: Ledger, player: int, now_ms: int) -> dict[int, int]:
    """How many of each value (K3)."""
    return chips(lots_of(ledger, player), ledger.rules.expiry_ms(now_ms))


def lots_of(ledger: Ledger, player: int) -> tuple[Lot, ...]:
    """Golden chips (K3), expired ones too."""
    with ledger.reading() as engine:
        return tuple(Lot(*row) for row in engine.rows(select(LOTS, "WHERE player = ?"), player))


class Pool(NamedTuple):
    jackpot: Jackpot
    pool_minor: int


def jackpots(ledger: Ledger) -> dict[str, Pool]:
    """Every jackpot with what its pool holds, to be shown live (J1)."""
    with ledger.reading() as engine:
        columns = ", ".join(f"j.{column}" for column in JACKPOTS.columns)
        rows = engine.rows(f"SELECT {columns}, f.balance FROM jackpots j JOIN funds f ON f.account = j.pool")
    return {row[0]: Pool(Jackpot(*row[:-1]), row[-1]) for row in rows}


def head(ledger: Books) -> Head:
    with ledger.reading() as engine:
        return load_head(engine)


def entries_of(engine: Engine, number: int) -> list[tuple[int, int]]:
    """Account and amount, of one record."""
    where = "WHERE place >= ? AND place < ? ORDER BY place"
    rows = engine.rows(f"SELECT account, amount FROM entries {where}", number * LINES, (number + 1) * LINES)
    return [(account, amount) for account, amount in rows]
