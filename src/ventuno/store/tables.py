"""The tables as the code writes them: columns with their types, and the key. The database's own
definition, with its checks, is in the migrations; a test compares the two."""

from __future__ import annotations

from typing import Final, NamedTuple

NUMBER, TEXT, BYTES = "bigint", "text", "bytea"


class Table(NamedTuple):
    name: str
    columns: dict[str, str]
    key: tuple[str, ...]

    @property
    def values(self) -> tuple[str, ...]:
        """What is not the key."""
        return tuple(column for column in self.columns if column not in self.key)


HEAD: Final = Table(
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
JOURNAL: Final = Table(
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
ENTRIES: Final = Table("entries", {"place": NUMBER, "account": NUMBER, "amount": NUMBER}, ("place",))
PURSES: Final = Table(
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
FUNDS: Final = Table("funds", {"account": NUMBER, "owner": TEXT, "currency": TEXT, "balance": NUMBER}, ("account",))
PEOPLE: Final = Table(
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
NAMES: Final = Table("names", {"person": NUMBER, "skeleton": TEXT}, ("person",))
FACTORS: Final = Table(
    "factors",
    {"person": NUMBER, "sealed": BYTES, "since_ms": NUMBER, "last_step": NUMBER, "recovery": TEXT},
    ("person",),
)
CARE: Final = Table("care", {"player": NUMBER, "body": TEXT}, ("player",))
ROUNDS: Final = Table(
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
STAKES: Final = Table(
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
LOTS: Final = Table(
    "lots",
    {"number": NUMBER, "player": NUMBER, "value_minor": NUMBER, "count": NUMBER, "expires_ms": NUMBER, "bonus": TEXT},
    ("number",),
)
JACKPOTS: Final = Table(
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
PARTICIPATIONS: Final = Table(
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
EVENTS: Final = Table("events", {"round": TEXT, "number": NUMBER, "body": BYTES}, ("round", "number"))
KEPT_TABLES: Final = Table(
    "kept_tables", {"table_name": TEXT, "player": NUMBER, "number": NUMBER, "body": BYTES}, ("table_name", "player")
)
TOLD: Final = Table("told", {"player": NUMBER, "ended": NUMBER}, ("player",))
SESSIONS: Final = Table(
    "sessions",
    {"token_hash": BYTES, "person": NUMBER, "opened_ms": NUMBER, "expires_ms": NUMBER, "revoked_ms": NUMBER},
    ("token_hash",),
)
REGULATOR_IDS: Final = Table(
    "regulator_ids",
    {"player": NUMBER, "round": TEXT, "session_id": TEXT, "participation_id": TEXT, "at_ms": NUMBER, "issued": NUMBER},
    ("player", "round"),
)
ISSUED_THROUGH: Final = Table("issued_through", {"id": NUMBER, "number": NUMBER}, ("id",))
TRANSFERS: Final = Table(
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
ACTS: Final = Table("acts", {"number": NUMBER, "by_person": NUMBER, "what": TEXT, "subject": TEXT}, ("number",))
ENTRIES_BY_ACCOUNT: Final = Table("entries_by_account", {"account": NUMBER, "place": NUMBER}, ("account", "place"))
ENTRIES_INDEXED: Final = Table("entries_indexed", {"id": NUMBER, "place": NUMBER}, ("id",))
DEFINITIONS: Final = Table("definitions", {"digest": TEXT, "game": TEXT, "body": BYTES}, ("digest",))
TENDED: Final = Table("tended", {"work": TEXT, "number": NUMBER}, ("work",))
SEALING: Final = Table("sealing", {"id": NUMBER, "sealed": BYTES}, ("id",))
OWNER: Final = Table(
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
