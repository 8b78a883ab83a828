"""`ventuno simulate` and `ventuno certify`: estimates beside exact values, and files that are whole or not there."""

from __future__ import annotations

import json
import os
import stat
import sys
from pathlib import Path

import pytest

from tests.cli.test_odds_commands import in_json, printed, refused, ventuno_says
from ventuno.cli import certify
from ventuno.odds import policy_of, solve
from ventuno.refusal import RefusalRaised
from ventuno.simulator import simulate
from ventuno.variant import load

ROUNDS = "400000"
NAMES = ("free-chip", "infinite", "cashback", "6D H17 LS RSA HSA", "2D ES CHARLIE5 FREE")


# -- simulate ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_the_best_strategy_wins_what_it_should(name: str) -> None:
    exact = solve(load(name)).total
    found = simulate(load(name), policy_of(exact), 1_000_000, 21, cut_card=False)
    assert found.mean.covers(exact.ev, z=4)
    assert found.stake.covers(exact.stake, z=4)


def test_an_interval_and_the_exact_value_stand_beside_every_estimate() -> None:
    found = in_json("simulate", "infinite", "--rounds", ROUNDS, "--seed", "1")
    assert (found["variant"], found["strategy"], found["rounds"], found["seed"]) == ("infinite", "total", 400_000, 1)
    assert found["main"]["ev"]["exact"] == solve(load("infinite")).total.ev
    for name in ("ev", "sd", "stake", "rtp_initial", "rtp_stake", "hit_frequency"):
        estimate = found["main"][name]
        assert list(estimate) == ["value", "se", "low", "high", "exact", "standard_errors"]
        assert estimate["low"] < estimate["value"] < estimate["high"]
        assert abs(estimate["standard_errors"]) < 4
        away = (estimate["value"] - estimate["exact"]) / estimate["se"]
        assert estimate["standard_errors"] == pytest.approx(away, abs=1e-6)


def test_the_same_seed_gives_the_same_rounds() -> None:
    words = ("simulate", "infinite", "--rounds", "4e5")
    assert in_json(*words, "--seed", "1") == in_json("simulate", "infinite", "--rounds", ROUNDS, "--seed", "1")
    assert in_json(*words, "--seed", "2") != in_json(*words, "--seed", "1")
    assert in_json(*words, "--seed", "1", "--workers", "1") == in_json(*words, "--seed", "1")


def test_side_bets_are_held_against_their_exact_value_unless_it_is_another_policys() -> None:
    found = in_json("simulate", "all-bets", "--rounds", ROUNDS, "--seed", "1", "--side-bets", "all")["side_bets"]
    assert list(found) == list(load("all-bets").side_bets)
    assert found["progressive"]["rtp"]["exact"] is None
    assert abs(found["perfect-pairs"]["rtp"]["standard_errors"]) < 4
    assert list(
        in_json("simulate", "all-bets", "--rounds", "100", "--seed", "1", "--side-bets", "top-3, buster")["side_bets"]
    ) == ["top-3", "buster"]


def test_every_round_has_a_full_shoe_unless_a_cut_card_is_asked_for() -> None:
    words = ("simulate", "infinite", "--rounds", "10000", "--seed", "1")
    assert in_json(*words)["shoe"] == "fresh"
    assert in_json(*words, "--cut-card")["shoe"] == "cut-card"
    assert "a cut card moves the value" in " ".join(printed(*words, "--cut-card", "50").split())
    assert in_json(*words, "--seats", "3")["seats"] == 3


def test_a_single_round_has_no_known_error_and_is_json_all_the_same() -> None:
    found = in_json("simulate", "6D", "--rounds", "1", "--seed", "1")
    assert found["main"]["ev"]["se"] is None


