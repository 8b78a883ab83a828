"""side-bets.md, through whole rounds: every outcome of every bet in every game, at its price. Stakes are 100."""

from __future__ import annotations

import pytest

from tests.table import ALL_BETS, CASHBACK, CLASSIC, FREE_CHIP, GAMES, INFINITE, bets_of, played, refused_bets
from ventuno.cards import cards, is_natural
from ventuno.play import PositionBet
from ventuno.variant import load

BETS = {
    CLASSIC: ["perfect-pairs", "21+3"],
    FREE_CHIP: ["busted-bonanza", "free-fortune", "perfect-pairs"],
    INFINITE: ["any-pair", "21+3", "hot-3", "bust-it"],
    ALL_BETS: ["top-3", "perfect-pairs", "buster", "progressive", "lucky-lucky", "21+3"],
    CASHBACK: ["21+3", "player-pair", "dealer-pair", "top-3", "buster", "lucky-lucky"],
}


def at_the_opening(game: str, bet: str, mine: str, up: str, hole: str = "9s") -> str:
    """What a bet comes to when I stand at once; the dealer's draws do not matter to it."""
    first, second = mine.split()
    script = "decline" if up[0] == "A" else ""
    script += "" if is_natural(cards(mine)) else " stand"
    result = played(game, f"{first} {up} {second} {hole}", script, sides={bet: 100}, spare="Ts Tc Th")
    return result.sides[0].removeprefix(f"{bet}: ")


def test_the_side_bets_of_each_game_are_these_and_no_others() -> None:
    """games.md: side bets."""
    assert {game: list(load(game).side_bets) for game in GAMES} == BETS


# My first two

PAIRS = [
    (CLASSIC, "perfect-pairs"),
    (FREE_CHIP, "perfect-pairs"),
    (ALL_BETS, "perfect-pairs"),
    (CASHBACK, "player-pair"),
]


@pytest.mark.parametrize(("game", "bet"), PAIRS)
@pytest.mark.parametrize(
    ("mine", "outcome"),
    [
        ("4d 4d", "perfect 2600"),
        ("Ks Ks", "perfect 2600"),
        ("4d 4h", "coloured 1300"),
        ("4s 4c", "coloured 1300"),
        ("4d 4s", "mixed 700"),
        ("Ah Ac", "mixed 700"),
        ("Td Kd", "lose 0"),
        ("Ks Qs", "lose 0"),
        ("4d 5d", "lose 0"),
    ],
)
def test_perfect_pairs_and_player_pair(game: str, bet: str, mine: str, outcome: str) -> None:
    """side-bets.md: perfect 25, coloured 12, mixed 6; a pair is equal rank, never merely equal value."""
    assert at_the_opening(game, bet, mine, "7c") == outcome


@pytest.mark.parametrize(
    ("mine", "outcome"),
    [
        ("4d 4d", "suited-pair 2600"),
        ("4d 4h", "any-pair 900"),
        ("4d 4s", "any-pair 900"),
        ("Td Kd", "lose 0"),
    ],
)
def test_infinite_any_pair(mine: str, outcome: str) -> None:
    """side-bets.md: suited pair 25, any pair 8."""
    assert at_the_opening(INFINITE, "any-pair", mine, "7c") == outcome


@pytest.mark.parametrize(
    ("dealer", "outcome"),
    [
        ("4d 4d", "perfect 2600"),
        ("4d 4h", "coloured 1300"),
        ("4d 4s", "mixed 700"),
        ("Td Kd", "lose 0"),
        ("Ad Ah", "coloured 1300"),
    ],
)
def test_cashback_dealer_pair(dealer: str, outcome: str) -> None:
    """side-bets.md: Dealer Pair: the dealer's first two, the hole card included."""
    up, hole = dealer.split()
    assert at_the_opening(CASHBACK, "dealer-pair", "8c 5h", up, hole) == outcome


def test_free_chip_perfect_pairs_never_looks_at_the_dealers_cards() -> None:
    """side-bets.md: Perfect Pairs in Free Chip: it is the player's."""
    assert at_the_opening(FREE_CHIP, "perfect-pairs", "8c 5h", "4d", "4d") == "lose 0"


# My first two and the up card

