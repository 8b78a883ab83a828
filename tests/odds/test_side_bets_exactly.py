"""Side bets against slow and independent counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations, product

import msgspec
import pytest

from tests.odds.brute_force import BruteForce, Cards, Done, Shoe, count_up, draws
from tests.odds.small_games import SMALL, plays
from ventuno.cards import DECK
from ventuno.odds import side_bet_returns, solve
from ventuno.odds.chips import chip_chances
from ventuno.odds.coupled_bets import given_up, played, seventeens
from ventuno.odds.dealer_bets import bust_chances
from ventuno.sidebets import SIDE_BETS, Seen
from ventuno.variant import catalog, load, parse

GAMES = catalog().variants
ONE_DECK = {
    key: msgspec.structs.replace(variant, shoe=msgspec.structs.replace(variant.shoe, decks=1, shuffle="every-round"))
    for key, variant in GAMES.items()
}


def test_opening_bets_are_what_dealing_every_opening_of_a_deck_makes_them() -> None:
    wanted = {
        (game, key)
        for game, variant in ONE_DECK.items()
        for key in variant.side_bets
        if SIDE_BETS[key].needs in ("opening", "hole")
    }
    counts: dict[str, Counter[str | None]] = {key: Counter() for _, key in wanted}
    for three in permutations(DECK, 3):
        seen = Seen(three[:2], (three[2], three[0]), three[:2])  # any two will do for the dealer's
        for key, counter in counts.items():
            counter[SIDE_BETS[key].judge(seen)] += 1
    for game, key in wanted:
        got = side_bet_returns(ONE_DECK[game], [key])[key]
        for name, outcome in got.outcomes.items():
            assert outcome.exact == Fraction(counts[key][name], 52 * 51 * 50)


@pytest.mark.parametrize(("game", "key"), [(game, key) for game, variant in GAMES.items() for key in variant.side_bets])
def test_chances_are_chances(game: str, key: str) -> None:
    got = side_bet_returns(GAMES[game], [key])[key]
    for worked in (got, *got.under.values()):
        assert all(0 <= outcome.p <= 1 for outcome in worked.outcomes.values())
        assert sum(outcome.p for outcome in worked.outcomes.values()) < 1
        prices = GAMES[game].side_bets[key].pays
        assert set(worked.outcomes) == set(prices)
    assert bool(got.policy) == bool(got.under)


def _dealer(cards: Cards, shoe: Shoe, hits: bool) -> dict[int, float]:
    """How many cards the dealer busts with, drawing one at a time."""
    total, soft = count_up(cards)
    if total > 21:
        return {len(cards): 1.0}
    if total > 17 or (total == 17 and not (soft and hits)):
        return {}
    found: dict[int, float] = {}
    for card, p, rest in draws(shoe):
        for size, q in _dealer((*cards, card), rest, hits).items():
            found[size] = found.get(size, 0.0) + p * q
    return found


@pytest.mark.parametrize("hits", [False, True])
@pytest.mark.parametrize("shoe", SMALL.values())
def test_the_dealer_busts_as_often_as_drawing_every_card_says(shoe: Shoe, hits: bool) -> None:
    chances = bust_chances(shoe, hits)
    for up, p, rest in draws(shoe):
        slow = _dealer((up,), rest, hits)
        fast = {size: float(q) for (value, size), q in chances.items() if value == up - 1}
        assert fast == pytest.approx({size: p * q for size, q in slow.items()}, abs=1e-13)


class _Chips(BruteForce):
    """Counts rounds that use so many free chips, in place of their value."""

    wanted = 0

    def settle(self, done: tuple[Done, ...], up: int, hole: int, shoe: Shoe) -> tuple[float, float]:
        return float(sum(hand.free for hand in done) == self.wanted), 0.0

    def round(self, cards: Cards, up: int, hole: int, shoe: Shoe) -> tuple[float, float]:
        if cards == (1, 10):
            return float(self.wanted == 0), 0.0
        looks = self.variant.dealer.looks_under
        if {up, hole} == {1, 10} and ("ace" if up == 1 else "ten") in looks:
            return float(self.wanted == 0), 0.0
        return super().round(cards, up, hole, shoe)


@pytest.mark.parametrize(("game", "shoe"), [("free-chip", "A49T"), ("classic-free-bet", "A27T"), ("free-chip", "A6T")])
def test_free_chips_are_used_as_often_as_playing_every_round_says(game: str, shoe: str) -> None:
    variant, cards = load(game), SMALL[shoe]
    if variant.hand.splits > 1:
        cards = (*cards[:9], 14)
    strategy = solve(variant, cards).composition
    chances = chip_chances(strategy, every_chip=False)
    assert sum(chances.values()) == 1
    for chips in range(5):
        slow = _Chips(variant, cards, plays(strategy))
        slow.wanted = chips
        assert float(chances.get(chips, 0)) == pytest.approx(slow.value()[0], abs=1e-12)


class _Seventeens(BruteForce):
    """Counts rounds in which the unsplit hand is 17 and the dealer busts."""

    def settle(self, done: tuple[Done, ...], up: int, hole: int, shoe: Shoe) -> tuple[float, float]:
        if len(done) > 1 or done[0].total != 17 or {up, hole} == {1, 10}:
            return 0.0, 0.0
        ends = self.dealer_ends(tuple(sorted((up, hole))), shoe)
        return sum(p for final, p in ends.items() if final > 21), 0.0

    def round(self, cards: Cards, up: int, hole: int, shoe: Shoe) -> tuple[float, float]:
        if cards == (1, 10) or {up, hole} == {1, 10}:
            return 0.0, 0.0
        early = self.variant.hand.surrender == "early"
        if early and self.policy(self.asked(cards, up, False, False, 1)) == "surrender":
            return self.settle((Done(count_up(cards)[0], 1, 0, surrendered=True),), up, hole, shoe)
        return super().round(cards, up, hole, shoe)


@pytest.mark.parametrize("shoe", ["A6T", "A27T"])
@pytest.mark.parametrize("game", ["free-chip", "1D SPL1 LS", "1D SPL1 ES H17", "1D SPL2 LS ENHC"])
def test_a_17_meets_a_busting_dealer_as_often_as_playing_every_round_says(game: str, shoe: str) -> None:
    """A hand that is given up is not played on: a 16 stays one, a 17 too."""
    variant = load(game)
    cards = (*SMALL[shoe][:9], 14)
    strategy = solve(variant, cards).composition
    play = strategy.planes[0]
    fast = seventeens(strategy.prepared, strategy.openings, play, played(strategy), given_up(strategy))
    assert fast.sum() == pytest.approx(_Seventeens(variant, cards, plays(strategy)).value()[0], abs=1e-12)


@pytest.mark.parametrize("key", ["busted-bonanza", "free-fortune", "progressive"])
def test_the_policy_that_makes_the_most_of_a_bet_makes_more_of_it(key: str) -> None:
    game = next(game for game, variant in GAMES.items() if key in variant.side_bets)
    got = side_bet_returns(GAMES[game], [key])[key]
    (other,) = got.under.values()
    assert (got.rtp > other.rtp) == (key == "progressive")


# -- aces in a row ----------------------------------------------------------------------------------

ACES, TENS, OTHERS = range(3)
LEFT = {ACES: 4, TENS: 16, OTHERS: 32}
PROGRESSIVE = """
[side_bets.progressive]
pays = { suited-aaaa = "9:1", suited-aaa = "8:1", aaaa = "7:1", aaa = "6:1", suited-aa = "5:1", aa = "4:1", a = "3:1" }
"""


def _six_cards() -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """My first two, the up card, the hole card, and two more from one deck, by kind, with their chance."""
    for kinds in product(LEFT, repeat=6):
        p = Fraction(1)
        for place, kind in enumerate(kinds):
            p *= Fraction(LEFT[kind] - kinds[:place].count(kind), 52 - place)
        yield kinds, p


def _rows(looks: tuple[str, ...], most: int, plays: dict[int, str]) -> Counter[int]:
    """How often a hand begins with so many aces, two of them played so by the kind of the up card."""
    found: Counter[int] = Counter()
    for (one, two, up, hole, *more), p in _six_cards():
        seen = {up, hole} == {ACES, TENS} and ("ace" if up == ACES else "ten") in looks
        on = {"split": 2, "double": 3, "hit": most}[plays[up]]
        mine = [one, two] if seen else [one, two, *more][:on]
        row = next((place for place, kind in enumerate(mine) if kind != ACES), len(mine))
        if row == 2 and plays[up] == "split" and not seen:
            for kind in more:
                found[1 + (kind == ACES)] += p  # type: ignore[assignment]
        else:
            found[row] += p  # type: ignore[assignment]
    return found


@pytest.mark.parametrize("looks", [(), ("ace",), ("ten",), ("ace", "ten")])
@pytest.mark.parametrize("charlie", [0, 3])
def test_aces_come_in_a_row_as_often_as_dealing_them_says(looks: tuple[str, ...], charlie: int) -> None:
    """A blackjack for which the dealer has looked, a Charlie and a split end a row."""
    lines = ['name = "Aces"', "[shoe]", "decks = 1", "[dealer]", f"looks_under = {list(looks)}", "[hand]", "splits = 1"]
    variant = parse("\n".join([*lines, f"charlie = {{ cards = {charlie} }}" * bool(charlie), PROGRESSIVE]), "aces")
    hit = side_bet_returns(variant)["progressive"]
    (split,) = hit.under.values()
    strategy = solve(variant).composition
    best = {}
    for kind, ups in {ACES: [0], OTHERS: range(1, 9), TENS: [9]}.items():
        (best[kind],) = {strategy.first_action((2, *(0,) * 9), up) for up in ups}
    always = dict.fromkeys(LEFT, "hit")
    for worked, slow in ((hit, _rows(looks, charlie or 4, always)), (split, _rows(looks, charlie or 4, best))):
        for count in range(1, 5):
            names = [name for name in worked.outcomes if name.removeprefix("suited-") == "a" * count]
            assert sum(worked.outcomes[name].exact or 0 for name in names) == slow[count]
