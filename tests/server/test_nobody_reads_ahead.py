"""Nothing that anybody is shown of a round depends on a card that is not shown: two rounds that differ in the hole
card alone, or in the cards to come, look the same to everybody until it is turned."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import msgspec
from hypothesis import given, settings, strategies as st

from tests.server.answers import GAMES, STRANGER, Stored, answers, as_stored, some_round
from ventuno.cards import DECK, Card
from ventuno.play import EVERYBODY, HOUSE, Round, RoundEvent, Viewer, events as happened, rebuild, view
from ventuno.play.events import to_json
from ventuno.play.sight import SOMEBODY, story
from ventuno.table.parties import Parties
from ventuno.table.pricing import Prices, Standing
from ventuno.table.telling import told
from ventuno.table.whispering import Asking, my_hands
from ventuno.variant import Variant, load

games = st.sampled_from(GAMES).map(load)
seeds = st.integers(0, 2**32)


class AnyValue:
    """Offers a price that is another for every other situation."""

    def value(self, standing: Standing) -> Fraction:
        cards = [*standing.hand, standing.up_card, *sorted(standing.seen, key=str)]
        text = " ".join(map(str, cards)) + f"{standing.hands}{standing.looked}{standing.answers}"
        return Fraction(sum(text.encode()) % 97, 97)


def shown(events: list[RoundEvent], state: str) -> Iterator[tuple[str, bytes]]:
    """All that anybody is told when these events have happened, by every way it is told."""
    variant = load(events[0].variant)  # type: ignore[attr-defined]
    playing = rebuild(variant, events)
    players = sorted({int(bet.bettor) for bet in playing.bets})
    yield from answers(Stored(variant, list(as_stored(events)), state, players))
    yield "live", msgspec.json.encode([*told(playing, events)])
    yield "after a fault", msgspec.json.encode([*told(playing, playing.events)])
    yield "in a log", repr(playing).encode()
    for viewer in (EVERYBODY, HOUSE, *(Viewer(str(player)) for player in (*players, STRANGER))):
        yield f"story to {viewer}", b"".join(to_json(event) for event in story(events, viewer))  # type: ignore[arg-type]
        yield f"view of {viewer}", msgspec.json.encode(view(playing, viewer.bettor or None))
    for player, hands in whispers(playing):
        yield f"whisper to {player}", hands


def whispers(playing: Round) -> Iterator[tuple[int, bytes]]:
    prices = Prices(AnyValue(), Fraction(1, 10))
    asking = Asking(playing, 1, lambda *hand: prices.offer(playing, *hand), lambda cost: False, lambda *_: "")
    for player, rows in Parties(playing).rows.items():
        yield player, msgspec.json.encode(my_hands("one", rows, asking))


def before_it_is_turned(playing: Round) -> int:
    """How many events come before anybody may know the hole card."""
    for number, event in enumerate(playing.events):
        if isinstance(event, happened.HoleTurned) or (isinstance(event, happened.LookedUnder) and event.blackjack):
            return number
    raise AssertionError("it is always turned in the end")


INPUTS = (
    happened.DealtCard,
    happened.HandDecided,
    happened.InsuranceDecided,
    happened.TimeRanOut,
    happened.FollowChanged,
)


@settings(max_examples=150)
@given(games, seeds, st.sampled_from(DECK), st.data())
def test_nothing_that_is_shown_depends_on_the_hole_card(
    variant: Variant, seed: int, other: Card, data: st.DataObject
) -> None:
    one, two = some_round(variant, seed), some_round(variant, seed, other)
    last = min(before_it_is_turned(one), before_it_is_turned(two))
    # At a moment when the table stands still: what follows by itself from an input has followed.
    cuts = [n for n in range(1, last) if isinstance(one.events[n], INPUTS)]
    cut = data.draw(st.sampled_from([0, *cuts])) or 1
    state = data.draw(st.sampled_from(["open", "void"]))
    for (name, body), (_, again) in zip(shown(one.events[:cut], state), shown(two.events[:cut], state), strict=True):
        assert body == again, name


@settings(max_examples=100)
@given(games, seeds)
def test_of_others_nothing_is_told_that_the_table_did_not_show(variant: Variant, seed: int) -> None:
    """Neither names nor bets behind; where all decide together, nothing at all."""
    playing = some_round(variant, seed)
    together = playing.together
    for me in {bet.bettor for bet in playing.bets} | {str(STRANGER)}:
        for event in story(playing.events, Viewer(me)):
            match event:
                case happened.RoundBegun(bets=bets):
                    others = [bet for bet in bets if bet.bettor != me]
                    assert not (together and others)
                    assert all(bet.bettor == SOMEBODY and not bet.behind for bet in others)
                case happened.HandDecided(bettor=bettor):
                    assert bettor == me or (bettor == SOMEBODY and not together)
                    assert not event.short
                case happened.InsuranceDecided() | happened.Followed() | happened.FollowChanged():
                    assert event.bettor == me


@settings(max_examples=50)
@given(games, seeds)
def test_once_it_is_over_everybody_reads_the_hole_card(variant: Variant, seed: int) -> None:
    playing = some_round(variant, seed)
    for viewer in (EVERYBODY, HOUSE, Viewer(playing.bets[0].bettor)):
        holes = [e.card for e in story(playing.events, viewer) if isinstance(e, happened.DealtCard) and e.face_down]
        assert holes == [playing.dealer.cards[1]]
