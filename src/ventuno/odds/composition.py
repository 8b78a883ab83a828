"""What is left in a shoe: how many cards of each value, ace first, the tens together.

>>> full_shoe(8)
(32, 32, 32, 32, 32, 32, 32, 32, 32, 128)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from ventuno.cards import Card, text_of
from ventuno.refusal import RefusalRaised

VALUES: Final = 10  # A 2 3 4 5 6 7 8 9 and the tens
ACE: Final = 0  # a value's index is its points less one
TEN: Final = 9
VALUE_NAMES: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10")
UP_CARDS: Final = (1, 2, 3, 4, 5, 6, 7, 8, 9, 0)  # as charts print them: 2 to 10, then the ace

Composition = tuple[int, ...]

_MOST_POINTS_OF_A_HAND: Final = 30  # a hand asks for a card at 20 at most
_MOST_POINTS_OF_THE_DEALER: Final = 26


def full_shoe(decks: int) -> Composition:
    return (4 * decks,) * (VALUES - 1) + (16 * decks,)


def index_of(card: Card) -> int:
    return card.points - 1


def counts_of(some: Iterable[Card]) -> Composition:
    counts = Counter(card.points - 1 for card in some)
    return tuple(counts[value] for value in range(VALUES))


def checked(shoe: Iterable[int]) -> Composition:
    """A composition given by hand: ten counts, none below nought."""
    counts = tuple(shoe)
    if len(counts) != VALUES or any(count < 0 for count in counts):
        raise RefusalRaised(
            "odds/bad_shoe",
            f"a shoe is ten counts from 0 up (A, 2 to 9, the tens together), not {counts}",
            shoe=list(counts),
        )
    return counts


def without(shoe: Composition, gone: Iterable[Card]) -> Composition:
    """The shoe less some cards, by value only."""
    left = tuple(have - less for have, less in zip(shoe, counts_of(gone), strict=True))
    if min(left) < 0:
        short = VALUE_NAMES[left.index(min(left))]
        raise RefusalRaised(
            "odds/impossible_cards",
            f"these cards cannot all come from this shoe: there are not so many {short}s in it",
            value=short,
        )
    return left


def unseen(decks: int, known: Iterable[Card]) -> Composition:
    """What is left of so many decks once these cards are out; each card exists once a deck."""
    known = tuple(known)
    for card, count in Counter(known).items():
        if count > decks:
            raise RefusalRaised(
                "odds/impossible_cards",
                f"{text_of([card])} is there {count} times, but {decks} deck{'s' * (decks > 1)} "
                f"hold{'s' * (decks == 1)} it {decks} time{'s' * (decks > 1)}",
                card=card.text,
                copies=count,
                decks=decks,
            )
    return without(full_shoe(decks), known)


def must_last(shoe: Composition, hands: int) -> None:
    """Refuses a shoe that could run out within the round: no value would be exact.

    If every card lay on the table, so many hands and the dealer's could not hold more points.
    """
    points = sum(count * (value + 1) for value, count in enumerate(shoe))
    needed = _MOST_POINTS_OF_A_HAND * hands + _MOST_POINTS_OF_THE_DEALER
    if points <= needed:
        raise RefusalRaised(
            "odds/shoe_too_small",
            f"the {sum(shoe)} cards left count {points} points and could run out before the round ends; "
            f"{hands} hand{'s' * (hands > 1)} and the dealer need more than {needed}",
            cards=sum(shoe),
            points=points,
            needed=needed,
        )
