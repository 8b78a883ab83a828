"""What holds for every variant, every shoe and every legal play."""

from __future__ import annotations

import random

import pytest
from hypothesis import assume, given, settings, strategies as st

from tests.drive import by_chance, decide, drive, from_decks, like
from tests.strategies import notations
from ventuno.cards import DECK, Card
from ventuno.play import (
    EVERYBODY,
    HOUSE,
    Action,
    Awaits,
    HandInTurn,
    Phase,
    PositionBet,
    Round,
    Viewer,
    events as happened,
    rebuild,
    replay,
    transcript,
    view,
)
from ventuno.play.events import to_json
from ventuno.play.sight import story
from ventuno.variant import Variant, catalog, load

GAMES = sorted(catalog().variants)
variants = st.one_of(st.sampled_from(GAMES), notations()).map(load)
seeds = st.integers(0, 2**32)


def some_bets(variant: Variant, seed: int, together: bool) -> list[PositionBet]:
    """Bets on a random number of positions, with side bets, golden chips and bets behind where allowed."""
    chance = random.Random(seed)
    bets = []
    for position in range(1, chance.randint(1, max(3, variant.table.positions)) + 1):
        others = variant.table.bet_behind or together
        for number in range(chance.randint(1, 4) if others else 1):
            bets.append(one_bet(variant, chance, position, f"p{position}-{number}", bool(number) and not together))
    return bets


def one_bet(variant: Variant, chance: random.Random, position: int, bettor: str, behind: bool) -> PositionBet:
    golden = variant.golden_chips is not None and chance.random() < 0.3
    sides = {
        key: variant.fixed_stake(key) or chance.randint(1, 50) for key in variant.side_bets if chance.random() < 0.5
    }
    return PositionBet(
        position=position,
        bettor=bettor,
        main=chance.randint(0 if golden else 1, 99) * variant.stake_step,
        golden=chance.randint(1, 99) * variant.stake_step if golden else 0,
        sides={} if golden else sides,
        golden_sides=sides if golden else {},
        behind=behind,
        follow_double=chance.random() < 0.5,
        follow_split=chance.random() < 0.5,
        insurance=chance.random() < 0.8,
    )


def some_round(variant: Variant, seed: int, together: bool) -> Round:
    playing = Round(variant, some_bets(variant, seed, together), together=together)
    drive(playing, from_decks(variant.shoe.decks, seed), by_chance(seed))
    return playing


@given(variants, seeds, st.booleans())
def test_a_round_always_ends_with_every_stake_settled_once(variant: Variant, seed: int, together: bool) -> None:
    playing = some_round(variant, seed, together)
    assert playing.phase is Phase.OVER
    assert [type(event) for event in playing.events].count(happened.RoundSettled) == 1
    assert playing.settlement is not None
    for bet in playing.bets:
        path = playing.positions[bet.position].path(playing.positions[bet.position].row[bet.bettor])
        assert [hand.line for hand in playing.settlement.hands(bet.position, bet.bettor)] == [h.line for h in path]


@given(variants, seeds, st.booleans())
def test_money_is_conserved(variant: Variant, seed: int, together: bool) -> None:
    """What was placed, added and insured is what is settled, and the parts sum to the whole."""
    playing = some_round(variant, seed, together)
    settlement, last = playing.settlement, playing.events[-1]
    assert settlement is not None
    assert isinstance(last, happened.RoundSettled)
    placed = sum(bet.main + sum(bet.sides.values()) for bet in playing.bets)
    golden = sum(bet.golden + sum(bet.golden_sides.values()) for bet in playing.bets)
    added = sum(
        event.real if isinstance(event, happened.HandDecided | happened.Followed) else event.stake
        for event in playing.events
        if isinstance(event, happened.HandDecided | happened.Followed | happened.InsuranceDecided)
    )
    results = [
        result
        for bet in playing.bets
        for result in (
            *settlement.hands(bet.position, bet.bettor),
            *settlement.side_bets(bet.position, bet.bettor),
        )
    ]
    insured = [one for bet in playing.bets if (one := settlement.insurance(bet.position, bet.bettor))]
    assert last.staked == placed + added
    assert last.staked == sum(one.stake for one in results) + sum(one.stake for one in insured)
    assert last.returned == sum(one.returned for one in results) + sum(one.returned for one in insured)
    assert (last.golden_staked, last.golden_returned) == (
        sum(one.golden for one in results),
        sum(one.golden_returned for one in results),
    )
    assert last.golden_staked == golden
    assert all(one.returned >= 0 and 0 <= one.golden_returned <= one.golden for one in results)


