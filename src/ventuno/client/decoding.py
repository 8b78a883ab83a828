"""Frames into messages.

A house sends the same bytes to everybody at a table. Where many clients share a process (bots, tests),
each such frame is decoded once: the last few are remembered.
"""

from __future__ import annotations

from typing import Final

import msgspec

from ventuno.protocol.messages import AnyMessage, Happened, MyHands

REMEMBERED: Final = 64
_decode = msgspec.json.Decoder(AnyMessage).decode
_recent: dict[bytes | str, AnyMessage] = {}


def decode(frame: bytes | str) -> AnyMessage:
    known = _recent.get(frame)
    if known is not None:
        return known
    message: AnyMessage = _decode(frame)
    if isinstance(message, Happened | MyHands):  # frozen, and the same for many
        if len(_recent) >= REMEMBERED:
            del _recent[next(iter(_recent))]
        _recent[frame] = message
    return message
