"""Accounts: signing up, in and out, a demo in one click, the password, the settings (A7)."""

from __future__ import annotations

import asyncio
import secrets
from typing import Final

import msgspec
from aiohttp import web

from ventuno.bank import ChangeSettings, OpenAccount, Person, Receipt
from ventuno.bank.commands import UseRecoveryCode
from ventuno.bank.golden import chips
from ventuno.bank.names import normal
from ventuno.bank.rules import PLAY_MONEY
from ventuno.protocol import http
from ventuno.refusal import Refusal
from ventuno.server.http.call import COOKIE, Call, cookie_of, json_answer, session_hash
from ventuno.server.http.routes import Answered, route
from ventuno.server.people import MUTED
from ventuno.store import Ledger, sessions as doors
from ventuno.store.factors import factor_of
from ventuno.store.history import person, person_named
from ventuno.store.people import load_account
from ventuno.store.sessions import SESSION_MS

SIGN_IN: Final = "/api/sign-in"
DEVICE: Final = "ventuno_device"
DEVICE_S: Final = 365 * 86_400
_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"


@route("POST", "/api/sign-up", needs="nobody", body=http.SignUp, answer=http.SignedIn, weight="account")
async def sign_up(call: Call) -> Answered | web.Response:
    """Opens an account and signs in."""
    body: http.SignUp = call.body
    if refusal := call.desks.doors.tries.refusal_of(f"sign-up {call.network}"):
        return refusal
    if body.currency == PLAY_MONEY:
        return Refusal("account/demo_only", "play money is for demo accounts")
    outcome = await call.desks.doors.hashing.run(_register, call.desks.ledger, body, call.now_ms)
    if isinstance(outcome, Refusal):
        return outcome
    await call.do(_settings(outcome.player, {"language": body.language}, call.now_ms))
    return await _signed_in(call, outcome.player)


def _register(ledger: Ledger, body: http.SignUp, now_ms: int) -> Receipt | Refusal:
    return doors.register(
        ledger,
        key=f"sign-up/{secrets.token_hex(12)}",
        at_ms=now_ms,
        name=normal(body.name),
        password=body.password,
        currency=body.currency,
    )


@route("POST", "/api/demo", needs="nobody", body=http.Demo, answer=http.SignedIn, weight="account")
async def demo(call: Call) -> Answered | web.Response:
    """A new guest with play money, signed in at once."""
    body: http.Demo = call.body
    if refusal := call.desks.doors.tries.refusal_of(f"demo {call.network}"):
        return refusal
    player = await call.read(open_demo, call.now_ms)
    await call.do(_settings(player, {"language": body.language}, call.now_ms))
    return await _signed_in(call, player)


def open_demo(ledger: Ledger, now_ms: int) -> int:
    """Nobody can sign in to it again: the session is all there is."""
    while True:
        name = "guest-" + "".join(secrets.choice(_LETTERS) for _ in range(8))
        key = f"demo/{secrets.token_hex(12)}"
        outcome = ledger.execute(OpenAccount(key=key, at_ms=now_ms, name=name, currency=PLAY_MONEY, demo=True))
        if isinstance(outcome, Receipt):
            return outcome.player
        assert outcome.code == "account/name_taken", outcome  # by chance: another one


@route("POST", SIGN_IN, needs="nobody", body=http.SignIn, answer=http.SignedIn)
async def sign_in(call: Call) -> Answered | web.Response:
    """With a name and a password."""
    body: http.SignIn = call.body
    owner = await _owner_of_device(call, body.name)
    known = owner is not None
    if refusal := await _refusal_of_try(call, body.name, owner):
        return refusal
    ledger = call.desks.ledger
    found = await call.desks.doors.hashing.run(doors.check_password, ledger, body.name, body.password, known=known)
    if isinstance(found, Refusal):
        return found
    if not known:
        call.desks.doors.tries.forgive(body.name)
    if body.code and (refusal := call.desks.doors.tries.refusal_of_code(found.number, known)):
        return refusal
    entered = await call.read(doors.enter, found, call.now_ms, body.code, call.desks.doors.seal)
    if isinstance(entered, Refusal):
        return entered
    if body.code:
        call.desks.doors.tries.forgive_code(found.number, known)
    if entered.factor == "recovery":
        await _note_recovery(call, found.number)
    return _with_session(call, found, entered.token)


async def _note_recovery(call: Call, player: int) -> None:
    """There are only so many: it is in the log."""
    factor = await call.read(factor_of, player)
    left, key = len(factor.recovery) if factor else 0, f"recovery/{secrets.token_hex(12)}"
    await call.do(UseRecoveryCode(key=key, at_ms=call.now_ms, by=player, player=player, left=left))


async def _owner_of_device(call: Call, name: str) -> Person | None:
    """Whose name it is, where they have signed in from this device before."""
    cookie = cookie_of(call.request, DEVICE)
    found = await call.read(person_named, normal(name)) if cookie else None
    return found if call.desks.doors.devices.knows(cookie, found) else None


