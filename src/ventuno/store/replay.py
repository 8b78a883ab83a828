"""A stored round again: its events as `play` knows them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Union

import msgspec

from ventuno.cards import Card
from ventuno.play import events as happened
from ventuno.play.events import Event


def _kinds(base: type[Event]) -> list[type[Event]]:
    return [
        kind for kind in vars(happened).values() if isinstance(kind, type) and issubclass(kind, base) and kind != base
    ]


def _from_text(kind: type, value: Any) -> Any:
    if kind is Card:
        return Card(value)
    raise TypeError(f"an event holds no {kind.__name__}")


_decode = msgspec.json.Decoder(Union[tuple(_kinds(Event))], dec_hook=_from_text).decode  # noqa: UP007


def played(bodies: Iterable[bytes]) -> list[Event]:
    """The events that `ventuno.play.events.to_json` wrote, to be given to `ventuno.play.rebuild`.

    A table's own records lie among them under tags of their own; they are no part of the round.
    """
    return [_decode(body) for body in bodies if not body.startswith(b'{"type":"table/')]
