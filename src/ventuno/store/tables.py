"""The tables as the code writes them: columns with their types, and the key. The database's own
definition, with its checks, is in the migrations; a test compares the two."""

from __future__ import annotations

from typing import Final, NamedTuple

NUMBER, TEXT, BYTES = "bigint", "text", "bytea"


class TableSchema(NamedTuple):
    name: str
    columns: dict[str, str]
    key: tuple[str, ...]

    @property
    def values(self) -> tuple[str, ...]:
        """What is not the key."""
        return tuple(column for column in self.columns if column not in self.key)


HEAD: Final = TableSchema(
    "head",
    {
        "id": NUMBER,
        "number": NUMBER,
        "digest": BYTES,
        "next_holder": NUMBER,
        "next_lot": NUMBER,
        "held_ms": NUMBER,
    },
    ("id",),
)
JOURNAL: Final = TableSchema(
    "journal",
    {
        "number": NUMBER,
        "key": TEXT,
        "kind": TEXT,
        "at_ms": NUMBER,
        "player": NUMBER,
        "round": TEXT,
        "content": BYTES,
        "events": BYTES,
        "receipt": BYTES,
        "digest": BYTES,
    },
    ("number",),
)
ENTRIES: Final = TableSchema("entries", {"place": NUMBER, "account": NUMBER, "amount": NUMBER}, ("place",))
PURSES: Final = TableSchema(
    "purses",
    {
        "player": NUMBER,
        "currency": TEXT,
        "wallet": NUMBER,
        "stakes": NUMBER,
        "golden": NUMBER,
        "golden_stakes": NUMBER,
        "deposited": NUMBER,
        "withdrawn": NUMBER,
        "staked": NUMBER,
        "returned": NUMBER,
        "played_ms": NUMBER,
        "last_play_ms": NUMBER,
    },
    ("player",),
)
FUNDS: Final = TableSchema(
    "funds", {"account": NUMBER, "owner": TEXT, "currency": TEXT, "balance": NUMBER}, ("account",)
)
PEOPLE: Final = TableSchema(
    "people",
    {
        "number": NUMBER,
        "name": TEXT,
        "role": TEXT,
        "currency": TEXT,
        "opened_ms": NUMBER,
        "vip_level": TEXT,
        "demo": NUMBER,
        "password_hash": TEXT,
        "settings": TEXT,
    },
    ("number",),
)
NAMES: Final = TableSchema("names", {"person": NUMBER, "skeleton": TEXT}, ("person",))
FACTORS: Final = TableSchema(
    "factors",
    {"person": NUMBER, "sealed": BYTES, "since_ms": NUMBER, "last_step": NUMBER, "recovery": TEXT},
    ("person",),
)
CARE: Final = TableSchema("care", {"player": NUMBER, "body": TEXT}, ("player",))
ROUNDS: Final = TableSchema(
    "rounds",
    {
        "code": TEXT,
        "table_name": TEXT,
        "game": TEXT,
        "opened_ms": NUMBER,
        "last_ms": NUMBER,
        "terms": TEXT,
        "state": TEXT,
        "events": NUMBER,
        "opened": NUMBER,
        "ended": NUMBER,
    },
    ("code",),
)
STAKES: Final = TableSchema(
    "stakes",
    {
        "round": TEXT,
        "player": NUMBER,
        "spot": TEXT,
        "real_minor": NUMBER,
        "golden": TEXT,
        "golden_minor": NUMBER,
        "currency": TEXT,
    },
    ("round", "player", "spot"),
)
LOTS: Final = TableSchema(
    "lots",
    {"number": NUMBER, "player": NUMBER, "value_minor": NUMBER, "count": NUMBER, "expires_ms": NUMBER, "bonus": TEXT},
    ("number",),
)
JACKPOTS: Final = TableSchema(
    "jackpots",
    {
        "key": TEXT,
        "currency": TEXT,
        "pool": NUMBER,
        "seed_minor": NUMBER,
        "contribution": TEXT,
        "remainder": TEXT,
    },
    ("key",),
)
PARTICIPATIONS: Final = TableSchema(
    "participations",
    {
        "player": NUMBER,
        "ended": NUMBER,
        "round": TEXT,
        "staked_minor": NUMBER,
        "returned_minor": NUMBER,
        "golden_staked_minor": NUMBER,
        "golden_returned_minor": NUMBER,
        "jackpot_minor": NUMBER,
    },
    ("player", "ended"),
)
EVENTS: Final = TableSchema("events", {"round": TEXT, "number": NUMBER, "body": BYTES}, ("round", "number"))
KEPT_TABLES: Final = TableSchema(
    "kept_tables", {"table_name": TEXT, "player": NUMBER, "number": NUMBER, "body": BYTES}, ("table_name", "player")
)
TOLD: Final = TableSchema("told", {"player": NUMBER, "ended": NUMBER}, ("player",))
SESSIONS: Final = TableSchema(
    "sessions",
    {"token_hash": BYTES, "person": NUMBER, "opened_ms": NUMBER, "expires_ms": NUMBER, "revoked_ms": NUMBER},
    ("token_hash",),
)
REGULATOR_IDS: Final = TableSchema(
    "regulator_ids",
    {"player": NUMBER, "round": TEXT, "session_id": TEXT, "participation_id": TEXT, "at_ms": NUMBER, "issued": NUMBER},
    ("player", "round"),
)
ISSUED_THROUGH: Final = TableSchema("issued_through", {"id": NUMBER, "number": NUMBER}, ("id",))
TRANSFERS: Final = TableSchema(
    "transfers",
    {
        "key": TEXT,
        "kind": TEXT,
        "player": NUMBER,
        "currency": TEXT,
        "amount_minor": NUMBER,
        "state": TEXT,
        "opened_ms": NUMBER,
        "changed_ms": NUMBER,
        "opened": NUMBER,
        "changed": NUMBER,
        "provider": TEXT,
        "code": TEXT,
        "why": TEXT,
    },
    ("key",),
)
ACTS: Final = TableSchema("acts", {"number": NUMBER, "by_person": NUMBER, "what": TEXT, "subject": TEXT}, ("number",))
ENTRIES_BY_ACCOUNT: Final = TableSchema(
    "entries_by_account", {"account": NUMBER, "place": NUMBER}, ("account", "place")
)
ENTRIES_INDEXED: Final = TableSchema("entries_indexed", {"id": NUMBER, "place": NUMBER}, ("id",))
DEFINITIONS: Final = TableSchema("definitions", {"digest": TEXT, "game": TEXT, "body": BYTES}, ("digest",))
TENDED: Final = TableSchema("tended", {"work": TEXT, "number": NUMBER}, ("work",))
SEALING: Final = TableSchema("sealing", {"id": NUMBER, "sealed": BYTES}, ("id",))
OWNER: Final = TableSchema(
    "owner",
    {"id": NUMBER, "epoch": NUMBER, "name": TEXT, "holder": TEXT, "since_ms": NUMBER, "renewed_ms": NUMBER},
    ("id",),
)

ALL: Final = (
    HEAD,
    JOURNAL,
    ENTRIES,
    PURSES,
    FUNDS,
    PEOPLE,
    NAMES,
    FACTORS,
    CARE,
    ROUNDS,
    STAKES,
    LOTS,
    JACKPOTS,
    PARTICIPATIONS,
    EVENTS,
    KEPT_TABLES,
    TOLD,
    SESSIONS,
    REGULATOR_IDS,
    ISSUED_THROUGH,
    TRANSFERS,
    ACTS,
    ENTRIES_BY_ACCOUNT,
    ENTRIES_INDEXED,
    TENDED,
    SEALING,
    OWNER,
    DEFINITIONS,
)

LINES: Final = 1 << 24  # entries of one record at most: the place of an entry is record × LINES + line
