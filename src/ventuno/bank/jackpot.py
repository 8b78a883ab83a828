"""Jackpots (J1): one pool each, contributions exact to the last fraction, a win pays the pool whole.

A round's own contributions are booked after its win: they begin the new pool.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from ventuno.bank.accounts import Pocket, account
from ventuno.bank.amounts import refusal_of_amount, refusal_of_text
from ventuno.bank.book import Book
from ventuno.bank.commands import JackpotWin, OpenJackpot
from ventuno.bank.receipts import Receipt
from ventuno.bank.records import Jackpot
from ventuno.refusal import Refusal

Entries = list[tuple[int, int]]


def open_jackpot(book: Book, command: OpenJackpot) -> Receipt | Refusal:
    if refusal := refusal_of_text("name", command.jackpot) or refusal_of_amount(command.seed_minor):
        return refusal
    if command.jackpot in book.jackpots:
        return Refusal("jackpot/exists", f"there is a jackpot {command.jackpot!r} already")
    if command.currency not in book.rules.currencies:
        return Refusal("ledger/unknown_currency", f"{command.currency!r} is no currency of this house")
    if refusal := _refusal_of_share(command.contribution):
        return refusal
    pool = account(book.next_holder(), Pocket.POOL)
    book.open_fund(pool, command.jackpot, command.currency)
    book.jackpots[command.jackpot] = Jackpot(
        command.jackpot, command.currency, pool, command.seed_minor, str(Fraction(command.contribution))
    )
    book.changes.jackpots.add(command.jackpot)
    return book.record(command, _seeded(book, book.jackpots[command.jackpot]))


def _refusal_of_share(text: str) -> Refusal | None:
    try:
        share = Fraction(text)
    except (ValueError, ZeroDivisionError):
        return Refusal("jackpot/bad_share", f"{text!r} is no fraction: write 3/100")
    if not 0 <= share <= 1 or share.denominator > 10**6:
        return Refusal("jackpot/bad_share", f"{text} is not between 0 and 1")
    return None


def _seeded(book: Book, jackpot: Jackpot) -> Entries:
    """The seed is the house's money, booked as such."""
    house = book.fund(Pocket.HOUSE, jackpot.currency)
    return [(house, -jackpot.seed_minor), (jackpot.pool, jackpot.seed_minor)]


class Contribution(NamedTuple):
    whole_minor: int
    remainder: Fraction  # of a minor unit, carried


def contribution(stake_minor: int, share: Fraction, remainder: Fraction) -> Contribution:
    """3 % of a stake in whole minor units, and what is carried to the next: nothing is ever dropped.

    >>> contribution(150, Fraction(3, 100), Fraction(0))
    Contribution(whole_minor=4, remainder=Fraction(1, 2))
    """
    exact = remainder + stake_minor * share
    whole = exact.numerator // exact.denominator
    return Contribution(whole, exact - whole)


def contribute(book: Book, stakes_minor: Mapping[str, int]) -> Entries:
    """From the house to each pool, for the stakes that were played for it."""
    entries: Entries = []
    for key, stake in stakes_minor.items():
        jackpot = book.jackpots[key]
        whole, rest = contribution(stake, Fraction(jackpot.contribution), Fraction(jackpot.remainder))
        jackpot.remainder = str(rest)
        book.changes.jackpots.add(key)
        if whole:
            entries += [(book.fund(Pocket.HOUSE, jackpot.currency), -whole), (jackpot.pool, whole)]
    return entries


def refusal_of_win(book: Book, win: JackpotWin, played: set[tuple[int, str]]) -> Refusal | None:
    """`played`: who has a stake for which jackpot."""
    jackpot = book.jackpots.get(win.jackpot)
    if jackpot is None:
        return Refusal("jackpot/unknown", f"there is no jackpot {win.jackpot!r}")
    pool = book.funds[jackpot.pool].balance
    if win.pool_minor != pool:
        # Another table won it, or fed it, since this one looked: settle again with the pool as it is.
        return Refusal("jackpot/pool_changed", f"the pool holds {pool}, not {win.pool_minor}", {"pool_minor": pool})
    if not win.wins or any(count <= 0 for count in win.wins.values()):
        return Refusal("jackpot/no_winner", "a jackpot is won by somebody, at least once")
    if any((player, win.jackpot) not in played for player in win.wins):
        return Refusal("jackpot/not_played", "only who has a stake for the jackpot can win it")
    return None


class JackpotPaid(NamedTuple):
    share_minor: int
    left_minor: int
    entries: Entries


def pay(book: Book, win: JackpotWin) -> JackpotPaid:
    """The whole pool in equal shares, what cannot be shared to the house, then the seed."""
    jackpot = book.jackpots[win.jackpot]
    pool = book.funds[jackpot.pool].balance
    share, left = divmod(pool, sum(win.wins.values()))
    entries = [(jackpot.pool, -pool)]
    entries += [(account(player, Pocket.WALLET), share * count) for player, count in win.wins.items() if share]
    if left:
        entries.append((book.fund(Pocket.HOUSE, jackpot.currency), left))
    return JackpotPaid(share, left, entries + _seeded(book, jackpot))
