"""Responsible gaming (A9): limits, reality check, time-out, self-exclusion. The bank enforces them."""

from __future__ import annotations

import secrets
from typing import Final

from msgspec.structs import replace

from ventuno.bank import (
    AcknowledgeRealityCheck,
    BankCommand,
    Care,
    ExcludeSelf,
    Purse,
    SetLimit,
    SetRealityCheck,
    TakeTimeOut,
)
from ventuno.bank.care import measured, played_ms, refusal_of_absence, rolled_care
from ventuno.bank.rules import HouseRules
from ventuno.protocol import http
from ventuno.protocol.messages import Notice
from ventuno.server.http.call import Call
from ventuno.server.http.routes import Answered, route
from ventuno.store.history import care_of, purse_of
from ventuno.store.today import Today, today
from ventuno.store.transfers import reserved_minor


def new_key(what: str) -> str:
    return f"{what}/{secrets.token_hex(12)}"


async def care_now(call: Call, player: int) -> http.CareNow:
    ledger = call.desks.ledger
    care = await call.read(care_of, player)
    purse = await call.read(purse_of, player)
    assert purse is not None
    now_ms = call.now_ms
    day = await call.read(today, purse, now_ms)
    coming = await call.read(reserved_minor, player)
    return _shown(care, purse, day, coming, now_ms, ledger.rules)


def _shown(care: Care, purse: Purse, day: Today, coming: int, now_ms: int, rules: HouseRules) -> http.CareNow:
    care = rolled_care(care, purse, now_ms, rules)
    counted = replace(purse, deposited=purse.deposited + coming)  # what is on its way has been counted already
    limits = tuple(
        http.LimitNow(
            kind=limit.kind,
            period=limit.period,
            amount=limit.amount,
            used=measured(counted, limit.kind, now_ms, rules) - limit.base,
            next_amount=limit.next_amount,
            next_ms=limit.next_ms,
        )
        for limit in care.limits.values()
    )
    return http.CareNow(
        limits=limits,
        timed_out_until_ms=care.timed_out_until_ms,
        excluded_until_ms=care.excluded_until_ms,
        reality_every_ms=care.reality_every_ms,
        reality_seen_ms=care.reality_seen_ms,
        played_ms=played_ms(purse, now_ms, rules),
        net_minor=purse.returned - purse.staked,
        today_played_ms=day.played_ms,
        today_net_minor=day.net_minor,
        cooling_ms=rules.cooling_ms,
    )


@route("GET", "/api/care", answer=http.CareNow)
async def care(call: Call) -> Answered:
    """My limits, and how much of each is used."""
    return await care_now(call, call.player)


@route("PUT", "/api/care/limit", body=http.LimitChange, answer=http.LimitSet)
async def set_limit(call: Call) -> Answered:
    """Tighter counts at once, looser after a cooling period."""
    body: http.LimitChange = call.body
    command = SetLimit(
        key=new_key("limit"),
        at_ms=call.now_ms,
        player=call.player,
        kind=body.kind,
        period=body.period,
        amount=body.amount,
    )
    receipt = await call.do(command)
    return http.LimitSet(receipt.effective_ms)


@route("POST", "/api/care/time-out", body=http.TimeOutRequest, answer=http.CareNow)
async def take_time_out(call: Call) -> Answered:
    """No new bets until then; it cannot be cut short."""
    body: http.TimeOutRequest = call.body
    command = TakeTimeOut(key=new_key("time-out"), at_ms=call.now_ms, player=call.player, until_ms=body.until_ms)
    return await _done(call, command)


@route("POST", "/api/care/self-exclusion", body=http.SelfExclusion, answer=http.CareNow)
async def exclude_self(call: Call) -> Answered:
    """No new bets until then, or ever; it cannot be cut short."""
    body: http.SelfExclusion = call.body
    command = ExcludeSelf(key=new_key("exclude"), at_ms=call.now_ms, player=call.player, until_ms=body.until_ms)
    return await _done(call, command)


@route("PUT", "/api/care/reality-check", body=http.RealityCheckChange, answer=http.CareNow)
async def set_reality_check(call: Call) -> Answered:
    """How often I want to be told how long I have played, and what it came to."""
    body: http.RealityCheckChange = call.body
    command = SetRealityCheck(key=new_key("reality"), at_ms=call.now_ms, player=call.player, every_ms=body.every_ms)
    return await _done(call, command)


@route("POST", "/api/care/reality-check/seen", answer=http.CareNow)
async def acknowledge_reality_check(call: Call) -> Answered:
    """I have seen it, and play on."""
    command = AcknowledgeRealityCheck(key=new_key("reality-seen"), at_ms=call.now_ms, player=call.player)
    return await _done(call, command)


async def _done(call: Call, command: BankCommand) -> http.CareNow:
    await call.do(command)
    await absence_counts(call, call.player)
    return await care_now(call, call.player)


async def absence_counts(call: Call, player: int) -> None:
    """Somebody who is here and may not play any more leaves the tables."""
    if account := await call.desks.people.refreshed(player):
        account.checked = False
        if refusal := refusal_of_absence(account.care, call.now_ms, call.desks.ledger.rules):
            call.desks.people.tell(account, Notice(refusal.code, refusal.why, refusal.data))
            call.desks.floor.end_play(account, refusal)


ROUTES: Final = (care, set_limit, take_time_out, exclude_self, set_reality_check, acknowledge_reality_check)
