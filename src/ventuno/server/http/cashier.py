"""The cashier (A8): money in and out, through the provider the house was given; and what came and went."""

from __future__ import annotations

import io
from typing import Final

from aiohttp import web

from ventuno.bank import AskDeposit, AskWithdrawal, Deposit, Transfer
from ventuno.protocol import http
from ventuno.refusal import Refusal
from ventuno.server.http.call import Call, as_file
from ventuno.server.http.routes import Answered, route
from ventuno.store import Ledger
from ventuno.store.cashier import Asked, refusal_of
from ventuno.store.export import write
from ventuno.store.history import person, purse_of
from ventuno.store.moves import MOVE_FIELDS, Move, every_move, moves_of_player
from ventuno.store.transfers import open_transfers


@route("POST", "/api/cashier/deposit", body=http.MoveMoney, answer=http.Moved)
async def deposit(call: Call) -> Answered:
    """Brings money in."""
    body: http.MoveMoney = call.body
    key, currency = f"deposit/{call.player}/{body.key}", call.person.currency
    if call.person.demo:  # of play money no provider hears
        await call.do(
            Deposit(key=key, at_ms=call.now_ms, player=call.player, currency=currency, amount_minor=body.amount_minor)
        )
        return await _moved(call, body)
    return await _answer(
        call,
        AskDeposit(key=key, at_ms=call.now_ms, player=call.player, currency=currency, amount_minor=body.amount_minor),
    )


@route("POST", "/api/cashier/withdraw", body=http.MoveMoney, answer=http.Moved)
async def withdraw(call: Call) -> Answered:
    """Takes money out. Play money is not worth anything outside."""
    body: http.MoveMoney = call.body
    if call.person.demo:
        return Refusal("cashier/play_money", "play money cannot be taken out")
    asked = AskWithdrawal(
        key=f"withdraw/{call.player}/{body.key}",
        at_ms=call.now_ms,
        player=call.player,
        currency=call.person.currency,
        amount_minor=body.amount_minor,
    )
    return await _answer(call, asked)


async def _answer(call: Call, asked: Asked) -> Answered:
    found = await call.desks.cash.move(asked)
    if isinstance(found, Refusal):
        return found
    return refusal_of(found) or await _moved(call, call.body, pending=found.state == "asked")


async def _moved(call: Call, body: http.MoveMoney, *, pending: bool = False) -> http.Moved:
    purse = await call.read(purse_of, call.player)
    assert purse is not None
    return http.Moved(body.amount_minor, purse.wallet, "pending" if pending else "done")


@route("GET", "/api/cashier/history", query=http.PageQuery, answer=http.CashMoves)
async def cash_history(call: Call) -> Answered:
    """My deposits and withdrawals, newest first; `before` goes on where the last page ended."""
    query: http.PageQuery = call.query
    found = await call.read(moves_of_player, call.player, query.before, query.most)
    moves = tuple(_shown(move) for move in found)
    return http.CashMoves(moves, moves[-1].cursor if len(moves) == query.most else None)


def _shown(move: Move) -> http.CashMove:
    """What the list shows of it: all fields it has by the same name."""
    return http.CashMove(**{name: getattr(move, name) for name in http.CashMove.__struct_fields__})


@route("GET", "/api/cashier/export", query=http.ExportQuery, answer=None, weight="heavy")
async def export_cash(call: Call) -> web.Response:
    """All my deposits and withdrawals as CSV or JSON."""
    query: http.ExportQuery = call.query

    def written(ledger: Ledger) -> str:
        out = io.StringIO()
        write(query.format, out, MOVE_FIELDS, every_move(ledger, call.player))
        return out.getvalue()

    return as_file("cashier", query.format, await call.read_slowly(written))


@route("GET", "/api/supervisor/cashier", needs="operator", answer=http.OpenTransfers)
async def open_cash(call: Call) -> Answered:
    """Deposits and withdrawals that the provider has not finished, oldest first (E3)."""

    def found(ledger: Ledger) -> http.OpenTransfers:
        return http.OpenTransfers(tuple(_open(ledger, one) for one in open_transfers(ledger)))

    return await call.read(found)


def _open(ledger: Ledger, one: Transfer) -> http.OpenTransfer:
    who = person(ledger, one.player)
    fields = {name: getattr(one, name) for name in http.OpenTransfer.__struct_fields__ if name != "name"}
    return http.OpenTransfer(name=who.name if who else "", **fields)


ROUTES: Final = (deposit, withdraw, cash_history, export_cash, open_cash)
