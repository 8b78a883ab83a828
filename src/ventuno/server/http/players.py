"""The supervisor's console (E3): people."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec.structs import replace

from ventuno.bank import ChangeSettings, GrantGoldenChips, Person, SetLimit, SetRole, SetVipLevel
from ventuno.protocol import http
from ventuno.refusal import Refusal, RefusalRaised
from ventuno.server.http.account import refresh
from ventuno.server.http.call import Call
from ventuno.server.http.care import absence_counts, care_now, new_key
from ventuno.server.http.routes import Answered, route
from ventuno.server.http.supervisor import OWN_BUSINESS, record
from ventuno.server.people import MUTED
from ventuno.store import Ledger
from ventuno.store.factors import factor_of
from ventuno.store.history import person, purse_of
from ventuno.store.people import people_like


def _shown(ledger: Ledger, call: Call, found: Person) -> http.PlayerState:
    purse = purse_of(ledger, found.number)
    account = call.desks.people.accounts.get(found.number)
    return http.PlayerState(
        player=found.number,
        name=found.name,
        role=found.role,
        currency=found.currency,
        demo=found.demo,
        vip_level=found.vip_level,
        opened_ms=found.opened_ms,
        wallet_minor=purse.wallet if purse else 0,
        in_play_minor=purse.stakes if purse else 0,
        connected=bool(account and account.connections),
        muted_until_ms=int(msgspec.json.decode(found.settings).get(MUTED, 0)),
    )


@route("GET", "/api/supervisor/players", needs="operator", query=http.Search, answer=http.PlayersFound)
async def players(call: Call) -> Answered:
    """By a part of their name; `after` goes on after a player's number."""

    query: http.Search = call.query

    def find(ledger: Ledger) -> tuple[http.PlayerState, ...]:
        return tuple(
            _shown(ledger, call, found) for found in people_like(ledger, query.search, query.after, query.most)
        )

    return http.PlayersFound(await call.read(find))


async def _player(call: Call) -> Person:
    found = await call.read(person, call.path_number("player"))
    if found is None:
        raise RefusalRaised("player/unknown", "there is no such player")
    return found


async def other_than_me(call: Call) -> Person:
    """Nobody does themselves a favour."""
    found = await _player(call)
    if found.number == call.player:
        raise OWN_BUSINESS
    return found


@route("GET", "/api/supervisor/players/{player}", needs="operator", answer=http.PlayerState)
async def player(call: Call) -> Answered:
    """One player, with their limits."""
    found = await _player(call)
    state = await call.read(_shown, call, found)
    care = await care_now(call, found.number)
    factor = await call.read(factor_of, found.number)
    return replace(state, care=care, second_factor=factor is not None)


@route("PUT", "/api/supervisor/players/{player}/limit", needs="operator", body=http.LimitChange, answer=http.LimitSet)
async def set_limit_for(call: Call) -> Answered:
    """Sets a limit for a player (A9)."""
    found, body = await _player(call), call.body
    command = SetLimit(
        key=new_key("limit"),
        at_ms=call.now_ms,
        player=found.number,
        by=call.player,
        kind=body.kind,
        period=body.period,
        amount=body.amount,
    )
    receipt = await call.do(command)
    await absence_counts(call, found.number)
    return http.LimitSet(receipt.effective_ms)


@route("POST", "/api/supervisor/players/{player}/mute", needs="supervisor", body=http.Mute)
async def mute(call: Call) -> Answered:
    """No chat until then (A3); 0: may speak again."""
    found, body = await _player(call), call.body
    await record(call, "mute", f"player {found.number}", body.reason, until_ms=body.until_ms)
    settings: dict[str, str | int | bool] = {MUTED: body.until_ms}
    await call.do(ChangeSettings(key=new_key("mute"), at_ms=call.now_ms, player=found.number, settings=settings))
    await refresh(call, found.number)
    return http.Nothing()


@route("PUT", "/api/supervisor/players/{player}/role", needs="supervisor", body=http.RoleChange)
async def set_role(call: Call) -> Answered:
    """Who they are in the house. They sign in again, as what they are now."""
    found, body = await other_than_me(call), call.body
    command = SetRole(
        key=new_key("role"), at_ms=call.now_ms, player=found.number, role=body.role, by=call.player, reason=body.reason
    )
    await call.do(command)
    return http.Nothing()


@route("PUT", "/api/supervisor/players/{player}/vip-level", needs="operator", body=http.VipLevelChange)
async def set_vip_level(call: Call) -> Answered:
    """Which limits they play in, where the game has levels (B4)."""
    found, body = await other_than_me(call), call.body
    command = SetVipLevel(
        key=new_key("vip"), at_ms=call.now_ms, player=found.number, level=body.level, by=call.player, reason=body.reason
    )
    await call.do(command)
    await refresh(call, found.number)
    return http.Nothing()


@route("POST", "/api/supervisor/players/{player}/golden-chips", needs="operator", body=http.GoldenGrant)
async def grant_golden_chips(call: Call) -> Answered:
    """Bonus chips of one value (K3)."""
    found, body = await other_than_me(call), call.body
    if body.expires_ms <= call.now_ms:
        return Refusal("golden/expired", "they would have expired already")
    command = GrantGoldenChips(
        key=f"golden/{found.number}/{body.key}",
        at_ms=call.now_ms,
        player=found.number,
        value_minor=body.value_minor,
        count=body.count,
        expires_ms=body.expires_ms,
        bonus=body.bonus,
        by=call.player,
        reason=body.reason,
    )
    await call.do(command)
    return http.Nothing()


ROUTES: Final = (players, player, set_limit_for, mute, set_role, set_vip_level, grant_golden_chips)
