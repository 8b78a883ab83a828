"""Golden chips (K3): granted by value, counted per value, placed like chips, given back on a push."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ventuno.bank.accounts import Pocket, account
from ventuno.bank.amounts import purse_of, refusal_of_amount, refusal_of_text
from ventuno.bank.book import Book
from ventuno.bank.commands import ExpireGoldenChips, GrantGoldenChips
from ventuno.bank.receipts import Receipt
from ventuno.bank.records import Lot, Purse
from ventuno.bank.rules import LATEST_MS, MOST_CHIPS, MOST_STAKE_MINOR
from ventuno.refusal import Refusal

Picked = dict[int, int]  # how many chips by lot


def chips(lots: Iterable[Lot], expiry_ms: int) -> dict[int, int]:
    """How many a player may place, by value: the same value from different bonuses adds up."""
    counted: dict[int, int] = {}
    for lot in lots:
        if lot.count and lot.expires_ms > expiry_ms:
            counted[lot.value_minor] = counted.get(lot.value_minor, 0) + lot.count
    return counted


def pick(lots: Iterable[Lot], wanted: Mapping[int, int], taken: Picked, expiry_ms: int) -> Picked | Refusal:
    """Chips of the wanted values, those that expire first taken first; `taken` are spoken for already."""
    usable = sorted((lot for lot in lots if lot.expires_ms > expiry_ms), key=lambda lot: (lot.expires_ms, lot.number))
    picked: Picked = {}
    for value, count in wanted.items():
        if count <= 0:
            return Refusal("golden/no_count", f"{count} golden chips of {value} are none to place")
        if missing := _pick_value(usable, value, count, taken, picked):
            data = {"value": value, "missing": missing}
            return Refusal("golden/not_enough", f"{missing} golden chips of {value} are missing", data)
    return picked


def _pick_value(usable: list[Lot], value: int, count: int, taken: Picked, picked: Picked) -> int:
    for lot in usable:
        free = lot.count - taken.get(lot.number, 0)
        if lot.value_minor == value and free > 0 and count:
            picked[lot.number] = min(free, count)
            count -= picked[lot.number]
    return count


def pay_for_action(
    amount_minor: int, chips_by_value: Mapping[int, int], wallet_minor: int, *, mixed: bool, allowed: bool
) -> tuple[int, dict[int, int]] | Refusal:
    """Real money and golden chips for a double or the like: the chips nearest in value first (K3)."""
    left, golden = amount_minor, {}
    for value in sorted(chips_by_value, reverse=True) if allowed else ():
        if count := min(left // value, chips_by_value[value]):
            golden[value] = count
            left -= count * value
    if left and not mixed:
        left, golden = amount_minor, {}
    if left > wallet_minor:
        data = {"wallet_minor": wallet_minor, "needed_minor": left}
        return Refusal("ledger/overdraft", f"the wallet holds {wallet_minor} and {left} is needed", data)
    return left, golden


def grant(book: Book, command: GrantGoldenChips) -> Receipt | Refusal:
    purse = purse_of(book, command.player)
    if isinstance(purse, Refusal):
        return purse
    if refusal := refusal_of_amount(command.value_minor, MOST_STAKE_MINOR) or refusal_of_amount(
        command.count, MOST_CHIPS
    ):
        return refusal
    if command.bonus and (refusal := refusal_of_text("bonus", command.bonus)):
        return refusal
    if command.expires_ms <= command.at_ms:
        return Refusal("golden/expired", "the chips would have expired before they are granted")
    if command.expires_ms > LATEST_MS:
        return Refusal("golden/too_late", "the chips would expire after the end of time")
    lot = Lot(book.next_lot(), purse.player, command.value_minor, command.count, command.expires_ms, command.bonus)
    book.add_lot(lot)
    book.changes.lots.add(lot.number)
    return book.record(command, _granted(book, purse, lot.value_minor * lot.count), player=purse.player)


def _granted(book: Book, purse: Purse, value_minor: int) -> list[tuple[int, int]]:
    promotions = book.fund(Pocket.PROMOTIONS, purse.currency)
    return [(promotions, -value_minor), (account(purse.player, Pocket.GOLDEN), value_minor)]


def expire(book: Book, command: ExpireGoldenChips) -> Receipt | Refusal:
    """A chip in play is left alone; if it comes back after its time, it goes the next time."""
    entries: list[tuple[int, int]] = []
    expiry_ms = book.rules.expiry_ms(command.at_ms)
    for lots in book.lots.values():
        for lot in lots.values():
            if lot.count and lot.expires_ms <= expiry_ms:
                entries += _granted(book, book.purses[lot.player], -lot.value_minor * lot.count)
                book.change_lot(lot, -lot.count)
    return book.record(command, entries, returned_minor=sum(amount for _, amount in entries if amount > 0))
