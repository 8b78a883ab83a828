"""One decision at the table: what every legal action is worth, given every card seen.

>>> from ventuno.cards import Card, cards
>>> from ventuno.variant import load
>>> values = action_values(load("6D H17 DAS"), cards("8h 8d"), Card("6s"))
>>> max(values, key=values.get)
'split'
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

import numpy as np

from ventuno.arrays import Floats
from ventuno.cards import Card, text_of, total
from ventuno.money import round_down
from ventuno.odds.cells import by_composition
from ventuno.odds.composition import (
    ACE,
    TEN,
    Composition,
    counts_of,
    index_of,
    must_last,
    unseen,
)
from ventuno.odds.hands import AS_DEALT, HandSet, states_of
from ventuno.odds.joint import answer_each_other, fates_of
from ventuno.odds.prepared import (
    FREE_PLANE,
    MOST_ROUNDS,
    REAL_PLANE,
    Layout,
    Prepared,
    empty_valued,
    evaluate,
    hand_sets_of_pair,
    lay_out,
    no_bonus,
    prepare,
    weigh,
)
from ventuno.odds.roots import Openings, find_openings, second_card_chances
from ventuno.odds.rules import NO_DOUBLE, SPLIT, UNSPLIT, NumericRules, read
from ventuno.odds.splits import ALWAYS, NEVER, ON_EQUAL_BETS, ON_FREE_CHIPS, Again, weights
from ventuno.odds.strategy import Action
from ventuno.odds.values import DECIDES, ROUND_ONCE, DecisionCells, Valued
from ventuno.refusal import RefusalRaised
from ventuno.variant.model import Variant


@dataclass(frozen=True, slots=True)
class Moment:
    """What surrounds the hand.

    `hands`: how many the starting hand has become; of a split hand the first card is the split one.
    `free_chip`: it rides on one. `looked`: whether the dealer has looked and found no blackjack; not
    said, where the variant looks, unless the hand may still be surrendered early. `answers`: whether
    an unseen blackjack that takes one original bet would take it from this hand; of the hands of a
    split only one answers for it.
    """

    hands: int = 1
    free_chip: bool = False
    looked: bool | None = None
    answers: bool = True


AS_THE_ROUND_BEGINS = Moment()
_NATURAL: Composition = (1, 0, 0, 0, 0, 0, 0, 0, 0, 1)


@dataclass(frozen=True, slots=True)
class _Query:
    rules: NumericRules
    shoe: Composition  # still holding the hand and the up card
    hand: Composition
    up: int
    moment: Moment
    split_from: int  # the pair the hand is one half of: its first card is the one that was split

    @property
    def split(self) -> bool:
        return self.moment.hands > 1

    @property
    def may_surrender(self) -> bool:
        return not self.split and sum(self.hand) == 2 and self.rules.hand.surrender != "none"

    @property
    def looked(self) -> bool:
        if self.moment.looked is not None:
            return self.moment.looked
        early = self.may_surrender and self.rules.hand.surrender == "early"
        return bool(self.rules.looks[self.up]) and not early


def action_values(
    variant: Variant,
    hand: Sequence[Card],
    up_card: Card,
    seen: Iterable[Card] = (),
    moment: Moment = AS_THE_ROUND_BEGINS,
) -> dict[Action, float]:
    """The value of each legal action, then best play, in units of the initial bet.

    `seen` are all other cards known to be out. A hand that is not asked (a natural, 21, the one card
    of a split ace) has the one action `stand`.
    """
    return _values(_query(variant, hand, up_card, seen, moment), only_best=False)


def _values(query: _Query, only_best: bool) -> dict[Action, float]:
    """All legal actions; where only the best counts, one that cannot be it may be too low."""
    if not query.split and query.hand == _NATURAL:
        return {"stand": _natural(query)}
    pair = _pair(query)
    laid = _laid(query.rules, query.hand, query.split_from, query.moment.answers, pair)
    prepared = prepare(query.rules, laid.layout, query.shoe, query.up)
    values, asked = _plays(query, laid, prepared)
    if query.may_surrender and asked:
        values["surrender"] = _surrender(query)
    if pair is not None:
        to_beat = max(values.values()) if only_best else None
        values["split"] = _split(query, pair, laid, prepared, to_beat)
    return values


def best_value(
    variant: Variant,
    hand: Sequence[Card],
    up_card: Card,
    seen: Iterable[Card] = (),
    moment: Moment = AS_THE_ROUND_BEGINS,
) -> float:
    """What the hand is worth played for the best."""
    return max(_values(_query(variant, hand, up_card, seen, moment), only_best=True).values())


def cashback_offer(
    variant: Variant,
    stake: int,
    hand: Sequence[Card],
    up_card: Card,
    seen: Iterable[Card] = (),
    moment: Moment = AS_THE_ROUND_BEGINS,
) -> int | None:
    """What ending the hand now pays, in minor units (K1); None where there is no offer.

    None on a blackjack, a 21, a bust, split aces. Whether the hand was doubled or rides on golden chips is
    the caller's to know.
    """
    if variant.cashback is None:
        raise RefusalRaised("odds/no_cashback", f"{variant.name} makes no cashback offers", variant=variant.key)
    split_aces = moment.hands > 1 and hand[0].points == 1
    if total(hand).points >= 21 or split_aces:
        return None
    value = Fraction(best_value(variant, hand, up_card, seen, moment))
    return max(round_down(stake * (1 + value) * (1 - variant.cashback.margin)), 0)


def insurance_value(variant: Variant, hand: Sequence[Card], up_card: Card, seen: Iterable[Card] = ()) -> Fraction:
    """What a unit of insurance is worth, exactly."""
    if variant.hand.insurance is None or up_card.points != 1:
        raise RefusalRaised("odds/no_insurance", "insurance is offered against an ace, where the variant has it at all")
    left = unseen(variant.shoe.decks, (*hand, up_card, *seen))
    if sum(left) == 0:
        raise RefusalRaised("odds/shoe_too_small", "no card is left for the dealer")
    return Fraction(left[TEN], sum(left)) * variant.hand.insurance.returns - 1


def _query(variant: Variant, hand: Sequence[Card], up_card: Card, seen: Iterable[Card], moment: Moment) -> _Query:
    rules = read(variant)
    points = total(hand).points
    if len(hand) < 2 or points > 21 or len(hand) > rules.charlie or moment.hands > rules.hands:
        raise RefusalRaised(
            "odds/no_decision",
            f"{text_of(hand) or 'no card'} is not a hand that anybody plays here: it has two cards or more, "
            f"is not over 21, and after splits there are at most {rules.hands} hands",
            hand=text_of(hand),
        )
    left = unseen(variant.shoe.decks, (*hand, up_card, *seen))
    counts = counts_of(hand)
    up = index_of(up_card)
    must_last(left, rules.hands if _splittable(rules, counts, moment) else 1)
    shoe = tuple(have + held + (value == up) for value, (have, held) in enumerate(zip(left, counts, strict=True)))
    split_from = index_of(hand[0]) if moment.hands > 1 else AS_DEALT
    return _Query(rules, shoe, counts, up, moment, split_from)


def _splittable(rules: NumericRules, hand: Composition, moment: Moment) -> bool:
    if sum(hand) != 2 or max(hand) != 2 or moment.hands >= rules.hands:
        return False
    return moment.hands == 1 or hand[ACE] == 0 or rules.hand.resplit_aces


def _pair(query: _Query) -> int | None:
    return query.hand.index(2) if _splittable(query.rules, query.hand, query.moment) else None


def _hole(query: _Query) -> float:
    """The chance of a dealer's blackjack among the cards not seen."""
    if query.up not in (ACE, TEN):
        return 0.0
    hole = TEN if query.up == ACE else ACE
    left = query.shoe[hole] - query.hand[hole]
    return left / (sum(query.shoe) - sum(query.hand) - 1)


