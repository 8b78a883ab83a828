"""What a hostile client may send: requests from the protocol's own types; spoilt values, bytes and frames."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
from msgspec import inspect

from ventuno.protocol.commands import AnyCommand

COMMANDS = get_args(AnyCommand)
NAME = "@@@@@@@@"
TABLES = ("all-bets", "cashback", "classic-free-bet", "free-chip", "infinite", "nowhere", "")
SPOTS = (
    "1/main",
    "2/main",
    "7/main",
    "1/21+3",
    "1/progressive",
    "9/main",
    "main",
    "1/",
    "1/nothing",
    "0/main",
    "1/main/1",
)
ACTIONS = ("hit", "stand", "double", "split", "free-double", "cashback", "surrender", "insure", "", "win")
LINES = ("1", "2", "1a", "1b", "dealer", "0")
KNOWN = {
    "spot": SPOTS,
    "action": ACTIONS,
    "line": LINES,
    "level": ("", "gold", "1"),
    "text": ("ciao", "\0", "<b>", "\u202e"),
}
ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats(allow_nan=False)
    | st.text(max_size=20)
    | st.sampled_from(["1/main", "hit", "NaN", "__class__", "../../etc/passwd", "'; DROP TABLE people; --"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


def of_type(kind: inspect.Type, name: str = "") -> SearchStrategy[Any]:
    """Values of a type, with what it says of them."""
    if name in KNOWN:
        return st.sampled_from(KNOWN[name])
    match kind:
        case inspect.Metadata(type=inner):
            return of_type(inner)
        case inspect.BoolType():
            return st.booleans()
        case inspect.IntType(ge=least, le=most):
            low, high = least if least is not None else -(2**40), most if most is not None else 2**40
            near = [value for value in (1, 2, 3, 100, 1000, 2500, low, high) if low <= value <= high]
            return st.sampled_from(near) | st.integers(low, high)
        case inspect.StrType(min_length=least, max_length=most):
            return st.text(min_size=least or 0, max_size=min(most or 20, 20))
        case inspect.LiteralType(values=values):
            return st.sampled_from(values)
        case inspect.NoneType():
            return st.none()
        case inspect.DictType(key_type=key, value_type=value):
            return st.dictionaries(of_type(key).map(str), of_type(value), max_size=2)
        case inspect.UnionType(types=types):
            return st.one_of([of_type(one) for one in types])
    raise TypeError(f"no values for {kind}")


def commands(which: type) -> SearchStrategy[dict[str, Any]]:
    """As the types have them: well-formed, sensible or not."""
    found = inspect.type_info(which)
    assert isinstance(found, inspect.StructType)
    fields = {field.encode_name: of_type(field.type, field.name) for field in found.fields}
    required = {field.encode_name for field in found.fields if field.required}
    chosen = st.fixed_dictionaries(
        {name: fields[name] for name in required},
        optional={name: fields[name] for name in fields if name not in required},
    )
    return chosen.map(lambda values: {"type": which.__name__, **values})


well_formed = st.one_of([commands(which) for which in COMMANDS])


@st.composite
def spoilt(draw: Any) -> dict[str, Any]:
    """One thing is wrong: a value, a field too many, a field too few, a type that is none."""
    command = dict(draw(well_formed))
    name = draw(st.sampled_from([*command, "by", "player", "currency"]))
    if draw(st.booleans()):
        command.pop(name, None)
    else:
        command[name] = draw(ANYTHING)
    return command


@st.composite
def requests(draw: Any) -> bytes:
    """A whole message; its id is `NAME`, to be replaced by one that was not used before."""
    request: dict[str, Any] = {"id": NAME, "do": draw(well_formed | spoilt()), "table": draw(st.sampled_from(TABLES))}
    if draw(st.integers(0, 9)) == 0:
        request["round"] = draw(st.text(max_size=10))
    if draw(st.integers(0, 19)) == 0:
        request[draw(st.sampled_from(["by", "session", "player", "do", "table"]))] = draw(ANYTHING)
    return msgspec.json.encode(request)


@st.composite
def spoilt_bytes(draw: Any) -> bytes:
    """A message with a few bytes changed, gone, doubled or new; text still, for the frame says so."""
    data = bytearray(draw(requests()))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, max(len(data) - 1, 0)))
        match draw(st.sampled_from(["change", "remove", "double", "insert", "cut"])):
            case "change" if data:
                data[at] = draw(st.integers(0, 127))
            case "remove":
                del data[at : at + draw(st.integers(1, 8))]
            case "double":
                data[at:at] = data[at : at + draw(st.integers(1, 40))]
            case "insert":
                data[at:at] = draw(
                    st.sampled_from([b"[" * 600, b'{"a":' * 300, b"\\ud800", b"1e999", b"\0", b'"id":"x",'])
                )
            case "cut":
                del data[at:]
    return bytes(data)


INSERTED = (b"[" * 600, b'{"a":' * 300, b"\\ud800", b"1e999", b"\0", b'"id":"x",')
HOSTILE = (
    b"",
    b"null",
    b"[]",
    b"{}",
    b'"Ping"',
    b"-0",
    b"NaN",
    b"[" * 16_000,
    b'{"do":' * 2_500,
    b'{"id":"x","do":{"type":"Ping","sent_ms":1e400}}',
    b'{"id":"x","do":{"type":"Ping","sent_ms":' + b"9" * 5000 + b"}}",
    b'{"id":"' + b"x" * 65 + b'","do":{"type":"Undo"},"table":"free-chip"}',
    b'{"id":"","do":{"type":"Undo"},"table":"free-chip"}',
    b'{"id":1,"do":{"type":"Undo"},"table":"free-chip"}',
    b'{"id":"a","id":"b","do":{"type":"Undo"},"table":"free-chip"}',
    b'{"id":"x","do":{"type":"Say","text":"' + b"x" * 15_000 + b'"},"table":"infinite"}',
    b'{"id":"x","do":{"type":"Bet","spot":"1/main","amount_minor":-1000},"table":"free-chip"}',
    b'{"id":"x","do":{"type":"Bet","spot":"1/main","amount_minor":1e3},"table":"free-chip"}',
    b'{"id":"x","do":{"type":"Bet","spot":"1/main","amount_minor":"1000"},"table":"free-chip"}',
    b'{"id":"x","do":{"type":"Bet","spot":"1/main","amount_minor":99999999999999999999},"table":"free-chip"}',
    b'{"id":"x","do":{"type":"Bet","spot":"1/main","golden":{"500":-1}},"table":"cashback"}',
    b'{"id":"x","do":{"type":"Request"},"table":"free-chip"}',
)


# -- frames -------------------------------------------------------------------------------------


def masked(payload: bytes, opcode: int = 1, final: bool = True, mask: bytes = b"\1\2\3\4") -> bytes:
    """A frame as a client sends it."""
    head = bytes([(0x80 if final else 0) | opcode])
    size = len(payload)
    wide = bytes([0x80 | size]) if size < 126 else bytes([0xFE]) + size.to_bytes(2, "big")
    if size >= 65536:
        wide = bytes([0xFF]) + size.to_bytes(8, "big")
    return head + wide + mask + bytes(byte ^ mask[at % 4] for at, byte in enumerate(payload))


PAYLOADS = (b"x" * 130, b"x" * 17_000, b"\xff\xfe", b"")


@st.composite
def frames(draw: Any) -> bytes:
    """Bytes on an open WebSocket: whole frames, spoilt frames, anything."""
    parts = []
    for _ in range(draw(st.integers(1, 4))):
        payload = draw(st.binary(max_size=200) | requests() | st.sampled_from([b"x" * 130, b"x" * 17_000, b"\xff\xfe"]))
        opcode = draw(st.sampled_from([1, 1, 1, 0, 2, 8, 9, 10]) | st.integers(0, 15))
        frame = bytearray(masked(payload, opcode, draw(st.integers(0, 4)) > 0))
        if draw(st.integers(0, 3)) == 0:
            frame[draw(st.integers(0, min(13, len(frame) - 1)))] = draw(st.integers(0, 255))
        parts.append(bytes(frame))
    return b"".join(parts)
