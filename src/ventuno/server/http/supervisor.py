"""The supervisor's console (E3): tables. Every act is in the audit log before it is done."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ventuno.bank import Person, RecordAct, ResettleRound
from ventuno.bank.records import Details
from ventuno.protocol import http
from ventuno.refusal import RefusalRaised
from ventuno.server.alerts import StandingAlert
from ventuno.server.floor import CLOSING
from ventuno.server.host import Host
from ventuno.server.http.call import Call
from ventuno.server.http.care import new_key
from ventuno.server.http.clock import clock_now
from ventuno.server.http.routes import Answered, route
from ventuno.server.orders import TABLE, limits_in_words
from ventuno.store import Ledger
from ventuno.store.acts import acts
from ventuno.store.history import KeptResult, has_stake_in, person, results_of, round_by_code, stakes_by_currency
from ventuno.table import port

EVERYWHERE: Final[frozenset[str]] = frozenset()
OWN_BUSINESS: Final = RefusalRaised("account/not_allowed", "that is your own account: somebody else must do it")
NO_ROUND: Final = RefusalRaised("round/not_open", "there is no round to void: bets open with the next one")
OWN_STAKE: Final = RefusalRaised("account/own_stake", "you have money in this round: somebody else must do it")


def hosts_of(call: Call) -> list[Host]:
    """A live table, or all there are at the moment of a solo one."""
    key = call.path("table")
    if key not in call.desks.pit.kinds:
        raise RefusalRaised("table/unknown", "there is no such table")
    return [host for host in call.desks.pit.hosts.values() if host.key == key]


async def record(call: Call, what: str, subject: str, reason: str, **details: str | int | bool) -> None:
    noted: Details = dict(details)
    key, by = new_key("act"), call.player
    await call.do(
        RecordAct(key=key, at_ms=call.now_ms, by=by, what=what, subject=subject, reason=reason, details=noted)
    )


async def _act(
    call: Call,
    what: str,
    reason: str,
    act: port.AnyAct,
    rounds: frozenset[str] = EVERYWHERE,
    **details: str | int | bool,
) -> Answered:
    """`rounds`: only where one of them is still on the table."""
    key = call.path("table")
    hosts_of(call)
    await record(call, what, f"{TABLE}{key}", reason, **details)
    call.desks.pit.orders.note(key, act)
    for host in hosts_of(call):
        if not rounds or host.round_now in rounds:
            host.supervise(act)
    call.desks.lobby.changed(key)
    return http.Nothing()


@route("GET", "/api/supervisor/tables", needs="supervisor", answer=http.TablesNow)
async def tables(call: Call) -> Answered:
    """Every table as it is, and the last alerts."""
    hosts = tuple(call.desks.pit.hosts.values())
    stakes = await call.read(stakes_by_currency, [host.table.view.code for host in hosts])
    owners = await call.read(_owners, hosts)
    shown = tuple(_state(host, owners.get(host.player), stakes.get(host.table.view.code, {})) for host in hosts)
    alerts = tuple(_alert(one) for one in call.desks.alerts.shown())
    return http.TablesNow(shown, alerts, clock_now(call.desks))


def _alert(one: StandingAlert) -> http.AlertNow:
    return http.AlertNow(one.since_ms, one.code, one.why, one.table, one.severity, one.lasts, one.ended_ms)


def _owners(ledger: Ledger, hosts: Sequence[Host]) -> dict[int, Person]:
    """Whose the solo tables are."""
    found = (person(ledger, host.player) for host in hosts if host.player)
    return {one.number: one for one in found if one}


def _state(host: Host, owner: Person | None, in_play: dict[str, int]) -> http.TableState:
    view, info = host.table.view, host.table.info
    return http.TableState(
        key=host.key,
        game=info.game,
        kind=info.kind,
        phase=view.phase,
        round=view.code,
        players=len(host.channel.members),
        bettors=view.bettors,
        staked_minor=view.staked_minor,
        paused=view.pause.reason if view.pause else "",
        fault=bool(host.broken) or bool(view.pause and view.pause.fault),
        closing=view.closing,
        closed=view.closed,
        frozen=host.asks.frozen,
        player=host.player,
        name=info.name,
        player_name=owner.name if owner else "",
        currency=owner.currency if owner else info.currency,
        in_play=in_play,
    )


@route("POST", "/api/supervisor/tables/{table}/pause", needs="supervisor", body=http.Because)
async def pause(call: Call) -> Answered:
    """Timers stop; players see why."""
    return await _act(call, "pause", call.body.reason, port.PauseTable(by=call.player, reason=call.body.reason))


@route("POST", "/api/supervisor/tables/{table}/resume", needs="supervisor", body=http.Because)
async def resume(call: Call) -> Answered:
    """Timers go on with what was left of them."""
    return await _act(call, "resume", call.body.reason, port.Resume(by=call.player))


@route("POST", "/api/supervisor/tables/{table}/void", needs="supervisor", body=http.VoidTable)
async def void(call: Call) -> Answered:
    """Every stake of the round goes back, nothing else (E1). Not by who has one in it: the bank would refuse."""
    wanted: str = call.body.round
    codes = [host.round_now for host in hosts_of(call) if host.round_now and wanted in ("", host.round_now)]
    if not codes:
        found = await call.read(round_by_code, wanted) if wanted else None
        if found is not None and found.state == "void" and found.table == call.path("table"):
            return http.Nothing()  # it was asked before
        raise NO_ROUND
    if await call.read(has_stake_in, call.player, codes):
        raise OWN_STAKE
    act = port.Void(by=call.player, reason=call.body.reason)
    return await _act(call, "void", call.body.reason, act, frozenset(codes))


@route("POST", "/api/supervisor/tables/{table}/close", needs="supervisor", body=http.Because)
async def close(call: Call) -> Answered:
    """After this round."""
    return await _act(call, "close", call.body.reason, port.Close(by=call.player, reason=call.body.reason))


@route("POST", "/api/supervisor/tables/{table}/open", needs="supervisor", body=http.Because)
async def open_again(call: Call) -> Answered:
    """Open again. Not while the house drains: its tables open with the house."""
    if call.desks.pit.draining:
        raise RefusalRaised(CLOSING, "the house drains, and its tables with it: they open when it is started again")
    return await _act(call, "open", call.body.reason, port.Open(by=call.player))


@route("POST", "/api/supervisor/tables/{table}/limits", needs="supervisor", body=http.SetTableLimits)
async def limits(call: Call) -> Answered:
    """From the next round on (B4)."""
    body: http.SetTableLimits = call.body
    for one in body.limits:
        if one.main_least_minor > one.main_most_minor or one.side_least_minor > one.side_most_minor:
            raise RefusalRaised("limits/upside_down", "the least is not above the most")
    _check_levels(call, [one.level for one in body.limits])
    new = tuple(
        (one.level, one.main_least_minor, one.main_most_minor, one.side_least_minor, one.side_most_minor)
        for one in body.limits
    )
    act = port.SetLimits(by=call.player, limits=new)
    return await _act(call, "limits", body.reason, act, EVERYWHERE, **limits_in_words(act))


def _check_levels(call: Call, levels: list[str]) -> None:
    """Those the table has, each once: whoever plays in one of them must find it."""
    kind = call.desks.pit.kinds.get(call.path("table"))
    known = [one.level for one in kind.limits] if kind and kind.limits else levels
    if sorted(levels) != sorted(known):
        named = ", ".join(level or "the one without a name" for level in known)
        raise RefusalRaised(
            "limits/levels", f"name the limits of every level of the table, each once: {named}", levels=known
        )


@route("POST", "/api/supervisor/tables/{table}/remove-said", needs="supervisor", body=http.SaidRemoval)
async def remove_said(call: Call) -> Answered:
    """Takes a line of chat away (A3)."""
    body: http.SaidRemoval = call.body
    act = port.RemoveSaid(by=call.player, number=body.number)
    return await _act(call, "remove chat", body.reason, act, number=body.number)


@route("POST", "/api/supervisor/drain", needs="supervisor", body=http.Because, answer=http.Drained)
async def drain(call: Call) -> Answered:
    """No new rounds at any table, for maintenance."""
    await record(call, "drain", "the house", call.body.reason)
    call.desks.floor.drain(call.body.reason, by=call.player)
    return http.Drained(tuple(host.key for host in call.desks.pit.playing()))


@route("GET", "/api/supervisor/rounds/{code}/results", needs="supervisor", answer=http.RoundResults)
async def round_results(call: Call) -> Answered:
    """Who played a round that has ended, and what each got."""
    return await call.read(_results, call.path("code"))


def _results(ledger: Ledger, code: str) -> http.RoundResults:
    found = round_by_code(ledger, code)
    if found is None:
        raise RefusalRaised("round/unknown", "there is no such round")
    results = tuple(_result(person(ledger, one.player), one) for one in results_of(ledger, code))
    return http.RoundResults(code, found.state, results)


def _result(who: Person | None, one: KeptResult) -> http.RoundResult:
    name, currency = (who.name, who.currency) if who else ("", "")
    return http.RoundResult(one.player, name, one.staked_minor, one.returned_minor, currency)


@route("POST", "/api/supervisor/rounds/{code}/resettle", needs="supervisor", body=http.Resettle, answer=http.Resettled)
async def resettle(call: Call) -> Answered:
    """Corrects a settled round by new entries; who is not named keeps what they got."""
    body: http.Resettle = call.body
    command = ResettleRound(
        key=f"resettle/{call.path('code')}/{body.key}",
        at_ms=call.now_ms,
        round=call.path("code"),
        returned=dict(body.returned),
        reason=body.reason,
        by=call.player,
    )
    receipt = await call.do(command)
    return http.Resettled(receipt.number, receipt.short_minor)


@route("GET", "/api/supervisor/audit", needs="supervisor", query=http.PageQuery, answer=http.AuditLog)
async def audit_log(call: Call) -> Answered:
    """What the house's people did, newest first."""
    query: http.PageQuery = call.query
    found = await call.read(acts, query.before, query.most)
    shown = tuple(
        http.LoggedAct(one.cursor, one.at_ms, one.by, one.name, one.what, one.subject, one.reason, one.details)
        for one in found
    )
    return http.AuditLog(shown, shown[-1].cursor if len(shown) == query.most else None)


ROUTES: Final = (
    tables,
    pause,
    resume,
    void,
    close,
    open_again,
    limits,
    remove_said,
    drain,
    round_results,
    resettle,
    audit_log,
)
