"""`ventuno simulate`: deals a game by the million and holds the result against the exact value."""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final

from ventuno.cli.odds import percent, print_page
from ventuno.cli.output import print_json
from ventuno.help import Block, Page, Paragraph, Section, TextTable, bet_name
from ventuno.help.tidy import tidy
from ventuno.refusal import RefusalRaised
from ventuno.variant import Variant, load, to_notation

if TYPE_CHECKING:
    from ventuno.odds import SideBetReturn, Strategy
    from ventuno.simulator import Estimate, Simulation

_ALL: Final = "all"
_BAR: Final = 30
_MOST_SEED: Final = 2**64 - 1


def add(commands: Any) -> None:
    command = commands.add_parser(
        "simulate",
        help="deal a game by the million and compare with the exact value",
        description="Plays the best total-dependent strategy, without insurance. Every round is dealt from a full "
        "shoe, as the exact value is meant, unless a cut card is asked for.",
    )
    command.add_argument("variant", metavar="VARIANT")
    command.add_argument("--rounds", type=_whole, required=True, metavar="N", help="how many rounds: 1000000, 1e8")
    command.add_argument("--seed", type=_whole, required=True, metavar="S", help="the same seed, the same result")
    command.add_argument("--seats", type=_whole, default=1, metavar="N", help="hands that share a dealer (default: 1)")
    command.add_argument(
        "--side-bets", default="", metavar="BET,...", help="one unit on each of these side bets too; `all` for all"
    )
    command.add_argument(
        "--cut-card",
        nargs="?",
        type=_whole,
        const=0,
        metavar="CARDS",
        help="many rounds from one shoe, up to the variant's cut card or with so many cards behind it",
    )
    command.add_argument("--workers", type=_whole, default=2, metavar="N", help="threads (default: 2)")
    command.add_argument("--json", action="store_true", help="print the estimates as JSON")
    command.set_defaults(run=run)


def _whole(text: str) -> int:
    """A whole number, also as 1e8."""
    try:
        return int(text)
    except ValueError:
        number = float(text) if len(text) < 20 else float("nan")
        if not (number.is_integer() and abs(number) < 2**53):
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number") from None
        return int(number)


_whole.__name__ = "whole number"  # what argparse calls it in a complaint


def run(arguments: argparse.Namespace) -> int:
    variant = load(arguments.variant)
    if not 0 <= arguments.seed <= _MOST_SEED:
        raise RefusalRaised("simulate/seed", f"the seed {arguments.seed} is not from 0 to {_MOST_SEED}")
    from ventuno.odds import policy_of, side_bet_returns, solve
    from ventuno.simulator import simulate

    exact = solve(variant).total
    keys = _side_bets(variant, arguments.side_bets)
    with _Progress(arguments.rounds) as progress:
        found = simulate(
            variant,
            policy_of(exact),
            arguments.rounds,
            arguments.seed,
            seats=arguments.seats,
            side_bets=keys,
            cut_card=arguments.cut_card is not None,
            behind_cut_card=arguments.cut_card or None,
            workers=arguments.workers,
            progress=progress.told if progress.shown else None,
        )
    compared = _Compared(found, exact, side_bet_returns(variant, keys))
    if arguments.json:
        print_json(compared.plain())
    else:
        print_page(compared.page())
    return 0


def _side_bets(variant: Variant, text: str) -> tuple[str, ...]:
    if text == _ALL:
        return tuple(variant.side_bets)
    return tuple(dict.fromkeys(key.strip() for key in text.split(",") if key.strip()))


def _stands_before_a_person() -> bool:
    return sys.stderr.isatty()


class _Progress:
    """A bar on the standard error, where that is a terminal; wiped in the end."""

    def __init__(self, rounds: int) -> None:
        self.shown = _stands_before_a_person()
        self.rounds = rounds
        self.began = time.monotonic()

    def __enter__(self) -> _Progress:
        if self.shown:
            self.told(0, self.rounds)
        return self

    def __exit__(self, *_: object) -> None:
        if self.shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)

    def told(self, done: int, rounds: int) -> None:
        share = done / max(rounds, 1)
        spent = time.monotonic() - self.began
        left = f", {spent / share - spent:.0f} s left" if share else ""
        bar = "#" * int(_BAR * share)
        print(f"\r\x1b[K[{bar:.<{_BAR}}] {share:4.0%} of {rounds:,} rounds{left}", end="", file=sys.stderr, flush=True)


# -- what was found, beside what is exact -----------------------------------------------------------