@given(variants, seeds, st.booleans())
def test_a_replay_is_identical_to_the_byte(variant: Variant, seed: int, together: bool) -> None:
    playing = some_round(variant, seed, together)
    text = transcript(playing)
    again = replay(text)
    assert transcript(again) == text
    assert [to_json(event) for event in again.events] == [to_json(event) for event in playing.events]


@given(variants, seeds, st.booleans(), st.data())
def test_events_rebuild_the_round_wherever_it_broke_off(
    variant: Variant, seed: int, together: bool, data: st.DataObject
) -> None:
    """E4: after a restart the round goes on where it was."""
    playing = some_round(variant, seed, together)
    inputs = (happened.DealtCard, happened.HandDecided, happened.InsuranceDecided, happened.TimeRanOut)
    cuts = [n for n, event in enumerate(playing.events, 1) if isinstance(event, inputs)]
    cut = data.draw(st.sampled_from(cuts))
    again = rebuild(variant, playing.events[:cut])
    assert again.events[:cut] == playing.events[:cut]
    drive_rest(again, playing)
    assert again.events == playing.events


def drive_rest(again: Round, recorded: Round) -> None:
    """Feeds what came in after the break."""
    for event in recorded.events[len(again.events) :]:
        if isinstance(event, happened.DealtCard) and event.card:
            again.deal(event.card)
        elif isinstance(event, happened.InsuranceDecided):
            again.act(event.position, event.bettor, Action.INSURE if event.stake else Action.DECLINE)
        elif isinstance(event, happened.HandDecided):
            again.act(event.position, event.bettor, Action(event.action), event.line, price=event.price)


@settings(max_examples=200)
@given(variants, seeds, st.booleans(), st.sampled_from(DECK))
def test_nothing_that_anybody_sees_depends_on_the_hole_card(
    variant: Variant, seed: int, together: bool, other_hole: Card
) -> None:
    """Two rounds that differ only in the hole card look the same until it is shown or looked at."""
    bets = some_bets(variant, seed, together)
    seen = []
    for hole in (None, other_hole):
        playing = Round(variant, bets, together=together)
        source = from_decks(variant.shoe.decks, seed)

        def with_hole(to: str, source=source, playing=playing, hole=hole) -> Card:  # type: ignore[no-untyped-def]
            card = source(to)
            return hole if hole and to == "dealer" and len(playing.dealer.cards) == 1 else card

        seen.append(everything_seen(playing, with_hole, by_chance(seed)))
    looked = any(isinstance(event, happened.LookedUnder) and event.blackjack for told in seen for event in told[0])
    assume(not looked)
    assert seen[0] == seen[1]


def everything_seen(playing: Round, source, choose) -> tuple[list[object], list[object]]:  # type: ignore[no-untyped-def]
    """What everybody is told, all stories and all views up to the moment the hole card is shown."""
    told: list[object] = []
    views: list[object] = []
    bettors = sorted({bet.bettor for bet in playing.bets})
    viewers = [EVERYBODY, HOUSE, *map(Viewer, bettors)]
    while playing.phase not in (Phase.DEALER, Phase.OVER):
        views += [view(playing, bettor) for bettor in (None, *bettors)]
        views += [list(story(playing.events, viewer)) for viewer in viewers]
        views.append(repr(playing))
        if playing.awaits is Awaits.CARD:
            new = playing.deal(source(playing.next_card_to))
        else:
            new = decide(playing, next(playing.asked()), choose)
        shown = next((n for n, event in enumerate(new) if isinstance(event, happened.HoleTurned)), len(new))
        told += story(new[:shown], EVERYBODY)
    return told, views


