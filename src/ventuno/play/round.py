"""One round as a state machine without clock, money or randomness: cards and decisions in, events out.

    deal, deal, ...  ->  [insurance]  ->  [early surrender]  ->  [look]  ->  decisions  ->  dealer  ->  over

The round says what it waits for (`awaits`): a card, which `deal` brings from wherever cards come
from, or a decision, which `act` brings from whoever is asked. It serves private hands, bets behind
them and positions shared by any number of players: the first two are decided in turn by the
position's first bettor, the third by everybody at the same time.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

from ventuno.actions import DOUBLES, Action
from ventuno.cards import ACE, Card
from ventuno.money import MINOR_PER_UNIT
from ventuno.play import events as happened
from ventuno.play.actions import DEEDS, NO_GOLDEN_SURRENDER, LegalActions, answers, nothing
from ventuno.play.bets import PositionBet, refusal_of_bets
from ventuno.play.events import RoundEvent
from ventuno.play.hands import DEALER, SPLITTING, Chip, Hand, Line, Status, hand_on
from ventuno.play.judge import awaits_dealer
from ventuno.play.position import Holding, Position, rows_of
from ventuno.play.settlement import Settlement
from ventuno.refusal import Refusal, RefusalRaised
from ventuno.sidebets import SIDE_BETS
from ventuno.variant import Variant, digest

Events = tuple[RoundEvent, ...]

MOST_SOLO_POSITIONS = 3


class Phase(StrEnum):
    DEALING = "dealing"
    INSURANCE = "insurance"
    EARLY_SURRENDER = "early-surrender"
    DECISIONS = "decisions"
    DEALER = "dealer"
    OVER = "over"


class Awaits(StrEnum):
    CARD = "card"
    DECISION = "decision"
    NOTHING = "nothing"


class HandInTurn(NamedTuple):
    """Somebody who is asked: for insurance the line is the position's own."""

    position: int
    bettor: str
    line: str


class PaidWith(NamedTuple):
    """How an action is paid, and by whom it cannot be."""

    price: int | None  # of a cashback
    golden: int
    short: tuple[str, ...]


PLAINLY = PaidWith(None, 0, ())  # almost every decision: made once, for a crowd makes many
# They only move a hand: a crowd's are looked at once.
ALIKE = frozenset(action for action, deed in DEEDS.items() if not deed.chip) - {Action.CASHBACK}


