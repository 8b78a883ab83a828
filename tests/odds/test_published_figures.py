"""Every return the five rule books print comes out of the variant files, to the second decimal."""

from __future__ import annotations

from fractions import Fraction

import pytest

from ventuno.cards import Card, cards
from ventuno.odds import SideBetReturn, Strategy, action_values, side_bet_returns, solve
from ventuno.variant import catalog, load

GAMES = catalog().variants


def percent(value: float) -> str:
    return f"{100 * value:.2f}"


def returned(strategy: Strategy, per: str) -> str:
    return percent(strategy.rtp_stake if per == "stake" else strategy.rtp_initial)


@pytest.mark.parametrize("game", GAMES)
def test_the_main_return_is_the_published_one(game: str) -> None:
    published, solution = GAMES[game].published["main"], solve(GAMES[game])
    classes = {"total": [solution.total], "composition": [solution.composition]}
    classes["either"] = classes["total"] + classes["composition"]
    for strategy in classes[published.strategy]:
        assert returned(strategy, published.per) == published.rtp


@pytest.mark.parametrize(
    ("game", "strategy", "per", "rtp"),
    [
        ("classic-free-bet", "composition", "initial-bet", "98.27"),
        ("infinite", "total", "initial-bet", "99.46"),
        ("cashback", "composition", "stake", "99.57"),
    ],
)
def test_the_other_strategy_class_is_told_apart(game: str, strategy: str, per: str, rtp: str) -> None:
    assert returned(getattr(solve(GAMES[game]), strategy), per) == rtp


SIDE_BETS = [(game, key) for game, variant in GAMES.items() for key in variant.side_bets if key in variant.published]


@pytest.mark.parametrize(("game", "key"), SIDE_BETS)
def test_the_return_of_a_side_bet_is_the_published_one(game: str, key: str) -> None:
    got: SideBetReturn = side_bet_returns(GAMES[game], [key])[key]
    if (game, key) == ("cashback", "lucky-lucky"):  # the book rounds to one decimal (side-bets.md)
        assert (f"{100 * got.rtp:.4f}", GAMES[game].published[key].rtp) == ("96.0919", "96.10")
        return
    assert percent(got.rtp) == GAMES[game].published[key].rtp
    assert got.exact is not None


def test_the_progressive_is_a_fixed_part_and_a_slope() -> None:
    got = side_bet_returns(load("all-bets"), ["progressive"])["progressive"]
    assert got.fixed is not None
    assert f"{float(got.fixed):.6f}" == "0.913123"
    assert got.per_jackpot_unit == Fraction(2, 12909299)


# Wizard of Odds, Blackjack Appendix 9: composition-dependent values of ordinary games, to six decimals. Its
# splits are played with knowledge of how many hands there are, so whole games agree a little less closely.
LITERATURE_HANDS = [
    ("6D H17 ENHC", "2s As", "Ad", {"stand": -0.722356, "hit": -0.379910, "double": -1.024099}),
    ("6D H17 ENHC", "3s 2s", "Ad", {"stand": -0.721887, "hit": -0.529734, "double": -1.443774}),
    ("6D H17 ENHC", "6s 5s", "Ad", {"stand": -0.720879, "hit": -0.235772, "double": -0.535879}),
    ("8D H17 ENHC", "6s As", "Ad", {"stand": -0.665036, "hit": -0.462428, "double": -0.998987}),
    ("2D H17", "6s 5s", "Ad", {"stand": -0.587564, "hit": 0.121079, "double": 0.166650}),
    ("1D S17", "6s 3s", "Ad", {"stand": -0.638344, "hit": -0.078495, "double": -0.401329}),
    ("1D S17", "7s As", "Ad", {"stand": -0.101015, "hit": -0.108386, "double": -0.357778}),
    ("5D S17", "6s 5s", "Ad", {"stand": -0.660850, "hit": 0.148532, "double": 0.133896}),
]


@pytest.mark.parametrize(("line", "hand", "up_card", "values"), LITERATURE_HANDS)
def test_a_hand_of_an_ordinary_game_is_worth_what_the_literature_says(
    line: str, hand: str, up_card: str, values: dict[str, float]
) -> None:
    assert action_values(load(line), cards(hand), Card(up_card)) == pytest.approx(values, abs=5.1e-7)


LITERATURE_GAMES = [
    ("6D H17 ENHC DAS", -0.0072705),
    ("6D H17 ENHC NDAS", -0.0086975),
    ("8D H17 ENHC DAS", -0.007562),
    ("8D H17 ENHC NDAS", -0.0089865),
    ("5D H17 DAS", -0.005918),
    ("5D S17 DAS", -0.003804),
    ("5D S17 NDAS", -0.005225),
    ("2D H17 DAS", -0.003797),
    ("2D H17 NDAS", -0.005252),
    ("1D S17 DAS", 0.001839),
    ("1D S17 NDAS", 0.000423),
    ("1D H17 DAS", -0.000072),
]


@pytest.mark.parametrize(("line", "ev"), LITERATURE_GAMES)
def test_an_ordinary_game_is_worth_what_the_literature_says(line: str, ev: float) -> None:
    assert solve(load(line)).composition.ev == pytest.approx(ev, abs=3e-5)