POKER = [
    ("3h 3h", "3h", "suited-trips"),
    ("Tc Jc", "Qc", "straight-flush"),
    ("2s 3s", "As", "straight-flush"),
    ("Qs As", "Ks", "straight-flush"),
    ("3h 3h", "3d", "trips"),
    ("Ts Js", "Qc", "straight"),
    ("2s Ad", "3h", "straight"),
    ("Ad Kc", "Qs", "straight"),
    ("6d 5c", "7s", "straight"),
    ("2d 6d", "Td", "flush"),
    ("Kd Ad", "2d", "flush"),
    ("Kd Ac", "2s", "lose"),
    ("Td Kc", "Qs", "lose"),
    ("4d 4c", "5s", "lose"),
]


@pytest.mark.parametrize("game", [CLASSIC, INFINITE, ALL_BETS, CASHBACK])
@pytest.mark.parametrize(("mine", "up", "outcome"), POKER)
def test_twenty_one_plus_three(game: str, mine: str, up: str, outcome: str) -> None:
    """side-bets.md: 21+3: suited trips 100, straight flush 40, trips 30, straight 10, flush 5; no K-A-2."""
    prices = {
        "suited-trips": 10100,
        "straight-flush": 4100,
        "trips": 3100,
        "straight": 1100,
        "flush": 600,
        "lose": 0,
    }
    assert at_the_opening(game, "21+3", mine, up) == f"{outcome} {prices[outcome]}"


@pytest.mark.parametrize(("game", "suited_trips"), [(ALL_BETS, 50100), (CASHBACK, 27100)])
@pytest.mark.parametrize(("mine", "up", "outcome"), POKER)
def test_top_three(game: str, suited_trips: int, mine: str, up: str, outcome: str) -> None:
    """side-bets.md: Top 3: suited trips 500 (All Bets) or 270 (Cashback), straight flush 180, trips 90, no other."""
    prices = {"suited-trips": suited_trips, "straight-flush": 18100, "trips": 9100}
    expected = f"{outcome} {prices[outcome]}" if outcome in prices else "lose 0"
    assert at_the_opening(game, "top-3", mine, up) == expected


@pytest.mark.parametrize(
    ("mine", "up", "outcome"),
    [
        ("7h 7c", "7d", "7-7-7 10100"),
        ("7h 7h", "7h", "7-7-7 10100"),
        ("9d 2d", "Td", "suited-21 2100"),
        ("6d 8d", "7d", "suited-21 2100"),
        ("9h 2d", "Ts", "21 500"),
        ("As 4d", "6h", "21 500"),
        ("As Kd", "Qh", "21 500"),
        ("As 9d", "Ah", "21 500"),
        ("8h 2d", "Ts", "20 300"),
        ("As 7d", "2h", "20 300"),
        ("8h 2d", "9s", "19 200"),
        ("As 6d", "2h", "19 200"),
        ("As 8d", "Kh", "19 200"),
        ("8h 2d", "8s", "lose 0"),
        ("Th 2d", "Ts", "lose 0"),
    ],
)
def test_infinite_hot_three(mine: str, up: str, outcome: str) -> None:
    """side-bets.md: Hot 3: 7-7-7 100, suited 21 20, 21 4, 20 2, 19 1; an ace is 1 or 11, whichever is better."""
    assert at_the_opening(INFINITE, "hot-3", mine, up) == outcome


@pytest.mark.parametrize("game", [ALL_BETS, CASHBACK])
@pytest.mark.parametrize(
    ("mine", "up", "outcome"),
    [
        ("7s 7s", "7s", "suited-777 20100"),
        ("6s 8s", "7s", "suited-678 10100"),
        ("7s 7h", "7d", "777 5100"),
        ("7s 8h", "6d", "678 2600"),
        ("9d 2d", "Td", "suited-21 1600"),
        ("9h 2d", "Ts", "21 400"),
        ("As Kd", "Qh", "21 400"),
        ("8h 2d", "Ts", "20 300"),
        ("8h 2d", "9s", "19 300"),
        ("As 8d", "Kh", "19 300"),
        ("8h 2d", "8s", "lose 0"),
    ],
)
def test_lucky_lucky(game: str, mine: str, up: str, outcome: str) -> None:
    """side-bets.md: Lucky Lucky: 200, 100, 50, 25, 15, 3, 2, 2."""
    assert at_the_opening(game, "lucky-lucky", mine, up) == outcome


# The dealer's final hand

