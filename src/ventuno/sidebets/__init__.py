"""Side bets: one small pure function each, from what it looks at to the name of an outcome.

Prices are the variant's; here is only what counts as what (spec/side-bets.md). `SIDE_BETS` has
every bet by its key, with its outcomes best first and the moment from which it can be judged.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

from ventuno.sidebets import dealer_bust, free_fortune, pairs, progressive, three_cards
from ventuno.sidebets.seen import Seen

__all__ = ["SIDE_BETS", "Seen", "SideBet"]

Needs = Literal["opening", "hole", "dealer", "hand"]


@dataclass(frozen=True, slots=True)
class SideBet:
    """What a bet looks at: the opening cards, the hole card too, the dealer's or the player's final hand."""

    key: str
    judge: Callable[[Seen], str | None]
    outcomes: tuple[str, ...]
    needs: Needs
    own_hand: bool = False  # looks at the player's final hand, so players of one position may differ
    per_hand: bool = False  # after a split, judged and paid for each hand apart

    def waits_for_dealer(self, natural: bool) -> bool:
        """Whether the dealer must draw to the end for this bet alone."""
        return self.needs == "dealer" and not (natural and "push" in self.outcomes)


_ALL = (
    SideBet("perfect-pairs", pairs.players_pair, pairs.PAIRS, "opening"),
    SideBet("player-pair", pairs.players_pair, pairs.PAIRS, "opening"),
    SideBet("dealer-pair", pairs.dealers_pair, pairs.PAIRS, "hole"),
    SideBet("any-pair", pairs.any_pair, pairs.ANY_PAIR, "opening"),
    SideBet("21+3", three_cards.twenty_one_plus_three, three_cards.TWENTY_ONE_PLUS_THREE, "opening"),
    SideBet("top-3", three_cards.top_three, three_cards.TOP_THREE, "opening"),
    SideBet("hot-3", three_cards.hot_three, three_cards.HOT_THREE, "opening"),
    SideBet("lucky-lucky", three_cards.lucky_lucky, three_cards.LUCKY_LUCKY, "opening"),
    SideBet("bust-it", dealer_bust.bust_it, dealer_bust.BUST_IT, "dealer"),
    SideBet("buster", dealer_bust.buster, dealer_bust.BUSTER, "dealer"),
    SideBet("busted-bonanza", dealer_bust.busted_bonanza, dealer_bust.BUSTED_BONANZA, "dealer", own_hand=True),
    SideBet("free-fortune", free_fortune.free_fortune, free_fortune.FREE_FORTUNE, "hand", own_hand=True),
    SideBet("progressive", progressive.progressive, progressive.PROGRESSIVE, "hand", own_hand=True, per_hand=True),
)
SIDE_BETS: Final[dict[str, SideBet]] = {bet.key: bet for bet in _ALL}
