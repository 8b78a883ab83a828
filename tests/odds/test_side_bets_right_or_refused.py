"""A side bet has a right figure or none: whatever a new bet looks at, nobody makes cards up for it.

Each test registers a bet as somebody would who follows ARCHITECTURE.md: a function, a line in the table of
side bets, its names, and a variant's file that prices it.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from fractions import Fraction
from math import perm
from pathlib import Path
from unittest import mock

import pytest

from tests.cli.test_odds_commands import in_json, refused, ventuno_says
from ventuno.cards import DECK, SUITS, Card, cards
from ventuno.languages import LANGUAGES, _read
from ventuno.odds import side_bet_returns
from ventuno.play import Action, Awaits, HandInTurn, Phase, PositionBet, Round
from ventuno.refusal import RefusalRaised
from ventuno.sidebets import SIDE_BETS, Seen, SideBet
from ventuno.sidebets.seen import FACTS
from ventuno.simulator import mimic_the_dealer, simulate
from ventuno.variant import FaultyVariant, Variant, find, parse

FOUR_CARDS = frozenset(("first_two", "up_card", "hole_card"))


def game(bet: SideBet, decks: int = 6, price: str = "30:1") -> str:
    pays = ", ".join(f'"{outcome}" = "{price}"' for outcome in bet.outcomes)
    return f'name = "New"\n[shoe]\ndecks = {decks}\n[side_bets.{bet.key}]\npays = {{ {pays} }}\n'


@contextmanager
def registered(bet: SideBet) -> Iterator[None]:
    """The bet in the table of all bets, and its names."""
    names = {f"bet.{bet.key}": "New"} | {f"made.{name}": name for name in bet.outcomes}
    judged = {f"side_bets.judged.{bet.key}": "On some cards."}
    with ExitStack() as stack:
        stack.enter_context(mock.patch.dict(SIDE_BETS, {bet.key: bet}))
        for language in LANGUAGES:
            stack.enter_context(mock.patch.dict(_read(language, "names"), names))  # type: ignore[arg-type]
            stack.enter_context(mock.patch.dict(_read(language, "help"), judged))  # type: ignore[arg-type]
        yield


def loaded(bet: SideBet, decks: int = 6, price: str = "30:1") -> Variant:
    return parse(game(bet, decks, price), "new")


def four_alike(seen: Seen) -> str | None:
    """Two pairs of one colour each, or four of a kind: it takes all four cards."""
    ranks = sorted(card.rank for card in (*seen.first_two, seen.up_card, seen.hole_card))
    if ranks[0] == ranks[3]:
        return "four"
    return "two-pairs" if ranks[0] == ranks[1] and ranks[2] == ranks[3] else None


FOUR = SideBet("four-alike", four_alike, ("four", "two-pairs"), "hole", looks_at=FOUR_CARDS, alike=True)


@pytest.mark.parametrize("decks", [1, 6])
def test_a_bet_on_four_cards_is_worked_out_from_four_cards(decks: int) -> None:
    with registered(FOUR):
        got = side_bet_returns(loaded(FOUR, decks))["four-alike"]
    of_a_rank, all_cards = 4 * decks, perm(52 * decks, 4)
    assert got.outcomes["four"].exact == Fraction(13 * perm(of_a_rank, 4), all_cards)
    assert got.outcomes["two-pairs"].exact == Fraction(13 * 12 * 3 * perm(of_a_rank, 2) ** 2, all_cards)
    assert got.exact == 31 * (got.outcomes["four"].exact + got.outcomes["two-pairs"].exact)


def test_the_simulator_refuses_a_bet_on_four_cards_by_name() -> None:
    with registered(FOUR), pytest.raises(RefusalRaised) as refusal:
        simulate(loaded(FOUR), mimic_the_dealer, 1000, 1, side_bets=("four-alike",))
    assert refusal.value.refusal.code == "odds/no_solution"
    assert "four-alike looks at the player's first two cards and the hole card and the up card" in str(refusal.value)


@pytest.mark.parametrize(
    ("dealt", "outcome"), [("7h 7d 7s 7c", "four"), ("7h 9d 9s 7c", "two-pairs"), ("7h 9d 8s 7c", "lose")]
)
def test_the_table_judges_a_bet_on_four_cards_by_four_cards(dealt: str, outcome: str) -> None:
    with registered(FOUR):
        playing = Round(loaded(FOUR), [PositionBet(position=1, bettor="anna", main=1000, sides={"four-alike": 100})])
        for card in (*cards(dealt), *cards("Ts 9h 9c 8d 5s 4s 3s")):
            if playing.awaits is Awaits.DECISION:
                asked: HandInTurn = next(playing.asked())
                answer = Action.DECLINE if playing.phase is Phase.INSURANCE else Action.STAND
                assert isinstance(playing.act(asked.position, asked.bettor, answer, asked.line), tuple)
            if playing.awaits is Awaits.CARD:
                playing.deal(card)
        assert playing.settlement is not None
        assert playing.settlement.side_bets(1, "anna")[0].outcome == outcome


def test_a_bet_on_four_cards_is_printed_and_certified_and_simulated_or_refused(tmp_path: Path) -> None:
    path = tmp_path / "new.toml"
    path.write_text(game(FOUR), encoding="utf-8")
    with registered(FOUR):
        worked = side_bet_returns(loaded(FOUR))["four-alike"]
        assert in_json("odds", str(path))["side_bets"]["four-alike"]["rtp"] == worked.rtp
        assert ventuno_says("certify", str(path), "-o", str(tmp_path / "page.html"))[0] == 0
        words = ("simulate", str(path), "--rounds", "1000", "--seed", "1", "--side-bets", "all")
        assert refused(*words) == "odds/no_solution"


# -- bets that look further than they say -----------------------------------------------------------


def _busts(seen: Seen) -> str | None:
    return "won" if seen.dealer_busts else None


def _twenty(seen: Seen) -> str | None:
    return "won" if sum(card.points for card in seen.hand) == 20 else None


def _whole_dealer(seen: Seen) -> str | None:
    return "won" if seen.dealer_busts and len({card.suit for card in seen.dealer}) == 1 else None


LIARS: dict[str, tuple[Callable[[Seen], str | None], str, bool]] = {
    "four cards": (lambda seen: "won" if four_alike(seen) else None, "hole", False),
    "the dealer's bust": (_busts, "opening", False),
    "my hand": (_twenty, "opening", False),
    "my hand, in the end": (_twenty, "hand", True),
    "the dealer's suits": (_whole_dealer, "dealer", False),
    "free chips": (lambda seen: "won" if seen.free_chips else None, "dealer", False),
}


@pytest.mark.parametrize("what", LIARS)
def test_a_bet_that_looks_further_than_it_says_has_no_figure(what: str) -> None:
    judge, needs, own_hand = LIARS[what]
    bet = SideBet("liar", judge, ("won",), needs, own_hand=own_hand)  # type: ignore[arg-type]
    with registered(bet):
        with pytest.raises(FaultyVariant, match=r"side_bets\.liar: is judged by .* looks_at .* does not say so"):
            loaded(bet)
        with mock.patch.dict(vars(bet), {"undeclared": ()}):  # as if it looked there only once in a million deals
            variant = loaded(bet)
        for work in (
            lambda: side_bet_returns(variant),
            lambda: simulate(variant, mimic_the_dealer, 1000, 1, side_bets=("liar",)),
        ):
            with pytest.raises(RefusalRaised, match="the side bet liar looks at") as refusal:
                work()
            assert refusal.value.refusal.code == "odds/no_solution"


def test_a_bet_cannot_say_that_it_is_judged_before_what_it_looks_at() -> None:
    with pytest.raises(ValueError, match="needs `dealer`"):
        SideBet("early", _busts, ("won",), "opening", looks_at=frozenset(("dealer_busts",)))
    with pytest.raises(ValueError, match="own_hand"):
        SideBet("shared", _twenty, ("won",), "hand", looks_at=frozenset(("hand",)))
    with pytest.raises(ValueError, match="known are first_two"):
        SideBet("vague", _twenty, ("won",), "hand", looks_at=frozenset(("something",)))


@pytest.mark.parametrize("per_hand", [True, False])
def test_a_bet_that_is_paid_hand_by_hand_is_worked_out_so_or_refused(per_hand: bool) -> None:
    """Free chips are counted once a starting hand, aces in each hand of a split."""
    usual = SIDE_BETS["free-fortune" if per_hand else "progressive"]
    bet = SideBet("apart", usual.judge, usual.outcomes, "hand", True, per_hand, usual.looks_at)
    with registered(bet), pytest.raises(RefusalRaised) as refusal:
        side_bet_returns(loaded(bet))
    assert refusal.value.refusal.code == "odds/no_solution"
    with registered(bet), pytest.raises(RefusalRaised):
        simulate(loaded(bet), mimic_the_dealer, 1000, 1, side_bets=("apart",))


def test_an_outcome_that_a_bet_does_not_list_is_refused() -> None:
    bet = SideBet("typo", lambda seen: "blackjak" if seen.natural else None, ("blackjack",), "opening")
    with registered(bet):
        for work in (
            lambda: side_bet_returns(loaded(bet)),
            lambda: simulate(loaded(bet), mimic_the_dealer, 1000, 1, side_bets=("typo",)),
        ):
            with pytest.raises(RefusalRaised, match="'blackjak', which is none of its outcomes"):
                work()


# -- what a bet may tell apart ----------------------------------------------------------------------


def test_suits_that_are_named_count_by_name() -> None:
    """Two queens of hearts: with any other suit held alike the chance would be four times as high."""
    queen = Card("Qh")
    bet = SideBet("queens", lambda seen: "won" if set(seen.first_two) == {queen} else None, ("won",), "opening")
    with registered(bet):
        got = side_bet_returns(loaded(bet))["queens"].outcomes["won"].exact
        found = simulate(loaded(bet), mimic_the_dealer, 500_000, 3, side_bets=("queens",)).side_bets["queens"]
    assert got == Fraction(6 * 5, 312 * 311)
    assert found.outcomes["won"] == pytest.approx(500_000 * float(got), abs=4 * (500_000 * float(got)) ** 0.5)


@pytest.mark.parametrize("needs", ["opening", "hole"])
def test_the_order_of_two_cards_counts_where_it_does(needs: str) -> None:
    def first_higher(seen: Seen) -> str | None:
        one, other = seen.first_two if needs == "opening" else (seen.up_card, seen.hole_card)
        return "won" if one.rank == 1 and other.rank == 13 else None

    bet = SideBet("order", first_higher, ("won",), needs)  # type: ignore[arg-type]
    with registered(bet):
        got = side_bet_returns(loaded(bet))["order"].outcomes["won"].exact
        found = simulate(loaded(bet), mimic_the_dealer, 300_000, 3, side_bets=("order",)).side_bets["order"]
    assert got == Fraction(24 * 24, 312 * 311)
    assert found.rtp.covers(31 * float(got), z=4)


def test_a_dealers_hand_may_be_counted_to_its_last_card() -> None:
    """Nine cards are told from eight, by the odds and by the simulator; two decks of low cards make them often."""
    bet = SideBet(
        "long",
        lambda seen: f"{min(seen.dealer_count, 7)}" if seen.dealer_busts and seen.dealer_count >= 4 else None,
        ("4", "5", "6", "7"),
        "dealer",
    )
    with registered(bet):
        variant = loaded(bet)
        got = side_bet_returns(variant)["long"].outcomes
        found = simulate(variant, mimic_the_dealer, 400_000, 3, side_bets=("long",)).side_bets["long"]
    for outcome, worked in got.items():
        share, error = found.outcomes[outcome] / 400_000, (worked.p / 400_000) ** 0.5
        assert share == pytest.approx(worked.p, abs=4 * error)


def test_a_push_of_its_own_does_not_send_the_dealer_home() -> None:
    """Only a bet that my blackjack decides by itself waits for no dealer."""
    bet = SideBet("pushes", lambda seen: "push" if seen.dealer_busts else None, ("push",), "dealer")
    assert bet.waits_for_dealer(natural=True)
    assert not SIDE_BETS["bust-it"].waits_for_dealer(natural=True)


# -- every bet there is -----------------------------------------------------------------------------


def _random_deal(chance: random.Random) -> Seen:
    deal = chance.choices(DECK, k=14)
    split = chance.random() < 0.3
    hand = (deal[0], *deal[2 : chance.randint(3, 5)]) if split else tuple(deal[: chance.randint(2, 6)])
    return Seen(tuple(deal[:2]), tuple(deal[8 : chance.randint(10, 14)]), hand, split, chance.randint(0, 9))


class _Watching:
    def __init__(self, seen: Seen) -> None:
        self.seen, self.facts = seen, set[str]()

    def __getattr__(self, fact: str) -> object:
        self.facts.add(fact)
        return getattr(self.seen, fact)


@pytest.mark.parametrize("key", SIDE_BETS)
def test_every_bet_looks_at_what_it_says_and_at_nothing_else(key: str) -> None:
    chance, looked = random.Random(key), set[str]()
    for _ in range(3000):
        watching = _Watching(_random_deal(chance))
        SIDE_BETS[key].judge(watching)  # type: ignore[arg-type]
        looked |= watching.facts
    assert looked <= SIDE_BETS[key].looks_at <= FACTS.keys()
    assert SIDE_BETS[key].undeclared == ()


_COLOURS = (("s", "c"), ("h", "d"))


def _exchanged(chance: random.Random) -> dict[str, str]:
    """A way to rename the suits, colour for colour."""
    (one, two), (red, other) = chance.sample(_COLOURS, 2)
    blacks = chance.sample((one, two), 2)
    reds = chance.sample((red, other), 2)
    return dict(zip("schd", (*blacks, *reds), strict=True))


@pytest.mark.parametrize("key", [key for key, bet in SIDE_BETS.items() if bet.alike])
def test_a_bet_that_holds_suits_alike_judges_them_alike(key: str) -> None:
    chance, bet = random.Random(key), SIDE_BETS[key]
    for _ in range(3000):
        ranks, few = chance.choices("A2345678", k=2), chance.sample(SUITS, 2)
        deal = [Card(chance.choice(ranks) + chance.choice(few)) for _ in range(4)]
        to = _exchanged(chance)
        other = [Card(card.text[0] + to[card.text[1]]) for card in deal]
        judged = bet.judge(Seen(tuple(deal[:2]), tuple(deal[2:]), tuple(deal[:2])))
        assert bet.judge(Seen((other[1], other[0]), tuple(other[2:]), tuple(other[:2]))) == judged


def test_a_game_has_one_jackpot_at_most() -> None:
    """A round is settled with one pool, and what a second would pay nobody could say."""
    pays = {key: dict.fromkeys(SIDE_BETS[key].outcomes, "5:1") for key in ("progressive", "any-pair")}
    pays["progressive"]["suited-aaaa"] = pays["any-pair"]["suited-pair"] = "jackpot"
    text = 'name = "Two"\n'
    for key, prices in pays.items():
        said = ", ".join(f'"{name}" = "{price}"' for name, price in prices.items())
        text += f'[side_bets.{key}]\njackpot = {{ seed = 10, contribution = "1/10" }}\npays = {{ {said} }}\n'
    with pytest.raises(FaultyVariant, match=r"side_bets\.any-pair\.jackpot: a game has one jackpot"):
        parse(text, "two")


def test_free_chips_on_the_hands_of_a_paid_split_are_refused_and_not_left_out() -> None:
    """Sevens are paid for and others split free: what doubles free after a paid split would be missing."""
    text = (Path(find.__file__).parent / "catalog" / "free-chip.toml").read_text(encoding="utf-8")
    game = parse(re.sub(r"free_split = .*", "free_split = [1, 2, 3, 8]", text), "some-free")
    with pytest.raises(RefusalRaised, match="paid for"):
        side_bet_returns(game)
