"""The verdict on a path: what each of its hands is against the dealer's, and what its chips bring.

This is the one place that says who wins. It sees cards and rules, never players or amounts; it is
called once for each distinct path, and the money follows by arithmetic.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal, NamedTuple

from ventuno.cards import TEN
from ventuno.play.hands import Chip, Hand, Line, Path, Status, free_chips
from ventuno.sidebets import SIDE_BETS, Seen
from ventuno.variant import Variant

Factor = int | Fraction  # whole wherever it can be: Fractions are slow

HALF = Fraction(1, 2)


Reason = Literal[
    "bust",
    "blackjack",
    "two-blackjacks",
    "dealer-blackjack",
    "one-bet-taken",  # the dealer's blackjack takes no more than what was taken from another hand
    "charlie",
    "higher",
    "lower",
    "equal",
    "natural-17",
    "dealer-bust",
    "dealer-22",
    "bust-17",
    "bust-ten-up",
    "surrender",
    "cashback",
]


class Verdict(NamedTuple):
    """What one hand came to and why, per original bet.

    `base_back` and `extra_back` are the parts of the base bet and of the doubled part that come
    back where they are the player's own; `wins` is paid on every chip, free ones too.
    """

    outcome: str
    reason: Reason
    base_back: Factor = 0
    extra_back: Factor = 0
    wins: Factor = 0


BUST = Verdict("bust", "bust")
CHARLIE = Verdict("charlie", "charlie", 1, 1, 1)
SURRENDERED = Verdict("surrender", "surrender", HALF)
CASHED = Verdict("cashback", "cashback")  # what it brings was agreed, hand by hand
BEATEN_BY_BLACKJACK = Verdict("lose", "dealer-blackjack")


def won(reason: Reason) -> Verdict:
    return Verdict("win", reason, 1, 1, 1)


def pushed(reason: Reason) -> Verdict:
    return Verdict("push", reason, 1, 1)


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
        return BEATEN_BY_BLACKJACK if blackjack and variant.hand.surrender == "late" else SURRENDERED
    mine = line.totals[hand.size]
    if mine.bust:
        return BUST
    if is_charlie(variant, line, hand.size) and not (blackjack and not _charlie_beats_blackjack(variant)):
        return CHARLIE
    if is_natural(line, hand.size):
        blackjack_pays = variant.hand.blackjack.wins
        return pushed("two-blackjacks") if blackjack else Verdict("blackjack", "blackjack", 1, 1, blackjack_pays)
    if blackjack:
        return BEATEN_BY_BLACKJACK
    if dealer.totals[-1].bust:
        return _against_bust(variant, mine.points, dealer)
    return _against_total(variant, hand, line, dealer)


def _charlie_beats_blackjack(variant: Variant) -> bool:
    return variant.hand.charlie is not None and variant.hand.charlie.beats_blackjack


def _against_bust(variant: Variant, points: int, dealer: Line) -> Verdict:
    rules = variant.dealer
    if rules.bust_22_pushes and dealer.totals[-1].points == 22:
        return pushed("dealer-22")
    if rules.bust_pushes_17 and points == 17:
        return pushed("bust-17")
    if rules.bust_ten_up_pushes and dealer.cards[0].points == TEN:
        return pushed("bust-ten-up")
    return won("dealer-bust")


def _against_total(variant: Variant, hand: Hand, line: Line, dealer: Line) -> Verdict:
    mine, theirs = line.totals[hand.size].points, dealer.totals[-1].points
    if mine == theirs:
        natural_17 = mine == 17 and hand.size == 2 and not line.was_split
        return won("natural-17") if natural_17 and variant.dealer.natural_17_beats_17 else pushed("equal")
    return won("higher") if mine > theirs else Verdict("lose", "lower")


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
        return pushed("one-bet-taken") if verdict.outcome == "lose" else verdict._replace(base_back=1, extra_back=1)
    base_taken = hand.base is Chip.REAL
    return verdict._replace(base_back=0 if base_taken else 1, extra_back=1 if base_taken else 0)


class SideVerdict(NamedTuple):
    """What a side bet came to: its outcomes (several where hands are judged apart) and their prices."""

    outcome: str
    returns: int
    jackpots: int


def judge_side_bet(
    variant: Variant, key: str, first: str, path: Path, lines: Mapping[str, Line], dealer: Line
) -> SideVerdict:
    """A side bet of those on a path; `first` is the line that the position began with."""
    bet, pays = SIDE_BETS[key], variant.side_bets[key].pays
    first_two, dealers, free = tuple(lines[first].cards[:2]), tuple(dealer.cards), free_chips(path)
    made = []
    for hand in path if bet.per_hand else path[:1]:
        line = lines[hand.line]
        seen = Seen(first_two, dealers, tuple(line.cards[: hand.size]), line.was_split, free)
        if outcome := bet.judge(seen):
            made.append(outcome)
    prices = [pays[outcome] for outcome in made]
    jackpots = sum(price.is_jackpot for price in prices)
    return SideVerdict("+".join(made) or "lose", sum(int(price.returns) for price in prices), jackpots)
