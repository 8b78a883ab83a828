"""Who is in the house: what is known of an account while it is here, kept true by what the store commits."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import msgspec

from ventuno.bank import Care, Lot, Person
from ventuno.bank.care import played_ms
from ventuno.bank.golden import chips
from ventuno.protocol.messages import Balance, Message, Notice
from ventuno.server.edge.frames import framed
from ventuno.server.edge.rates import Bucket
from ventuno.server.requests import Remembered
from ventuno.store.history import lots_of, purse_of
from ventuno.store.people import Loaded, load_account
from ventuno.table.port import Guest, Means as KnownPurse

if TYPE_CHECKING:
    from ventuno.server.alerts import StandingAlert, State
    from ventuno.server.edge.connection import Connection
    from ventuno.server.watch import BooksMoved
    from ventuno.server.workers import Workers
    from ventuno.store import Ledger

MUTED: Final = "muted_until_ms"  # kept with the settings; players cannot set it
GONE_MS: Final = 15 * 60_000  # since the last connection: then an account is forgotten


class Account:
    """One person's presence, over all their connections."""

    __slots__ = (
        "_expiry_ms",
        "at",
        "bucket",
        "care",
        "checked",
        "connections",
        "golden_minor",
        "in_play_minor",
        "left_ms",
        "loading",
        "lots",
        "missed",
        "person",
        "player",
        "requests",
        "session_ids",
        "settings",
        "tables",
        "told",
        "wallet_minor",
    )

    def __init__(self, player: int, bucket: Bucket, expiry_ms: Callable[[], int]) -> None:
        self.player = player
        self.bucket = bucket
        self._expiry_ms = expiry_ms
        self.at = -1  # the journal's number that the balances are of; -1: not read yet
        self.loading = 0  # how often it is being read at the moment
        self.missed = False  # something was committed meanwhile
        self.wallet_minor = self.in_play_minor = self.golden_minor = 0
        self.lots: tuple[Lot, ...] = ()  # of golden chips
        self.settings: dict[str, Any] = {}
        self.care = Care()
        self.connections: list[Connection] = []
        self.tables: set[str] = set()  # where they take part, with or without a connection
        self.requests = Remembered()
        self.session_ids: dict[str, str] = {}  # the regulator's, by game (A10)
        self.checked = False  # the reality check was announced and not confirmed yet
        self.told = 0  # the journal's number of the last void round that they were told of since they came
        self.left_ms = 0  # when the last connection went; 0: somebody is here

    def load(self, loaded: Loaded) -> None:
        """Only what is not older than what is known already."""
        if loaded.at < self.at:
            return
        self.person, self.care, self.lots, self.at = loaded.person, loaded.care, loaded.lots, loaded.at
        self.settings = msgspec.json.decode(loaded.person.settings)
        purse = loaded.purse
        self.wallet_minor, self.in_play_minor, self.golden_minor = purse.wallet, purse.stakes, purse.golden
        self.tables |= loaded.tables

    @property
    def guest(self) -> Guest:
        return guest_from(self.person)

    @property
    def golden(self) -> dict[int, int]:
        """Chips that have expired meanwhile count no more, whenever they are taken away."""
        return chips(self.lots, self._expiry_ms()) if self.lots else {}

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
    def __init__(
        self, ledger: Ledger, workers: Workers, now_ms: Callable[[], int], new_bucket: Callable[[], Bucket]
    ) -> None:
        self._ledger, self._workers, self._now_ms, self._new_bucket = ledger, workers, now_ms, new_bucket
        self.accounts: dict[int, Account] = {}

    # -- coming and going -----------------------------------------------------------------------

    async def account(self, player: int) -> Account | None:
        """In the list before it is read: what is committed meanwhile is not missed."""
        account = self.accounts.get(player)
        if account is None:
            account = self.accounts[player] = Account(player, self._new_bucket(), self._expiry_ms)
        account.loading += 1
        try:
            await self._load(account)
        finally:
            account.loading -= 1
        if account.at < 0:
            self.accounts.pop(player, None)
            return None
        return account

    async def _load(self, account: Account) -> None:
        account.missed = True
        while account.missed:
            account.missed = False
            loaded = await self._workers.read(load_account, self._ledger, account.player)
            if loaded is not None:
                account.load(loaded)

    async def refreshed(self, player: int) -> Account | None:
        """As it is stored now; None: they are not here."""
        return await self.account(player) if player in self.accounts else None

    def forget_gone(self, now_ms: int) -> None:
        for account in list(self.accounts.values()):
            if account.left_ms and now_ms - account.left_ms > GONE_MS and not account.requests.waiting:
                del self.accounts[account.player]

    def forget_stranger(self, account: Account) -> None:
        """Somebody who was read and not let in."""
        if not account.connections and not account.left_ms and not account.loading:
            self.accounts.pop(account.player, None)

    # -- what they are told ---------------------------------------------------------------------

    def tell(self, account: Account, message: Message) -> None:
        """On every device. Who reads too slowly to hear it gets the balance with the snapshot."""
        data = framed(message)
        for connection in account.connections:
            if not connection.paused:
                connection.send(data)

    def tell_supervisors(self, alert: StandingAlert, state: State) -> None:
        notice = Notice(alert.code, alert.why, {"alert": True, "state": state}, alert.table)
        for account in self.accounts.values():
            if account.connections and account.person.role == "supervisor":
                self.tell(account, notice)

    async def check_reality(self) -> None:
        """A9: said once, when it is time; the bank takes no new bet until it is confirmed."""
        now_ms = self._now_ms()
        for account in list(self.accounts.values()):
            care = account.care
            due = care.reality_every_ms and now_ms - care.reality_seen_ms >= care.reality_every_ms
            if not due:
                account.checked = False
            elif account.connections and not account.checked:
                account.checked = True
                await self._remind(account)

    async def _remind(self, account: Account) -> None:
        purse = await self._workers.read(purse_of, self._ledger, account.player)
        if purse is not None:
            played = played_ms(purse, self._now_ms(), self._ledger.rules)
            data = {"played_ms": played, "net_minor": purse.returned - purse.staked}
            why = "time to look at the clock: confirm to play on"
            self.tell(account, Notice("limit/reality_check", why, data))

    # -- what they have -------------------------------------------------------------------------

    def purse(self, player: int) -> KnownPurse:
        account = self.accounts.get(player)
        if account is not None and account.at >= 0:
            return account.purse
        # Somebody with a bet from before a restart.
        loaded = self._workers.read_at_once(load_account, self._ledger, player)
        return KnownPurse(loaded.purse.wallet, chips(loaded.lots, self._expiry_ms())) if loaded else KnownPurse(0, {})

    def _expiry_ms(self) -> int:
        return self._ledger.rules.expiry_ms(self._now_ms())

    def moved(self, moved: BooksMoved) -> None:
        changed, golden = self.take(moved)
        for account in changed:
            if account.connections and account not in golden:
                self.tell(account, account.balance)
        for account in golden:
            self._workers.spawn(self._count_golden(account))

    async def _count_golden(self, account: Account) -> None:
        account.lots = await self._workers.read(lots_of, self._ledger, account.player)
        self.tell(account, account.balance)

    def take(self, moved: BooksMoved) -> tuple[list[Account], list[Account]]:
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