def choices_of(recorded: Round, bettor: str) -> dict[tuple[str, int], Action]:
    """What a bettor decided, by line and how many times it was asked."""
    made: dict[tuple[str, int], Action] = {}
    for event in recorded.events:
        if isinstance(event, happened.HandDecided) and event.bettor == bettor:
            count = sum(line == event.line for line, _ in made)
            made[event.line, count] = Action(event.action)
    return made


@pytest.mark.parametrize("alone_together", [True, False])
@given(variants, seeds)
def test_settling_a_shared_position_equals_settling_each_player_alone(
    alone_together: bool, variant: Variant, seed: int
) -> None:
    """T3: a player's hand is a prefix of the position's line, whoever else is there."""
    shared = some_round(variant, seed, together=True)
    assert shared.settlement is not None
    for bet in shared.bets:
        mine = choices_of(shared, bet.bettor)
        if not alone_together:  # in turn another hand may be the one that comes too late for the last split
            splits = sum(action in (Action.SPLIT, Action.FREE_SPLIT) for action in mine.values())
            assume(splits < variant.hand.splits)
        asked_before: dict[str, int] = {}

        def repeat(playing: Round, asked: HandInTurn, mine=mine, before=asked_before, bet=bet) -> Action:  # type: ignore[no-untyped-def]
            if playing.phase is Phase.INSURANCE:
                return Action.INSURE if shared.insurance.get((bet.position, bet.bettor)) else Action.DECLINE
            count = before.get(asked.line, 0)
            before[asked.line] = count + 1
            return mine[asked.line, count]

        alone = Round(variant, [bet], together=alone_together)
        drive(alone, like(shared), repeat)
        assert alone.settlement is not None
        here = (bet.position, bet.bettor)
        assert alone.settlement.hands(*here) == shared.settlement.hands(*here)
        if not any("suited-aaaa" in one.outcome for one in shared.settlement.side_bets(*here)):
            assert alone.settlement.side_bets(*here) == shared.settlement.side_bets(*here)
        assert alone.settlement.insurance(*here) == shared.settlement.insurance(*here)


@settings(max_examples=25)
@given(variants, seeds)
def test_a_crowd_is_paid_in_columns_what_each_would_be_paid_alone(variant: Variant, seed: int) -> None:
    """The arithmetic over many stakes and the one over a single stake are the same arithmetic."""
    chance = random.Random(seed)
    bets = [one_bet(variant, chance, 1, f"p{number}", behind=False) for number in range(60)]
    crowd = Round(variant, bets, together=True)
    drive(crowd, from_decks(variant.shoe.decks, seed), by_chance(seed))
    settlement = crowd.settlement
    assert settlement is not None
    returned = [sum(hand.returned for hand in settlement.hands(1, bet.bettor)) for bet in bets]
    staked = [sum(hand.stake + hand.golden for hand in settlement.hands(1, bet.bettor)) for bet in bets]
    assert settlement.returned(1).tolist() == returned
    assert settlement.staked(1).tolist() == staked
    for key, column in crowd.positions[1].sides.items():
        each = [
            next(one.returned for one in settlement.side_bets(1, bets[row].bettor) if one.bet == key)
            for row in column.rows
        ]
        assert settlement.side_returned(1, key).tolist() == each
    last = crowd.events[-1]
    assert isinstance(last, happened.RoundSettled)
    insured = [one for bet in bets if (one := settlement.insurance(1, bet.bettor))]
    sides = [one for bet in bets for one in settlement.side_bets(1, bet.bettor)]
    assert last.returned == sum(returned) + sum(one.returned for one in (*sides, *insured))


@given(variants, seeds, st.booleans())
def test_when_time_runs_out_everywhere_the_round_still_ends(variant: Variant, seed: int, together: bool) -> None:
    """D3, and offers that nobody answers are declined."""
    playing = Round(variant, some_bets(variant, seed, together), together=together)
    source = from_decks(variant.shoe.decks, seed)
    while playing.awaits is not Awaits.NOTHING:
        if playing.awaits is Awaits.CARD:
            playing.deal(source(playing.next_card_to or ""))
        else:
            playing.close()
    assert not playing.insurance or not any(playing.insurance.values())
    assert transcript(replay(transcript(playing))) == transcript(playing)