BUSTS = {
    3: "6d Td Th",
    4: "6d 5d 4d Td",
    5: "2d 3d 4d 5d Td",
    6: "2d 2c 3d 3c 4d Td",
    7: "2d 2c 2h 3d 3c 4d Td",
    8: "2d 2c 2h 2s 2d 3d 3c Td",
    9: "2d 2c 2h 2s 2d 2c 2h 2s Td",
}


def dealer_busts(game: str, bet: str, mine: str, dealer: str) -> str:
    """What a bet on the dealer's bust comes to; I stand, or have a blackjack."""
    first, second = mine.split()
    up, hole, *drawn = dealer.split()
    natural = is_natural(cards(mine))
    result = played(
        game, f"{first} {up} {second} {hole} {' '.join(drawn)}", "" if natural else "stand", sides={bet: 100}
    )
    assert result.dealer == dealer
    return result.sides[0].removeprefix(f"{bet}: ")


@pytest.mark.parametrize(
    ("count", "outcome"),
    [
        (3, "3-cards 200"),
        (4, "4-cards 300"),
        (5, "5-cards 1000"),
        (6, "6-cards 5100"),
        (7, "7-cards 10100"),
        (8, "8-or-more-cards 25100"),
        (9, "8-or-more-cards 25100"),
    ],
)
def test_infinite_bust_it(count: int, outcome: str) -> None:
    """side-bets.md: Bust It: 8+ cards 250, 7 100, 6 50, 5 9, 4 2, 3 1."""
    assert dealer_busts(INFINITE, "bust-it", "Ts 8s", BUSTS[count]) == outcome


def test_infinite_bust_it_loses_when_the_dealer_does_not_bust() -> None:
    """side-bets.md: Bust It."""
    assert dealer_busts(INFINITE, "bust-it", "Ts 8s", "6d Td 5d") == "lose 0"


@pytest.mark.parametrize(
    ("up", "hole", "script"), [("6d", "Td", ""), ("Kd", "Ad", ""), ("Ad", "Kd", "decline"), ("Ad", "7d", "decline")]
)
def test_infinite_bust_it_is_always_pushed_by_my_blackjack(up: str, hole: str, script: str) -> None:
    """side-bets.md: Bust It: a player blackjack always pushes the bet, against a dealer blackjack too."""
    result = played(INFINITE, f"As {up} Ks {hole}", script, sides={"bust-it": 100})
    assert result.sides == ["bust-it: push 100"]


@pytest.mark.parametrize("game", [ALL_BETS, CASHBACK])
@pytest.mark.parametrize(
    ("count", "outcome", "with_blackjack"),
    [
        (3, "3-or-4-cards 300", "3-or-4-cards 300"),
        (4, "3-or-4-cards 300", "3-or-4-cards 300"),
        (5, "5-cards 500", "5-cards 500"),
        (6, "6-cards 1900", "6-cards 1900"),
        (7, "7-cards 5100", "7-cards-with-blackjack 80100"),
        (8, "8-or-more-cards 25100", "8-or-more-cards-with-blackjack 200100"),
        (9, "8-or-more-cards 25100", "8-or-more-cards-with-blackjack 200100"),
    ],
)
def test_buster(game: str, count: int, outcome: str, with_blackjack: str) -> None:
    """side-bets.md: Buster Blackjack: 2000, 800, 250, 50, 18, 4, 2."""
    assert dealer_busts(game, "buster", "Ts 8s", BUSTS[count]) == outcome
    assert dealer_busts(game, "buster", "As Ks", BUSTS[count]) == with_blackjack


@pytest.mark.parametrize("game", [ALL_BETS, CASHBACK])
def test_buster_loses_when_the_dealer_does_not_bust(game: str) -> None:
    """side-bets.md: Buster Blackjack; a push of the main bet changes nothing."""
    assert dealer_busts(game, "buster", "Ts 8s", "6d Td 2d") == "lose 0"