def _known(query: _Query, value: float, situation: int, answers: bool = True) -> float:
    """A value that leaves out what a blackjack costs the round, given what the player knows."""
    blackjack = _hole(query)
    if query.looked:
        return value / (1 - blackjack) if blackjack < 1 else 0.0
    once = query.rules.blackjack[situation, ROUND_ONCE, query.up] if answers else 0.0
    return float(value - once * blackjack)


def _natural(query: _Query) -> float:
    return query.rules.natural_pays * (1.0 if query.looked else 1 - _hole(query))


def _surrender(query: _Query) -> float:
    if query.rules.hand.surrender == "early" or query.looked:
        return -0.5
    return -0.5 - 0.5 * _hole(query)


@dataclass(frozen=True)
class _Laid:
    """The hand and all it can grow into, and after them the hands of its split."""

    layout: Layout
    at: int  # the hand itself
    hand_cells: DecisionCells
    split_cells: DecisionCells
    openings: Openings  # of the split


@lru_cache(maxsize=256)
def _laid(rules: NumericRules, hand: Composition, split_from: int, answers: bool, pair: int | None) -> _Laid:
    one_card = split_from != AS_DEALT and rules.one_card_each(split_from)
    most_cards = sum(hand) if one_card else min(rules.charlie, 21)
    own = HandSet(split_from, 0, hand, most_cards, apart=True)
    after = () if pair is None else tuple(hand_sets_of_pair(rules, pair))
    layout = lay_out(rules, (own, *after))
    states = layout.states
    count = len(states_of((own,)))
    settled_as = SPLIT if split_from != AS_DEALT and not answers else UNSPLIT
    situation = np.where(np.arange(len(states)) < count, settled_as, SPLIT)
    at = np.flatnonzero((states.gone[:count] == np.array(hand)).all(axis=1))[0]
    return _Laid(
        replace(layout, situation=situation),
        int(at),
        by_composition(states, np.arange(count)),
        by_composition(states, np.arange(count, len(states))),
        find_openings(layout, count),
    )


