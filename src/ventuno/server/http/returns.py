"""The supervisor's console: what the games returned, beside what they must return."""

from __future__ import annotations

from collections import Counter
from typing import Final

from ventuno.protocol import http
from ventuno.server.exposition import band_of
from ventuno.server.http.call import Call, Desks
from ventuno.server.http.routes import Answered, route
from ventuno.server.metrics import Played
from ventuno.variant import Variant


@route("GET", "/api/supervisor/returns", needs="supervisor", answer=http.ReturnsNow)
async def returns(call: Call) -> Answered:
    """By game, since the house opened. The exact figure is worked out when it is first asked for."""
    variants, metrics = call.desks.pit.variants(), call.desks.metrics
    played, rounds = metrics.played, _rounds(call.desks)
    shown = (
        _shown(call, game, variant, played[game], rounds[game]) for game, variant in variants.items() if game in played
    )
    return http.ReturnsNow(tuple(one for one in shown if one is not None), metrics.since_ms)


def _rounds(desks: Desks) -> Counter[str]:
    """Settled, by game."""
    counted: Counter[str] = Counter()
    for kind in desks.pit.kinds.values():
        counted[kind.info.game] += desks.metrics.rounds.get(kind.key, 0)
    return counted


def _shown(call: Call, game: str, variant: Variant, played: Played, rounds: int) -> http.ReturnNow | None:
    staked, returned = played.staked_minor, played.returned_minor
    if not staked:
        return None
    known = call.desks.odds.known(variant)
    exact, deviation = known if known else (None, None)
    band = None if deviation is None else band_of(played, deviation)
    return http.ReturnNow(game, staked, returned, returned / staked, exact, band, rounds)


ROUTES: Final = (returns,)
