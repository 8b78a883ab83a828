"""Cards and hands as lines of text. Nothing here knows a rule or a language."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from ventuno.cards import Card
from ventuno.cli.table.look import Look, padded, width_of
from ventuno.protocol.view import FACE_DOWN

GAP: Final = 3
USUAL_WIDTH: Final = 22
INDENT: Final = "  "
BACK: Final = "▒"


@dataclass(frozen=True, slots=True)
class Spot:
    """A place on the felt: the dealer's, or one of a hand."""

    title: str
    cards: tuple[str, ...]
    total: str
    note: str = ""
    chips: str = ""
    has_turn: bool = False


def felt(dealer: Spot, hands: Sequence[Spot], look: Look) -> str:
    """The dealer above the player; the first hand is the rightmost, as at a real table (D8)."""
    if not look.drawn:
        return "\n".join(_in_one_line(spot) for spot in (dealer, *hands))
    blocks = [_block(spot, look) for spot in hands]
    lines = [*_block(dealer, look), ""]
    for row in _rows(blocks, look.width):
        lines += [*_beside(row[::-1]), ""]
    return "\n".join(line.rstrip() for line in lines[:-1])


def _in_one_line(spot: Spot) -> str:
    turn = "> " if spot.has_turn else INDENT
    cards = " ".join(_sign(card) for card in spot.cards)
    after = [part for part in (spot.note, spot.chips) if part]
    return f"{turn}{spot.title}: {cards} ({spot.total})" + "".join(f", {part}" for part in after)


def _block(spot: Spot, look: Look) -> list[str]:
    title = look.styled(spot.title, "bold") if spot.has_turn else spot.title
    top, ranks, suits, bottom = _fan(spot.cards, look)
    return [
        f"{'▶ ' if spot.has_turn else INDENT}{title}",
        INDENT + top,
        f"{INDENT}{ranks}  {look.styled(spot.total, 'bold')}",
        f"{INDENT}{suits}  {spot.note}",
        INDENT + bottom,
        *([INDENT + spot.chips] if spot.chips else []),
    ]


def _fan(cards: Sequence[str], look: Look) -> tuple[str, str, str, str]:
    """Overlapping cards: of all but the last only the left edge shows."""
    faces = [_face(card, look) for card in cards]
    under = len(cards) - 1
    edge = look.styled(BACK, "blue") if cards[-1] == FACE_DOWN else " "
    return (
        "╭──" * under + "╭───╮",
        "│" + "│".join(rank for rank, _ in faces) + f"{edge}│",
        "│" + "│".join(suit for _, suit in faces) + f"{edge}│",
        "╰──" * under + "╰───╯",
    )


def _face(card: str, look: Look) -> tuple[str, str]:
    """The two columns of a card that are always seen: rank above suit."""
    if card == FACE_DOWN:
        back = look.styled(BACK * 2, "blue")
        return back, back
    sign = _sign(card)
    styles = ("red", "bold") if Card(card).is_red else ("bold",)
    return look.styled(f"{sign[:-1]:2}", *styles), look.styled(f"{sign[-1]:2}", *styles)


def _sign(card: str) -> str:
    return card if card == FACE_DOWN else Card(card).sign


def _rows(blocks: Sequence[list[str]], width: int) -> Iterator[list[list[str]]]:
    """As many hands in a row as the screen is wide."""
    row: list[list[str]] = []
    taken = 0
    for block in blocks:
        needed = _width(block) + GAP
        if row and taken + needed > width + GAP:
            yield row
            row, taken = [], 0
        row.append(block)
        taken += needed
    if row:
        yield row


def _beside(blocks: Sequence[list[str]]) -> list[str]:
    height = max(map(len, blocks))
    padded_blocks = [
        [padded(line, _width(block) + GAP) for line in (*block, *[""] * (height - len(block)))] for block in blocks
    ]
    return ["".join(parts) for parts in zip(*padded_blocks, strict=True)]


def _width(block: Sequence[str]) -> int:
    """Never less than a usual hand needs, so that the hands do not jump about when a note appears."""
    return max(USUAL_WIDTH, *map(width_of, block))
