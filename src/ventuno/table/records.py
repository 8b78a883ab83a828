"""What a table stores beside the events of play: enough to be taken up again where it was (E4).

They lie among a round's events under tags of their own, and `played` leaves them out; only a crowd's decisions,
which are stored as one record, it takes one by one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final, Union

import msgspec

from ventuno.cards import Card
from ventuno.play import events as happened
from ventuno.play.events import Event, plain
from ventuno.table.seats import SeatsRecord
from ventuno.table.slip import Change, SlipRecord


class Record(msgspec.Struct, frozen=True, omit_defaults=True, tag=lambda name: f"table/{name}"):
    """The base of all records of a table."""


class BetsChanged(Record, frozen=True):
    """A solo player's slip: with it UNDO goes on after a restart, and the same request does nothing twice (T1)."""

    player: int
    request: str
    change: Change


class BetsKept(Record, frozen=True):
    """A slip with golden chips, as the round began: the events of play know only what they are worth (K3)."""

    player: int
    slip: SlipRecord


class DecidedEarly(Record, frozen=True):
    """D2; an empty action takes it back."""

    player: int
    position: int
    line: str
    size: int  # with so many cards
    action: str = ""


class DecidedAlike(Record, frozen=True):
    """One decision of many at a shared position (T3): in a `Decided` each it would be 100,000 of them."""

    position: int
    line: str
    action: str
    players: tuple[int, ...]


class SeatsChanged(Record, frozen=True):
    """All seats, as they are from now on (A2, H3, H4)."""

    seats: SeatsRecord


class LimitsChosen(Record, frozen=True):
    """From the menu (B4)."""

    player: int
    level: str


AnyRecord = BetsChanged | BetsKept | DecidedEarly | DecidedAlike | SeatsChanged | LimitsChosen

_PREFIX: Final = b'{"type":"table/'
_ALIKE: Final = b'{"type":"table/DecidedAlike"'
_encode = msgspec.json.Encoder(enc_hook=plain).encode


def _kinds() -> list[type[Event]]:
    return [
        kind
        for kind in vars(happened).values()
        if isinstance(kind, type) and issubclass(kind, Event) and kind is not Event
    ]


def _from_text(kind: type, value: Any) -> Any:
    if kind is Card:
        return Card(value)
    raise TypeError(f"an event holds no {kind.__name__}")


_decode_event = msgspec.json.Decoder(Union[tuple(_kinds())], dec_hook=_from_text).decode  # noqa: UP007
_decode_record = msgspec.json.Decoder(AnyRecord).decode
_decode_alike = msgspec.json.Decoder(DecidedAlike).decode


def stored(event: Event | AnyRecord) -> bytes:
    """As `play.events.to_json` writes it."""
    return _encode(event)


def spelled_out(bodies: Iterable[bytes]) -> Iterator[bytes]:
    """What was stored, with every decision of a crowd as an event of play."""
    for body in bodies:
        if body.startswith(_ALIKE):
            yield from map(stored, _each(_decode_alike(body)))
        else:
            yield body


def played(bodies: Iterable[bytes]) -> list[Event]:
    """The events of play among what was stored: what `play.rebuild` takes."""
    events: list[Event] = []
    for body in bodies:
        if body.startswith(_ALIKE):
            events += _each(_decode_alike(body))
        elif not body.startswith(_PREFIX):
            events.append(_decode_event(body))
    return events


def _each(alike: DecidedAlike) -> Iterator[happened.Decided]:
    return (happened.Decided(alike.position, str(player), alike.line, alike.action) for player in alike.players)


def records(bodies: Iterable[bytes]) -> list[AnyRecord]:
    """Only the table's own."""
    own = (body for body in bodies if body.startswith(_PREFIX) and not body.startswith(_ALIKE))
    return [_decode_record(body) for body in own]
