"""A certificate as JSON."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from ventuno.certificate.certify import Certificate
from ventuno.certificate.charts import plain_chart, plain_costs
from ventuno.certificate.odds import over, plain_odds, plain_side_bet
from ventuno.languages import texts
from ventuno.odds import SideBetReturn
from ventuno.variant import canonical
from ventuno.variant.notation import unsaid

MAIN_ERROR: Final = 1e-12  # what the tests of the odds hold the rounding of doubles to


def as_plain(certificate: Certificate) -> dict[str, Any]:
    """All that the page says. Returns are fractions of 1, exact numbers are `a/b`."""
    odds, variant = certificate.odds, certificate.variant
    words = texts(certificate.language, "certificate")
    return {
        **plain_odds(odds),
        "name": variant.name,
        "language": certificate.language,
        "unsaid": unsaid(variant),
        "canonical": canonical(variant).decode(),
        "side_bets": {key: _side_bet(bet) for key, bet in odds.side_bets.items()},
        "published": [
            {
                "what": figure.what,
                "published": figure.published,
                "computed": figure.computed,
                "agrees": figure.agrees,
                "per": figure.meant.per,
                "strategy": figure.meant.strategy,
                "note": figure.meant.note,
            }
            for figure in odds.published
        ],
        "insurance": over(certificate.insurance),
        "cashback": _cashback(certificate),
        "strategy": plain_chart(certificate.chart, certificate.free_chart),
        "costs": plain_costs(certificate.chart),
        "distribution": _distribution(certificate),
        "rules": msgspec.to_builtins(certificate.rules),
        "method": [*words.row("method.main"), *words.row("method.side_bets")],
        "error_bounds": {"exact": 0.0, "main": MAIN_ERROR, "distribution": certificate.distribution.error},
        "versions": certificate.versions,
        "command": certificate.command,
    }


def _side_bet(bet: SideBetReturn) -> dict[str, Any]:
    return plain_side_bet(bet) | {
        "fixed": over(bet.fixed),
        "per_jackpot_unit": over(bet.per_jackpot_unit),
        "under": {policy: plain_side_bet(other) for policy, other in bet.under.items()},
    }


def _cashback(certificate: Certificate) -> dict[str, Any] | None:
    if (found := certificate.cashback) is None:
        return None
    return {
        "margin": over(found.margin),
        "strategy": "composition",
        "never_taken": found.never,
        "taken_at_best": found.at_best,
        "always_taken": found.always,
    }


def _distribution(certificate: Certificate) -> dict[str, Any]:
    found = certificate.distribution
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