@pytest.mark.parametrize(
    ("shoe", "script", "outcome"),
    [
        ("Ts Ad 7s 5d Td Jd", "decline stand", "ace-up-and-17 4600"),
        ("Ts Kd 7s 6d Td", "stand", "ten-up-and-17 1000"),
        ("Ts 6d 7s Td Kd", "stand", "17 600"),
        ("As 6d 6s Td Kd", "stand", "17 600"),
        ("Ts 6d 2s Td 5s Kd", "hit stand", "17 600"),
        ("Ts 6d 2s Td 5s Kd", "double", "17 600"),
        ("Ts Kd 8s 6d Td", "stand", "ten-up 400"),
        ("Ts Kd 6s 6d Js Td", "hit", "ten-up 400"),
        ("As Kd Ks 6d Td", "", "ten-up 400"),
        ("Ts 6d 8s Td Kd", "stand", "bust 200"),
        ("Ts Ad 8s 5d Td Jd", "decline stand", "bust 200"),
        ("Ts 6d 6s Td Js Kd", "hit", "bust 200"),
        ("Ts 6d 7s Td 5d", "stand", "lose 0"),
        ("Ts Kd 7s Ad", "stand", "lose 0"),
    ],
)
def test_free_chip_busted_bonanza(shoe: str, script: str, outcome: str) -> None:
    """side-bets.md: Busted Bonanza: ace up and 17 45, ten up and 17 9, 17 5, ten up 3, any other bust 1."""
    assert played(FREE_CHIP, shoe, script, sides={"busted-bonanza": 100}).sides == [f"busted-bonanza: {outcome}"]


@pytest.mark.parametrize(
    ("up", "dealer", "outcome"),
    [("6d", "Td Kd", "bust 200"), ("Kd", "6d Td", "ten-up 400"), ("Ad", "5d Td Jd", "bust 200")],
)
def test_free_chip_after_a_split_the_outcomes_with_17_do_not_apply(up: str, dealer: str, outcome: str) -> None:
    """side-bets.md: Busted Bonanza: after a split the three "17" outcomes do not apply."""
    hole, *drawn = dealer.split()
    script = "decline " if up == "Ad" else ""
    shoe = f"8s {up} 8c {hole} 9s 9c {' '.join(drawn)}"
    result = played(FREE_CHIP, shoe, f"{script}free-split stand stand", sides={"busted-bonanza": 100})
    assert result.sides == [f"busted-bonanza: {outcome}"]


# The free chips used

NO_CHIP = ("Ts 6d 8s Td 3h", "stand", "lose 0")
FORTUNES = [
    ("6s 6d 5s Td Ts 3h", "free-double", "1 400"),
    ("9s 6d 9c Td Ts 8h 3h", "free-split stand stand", "1 400"),
    ("8s 6d 8c Td 3s 9c Th 3h", "free-split free-double stand", "2 1100"),
    ("8s 6d 8c Td 3s 2c Th 9h 3h", "free-split free-double free-double", "3 2600"),
    ("8s 6d 8c Td 8d 9c 3s 9h Th 3h", "free-split free-split free-double stand stand", "3 2600"),
    ("8s 6d 8c Td 8d 2c 3s 9h Th 9d 3h", "free-split free-split free-double stand free-double", "4 5100"),
    ("8s 6d 8c Td 8d 2c 3s 2h Th 8h 9d 3h", "free-split free-split free-double free-double free-double", "5 10100"),
    (
        "8s 6d 8c Td 8d 8h 3s 2h Th 9h 9s 2c Ks 3h",
        "free-split free-split free-double free-double free-split stand free-double",
        "6 30100",
    ),
    (
        "8s 6d 8c Td 8d 8h 3s 2h Th 9h 3c 2c Kc Ks 3h",
        "free-split free-split free-double free-double free-split free-double free-double",
        "7 100100",
    ),
]


@pytest.mark.parametrize(("shoe", "script", "outcome"), [NO_CHIP, *FORTUNES])
def test_free_chip_free_fortune_counts_every_free_chip_used_on_one_starting_hand(
    shoe: str, script: str, outcome: str
) -> None:
    """side-bets.md: Free Fortune: 7 1000, 6 300, 5 100, 4 50, 3 25, 2 10, 1 3."""
    assert played(FREE_CHIP, shoe, script, sides={"free-fortune": 100}).sides == [f"free-fortune: {outcome}"]


def test_free_chip_free_fortune_counts_each_starting_hand_apart() -> None:
    """games.md: Free Fortune counts every free chip used on one starting hand."""
    result = played(
        FREE_CHIP, "6s Ts 6d 5s 8s Td  Th  3h", "free-double stand", main=[1000, 1000], sides={"free-fortune": 100}
    )
    assert result.sides == ["free-fortune: 1 400", "free-fortune: lose 0"]


