"""The second factor of the house's people: enrolled by themselves, reset by another of them."""

from __future__ import annotations

import base64
import binascii
from typing import Final

from ventuno.bank import totp
from ventuno.bank.commands import ForgetFactor
from ventuno.protocol import http
from ventuno.refusal import Refusal
from ventuno.server.http.call import Call, session_hash
from ventuno.server.http.care import new_key
from ventuno.server.http.players import other_than_me
from ventuno.server.http.routes import Answered, route
from ventuno.store.factors import enrolled, new_offer
from ventuno.store.sessions import is_password_of, revoke_other_sessions

NOT_STAFF = Refusal("account/not_allowed", "second factors are for the house's people")
THERE = Refusal("factor/there", "there is a second factor already: somebody else of the house can reset it")


@route("POST", "/api/factor", body=http.OfferFactor, answer=http.FactorOffered)
async def offer_factor(call: Call) -> Answered:
    """A secret for an authenticator. Nothing counts until its first code has come back."""
    if not call.is_staff:
        return NOT_STAFF
    if refusal := call.desks.doors.tries.refusal_of_password(session_hash(call.token).hex(), call.network):
        return refusal
    if not await call.desks.doors.hashing.run(is_password_of, call.person, call.body.password):
        return Refusal("account/wrong_password", "the password is wrong")
    if await call.has_factor():
        return THERE
    secret, offer = new_offer(call.desks.doors.seal, call.player, call.now_ms)
    uri = totp.uri_of(secret, call.person.name, "Ventuno")
    return http.FactorOffered(totp.text_of(secret), uri, base64.urlsafe_b64encode(offer).decode())


@route("POST", "/api/factor/confirm", body=http.ConfirmFactor, answer=http.FactorEnrolled)
async def confirm_factor(call: Call) -> Answered:
    """From now on sign-in needs a code. Sessions from before are over, but for this one."""
    if not call.is_staff:
        return NOT_STAFF
    if refusal := call.desks.doors.tries.refusal_of_password(session_hash(call.token).hex(), call.network):
        return refusal
    found = enrolled(call.desks.doors.seal, call.player, _bytes(call.body.offer), call.body.code, call.now_ms)
    if isinstance(found, Refusal):
        return found
    await call.do(found.command)
    await call.read(revoke_other_sessions, call.player, call.token, call.now_ms)
    mine, player = session_hash(call.token), call.player
    call.desks.entrance.end_sessions(
        lambda one: one.account.player == player and one.session != mine, "session/over", "sign in again, with a code"
    )
    return http.FactorEnrolled(found.codes)


def _bytes(text: str) -> bytes:
    try:
        return base64.urlsafe_b64decode(text)
    except (binascii.Error, ValueError):
        return b""


@route("POST", "/api/supervisor/players/{player}/factor/reset", needs="supervisor", body=http.Because)
async def reset_factor(call: Call) -> Answered:
    """For who has lost it: they sign in with the password alone, and enrol anew."""
    found = await other_than_me(call)
    command = ForgetFactor(
        key=new_key("factor"), at_ms=call.now_ms, by=call.player, player=found.number, reason=call.body.reason
    )
    await call.do(command)
    return http.Nothing()


ROUTES: Final = (offer_factor, confirm_factor, reset_factor)
