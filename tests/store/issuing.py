"""The regulator's ids (A10) issued as the house does it, at once."""

from __future__ import annotations

from tests.store.desk import Desk
from ventuno.bank.commands import IssueIds
from ventuno.bank.records import PartIds
from ventuno.store.regulator_ids import unissued


def issue_all(desk: Desk) -> int:
    """How many were missing."""
    page = unissued(desk.ledger)
    ids = tuple(sorted(PartIds(one.player, one.code, f"S{one.player}", f"P{one.code}") for one in page.parts))
    if ids:
        desk.ok(IssueIds, ids=ids, after=page.issued, through=page.through)
    return len(ids)
