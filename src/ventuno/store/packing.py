"""The events of a round that is over, as one row in place of one for each: a fifth of the room on the disk.

They are read far more seldom than they are written, and are much alike. What they were, byte by byte, is what comes
out again: the journal's seals are over that. A packed row has a number of its own, before all others.
"""

from __future__ import annotations

import zlib
from collections import defaultdict
from collections.abc import Sequence
from typing import Final

import msgspec

from ventuno.store.ended import next_ended, set_done
from ventuno.store.engine import Engine
from ventuno.store.faults import CORRUPT, StoreFault
from ventuno.store.ledger import Ledger
from ventuno.store.loading import load_head
from ventuno.store.tables import EVENTS

PACKED: Final = -1  # the number of a packed row
MOST_BYTES: Final = 16_000_000  # of one row: a larger round stays as it is
_FORM: Final = b"\x01"  # of what is packed; another dictionary would get another
_WINDOW: Final = -15  # without a header: the form says it
_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(list[bytes]).decode

# What events look like, the most frequent last. Never changed: what was packed with it needs it for ever.
_ALIKE: Final = (
    b'{"type":"table/SeatsChanged","seats":{"seats":{"1":{"player":1},"2":{"player":}},"sitters":{"1":{"player":1,"name'
    b'":"guest-","streak":1}}}}{"type":"table/BetsKept","player":1,"slip":{"placed":[[{"spot":"1/main","real_minor":1000'
    b',"golden":{}}]]}}{"type":"table/DecidedEarly","player":1,"position":1,"line":"1","size":2,"action":"hit"}{"type":"'
    b'table/BetsChanged","player":1,"request":"","change":{"placed":[{"spot":"1/main","real_minor":1000,"golden":{}}]}}{'
    b'"type":"InsuranceOffered"}{"type":"TimeRanOut"}{"type":"table/DecidedAlike","position":1,"line":"1","action":"doub'
    b'le","players":[1]}{"type":"table/Sealed","event":"A="}{"type":"RoundOpened","variant":"classic-free-bet","digest":'
    b'"","together":true,"jackpot":0,"bets":[{"position":1,"bettor":"1","main":1000,"sides":{},"golden":0,"golden_sides"'
    b':{},"behind":false,"follow_double":true,"follow_split":true,"insurance":true},{"position":1,"bettor":"1","main":10'
    b'00,"sides":{},"golden":0,"golden_sides":{},"behind":false,"follow_double":true,"follow_split":true,"insurance":tru'
    b'e}]}{"type":"Decided","position":1,"bettor":"1","line":"1","action":"stand","real":0,"golden":0,"free":0,"price":n'
    b'ull,"short":[]}{"type":"HoleCardShown","card":"Th"}{"type":"CardDealt","to":"dealer","card":"Ts","face_down":false'
    b'}{"type":"CardDealt","to":"1","card":"Ts","face_down":false}{"type":"HandJudged","position":1,"line":"1","size":2,'
    b'"outcome":"lose","reason":"dealer-bust","returns":"0","bettors":1}{"type":"RoundSettled","staked":1000,"returned":'
    b'0,"golden_staked":0,"golden_returned":0,"jackpot_left":0}'
)


_OF_ROUND: Final = "SELECT number, body FROM events WHERE round = ? ORDER BY number"
_OF_ROUNDS: Final = "SELECT round, number, body FROM events WHERE round IN ?? ORDER BY round, number"


def events_in(engine: Engine, code: str) -> list[bytes]:
    """A round's events as they were stored, packed meanwhile or not."""
    return [body for row in engine.rows(_OF_ROUND, code) for body in _bodies(*row)]


def _bodies(number: int, body: bytes | str) -> list[bytes]:
    """As they were sealed; SQLite keeps as text what somebody has written there by hand."""
    plain = body.encode() if isinstance(body, str) else bytes(body)
    return unpacked(plain) if number == PACKED else [plain]


def pack(bodies: Sequence[bytes]) -> bytes:
    packing = zlib.compressobj(6, zlib.DEFLATED, _WINDOW, zdict=_ALIKE)
    return _FORM + packing.compress(_encode(bodies)) + packing.flush()


def unpacked(body: bytes) -> list[bytes]:
    try:
        if body[:1] != _FORM:
            raise ValueError("another form")
        unpacking = zlib.decompressobj(_WINDOW, zdict=_ALIKE)
        plain = unpacking.decompress(body[1:]) + unpacking.flush()
        if not unpacking.eof or unpacking.unused_data:
            raise ValueError("cut off, or something behind it")
        return _decode(plain)
    except (zlib.error, msgspec.MsgspecError, ValueError) as error:
        raise StoreFault(CORRUPT, f"its packed events cannot be read: {error}") from error


def pack_step(engine: Engine) -> bool:
    """The next rounds that are over. False: there are none."""
    ended = next_ended(engine, "packed", load_head(engine).number)
    if ended is None:
        return False
    found: dict[str, list[bytes]] = defaultdict(list)
    for code, *row in engine.rows(_OF_ROUNDS, ended.codes):
        found[code] += _bodies(*row)
    packed = {code: bodies for code, bodies in found.items() if sum(map(len, bodies)) <= MOST_BYTES}
    engine.run("DELETE FROM events WHERE round IN ??", list(packed))
    engine.insert(EVENTS, [(code, PACKED, pack(bodies)) for code, bodies in packed.items()])
    set_done(engine, "packed", ended.until)
    return True


def pack_rounds(ledger: Ledger) -> None:
    """All that are over, step by step."""
    while ledger.keep(pack_step):
        pass