class Round:
    def __init__(
        self,
        variant: Variant,
        bets: Iterable[PositionBet],
        *,
        together: bool | None = None,
        jackpot: int | None = None,
    ) -> None:
        """Opens the round with all bets placed. Raises `RefusalRaised` where they cannot be."""
        bets = tuple(bets)
        self.variant = variant
        self.together = variant.table.facts.together if together is None else together
        most = max(variant.table.positions, MOST_SOLO_POSITIONS)
        if refusal := refusal_of_bets(variant, bets, most, self.together):
            raise RefusalRaised(refusal.code, refusal.why, **refusal.data)
        self.jackpot = _seed(variant) if jackpot is None else jackpot
        self.bets = bets
        self.positions = {
            number: Position(variant, number, _on(number, bets), self.together)
            for number in sorted({bet.position for bet in bets})
        }
        self.dealer = Line(DEALER)
        self.looked = False
        self._dealer_needed = False
        self.phase = Phase.DEALING
        self.settlement: Settlement | None = None
        self.insurance: dict[tuple[int, str], int] = {}  # decided so far; 0: declined
        self._uninsured: dict[tuple[int, str], None] = {}  # asked, in order
        self._to_deal = deque(self._opening_order())
        self.events: list[RoundEvent] = []
        self.events.append(happened.RoundBegun(variant.key, digest(variant), self.together, self.jackpot, bets))

    def __repr__(self) -> str:
        return f"<Round of {self.variant.key}: {self.phase}, {len(self.bets)} bets, {len(self.events)} events>"

    # -- what it waits for ----------------------------------------------------------------------

    @property
    def awaits(self) -> Awaits:
        if self._to_deal:
            return Awaits.CARD
        return Awaits.NOTHING if self.phase is Phase.OVER else Awaits.DECISION

    @property
    def next_card_to(self) -> str | None:
        """Where the next card goes: a line, or the dealer."""
        return self._to_deal[0] if self._to_deal else None

    @property
    def up_card(self) -> Card | None:
        return self.dealer.cards[0] if self.dealer.cards else None

    def asked(self) -> Iterator[HandInTurn]:
        """Who is asked now: one in turn, or everybody who has not answered yet."""
        if self.awaits is not Awaits.DECISION:
            return
        if self.phase is Phase.INSURANCE:
            for number, bettor in self._uninsured:
                yield HandInTurn(number, bettor, str(number))
        elif self.together:
            yield from self._asked_together()
        elif turn := self._turn():
            position, hand = turn
            yield HandInTurn(position.number, position.bets[0].bettor, hand.line)

    def _asked_together(self) -> Iterator[HandInTurn]:
        for position, row in rows_of(self.positions.values()):
            for hand in position.path(row):
                if hand.status is Status.PLAYING:
                    yield HandInTurn(position.number, position.bets[row].bettor, hand.line)

    def _turn(self) -> tuple[Position, Hand] | None:
        for position in self.positions.values():
            if hand := position.first_playing():
                return position, hand
        return None

    def legal(self, position: int, bettor: str, line: str | None = None) -> LegalActions:
        """What a bettor may decide now for a hand (of several, the first that is asked)."""
        found = self._find(position, bettor, line)
        if isinstance(found, Refusal):
            return nothing(found)
        place, row, hand = found
        if self.phase is Phase.INSURANCE:
            return answers(Action.INSURE)
        if self.phase is Phase.EARLY_SURRENDER:
            return _early(place.holding(row, hand.line))
        return place.legal(place.holding(row, hand.line), self.looked)

    def cost(self, position: int, bettor: str, action: Action) -> int:
        """What an action adds to the stakes, in minor units: another bet, or half of the money bet (D6)."""
        place = self.positions[position]
        row = place.row[bettor]
        if action is Action.INSURE:
            return place.bets[row].main // 2
        return place.original[row] if DEEDS[action].chip is Chip.REAL else 0

    def followers_cost(self, position: int, line: str, action: Action) -> dict[str, int]:
        """What the leader's action would cost each bettor behind who follows it, in minor units (H2)."""
        place = self.positions[position]
        behind = () if self.together else range(1, len(place.bets))
        return {
            place.bets[row].bettor: place.original[row] for row in behind if place.pays_to_follow(row, line, action)
        }

    def shares(self, position: int, bettor: str, line: str) -> dict[Action, int]:
        """How many of those in exactly this situation have chosen what so far (D7)."""
        place = self.positions[position]
        row = place.row[bettor]
        hand = hand_on(place.path(row), line)
        return dict(place.choices.get(place.situation(place.holding(row, line)), {})) if hand else {}

    # -- cards come in --------------------------------------------------------------------------

    def deal(self, card: Card) -> Events:
        """Takes the next card; it is the caller's to know where from."""
        if not self._to_deal:
            raise RuntimeError("no card is awaited")  # a fault of the program, never of a player
        before = len(self.events)
        to = self._to_deal.popleft()
        hole = to == DEALER and len(self.dealer.cards) == 1
        line = self.dealer if to == DEALER else self.positions[_position_of(to)].lines[to]
        line.add(card)
        self.events.append(happened.DealtCard(to, card, hole))
        if not self._to_deal:
            self._all_dealt()
        return tuple(self.events[before:])

    def _opening_order(self) -> Iterator[str]:
        """One card up to each, one to the dealer, a second to each, the hole card."""
        for _ in range(2):
            yield from map(str, self.positions)
            yield DEALER

    def _all_dealt(self) -> None:
        if self.phase is Phase.DEALING:
            self._after_opening()
        elif self.phase is Phase.DECISIONS:
            for position in self.positions.values():
                position.after_cards()
            self._ask_or_end()
        else:
            self._dealer_draws()

    # -- decisions come in ----------------------------------------------------------------------

    def act(
        self,
        position: int,
        bettor: str,
        action: Action,
        line: str | None = None,
        *,
        price: int | None = None,
        golden: int = 0,
        short: Collection[str] = (),
    ) -> Events | Refusal:
        """A decision of a bettor for a hand. A refusal changes nothing.

        `short` are bettors behind who cannot pay for following it: they do not follow (H2, D4).
        """
        found = self._find(position, bettor, line)
        if isinstance(found, Refusal):
            return found
        place, row, hand = found
        before = len(self.events)
        if self.phase is Phase.INSURANCE:
            refusal = self._decide_insurance(place, row, action)
        else:
            paid = PaidWith(price, golden, tuple(short)) if golden or short or price is not None else PLAINLY
            refusal = self._decide(place, row, hand, action, paid)
        return refusal or tuple(self.events[before:])

    def act_alike(self, position: int, bettors: Sequence[str], action: Action, line: str) -> Refusal | None:
        """The same decision of many at a shared position, as if each had said it alone.

        Those who hold the same are looked at once. Only what adds no chips and costs nothing (`ALIKE`).
        A refusal changes nothing.
        """
        if action not in ALIKE or not self.together or self.phase is Phase.INSURANCE:
            raise ValueError(f"{action} is decided one by one here")
        found = self._find_alike(position, bettors, line)
        if isinstance(found, Refusal):
            return found
        place, groups = found
        for first, *_ in groups.values():
            hand = self._find_hand(place, first, line)
            refusal = hand if isinstance(hand, Refusal) else self._refusal(*hand, action, PLAINLY)
            if refusal:
                return refusal
        for held, rows in groups.items():
            place.decide(held, rows, action)
        self.events += [happened.HandDecided(position, bettor, line, action) for bettor in bettors]
        if self._all_decided():
            self._draw_or_go_on()
        return None

    def _find_alike(
        self, position: int, bettors: Sequence[str], line: str
    ) -> tuple[Position, dict[Holding, list[int]]] | Refusal:
        """The bettors in groups that hold the same, or why one of them is not asked."""
        found = self._find(position, bettors[0], line)
        if isinstance(found, Refusal):
            return found
        place = found[0]
        rows = [place.row.get(bettor, -1) for bettor in bettors]
        if -1 in rows:
            return Refusal("action/no_bet", f"not all of them have a bet on position {position}")
        if len(set(rows)) < len(rows):
            return Refusal("action/not_asked", f"nothing is to be decided twice for {line}")
        return place, place.alike(rows, line)

    def follow(self, position: int, bettor: str, double: bool, split: bool) -> Events | Refusal:
        """Changes what a bet behind goes along with, any time before it is decided (H2)."""
        if self.phase in (Phase.DEALER, Phase.OVER):
            return Refusal("action/not_now", "everything is decided: there is nothing left to follow")
        place = self.positions.get(position)
        row = None if place is None else place.row.get(bettor)
        if place is None or row is None or not place.bets[row].behind:
            return Refusal("action/not_behind", f"{bettor} has no bet behind position {position}")
        if place.follows(row) == (double, split):
            return ()
        place.change_follow(row, double, split)
        self.events.append(happened.FollowChanged(position, bettor, double, split))
        return (self.events[-1],)

    def close(self) -> Events:
        """Time has run out for whoever is asked (D3)."""
        if self.awaits is not Awaits.DECISION:
            raise RuntimeError("no decision is awaited")
        before = len(self.events)
        self.events.append(happened.TimeRanOut())
        if self.phase is Phase.INSURANCE:
            self._uninsured.clear()
            self._after_insurance()
        elif self.phase is Phase.EARLY_SURRENDER:
            self._end_early_surrender()
        else:
            self._decide_for_the_silent()
        return tuple(self.events[before:])

    def _decide_for_the_silent(self) -> None:
        if self.together:
            for place in self.positions.values():
                place.decide_for_the_silent()
        elif turn := self._turn():
            place, hand = turn
            place.decide_for_the_silent(hand.line)
        self._draw_or_go_on()

    def _find(self, number: int, bettor: str, line: str | None) -> tuple[Position, int, Hand] | Refusal:
        """The hand that is asked, or why this bettor is not asked for it."""
        if self.awaits is not Awaits.DECISION:
            why = "the round is over" if self.phase is Phase.OVER else "cards are being dealt"
            return Refusal("action/not_now", why)
        place = self.positions.get(number)
        row = None if place is None else place.row.get(bettor)
        if place is None or row is None:
            return Refusal("action/no_bet", f"{bettor} has no bet on position {number}")
        if self.phase is Phase.INSURANCE:
            if (number, bettor) not in self._uninsured:
                return Refusal("action/not_asked", f"{bettor} is not asked for insurance on {number} (any more)")
            return place, row, place.path(row)[0]
        return self._find_hand(place, row, line)

    def _find_hand(self, place: Position, row: int, line: str | None) -> tuple[Position, int, Hand] | Refusal:
        path = place.path(row)
        if line is None:
            hand = next((hand for hand in path if hand.status is Status.PLAYING), None)
        else:
            hand = hand_on(path, line)
        if hand is None or hand.status is not Status.PLAYING:
            return Refusal("action/not_asked", f"nothing is to be decided for {line or place.key} now")
        if not self.together:
            if row:
                return Refusal("action/bet_behind", f"{place.bets[0].bettor} decides for this hand")
            turn = self._turn()
            if turn is None or turn[1].line != hand.line:
                return Refusal("action/not_your_turn", f"hand {turn[1].line if turn else '?'} is to decide now")
        return place, row, hand

    def _decide_insurance(self, place: Position, row: int, action: Action) -> Refusal | None:
        if action not in (Action.INSURE, Action.DECLINE):
            return Refusal("action/not_now", f"insurance is asked: insure or decline, not {action}")
        bet = place.bets[row]
        stake = self.cost(place.number, bet.bettor, action)
        del self._uninsured[place.number, bet.bettor]
        self.insurance[place.number, bet.bettor] = stake
        self.events.append(happened.InsuranceDecided(place.number, bet.bettor, stake))
        if not self._uninsured:
            self._after_insurance()
        return None

    def _decide(self, place: Position, row: int, hand: Hand, action: Action, paid: PaidWith) -> Refusal | None:
        if refusal := self._refusal(place, row, hand, action, paid):
            return refusal
        if paid.short:
            following = self.followers_cost(place.number, hand.line, action)
            paid = paid._replace(short=tuple(name for name in following if name in paid.short))
        self._record(place, row, hand, action, paid)
        place.decide(place.holding(row, hand.line), (row,), action)
        if paid.golden or (row in place.golden and DEEDS[action].status in SPLITTING):
            place.add_golden(row, hand, action, paid.golden)
        if not self.together:
            self._followers(place, hand.line, action, paid.short)
        if action is Action.CASHBACK:
            assert paid.price is not None
            place.cashed[row, hand.line] = paid.price
        if self._all_decided():
            self._draw_or_go_on()
        return None

    def _refusal(self, place: Position, row: int, hand: Hand, action: Action, paid: PaidWith) -> Refusal | None:
        early = self.phase is Phase.EARLY_SURRENDER
        held = place.holding(row, hand.line)
        legal = _early(held) if early else place.legal(held, self.looked)
        if refusal := legal.why_not(action):
            return refusal
        if action is Action.CASHBACK and (paid.price is None or paid.price < 0):
            return Refusal("cashback/no_price", "a cashback needs the price that was offered, 0 or more")
        golden = paid.golden
        if golden and (DEEDS[action].chip is not Chip.REAL or not 0 < golden <= place.original[row]):
            return Refusal("bet/golden_chips", "golden chips pay for a double or a split, up to the bet")
        if golden and self.variant.golden_chips is None:
            return Refusal("bet/no_golden_chips", "golden chips are not played in this game")
        return None

    def _record(self, place: Position, row: int, hand: Hand, action: Action, paid: PaidWith) -> None:
        bettor = place.bets[row].bettor
        real = self.cost(place.number, bettor, action) - paid.golden
        free = place.original[row] if DEEDS[action].chip is Chip.FREE else 0
        self.events.append(
            happened.HandDecided(
                place.number, bettor, hand.line, action, real, paid.golden, free, paid.price, paid.short
            )
        )

    def _followers(self, place: Position, line: str, action: Action, short: Collection[str]) -> None:
        for row in range(1, len(place.bets)):
            followed = place.follow(row, line, action, place.bets[row].bettor in short)
            if followed is not None:
                self._record_follower(place, row, line, action, followed)

    def _record_follower(self, place: Position, row: int, line: str, action: Action, hand: Hand) -> None:
        original = place.original[row]
        doubled = action in DOUBLES
        real = (doubled and hand.extra is Chip.REAL) or hand.status is Status.SPLITTING
        free = (doubled and hand.extra is Chip.FREE) or hand.status is Status.SPLITTING_FREE
        bettor = place.bets[row].bettor
        self.events.append(happened.Followed(place.number, bettor, line, action, original * real, original * free))

    def _all_decided(self) -> bool:
        """In turn, each decision is acted on at once; together, when the last one is in."""
        if self.together or self.phase is Phase.EARLY_SURRENDER:
            return not any(place.undecided for place in self.positions.values())
        return True

    # -- what happens by itself -----------------------------------------------------------------

    def _after_opening(self) -> None:
        for position in self.positions.values():
            position.after_opening()
        if self.dealer.cards[0].rank == ACE and self.variant.hand.insurance:
            self._uninsured = {
                (bet.position, bet.bettor): None
                for place in self.positions.values()
                for bet in place.bets
                if bet.insurance and bet.main
            }
        if self._uninsured:
            self.phase = Phase.INSURANCE
            self.events.append(happened.InsuranceOpened())
        else:
            self._after_insurance()

    def _after_insurance(self) -> None:
        early = self.variant.hand.surrender == "early" and self.variant.dealer.looks(self.dealer.cards[0])
        if early and any(place.undecided for place in self.positions.values()):
            self.phase = Phase.EARLY_SURRENDER
            self.events.append(happened.EarlySurrenderOffered())
        else:
            self._look()

    def _end_early_surrender(self) -> None:
        for place in self.positions.values():
            place.end_early_surrender()
        self._look()

    def _look(self) -> None:
        """The hole card is looked at where the variant says so; a blackjack ends the round at once."""
        self.phase = Phase.DECISIONS
        if self.variant.dealer.looks(self.dealer.cards[0]):
            self.looked = True
            self.events.append(happened.LookedUnder(self.dealer.is_natural))
            if self.dealer.is_natural:
                for place in self.positions.values():
                    place.stand_all()
        self._ask_or_end()

    def _draw_or_go_on(self) -> None:
        """The decisions are in: deals what was asked for."""
        if self.phase is Phase.EARLY_SURRENDER:
            self._end_early_surrender()
            return
        for place in self.positions.values():
            for line in place.open_split_lines():
                self.events.append(happened.SplitLine(line.key, *line.halves))
            self._to_deal.extend(place.lines_awaiting_cards())
        if not self._to_deal:
            self._ask_or_end()

    def _ask_or_end(self) -> None:
        if not any(place.undecided for place in self.positions.values()):
            self._show_hole_card()

    def _show_hole_card(self) -> None:
        """The dealer always shows it in the end, even if nobody is left in play."""
        self.phase = Phase.DEALER
        for place in self.positions.values():
            if len(place.bets) > 1 and not self.together:
                place.stand_all()  # bets behind that went another way than the hand they followed
        self.events.append(happened.HoleTurned(self.dealer.cards[1]))
        self._dealer_needed = self._is_dealer_needed()
        self._dealer_draws()

    def _dealer_draws(self) -> None:
        if self._dealer_needed and self._dealer_must_draw():
            self._to_deal.append(DEALER)
        else:
            self._settle()

    def _dealer_must_draw(self) -> bool:
        points, soft = self.dealer.totals[-1]
        return points < 17 or (points == 17 and soft and self.variant.dealer.soft_17 == "hits")

    def _is_dealer_needed(self) -> bool:
        """Some hand's result hangs on the dealer's total, or a live side bet does."""
        return any(
            self._side_bet_waits(place)
            or any(
                awaits_dealer(self.variant, hand, place.lines[hand.line])
                for number in place.paths_in_use()
                for hand in place.paths[number]
            )
            for place in self.positions.values()
        )

    def _side_bet_waits(self, place: Position) -> bool:
        natural = place.lines[place.key].is_natural
        return any(SIDE_BETS[key].waits_for_dealer(natural) for key in place.sides)

    @property
    def original_minor(self) -> int:
        """The main bets that the round began with, golden chips left out."""
        return sum(place.original_minor for place in self.positions.values())

    def _settle(self) -> None:
        self.phase = Phase.OVER
        self.settlement = Settlement(
            self.variant, tuple(self.positions.values()), self.dealer, self.insurance, self.jackpot
        )
        self.events += self.settlement.events()


def _early(held: Holding) -> LegalActions:
    """The answers to early surrender; golden chips cannot be halved (K3)."""
    _, _, golden = held
    if golden:
        return LegalActions((Action.SURRENDER, Action.DECLINE), {Action.SURRENDER: NO_GOLDEN_SURRENDER}.get)
    return answers(Action.SURRENDER)


def _on(number: int, bets: Sequence[PositionBet]) -> tuple[PositionBet, ...]:
    return tuple(bet for bet in bets if bet.position == number)


def _position_of(line: str) -> int:
    return int(line.rstrip("ab"))


def _seed(variant: Variant) -> int:
    """The jackpot where no pool is given: the seed of the variant's progressive bet."""
    seeds = [bet.jackpot.seed for bet in variant.side_bets.values() if bet.jackpot]
    return sum(seeds) * MINOR_PER_UNIT
