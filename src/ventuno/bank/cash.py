"""Accounts opened, and money in and out of which nobody outside must be asked (A7, A8)."""

from __future__ import annotations

from ventuno.bank import care as caring
from ventuno.bank.accounts import Pocket, account
from ventuno.bank.amounts import overdraft, purse_of, refusal_of_amount, refusal_of_balance, refusal_of_text
from ventuno.bank.book import Book
from ventuno.bank.commands import Deposit, OpenAccount, Withdraw
from ventuno.bank.names import refusal_of_name, skeleton
from ventuno.bank.receipts import Receipt, fingerprint
from ventuno.bank.records import Person, Purse
from ventuno.bank.rules import PLAY_MONEY
from ventuno.refusal import Refusal


def open_account(book: Book, command: OpenAccount) -> Receipt | Refusal:
    currency = PLAY_MONEY if command.demo else command.currency
    if refusal := refusal_of_text("name", command.name):
        return refusal
    if command.name in book.register.names or skeleton(command.name) in book.register.skeletons:
        return Refusal("account/name_taken", f"{command.name!r} or a name that looks like it is taken: choose another")
    by_the_house = command.demo or command.role != "player"
    if refusal := refusal_of_name(command.name, reserved=not by_the_house):
        return refusal
    if currency not in book.rules.currencies:
        return Refusal("ledger/unknown_currency", f"{currency!r} is no currency of this house")
    number = book.next_holder()
    _add(book, command, number, currency)
    entries = _demo_money(book, book.purses[number]) if command.demo else []
    return book.record(command, entries, player=number, password=fingerprint(command.password_hash))


def _add(book: Book, command: OpenAccount, number: int, currency: str) -> None:
    book.add_person(
        Person(
            number,
            command.name,
            command.role,
            currency,
            command.at_ms,
            demo=command.demo,
            password_hash=command.password_hash,
        )
    )
    book.purses[number] = Purse(number, currency)
    book.changes.register.people.add(number)
    book.register.skeletons.add(skeleton(command.name))
    book.changes.register.names.append((number, skeleton(command.name)))
    book.changes.new_purses.add(number)


def _demo_money(book: Book, purse: Purse) -> list[tuple[int, int]]:
    purse.deposited += book.rules.demo_minor
    return _from_cashier(book, purse, book.rules.demo_minor)


def _from_cashier(book: Book, purse: Purse, amount_minor: int) -> list[tuple[int, int]]:
    cashier = book.fund(Pocket.CASHIER, purse.currency)
    return [(cashier, -amount_minor), (account(purse.player, Pocket.WALLET), amount_minor)]


def deposit(book: Book, command: Deposit) -> Receipt | Refusal:
    purse = purse_of(book, command.player, command.currency)
    if isinstance(purse, Refusal):
        return purse
    amount = command.amount_minor
    if refusal := refusal_of_amount(amount) or refusal_of_balance(purse.wallet + amount):
        return refusal
    care = caring.rolled_care(book.care_of(purse.player), purse, command.at_ms, book.rules)
    if refusal := caring.refusal_of_deposit(care, purse, amount, command.at_ms, book.rules):
        return refusal
    book.put_care(purse.player, care)
    purse.deposited += amount
    return book.record(command, _from_cashier(book, purse, amount), player=purse.player, amount_minor=amount)


def withdraw(book: Book, command: Withdraw) -> Receipt | Refusal:
    """Always allowed, also to who has excluded themselves: it is their money."""
    purse = purse_of(book, command.player, command.currency)
    if isinstance(purse, Refusal):
        return purse
    if refusal := refusal_of_amount(command.amount_minor):
        return refusal
    if command.amount_minor > purse.wallet:
        return overdraft(purse, command.amount_minor)
    purse.withdrawn += command.amount_minor
    entries = _from_cashier(book, purse, -command.amount_minor)
    return book.record(command, entries, player=purse.player, amount_minor=command.amount_minor)
