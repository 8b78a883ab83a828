"""Writes tests/recordings/*.json: events, and the view that the house's own reducer makes of them.

The browser's reducer is tested on the same events and must make the same views.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

import msgspec

from ventuno.protocol import events as e
from ventuno.protocol.view import TableView, apply

FOLDER = Path(__file__).parent.parent / "tests" / "recordings"
ROUND = "CFB-7QK4-20M1"


def deadline(at_zero: e.AtZero, seconds: int = 15) -> e.Deadline:
    return e.Deadline(1_000_000 + seconds * 1000, seconds * 1000, at_zero)


def deal(to: str, card: str | None, total: str = "") -> e.CardDealt:
    return e.CardDealt(to, card, total)


def seated() -> Iterator[e.AnyEvent]:
    """Three seats, a free split, a double, a bust dealer; chat in between."""
    yield e.SeatChanged(1, e.SeatView("Giulia", streak=4))
    yield e.SeatChanged(4, e.SeatView("me", allows_behind=False))
    yield e.RoundOpened(ROUND, 1_000_000, deadline("bets-close"), shuffled=True)
    yield e.SeatChanged(1, e.SeatView("Giulia", 4, True, bets=(e.ShownBet("1/main", 5000, "EUR"),), behind=2))
    yield e.CrowdChanged(5, 2, 7500)
    yield e.Said(1, "Giulia", "buonasera", 1_000_500)
    yield e.DeadlineMoved(deadline("bets-close", 2))
    yield e.BettingClosed()
    for to, card, total in (
        ("1", "Kd", "10"),
        ("4", "8s", "8"),
        ("dealer", "6h", "6"),
        ("1", "Qc", "20"),
        ("4", "8d", "16"),
    ):
        yield deal(to, card, total)
    yield deal("dealer", None, "6")
    yield e.Asked(1, 1, "1", deadline=deadline("stands"))
    yield e.Decided(1, "1", "stand")
    yield e.Asked(2, 4, "4", deadline=deadline("stands"))
    yield e.Decided(4, "4", "free-split")
    yield e.LineSplit("4", "4a", "4b")
    yield deal("4a", "3c", "11")
    yield deal("4b", "Td", "18")
    yield e.Asked(3, 4, "4a", deadline=deadline("hits"))
    yield e.Decided(4, "4a", "hit", by_time=True)
    yield deal("4a", "9h", "20")
    yield e.HoleCardShown("7c", "13")
    yield deal("dealer", "Js", "23")
    yield e.HandJudged(1, "1", 2, "win", "dealer-bust")
    yield e.SideBetJudged(4, "perfect-pairs", "mixed")
    yield e.RoundEnded(7500, 15000, deadline("next-round", 5))
    yield e.SaidRemoved(1)
    yield e.SeatChanged(1)


def shared() -> Iterator[e.AnyEvent]:
    """Insurance, shares of choices, a split beside the common line; then a pause and a void round."""
    yield e.LimitsChanged((e.TableLimits(100, 500_000, 100, 50_000),))
    yield e.RoundOpened("INF-1", 2_000_000, deadline("bets-close"))
    yield e.CrowdChanged(5104, 4812, 6_124_000)
    yield e.BettingClosed()
    for to, card, total in (("1", "8s", "8"), ("dealer", "Ac", "1/11"), ("1", "8d", "16")):
        yield deal(to, card, total)
    yield deal("dealer", None, "1/11")
    yield e.InsuranceOffered(1, deadline("declines", 8))
    yield e.DealerLooked(False)
    yield e.Asked(2, deadline=deadline("stands"))
    yield e.ChoicesChanged(1792, (e.Choice(1, "1", 2, 1, False, {"hit": 544, "split": 1872}),))
    yield e.LineSplit("1", "1a", "1b")
    yield deal("1a", "Kc", "18")
    yield deal("1b", "3h", "11")
    yield deal("1", "4h", "20")
    yield e.Asked(3, deadline=deadline("hits-or-stands"))
    yield e.TablePaused("the shoe is being checked", fault=True)
    yield e.TableResumed(deadline("hits-or-stands", 20))
    yield e.RoundVoided("INF-1", "a card could not be read")
    yield e.TableClosing("maintenance")
    yield e.TableClosed("maintenance")
    yield e.TableOpened()


def solo() -> Iterator[e.AnyEvent]:
    """No clock: the code comes without a deadline; early surrender; the jackpot moves."""
    yield e.JackpotChanged(8_341_257)
    yield e.RoundOpened("ALB-1", 3_000_000)
    for to, card, total in (("1", "Ts", "10"), ("2", "Ah", "1/11"), ("dealer", "Kh", "10"), ("1", "6d", "16")):
        yield deal(to, card, total)
    yield deal("2", "Kc", "21")
    yield deal("dealer", None, "10")
    yield e.Asked(1, 1, "1", early_surrender=True)
    yield e.Asked(2, 1, "1")
    yield e.Decided(1, "1", "double")
    yield deal("1", "5h", "21")
    yield e.HoleCardShown("9d", "19")
    yield e.RoundEnded(4000, 9500)


def soup(seed: int, count: int) -> Iterator[e.AnyEvent]:
    """Everything, in no order at all: the reducer may not stumble over anything."""
    rng = random.Random(seed)
    lines = [str(n) for n in range(1, 8)]
    makers = [
        lambda: e.RoundOpened(
            f"R-{rng.randrange(999)}", rng.randrange(10**6), rng.choice([None, deadline("bets-close")])
        ),
        lambda: e.CrowdChanged(rng.randrange(9999), rng.randrange(999), rng.randrange(10**6)),
        lambda: e.SeatChanged(rng.randrange(1, 8), rng.choice([None, e.SeatView("x", rng.randrange(3), away=True)])),
        lambda: e.DeadlineMoved(rng.choice([None, deadline("stands")])),
        lambda: e.BettingClosed(),
        lambda: deal(rng.choice([*lines, "dealer"]), rng.choice([None, "9h", "As"]), rng.choice(["", "12"])),
        lambda: e.InsuranceOffered(rng.randrange(99), deadline("declines")),
        lambda: e.Asked(rng.randrange(99), rng.randrange(8), rng.choice(lines), rng.random() < 0.2),
        lambda: e.Decided(1, rng.choice(lines), "hit", rng.random() < 0.5),
        lambda: e.ChoicesChanged(rng.randrange(99), (e.Choice(1, "1", 2, 1, True, {"stand": 3}),)),
        lambda: e.DealerLooked(rng.random() < 0.5),
        lambda: e.HoleCardShown("5c", "15"),
        lambda: e.HandJudged(1, "1", 2, "win", "higher", rng.randrange(1, 5)),
        lambda: e.SideBetJudged(1, "21+3", "lose"),
        lambda: e.RoundEnded(rng.randrange(999), rng.randrange(999), rng.choice([None, deadline("next-round")])),
        lambda: e.RoundVoided("R", "because"),
        lambda: e.TablePaused("because", rng.random() < 0.5),
        lambda: e.TableResumed(rng.choice([None, deadline("stands")])),
        lambda: e.TableClosing("soon"),
        lambda: e.TableClosed("now"),
        lambda: e.TableOpened(),
        lambda: e.LimitsChanged((e.TableLimits(1, 2, 3, 4, rng.choice(["", "gold"])),)),
        lambda: e.JackpotChanged(rng.randrange(10**6)),
        lambda: e.Said(rng.randrange(200), "x", "ciao", 1),
        lambda: e.SaidRemoved(rng.randrange(200)),
    ]
    for _ in range(count):
        yield rng.choice(makers)()
    for number in range(60):  # more than is kept
        yield e.Said(1000 + number, "y", "tanto", number)


def record(name: str, happened: Iterator[e.AnyEvent], every: int = 1) -> None:
    view = TableView()
    steps = []
    for number, event in enumerate(happened, start=1):
        apply(view, event)
        shown = msgspec.to_builtins(view, str_keys=True) if number % every == 0 else None
        steps.append({"event": msgspec.to_builtins(event, str_keys=True), "view": json.loads(json.dumps(shown))})
    last = msgspec.to_builtins(view, str_keys=True)
    text = json.dumps({"name": name, "steps": steps, "last": last}, separators=(",", ":"), ensure_ascii=False)
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / f"{name}.json").write_text(text + "\n", encoding="utf-8")


record("seated", seated())
record("shared", shared())
record("solo", solo())
record("soup", soup(21, 600), every=20)
