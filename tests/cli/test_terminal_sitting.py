"""Whole rounds at the terminal table, from scripted shoes: what is shown, offered, refused and paid."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import pytest

from ventuno.cards import cards
from ventuno.cli.table import Look, Sitting
from ventuno.play import replay
from ventuno.shoe import CutCardShoe, Scripted, SeededRandomness, shoe_for
from ventuno.store.auditing import audit
from ventuno.table.pricing import Standing
from ventuno.variant import load


def seated(game: str, shoe: str, **options: Any) -> Sitting:
    """A plain table with a scripted shoe; cards in the order they leave it."""
    return Sitting(load(game), Scripted(cards(shoe)), look=Look(drawn=False), **options)


def wallet(sitting: Sitting) -> int:
    return sitting.told.balance.wallet_minor


def at_stake(sitting: Sitting) -> int:
    return sitting.told.bets.total_minor


def answers(sitting: Sitting, *lines: str) -> str:
    """What the table says to the last of the lines."""
    said = ""
    for line in lines:
        said = sitting.feed(line)
    return said


# -- what is shown --------------------------------------------------------------------------------


def test_a_round_is_played_and_paid() -> None:
    sitting = seated("infinite", "9h Kd 6d Qc 5s", balance=100_00)
    assert answers(sitting, "10").splitlines() == [
        "",
        "  Dealer: Kd ?? (10)",
        "> Your hand: 9h 6d (15), bet 10.00",
        "",
        "Balance 90.00 | Bet 10.00",
        "[h] Hit  [s] Stand  [d] Double 10.00",
    ]
    assert sitting.prompt == "Your hand, 15> "
    said = answers(sitting, "h", "s")
    assert "Push: 20 against 20" in said
    assert wallet(sitting) == 100_00
    assert sitting.prompt == "Bet [10]> "


def test_the_hole_card_is_never_told_before_it_is_shown() -> None:
    for key in ("h", "?", "rules", "history", "limits", "nonsense", ""):
        sitting = seated("infinite", "9h Kd 3d 7c 5s")
        told = answers(sitting, "10") + answers(sitting, key) + sitting.prompt
        assert "7c" not in told.replace("7c=", "")


def test_soft_totals_show_both_and_count_one_in_the_end() -> None:
    sitting = seated("infinite", "Ah Kd 7d Qc")
    assert "> Your hand: Ah 7d (8/18)" in answers(sitting, "10")
    assert "Your hand: Ah 7d (18), Loss" in answers(sitting, "s")


def test_the_hand_whose_turn_it_is_is_marked() -> None:
    sitting = seated("all-bets", "9h 8h 7d 9d 8d Qc")
    said = answers(sitting, "10 / 20")
    assert "> Hand 1: 9h 9d (18), bet 10.00" in said
    assert "  Hand 2: 8h 8d (16), bet 20.00" in said
    assert "> Hand 2" in answers(sitting, "s")
    assert sitting.prompt == "Hand 2, 16> "


def test_free_chips_are_marked() -> None:
    sitting = seated("free-chip", "8h 6d 8c Td 3s 9d Kh 7c 5s")
    said = answers(sitting, "10")
    assert "[p] * Free split" in said
    assert "Double 10.00" in said
    said = answers(sitting, "p")
    assert "> Hand 1a: 8h 3s (11), bet 10.00" in said
    assert "  Hand 1b: 8c 9d (17), * free 10.00" in said
    assert "[d] * Free double" in said
    assert "Hand 1a: 8h 3s Kh (21), stands, bet 10.00 + * free 10.00" in answers(sitting, "d")


def test_the_golden_offers_are_golden() -> None:
    sitting = Sitting(load("free-chip"), Scripted(cards("8h 6d 3c Td")), look=Look(colour=True))
    said = sitting.feed("10")
    assert "\x1b[33;1m[d] ★ Free double\x1b[0m" in said
    assert "\x1b[32m[h] Hit\x1b[0m" in said
    assert "\x1b[31m[s] Stand\x1b[0m" in said


def test_side_bets_ride_beside_the_hand_and_are_settled_apart() -> None:
    sitting = seated("infinite", "8h 9d 8h Kd")
    assert "Side bets: Any Pair 2.00 | 21+3 1.00 | Bust It 1.00" in answers(sitting, "10 any=2 21=1 bust=1")
    said = answers(sitting, "s")
    assert "  Any Pair  Suited pair, 25:1" in said
    assert "+50.00" in said
    assert "  Lost      21+3, Bust It" in said
    assert "staked 14.00, returned 52.00" in said


# -- what is offered and refused ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "shoe", "lines", "why"),
    [
        ("infinite", "9h Kd 6d Qc", ["p"], "Only two cards of equal value can be split."),
        ("infinite", "9h Kd 6d Qc", ["r"], "Surrender does not exist in this game."),
        ("infinite", "9h Kd 6d Qc", ["c"], "Cashback does not exist in this game."),
        ("infinite", "9h Kd 6d Qc", ["y"], "This is not the moment for: Insure."),
        ("infinite", "9h Kd 2d Qc 3s", ["h", "d"], "Only a hand of two cards can be doubled."),
        ("infinite", "8h Kd 8d Qc 3s 2s", ["p", "d"], "A hand cannot be doubled after a split in this game."),
        ("infinite", "8h Kd 8d Qc 8s 2s", ["p", "p"], "No more splits: a hand has 1 of them here."),
        ("6D D10", "3h Kd 5d Qc", ["d"], "Only a hard 10 or 11 can be doubled in this game."),
        ("6D LS", "3h Kd 5d Qc 2s", ["h", "r"], "Only the first two cards of a hand can be surrendered."),
        ("6D RSA SPL2", "Ah 6d Ad Qc As 2s", ["p", "h"], "Hit is not possible: split aces get one card each"),
        ("cashback", "9h Kd 6d Qc", ["c"], "Cashback is not offered here until its prices are computed."),
        ("free-chip", "9h Kd 6d Qc", ["free-double"], "Free double is not possible with these cards."),
        ("infinite", "9h Kd 6d Qc", ["x"], '"x" is no choice here: write h/s/d.'),
        ("infinite", "9h Kd 6d Qc", ["h h"], '"h h" is no choice here: write h/s/d.'),
        ("infinite", "9h Kd 6d Qc", ["ya"], "Only insurance is answered for all hands at once."),
        ("infinite", "9h Kd 6d Qc", [""], "Choose one: h/s/d."),
        ("infinite", "9h Kd 6d Qc", ["limits 1"], "That waits until the round is over."),
    ],
)
def test_what_is_not_legal_is_refused_with_its_reason(game: str, shoe: str, lines: list[str], why: str) -> None:
    sitting = seated(game, shoe)
    said = answers(sitting, "10", *lines)
    assert said.startswith(why)
    assert "[s] Stand" in said  # and the question is asked again


def test_a_paid_double_is_never_taken_for_a_free_one() -> None:
    sitting = seated("free-chip", "9h Kd 6d Qc", balance=100_00)
    answers(sitting, "10", "free-double")
    assert wallet(sitting) == 90_00


@pytest.mark.parametrize("word", ["d", "D", "double", "Double"])
def test_a_decision_is_a_key_or_a_name(word: str) -> None:
    sitting = seated("infinite", "9h Kd 2d Qc 9s", balance=100_00)
    assert "Win: 20 against 20" not in answers(sitting, "10", word)
    assert sitting.told.results[0].staked_minor == 20_00


def test_a_decision_may_be_named_in_italian() -> None:
    sitting = seated("infinite", "9h Kd 2d Qc 9s", language="it")
    assert "Pareggio: 20 contro 20" in answers(sitting, "10", "raddoppia")


@pytest.mark.parametrize(("key", "name"), [("d", "Double"), ("p", "Split")])
def test_what_the_balance_does_not_cover_is_not_offered_and_says_why_d4(key: str, name: str) -> None:
    sitting = seated("infinite", "8h Kd 8d Qc", balance=15_00)
    said = answers(sitting, "10")
    assert "[h] Hit  [s] Stand\n" in said
    why = f"{name} is not possible: it costs 10.00, and your balance is 5.00."
    assert why in said
    assert answers(sitting, key).startswith(why)


def test_a_bet_above_the_balance_is_refused() -> None:
    sitting = seated("infinite", "", balance=10_00)
    assert answers(sitting, "10 any-pair=1") == "Your balance, 10.00, does not cover that."
    assert wallet(sitting) == 10_00


def test_a_bet_that_no_price_would_divide_is_refused() -> None:
    sitting = seated("infinite", "", language="it")
    assert answers(sitting, "1,01").startswith("Qui la puntata principale")


# -- insurance and surrender ----------------------------------------------------------------------


def test_insurance_is_asked_hand_by_hand_d6() -> None:
    sitting = seated("all-bets", "9h 8h Ad 9d 8d Qc", balance=100_00)
    said = answers(sitting, "10 / 20")
    assert "[y] Insure 5.00  [n] Decline" in said
    assert sitting.prompt == "Hand 1: insurance for 5.00? "
    answers(sitting, "y")
    assert sitting.prompt == "Hand 2: insurance for 10.00? "
    said = answers(sitting, "n", "s", "s")
    assert "  Insurance  the dealer has a blackjack, 2:1" in said
    assert wallet(sitting) == 100_00 - 30_00 - 5_00 + 15_00


@pytest.mark.parametrize(("answer", "staked"), [("ya", 45_00), ("y all", 45_00), ("na", 30_00), ("no all", 30_00)])
def test_insurance_is_answered_for_all_hands_at_once_d6(answer: str, staked: int) -> None:
    sitting = seated("all-bets", "9h 8h Ad 9d 8d Kc")
    assert "ya and na answer for all hands" in answers(sitting, "10 / 20")
    answers(sitting, answer)
    assert at_stake(sitting) == staked
    assert sitting.prompt == "Hand 1, 18> "


def test_insurance_that_the_balance_does_not_cover_can_only_be_declined_and_says_why() -> None:
    sitting = seated("infinite", "9h Ad 9d 5c", balance=12_00)
    assert answers(sitting, "10").endswith(
        "[n] Decline\nInsure is not possible: it costs 5.00, and your balance is 2.00."
    )
    assert answers(sitting, "y").startswith("Insure is not possible")
    assert "The dealer looks under the up card: no blackjack." in answers(sitting, "n")
    assert sitting.prompt == "Your hand, 18> "


def test_insurance_for_all_hands_is_all_or_nothing_and_then_hand_by_hand() -> None:
    sitting = seated("all-bets", "9h 8h Ad 9d 8d Qc", balance=36_00)
    assert answers(sitting, "10 / 20", "ya").startswith("Your balance, 6.00, does not cover that.")
    said = answers(sitting, "y")
    assert "[n] Decline\nInsure is not possible: it costs 10.00, and your balance is 1.00." in said
    assert wallet(sitting) == 1_00


def test_stand_is_never_taken_for_a_yes_to_insurance() -> None:
    for language in ("en", "it"):
        sitting = seated("infinite", "9h Ad 9d 5c", language=language)
        answers(sitting, "10", "s")
        assert sitting.told.insuring


def test_insurance_may_be_switched_off_and_on_where_the_table_allows_it() -> None:
    sitting = seated("free-chip", "9h Ad 9d 5c 2s 9h Ad 9d 5c")
    assert answers(sitting, "insurance off") == "Insurance is not offered any more."
    answers(sitting, "10")
    assert sitting.prompt == "Your hand, 18> "
    said = answers(sitting, "insurance on")
    assert said.startswith("Insurance is offered from now on.\nIt counts from the next round.")
    answers(sitting, "s", "10")
    assert sitting.prompt == "Your hand: insurance for 5.00? "


def test_insurance_stays_on_where_the_table_does_not_let_it_off() -> None:
    assert answers(seated("infinite", ""), "insurance off") == "Insurance cannot be switched off in this game."
    assert answers(seated("free-chip", ""), "insurance maybe") == "Write insurance on or insurance off."


def test_early_surrender_is_asked_before_the_dealer_looks() -> None:
    sitting = seated("6D ES", "9h Kd 7d Ac", balance=100_00)
    assert "[r] Surrender  [n] Play on" in answers(sitting, "10")
    assert sitting.prompt == "Your hand: surrender before the dealer looks? "
    said = answers(sitting, "r")
    assert "Surrender: half of the bet comes back" in said
    assert wallet(sitting) == 95_00


# -- results in words -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "shoe", "lines", "why"),
    [
        ("infinite", "Ah 9d Kd 9c", [], "Blackjack: pays 3:2"),
        ("infinite", "Ah Kd Kd Ac", [], "Push: blackjack against blackjack"),
        ("infinite", "9h Kd 9d Ac", ["s"], "Loss: the dealer has a blackjack"),
        ("infinite", "Th 6d 9d Tc Kc", ["s"], "Win: the dealer busts with 26"),
        ("infinite", "Th 6d 9d Tc 2c", ["s"], "Win: 19 against 18"),
        ("infinite", "Th 6d 9d Tc 4c", ["s"], "Loss: 19 against 20"),
        ("infinite", "Th 6d 5d Tc 9c", ["h"], "Bust: 24 is over 21"),
        ("infinite", "2h 6d 2d Tc 2c 3c 2s 4s 9c", ["h"] * 4, "Charlie: 6 cards without going over 21"),
        ("classic-free-bet", "Th 6d 9d Tc 6c", ["s"], "Push: the dealer busts with 22, which pushes"),
        ("free-chip", "Th 7d 7d Tc", ["s"], "Win: 17 with two cards beats the dealer's 17"),
        ("free-chip", "Th 6d 7d Tc 9c", ["s"], "Push: the dealer busts with 25, and 17 pushes"),
        ("free-chip", "Th Td 8d 6c 9c", ["s"], "Push: the dealer busts with a ten up, which pushes"),
        ("free-chip", "6h Td 5d 7c 9c", ["d"], "Win: 20 against 17, * free 10.00"),
        ("all-bets", "6h Td 5d Ac 9c", ["d"], "Loss: the dealer has a blackjack, 10.00 of 20.00 comes back"),
        ("all-bets", "8h Td 8d Ac 9c 9h", ["p", "s", "s"], "Push: the dealer's blackjack takes one bet only"),
        ("6D LS", "9h Kd 7d 9c", ["r"], "Surrender: half of the bet comes back"),
    ],
)
def test_a_result_says_what_was_paid_and_why(game: str, shoe: str, lines: list[str], why: str) -> None:
    assert why in answers(seated(game, shoe), "10", *lines)


def test_the_dealers_play_is_one_sentence() -> None:
    said = answers(seated("infinite", "Th 6d 9d 3c 4c Ah 9c"), "10", "s")
    assert said.startswith("The dealer shows 3c: 9, draws 4c: 13, draws Ah: 14, draws 9c: 23, busts.")


# -- cashback and jackpot -------------------------------------------------------------------------


class Odds:
    """Every hand is worth three quarters of its bet."""

    def value(self, _: Standing) -> Fraction:
        return Fraction(-1, 4)


def test_a_cashback_is_offered_at_its_price_and_paid_at_it_k1() -> None:
    sitting = seated("cashback", "9h Kd 6d Qc", odds=Odds(), balance=100_00)
    assert "[c] Cashback for 7.42" in answers(sitting, "10")  # 7.50 less the margin of 1 %, rounded down
    assert "Cashback: ended for 7.42" in answers(sitting, "?", "nonsense", "c")
    assert wallet(sitting) == 97_42


def test_without_prices_the_table_says_that_there_is_no_cashback() -> None:
    why = "Cashback is not offered here until its prices are computed."
    assert why in seated("cashback", "").open()
    assert why not in seated("cashback", "", odds=Odds()).open()
    assert "[c]" not in answers(seated("cashback", "9h Kd 6d Qc"), "10")


def test_the_jackpot_grows_by_three_percent_of_each_stake_exactly_j1() -> None:
    sitting = seated("all-bets", "9h 8h Kd 9d 8d Qc")
    assert "Jackpot 80,000.00" in answers(sitting, "add 1")
    assert "Jackpot 80,000.00" in answers(sitting, "10 progressive=1 / 10 progressive=1")
    assert "Jackpot 80,000.06" in answers(sitting, "s", "s")


def test_whoever_wins_the_jackpot_takes_all_of_it_and_it_starts_again_j1() -> None:
    sitting = seated("all-bets", "As Kd As Qc As As", balance=100_00)
    said = answers(sitting, "10 progressive=1", "h", "h", "s")
    assert "The jackpot is yours: 80,000.00!" in said
    assert "Progressive  Four aces of one suit, the jackpot" in said
    assert wallet(sitting) == 100_00 - 11_00 + 80_000_00
    assert "Jackpot 80,000.03" in said.splitlines()[-1]  # its seed again, and what this round has fed


def test_two_hands_that_win_the_jackpot_share_it_j1() -> None:
    sitting = seated("all-bets", "As As Kd As As Qc As As As As", balance=100_00)
    said = answers(sitting, "10 progressive=1 / 10 progressive=1", "h", "h", "s", "h", "h", "s")
    assert "The jackpot is yours: 80,000.00!" in said
    assert wallet(sitting) == 100_00 - 22_00 + 80_000_00


def test_a_void_round_leaves_the_jackpot_as_it_was() -> None:
    sitting = seated("all-bets", "As Kd")
    assert "Jackpot 80,000.00" in answers(sitting, "10 progressive=1")


# -- the shoe -------------------------------------------------------------------------------------


def test_a_shoe_that_runs_out_voids_the_round_and_gives_the_stakes_back_e1() -> None:
    sitting = seated("infinite", "9h Kd 2d Qc", balance=100_00)
    said = answers(sitting, "10", "d")
    assert said.startswith("The shoe has run out of cards. The round is void and your 20.00 come back.")
    assert wallet(sitting) == 100_00
    assert not sitting.told.results


def test_the_shuffle_of_a_cut_card_shoe_is_announced() -> None:
    shoe = CutCardShoe(8, SeededRandomness(1), behind_cut_card=412, shoes=2)
    sitting = Sitting(load("infinite"), shoe, look=Look(drawn=False))
    assert "The cut card was out" not in sitting.feed("10")
    while sitting.told.asked:
        sitting.feed("s")
    assert shoe.cut_card_shown
    assert "The cut card was out: these cards are freshly shuffled." in sitting.feed("10")
    assert shoe.shoe_in_use == 1


# -- around the rounds ----------------------------------------------------------------------------


def test_the_record_of_a_round_replays() -> None:
    sitting = seated("free-chip", "8h 6d 8c Td 3s 9d Kh 7c 5s")
    assert answers(sitting, "record") == "No round has been played yet."
    answers(sitting, "10 free-fortune=1", "p", "d", "s")
    assert not sitting.told.asked
    assert replay(answers(sitting, "record") + "\n").settlement is not None


def test_history_lists_the_last_rounds() -> None:
    sitting = seated("infinite", "Th 6d 9d Tc Kc Th 6d 9d Tc 4c", balance=100_00)
    assert answers(sitting, "history") == "No round has been played yet."
    answers(sitting, "10", "s", "20 any-pair=1", "s")
    assert answers(sitting, "history").splitlines() == [
        "Round  staked     net  balance  hands",
        "    1   10.00  +10.00   110.00  Win",
        "    2   21.00  -21.00    89.00  Loss",
    ]


def test_the_limits_can_be_seen_and_chosen() -> None:
    sitting = seated("all-bets", "", limits=2)
    said = answers(sitting, "limits")
    assert "  2  silver, main bet 5-1,000, side bets 1-100  (yours)" in said
    assert "Progressive takes exactly 1.00." in said
    assert "gold, main bet 25-5,000" in answers(sitting, "limits 3")
    assert "The least main bet is 25.00" in answers(sitting, "10")
    assert "a number from 1 to 3" in answers(sitting, "limits 4")
    assert "a number from 1 to 3" in answers(sitting, "limits ²")


def test_help_names_what_this_game_has() -> None:
    assert "hot-3=" in answers(seated("infinite", ""), "?")
    assert "10 / 25" not in answers(seated("infinite", ""), "help")
    assert "insurance off" in answers(seated("free-chip", ""), "?")
    assert "side bet" not in answers(seated("6D", ""), "?")
    deciding = answers(seated("6D LS", "9h Kd 6d Qc"), "10", "?")
    assert "surrender" in deciding
    assert "cashback" not in deciding


def test_the_table_is_shown_again_after_a_page_of_rules() -> None:
    sitting = seated("infinite", "9h Kd 6d Qc")
    said = answers(sitting, "10", "rules")
    assert said.startswith("Infinite\n========\n")
    assert said.endswith("[h] Hit  [s] Stand  [d] Double 10.00")
    assert "> Your hand: 9h 6d (15), bet 10.00" in said


def test_a_player_without_money_is_told_how_to_go_on() -> None:
    sitting = seated("infinite", "Th 6d 9d Tc 4c", balance=10_00)
    said = answers(sitting, "10", "s")
    assert said.endswith("Write add 500 for more play money, or quit.")
    assert "Balance 500.00" in answers(sitting, "add 500")
    assert answers(sitting, "add") == answers(sitting, "add -5") == "Write an amount, as in add 500."
    assert "no amount" in answers(sitting, "add lots")


def test_leaving_sums_the_sitting_up() -> None:
    sitting = seated("infinite", "Th 6d 9d Tc Kc")
    said = answers(sitting, "10", "s", "quit")
    assert said == "Rounds 1, staked 10.00, returned 20.00, net +10.00. Balance 1,010.00. Until next time!"
    assert sitting.over
    assert sitting.leave() == ""


@pytest.mark.parametrize("lines", [["9"], ["9", "quit"], ["9", "d"]])
def test_a_round_that_is_left_gives_its_stakes_back(lines: Iterable[str]) -> None:
    sitting = seated("all-bets", "8h 9h Kd 8d 9d Qc 2s", balance=100_00)
    answers(sitting, "10 / 10", *lines)
    said = sitting.leave() or answers(sitting)
    assert wallet(sitting) == 100_00
    assert sitting.over
    assert not said or "come back" in said


def test_all_of_it_in_italian() -> None:
    sitting = seated("free-chip", "8h 6d 8c Td 3s 9d Kh 7c 5s", language="it")
    assert "Benvenuto a Free Chip" in sitting.open()
    assert sitting.prompt == "Puntata> "
    said = answers(sitting, "10,50 tutte 1")
    assert "> La tua mano: 8h 8c (16), puntata 10,50" in said
    assert "[p] * Dividi gratis" in said
    said = answers(sitting, "p", "d", "s")
    assert "Mano 1a" in said
    assert "Vinta: il banco sballa con 23, * gratis 10,50" in said
    assert answers(sitting, "esci").endswith("Alla prossima!")


@pytest.mark.parametrize("game", ["free-chip", "classic-free-bet", "infinite", "all-bets", "cashback", "2D H17 LS"])
def test_every_game_can_be_played_from_its_own_shoe(game: str) -> None:
    variant = load(game)
    sitting = Sitting(variant, shoe_for(variant.shoe, SeededRandomness(7)), balance=10_000_00)
    assert variant.name in sitting.open()
    sitting.feed("10")
    for _ in range(200):
        sitting.feed("n" if sitting.told.insuring else "s" if sitting.told.asked else "")
    sitting.leave()
    results = sitting.told.results
    assert len(results) > 50
    assert wallet(sitting) == 10_000_00 + sum(one.returned_minor - one.staked_minor for one in results)
    assert audit(sitting.house.ledger).clean
