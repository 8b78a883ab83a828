"""Side bets: one small pure function each, from what it looks at to the name of an outcome.

Prices are the variant's; here is only what counts as what (spec/side-bets.md). `SIDE_BETS` has
every bet by its key, with its outcomes best first and the facts it looks at, by which the odds and
the simulator know whether they can work it out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal

from ventuno.sidebets import dealer_bust, free_fortune, pairs, progressive, three_cards
from ventuno.sidebets.seen import FACTS, NotShown, Seen, glimpse, looked_at

__all__ = ["FACTS", "SIDE_BETS", "NotShown", "Seen", "SideBet", "glimpse"]

Needs = Literal["opening", "hole", "dealer", "hand"]

# What a bet looks at that says no more than when it is judged; a final hand has too many sides to guess.
_USUALLY: Final[dict[Needs, tuple[str, ...]]] = {
    "opening": ("first_two", "natural", "up_card", "up_value"),
    "hole": ("up_card", "up_value", "hole_card"),
    "dealer": ("natural", "up_value", "dealer_busts", "dealer_count"),
    "hand": (),
}
_OF_THE_DEALERS_HAND: Final = {"dealer", "dealer_busts", "dealer_count"}
_OF_ONES_OWN_HAND: Final = {"hand", "unsplit_17", "aces", "was_split", "free_chips"}


@dataclass(frozen=True)
class SideBet:
    """What a bet looks at: the opening cards, the hole card too, the dealer's or the player's final hand.

    `looks_at` names its facts (`FACTS`); left out, they are what bets that need so much look at. `alike`: no
    suit is named and no card comes first, so that suits may be exchanged, colour for colour, and the player's
    two cards too, and the outcome stays the same.
    """

    key: str
    judge: Callable[[Seen], str | None]
    outcomes: tuple[str, ...]
    needs: Needs
    own_hand: bool = False  # looks at the player's final hand, so players of one position may differ
    per_hand: bool = False  # after a split, judged and paid for each hand apart
    looks_at: frozenset[str] = frozenset()
    alike: bool = False

    def __post_init__(self) -> None:
        facts = self.looks_at or frozenset(_USUALLY[self.needs])
        object.__setattr__(self, "looks_at", facts)
        if unknown := facts - FACTS.keys():
            raise ValueError(f"{self.key} looks at {sorted(unknown)}; known are {', '.join(FACTS)}")
        if facts & _OF_THE_DEALERS_HAND and self.needs != "dealer":
            raise ValueError(f"{self.key} looks at the dealer's final hand, so it needs `dealer`, not `{self.needs}`")
        if facts & _OF_ONES_OWN_HAND and not self.own_hand:
            raise ValueError(f"{self.key} looks at the player's final hand: say own_hand")

    def waits_for_dealer(self, natural: bool) -> bool:
        """Whether the dealer must draw to the end for this bet alone."""
        return self.needs == "dealer" and not (natural and self._settled_by_a_natural)

    @cached_property
    def undeclared(self) -> tuple[str, ...]:
        """Facts that it looks at and does not name, as far as some hundred deals show."""
        more = looked_at(self.judge) - self.looks_at
        return tuple(fact for fact in FACTS if fact in more)

    @cached_property
    def _settled_by_a_natural(self) -> bool:
        """Whether the player's blackjack decides the bet, whatever else there is to look at."""
        try:
            self.judge(glimpse(natural=True))
        except NotShown:
            return False
        return True


def _facts(*names: str) -> frozenset[str]:
    return frozenset(names)


_MY_TWO = _facts("first_two")
_THREE = _facts("first_two", "up_card")
_BUST = _facts("natural", "dealer_busts", "dealer_count")
_BONANZA = _facts("dealer_busts", "up_value", "unsplit_17")
_ALL = (
    SideBet("perfect-pairs", pairs.players_pair, pairs.PAIRS, "opening", looks_at=_MY_TWO, alike=True),
    SideBet("player-pair", pairs.players_pair, pairs.PAIRS, "opening", looks_at=_MY_TWO, alike=True),
    SideBet("dealer-pair", pairs.dealers_pair, pairs.PAIRS, "hole", alike=True),
    SideBet("any-pair", pairs.any_pair, pairs.ANY_PAIR, "opening", looks_at=_MY_TWO, alike=True),
    SideBet(
        "21+3",
        three_cards.twenty_one_plus_three,
        three_cards.TWENTY_ONE_PLUS_THREE,
        "opening",
        looks_at=_THREE,
        alike=True,
    ),
    SideBet("top-3", three_cards.top_three, three_cards.TOP_THREE, "opening", looks_at=_THREE, alike=True),
    SideBet("hot-3", three_cards.hot_three, three_cards.HOT_THREE, "opening", looks_at=_THREE, alike=True),
    SideBet("lucky-lucky", three_cards.lucky_lucky, three_cards.LUCKY_LUCKY, "opening", looks_at=_THREE, alike=True),
    SideBet("bust-it", dealer_bust.bust_it, dealer_bust.BUST_IT, "dealer", looks_at=_BUST),
    SideBet("buster", dealer_bust.buster, dealer_bust.BUSTER, "dealer", looks_at=_BUST),
    SideBet(
        "busted-bonanza",
        dealer_bust.busted_bonanza,
        dealer_bust.BUSTED_BONANZA,
        "dealer",
        own_hand=True,
        looks_at=_BONANZA,
    ),
    SideBet(
        "free-fortune",
        free_fortune.free_fortune,
        free_fortune.FREE_FORTUNE,
        "hand",
        own_hand=True,
        looks_at=_facts("free_chips"),
    ),
    SideBet(
        "progressive",
        progressive.progressive,
        progressive.PROGRESSIVE,
        "hand",
        own_hand=True,
        per_hand=True,
        looks_at=_facts("aces"),
    ),
)
SIDE_BETS: Final[dict[str, SideBet]] = {bet.key: bet for bet in _ALL}