def test_free_chip_a_paid_double_or_split_uses_no_free_chip() -> None:
    """side-bets.md: Free Fortune: free splits + free doubles."""
    doubled = played(FREE_CHIP, "Ts 6d 2s Td 7s 3h", "double", sides={"free-fortune": 100})
    split = played(FREE_CHIP, "Ts 6d Ks Td 7s 8s 3h", "split stand stand", sides={"free-fortune": 100})
    assert doubled.sides == split.sides == ["free-fortune: lose 0"]


def test_free_chip_free_fortune_counts_the_chips_although_the_hands_lose() -> None:
    """side-bets.md: a side bet is settled on its own."""
    result = played(FREE_CHIP, "6s Kd 5s Ad 2s", "free-double", sides={"free-fortune": 100})
    assert (result.outcomes, result.sides) == ("lose", ["free-fortune: 1 400"])


# What all have in common


@pytest.mark.parametrize("game", GAMES)
def test_a_side_bet_needs_a_main_bet_on_the_same_hand(game: str) -> None:
    """side-bets.md: a side bet needs a main bet; B4."""
    side = BETS[game][0]
    assert refused_bets(game, PositionBet(position=1, bettor="anna", main=0, sides={side: 100})) == "bet/not_positive"


@pytest.mark.parametrize("game", GAMES)
def test_a_side_bet_of_another_game_is_refused(game: str) -> None:
    """games.md: side bets."""
    for key in sorted({key for bets in BETS.values() for key in bets} - set(BETS[game])):
        assert refused_bets(game, *bets_of(sides={key: 100})) == "bet/unknown_side_bet"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("amount", [0, -100])
def test_a_side_bet_of_nothing_is_refused(game: str, amount: int) -> None:
    """side-bets.md."""
    assert refused_bets(game, *bets_of(sides={BETS[game][0]: amount})) == "bet/not_positive"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("shoe", "script"),
    [
        ("Ts 6d 8s Td", "stand"),
        ("As 6d Ks Td", ""),
        ("Ts 6d 6s Td Js", "hit"),
        ("Ts 6d 2s Td 8s", "double"),
        ("Ts Kd 8s Ad", "stand"),
    ],
)
def test_side_bets_never_change_the_main_result(game: str, shoe: str, script: str) -> None:
    """side-bets.md: settled on its own, and never changes the main result."""
    with_all_bets = played(game, shoe, script, sides=dict.fromkeys(BETS[game], 100), spare="Kd")
    assert with_all_bets.hands == played(game, shoe, script, spare="Kd").hands


@pytest.mark.parametrize(
    ("game", "bet"),
    [(CLASSIC, "perfect-pairs"), (INFINITE, "any-pair"), (CASHBACK, "player-pair"), (ALL_BETS, "perfect-pairs")],
)
def test_a_side_bet_wins_although_a_dealer_blackjack_ends_the_round(game: str, bet: str) -> None:
    """side-bets.md: settled on its own."""
    script = "decline stand" if game == ALL_BETS else "decline"
    result = played(game, "4d Ad 4d Kd", script, sides={bet: 100})
    assert result.outcomes == "lose"
    assert result.sides[0].endswith(" 2600")


@pytest.mark.parametrize("game", GAMES)
def test_each_hand_has_side_bets_of_its_own(game: str) -> None:
    """side-bets.md: my first two: those of the hand the bet lies on."""
    bet = {INFINITE: "any-pair", CASHBACK: "player-pair"}.get(game, "perfect-pairs")
    result = played(game, "4d Ts 6d 4d 9s Td 5h", "stand stand", main=[1000, 1000], sides={bet: 100})
    assert [one.split()[-1] for one in result.sides] == ["2600", "0"]


@pytest.mark.parametrize("game", GAMES)
def test_side_bets_look_at_the_first_two_cards_also_after_a_split(game: str) -> None:
    """side-bets.md: my first two, as they were dealt."""
    bet = {INFINITE: "any-pair", CASHBACK: "player-pair"}.get(game, "perfect-pairs")
    split = "free-split" if game in (CLASSIC, FREE_CHIP) else "split"
    result = played(game, "9d 6d 9d Td Ts 8s 5h", f"{split} stand stand", sides={bet: 100})
    assert [one.split()[-1] for one in result.sides] == ["2600"]