async def _refusal_of_try(call: Call, name: str, owner: Person | None) -> Refusal | None:
    """The owner's own devices are counted by themselves: no stranger's tries are held against them."""
    tries = call.desks.doors.tries
    if owner:
        return tries.refusal_of(f"devices of {owner.number}")
    if refusal := tries.refusal_of_stranger(name, call.network):
        return refusal
    await asyncio.sleep(tries.wait_s(name))
    return None


async def _signed_in(call: Call, player: int) -> web.Response:
    token = await call.read(doors.open_session, player, call.now_ms)
    found = await call.read(person, player)
    assert found is not None
    return _with_session(call, found, token)


def _with_session(call: Call, found: Person, token: str) -> web.Response:
    answer = json_answer(http.SignedIn(found.number, found.name, found.role, found.currency, token, found.demo))
    secure = call.desks.doors.secure
    answer.set_cookie(
        COOKIE, token, max_age=SESSION_MS // 1000, path="/", httponly=True, samesite="Strict", secure=secure
    )
    if found.password_hash:
        cookie = call.desks.doors.devices.cookie_for(found)
        answer.set_cookie(
            DEVICE, cookie, max_age=DEVICE_S, path=SIGN_IN, httponly=True, samesite="Strict", secure=secure
        )
    return answer


@route("POST", "/api/sign-out")
async def sign_out(call: Call) -> web.Response:
    """Ends the session, and every connection that came with it."""
    await call.read(doors.revoke_session, call.token, call.now_ms)
    ended = session_hash(call.token)
    call.desks.entrance.end_sessions(lambda one: one.session == ended, "session/over", "signed out")
    answer = json_answer(http.Nothing())
    answer.del_cookie(COOKIE, path="/")
    return answer


@route("POST", "/api/password", body=http.PasswordChange)
async def change_password(call: Call) -> Answered:
    """Ends every session of the account: sign in again with the new one."""
    body: http.PasswordChange = call.body
    player = call.player
    if refusal := call.desks.doors.tries.refusal_of_password(session_hash(call.token).hex(), call.network):
        return refusal

    def change() -> Receipt | Refusal:
        key, now_ms = f"password/{secrets.token_hex(12)}", call.now_ms
        return doors.change_password(
            call.desks.ledger, key=key, at_ms=now_ms, player=player, old=body.old, new=body.new
        )

    outcome = await call.desks.doors.hashing.run(change)
    return outcome if isinstance(outcome, Refusal) else http.Nothing()


@route("GET", "/api/me", answer=http.Me)
async def me(call: Call) -> Answered:
    """Who I am, and what I have."""
    loaded = await call.read(load_account, call.player)
    assert loaded is not None
    found, purse = loaded.person, loaded.purse
    return http.Me(
        player=found.number,
        name=found.name,
        role=found.role,
        currency=found.currency,
        demo=found.demo,
        vip_level=found.vip_level,
        wallet_minor=purse.wallet,
        in_play_minor=purse.stakes,
        golden=chips(loaded.lots, call.desks.ledger.rules.expiry_ms(call.now_ms)),
        settings=settings_of(found),
        second_factor=call.is_staff and await call.has_factor(),
        needs_second_factor=call.is_staff and call.needs_factor,
    )


@route("GET", "/api/settings", answer=http.SettingsNow)
async def settings(call: Call) -> Answered:
    """As they are stored in my profile (A7)."""
    return http.SettingsNow(settings_of(call.person))


@route("PUT", "/api/settings", body=http.Settings, answer=http.SettingsNow)
async def change_settings(call: Call) -> Answered:
    """Applied together, and loaded on any device (A7)."""
    body: http.Settings = call.body
    if MUTED in body.settings:
        return Refusal("account/not_allowed", f"{MUTED} is not yours to set")
    await call.do(_settings(call.player, dict(body.settings), call.now_ms))
    found = await call.read(person, call.player)
    assert found is not None
    await refresh(call, call.player)
    return http.SettingsNow(settings_of(found))


def _settings(player: int, settings: dict[str, str | int | bool], now_ms: int) -> ChangeSettings:
    return ChangeSettings(key=f"settings/{secrets.token_hex(12)}", at_ms=now_ms, player=player, settings=settings)


def settings_of(found: Person) -> dict[str, str | int | bool]:
    stored: dict[str, str | int | bool] = msgspec.json.decode(found.settings)
    stored.pop(MUTED, None)
    return stored


async def refresh(call: Call, player: int) -> None:
    """What tables and connections know of somebody who is here."""
    if account := await call.desks.people.refreshed(player):
        call.desks.floor.changed_person(account)


ROUTES: Final = (sign_up, demo, sign_in, sign_out, change_password, me, settings, change_settings)
