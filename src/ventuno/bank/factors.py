"""A second factor for the house's people: enrolled by themselves, taken away by another of them or by the house."""

from __future__ import annotations

from ventuno.bank.amounts import purse_of
from ventuno.bank.book import Book
from ventuno.bank.commands import ForgetFactor, SetFactor, UseRecoveryCode
from ventuno.bank.receipts import Receipt, SealedFactor, fingerprint
from ventuno.bank.records import Factor
from ventuno.refusal import Refusal


def set_factor(book: Book, command: SetFactor) -> Receipt | Refusal:
    purse = purse_of(book, command.player)
    if isinstance(purse, Refusal):
        return purse
    if command.player in book.register.factors:
        return Refusal("factor/there", "there is a second factor already: somebody else of the house can reset it")
    book.put_factor(Factor(command.player, command.sealed, command.at_ms, command.step, command.recovery))
    factor = SealedFactor(fingerprint(command.sealed), tuple(map(fingerprint, command.recovery)), command.step)
    return book.record(command, player=purse.player, factor=factor)


def forget_factor(book: Book, command: ForgetFactor) -> Receipt | Refusal:
    """Whoever has got hold of it has no session left either."""
    purse = purse_of(book, command.player)
    if isinstance(purse, Refusal):
        return purse
    if command.player not in book.register.factors:
        return Refusal("factor/none", "there is no second factor to be reset")
    book.drop_factor(command.player)
    book.sign_out(command.player, command.at_ms)
    return book.record(command, player=purse.player)


def use_recovery_code(book: Book, command: UseRecoveryCode) -> Receipt | Refusal:
    """It was taken off the list with the sign-in; here it comes into the log."""
    purse = purse_of(book, command.player)
    return purse if isinstance(purse, Refusal) else book.record(command, player=purse.player)
