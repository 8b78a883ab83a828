"""A certificate as JSON."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from ventuno.certificate.certify import Certificate
from ventuno.languages import texts
from ventuno.odds import (
    CashbackReturn,
    Distribution,
    SideBetReturn,
    over,
    plain_chart,
    plain_costs,
    plain_odds,
    plain_side_bet,
)
from ventuno.variant import canonical
from ventuno.variant.notation import unsaid

MAIN_ERROR: Final = 1e-12  # what the tests of the odds hold the rounding of doubles to


def as_plain(certificate: Certificate) -> dict[str, Any]:
    """All that the page says. Returns are fractions of 1, exact numbers are `a/b`."""
    odds, variant = certificate.odds, certificate.variant
    words, plain = texts(certificate.language, "certificate"), plain_odds(odds)
    return {
        **plain,
        "name": variant.name,
        "language": certificate.language,
        "unsaid": unsaid(variant),
        "canonical": canonical(variant).decode(),
        "side_bets": {key: _side_bet(bet) for key, bet in odds.side_bets.items()},
        "published": [
            {**said, "per": figure.meant.per, "strategy": figure.meant.strategy, "note": figure.meant.note}
            for said, figure in zip(plain["published"], odds.published, strict=True)
        ],
        "insurance": over(odds.insurance),
        "cashback": _cashback(odds.cashback),
        "strategy": plain_chart(odds.chart, odds.free_chart),
        "costs": plain_costs(odds.chart),
        "distribution": _distribution(odds.distribution),
        "rules": msgspec.to_builtins(certificate.rules),
        "method": [*words.row("method.main"), *words.row("method.side_bets")],
        "error_bounds": {"exact": 0.0, "main": MAIN_ERROR, "distribution": odds.distribution.error},
        "versions": certificate.versions,
        "command": certificate.command,
    }


def _side_bet(bet: SideBetReturn) -> dict[str, Any]:
    return plain_side_bet(bet) | {
        "fixed": over(bet.fixed),
        "per_jackpot_unit": over(bet.per_jackpot_unit),
        "under": {policy: plain_side_bet(other) for policy, other in bet.under.items()},
    }


def _cashback(found: CashbackReturn | None) -> dict[str, Any] | None:
    if found is None:
        return None
    return {
        "margin": over(found.margin),
        "strategy": "composition",
        "never_taken": found.never,
        "taken_at_best": found.at_best,
        "always_taken": found.always,
    }


def _distribution(found: Distribution) -> dict[str, Any]:
    return {
        "strategy": "total",
        "probabilities": {over(net): p for net, p in found.probabilities.items()},
        "mean": found.mean,
        "sd": found.sd,
        "hit_frequency": found.hit_frequency,
        "largest_win": over(found.largest_win),
        "largest_loss": over(found.largest_loss),
        "error": found.error,
        "method": found.method,
    }
