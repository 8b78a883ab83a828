"""The cashier (A8): money in and out through one interface that a real provider can implement.

Going in, the provider is asked first and the wallet is credited when it says yes; a deposit that the
bank then refuses is paid back. Going out, the
wallet is debited first, so that the same money cannot be staked meanwhile; if the provider then
says no, it is put back. Every step has a key made from the first, so any of them can be repeated.
"""

from __future__ import annotations

from typing import Protocol

from ventuno.bank import CancelWithdrawal, Deposit, Outcome, Withdraw
from ventuno.bank.cash import cancelled
from ventuno.refusal import Refusal
from ventuno.store.ledger import Ledger


class Provider(Protocol):
    """Must answer the same to the same key."""

    def collect(self, key: str, player: int, currency: str, amount_minor: int) -> Refusal | None: ...

    def pay_out(self, key: str, player: int, currency: str, amount_minor: int) -> Refusal | None: ...


class PlayMoney:
    """The default: says yes to everything."""

    def collect(self, key: str, player: int, currency: str, amount_minor: int) -> Refusal | None:
        return None

    def pay_out(self, key: str, player: int, currency: str, amount_minor: int) -> Refusal | None:
        return None


def bring_in(ledger: Ledger, provider: Provider, deposit: Deposit) -> Outcome:
    player, currency, amount = deposit.player, deposit.currency, deposit.amount_minor
    if refusal := provider.collect(deposit.key, player, currency, amount):
        return refusal
    outcome = ledger.execute(deposit)
    if isinstance(outcome, Refusal):  # a limit, say (A9): what was collected goes back where it came from
        provider.pay_out(f"{deposit.key}/refused", player, currency, amount)
    return outcome


def take_out(ledger: Ledger, provider: Provider, withdrawal: Withdraw) -> Outcome:
    outcome = ledger.execute(withdrawal)
    if isinstance(outcome, Refusal):
        return outcome
    player, currency, amount = withdrawal.player, withdrawal.currency, withdrawal.amount_minor
    refusal = provider.pay_out(withdrawal.key, player, currency, amount)
    if refusal:
        key = withdrawal.key
        ledger.execute(CancelWithdrawal(key=cancelled(key), at_ms=withdrawal.at_ms, player=player, withdrawal=key))
    return refusal or outcome
