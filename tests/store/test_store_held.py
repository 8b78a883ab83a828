"""How much later things expire is kept with the journal's head, on both engines."""

from __future__ import annotations

from tests.store.desk import Desk
from ventuno.bank import ExpireGoldenChips, GrantGoldenChips, HoldExpiries
from ventuno.bank.commands import SetLimit
from ventuno.bank.rules import DAY_MS
from ventuno.store.auditing import audit
from ventuno.store.history import golden_chips_of


def test_what_is_held_back_is_there_for_every_transaction_and_in_the_audit_log(desk: Desk) -> None:
    anna = desk.player("anna")
    assert desk.ledger.rules.held_ms == 0
    desk.ok(GrantGoldenChips, player=anna, value_minor=500, count=1, expires_ms=desk.now_ms + DAY_MS)
    desk.ok(HoldExpiries, held_ms=9 * DAY_MS, reason="the clock is ahead")
    assert desk.ledger.rules.held_ms == 9 * DAY_MS
    desk.now_ms += 2 * DAY_MS
    desk.ok(ExpireGoldenChips)
    assert golden_chips_of(desk.ledger, anna, desk.now_ms) == {500: 1}
    desk.ok(HoldExpiries, held_ms=0, reason="it is right", confirmed=True)
    desk.ok(ExpireGoldenChips)
    assert golden_chips_of(desk.ledger, anna, desk.now_ms) == {}
    assert audit(desk.ledger).clean


def test_limits_that_rolled_while_expiries_were_held_back_are_no_cooked_books_afterwards(desk: Desk) -> None:
    """The audit goes by what counted at each record, not by what counts today."""
    anna = desk.player("anna")
    desk.ok(SetLimit, player=anna, kind="stake", period="day", amount=100_000)
    desk.now_ms += 3 * DAY_MS
    desk.ok(HoldExpiries, held_ms=3 * DAY_MS, reason="the clock is ahead")
    desk.round("R1")
    desk.place(anna, 100, code="R1")
    assert audit(desk.ledger).findings == ()
    desk.ok(HoldExpiries, held_ms=0, reason="it is right", confirmed=True)
    assert audit(desk.ledger).findings == ()
    desk.now_ms += DAY_MS
    desk.place(anna, 100, code="R1")
    assert audit(desk.ledger).findings == ()