def _plays(query: _Query, laid: _Laid, prepared: Prepared) -> tuple[dict[Action, float], bool]:
    """Stand, hit and double, and whether the hand is asked at all."""
    plane = FREE_PLANE if query.moment.free_chip else REAL_PLANE
    play = evaluate(prepared, laid.hand_cells, plane, no_bonus(), empty_valued(prepared))
    at, up, layout = laid.at, query.up, laid.layout
    settled_as = int(layout.situation[at])
    answers = settled_as == UNSPLIT and not query.moment.free_chip
    values: dict[Action, float] = {"stand": _known(query, float(play.stand[at, up]), settled_as, answers)}
    if layout.kind[at] != DECIDES:
        return values, False
    values["hit"] = _known(query, float(play.hit[at, up]), settled_as, answers)
    if layout.double[at] != NO_DOUBLE:
        values["double"] = _known(query, float(play.doubled[at, up]), settled_as, answers)
    return values, True


def _split(query: _Query, pair: int, laid: _Laid, prepared: Prepared, to_beat: float | None) -> float:
    """The hands of the split together. A hand already split may grow to what is left of the limit."""
    most = query.rules.most_hands(pair) - query.moment.hands + 1
    answers = query.moment.answers and not query.moment.free_chip
    if laid.split_cells.single:
        value = _split_once(query, pair, laid, prepared, to_beat)
    else:
        value = _split_again(query, pair, laid, prepared, most)
    return _known(query, value, SPLIT, answers)


def _split_once(query: _Query, pair: int, laid: _Laid, prepared: Prepared, to_beat: float | None) -> float:
    """Where no hand may be split again, each is played by itself.

    What shared fate gives back is at most the chance of a blackjack: where that cannot lift the
    split above the value `to_beat`, it is not worked out.
    """
    cells, up = laid.split_cells, query.up
    answers = query.moment.answers and not query.moment.free_chip
    value = 0.0
    for plane, roots in _split_weights(query, prepared, laid.openings, pair, 2, ALWAYS).items():
        play = evaluate(prepared, cells, plane, no_bonus(), empty_valued(prepared))
        alone = value + float((roots[:, up] * play.value[:, up]).sum())
        within_reach = to_beat is None or _known(query, alone + _hole(query), SPLIT, answers) > to_beat
        if query.rules.shares_fate[up] and not query.looked and within_reach:
            fates = {(pair, up): fates_of(prepared, cells, pair, up)}
            value -= answer_each_other(prepared, cells, fates, play)[pair, up]
        value += float((roots[:, up] * play.value[:, up]).sum())
    return value


def _split_again(query: _Query, pair: int, laid: _Laid, prepared: Prepared, most: int) -> float:
    """The best of splitting again always or never: the hands are played for the best way, until both agree."""
    equal = query.moment.free_chip or not query.rules.splits_free(pair)
    ways = (ALWAYS,) if most <= 2 else ON_EQUAL_BETS if equal else ON_FREE_CHIPS
    counted = {way: _split_weights(query, prepared, laid.openings, pair, most, way) for way in ways}
    instead = counted.get(NEVER, counted[ALWAYS])
    plays = {plane: empty_valued(prepared) for plane in instead}
    best, value = ALWAYS, -np.inf
    for _ in range(MOST_ROUNDS):
        for plane, play in plays.items():
            weigh(prepared, laid.split_cells, plane, play, counted[best][plane], instead[plane])
        values = {way: _sum(roots, plays, query.up) for way, roots in counted.items()}
        now = max(values, key=lambda way: values[way])
        value = max(value, values[now])
        if now == best:
            break
        best = now
    return value


def _sum(roots: dict[int, Floats], plays: dict[int, Valued], up: int) -> float:
    return float(sum((roots[plane][:, up] * play.value[:, up]).sum() for plane, play in plays.items()))


def _split_weights(
    query: _Query, prepared: Prepared, openings: Openings, pair: int, most: int, again: Again
) -> dict[int, Floats]:
    """By plane, what each two-card hand after the split counts for."""
    up = query.up
    cards = sum(query.shoe) - 3
    weight = weights(query.shoe[pair] - 2 - (up == pair), cards, most, again)
    chance = second_card_chances(prepared, openings)[:, up]
    inside = openings.layer < weight.layers
    layer, second = openings.layer[inside], (openings.second == pair)[inside].astype(np.int64)
    first, others = prepared.zeros(), prepared.zeros()
    first[openings.split[inside], up] = (weight.first[layer, second]) * chance[inside]
    others[openings.split[inside], up] = (weight.others[layer, second]) * chance[inside]
    if query.moment.free_chip:
        return {FREE_PLANE: first + others}
    if query.rules.splits_free(pair):
        return {REAL_PLANE: first, FREE_PLANE: others}
    return {REAL_PLANE: first + others}
