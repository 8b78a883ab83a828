"""The cashier (A8): money in and out, through the provider the house was given; and what came and went."""

from __future__ import annotations

import io
from functools import partial

from aiohttp import web

from ventuno.bank import Deposit, Receipt, Withdraw
from ventuno.protocol import http
from ventuno.refusal import Refusal
from ventuno.server.http.call import Call
from ventuno.server.http.files import as_file
from ventuno.server.http.routes import Answered, route
from ventuno.store.cashier import PlayMoney, bring_in, take_out
from ventuno.store.export import write
from ventuno.store.moves import MOVE_FIELDS, Move, every_move, moves_of_player


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


@route("GET", "/api/cashier/history", query=http.PageQuery, answer=http.CashMoves)
async def cash_history(call: Call) -> Answered:
    """My deposits and withdrawals, newest first; `before` goes on where the last page ended."""
    query: http.PageQuery = call.query
    found = await call.house.read(moves_of_player, call.house.ledger, call.player, query.before, query.most)
    moves = tuple(_shown(move) for move in found)
    return http.CashMoves(moves, moves[-1].cursor if len(moves) == query.most else None)


def _shown(move: Move) -> http.CashMove:
    """What the list shows of it: all fields it has by the same name."""
    return http.CashMove(**{name: getattr(move, name) for name in http.CashMove.__struct_fields__})


@route("GET", "/api/cashier/export", query=http.ExportQuery, answer=None)
async def export_cash(call: Call) -> web.Response:
    """All my deposits and withdrawals as CSV or JSON."""
    query: http.ExportQuery = call.query

    def written() -> str:
        out = io.StringIO()
        write(query.format, out, MOVE_FIELDS, every_move(call.house.ledger, call.player))
        return out.getvalue()

    return as_file("cashier", query.format, await call.house.read(written))
