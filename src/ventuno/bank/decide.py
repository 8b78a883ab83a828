"""One command against the book: a receipt and the change, or a refusal and no change."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import msgspec

from ventuno.bank import (
    acts,
    cash,
    commands,
    factors,
    golden,
    issuing,
    jackpot,
    profile,
    receipts,
    resettle,
    rounds,
    settle,
    stakes,
    transfers,
)
from ventuno.bank.amounts import refusal_of_text
from ventuno.bank.book import Book
from ventuno.bank.commands import BankCommand, content_of
from ventuno.bank.receipts import Receipt
from ventuno.bank.rights import refusal_of_right
from ventuno.refusal import Refusal

Outcome = Receipt | Refusal

DECISIONS: Final[dict[type[BankCommand], Callable[[Book, Any], Outcome]]] = {
    commands.OpenAccount: cash.open_account,
    commands.Deposit: cash.deposit,
    commands.Withdraw: cash.withdraw,
    commands.AskDeposit: transfers.ask_deposit,
    commands.AskWithdrawal: transfers.ask_withdrawal,
    commands.HearProvider: transfers.hear,
    commands.OpenJackpot: jackpot.open_jackpot,
    commands.GrantGoldenChips: golden.grant,
    commands.ExpireGoldenChips: golden.expire,
    commands.OpenRound: rounds.open_round,
    commands.RecordEvents: rounds.record_events,
    commands.ForgetRounds: rounds.forget_rounds,
    commands.KeepTable: rounds.keep_table,
    commands.KeepRules: rounds.keep_rules,
    commands.PlaceStakes: stakes.place,
    commands.PlaceTogether: stakes.place_together,
    commands.TakeBackStakes: stakes.take_back,
    commands.SettleRound: settle.settle,
    commands.VoidRound: settle.void,
    commands.ResettleRound: resettle.resettle,
    commands.SetLimit: profile.set_limit,
    commands.TakeTimeOut: profile.take_time_out,
    commands.ExcludeSelf: profile.exclude_self,
    commands.SetRealityCheck: profile.set_reality_check,
    commands.AcknowledgeRealityCheck: profile.acknowledge_reality_check,
    commands.SetVipLevel: profile.set_vip_level,
    commands.SetRole: profile.set_role,
    commands.SetFactor: factors.set_factor,
    commands.ForgetFactor: factors.forget_factor,
    commands.UseRecoveryCode: factors.use_recovery_code,
    commands.ChangeSettings: profile.change_settings,
    commands.ChangePassword: profile.change_password,
    commands.IssueIds: issuing.issue,
    commands.RecordAct: acts.record_act,
    commands.HoldExpiries: acts.hold_expiries,
}


def decide(book: Book, command: BankCommand) -> Outcome:
    if refusal := refusal_of_text("key", command.key):
        return refusal
    if command.key in book.accepted:
        return _again(book, command, *book.accepted[command.key])
    return refusal_of_right(book, command) or DECISIONS[type(command)](book, command)


def _again(book: Book, command: BankCommand, content: bytes, receipt: bytes) -> Outcome:
    """The one place that knows a repetition. Its receipt says that it is one, so that nobody acts on it again.

    An answer that was lost on its way is given once more as it was: whoever asked has not acted on it yet.
    """
    if not content.startswith(content_of(command)):  # an older one is longer
        return Refusal(
            "ledger/key_reused", "this key was used for another command: use a new one", {"key": command.key}
        )
    first = receipts.from_bytes(receipt, type(command).__name__, command.key)
    return first if book.untold.get(command.key) == receipt else msgspec.structs.replace(first, again=True)
