"""The regulator's ids (A10): issued for every stake that was placed, in the order of the journal, and sealed by it."""

from __future__ import annotations

from ventuno.bank.book import Book
from ventuno.bank.commands import IssueIds
from ventuno.bank.receipts import Receipt
from ventuno.bank.rules import is_text
from ventuno.refusal import Refusal


def issue(book: Book, command: IssueIds) -> Receipt | Refusal:
    """Each batch begins where the last one ended, so that none can be passed over."""
    if command.after != book.issued or not command.after < command.through <= book.head.number:
        why = f"ids are issued up to record {book.issued}: the next are those from there on"
        return Refusal("regulator/out_of_step", why, {"issued": book.issued})
    if not all(is_text(one.session_id) and is_text(one.participation_id) for one in command.ids):
        return Refusal("regulator/bad_id", "an id of the regulator has 1 to 128 printable signs")
    number = book.head.number + 1
    book.changes.ids += [(*one, command.at_ms, number) for one in command.ids]
    book.issued = book.changes.issued = command.through
    return book.record(command, issued=command.through, issued_after=command.after)
