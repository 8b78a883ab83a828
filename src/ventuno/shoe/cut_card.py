"""A shoe dealt until the cut card shows, alone or alternating with another (S1)."""

from __future__ import annotations

from ventuno.cards import Card
from ventuno.shoe.pile import Pile, decks_of_cards
from ventuno.shoe.randomness import Randomness


class PileWithDiscards(Pile):
    """A pile that stays in use for many rounds, and knows which dealt cards are off the table."""

    __slots__ = ("_discards_from",)
    _discards_from: int  # the dealt cards from here on are discards; those before it lie on the table

    def gather(self) -> None:
        super().gather()
        self._discards_from = self.cards_left

    def clear_table(self) -> None:
        """The cards on the table become discards."""
        self._discards_from = self.cards_left

    def take_up_discards(self) -> None:
        """The discards are undealt again; the cards on the table stay where they are."""
        table, discards = self._cards[: self._discards_from], self._cards[self._discards_from :]
        self._cards = discards + table
        self.cards_left = len(discards)
        self._discards_from = len(self._cards)


class CutCardShoe:
    """When the cut card shows the round in play ends first; the next one begins with shuffled cards.

    Of two shoes, the one waiting is dealt then, and the spent one is shuffled meanwhile.
    """

    __slots__ = ("_behind_cut_card", "_cut_card_shown", "_in_use", "_pile", "_piles")

    def __init__(self, decks: int, randomness: Randomness, *, behind_cut_card: int, shoes: int = 1) -> None:
        cards = decks_of_cards(decks)
        if not 0 <= behind_cut_card < len(cards):
            raise ValueError(f"{behind_cut_card} cards cannot lie behind the cut card of {len(cards)}")
        if shoes < 1:
            raise ValueError(f"a table has at least one shoe, not {shoes}")
        self._behind_cut_card = behind_cut_card
        self._piles = [PileWithDiscards(cards, randomness) for _ in range(shoes)]
        self._use(0)

    @property
    def cards_left(self) -> int:
        return self._pile.cards_left

    @property
    def cut_card_shown(self) -> bool:
        """This round is the last one before a shuffle."""
        return self._cut_card_shown

    @property
    def shoe_in_use(self) -> int:
        """Which of the table's shoes is dealt: 0, or of two 0 and 1 in turn."""
        return self._in_use

    def begin_round(self) -> None:
        if self._cut_card_shown:
            self._pile.gather()
            self._use((self._in_use + 1) % len(self._piles))
        self._pile.clear_table()

    def draw(self) -> Card:
        card = self._not_empty().draw()
        self._look_for_cut_card()
        return card

    def take(self, card: Card) -> None:
        self._not_empty().take(card)
        self._look_for_cut_card()

    def _not_empty(self) -> Pile:
        """Many players can outlast the shoe. The round must be played to its end, and no card
        may be on the table twice: only what earlier rounds left can be dealt again."""
        if not self._pile.cards_left:
            self._pile.take_up_discards()
        return self._pile

    def _look_for_cut_card(self) -> None:
        if self._pile.cards_left <= self._behind_cut_card:
            self._cut_card_shown = True

    def _use(self, shoe: int) -> None:
        self._in_use = shoe
        self._pile = self._piles[shoe]
        self._cut_card_shown = False

    def __repr__(self) -> str:
        return (
            f"CutCardShoe(shoes={len(self._piles)}, cards={len(self._pile)}, "
            f"cards_left={self.cards_left}, cut_card_shown={self._cut_card_shown})"
        )
