"""The cashier (A8): money in and out, through the provider the house was given."""

from __future__ import annotations

from functools import partial

from ventuno.bank import Deposit, Receipt, Withdraw
from ventuno.protocol import http
from ventuno.refusal import Refusal
from ventuno.server.http.call import Call
from ventuno.server.http.routes import Answered, route
from ventuno.store.cashier import PlayMoney, bring_in, take_out


@route("POST", "/api/cashier/deposit", body=http.MoveMoney, answer=http.Moved)
async def deposit(call: Call) -> Answered:
    """Brings money in."""
    body: http.MoveMoney = call.body
    command = Deposit(
        key=f"deposit/{call.player}/{body.key}",
        at_ms=call.now_ms,
        player=call.player,
        currency=call.person.currency,
        amount_minor=body.amount_minor,
    )
    house = call.house
    provider = PlayMoney() if call.person.demo else house.provider  # of play money no real provider hears
    return _answer(body, await house.read(partial(bring_in, house.ledger, provider, command)))


@route("POST", "/api/cashier/withdraw", body=http.MoveMoney, answer=http.Moved)
async def withdraw(call: Call) -> Answered:
    """Takes money out. Play money is not worth anything outside."""
    body: http.MoveMoney = call.body
    if call.person.demo:
        return Refusal("cashier/play_money", "play money cannot be taken out")
    command = Withdraw(
        key=f"withdraw/{call.player}/{body.key}",
        at_ms=call.now_ms,
        player=call.player,
        currency=call.person.currency,
        amount_minor=body.amount_minor,
    )
    house = call.house
    return _answer(body, await house.read(partial(take_out, house.ledger, house.provider, command)))


def _answer(body: http.MoveMoney, outcome: Receipt | Refusal) -> Answered:
    return outcome if isinstance(outcome, Refusal) else http.Moved(body.amount_minor, outcome.wallet_minor or 0)
