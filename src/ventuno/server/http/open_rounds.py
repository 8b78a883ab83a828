"""The supervisor's console (E3): the rounds that are open with stakes in play, and what voids one by its code."""

from __future__ import annotations

from typing import Final

from ventuno.bank import VoidRound
from ventuno.protocol import http
from ventuno.refusal import RefusalRaised
from ventuno.server.host import Host
from ventuno.server.http.call import Call
from ventuno.server.http.care import new_key
from ventuno.server.http.routes import Answered, route
from ventuno.server.http.supervisor import NO_ROUND, OWN_STAKE
from ventuno.store.history import has_stake_in, round_by_code
from ventuno.store.open_rounds import Staked, staked_rounds
from ventuno.table.port import Void


@route("GET", "/api/supervisor/rounds/open", needs="supervisor", query=http.PageQuery, answer=http.OpenRounds)
async def open_rounds(call: Call) -> Answered:
    """Rounds with stakes in play, the newest first. One that no table holds waits for its player."""
    query: http.PageQuery = call.query
    found = await call.read(staked_rounds, query.before, query.most)
    held = {host.table.view.code for host in call.desks.pit.hosts.values()}
    shown = tuple(_shown(one, one.code in held) for one in found)
    return http.OpenRounds(shown, shown[-1].cursor if len(shown) == query.most else None)


def _shown(one: Staked, held: bool) -> http.RoundInPlay:
    return http.RoundInPlay(
        cursor=one.cursor,
        code=one.code,
        table=one.table,
        game=one.game,
        opened_ms=one.opened_ms,
        changed_ms=one.changed_ms,
        stakes=one.stakes,
        golden=one.golden,
        players=one.players,
        names=one.names,
        held=held,
    )


@route("POST", "/api/supervisor/rounds/{code}/void", needs="supervisor", body=http.Because)
async def void_round(call: Call) -> Answered:
    """Every stake goes back, nothing else (E1). Where a table holds the round, the table does it."""
    code, reason = call.path("code"), call.body.reason
    found = await call.read(round_by_code, code)
    if found is None:
        raise RefusalRaised("round/unknown", "there is no such round")
    if found.state != "open":
        raise NO_ROUND
    if await call.read(has_stake_in, call.player, [code]):
        raise OWN_STAKE
    if (host := _holder(call, code)) is not None:
        host.supervise(Void(by=call.player, reason=reason))
    else:
        key = f"{code}/{new_key('void')}"
        await call.do(VoidRound(key=key, at_ms=call.now_ms, round=code, reason=reason, by=call.player))
    return http.Nothing()


def _holder(call: Call, code: str) -> Host | None:
    """A table that has fallen to a fault of the program does nothing any more: then it is the bank's."""
    return next((host for host in call.desks.pit.hosts.values() if host.round_now == code and not host.broken), None)


ROUTES: Final = (open_rounds, void_round)
