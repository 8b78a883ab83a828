"""Whether an amount, a key or an account may be: each wrong with a code of its own."""

from __future__ import annotations

from ventuno.bank.book import Book
from ventuno.bank.records import Purse
from ventuno.bank.rules import LONGEST, MOST_BALANCE_MINOR, is_text
from ventuno.money import MOST
from ventuno.refusal import Refusal


def refusal_of_amount(amount_minor: int, most_minor: int = MOST) -> Refusal | None:
    if amount_minor < 0:
        return Refusal("ledger/negative", f"{amount_minor} is less than nothing: amounts are above 0")
    if amount_minor == 0:
        return Refusal("ledger/zero", "an amount of 0 moves nothing: amounts are above 0")
    if amount_minor > most_minor:
        return Refusal("ledger/too_large", f"no amount is over {most_minor:,} minor units", {"most": most_minor})
    return None


def refusal_of_balance(balance_minor: int) -> Refusal | None:
    if balance_minor > MOST_BALANCE_MINOR:
        return Refusal("ledger/too_large", "no account can hold so much", {"most": MOST_BALANCE_MINOR})
    return None


def refusal_of_text(what: str, text: str, longest: int = LONGEST) -> Refusal | None:
    if is_text(text, longest):
        return None
    return Refusal(f"ledger/bad_{what}", f"{text[:LONGEST]!r} is no {what}: 1 to {longest} printable signs")


def overdraft(purse: Purse, amount_minor: int) -> Refusal:
    return Refusal(
        "ledger/overdraft",
        f"the wallet holds {purse.wallet} and {amount_minor} is needed",
        {"wallet_minor": purse.wallet, "needed_minor": amount_minor},
    )


def purse_of(book: Book, player: int, currency: str = "") -> Purse | Refusal:
    """The player's purse, where there is one and it is in this currency."""
    purse = book.purses.get(player)
    if purse is None:
        return Refusal("ledger/unknown_account", f"there is no player {player}", {"player": player})
    if currency and currency != purse.currency:
        why = f"the account is in {purse.currency}, not in {currency}"
        return Refusal("ledger/wrong_currency", why, {"currency": purse.currency})
    return purse
