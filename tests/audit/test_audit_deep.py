"""The deep audit: what lay on the felt and what came of it is what the ledger held and paid, to the cent."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.audit.evening import ANNA, bet, evening
from tests.audit.pit import Act, Pit
from tests.store.desk import NOW_MS, Desk
from ventuno.audit.deep import deep_audit
from ventuno.audit.rules import AuditedRules
from ventuno.bank import ForgetRounds, Placed, PlaceStakes, VoidRound
from ventuno.cli import main
from ventuno.refusal import RefusalRaised
from ventuno.store import open_ledger
from ventuno.store.auditing import audit
from ventuno.store.backup import back_up
from ventuno.store.forgetting import forget_step
from ventuno.variant.find import CATALOG

STAND = [Act(1, ANNA, "stand")]


def test_an_honest_evening_is_clean(desk: Desk) -> None:
    evening(desk).check()
    report = deep_audit(desk.ledger)
    assert report.differences == []
    assert (report.rounds, report.replayed, report.corrected, report.clean) == (13, 13, 1, True)


def felt_without_money(desk: Desk, *, end: str) -> None:
    """The hole: the bank holds 100 and the felt plays 20,100."""
    desk.player("anna", 21_000)
    pit = Pit(desk, "cashback")
    desk.round("HOLE", game="cashback")
    desk.ok(PlaceStakes, round="HOLE", player=ANNA, stakes=(Placed("1/main", 100),))
    playing = pit.on_felt("HOLE", [bet(ANNA, 20_100)], "Th 9d Tc 8s", STAND if end == "settled" else ())
    if end == "settled":
        pit.settle("HOLE", playing)
    elif end == "void":
        desk.ok(VoidRound, round="HOLE", reason="a fault of the dealer")


@pytest.mark.parametrize("end", ["settled", "void", "open"])
def test_chips_on_the_felt_that_the_bank_does_not_hold_are_found(desk: Desk, end: str) -> None:
    felt_without_money(desk, end=end)
    found = deep_audit(desk.ledger).differences
    assert [(one.code, one.round, one.player, one.felt_minor, one.held_minor) for one in found][:1] == [
        ("deep/stake", "HOLE", ANNA, 20_100, 100)
    ]
    assert found[0].spot.startswith("1/main")


def test_the_ordinary_audit_sees_them_too_once_the_round_is_settled(desk: Desk) -> None:
    felt_without_money(desk, end="settled")
    assert "20100 staked on the felt, 100 in the ledger" in str(audit(desk.ledger).findings)


def test_one_round_or_those_since_a_moment_are_looked_at_alone(desk: Desk) -> None:
    evening(desk)
    for code in ("SPLIT", "JACKPOT", "AFTER", "VOID", "OPEN"):
        report = deep_audit(desk.ledger, code=code)
        assert (report.replayed, report.differences) == (1, []), code
    desk.now_ms += 1_000
    Pit(desk, "cashback").play("LATER", [bet(ANNA)], "Th 9d Tc 8s", STAND)
    report = deep_audit(desk.ledger, since_ms=NOW_MS + 1)
    assert (report.replayed, report.clean) == (1, True)
    assert deep_audit(desk.ledger, since_ms=NOW_MS + DAY_LATER_MS).rounds == 0
    with pytest.raises(RefusalRaised, match="there is no round NOWHERE"):
        deep_audit(desk.ledger, code="NOWHERE")


DAY_LATER_MS = 86_400_000


def test_a_round_whose_rules_have_changed_is_counted_and_not_clean(
    desk: Desk, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening(desk)
    changed = (CATALOG / "cashback.toml").read_text().replace('blackjack = "3:2"', 'blackjack = "6:5"')
    (folder / "cashback.toml").write_text(changed)
    monkeypatch.setenv("VENTUNO_VARIANTS", str(folder))
    report = deep_audit(desk.ledger)
    assert (report.differences, report.clean, report.rounds - report.replayed) == ([], False, 9)
    assert sum(report.not_replayable.values()) == 9
    older = folder / "older"
    older.mkdir()
    (older / "cashback.toml").write_text((CATALOG / "cashback.toml").read_text())
    assert deep_audit(desk.ledger, AuditedRules(older)).clean


def test_what_retention_has_forgotten_is_counted_and_clean(desk: Desk) -> None:
    evening(desk)
    after = deep_audit(desk.ledger, code="CASHED")
    assert after.replayed == 1
    with desk.ledger.reading() as engine:
        ((ended,),) = engine.rows("SELECT ended FROM rounds WHERE code = 'FED'")
    desk.ok(ForgetRounds, ended_before=ended + 1)
    assert desk.ledger.keep(forget_step)
    desk.check()
    report = deep_audit(desk.ledger)
    assert (report.forgotten, report.replayed, report.clean) == (9, 4, True)


def test_a_backup_is_audited_like_the_file_itself(folder: Path) -> None:
    with open_ledger(folder / "bank.db") as ledger:
        evening(Desk(ledger))
    back_up(folder / "bank.db", folder / "copy.db")
    with open_ledger(folder / "copy.db") as copy:
        assert deep_audit(copy).clean


def test_ventuno_audit_deep_says_what_differs_and_exits_with_1(where: str, capsys: pytest.CaptureFixture[str]) -> None:
    with open_ledger(where) as ledger:
        felt_without_money(Desk(ledger), end="settled")
    assert main(["audit", "--store", where, "--deep", "--json"]) == 1
    deep = json.loads(capsys.readouterr().out)["deep"]
    assert (deep["clean"], deep["differing"], deep["differences"][0]["felt_minor"]) == (False, 1, 20_100)
    assert main(["audit", "--store", where, "--deep", "--round", "HOLE"]) == 1
    assert "deep/stake: round HOLE player 1 1/main 20100: 201.00, 1.00 on the felt" in capsys.readouterr().out
    assert main(["audit", "--store", where, "--deep", "--since", "2090-01-01"]) == 1  # the ordinary audit sees it too
    assert "0 of 0 rounds played again" in capsys.readouterr().out


def test_what_is_about_rounds_played_again_needs_deep(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    open_ledger(folder / "bank.db").close()
    assert main(["audit", "--store", str(folder / "bank.db"), "--round", "X"]) != 0
    assert "add --deep" in capsys.readouterr().err
    assert main(["audit", "--store", str(folder / "bank.db"), "--deep", "--since", "yesterday"]) != 0
    assert "no date" in capsys.readouterr().err
