"""The regulator's ids (A10): everybody who ever placed a stake has one, whatever became of the round, and only one."""

from __future__ import annotations

from tests.store.desk import Desk, held
from tests.store.issuing import issue_all
from ventuno.bank import ForgetRounds, Placed, SettleRound, TakeBackStakes, VoidRound
from ventuno.bank.commands import IssueIds
from ventuno.bank.records import PartIds
from ventuno.store import open_ledger
from ventuno.store.auditing import audit
from ventuno.store.regulator_ids import ids_of, unissued


def missing(desk: Desk) -> set[tuple[int, str]]:
    return {(one.player, one.code) for one in unissued(desk.ledger).parts}


def test_open_settled_void_and_taken_back_all_are_found(desk: Desk) -> None:
    anna, bob = desk.player("anna"), desk.player("bob")
    for code in ("OPEN", "SETTLED", "VOID", "TAKEN"):
        desk.round(code)
        desk.place(anna, 100, code=code)
        desk.place(anna, 50, code=code)
    desk.place(bob, 100, code="SETTLED")
    desk.round("EMPTY")
    desk.ok(SettleRound, round="SETTLED", returned={anna: 300})
    desk.ok(VoidRound, round="VOID", reason="a fault")
    desk.ok(TakeBackStakes, round="TAKEN", player=anna, stakes=(Placed("1/main", 150),))
    parts = {(anna, code) for code in ("OPEN", "SETTLED", "VOID", "TAKEN")} | {(bob, "SETTLED")}
    assert missing(desk) == parts
    assert issue_all(desk) == len(parts)
    assert missing(desk) == set()
    desk.place(anna, 50, code="OPEN")
    assert missing(desk) == set(), "one id a round, however many bets"
    assert ids_of(desk.ledger, anna, "VOID") == PartIds(anna, "VOID", f"S{anna}", "PVOID")
    assert ids_of(desk.ledger, bob, "VOID") is None
    desk.check()


def test_what_was_not_issued_yet_is_found_by_whoever_opens_the_books_next(where: str) -> None:
    with open_ledger(where) as ledger:
        desk = Desk(ledger)
        anna = desk.player()
        for code in ("R1", "R2"):
            desk.round(code)
            desk.place(anna, 100, code=code)
            assert issue_all(desk) == (code == "R1") or code == "R2"
        desk.round("R3")
        desk.place(anna, 100, code="R3")
        desk.ok(SettleRound, round="R3")
    with open_ledger(where) as ledger:
        again = Desk(ledger)
        assert missing(again) == {(anna, "R3")}
        again._keys = iter(range(1000, 2000))
        assert issue_all(again) == 1
        again.check()


def test_batches_follow_one_another_and_none_is_passed_over(desk: Desk) -> None:
    anna = desk.player()
    desk.round()
    desk.place(anna, 100)
    page = unissued(desk.ledger)
    ids = (PartIds(anna, "R1", "S", "P"),)
    for after, through in ((1, page.through), (0, page.through + 1), (0, 0)):
        assert desk.refused(IssueIds, ids=ids, after=after, through=through) == "regulator/out_of_step"
    bad = (PartIds(anna, "R1", "S", "P\n"),)
    assert desk.refused(IssueIds, ids=bad, after=0, through=page.through) == "regulator/bad_id"
    desk.ok(IssueIds, ids=ids, after=0, through=page.through)
    assert desk.refused(IssueIds, ids=(), after=0, through=page.through) == "regulator/out_of_step"


def test_an_id_that_was_left_out_is_found_by_the_audit(desk: Desk) -> None:
    anna, bob = desk.player("anna"), desk.player("bob")
    desk.round()
    desk.place(anna, 100)
    desk.place(bob, 100)
    page = unissued(desk.ledger)
    desk.ok(IssueIds, ids=(PartIds(anna, "R1", "S", "P"),), after=0, through=page.through)
    assert [one.code for one in audit(desk.ledger).findings] == ["audit/ids"]
    assert f"player {bob} placed a stake in round R1" in audit(desk.ledger).findings[0].what


def test_ids_stay_and_stay_sealed_when_retention_forgets_their_rounds(desk: Desk) -> None:
    anna = desk.player()
    for code in ("R1", "R2"):
        desk.round(code)
        desk.place(anna, 100, code=code)
    desk.ok(SettleRound, round="R1", **held(desk.ledger, "R1"))
    issue_all(desk)
    desk.ok(SettleRound, round="R2", **held(desk.ledger, "R2"))
    desk.round("R3")
    desk.place(anna, 100, code="R3")
    issue_all(desk)
    head = audit(desk.ledger).records
    desk.ok(ForgetRounds, ended_before=head)
    assert [ids_of(desk.ledger, anna, code) is not None for code in ("R1", "R2", "R3")] == [True, True, True]
    desk.check()
    desk.ledger.keep(lambda engine: engine.run("UPDATE regulator_ids SET participation_id = 'P0'"))
    assert {one.code for one in audit(desk.ledger).findings} == {"audit/ids"}