def test_progress_is_shown_on_a_terminal_only(monkeypatch: pytest.MonkeyPatch) -> None:
    from ventuno.cli import simulate as command

    words = ("simulate", "6D SPL0", "--rounds", "1000", "--seed", "1")
    assert ventuno_says(*words)[2] == ""
    monkeypatch.setattr(command, "_stands_before_a_person", lambda: True)
    shown = ventuno_says(*words)[2]
    assert "100% of 1,000 rounds" in shown
    assert shown.endswith("\r\x1b[K")


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("infinite",), "cli/usage"),
        (("infinite", "--rounds", "10"), "cli/usage"),
        (("infinite", "--rounds", "ten", "--seed", "1"), "cli/usage"),
        (("infinite", "--rounds", "1.5", "--seed", "1"), "cli/usage"),
        (("infinite", "--rounds", "1e999", "--seed", "1"), "cli/usage"),
        (("infinite", "--rounds", "0", "--seed", "1"), "simulate/rounds"),
        (("infinite", "--rounds", "10", "--seed", "-1"), "simulate/seed"),
        (("infinite", "--rounds", "10", "--seed", "1", "--seats", "8"), "simulate/seats"),
        (("infinite", "--rounds", "10", "--seed", "1", "--workers", "0"), "simulate/workers"),
        (("infinite", "--rounds", "10", "--seed", "1", "--side-bets", "buster"), "simulate/unknown_side_bet"),
        (("6D", "--rounds", "10", "--seed", "1", "--cut-card"), "simulate/cut_card"),
        (("infinit", "--rounds", "10", "--seed", "1"), "variant/unknown"),
    ],
)
def test_what_cannot_be_simulated_is_refused(words: tuple[str, ...], code: str) -> None:
    assert refused("simulate", *words) == code


# -- certify ----------------------------------------------------------------------------------------

GAME = "8D SPL0"


def certified(path: Path, *words: str) -> str:
    code, out, err = ventuno_says("certify", GAME, "-o", str(path), "--language", "en", *words)
    assert (code, err) == (0, "")
    return out


def test_a_certificate_is_one_page(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    assert certified(path) == f"{path}: 0 of 0 published returns come out.\n"
    text = path.read_text(encoding="utf-8")
    assert text.startswith("<!doctype html>")
    assert "ventuno certify &#x27;8D SPL0&#x27; --language en -o page.html" in text
    assert os.listdir(tmp_path) == ["page.html"]


def test_the_same_as_json_goes_to_the_output_or_into_a_file(tmp_path: Path) -> None:
    path = tmp_path / "page.json"
    certified(path)
    in_file = json.loads(path.read_text(encoding="utf-8"))
    told = json.loads(certified(tmp_path / "page.html", "--json"))
    assert in_file.pop("command") != told.pop("command")
    assert in_file == told
    assert (tmp_path / "page.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    assert in_json("certify", GAME, "--language", "en")["command"].endswith("--language en --json")


def test_a_certificate_takes_the_place_of_the_old_one_with_its_permissions(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text("old")
    path.chmod(0o640)
    certified(path)
    assert "old" not in path.read_text(encoding="utf-8")[:10]
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_new_certificate_has_the_permissions_of_any_new_file(tmp_path: Path) -> None:
    plain = tmp_path / "plain"
    plain.touch()
    certify.write(tmp_path / "page.html", "text")
    assert (tmp_path / "page.html").stat().st_mode == plain.stat().st_mode


def test_it_must_be_said_where_the_page_goes() -> None:
    code, _, err = ventuno_says("certify", GAME)
    assert (code, "-o FILE.html" in err) == (2, True)


@pytest.mark.parametrize("where", ["nowhere/page.html", ".", "page.html/inside.html", "x" * 300, "a\0b"])
def test_a_file_that_cannot_be_written_is_refused(where: str, tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("old")
    assert refused("certify", GAME, "-o", str(tmp_path / where)) == "certify/unwritable"
    assert os.listdir(tmp_path) == ["page.html"]
    assert (tmp_path / "page.html").read_text() == "old"


def test_a_device_is_no_file() -> None:
    assert refused("certify", GAME, "-o", os.devnull) == "certify/unwritable"


@pytest.mark.parametrize("failing", ["fsync", "replace"])
def test_a_disk_that_fails_leaves_the_old_file_and_no_half_of_a_new_one(
    failing: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "page.html"
    path.write_text("old")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, failing, full)
    with pytest.raises(RefusalRaised, match="No space left"):
        certify.write(path, "new")
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["page.html"]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    real, link = tmp_path / "real.html", tmp_path / "link.html"
    real.write_text("old")
    link.symlink_to(real)
    certify.write(link, "new")
    assert link.is_symlink()
    assert real.read_text() == "new"


def test_the_language_is_the_systems_unless_it_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "it_IT.UTF-8")
    path = tmp_path / "page.html"
    assert ventuno_says("certify", GAME, "-o", str(path))[0] == 0
    assert '<html lang="it">' in path.read_text(encoding="utf-8")


def test_an_unknown_game_has_no_certificate(tmp_path: Path) -> None:
    assert refused("certify", "infinit", "-o", str(tmp_path / "page.html")) == "variant/unknown"
    assert not os.listdir(tmp_path)


def test_the_standard_error_is_what_decides_about_the_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    from ventuno.cli.simulate import _stands_before_a_person

    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    assert _stands_before_a_person()
