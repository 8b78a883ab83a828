"""Who is in the house: what is known of an account while it is here, kept true by what the store commits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from ventuno.bank import Care, Person, Purse
from ventuno.bank.golden import chips
from ventuno.bank.records import Lot
from ventuno.protocol.messages import Balance
from ventuno.server.edge.bucket import Bucket
from ventuno.server.requests import Requests
from ventuno.store import Ledger
from ventuno.store.loading import care_from, load_head, person_from, select
from ventuno.store.tables import LOTS, PEOPLE, PURSES
from ventuno.table.port import Guest
from ventuno.table.port import Purse as KnownPurse

if TYPE_CHECKING:
    from ventuno.server.edge.connection import Connection
    from ventuno.server.watch import Moved

MUTED: Final = "muted_until_ms"  # kept with the settings; players cannot set it
DEBT: Final = 4  # so many times the burst is a flood


# Stakes are of open rounds only: asking for the state too would lead the database to look through all of those.
_OPEN: Final = "SELECT DISTINCT table_name FROM rounds WHERE code IN (SELECT round FROM stakes WHERE player = ?)"


class Loaded(NamedTuple):
    """One account, all of one moment."""

    person: Person
    purse: Purse
    golden: dict[int, int]
    care: Care
    tables: set[str]  # with a stake of theirs in an open round
    at: int  # the journal's number


def load_account(ledger: Ledger, number: int, now_ms: int) -> Loaded | None:
    with ledger.reading() as engine, engine.snapshot():
        people = engine.rows(select(PEOPLE, "WHERE number = ?"), number)
        purses = engine.rows(select(PURSES, "WHERE player = ?"), number)
        if not people or not purses:
            return None
        lots = [Lot(*row) for row in engine.rows(select(LOTS, "WHERE player = ?"), number)]
        care = engine.rows("SELECT body FROM care WHERE player = ?", number)
        return Loaded(
            person_from(people[0]),
            Purse(*purses[0]),
            chips(lots, ledger.rules.expiry_ms(now_ms)),
            care_from(care[0][0]) if care else Care(),
            {name.partition("/")[0] for (name,) in engine.rows(_OPEN, number)},
            load_head(engine).number,
        )


class Account:
    """One person's presence, over all their connections."""

    __slots__ = (
        "at",
        "bucket",
        "care",
        "checked",
        "connections",
        "golden",
        "golden_minor",
        "in_play_minor",
        "left_ms",
        "loading",
        "missed",
        "most_debt",
        "person",
        "player",
        "requests",
        "session_ids",
        "settings",
        "slow_debt",
        "tables",
        "told",
        "wallet_minor",
    )

    def __init__(self, player: int, bucket: Bucket) -> None:
        self.player = player
        self.bucket = bucket
        self.slow_debt = bucket.tokens  # beyond it nothing is read for a while
        self.most_debt = DEBT * bucket.tokens  # beyond it the connection ends
        self.at = -1  # the journal's number that the balances are of; -1: not read yet
        self.loading = 0  # how often it is being read at the moment
        self.missed = False  # something was committed meanwhile
        self.wallet_minor = self.in_play_minor = self.golden_minor = 0
        self.golden: dict[int, int] = {}
        self.settings: dict[str, Any] = {}
        self.care = Care()
        self.connections: list[Connection] = []
        self.tables: set[str] = set()  # where they take part, with or without a connection
        self.requests = Requests()
        self.session_ids: dict[str, str] = {}  # the regulator's, by game (A10)
        self.checked = False  # the reality check was announced and not confirmed yet
        self.told = 0  # the journal's number of the last void round that they were told of since they came
        self.left_ms = 0  # when the last connection went; 0: somebody is here

    def load(self, loaded: Loaded) -> None:
        """Only what is not older than what is known already."""
        if loaded.at < self.at:
            return
        self.person, self.care, self.golden, self.at = loaded.person, loaded.care, loaded.golden, loaded.at
        self.settings = msgspec.json.decode(loaded.person.settings)
        purse = loaded.purse
        self.wallet_minor, self.in_play_minor, self.golden_minor = purse.wallet, purse.stakes, purse.golden
        self.tables |= loaded.tables

    @property
    def guest(self) -> Guest:
        return guest_from(self.person)

    @property
    def purse(self) -> KnownPurse:
        return KnownPurse(self.wallet_minor, self.golden)

    @property
    def balance(self) -> Balance:
        return Balance(self.wallet_minor, self.golden, self.in_play_minor)


def guest_from(person: Person) -> Guest:
    """A person as a table needs to know them."""
    settings = msgspec.json.decode(person.settings)
    return Guest(
        player=person.number,
        name=person.name,
        currency=person.currency,
        vip_level=person.vip_level,
        insurance=settings.get("insurance_offers") is not False,
        allows_behind=settings.get("bet_behind") is not False,
        muted_until_ms=int(settings.get(MUTED, 0)),
    )


class People:
    """Everybody who is here, or was a moment ago."""

    def __init__(self) -> None:
        self.accounts: dict[int, Account] = {}

    def forget_stranger(self, account: Account) -> None:
        """Somebody who was read and not let in."""
        if not account.connections and not account.left_ms and not account.loading:
            self.accounts.pop(account.player, None)

    def take(self, moved: Moved) -> tuple[list[Account], list[Account]]:
        """What the store has committed. Who has another balance now; whose golden chips must be counted anew."""
        changed: dict[int, Account] = {}
        golden: list[Account] = []
        for player, wallet_minor, in_play_minor, golden_minor in moved.purses:
            if account := self._behind(player, moved.at):
                account.wallet_minor, account.in_play_minor = wallet_minor, in_play_minor
                if account.golden_minor != golden_minor:
                    account.golden_minor = golden_minor
                    golden.append(account)
                changed[player] = account
        for players, staked, returned in moved.crowds:
            for player, stake, back in zip(players, staked, returned, strict=True):
                if account := self._behind(player, moved.at):
                    account.wallet_minor += back
                    account.in_play_minor -= stake
                    changed[player] = account
        for account in changed.values():
            account.at = moved.at
        return list(changed.values()), golden

    def _behind(self, player: int, at: int) -> Account | None:
        """Whoever does not know of it yet. Who is just being read is read once more."""
        account = self.accounts.get(player)
        if account is None or at <= account.at:
            return None
        if account.loading:
            account.missed = True
            return None
        return account
