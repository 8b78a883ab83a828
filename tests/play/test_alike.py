"""T3: a grouping is a way to write things down shorter. Whoever decides with others has what they would have alone."""

from __future__ import annotations

import random
from collections.abc import Iterator

from hypothesis import given, settings, strategies as st

from tests.drive import MOST_STEPS
from tests.strategies import notations
from ventuno.cards import DECK
from ventuno.play import Action, Awaits, HandInTurn, Phase, PositionBet, Round, rebuild
from ventuno.play.events import to_json
from ventuno.play.judge import judge_side_bet
from ventuno.play.position import FEW
from ventuno.play.round import ALIKE
from ventuno.refusal import Refusal
from ventuno.variant import Variant, catalog, load

GAMES = sorted(catalog().variants)
PAIRS = "A8T"  # pairs, aces and blackjacks all the time
variants = st.one_of(st.sampled_from(GAMES), notations()).map(load)

Decision = tuple[Action, int]  # with so much of it paid in golden chips


def crowd(variant: Variant, chance: random.Random) -> list[PositionBet]:
    """Few different bets, so that many are alike: some with golden chips, some on several positions."""
    positions = range(1, chance.randint(1, 2) + 1)
    names = [f"p{number}" for number in range(chance.choice((2, 5, FEW + 8)))]
    return [
        PositionBet(
            position=position,
            bettor=name,
            main=(100 if golden else 200) * variant.stake_step,
            golden=100 * variant.stake_step if golden else 0,
            sides=side_bets(variant, chance),
            insurance=chance.random() < 0.5,
        )
        for position in positions
        for name in names
        if position == 1 or chance.random() < 0.5
        for golden in [variant.golden_chips is not None and chance.random() < 0.3]
    ]


def side_bets(variant: Variant, chance: random.Random) -> dict[str, int]:
    return {key: variant.fixed_stake(key) or 100 for key in variant.side_bets if chance.random() < 0.3}


def wishes(playing: Round, chance: random.Random) -> Iterator[tuple[HandInTurn, Decision]]:
    """What everybody who is asked wants now; those who want the same one after the other."""
    wanted = [(asked, wish(playing, asked, chance)) for asked in playing.asked()]
    yield from sorted(wanted, key=lambda one: (one[0].position, one[0].line, one[1]))


def wish(playing: Round, asked: HandInTurn, chance: random.Random) -> Decision:
    legal = list(playing.legal(*asked))
    if Action.STAND in legal and len(legal) > 1 and chance.random() < 0.5:
        legal.remove(Action.STAND)
    action = Action.SPLIT if Action.SPLIT in legal and chance.random() < 0.7 else chance.choice(legal)
    paid = action in (Action.SPLIT, Action.DOUBLE) and playing.variant.golden_chips is not None
    return action, playing.cost(asked.position, asked.bettor, action) if paid and chance.random() < 0.5 else 0


def act(playing: Round, asked: HandInTurn, decision: Decision) -> None:
    action, golden = decision
    price = 137 if action is Action.CASHBACK else None
    answer = playing.act(asked.position, asked.bettor, action, asked.line, price=price, golden=golden)
    assert not isinstance(answer, Refusal), answer


def play(alone: Round, grouped: Round, chance: random.Random) -> None:
    """The same cards and decisions for both: one by one, and all at once who want the same for the same line."""
    pack = [card for card in DECK if card.text[0] in PAIRS] * 8 if chance.random() < 0.7 else [*DECK] * 2
    for _ in range(MOST_STEPS):
        if alone.awaits is Awaits.NOTHING:
            return
        if alone.awaits is Awaits.CARD:
            card = chance.choice(pack)
            alone.deal(card)
            grouped.deal(card)
            continue
        together: dict[tuple[int, str, Action], list[str]] = {}
        insurance = alone.phase is Phase.INSURANCE
        for asked, decision in [*wishes(alone, chance)]:
            act(alone, asked, decision)
            if decision[0] in ALIKE and not insurance:
                together.setdefault((asked.position, asked.line, decision[0]), []).append(asked.bettor)
            else:
                decide_those_before(grouped, together)
                act(grouped, asked, decision)
        decide_those_before(grouped, together)
        assert grouped.awaits is alone.awaits
    raise AssertionError("the round does not end")


def decide_those_before(grouped: Round, together: dict[tuple[int, str, Action], list[str]]) -> None:
    for (position, line, action), bettors in together.items():
        assert grouped.act_alike(position, bettors, action, line) is None
    together.clear()


def paid(playing: Round) -> object:
    settlement = playing.settlement
    assert settlement
    return [
        (settlement.hands(*who), settlement.side_bets(*who), settlement.insurance(*who))
        for who in ((bet.position, bet.bettor) for bet in playing.bets)
    ]


@settings(max_examples=300)
@given(variants, st.integers(0, 2**32))
def test_a_crowd_that_decides_together_has_what_each_would_have_alone(variant: Variant, seed: int) -> None:
    chance = random.Random(seed)
    bets = crowd(variant, chance)
    alone, grouped = (Round(variant, bets, together=True) for _ in range(2))
    play(alone, grouped, chance)
    assert [*map(to_json, grouped.events)] == [*map(to_json, alone.events)]
    assert paid(grouped) == paid(alone)
    for number, place in grouped.positions.items():
        assert place.choices == alone.positions[number].choices
        assert place.golden == alone.positions[number].golden
    again = rebuild(variant, grouped.events)
    assert [*map(to_json, again.events)] == [*map(to_json, grouped.events)]
    assert paid(again) == paid(grouped)


@settings(max_examples=200)
@given(variants, st.integers(0, 2**32))
def test_what_is_paid_by_the_column_is_the_sum_of_what_each_has(variant: Variant, seed: int) -> None:
    chance = random.Random(seed)
    alone, grouped = (Round(variant, crowd(variant, random.Random(seed)), together=True) for _ in range(2))
    play(alone, grouped, chance)
    settlement = grouped.settlement
    assert settlement
    for number, place in settlement.positions.items():
        each = [sum(hand.returned for hand in settlement.hands(number, bet.bettor)) for bet in place.bets]
        assert settlement.returned(number).tolist() == each
        for key, column in place.sides.items():
            side = {bet.bettor: settlement.side_bets(number, bet.bettor) for bet in place.bets}
            each = [sum(one.returned for one in side[place.bets[row].bettor] if one.bet == key) for row in column.rows]
            assert settlement.side_returned(number, key).tolist() == each
            for path in place.paths_in_use():
                judged = judge_side_bet(variant, key, place.key, place.paths[path], place.lines, settlement.dealer)
                assert settlement._side_verdicts[number, key, path] == judged
        staked = [sum(one.stake + one.golden for one in settlement.hands(number, bet.bettor)) for bet in place.bets]
        assert settlement.staked(number).tolist() == staked
