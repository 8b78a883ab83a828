"""Whoever has got stakes back from a void round is told (E1, E4): at the table, or when they come to the house."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from ventuno.protocol.messages import Notice
from ventuno.server import logs
from ventuno.store import StoreFault
from ventuno.store.voids import GivenBack, given_back, note_told, untold
from ventuno.table.doubting import CANNOT_GO_ON
from ventuno.table.window import RESTARTED

if TYPE_CHECKING:
    from ventuno.server.people import Account, People
    from ventuno.server.pit import Pit
    from ventuno.server.workers import Workers
    from ventuno.store import Ledger

AT_TABLE: Final = "round/void"  # what a table says when it happens
LATER: Final = "round/was_void"
LEFT: Final = "left for 90 days"
BECAUSE: Final = {RESTARTED: "restarted", CANNOT_GO_ON: "unreadable", LEFT: "left"}


def because(reason: str) -> str:
    """A word for what the house says itself, so that it can be said in any language; else as somebody wrote it."""
    return BECAUSE.get(reason, reason)


class Voids:
    def __init__(self, ledger: Ledger, workers: Workers, people: People, pit: Pit) -> None:
        self._ledger, self._workers, self._people, self._pit = ledger, workers, people, pit
        self._told_now: set[int] = set()  # by their table, of the round that is being voided

    def arrived(self, account: Account) -> None:
        """Of whatever was void while they were away."""
        self._workers.spawn(self._tell_arrived(account))

    async def _tell_arrived(self, account: Account) -> None:
        try:
            await self._tell(await self._workers.read(untold, self._ledger, account.player))
        except StoreFault as fault:
            logs.warning("who was to be told of a void round is told next time", code=fault.code)

    def told(self, players: Iterable[int]) -> None:
        """Their table has told them."""
        self._told_now.update(players)

    def voided(self, table: str, code: str) -> None:
        """Whoever is here and was not told by the table: it was taken up after a restart and did not know them."""
        self._workers.spawn(self._tell_the_rest(table, code))

    async def _tell_the_rest(self, table: str, code: str) -> None:
        told, self._told_now = self._told_now, set()
        accounts = self._people.accounts
        here = [one for one in accounts.values() if one.connections and table in one.tables and one.player not in told]
        try:
            await self._note([(player, accounts[player].at) for player in told if player in accounts])
            if here:
                players = [account.player for account in here]
                await self._tell(await self._workers.read(given_back, self._ledger, code, players))
        except StoreFault as fault:
            logs.warning("who was to be told of a void round is told next time", code=fault.code)

    async def _tell(self, found: list[GivenBack]) -> None:
        """On two devices at once, and by two ways, still once."""
        news = [one for one in found if (account := self._account(one.player)) and account.told < one.ended]
        for one in news:
            account = self._people.accounts[one.player]
            account.told = one.ended
            self._people.tell(account, self._notice(one))
        await self._note([(one.player, one.ended) for one in news])

    def _account(self, player: int) -> Account | None:
        """Somebody who can hear it."""
        account = self._people.accounts.get(player)
        return account if account is not None and account.connections else None

    async def _note(self, told: list[tuple[int, int]]) -> None:
        if told:
            latest: dict[int, int] = {}
            for player, ended in told:
                latest[player] = max(ended, latest.get(player, 0))
            for player, ended in latest.items():
                if account := self._people.accounts.get(player):
                    account.told = max(account.told, ended)
            await self._workers.read(note_told, self._ledger, latest.items())

    def _notice(self, one: GivenBack) -> Notice:
        kind = self._pit.kinds.get(one.table)
        data = {
            "round": one.code,
            "at": kind.info.name if kind else one.table,
            "amount_minor": one.amount_minor + one.golden_minor,
            "golden_minor": one.golden_minor,
            "because": because(one.reason),
        }
        why = f"your round {one.code} is void ({one.reason}): what you had staked is back"
        return Notice(LATER, why, data, one.table)
