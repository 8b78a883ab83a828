"""Commands in a few words, for the tests: every one gets a key of its own, and time stands unless it is told."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import msgspec

from ventuno.bank import (
    BankCommand,
    Deposit,
    OpenAccount,
    OpenRound,
    Outcome,
    Placed,
    PlaceStakes,
    Purse,
    Receipt,
    SettleRound,
)
from ventuno.refusal import Refusal
from ventuno.store import Ledger
from ventuno.store.auditing import audit
from ventuno.store.history import head, purse_of

NOW_MS = 1_700_000_000_000  # a Tuesday, 14 November 2023
DAY_MS = 86_400_000


class Desk:
    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self.now_ms = NOW_MS
        self._keys: Iterator[int] = itertools.count()

    def do(self, kind: type[BankCommand], /, **fields: Any) -> Outcome:
        fields = {"key": f"key {next(self._keys)}", "at_ms": self.now_ms, **fields}
        if kind is SettleRound:
            fields = self.held(fields["round"]) | fields
        return self.ledger.execute(kind(**fields))

    def held(self, code: str) -> dict[str, dict[int, int]]:
        """What a settlement says of stakes, where the felt is as the books are."""
        return held(self.ledger, code)

    def ok(self, kind: type[BankCommand], /, **fields: Any) -> Receipt:
        outcome = self.do(kind, **fields)
        assert isinstance(outcome, Receipt), outcome
        return outcome

    def refused(self, kind: type[BankCommand], /, **fields: Any) -> str:
        """The code; and nothing has changed."""
        before = head(self.ledger)
        outcome = self.do(kind, **fields)
        assert isinstance(outcome, Refusal), outcome
        assert head(self.ledger) == before
        return outcome.code

    def player(self, name: str = "anna", money: int = 10_000, currency: str = "EUR") -> int:
        number = self.ok(OpenAccount, name=name, currency=currency).player
        if money:
            self.ok(Deposit, player=number, currency=currency, amount_minor=money)
        return number

    def ok_deposit(self, player: int, amount: int) -> Receipt:
        return self.ok(Deposit, player=player, currency=self.purse(player).currency, amount_minor=amount)

    def round(self, code: str = "R1", **fields: Any) -> str:
        self.ok(OpenRound, **{"round": code, "table": "one", "game": "infinite", **fields})
        return code

    def place(self, player: int, amount: int, spot: str = "1/main", code: str = "R1", **fields: Any) -> Receipt:
        return self.ok(PlaceStakes, round=code, player=player, stakes=(Placed(spot, amount),), **fields)

    def purse(self, player: int) -> Purse:
        found = purse_of(self.ledger, player)
        assert found is not None
        return found

    def balances(self, player: int) -> tuple[int, int, int, int]:
        """Wallet, stakes, golden chips, golden stakes."""
        purse = self.purse(player)
        return purse.wallet, purse.stakes, purse.golden, purse.golden_stakes

    def fund(self, pocket: int, currency: str = "EUR") -> int:
        with self.ledger.reading() as engine:
            where = "WHERE currency = ? AND account % 8 = ?"
            return sum(
                int(balance) for (balance,) in engine.rows(f"SELECT balance FROM funds {where}", currency, pocket)
            )

    def check(self) -> None:
        """The audit is clean and the sum of all accounts is zero."""
        report = audit(self.ledger)
        assert report.findings == ()
        assert not any(report.sums.values()), report.sums


def held(ledger: Ledger, code: str) -> dict[str, dict[int, int]]:
    found: dict[str, dict[int, int]] = {"staked": {}, "golden_staked": {}}
    with ledger.reading() as engine:
        query = "SELECT player, sum(real_minor), sum(golden_minor) FROM stakes WHERE round = ? GROUP BY player"
        for player, *sums in engine.rows(query, code):
            for name, value in zip(found, map(int, sums), strict=True):
                if value:
                    found[name][player] = value
    return found


def again(receipt: Receipt) -> Receipt:
    """As it comes when the same is asked once more."""
    return msgspec.structs.replace(receipt, again=True)
