"""Ranks, suits and cards, and their text form.

>>> Card("10d") is Card("Td"), Card("Td").points, str(Card("Td"))
(True, 10, 'Td')
>>> [str(card) for card in cards("As 8h, Kc")]
['As', '8h', 'Kc']
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple, NoReturn

RANKS: Final = "A23456789TJQK"
SUITS: Final = "shdc"
SUIT_SIGNS: Final = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
RED: Final = frozenset("hd")

ACE: Final = 1
TEN: Final = 10


class BadCard(ValueError):
    """A text that names no card."""

    def __init__(self, text: str) -> None:
        super().__init__(
            f"{text!r} is not a card: write a rank (A 2-9 T J Q K, 10 is accepted for T) "
            f"and a suit (s h d c), as in As or 10d"
        )


class Card:
    """One card. There are fifty-two of these objects, so `is` and `==` agree."""

    __slots__ = ("points", "rank", "suit", "text")
    rank: int  # 1 (ace) to 13 (king)
    suit: str  # one of SUITS
    points: int  # what it counts in a hand: 1 to 10, an ace 1
    text: str

    def __new__(cls, text: str) -> Card:
        card = _BY_TEXT.get(text) or _BY_TEXT.get(_tidy(text))
        if card is None:
            raise BadCard(text)
        return card

    @property
    def is_red(self) -> bool:
        return self.suit in RED

    @property
    def sign(self) -> str:
        """For people: `10♦`."""
        return self.text[0].replace("T", "10") + SUIT_SIGNS[self.suit]

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Card({self.text!r})"

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("a card never changes")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError("a card never changes")

    def __reduce__(self) -> tuple[type[Card], tuple[str]]:
        return Card, (self.text,)  # copies and pickles are the same object again


def _tidy(text: str) -> str:
    """`10d`, `tD` and `T♦` are all Td."""
    text = text.strip().replace("10", "T")
    for suit, sign in SUIT_SIGNS.items():
        text = text.replace(sign, suit)
    return text[:1].upper() + text[1:].lower()


def _make(rank: int, suit: str) -> Card:
    card = object.__new__(Card)
    text = RANKS[rank - 1] + suit
    for name, value in (("rank", rank), ("suit", suit), ("points", min(rank, TEN)), ("text", text)):
        object.__setattr__(card, name, value)
    return card


DECK: Final[tuple[Card, ...]] = tuple(_make(rank, suit) for suit in SUITS for rank in range(1, 14))
_BY_TEXT: Final[dict[str, Card]] = {card.text: card for card in DECK}


def cards(text: str) -> tuple[Card, ...]:
    """The cards of a text, separated by blanks or commas."""
    return tuple(Card(word) for word in text.replace(",", " ").split())


def text_of(some: Iterable[Card]) -> str:
    """The text form that `cards` reads back."""
    return " ".join(card.text for card in some)


class Total(NamedTuple):
    """What a hand counts: the best total not over 21 where there is one."""

    points: int
    soft: bool  # an ace counts 11

    @property
    def bust(self) -> bool:
        return self.points > 21

    def plus(self, card: Card) -> Total:
        """The total with one more card. A hard hand with an ace can never turn soft again."""
        low = self.points - 10 if self.soft else self.points
        low += card.points
        if low <= 11 and (self.soft or card.rank == ACE):
            return Total(low + 10, True)
        return Total(low, False)

    def __str__(self) -> str:
        return f"{self.points - 10}/{self.points}" if self.soft and self.points < 21 else str(self.points)


NOTHING: Final = Total(0, False)


def total(some: Iterable[Card]) -> Total:
    """
    >>> total(cards("As 6d")), total(cards("As 6d Tc"))
    (Total(points=17, soft=True), Total(points=17, soft=False))
    """
    counted = NOTHING
    for card in some:
        counted = counted.plus(card)
    return counted


def is_natural(some: tuple[Card, ...] | list[Card]) -> bool:
    """An ace and a ten in two cards. Whether the hand comes from a split is the caller's to know."""
    return len(some) == 2 and {some[0].points, some[1].points} == {ACE, TEN}
