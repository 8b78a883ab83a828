"""How the database came to be what it is: numbered steps for both engines; those that are due in one transaction.

A step that has been released is never edited; what changes is a new step. `{bytes}` is the engine's
type for bytes. Steps that an engine words differently are given for each.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from ventuno.store.engine import Engine


class Migration(NamedTuple):
    number: int
    title: str
    both: tuple[str, ...]
    sqlite: tuple[str, ...] = ()
    postgres: tuple[str, ...] = ()


_LEDGER: Final = (
    """CREATE TABLE head (
        id BIGINT PRIMARY KEY CHECK (id = 1), number BIGINT NOT NULL, digest {bytes} NOT NULL,
        next_holder BIGINT NOT NULL, next_lot BIGINT NOT NULL)""",
    """CREATE TABLE journal (
        number {id} PRIMARY KEY, key TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, at_ms BIGINT NOT NULL,
        player BIGINT NOT NULL, round TEXT NOT NULL, content {bytes} NOT NULL, events {bytes} NOT NULL,
        receipt {bytes} NOT NULL, digest {bytes} NOT NULL)""",
    "CREATE INDEX journal_cash ON journal (player, number) WHERE kind IN ('Deposit', 'Withdraw')",
    "CREATE TABLE entries (place {id} PRIMARY KEY, account BIGINT NOT NULL, amount BIGINT NOT NULL)",
    # Players never below zero, by the database itself (B4). A purse has four balances: wallet, stakes
    # in play, golden chips, golden chips in play; the rest are sums that limits look at (A9).
    """CREATE TABLE purses (
        player {id} PRIMARY KEY, currency TEXT NOT NULL,
        wallet BIGINT NOT NULL CHECK (wallet >= 0), stakes BIGINT NOT NULL CHECK (stakes >= 0),
        golden BIGINT NOT NULL CHECK (golden >= 0), golden_stakes BIGINT NOT NULL CHECK (golden_stakes >= 0),
        deposited BIGINT NOT NULL, withdrawn BIGINT NOT NULL, staked BIGINT NOT NULL, returned BIGINT NOT NULL,
        played_ms BIGINT NOT NULL, last_play_ms BIGINT NOT NULL)""",
    """CREATE TABLE funds (
        account {id} PRIMARY KEY, owner TEXT NOT NULL, currency TEXT NOT NULL, balance BIGINT NOT NULL,
        CHECK (balance >= 0 OR account % 8 <> 7))""",
    """CREATE TABLE jackpots (
        key TEXT PRIMARY KEY, currency TEXT NOT NULL, pool BIGINT NOT NULL, seed_minor BIGINT NOT NULL,
        contribution TEXT NOT NULL, remainder TEXT NOT NULL)""",
    """CREATE TABLE lots (
        number {id} PRIMARY KEY, player BIGINT NOT NULL, value_minor BIGINT NOT NULL,
        count BIGINT NOT NULL CHECK (count >= 0), expires_ms BIGINT NOT NULL, bonus TEXT NOT NULL)""",
    "CREATE INDEX lots_of_player ON lots (player)",
    "CREATE INDEX lots_by_expiry ON lots (expires_ms) WHERE count > 0",
    "INSERT INTO head VALUES (1, 0, {nothing}, 1, 1)",
)
_PLAY: Final = (
    """CREATE TABLE people (
        number {id} PRIMARY KEY, name TEXT NOT NULL UNIQUE, role TEXT NOT NULL, currency TEXT NOT NULL,
        opened_ms BIGINT NOT NULL, vip_level TEXT NOT NULL, demo BIGINT NOT NULL, password_hash TEXT NOT NULL,
        settings TEXT NOT NULL)""",
    "CREATE TABLE care (player {id} PRIMARY KEY, body TEXT NOT NULL)",
    """CREATE TABLE rounds (
        code TEXT PRIMARY KEY, table_name TEXT NOT NULL, game TEXT NOT NULL, opened_ms BIGINT NOT NULL,
        last_ms BIGINT NOT NULL, terms TEXT NOT NULL, state TEXT NOT NULL, events BIGINT NOT NULL,
        opened BIGINT NOT NULL, ended BIGINT NOT NULL)""",
    "CREATE INDEX rounds_of_table ON rounds (table_name, opened)",
    "CREATE INDEX rounds_open ON rounds (last_ms) WHERE state = 'open'",
    """CREATE TABLE stakes (
        round TEXT NOT NULL, player BIGINT NOT NULL, spot TEXT NOT NULL,
        real_minor BIGINT NOT NULL CHECK (real_minor >= 0), golden TEXT NOT NULL,
        golden_minor BIGINT NOT NULL CHECK (golden_minor >= 0), PRIMARY KEY (round, player, spot)){compact}""",
    """CREATE TABLE participations (
        player BIGINT NOT NULL, ended BIGINT NOT NULL, round TEXT NOT NULL, staked_minor BIGINT NOT NULL,
        returned_minor BIGINT NOT NULL, golden_staked_minor BIGINT NOT NULL, golden_returned_minor BIGINT NOT NULL,
        jackpot_minor BIGINT NOT NULL, PRIMARY KEY (player, ended)){compact}""",
    """CREATE TABLE events (
        round TEXT NOT NULL, number BIGINT NOT NULL, body {bytes} NOT NULL, PRIMARY KEY (round, number))""",
    """CREATE TABLE sessions (
        token_hash {bytes} PRIMARY KEY, person BIGINT NOT NULL, opened_ms BIGINT NOT NULL,
        expires_ms BIGINT NOT NULL, revoked_ms BIGINT NOT NULL)""",
    "CREATE INDEX sessions_of_person ON sessions (person)",
    """CREATE TABLE regulator_ids (
        player BIGINT NOT NULL, round TEXT NOT NULL, session_id TEXT NOT NULL, participation_id TEXT NOT NULL,
        at_ms BIGINT NOT NULL, PRIMARY KEY (player, round))""",
)
# Append-only, by the database itself: a mistake in the code cannot rewrite the past.
_APPEND_ONLY_SQLITE: Final = tuple(
    f"CREATE TRIGGER {table}_{verb}_never BEFORE {verb} ON {table} BEGIN "
    f"SELECT RAISE(ABORT, 'the {table} is append-only'); END"
    for table in ("journal", "entries")
    for verb in ("update", "delete")
)
_APPEND_ONLY_POSTGRES: Final = (
    "CREATE FUNCTION append_only() RETURNS trigger LANGUAGE plpgsql AS "
    "$$ BEGIN RAISE EXCEPTION 'the % is append-only', TG_TABLE_NAME; END $$",
    *(
        f"CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
        "FOR EACH STATEMENT EXECUTE FUNCTION append_only()"
        for table in ("journal", "entries")
    ),
)
# Which records are acts of the house's people (E3). What they did is in the record itself, sealed.
_ACTS: Final = (
    "CREATE TABLE acts (number {id} PRIMARY KEY, by_person BIGINT NOT NULL)",
    "CREATE INDEX acts_of_person ON acts (by_person, number)",
)
# Not an index of the database's own, which every entry would have to wait for: `statement.py` brings it up to date.
_STATEMENT: Final = (
    """CREATE TABLE entries_by_account (
        account BIGINT NOT NULL, place BIGINT NOT NULL, PRIMARY KEY (account, place)){compact}""",
    "CREATE TABLE entries_indexed (id BIGINT PRIMARY KEY CHECK (id = 1), place BIGINT NOT NULL)",
    "INSERT INTO entries_indexed VALUES (1, 0)",
)
# What settles a crowd: its currencies without a look at every purse, and room in each page for the next
# version of a purse, so that PostgreSQL need not touch the index.
_CROWDS: Final = (
    "ALTER TABLE stakes ADD COLUMN currency TEXT NOT NULL DEFAULT ''",
    "UPDATE stakes SET currency = (SELECT currency FROM purses WHERE purses.player = stakes.player)",
)
_ROOM: Final = ("ALTER TABLE purses SET (fillfactor = 50)",)
# A known text, sealed: says which key a database's secrets were sealed with, and nothing of the key.
_SEALING: Final = ("CREATE TABLE sealing (id {id} PRIMARY KEY CHECK (id = 1), sealed {bytes} NOT NULL)",)
# What each name looks like (`bank/names.py`), of those from before too: `names.py` brings it up to date.
_NAMES: Final = (
    "CREATE TABLE names (person {id} PRIMARY KEY, skeleton TEXT NOT NULL)",
    "CREATE INDEX names_by_skeleton ON names (skeleton)",
)
_FACTORS: Final = (
    """CREATE TABLE factors (
        person {id} PRIMARY KEY, sealed {bytes} NOT NULL, since_ms BIGINT NOT NULL, last_step BIGINT NOT NULL,
        recovery TEXT NOT NULL)""",
)
# Money between players and the provider (A8), and the list that shows it with what went at once.
_TRANSFERS: Final = (
    """CREATE TABLE transfers (
        key TEXT PRIMARY KEY, kind TEXT NOT NULL, player BIGINT NOT NULL, currency TEXT NOT NULL,
        amount_minor BIGINT NOT NULL CHECK (amount_minor > 0), state TEXT NOT NULL, opened_ms BIGINT NOT NULL,
        changed_ms BIGINT NOT NULL, opened BIGINT NOT NULL UNIQUE, changed BIGINT NOT NULL,
        provider TEXT NOT NULL, code TEXT NOT NULL, why TEXT NOT NULL)""",
    "CREATE INDEX transfers_of_player ON transfers (player, opened)",
    "CREATE INDEX transfers_open ON transfers (opened) WHERE state IN ('asked', 'refunding')",
    "DROP INDEX journal_cash",
    "CREATE INDEX journal_cash ON journal (player, number) "
    "WHERE kind IN ('Deposit', 'Withdraw', 'AskDeposit', 'AskWithdrawal')",
)
# Which house has the database (`owner.py`). Where the file itself is locked, nobody writes it.
_OWNER: Final = (
    """CREATE TABLE owner (
        id {id} PRIMARY KEY CHECK (id = 1), epoch BIGINT NOT NULL, name TEXT NOT NULL, holder TEXT NOT NULL,
        since_ms BIGINT NOT NULL, renewed_ms BIGINT NOT NULL)""",
    "INSERT INTO owner VALUES (1, 0, '', '', 0, 0)",
)
# The rules that rounds were opened with, by their digest; and the rounds that are open, table by table.
_OPEN_ROUNDS: Final = (
    "CREATE TABLE definitions (digest TEXT PRIMARY KEY, game TEXT NOT NULL, body {bytes} NOT NULL)",
    "CREATE INDEX rounds_open_of_table ON rounds (table_name, opened) WHERE state = 'open'",
)
# Cost that does not grow with the past: what a connect, a start, a correction and a day's sweep look for is found
# without reading what was played before. What an act was about stands in its record; the list has it to be found by.
_PAST: Final = (
    "CREATE INDEX stakes_of_player ON stakes (player)",
    "CREATE INDEX sessions_by_expiry ON sessions (expires_ms)",
    "CREATE INDEX people_of_the_house ON people (role) WHERE role <> 'player'",
    "CREATE INDEX journal_seldom ON journal (kind, round, number) WHERE kind IN ('ResettleRound', 'ForgetRounds')",
    "DROP INDEX transfers_of_player",
    "CREATE INDEX transfers_of_player ON transfers (player, state, changed_ms)",
    "ALTER TABLE acts ADD COLUMN what TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE acts ADD COLUMN subject TEXT NOT NULL DEFAULT ''",
    "CREATE INDEX acts_by_subject ON acts (subject, what, number)",
)
_PAST_SQLITE: Final = (
    """UPDATE acts SET (what, subject) = (
        SELECT json_extract(CAST(receipt AS TEXT), '$.act.what'), json_extract(CAST(receipt AS TEXT), '$.act.subject')
        FROM journal WHERE journal.number = acts.number)""",
)
_PAST_POSTGRES: Final = (
    """UPDATE acts SET what = act ->> 'what', subject = act ->> 'subject' FROM (
        SELECT number, convert_from(receipt, 'UTF8')::json -> 'act' AS act FROM journal
        WHERE number IN (SELECT number FROM acts)) AS sealed WHERE sealed.number = acts.number""",
)
# How far rounds that are over have been packed, and forgotten (`ended.py`).
_TENDED: Final = ("CREATE TABLE tended (work TEXT PRIMARY KEY, number BIGINT NOT NULL)",)

# Which record issued an id (A10), and how far they are issued: from the first stake of a round that is open now on.
_IDS: Final = (
    "ALTER TABLE regulator_ids ADD COLUMN issued BIGINT NOT NULL DEFAULT 0",
    "CREATE TABLE issued_through (id {id} PRIMARY KEY CHECK (id = 1), number BIGINT NOT NULL)",
    """INSERT INTO issued_through SELECT 1,
        coalesce((SELECT min(opened) - 1 FROM rounds WHERE state = 'open'), number) FROM head""",
)
# How much later things expire while nobody has confirmed a clock that jumped: in the head, which every decision reads.
_HELD: Final = ("ALTER TABLE head ADD COLUMN held_ms BIGINT NOT NULL DEFAULT 0",)

# What a table is between its rounds, and up to which of their void rounds each player has been told: of those that
# ended before there was such a list nobody is told any more.
_KEPT_AND_TOLD: Final = (
    """CREATE TABLE kept_tables (
        table_name TEXT NOT NULL, player BIGINT NOT NULL, number BIGINT NOT NULL, body {bytes} NOT NULL,
        PRIMARY KEY (table_name, player))""",
    "CREATE TABLE told (player {id} PRIMARY KEY, ended BIGINT NOT NULL)",
    "INSERT INTO told SELECT player, (SELECT number FROM head) FROM purses",
)

MIGRATIONS: Final = (
    Migration(1, "ledger, accounts, rounds", _LEDGER + _PLAY, _APPEND_ONLY_SQLITE, _APPEND_ONLY_POSTGRES),
    Migration(2, "acts, entries by account", _ACTS + _STATEMENT),
    Migration(3, "crowds", _CROWDS, postgres=_ROOM),
    Migration(4, "sealing", _SEALING),
    Migration(5, "what names look like, second factors", _NAMES + _FACTORS),
    Migration(6, "transfers", _TRANSFERS),
    Migration(7, "the owner of the database", _OWNER),
    Migration(8, "rules by digest, open rounds by table", _OPEN_ROUNDS),
    Migration(9, "found without reading the past", _PAST, _PAST_SQLITE, _PAST_POSTGRES),
    Migration(10, "the regulator's ids, sealed", _IDS),
    Migration(11, "expiries held back", _HELD),
    Migration(12, "what tables are between rounds, who was told of void ones", _KEPT_AND_TOLD),
    Migration(13, "rounds that are over, packed and forgotten", _TENDED),
)


def bring_to_newest(engine: Engine) -> None:
    """In one transaction: all of the way or none of it."""
    if engine.version() == len(MIGRATIONS):
        return
    engine.begin_migration()
    try:
        for step in MIGRATIONS[engine.version() :]:  # asked again: another process may have been faster
            engine.take_step(step)
        engine.commit()
    except BaseException:
        engine.rollback()
        raise
