"""The verdict on a path: what each of its hands is against the dealer's, and what its chips bring.

This is the one place that says who wins. It sees cards and rules, never players or amounts; it is
called once for each distinct path, and the money follows by arithmetic.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from ventuno.play.hands import Chip, Hand, Line, Path, Status
from ventuno.variant import Variant

Factor = int | Fraction  # whole wherever it can be: Fractions are slow

HALF = Fraction(1, 2)


class Verdict(NamedTuple):
    """What one hand came to, per original bet.

    `base_back` and `extra_back` are the parts of the base bet and of the doubled part that come
    back where they are the player's own; `wins` is paid on every chip, free ones too.
    """

    outcome: str
    base_back: Factor = 0
    extra_back: Factor = 0
    wins: Factor = 0


BUST = Verdict("bust")
LOST = Verdict("lose")
PUSHED = Verdict("push", 1, 1)
WON = Verdict("win", 1, 1, 1)
CHARLIE = Verdict("charlie", 1, 1, 1)
SURRENDERED = Verdict("surrender", HALF)
CASHED = Verdict("cashback")  # what it brings was agreed, hand by hand

WINNING = frozenset({"win", "blackjack", "charlie"})


def returns(hand: Hand, verdict: Verdict) -> Factor:
    """What comes back for a hand in all, per original bet."""
    back: Factor = 0
    if hand.base is Chip.REAL:
        back += verdict.base_back
    if hand.extra is Chip.REAL:
        back += verdict.extra_back
    return back + verdict.wins * (hand.real + hand.free)


def is_charlie(variant: Variant, line: Line, size: int) -> bool:
    charlie = variant.hand.charlie
    return charlie is not None and size >= charlie.cards and not line.totals[size].bust


def is_natural(line: Line, size: int) -> bool:
    return size == 2 and line.is_natural


def awaits_dealer(variant: Variant, hand: Hand, line: Line) -> bool:
    """Whether the dealer's total matters to it: the dealer draws only if some hand's does."""
    return (
        hand.status is Status.STOOD
        and not line.totals[hand.size].bust
        and not is_natural(line, hand.size)
        and not is_charlie(variant, line, hand.size)
    )


def judge(variant: Variant, path: Path, lines: Mapping[str, Line], dealer: Line) -> tuple[Verdict, ...]:
    """A verdict for each hand of a path."""
    blackjack = dealer.is_natural
    verdicts = tuple(_judge_hand(variant, hand, lines[hand.line], dealer, blackjack) for hand in path)
    return _given_back(variant, path, verdicts, dealer) if blackjack else verdicts


def _judge_hand(variant: Variant, hand: Hand, line: Line, dealer: Line, blackjack: bool) -> Verdict:
    if hand.status is Status.CASHED:
        return CASHED
    if hand.status is Status.SURRENDERED:
        return LOST if blackjack and variant.hand.surrender == "late" else SURRENDERED
    mine = line.totals[hand.size]
    if mine.bust:
        return BUST
    if is_charlie(variant, line, hand.size) and not (blackjack and not _charlie_beats_blackjack(variant)):
        return CHARLIE
    if is_natural(line, hand.size):
        return PUSHED if blackjack else Verdict("blackjack", 1, 1, variant.hand.blackjack.wins)
    if blackjack:
        return LOST
    if dealer.totals[-1].bust:
        return _against_bust(variant, mine.points, dealer)
    return _against_total(variant, hand, line, dealer)


def _charlie_beats_blackjack(variant: Variant) -> bool:
    return variant.hand.charlie is not None and variant.hand.charlie.beats_blackjack


def _against_bust(variant: Variant, points: int, dealer: Line) -> Verdict:
    rules = variant.dealer
    pushes = (
        (rules.bust_22_pushes and dealer.totals[-1].points == 22)
        or (rules.bust_pushes_17 and points == 17)
        or (rules.bust_ten_up_pushes and dealer.cards[0].points == 10)
    )
    return PUSHED if pushes else WON


def _against_total(variant: Variant, hand: Hand, line: Line, dealer: Line) -> Verdict:
    mine, theirs = line.totals[hand.size].points, dealer.totals[-1].points
    if mine == theirs:
        natural_17 = mine == 17 and hand.size == 2 and not line.was_split
        return WON if natural_17 and variant.dealer.natural_17_beats_17 else PUSHED
    return WON if mine > theirs else LOST


def _given_back(variant: Variant, path: Path, verdicts: tuple[Verdict, ...], dealer: Line) -> tuple[Verdict, ...]:
    """What a dealer blackjack does not take although it beats the hands.

    It is found out before anything was added where the dealer looked, so there is nothing to give.
    """
    takes = variant.dealer.takes(dealer.cards[0])
    if takes == "every-stake":
        return verdicts
    losing = ("lose", "bust") if takes == "original-bet" else ("lose",)
    still_to_take = 1  # one original bet a starting hand
    given = []
    for hand, verdict in zip(path, verdicts, strict=True):
        if verdict.outcome in losing and hand.real:
            taken = min(still_to_take, hand.real)
            still_to_take -= taken
            verdict = _keeping(verdict, hand, taken)
        given.append(verdict)
    return tuple(given)


def _keeping(verdict: Verdict, hand: Hand, taken: int) -> Verdict:
    """The verdict with all but the taken chips given back: the base bet is taken first."""
    if not taken:
        outcome = "push" if verdict.outcome == "lose" else verdict.outcome
        return Verdict(outcome, 1, 1)
    base_taken = hand.base is Chip.REAL
    return Verdict(verdict.outcome, 0 if base_taken else 1, 1 if base_taken else 0)
