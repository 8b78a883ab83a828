"""RFC 6455, rule by rule, without a socket."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from ventuno.server.edge import frames
from ventuno.server.edge.frames import BadFrame, Frames, Received, close_code, close_frame, frame, unmasked

PART = Received(frames.PART, b"")  # a frame that makes nothing whole
MASK = b"\x12\x34\x56\x78"


def masked(
    payload: bytes, opcode: int = frames.TEXT, *, final: bool = True, bits: int = 0, mask: bytes = MASK
) -> bytes:
    first = bytes(((0x80 if final else 0) | bits | opcode,))
    size = len(payload)
    if size < 126:
        head = first + bytes((0x80 | size,))
    elif size < 65536:
        head = first + b"\xfe" + size.to_bytes(2, "big")
    else:
        head = first + b"\xff" + size.to_bytes(8, "big")
    return head + mask + unmasked(payload, mask)


def taken(*parts: bytes, most: int = frames.MOST_BYTES) -> list[Received]:
    reader, found = Frames(most), []
    for part in parts:
        reader.feed(part)
        while (received := reader.take()) is not None:
            found.append(received)
    return found


def code_of(*parts: bytes, most: int = frames.MOST_BYTES) -> int:
    with pytest.raises(BadFrame) as bad:
        taken(*parts, most=most)
    return bad.value.code


@given(st.binary(max_size=300), st.binary(min_size=4, max_size=4))
def test_a_mask_is_an_exclusive_or_byte_by_byte(payload: bytes, mask: bytes) -> None:
    assert unmasked(payload, mask) == bytes(byte ^ mask[at % 4] for at, byte in enumerate(payload))


@given(st.lists(st.text(max_size=200), max_size=5), st.integers(1, 50))
def test_messages_arrive_whole_however_the_bytes_are_cut(texts: list[str], step: int) -> None:
    data = b"".join(masked(text.encode()) for text in texts)
    pieces = [data[at : at + step] for at in range(0, len(data), step)]
    assert [received.payload.decode() for received in taken(*pieces)] == texts


@given(st.text(max_size=200), st.binary(max_size=20))
def test_one_text_and_nothing_else_is_known_at_once(text: str, more: bytes) -> None:
    data = masked(text.encode())
    usual = text.encode() if len(text.encode()) >= 2 else None
    assert Frames().only(data) == usual
    assert Frames().only(data + more) == (None if more else usual)
    assert Frames().only(data[:-1]) is None


@pytest.mark.parametrize("size", [2, 125, 126, 127, 5000])
def test_the_usual_text_takes_the_short_way_whatever_its_size(size: int) -> None:
    assert Frames().only(masked(b"a" * size)) == b"a" * size


@pytest.mark.parametrize(
    "data",
    [
        masked(b"abcd", frames.PING),
        masked(b"abcd", final=False),
        masked(b"abcd", bits=0x40),
        masked(b"abcd", frames.BINARY),
        b"\x81\x04abcdefgh",  # not masked
        b"\x81\xfe\x00\x04" + MASK + b"abcd",  # a size in more bytes than it needs
        masked(b"a" * 101),
    ],
)
def test_whatever_is_not_usual_takes_the_long_way(data: bytes) -> None:
    assert Frames(100).only(data) is None


def test_the_short_way_is_closed_in_the_middle_of_a_message() -> None:
    reader = Frames()
    reader.feed(masked(b"ab", final=False))
    assert reader.take() == PART
    assert reader.only(masked(b"cdef")) is None
    reader = Frames()
    reader.feed(masked(b"abcd")[:-1])
    assert reader.take() is None
    assert reader.only(masked(b"cdef")) is None


def test_on_the_short_way_text_is_utf_8_too() -> None:
    with pytest.raises(BadFrame) as bad:
        Frames().only(masked(b"ab\xff\xfe"))
    assert bad.value.code == frames.BAD_TEXT


@given(st.binary(max_size=400), st.integers(1, 60))
def test_no_bytes_at_all_do_more_than_end_the_connection(data: bytes, step: int) -> None:
    code = 0
    try:
        taken(*(data[at : at + step] for at in range(0, len(data), step)))
    except BadFrame as bad:
        code = bad.code
    assert code in (0, frames.PROTOCOL_ERROR, frames.NOT_TEXT, frames.BAD_TEXT, frames.TOO_BIG)


@pytest.mark.parametrize("size", [0, 125, 126, 65535, 65536])
def test_every_width_of_a_size_is_read_and_written(size: int) -> None:
    payload = b"x" * size
    assert taken(masked(payload), most=1 << 20) == [Received(frames.TEXT, payload)]
    sent = frame(payload)
    assert sent[0] == 0x81
    assert sent.endswith(payload)
    assert len(sent) == size + (2 if size < 126 else 4 if size < 65536 else 10)


def test_fragments_are_joined_and_control_frames_may_come_between() -> None:
    parts = (masked(b"he", final=False), masked(b"ping", frames.PING), masked(b"llo", 0))
    assert taken(*parts) == [PART, Received(frames.PING, b"ping"), Received(frames.TEXT, b"hello")]


def test_text_may_be_cut_in_the_middle_of_a_letter() -> None:
    text = "carta è"
    data = text.encode()
    assert taken(masked(data[:-1], final=False), masked(data[-1:], 0)) == [PART, Received(frames.TEXT, data)]


def test_a_message_has_so_many_fragments_and_no_more() -> None:
    begun = masked(b"", final=False) + masked(b"", 0, final=False) * (frames.MOST_PARTS - 2)
    assert taken(begun + masked(b"x", 0))[-1] == Received(frames.TEXT, b"x")
    assert code_of(begun + masked(b"", 0, final=False) + masked(b"x", 0)) == frames.TOO_BIG


@pytest.mark.parametrize("bits", [0x40, 0x20, 0x10])
def test_reserved_bits_are_refused(bits: int) -> None:
    assert code_of(masked(b"x", bits=bits)) == 1002


@pytest.mark.parametrize("opcode", [3, 7, 0xB, 0xF])
def test_unknown_kinds_are_refused(opcode: int) -> None:
    assert code_of(masked(b"x", opcode)) == 1002


def test_a_client_that_does_not_mask_is_refused() -> None:
    assert code_of(b"\x81\x01x") == 1002


def test_control_frames_are_short_and_whole() -> None:
    assert code_of(masked(b"x" * 126, frames.PING)) == 1002
    assert code_of(masked(b"x", frames.PING, final=False)) == 1002


def test_a_continuation_of_nothing_and_a_beginning_within_a_message_are_refused() -> None:
    assert code_of(masked(b"x", 0)) == 1002
    assert code_of(masked(b"x", final=False), masked(b"y")) == 1002
    assert code_of(masked(b"x", final=False), masked(b"y", final=False)) == 1002


def test_binary_messages_are_refused() -> None:
    assert code_of(masked(b"x", frames.BINARY)) == 1003
    assert code_of(masked(b"x", frames.BINARY, final=False)) == 1003


def test_text_that_is_not_utf_8_is_refused() -> None:
    assert code_of(masked(b"\xff\xfe")) == 1007
    assert code_of(masked(b"\xc3", final=False), masked(b"x", 0)) == 1007


def test_what_is_too_big_is_refused_before_it_arrives() -> None:
    head = masked(b"x" * 101)[:8]
    assert code_of(head, most=100) == 1009
    assert code_of(masked(b"x" * 60, final=False), masked(b"x" * 60, 0)[:6], most=100) == 1009
    assert taken(masked(b"x" * 100), most=100)


def test_a_size_is_written_in_the_fewest_bytes() -> None:
    assert code_of(b"\x81\xfe\x00\x7d") == 1002
    assert code_of(b"\x81\xff" + (65535).to_bytes(8, "big")) == 1002
    assert code_of(b"\x81\xff" + (1 << 63).to_bytes(8, "big")) == 1002


def test_codes_to_close_with() -> None:
    assert close_code(b"") == 1000
    assert close_code((4000).to_bytes(2, "big") + "perché".encode()) == 4000
    for payload in (b"\x03", *(code.to_bytes(2, "big") for code in (0, 999, 1004, 1005, 1006, 1015, 2999, 5000))):
        with pytest.raises(BadFrame) as bad:
            close_code(payload)
        assert bad.value.code == 1002
    with pytest.raises(BadFrame) as bad:
        close_code(b"\x03\xe8\xff")
    assert bad.value.code == 1007


def test_a_close_frame_is_a_short_control_frame() -> None:
    sent = close_frame(1001, "è" * 200)
    assert sent[0] == 0x88
    assert sent[1] <= 125
    assert len(sent) == sent[1] + 2
    sent[4:].decode()
