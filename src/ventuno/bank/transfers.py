"""Money between a player and a provider (A8): every state it can be in, and what takes it to the next.

    deposit       asked ──── collected, and welcome ──────▶ credited
                  asked ──── not collected ───────────────▶ refused
                  asked ──── collected, not welcome ──────▶ refunding ── given back ──▶ refunded
                  refused ── collected all the same ──────▶ refunding
    withdrawal    asked ──── paid out ────────────────────▶ paid
                  asked ──── not paid out ────────────────▶ returned

`asked` is durable before the provider hears of it, so whoever dies, it is known that there is something to
ask after. A deposit counts for the limits while it is asked, a withdrawal lies in transit, and so does
what has to be given back. Each state is left once; there is no way back to `asked`, so a key whose
money went back is burnt.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec

from ventuno.bank import care as caring
from ventuno.bank.accounts import Pocket, account
from ventuno.bank.amounts import overdraft, purse_of, refusal_of_amount, refusal_of_balance, refusal_of_text
from ventuno.bank.book import Book, Pairs
from ventuno.bank.commands import AskDeposit, AskTransfer, AskWithdrawal, HearProvider
from ventuno.bank.receipts import Receipt
from ventuno.bank.records import OrderKind, Purse, Transfer, TransferKind, TransferState
from ventuno.bank.rules import LONGEST, LONGEST_REASON, HouseRules, is_text
from ventuno.refusal import Refusal

MOST_OPEN: Final = 10  # deposits of one player that wait for the provider, and withdrawals
LONGEST_KEY: Final = 96  # what is made of it is a key too

# What the provider is to do in a state that cannot stay as it is.
ORDERS: Final[dict[tuple[TransferKind, TransferState], OrderKind]] = {
    ("deposit", "asked"): "collect",
    ("deposit", "refunding"): "refund",
    ("withdrawal", "asked"): "pay_out",
}
OPEN: Final[tuple[TransferState, ...]] = ("asked", "refunding")
IN_TRANSIT: Final[tuple[tuple[TransferKind, TransferState], ...]] = (("deposit", "refunding"), ("withdrawal", "asked"))


class Order(msgspec.Struct, frozen=True):
    """What a provider is asked to do. The same key is the same order, however often it comes."""

    key: str
    kind: OrderKind
    player: int
    currency: str
    amount_minor: int
    of: str = ""  # a refund: the key of the order that collected it


def order_for(transfer: Transfer) -> Order | None:
    """None: it is over."""
    kind = ORDERS.get((transfer.kind, transfer.state))
    if kind is None:
        return None
    of = order_key("collect", transfer.key) if kind == "refund" else ""
    return Order(order_key(kind, transfer.key), kind, transfer.player, transfer.currency, transfer.amount_minor, of)


def order_key(kind: OrderKind, transfer: str) -> str:
    return f"{kind}/{transfer}"


def refusal_of_collecting(
    care: caring.Care, purse: Purse, amount_minor: int, at_ms: int, rules: HouseRules, reserved_minor: int = 0
) -> Refusal | None:
    """Why it must not be brought in (A9), `reserved_minor` being asked for already. `care` has been rolled to now."""
    counted = msgspec.structs.replace(purse, deposited=purse.deposited + reserved_minor)
    full = refusal_of_balance(purse.wallet + reserved_minor + amount_minor)
    return full or caring.refusal_of_deposit(care, counted, amount_minor, at_ms, rules)


# -- asked ----------------------------------------------------------------------------------------


def ask_deposit(book: Book, command: AskDeposit) -> Receipt | Refusal:
    purse = _purse_for(book, command, "deposit")
    if isinstance(purse, Refusal):
        return purse
    reserved = sum(transfer.amount_minor for transfer in _open_ones(book, purse.player, "deposit"))
    if refusal := _unwelcome(book, purse, command.amount_minor, command.at_ms, reserved):
        return refusal
    return _begin(book, command, "deposit")


def ask_withdrawal(book: Book, command: AskWithdrawal) -> Receipt | Refusal:
    """Always allowed, also to who has excluded themselves: it is their money."""
    purse = _purse_for(book, command, "withdrawal")
    if isinstance(purse, Refusal):
        return purse
    if command.amount_minor > purse.wallet:
        return overdraft(purse, command.amount_minor)
    purse.withdrawn += command.amount_minor
    pairs = _move(account(purse.player, Pocket.WALLET), _transit(book, purse.currency), command.amount_minor)
    return _begin(book, command, "withdrawal", pairs)


def _purse_for(book: Book, command: AskTransfer, kind: TransferKind) -> Purse | Refusal:
    purse = purse_of(book, command.player, command.currency)
    if isinstance(purse, Refusal):
        return purse
    if refusal := refusal_of_text("key", command.key, LONGEST_KEY) or refusal_of_amount(command.amount_minor):
        return refusal
    if command.provider and (refusal := refusal_of_text("provider", command.provider)):
        return refusal
    if len(_open_ones(book, command.player, kind)) >= MOST_OPEN:
        why = f"{MOST_OPEN} {kind}s of yours are on their way: wait for one of them"
        return Refusal("cashier/too_many", why, {"most": MOST_OPEN})
    return purse


def _open_ones(book: Book, player: int, kind: TransferKind) -> list[Transfer]:
    wanted = (player, kind, "asked")
    return [one for one in book.transfers.values() if (one.player, one.kind, one.state) == wanted]


def _unwelcome(book: Book, purse: Purse, amount_minor: int, at_ms: int, reserved_minor: int = 0) -> Refusal | None:
    care = caring.rolled_care(book.care_of(purse.player), purse, at_ms, book.rules)
    refusal = refusal_of_collecting(care, purse, amount_minor, at_ms, book.rules, reserved_minor)
    if refusal is None:
        book.put_care(purse.player, care)
    return refusal


def _begin(book: Book, command: AskTransfer, kind: TransferKind, pairs: Pairs = ()) -> Receipt:
    at_ms, number = command.at_ms, book.head.number + 1
    player, currency, amount = command.player, command.currency, command.amount_minor
    transfer = Transfer(
        command.key, kind, player, currency, amount, "asked", at_ms, at_ms, number, number, command.provider
    )
    return _record(book, command, transfer, "asked", pairs)


# -- heard ----------------------------------------------------------------------------------------


def hear(book: Book, command: HearProvider) -> Receipt | Refusal:
    transfer = book.transfers.get(command.transfer)
    if transfer is None or transfer.player != command.player:
        return Refusal("cashier/unknown", f"there is no transfer {command.transfer[:LONGEST]!r} of this player")
    step = _STEPS.get((transfer.kind, transfer.state, command.order, command.answer))
    if step is None:
        why = f"the provider says {command.order} {command.answer}, and the {transfer.kind} is {transfer.state}"
        return Refusal("cashier/contradiction", why, {"transfer": transfer.key, "state": transfer.state})
    return step(book, command, transfer)


def _collected(book: Book, command: HearProvider, transfer: Transfer) -> Receipt:
    """The limits are asked once more: somebody may have excluded themselves since."""
    purse, amount = book.purses[transfer.player], transfer.amount_minor
    if refusal := _unwelcome(book, purse, amount, command.at_ms):
        transfer.code, transfer.why = refusal.code, refusal.why
        return _collected_in_vain(book, command, transfer)
    purse.deposited += amount
    pairs = _move(book.fund(Pocket.CASHIER, transfer.currency), account(purse.player, Pocket.WALLET), amount)
    return _record(book, command, transfer, "credited", pairs)


def _collected_in_vain(book: Book, command: HearProvider, transfer: Transfer) -> Receipt:
    currency = transfer.currency
    pairs = _move(book.fund(Pocket.CASHIER, currency), _transit(book, currency), transfer.amount_minor)
    return _record(book, command, transfer, "refunding", pairs)


def _refunded(book: Book, command: HearProvider, transfer: Transfer) -> Receipt:
    return _record(book, command, transfer, "refunded", _outside(book, transfer))


def _refused(book: Book, command: HearProvider, transfer: Transfer) -> Receipt:
    _note(transfer, command)
    return _record(book, command, transfer, "refused")


def _paid(book: Book, command: HearProvider, transfer: Transfer) -> Receipt:
    return _record(book, command, transfer, "paid", _outside(book, transfer))


def _returned(book: Book, command: HearProvider, transfer: Transfer) -> Receipt:
    _note(transfer, command)
    purse, amount = book.purses[transfer.player], transfer.amount_minor
    purse.withdrawn -= amount
    pairs = _move(_transit(book, transfer.currency), account(purse.player, Pocket.WALLET), amount)
    return _record(book, command, transfer, "returned", pairs)


def _note(transfer: Transfer, command: HearProvider) -> None:
    """In the provider's words, where they are words."""
    code, why = command.said
    transfer.code = code if is_text(code) else "cashier/refused"
    transfer.why = why if is_text(why, LONGEST_REASON) else "the payment provider has refused it"


