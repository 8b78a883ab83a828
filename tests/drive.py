"""Plays rounds to the end: cards by where they go, decisions by whoever is asked."""

from __future__ import annotations

import random
from collections.abc import Callable

from ventuno.cards import DECK, Card
from ventuno.play import Action, Awaits, HandInTurn, Phase, Round, RoundEvent
from ventuno.refusal import Refusal

Source = Callable[[str], Card]
Choice = Callable[[Round, HandInTurn], Action]
MOST_STEPS = 10_000  # no round of a few players is longer


def drive(playing: Round, source: Source, choose: Choice, until: Phase = Phase.OVER) -> list[RoundEvent]:
    """Plays on until the phase is reached; returns what happened on the way."""
    told: list[RoundEvent] = []
    for _ in range(MOST_STEPS):
        if playing.phase is until or playing.awaits is Awaits.NOTHING:
            return told
        if playing.awaits is Awaits.CARD:
            told += playing.deal(source(playing.next_card_to or ""))
        else:
            told += decide(playing, next(playing.asked()), choose)
    raise AssertionError("the round does not end")


def decide(playing: Round, asked: HandInTurn, choose: Choice) -> tuple[RoundEvent, ...]:
    action = choose(playing, asked)
    price = 137 if action is Action.CASHBACK else None
    answer = playing.act(asked.position, asked.bettor, action, asked.line, price=price)
    assert not isinstance(answer, Refusal), answer
    return answer


def from_decks(decks: int, seed: int) -> Source:
    """A shuffled shoe; when it runs out (one deck, many hands) it is shuffled again."""
    chance = random.Random(seed)
    left: list[Card] = []

    def draw(_: str) -> Card:
        if not left:
            left.extend(DECK * decks)
            chance.shuffle(left)
        return left.pop()

    return draw


def by_chance(seed: int) -> Choice:
    """Any legal action; standing is made rarer so that hands grow."""
    chance = random.Random(seed)

    def choose(playing: Round, asked: HandInTurn) -> Action:
        legal = list(playing.legal(*asked))
        if len(legal) > 1 and Action.STAND in legal and chance.random() < 0.6:
            legal.remove(Action.STAND)
        return chance.choice(legal)

    return choose


def like(recorded: Round) -> Source:
    """The cards of another round, by where they went: whoever asks for a line's card gets its card."""
    dealt: dict[str, int] = {}

    def draw(to: str) -> Card:
        lines = {key: line for place in recorded.positions.values() for key, line in place.lines.items()}
        lines["dealer"] = recorded.dealer
        # The first card of a split line is its parent's and is not dealt again.
        count = dealt.setdefault(to, 1 if lines[to].was_split else 0)
        dealt[to] += 1
        return lines[to].cards[count]

    return draw