class _Compared:
    def __init__(self, found: Simulation, exact: Strategy, side_bets: dict[str, SideBetReturn]) -> None:
        self.found = found
        self.exact: dict[str, float] = {
            "ev": exact.ev,
            "stake": exact.stake,
            "rtp_initial": exact.rtp_initial,
            "rtp_stake": exact.rtp_stake,
        }
        if found.variant.hand.splits <= 1:  # beyond that the distribution is no longer exact
            from ventuno.odds import distribution

            spread = distribution(found.variant)
            self.exact |= {"sd": spread.sd, "hit_frequency": spread.hit_frequency}
        # A bet that depends on how the hand is played has its exact value under another policy than ours.
        self.side_bets = {key: None if bet.policy else bet.rtp for key, bet in side_bets.items()}

    @property
    def estimates(self) -> dict[str, Estimate]:
        found = self.found
        return {
            "ev": found.mean,
            "sd": found.sd,
            "stake": found.stake,
            "rtp_initial": found.rtp_initial,
            "rtp_stake": found.rtp_stake,
            "hit_frequency": found.hit_frequency,
        }

    def plain(self) -> dict[str, Any]:
        plain = self.found.to_json()
        for name, estimate in self.estimates.items():
            plain["main"][name] |= _beside(estimate, self.exact.get(name))
        for key, bet in self.found.side_bets.items():
            plain["side_bets"][key]["rtp"] |= _beside(bet.rtp, self.side_bets[key])
        return _finite({"variant": plain.pop("variant"), "strategy": "total", **plain})  # type: ignore[no-any-return]

    def page(self) -> Page:
        found = self.found
        shoe = "a full shoe each" if found.shoe == "fresh" else "one shoe up to the cut card"
        seats = f", {found.seats} seats" if found.seats > 1 else ""
        dealt = f"{to_notation(found.variant)}. {found.rounds:,} rounds from {shoe}{seats}, seed {found.seed}."
        return Page("en", tidy(found.variant.name), dealt, (Section("Estimates", tuple(self._blocks())),))

    def _blocks(self) -> Iterator[Block]:
        header = ("", "Estimate", "95 % ±", "Exact", "Away (s.e.)")
        yield TextTable(header, tuple(self._rows()), right=(1, 2, 3, 4))
        yield Paragraph(_MEANS)
        if self.found.shoe != "fresh":
            yield Paragraph("The exact value is that of a full shoe; a cut card moves the value a little away from it.")

    def _rows(self) -> Iterator[tuple[str, ...]]:
        for name, estimate in self.estimates.items():
            said, form = _SAID[name]
            yield _row(said, form, estimate, self.exact.get(name))
        for key, bet in self.found.side_bets.items():
            yield _row(bet_name(key, "en"), percent, bet.rtp, self.side_bets[key])


def _decimal(value: float) -> str:
    return f"{value:+.6f}"


def _plain_decimal(value: float) -> str:
    return f"{value:.6f}"


_MEANS: Final = (
    "Main game per starting hand, played by the best total-dependent strategy, without insurance. Away: how many "
    "standard errors the estimate is from the exact value. A side bet that "
    "depends on how the hand is played has no exact value beside it: `ventuno odds` states the one of its policy."
)
_SAID: Final[dict[str, tuple[str, Callable[[float], str]]]] = {
    "ev": ("Value per initial bet", _decimal),
    "sd": ("Standard deviation", _plain_decimal),
    "stake": ("Real money staked", _plain_decimal),
    "rtp_initial": ("Return per initial bet", percent),
    "rtp_stake": ("Return per unit staked", percent),
    "hit_frequency": ("Hands that win something", percent),
}


def _row(said: str, form: Callable[[float], str], estimate: Estimate, exact: float | None) -> tuple[str, ...]:
    _, high = estimate.interval()
    away = _away(estimate, exact)
    return (
        said,
        form(estimate.value),
        form(high - estimate.value).lstrip("+"),
        "" if exact is None else form(exact),
        "" if away is None else f"{away:+.2f}",
    )


def _away(estimate: Estimate, exact: float | None) -> float | None:
    """How far the estimate is from the exact value, in standard errors."""
    if exact is None or not 0 < estimate.se < math.inf:
        return None
    return (estimate.value - exact) / estimate.se


def _finite(value: Any) -> Any:
    """JSON knows no infinity: an error that a single round cannot tell is null."""
    if isinstance(value, dict):
        return {name: _finite(part) for name, part in value.items()}
    if isinstance(value, list):
        return [_finite(part) for part in value]
    return value if not isinstance(value, float) or math.isfinite(value) else None


def _beside(estimate: Estimate, exact: float | None) -> dict[str, float | None]:
    return {"exact": exact, "standard_errors": _away(estimate, exact)}
