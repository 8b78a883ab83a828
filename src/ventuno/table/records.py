"""What a table stores beside the events of play: enough to be taken up again where it was (E4).

They lie among a round's events under tags of their own, and `played` leaves them out; only a crowd's decisions,
which are stored as one record, it takes one by one, and a hole card that was sealed it takes for what it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final, Union

import msgspec

from ventuno.cards import Card
from ventuno.play import events as happened
from ventuno.play.events import RoundEvent, plain
from ventuno.play.hands import DEALER
from ventuno.table.port import Sealer
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


class Sealed(Record, frozen=True):
    """The hole card as it is dealt: who reads the store does not see it, nor guess it from a digest (decision 27).

    `HoleCardShown` tells it to everybody in the end, so a round that has ended is read without the key.
    """

    event: bytes


class SeatsChanged(Record, frozen=True):
    """All seats, as they are from now on (A2, H3, H4)."""

    seats: SeatsRecord


class LimitsChosen(Record, frozen=True):
    """From the menu (B4)."""

    player: int
    level: str


class RulesNamed(Record, frozen=True):
    """The digest of the rules a round is opened with, where it waits for its player before it begins (T1)."""

    digest: str


class DealAsked(Record, frozen=True):
    """DEAL was pressed (T1), alone or with the bets before it: it is dealt, whatever happens in between."""

    player: int
    request: str


class Answered(Record, frozen=True):
    """Whose decisions were stored together here, under which ids: asked again they are answered as they were."""

    who: tuple[tuple[int, str], ...]


AnyRecord = (
    RulesNamed
    | BetsChanged
    | BetsKept
    | DecidedEarly
    | DecidedAlike
    | Sealed
    | SeatsChanged
    | LimitsChosen
    | DealAsked
    | Answered
)
Opens = Callable[[bytes], bytes]

_PREFIX: Final = b'{"type":"table/'
_ALIKE: Final = b'{"type":"table/DecidedAlike"'
_SEALED: Final = b'{"type":"table/Sealed"'
_SHOWN: Final = b'{"type":"HoleCardShown"'
_NOT_KEPT: Final = (_ALIKE, _SEALED)  # they stand for events of play
FACE_DOWN: Final = happened.DealtCard(DEALER, None, face_down=True)
_encode = msgspec.json.Encoder(enc_hook=plain).encode


def _from_text(kind: type, value: Any) -> Any:
    if kind is Card:
        return Card(value)
    raise TypeError(f"an event holds no {kind.__name__}")


_decode_event = msgspec.json.Decoder(Union[tuple(RoundEvent.__subclasses__())], dec_hook=_from_text).decode  # noqa: UP007
_decode_record = msgspec.json.Decoder(AnyRecord).decode
_decode_alike = msgspec.json.Decoder(DecidedAlike).decode
_decode_sealed = msgspec.json.Decoder(Sealed).decode


def stored(event: RoundEvent | AnyRecord) -> bytes:
    """As `play.events.to_json` writes it."""
    return _encode(event)


def sealed(event: happened.DealtCard, code: str, sealer: Sealer) -> bytes:
    """A card that lies face down, as it is stored: of this round, and of no other."""
    return _encode(Sealed(sealer.seal(_encode(event), _place(code))))


def opens(sealer: Sealer, code: str) -> Opens:
    """For `played`, while the round is open."""
    return lambda event: sealer.open(event, _place(code))


def _place(code: str) -> str:
    return f"the hole card of {code}"


def spelled_out(bodies: Iterable[bytes]) -> Iterator[RoundEvent | AnyRecord]:
    """All that was stored, with every decision of a crowd as an event of play, and the hole card once it was shown."""
    stored_bodies = tuple(bodies)
    for body in stored_bodies:
        if body.startswith(_PREFIX) and not body.startswith(_NOT_KEPT):
            yield _decode_record(body)
        else:
            yield from _played(body, stored_bodies, None)


def played(bodies: Iterable[bytes], opens: Opens | None = None) -> list[RoundEvent]:
    """The events of play among what was stored: what `play.rebuild` takes.

    A hole card that was not shown yet lies face down in them, unless somebody `opens` it.
    """
    stored_bodies = tuple(bodies)
    return [event for body in stored_bodies for event in _played(body, stored_bodies, opens)]


def _played(body: bytes, bodies: Sequence[bytes], opens: Opens | None) -> Iterable[RoundEvent]:
    if body.startswith(_ALIKE):
        return _each(_decode_alike(body))
    if body.startswith(_SEALED):
        return (_hole_card(bodies) or _opened(body, opens),)
    return () if body.startswith(_PREFIX) else (_decode_event(body),)


def _hole_card(bodies: Sequence[bytes]) -> happened.DealtCard | None:
    """As it was shown in the end."""
    for body in reversed(bodies):
        if body.startswith(_SHOWN):
            shown = _decode_event(body)
            return happened.DealtCard(DEALER, shown.card, face_down=True)
    return None


def _opened(body: bytes, opens: Opens | None) -> RoundEvent:
    if opens is None:
        return FACE_DOWN
    event: RoundEvent = _decode_event(opens(_decode_sealed(body).event))
    return event


def _each(alike: DecidedAlike) -> Iterator[happened.HandDecided]:
    return (happened.HandDecided(alike.position, str(player), alike.line, alike.action) for player in alike.players)


def records(bodies: Iterable[bytes]) -> list[AnyRecord]:
    """Only the table's own."""
    own = (body for body in bodies if body.startswith(_PREFIX) and not body.startswith(_NOT_KEPT))
    return [_decode_record(body) for body in own]
