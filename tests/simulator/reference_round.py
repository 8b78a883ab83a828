"""One round by straightforward code: cards on a table, hands with chips on them, and the rules of games.md.

It shares nothing with the simulator but the `ChartSituation` that a policy is asked about. Cards come
from `deal`, which is told whose card it is: `player`, `up`, `hole` or `dealer`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction

from ventuno.cards import ACE, TEN, Card, is_natural, total
from ventuno.sidebets import SIDE_BETS, Seen
from ventuno.simulator import ChartSituation, Policy
from ventuno.variant import Variant

Deal = Callable[[str], Card]


@dataclass
class Hand:
    cards: list[Card]
    real: int = 1
    free: int = 0
    from_split: bool = False
    surrendered: bool = False

    @property
    def points(self) -> int:
        return total(self.cards).points

    @property
    def bust(self) -> bool:
        return self.points > 21


@dataclass
class Seat:
    first_two: tuple[Card, ...]
    hands: list[Hand] = field(default_factory=list)
    decisions: list[str] = field(default_factory=list)  # what was decided when asked, in order
    free_chips: int = 0
    net: Fraction = Fraction(0)
    stake: Fraction = Fraction(1)

    @property
    def natural(self) -> bool:
        return is_natural(self.first_two)


class Table:
    """Plays one round at once; `seats` and `dealer` then say what happened."""

    def __init__(
        self,
        variant: Variant,
        policy: Policy,
        deal: Deal,
        *,
        seats: int = 1,
        insurance: bool = False,
        side_bets: tuple[str, ...] = (),
        looks: bool = True,
    ) -> None:
        self.variant, self.policy, self.deal = variant, policy, deal
        self.rules = variant.hand
        self.insurance = insurance and self.rules.insurance is not None
        self.side_bets = side_bets
        self.may_look = looks
        firsts = [deal("player") for _ in range(seats)]
        self.up = deal("up")
        seconds = [deal("player") for _ in range(seats)]
        self.seats = [Seat(cards) for cards in zip(firsts, seconds, strict=True)]
        self.dealer = [self.up, deal("hole")]
        self._play()
        for seat in self.seats:
            self._settle(seat)

    # --- play ---

    @property
    def dealer_blackjack(self) -> bool:
        return is_natural(self.dealer[:2])

    @property
    def looked(self) -> bool:
        return self.may_look and self.variant.dealer.looks(self.up)

    def _play(self) -> None:
        self.ended_by_look = False
        if self.rules.surrender == "early":
            for seat in self.seats:
                self._offer_surrender(seat)
        if self.looked and self.dealer_blackjack:
            self.ended_by_look = True
            for seat in self.seats:
                if not seat.hands:
                    seat.hands = [Hand(list(seat.first_two))]
            return
        for seat in self.seats:
            if self.rules.surrender == "late":
                self._offer_surrender(seat)
            if not seat.hands:
                self._play_seat(seat)
        if self._somebody_waits():
            while self._dealer_draws():
                self.dealer.append(self.deal("dealer"))

    def _offer_surrender(self, seat: Seat) -> None:
        hand = Hand(list(seat.first_two))
        if hand.points == 21:
            return
        if self._choose(hand, [hand]) == "surrender":
            hand.surrendered = True
            seat.hands = [hand]
            seat.decisions.append("surrender")

    def _play_seat(self, seat: Seat) -> None:
        hands = [Hand(list(seat.first_two))]
        number = 0
        while number < len(hands):
            hand = hands[number]
            while self._may_be_asked(hand):
                action = self._choose(hand, hands)
                if len(self.legal(hand, hands)) > 1:
                    seat.decisions.append(action)
                if action == "stand":
                    break
                if action == "hit":
                    hand.cards.append(self.deal("player"))
                elif action in ("double", "free-double"):
                    if action == "double":
                        hand.real += 1
                    else:
                        hand.free += 1
                        seat.free_chips += 1
                    hand.cards.append(self.deal("player"))
                    break
                else:
                    assert action in ("split", "free-split")
                    other = Hand([hand.cards.pop()], from_split=True)
                    hand.from_split = True
                    if action == "free-split":
                        other.real, other.free = 0, 1
                        seat.free_chips += 1
                    hands.insert(number + 1, other)
                    hand.cards.append(self.deal("player"))
                    other.cards.append(self.deal("player"))
            number += 1
        seat.hands = hands

    def _is_charlie(self, hand: Hand) -> bool:
        charlie = self.rules.charlie
        return charlie is not None and len(hand.cards) >= charlie.cards and not hand.bust

    def _may_be_asked(self, hand: Hand) -> bool:
        return hand.points < 21 and not self._is_charlie(hand)

    def legal(self, hand: Hand, hands: list[Hand]) -> list[str]:
        rules = self.rules
        legal = ["stand"]
        split_ace = hand.from_split and hand.cards[0].rank == ACE
        stuck = split_ace and not rules.hit_split_aces
        if not stuck:
            legal.append("hit")
        two = len(hand.cards) == 2
        counted = total(hand.cards)
        hard = None if counted.soft else counted.points
        if two and not stuck and (rules.double_after_split or not hand.from_split):
            if hard in rules.free_double:
                legal.append("free-double")
            elif not rules.double or hard in rules.double:
                legal.append("double")
        pair = two and hand.cards[0].points == hand.cards[1].points
        again = not (split_ace and not rules.resplit_aces)
        if pair and len(hands) <= rules.splits and again:
            legal.append("free-split" if hand.cards[0].points in rules.free_split else "split")
        if rules.surrender != "none" and two and not hand.from_split:
            legal.append("surrender")
        return legal

    def situation(self, hand: Hand, hands: list[Hand]) -> ChartSituation:
        counted = total(hand.cards)
        count = len(hand.cards)
        low = counted.points - 10 if counted.soft else counted.points
        charlie = self.rules.charlie
        if count > 2 and not (charlie and low + charlie.cards - count <= 21):
            count = 3
        pair = count == 2 and hand.cards[0].points == hand.cards[1].points
        return ChartSituation(
            total=counted.points,
            soft=counted.soft,
            pair=hand.cards[0].points if pair else 0,
            cards=count,
            up=self.up.points,
            hands=len(hands),
            split=hand.from_split,
            split_ace=hand.from_split and hand.cards[0].rank == ACE,
            free=hand.real == 0,
        )

    def _choose(self, hand: Hand, hands: list[Hand]) -> str:
        legal = self.legal(hand, hands)
        if legal == ["stand"]:
            return "stand"
        wishes = self.policy(self.situation(hand, hands))
        for wish in (wishes,) if isinstance(wishes, str) else wishes:
            if wish in legal:
                return wish
            if wish in ("double", "split") and f"free-{wish}" in legal:
                return f"free-{wish}"
        last = wishes if isinstance(wishes, str) else wishes[-1]
        wanted = "hit" if "double" in last or hand.points <= 11 else "stand"
        return wanted if wanted in legal else "stand"

    def _somebody_waits(self) -> bool:
        for seat in self.seats:
            if any(SIDE_BETS[key].waits_for_dealer(seat.natural) for key in self.side_bets):
                return True
            for hand in seat.hands:
                natural = seat.natural and len(seat.hands) == 1
                if not (hand.bust or hand.surrendered or natural or self._is_charlie(hand)):
                    return True
        return False

    def _dealer_draws(self) -> bool:
        counted = total(self.dealer)
        if counted.points == 17 and counted.soft:
            return self.variant.dealer.soft_17 == "hits"
        return counted.points < 17

    # --- settlement ---

    def _settle(self, seat: Seat) -> None:
        seat.stake = Fraction(sum(hand.real for hand in seat.hands))
        if len(seat.hands) == 1 and seat.hands[0].surrendered:
            lost_all = self.dealer_blackjack and self.rules.surrender == "late"
            seat.net = Fraction(-1) if lost_all else Fraction(-1, 2)
        elif seat.natural and len(seat.hands) == 1:
            seat.net = Fraction(0) if self.dealer_blackjack else self.rules.blackjack.wins
        elif self.dealer_blackjack:
            seat.net = Fraction(self._taken_by_blackjack(seat))
        else:
            seat.net = Fraction(sum(self._hand_net(hand) for hand in seat.hands))
        if self.insurance and self.up.rank == ACE and self.rules.insurance:
            seat.stake += Fraction(1, 2)
            price = self.rules.insurance.wins
            seat.net += Fraction(1, 2) * price if self.dealer_blackjack else Fraction(-1, 2)

    def _taken_by_blackjack(self, seat: Seat) -> int:
        if self.ended_by_look:
            return -1
        charlie = self.rules.charlie
        winners = [hand for hand in seat.hands if charlie and charlie.beats_blackjack and self._is_charlie(hand)]
        won = sum(hand.real + hand.free for hand in winners)
        others = [hand for hand in seat.hands if hand not in winners]
        takes = self.variant.dealer.takes(self.up)
        if takes == "every-stake":
            return won - sum(hand.real for hand in others)
        if takes == "original-bet":
            return won - (1 if any(hand.real for hand in others) else 0)
        busted = sum(hand.real for hand in others if hand.bust)
        one_more = 1 if any(hand.real for hand in others if not hand.bust) else 0
        return won - busted - one_more

    def _hand_net(self, hand: Hand) -> int:
        """Against a dealer without a blackjack."""
        dealer = self.variant.dealer
        win, mine, theirs = hand.real + hand.free, hand.points, total(self.dealer).points
        if hand.bust:
            return -hand.real
        if self._is_charlie(hand):
            return win
        if theirs > 21:
            if theirs == 22 and dealer.bust_22_pushes:
                return 0
            if mine == 17 and dealer.bust_pushes_17:
                return 0
            if self.up.points == TEN and dealer.bust_ten_up_pushes:
                return 0
            return win
        if mine == theirs:
            first_two = len(hand.cards) == 2 and not hand.from_split
            return win if mine == 17 and first_two and dealer.natural_17_beats_17 else 0
        return win if mine > theirs else -hand.real

    # --- side bets ---

    def outcomes(self, seat: Seat, key: str) -> list[str | None]:
        """One outcome, or one a hand."""
        bet = SIDE_BETS[key]
        hands = seat.hands if bet.per_hand else seat.hands[:1]
        return [
            bet.judge(
                Seen(
                    seat.first_two,
                    tuple(self.dealer),
                    tuple(hand.cards),
                    was_split=len(seat.hands) > 1,
                    free_chips=seat.free_chips,
                )
            )
            for hand in hands
        ]
