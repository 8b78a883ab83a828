"""E4: a round that another process began goes on from a new shoe, without the cards that are on the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

import pytest
from hypothesis import given, strategies as st

from ventuno.cards import DECK, Card, cards, text_of
from ventuno.shoe import (
    CardMissing,
    ContinuousShuffler,
    CutCardShoe,
    FreshShoe,
    Randomness,
    Scripted,
    SeededRandomness,
    Shoe,
)
from ventuno.shoe.pile import Pile

Make = Callable[[int, Randomness], Shoe]


def cut_card(decks: int, randomness: Randomness) -> Shoe:
    return CutCardShoe(decks, randomness, behind_cut_card=20, shoes=2)


def scripted(decks: int, randomness: Randomness) -> Shoe:
    return Scripted(DECK * decks)


def burning(decks: int, randomness: Randomness) -> Shoe:
    return ContinuousShuffler(decks, randomness, burn=True)


every_shoe = pytest.mark.parametrize("make", [FreshShoe, ContinuousShuffler, cut_card, scripted])
ACE_OF_SPADES = cards("As")[0]


class Choices:
    """Gives the choices it is told, then noughts, and notes out of how many each was."""

    def __init__(self, told: list[int]) -> None:
        self.given: list[int] = []
        self.out_of: list[int] = []
        self._told = told

    def below(self, n: int, /) -> int:
        self.given.append(self._told[len(self.given)] if len(self.given) < len(self._told) else 0)
        self.out_of.append(n)
        return self.given[-1]


def every_run(play: Callable[[Randomness], str]) -> Iterator[tuple[str, float]]:
    """What comes of every possible run of choices, and how likely that run is."""
    told: list[int] | None = []
    while told is not None:
        choices = Choices(told)
        came = play(choices)
        likely = 1.0
        for out_of in choices.out_of:
            likely /= out_of
        yield came, likely
        told = next(
            (
                [*choices.given[:place], choices.given[place] + 1]
                for place in reversed(range(len(choices.given)))
                if choices.given[place] + 1 < choices.out_of[place]
            ),
            None,
        )


def likelihoods(play: Callable[[Randomness], str]) -> dict[str, float]:
    found: Counter[str] = Counter()
    for came, likely in every_run(play):
        found[came] += likely  # type: ignore[assignment]
    return {came: round(likely, 9) for came, likely in found.items()}


@every_shoe
@given(taken=st.lists(st.sampled_from(DECK), max_size=30, unique=True), seed=st.binary(min_size=1, max_size=4))
def test_what_was_taken_and_what_is_drawn_are_together_the_whole_shoe(
    make: Make, taken: list[Card], seed: bytes
) -> None:
    """S1: cards are conserved."""
    shoe = make(2, SeededRandomness(seed))
    shoe.begin_round()
    for card in taken:
        shoe.take(card)
    assert shoe.cards_left == 104 - len(taken)
    drawn = [shoe.draw() for _ in range(shoe.cards_left)]
    assert Counter([*taken, *drawn]) == dict.fromkeys(DECK, 2)


@every_shoe
def test_a_card_that_is_not_in_the_shoe_cannot_have_come_from_it(make: Make) -> None:
    shoe = make(2, SeededRandomness(1))
    shoe.begin_round()
    shoe.take(ACE_OF_SPADES)
    shoe.take(ACE_OF_SPADES)
    with pytest.raises(CardMissing, match="no As left") as missing:
        shoe.take(ACE_OF_SPADES)
    assert missing.value.refusal.code == "shoe/card_missing"
    assert shoe.cards_left == 102


def test_the_cards_that_are_left_stay_equally_likely() -> None:
    """S2: of five cards one is taken, and each of the 24 orders of the others comes with the same chance, exactly."""
    five = cards("As 2h 3d 4c 5s")

    def play(randomness: Randomness) -> str:
        pile = Pile(five, randomness)
        pile.take(five[2])
        return text_of([pile.draw() for _ in range(4)])

    found = likelihoods(play)
    assert len(found) == 24
    assert set(found.values()) == {round(1 / 24, 9)}


def test_a_card_on_the_table_was_not_the_burnt_one_and_every_other_may_have_been(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """S1, S2: two aces and two deuces; an ace was dealt, so of ace, deuce, deuce one is burnt and one drawn next."""
    monkeypatch.setattr("ventuno.shoe.continuous.decks_of_cards", lambda _: cards("As As 2h 2h"))

    def play(randomness: Randomness) -> str:
        shoe = burning(1, randomness)
        shoe.begin_round()
        shoe.take(ACE_OF_SPADES)
        return text_of([shoe.draw() for _ in range(shoe.cards_left)])

    third = round(1 / 3, 9)
    assert likelihoods(play) == {"As 2h": third, "2h As": third, "2h 2h": third}


@given(taken=st.lists(st.sampled_from(DECK), max_size=50, unique=True), seed=st.binary(min_size=1, max_size=4))
def test_with_a_burnt_card_one_card_stays_out_of_play(taken: list[Card], seed: bytes) -> None:
    """S1: all fifty-two but the burnt one are on the table or to be drawn, none twice."""
    shoe = burning(1, SeededRandomness(seed))
    shoe.begin_round()
    for card in taken:
        shoe.take(card)
    assert shoe.cards_left == 51 - len(taken)
    drawn = [shoe.draw() for _ in range(shoe.cards_left)]
    assert len({*taken, *drawn}) == len(taken) + len(drawn) == 51


def test_when_every_card_but_the_burnt_one_is_on_the_table_no_other_can_be() -> None:
    shoe = burning(1, SeededRandomness(1))
    shoe.begin_round()
    for card in DECK[:51]:
        shoe.take(card)
    with pytest.raises(CardMissing):
        shoe.take(DECK[51])
    assert shoe.cards_left == 0


def test_taken_cards_bring_the_cut_card_nearer() -> None:
    """S1: the round that goes on is the last one before a shuffle, as it was before the restart."""
    shoe = CutCardShoe(1, SeededRandomness(1), behind_cut_card=49)
    shoe.begin_round()
    shoe.take(DECK[0])
    shoe.take(DECK[1])
    assert not shoe.cut_card_shown
    shoe.take(DECK[2])
    assert shoe.cut_card_shown


def test_a_card_taken_from_a_script_is_the_next_such_card() -> None:
    shoe = Scripted(cards("As 2h As 3d"))
    shoe.take(ACE_OF_SPADES)
    assert text_of([shoe.draw() for _ in range(3)]) == "2h As 3d"
