"""A round as it lies before one person, made of what `sight` lets them see."""

from __future__ import annotations

import msgspec

from ventuno.cards import total
from ventuno.play.events import DealtCard
from ventuno.play.hands import DEALER, Hand, Line
from ventuno.play.round import Phase, Round
from ventuno.play.sight import EVERYBODY, story


class LineSeen(msgspec.Struct, frozen=True):
    key: str
    cards: tuple[str, ...]
    total: str


class HandView(msgspec.Struct, frozen=True):
    """A hand of the viewer's, or (of everybody's) of the position's first bettor."""

    position: int
    line: str
    cards: tuple[str, ...]
    total: str
    status: str
    stake: int
    free: int
    options: tuple[str, ...] = ()


class RoundView(msgspec.Struct, frozen=True):
    phase: str
    dealer: tuple[str, ...]  # `??` where a card lies face down
    dealer_total: str
    lines: tuple[LineSeen, ...]
    hands: tuple[HandView, ...]
    returned: int | None = None  # the viewer's, when the round is over


FACE_DOWN = "??"


def view(round_: Round, viewer: str | None = None) -> RoundView:
    """The round as `viewer` sees it; without one, as somebody who only watches."""
    told = story(round_.events, EVERYBODY)
    dealer = [event.card for event in told if isinstance(event, DealtCard) and event.to == DEALER]
    return RoundView(
        phase=round_.phase,
        dealer=tuple(card.text if card else FACE_DOWN for card in dealer),
        dealer_total=str(total(card for card in dealer if card)),
        lines=tuple(
            LineSeen(key, _texts(line, len(line.cards)), str(line.totals[-1]))
            for position in round_.positions.values()
            for key, line in position.lines.items()
        ),
        hands=tuple(_hands(round_, viewer)) if viewer else (),
        returned=_returned(round_, viewer) if viewer and round_.phase is Phase.OVER else None,
    )


def _texts(line: Line, size: int) -> tuple[str, ...]:
    return tuple(card.text for card in line.cards[:size])


def _hands(round_: Round, viewer: str) -> list[HandView]:
    return [
        _hand_view(round_, position.number, row, hand)
        for position in round_.positions.values()
        if (row := position.row.get(viewer)) is not None
        for hand in position.path(row)
    ]


def _hand_view(round_: Round, number: int, row: int, hand: Hand) -> HandView:
    position = round_.positions[number]
    line = position.lines[hand.line]
    original = position.original[row]
    return HandView(
        position=number,
        line=hand.line,
        cards=_texts(line, hand.size or len(line.cards)),
        total=str(line.totals[hand.size or -1]),
        status=hand.status.name.lower(),
        stake=original * hand.real,
        free=original * hand.free,
        options=tuple(round_.legal(number, position.bets[row].bettor, hand.line)),
    )


def _returned(round_: Round, viewer: str) -> int:
    """Everything that came back to the viewer."""
    settlement = round_.settlement
    assert settlement is not None
    returned = 0
    for number, position in round_.positions.items():
        if viewer in position.row:
            insurance = settlement.insurance(number, viewer)
            returned += sum(hand.returned for hand in settlement.hands(number, viewer))
            returned += sum(side.returned for side in settlement.side_bets(number, viewer))
            returned += insurance.returned if insurance else 0
    return returned
