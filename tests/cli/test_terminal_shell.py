"""`ventuno play` from outside: a script for input, whatever the terminal can show, and every way to leave."""

from __future__ import annotations

import io
import sys

import pytest

from ventuno.cli import main, play


@pytest.fixture(autouse=True)
def _neutral(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)


def typed(monkeypatch: pytest.MonkeyPatch, text: str | bytes) -> None:
    data = text.encode() if isinstance(text, str) else text
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))


def output_to(monkeypatch: pytest.MonkeyPatch, encoding: str) -> io.BytesIO:
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding=encoding, write_through=True))
    return raw


def test_a_script_plays_a_round(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    typed(monkeypatch, "10\ns\nquit\n")
    assert main(["play", "infinite", "--seed", "x", "--plain"]) == 0
    said = capsys.readouterr().out
    assert said.isascii()
    assert "Bet> 10\n" in said
    assert "Your hand, 12> s\n" in said
    assert said.endswith("Until next time!\n")


def test_the_same_seed_deals_the_same_cards(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said = []
    for seed in ("one", "one", "two"):
        typed(monkeypatch, "10\ns\n10\ns\n10\ns\n")
        main(["play", "free-chip", "--seed", seed])
        said.append(capsys.readouterr().out)
    assert said[0] == said[1] != said[2]


@pytest.mark.parametrize("lines", ["", "10\n", "10\nh\n", "10 / 10\n", "nonsense\n"])
def test_the_end_of_input_ends_politely_anywhere(
    lines: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, lines)
    assert main(["play", "all-bets", "--seed", "x"]) == 0
    said = capsys.readouterr()
    assert said.out.endswith("Until next time!\n")
    assert said.err == ""


def test_a_closed_input_is_an_end_too(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert main(["play", "infinite"]) == 0
    assert capsys.readouterr().out.endswith("Until next time!\n")


def test_control_c_leaves_politely(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    lines = iter(["10"])

    def interrupted(_: str) -> str:
        for line in lines:
            return line
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupted)
    assert main(["play", "infinite", "--seed", "x"]) == 0
    said = capsys.readouterr().out
    assert "The round is not finished: its stakes, 10.00, come back." in said
    assert said.endswith("Until next time!\n")


def test_bytes_that_are_no_text_are_no_fault(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, b"\xff\xfe\x00\x1b[2J\n10\n\xc3\ns\n")
    assert main(["play", "infinite", "--seed", "x"]) == 0
    assert "\x1b" not in capsys.readouterr().out


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
def test_a_terminal_without_the_signs_gets_plain_text(encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, "10\ns\nè così\nesci\n")
    raw = output_to(monkeypatch, encoding)
    assert main(["play", "infinite", "--seed", "x", "--language", "it"]) == 0
    said = raw.getvalue().decode(encoding)
    assert said.isascii()
    assert "e' cosi'" in said


def test_no_color_gives_plain_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    assert not play._look(plain=False).drawn


def test_cards_are_drawn_where_they_can_be(monkeypatch: pytest.MonkeyPatch) -> None:
    output_to(monkeypatch, "utf-8")
    look = play._look(plain=False)
    assert look.drawn
    assert not look.colour  # it is no terminal


def test_the_language_is_the_systems(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("LANG", "it_IT.UTF-8")
    typed(monkeypatch, "")
    main(["play", "infinite"])
    assert "Benvenuto a Infinite" in capsys.readouterr().out


def test_balance_and_limits_are_chosen_at_the_door(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, "")
    main(["play", "free-chip", "--balance", "1,250.50", "--limits", "3"])
    said = capsys.readouterr().out
    assert "main bet 25–5,000" in said
    assert "1,250.50" in said


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (["--limits", "4"], "Free Chip has limits 1 to 3, not 4"),
        (["--limits", "0"], "Free Chip has limits 1 to 3, not 0"),
        (["--limits", "gold"], "invalid int value"),
        (["--balance", "lots"], "'lots' is not an amount"),
        (["--balance=-5"], "nobody sits down with -5"),
    ],
)
def test_a_wrong_option_is_refused_with_a_sentence(
    options: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", "free-chip", *options]) == 2
    assert why in capsys.readouterr().err
