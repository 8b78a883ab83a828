"""What one person may see of a round: decided here, in the core, and nowhere else.

Nothing of the hole card survives a view before it is shown; of the undealt shoe a round knows
nothing in the first place.
"""

from __future__ import annotations

import msgspec

from ventuno.cards import NOTHING, Total
from ventuno.play.hands import Hand, Line
from ventuno.play.round import Phase, Round


class LineView(msgspec.Struct, frozen=True):
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
    lines: tuple[LineView, ...]
    hands: tuple[HandView, ...]
    returned: int | None = None  # the viewer's, when the round is over


FACE_DOWN = "??"


def view(round_: Round, viewer: str | None = None) -> RoundView:
    """The round as `viewer` sees it; without one, as somebody who only watches."""
    return RoundView(
        phase=round_.phase,
        dealer=_dealer_cards(round_),
        dealer_total=str(_dealer_total(round_)),
        lines=tuple(
            LineView(line.key, _texts(line, len(line.cards)), str(line.totals[-1]))
            for position in round_.positions.values()
            for line in position.lines.values()
        ),
        hands=tuple(_hands(round_, viewer)) if viewer else (),
        returned=_returned(round_, viewer) if viewer and round_.phase is Phase.OVER else None,
    )


def _dealer_cards(round_: Round) -> tuple[str, ...]:
    shown = _texts(round_.dealer, len(round_.dealer.cards))
    return shown if round_.hole_card_shown else (*shown[:1], *(FACE_DOWN for _ in shown[1:]))


def _dealer_total(round_: Round) -> Total:
    """Of the cards that can be seen."""
    cards = round_.dealer.totals
    return cards[-1] if round_.hole_card_shown else cards[min(1, len(cards) - 1)]


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
    total = line.totals[hand.size] if hand.size else line.totals[-1] if line.cards else NOTHING
    original = position.original[row]
    return HandView(
        position=number,
        line=hand.line,
        cards=_texts(line, hand.size or len(line.cards)),
        total=str(total),
        status=hand.status.name.lower(),
        stake=original * hand.real,
        free=original * hand.free,
        options=tuple(round_.legal(number, position.bets[row].bettor, hand.line)),
    )


def _returned(round_: Round, viewer: str) -> int:
    """Everything that came back to the viewer."""
    settlement = round_.settlement
    assert settlement is not None
    total = 0
    for number, position in round_.positions.items():
        if viewer in position.row:
            insurance = settlement.insurance(number, viewer)
            total += sum(hand.returned for hand in settlement.hands(number, viewer))
            total += sum(side.returned for side in settlement.side_bets(number, viewer))
            total += insurance.returned if insurance else 0
    return total
