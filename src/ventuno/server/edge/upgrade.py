"""From an HTTP request to a WebSocket: who comes is checked, then the transport is ours.

aiohttp reads the request and is then let go of, so that a connection costs no more than what it needs.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import hashlib
import socket
from collections.abc import Awaitable, Callable
from typing import Final

from aiohttp import web
from aiohttp.abc import AbstractStreamWriter

from ventuno.refusal import RefusalRaised
from ventuno.server.http.call import Desks, session_hash, token_of
from ventuno.server.http.guard import check_origin
from ventuno.server.http.inside import let_go
from ventuno.server.people import Account

_GUID: Final = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
VERSION: Final = "13"
SYSTEM_BUFFER: Final = 64 * 1024


class HandedOver(web.StreamResponse):
    """What aiohttp is given back: it writes nothing, for the transport is not its own any more."""

    async def prepare(self, request: web.BaseRequest) -> AbstractStreamWriter | None:
        return None

    async def write_eof(self, data: bytes = b"") -> None:
        return None


def upgrade(desks: Desks) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
    async def handle(request: web.Request) -> web.StreamResponse:
        accept = _accept(request)
        check_origin(desks.doors, request)
        token = token_of(request)
        account = await _account(desks, token)
        network = desks.doors.network_of(request)
        try:
            _check_room(desks, account, network)
            transport = request.transport
            if transport is None:
                raise ConnectionResetError
            connection = desks.entrance.connect(account, session_hash(token), network)
            _hand_over(request, transport, connection, accept)
            desks.entrance.welcome(connection)
        finally:
            desks.people.forget_stranger(account)
        return HandedOver(status=101)

    return handle


async def _account(desks: Desks, token: str) -> Account:
    """Looked at again where sessions were ended meanwhile: this may be one of them."""
    while True:
        endings = desks.entrance.endings
        person = await desks.who(token)
        account = await desks.people.account(person.number)
        if account is None:
            raise RefusalRaised("session/over", "the session is over: sign in again")
        if desks.entrance.endings == endings:
            return account


def _accept(request: web.Request) -> str:
    """The answer to the client's key (RFC 6455, 4.2)."""
    headers = request.headers
    asks = "upgrade" in headers.get("Connection", "").lower() and headers.get("Upgrade", "").lower() == "websocket"
    if not asks:
        raise web.HTTPUpgradeRequired(headers={"Upgrade": "websocket"})
    key = headers.get("Sec-WebSocket-Key", "")
    try:
        good = len(base64.b64decode(key, validate=True)) == 16
    except binascii.Error:
        good = False
    if not good or headers.get("Sec-WebSocket-Version") != VERSION:
        raise web.HTTPBadRequest(headers={"Sec-WebSocket-Version": VERSION})
    return base64.b64encode(hashlib.sha1(key.encode() + _GUID, usedforsecurity=False).digest()).decode()


def _check_room(desks: Desks, account: Account, network: str) -> None:
    entrance = desks.entrance
    factor = entrance.measures.factor_of(network)
    if refusal := entrance.room.refusal(account, network, desks.clock.now_ms(), factor):
        raise RefusalRaised(refusal.code, refusal.why, **refusal.data)


def _hand_over(request: web.Request, transport: asyncio.Transport, connection: asyncio.Protocol, accept: str) -> None:
    # What the system keeps for a slow reader is memory too.
    transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SYSTEM_BUFFER)
    transport.set_protocol(connection)
    early = let_go(request)
    transport.write(
        b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Accept: " + accept.encode() + b"\r\n\r\n"
    )
    connection.connection_made(transport)
    transport.resume_reading()
    if early:
        asyncio.get_running_loop().call_soon(connection.data_received, early)