def _outside(book: Book, transfer: Transfer) -> Pairs:
    currency = transfer.currency
    return _move(_transit(book, currency), book.fund(Pocket.CASHIER, currency), transfer.amount_minor)


def _transit(book: Book, currency: str) -> int:
    return book.fund(Pocket.IN_TRANSIT, currency)


def _move(from_account: int, to_account: int, amount_minor: int) -> Pairs:
    return [(from_account, -amount_minor), (to_account, amount_minor)]


def _record(
    book: Book, command: AskTransfer | HearProvider, transfer: Transfer, state: TransferState, pairs: Pairs = ()
) -> Receipt:
    transfer.state = state
    book.put_transfer(transfer, command.at_ms)
    return book.record(
        command,
        pairs,
        player=transfer.player,
        amount_minor=transfer.amount_minor,
        transfer=transfer.key,
        state=state,
        code=transfer.code,
        why=transfer.why,
    )


_STEPS: Final[dict[tuple[str, str, str, str], Callable[[Book, HearProvider, Transfer], Receipt]]] = {
    ("deposit", "asked", "collect", "done"): _collected,
    ("deposit", "asked", "collect", "refused"): _refused,
    ("deposit", "refused", "collect", "done"): _collected_in_vain,
    ("deposit", "refunding", "refund", "done"): _refunded,
    ("withdrawal", "asked", "pay_out", "done"): _paid,
    ("withdrawal", "asked", "pay_out", "refused"): _returned,
}
