"""Rounds that are open when a house starts (E4): what no table takes up is void, and every stake goes back.

A live table takes up its newest round, a solo table the newest of each player. All others are those of tables that are
not there any more or have another game, and those of a second house that was on the same database once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Final

from ventuno.bank import VoidRound
from ventuno.refusal import Refusal
from ventuno.server import logs
from ventuno.store.open_rounds import LeftOpen

if TYPE_CHECKING:
    from ventuno.server.alerts import AlertDesk
    from ventuno.server.metrics import Metrics
    from ventuno.server.pit import Kind
    from ventuno.server.teller import Teller

AT_ONCE: Final = 200  # for the bank: they share its transactions
GIVEN_BACK: Final = "round/given_back"
MOST_NAMED: Final = 10  # in the alert; the log has them all
# Why one goes back, as the audit log says it.
NO_TABLE: Final = "the table is not there any more"
OTHER_GAME: Final = "the table has another game now"
FOR_ONE: Final = "the table is for one player now"
NOT_THE_NEWEST: Final = "a newer round of the same table is open"
NO_BET: Final = "nothing was bet"


async def give_back(
    rounds: Iterable[LeftOpen],
    kinds: Mapping[str, Kind],
    teller: Teller,
    alerts: AlertDesk,
    metrics: Metrics,
    now_ms: Callable[[], int],
) -> None:
    """`rounds`: all that are open."""

    async def void(one: LeftOpen, reason: str) -> None:
        """Its own line in the audit log, as an act of the house (`by` 0)."""
        outcome = await teller.execute(VoidRound(key=f"{one.code}/left", at_ms=now_ms(), round=one.code, reason=reason))
        if isinstance(outcome, Refusal):
            why = f"the round {one.code} is open, no table takes it up, and the bank does not void it: {outcome.why}"
            alerts.happened(outcome.code, why, one.table)
        else:
            metrics.voided[one.table] += 1
            logs.warning("an open round was given back", round=one.code, table=one.table, game=one.game, reason=reason)

    orphans = list(not_taken_up(rounds, kinds))
    for first in range(0, len(orphans), AT_ONCE):
        await asyncio.gather(*(void(one, reason) for one, reason in orphans[first : first + AT_ONCE]))
    if orphans:
        named = ", ".join(one.code for one, _ in orphans[:MOST_NAMED]) + (", ..." if orphans[MOST_NAMED:] else "")
        alerts.happened(GIVEN_BACK, f"{len(orphans)} open rounds that no table takes up were void: {named}")


def not_taken_up(rounds: Iterable[LeftOpen], kinds: Mapping[str, Kind]) -> Iterator[tuple[LeftOpen, str]]:
    """`rounds`: the newest first. Each that goes back, with the reason."""
    taken: set[tuple[str, int]] = set()
    for one in rounds:
        kind = kinds.get(one.table)
        if kind is None:
            yield one, NO_TABLE
        elif one.game != kind.info.game:
            yield one, OTHER_GAME
        elif kind.solo and one.first is None:
            yield one, NO_BET
        elif kind.solo and one.owner is None:
            yield one, FOR_ONE
        elif (place := (one.table, one.owner or 0 if kind.solo else 0)) in taken:
            yield one, NOT_THE_NEWEST
        else:
            taken.add(place)
