"""What a side bet may look at when it is judged, fact by fact.

At the table every fact is there. The odds and the simulator work with few of them at a time: they give
a bet a `Glimpse`, which holds exactly what they have gone through and nothing made up for the rest. A
bet that looks elsewhere is `NotShown` it, so no figure can rest on a card that nobody dealt.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product, takewhile
from typing import Any, Final, cast

from ventuno.cards import ACE, DECK, Card, is_natural, total

_SEVENTEEN: Final = 17
MOST_ACES: Final = 4

# Every fact, by the name of its attribute, as a sentence has it.
FACTS: Final = {
    "first_two": "the player's first two cards",
    "natural": "whether the player has a blackjack",
    "up_card": "the up card",
    "up_value": "the value of the up card",
    "hole_card": "the hole card",
    "dealer": "every card of the dealer's final hand",
    "dealer_busts": "whether the dealer busts",
    "dealer_count": "how many cards the dealer has in the end",
    "hand": "every card of the player's final hand",
    "unsplit_17": "whether the player's hand was never split and counts 17 in the end",
    "aces": "the aces in a row that the hand begins with",
    "was_split": "whether the hand comes from a split",
    "free_chips": "how many free chips were used",
}


@dataclass(frozen=True, slots=True)
class Seen:
    """The cards of one starting hand and of the dealer, as they are when the bet is judged."""

    first_two: tuple[Card, ...]
    dealer: tuple[Card, ...]  # the up card first, then the hole card, then what was drawn
    hand: tuple[Card, ...]  # the player's final hand; of several, the one being judged
    was_split: bool = False
    free_chips: int = 0  # used on this starting hand: free splits and free doubles

    @property
    def natural(self) -> bool:
        return is_natural(self.first_two)

    @property
    def up_card(self) -> Card:
        return self.dealer[0]

    @property
    def up_value(self) -> int:
        return self.dealer[0].points

    @property
    def hole_card(self) -> Card:
        return self.dealer[1]

    @property
    def dealer_busts(self) -> bool:
        return total(self.dealer).bust

    @property
    def dealer_count(self) -> int:
        return len(self.dealer)

    @property
    def unsplit_17(self) -> bool:
        return not self.was_split and total(self.hand).points == _SEVENTEEN

    @property
    def aces(self) -> tuple[Card, ...]:
        """At most four: no bet asks for more."""
        return tuple(takewhile(lambda card: card.rank == ACE, self.hand))[:MOST_ACES]


class NotShown(Exception):
    """A bet has looked at a fact that is not there."""

    def __init__(self, fact: str) -> None:
        super().__init__(f"{FACTS[fact]} cannot be seen here")
        self.fact = fact


class _Glimpse:
    """Holds some facts as attributes; Python asks `__getattr__` for the others only."""

    def __init__(self, facts: dict[str, Any]) -> None:
        self.__dict__.update(facts)

    def __getattr__(self, name: str) -> Any:
        raise NotShown(name) if name in FACTS else AttributeError(name)


def glimpse(**facts: Any) -> Seen:
    """These facts and no others; what follows from a card that is shown is shown too."""
    if "first_two" in facts:
        facts.setdefault("natural", is_natural(facts["first_two"]))
    if "up_card" in facts:
        facts.setdefault("up_value", facts["up_card"].points)
    return cast(Seen, _Glimpse(facts))


class _Watched:
    """Everything there is to see, and a note of what was looked at."""

    def __init__(self, seen: Seen, into: set[str]) -> None:
        self._seen = seen
        self._into = into

    def __getattr__(self, name: str) -> Any:
        self._into.add(name)
        return getattr(self._seen, name)


def looked_at(judge: Callable[[Seen], str | None]) -> frozenset[str]:
    """The facts that a judge has looked at over some hundred deals of all sorts."""
    found: set[str] = set()
    for seen in _deals():
        judge(cast(Seen, _Watched(seen, found)))
    return frozenset(found)


def _deals() -> Iterator[Seen]:
    """Pairs and strangers, naturals, long hands and short ones, split or not, against dealers who bust or stay."""
    for start, step in product(range(0, len(DECK), 3), (0, 1, 4, 13, 17)):
        deal = tuple(DECK[(start + step * place) % len(DECK)] for place in range(13))
        for mine, theirs in ((2, 2), (3, 3), (5, 7)):
            for was_split in (False, True):
                hand = deal[:mine] if was_split else (*deal[:2], *deal[9 : 7 + mine])
                yield Seen(deal[:2], deal[2 : 2 + theirs], hand, was_split, int(was_split))
