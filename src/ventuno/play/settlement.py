"""Settlement: every distinct path is judged once, then every stake is paid by arithmetic.

`Settlement` answers two kinds of question: what one bettor got, hand by hand, in whole minor units
(`hands`, `side_bets`, `insurance`), and what a whole position got, as a column (`returned`).
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from ventuno.cards import Card
from ventuno.money import exactly
from ventuno.play import events as happened
from ventuno.play.hands import Chip, Hand, Line, Path, Status
from ventuno.play.judge import WINNING, Factor, Reason, SideVerdict, Verdict, judge, judge_side_bet, returns
from ventuno.play.position import FEW, Position
from ventuno.sidebets import SIDE_BETS
from ventuno.variant import Variant

Column = np.ndarray[Any, np.dtype[np.int64]]


class HandResult(NamedTuple):
    """One hand of one bettor, paid. Amounts in minor units."""

    position: int
    bettor: str
    line: str
    cards: tuple[Card, ...]
    total: int
    stake: int  # the player's own money
    golden: int
    free: int
    outcome: str
    reason: Reason
    returned: int
    golden_returned: int


class SideBetResult(NamedTuple):
    position: int
    bettor: str
    bet: str
    stake: int
    golden: int
    outcome: str
    returned: int
    golden_returned: int


class InsuranceResult(NamedTuple):
    position: int
    bettor: str
    stake: int
    returned: int


class Settlement:
    def __init__(
        self,
        variant: Variant,
        positions: tuple[Position, ...],
        dealer: Line,
        insurance: Mapping[tuple[int, str], int],
        jackpot: int,
    ) -> None:
        self.variant = variant
        self.positions = {position.number: position for position in positions}
        self.dealer = dealer
        self.jackpot = jackpot
        self.evaluations = 0  # hands judged: it grows with distinct hands, never with players
        self._insured = insurance
        self._used = {place.number: place.paths_in_use() for place in positions}
        self._verdicts = {
            (place.number, number): self._judge(place, place.paths[number])
            for place in positions
            for number in self._used[place.number]
        }
        self._side_verdicts: dict[tuple[int, str, int], SideVerdict] = {}
        self._judge_side_bets()
        winners = sum(self._jackpots())
        self.jackpot_share, self.jackpot_left = divmod(jackpot, winners) if winners else (0, 0)

    def _judge(self, place: Position, path: Path) -> tuple[Verdict, ...]:
        self.evaluations += len(path)
        return judge(self.variant, path, place.lines, self.dealer)

    # -- one bettor -----------------------------------------------------------------------------

    def hands(self, position: int, bettor: str) -> list[HandResult]:
        place = self.positions[position]
        row = place.row[bettor]
        verdicts = self._verdicts[position, place.path_of[row]]
        return [self._hand(place, row, hand, verdict) for hand, verdict in zip(place.path(row), verdicts, strict=True)]

    def verdicts(self, position: int, row: int) -> tuple[Verdict, ...]:
        """What each hand of one bettor came to, in the order of the path."""
        return self._verdicts[position, self.positions[position].path_of[row]]

    def _hand(self, place: Position, row: int, hand: Hand, verdict: Verdict) -> HandResult:
        original = place.original[row]
        golden_base, golden_extra = place.golden_on(row, hand.line)
        base = original - golden_base if hand.base is Chip.REAL else 0
        extra = original - golden_extra if hand.extra is Chip.REAL else 0
        returned = (
            _times(base, verdict.base_back)
            + _times(extra, verdict.extra_back)
            + _times(original * (hand.real + hand.free), verdict.wins)
        )
        if hand.status is Status.CASHED:
            returned = place.cashed[row, hand.line]
        golden_returned = 0
        if (golden_base or golden_extra) and verdict.outcome not in WINNING:
            golden_returned = _times(golden_base, verdict.base_back) + _times(golden_extra, verdict.extra_back)
        line = place.lines[hand.line]
        return HandResult(
            place.number,
            place.bets[row].bettor,
            hand.line,
            tuple(line.cards[: hand.size]),
            line.totals[hand.size].points,
            base + extra,
            golden_base + golden_extra,
            original * hand.free,
            verdict.outcome,
            verdict.reason,
            returned,
            golden_returned,
        )

    def side_bets(self, position: int, bettor: str) -> list[SideBetResult]:
        place = self.positions[position]
        row = place.row[bettor]
        bet = place.bets[row]
        return [
            self._side_bet(place, row, key, bet.sides.get(key, 0), bet.golden_sides.get(key, 0))
            for key in self.variant.side_bets
            if key in bet.sides or key in bet.golden_sides
        ]

    def _side_bet(self, place: Position, row: int, key: str, stake: int, golden: int) -> SideBetResult:
        """Golden chips win without their own value and come back on a push (K3)."""
        verdict = self._side_verdicts[place.number, key, place.path_of[row]]
        returned = stake * verdict.returns + golden * max(verdict.returns - 1, 0)
        returned += verdict.jackpots * self.jackpot_share
        golden_returned = golden if verdict.returns == 1 else 0
        bettor = place.bets[row].bettor
        return SideBetResult(place.number, bettor, key, stake, golden, verdict.outcome, returned, golden_returned)

    def insurance(self, position: int, bettor: str) -> InsuranceResult | None:
        """None where none was taken."""
        stake = self._insured.get((position, bettor), 0)
        return InsuranceResult(position, bettor, stake, self._insurance_returns(stake)) if stake else None

    def insured(self) -> Iterator[InsuranceResult]:
        """Everybody who took insurance."""
        for (position, bettor), stake in self._insured.items():
            if stake:
                yield InsuranceResult(position, bettor, stake, self._insurance_returns(stake))

    def _insurance_returns(self, stake: int) -> int:
        price = self.variant.hand.insurance
        return exactly(stake, price.returns) if price and self.dealer.is_natural else 0

    # -- a whole position -----------------------------------------------------------------------

    def returned(self, position: int) -> Column:
        """What each bettor of a position got for the main bet, in the order of the bets."""
        place = self.positions[position]
        column = self._per_original_bet(place, lambda path, verdicts: sum(map(returns, path, verdicts)))
        for row in {*place.golden, *(row for row, _ in place.cashed)}:
            bettor = place.bets[row].bettor
            column[row] = sum(hand.returned for hand in self.hands(position, bettor))
        return column

    def staked(self, position: int) -> Column:
        """What each bettor of a position staked on the main hands, golden chips included."""
        place = self.positions[position]
        return self._per_original_bet(place, lambda path, verdicts: sum(hand.real for hand in path))

    def _per_original_bet(self, place: Position, factor: Callable[[Path, tuple[Verdict, ...]], Factor]) -> Column:
        """Each original bet times the factor of its path: one gather, one product, one division."""
        used = self._used[place.number]
        factors = [Fraction(factor(place.paths[number], self._verdicts[place.number, number])) for number in used]
        whole = math.lcm(*(one.denominator for one in factors))
        table = _table(used, [int(one * whole) for one in factors])
        column: Column = np.take(table, place.path_column())
        column *= _column(place.original)
        if whole > 1:
            column //= whole  # exact: main bets are multiples of the stake step
        return column

    def side_returned(self, position: int, bet: str) -> Column:
        """What each bettor on a side bet got, in the order of `Position.sides`."""
        place = self.positions[position]
        rows, stakes, golden = map(_column, place.sides[bet])
        used = self._used[place.number]
        verdicts = [self._side_verdicts[position, bet, number] for number in used]
        path = place.path_column()[rows]
        total = _table(used, [one.returns for one in verdicts])[path]
        column: Column = stakes * total
        if golden.any():
            column += golden * np.maximum(total - 1, 0)
        if self.jackpot_share:
            column += _table(used, [one.jackpots for one in verdicts])[path] * self.jackpot_share
        return column

    # -- side bets ------------------------------------------------------------------------------

    def _judge_side_bets(self) -> None:
        for place in self.positions.values():
            for key in place.sides:
                self._judge_side_bet(place, key)

    def _judge_side_bet(self, place: Position, key: str) -> None:
        """Once a position, or once a path where the bet looks at the player's own hand."""
        shared: SideVerdict | None = None
        for number in self._used[place.number]:
            if shared is None or SIDE_BETS[key].own_hand:
                shared = judge_side_bet(self.variant, key, place.key, place.paths[number], place.lines, self.dealer)
            self._side_verdicts[place.number, key, number] = shared

    def _jackpots(self) -> Iterator[int]:
        """How many jackpots were won, by path."""
        for (position, key, number), verdict in self._side_verdicts.items():
            if verdict.jackpots:
                yield verdict.jackpots * self._holders(self.positions[position], key, number)

    def _holders(self, place: Position, key: str, number: int) -> int:
        """How many bettors on a path have a stake on a side bet."""
        rows = place.sides[key].rows
        if len(rows) < FEW:
            return sum(place.path_of[row] == number for row in rows)
        return int(np.count_nonzero(place.path_column()[_column(rows)] == number))

    # -- everybody ------------------------------------------------------------------------------

    def events(self) -> list[happened.RoundEvent]:
        return [*self._hands_judged(), *self._side_bets_judged(), self._totals()]

    def _hands_judged(self) -> Iterator[happened.HandVerdict]:
        for (position, number), verdicts in self._verdicts.items():
            place = self.positions[position]
            count = place.bettors_on(number)
            for hand, verdict in zip(place.paths[number], verdicts, strict=True):
                factor = str(returns(hand, verdict))
                yield happened.HandVerdict(
                    position, hand.line, hand.size, verdict.outcome, verdict.reason, factor, count
                )

    def _side_bets_judged(self) -> Iterator[happened.SideBetVerdict]:
        for (position, key, number), verdict in self._side_verdicts.items():
            if count := self._holders(self.positions[position], key, number):
                yield happened.SideBetVerdict(position, key, verdict.outcome, str(verdict.returns), count)

    def _totals(self) -> happened.RoundSettled:
        insured = sum(self._insured.values())
        sums = [
            (insured, self._insurance_returns(insured), 0, 0),
            *(self._main_sums(place) for place in self.positions.values()),
            *(self._side_sums(place, key) for place in self.positions.values() for key in place.sides),
        ]
        staked, returned, golden, golden_returned = (sum(column) for column in zip(*sums, strict=True))
        return happened.RoundSettled(staked, returned, golden, golden_returned, self.jackpot_left)

    def _main_sums(self, place: Position) -> Sums:
        if len(place.bets) < FEW:
            return _sums(hand for bet in place.bets for hand in self.hands(place.number, bet.bettor))
        _, _, golden, golden_returned = _sums(
            hand for row in place.golden for hand in self.hands(place.number, place.bets[row].bettor)
        )
        staked = int(self.staked(place.number).sum()) - golden
        return staked, int(self.returned(place.number).sum()), golden, golden_returned

    def _side_sums(self, place: Position, key: str) -> Sums:
        rows, stakes, golden = place.sides[key]
        if len(rows) < FEW:
            return _sums(
                self._side_bet(place, row, key, stake, chips)
                for row, stake, chips in zip(rows, stakes, golden, strict=True)
            )
        golden_returned = sum(
            self._side_bet(place, row, key, 0, chips).golden_returned
            for row, chips in zip(rows, golden, strict=True)
            if chips
        )
        staked, returned = _column(stakes).sum(), self.side_returned(place.number, key).sum()
        return int(staked), int(returned), int(_column(golden).sum()), golden_returned


Sums = tuple[int, int, int, int]  # staked, returned, golden staked, golden returned


def _sums(results: Iterable[HandResult | SideBetResult]) -> Sums:
    staked = returned = golden = golden_returned = 0
    for result in results:
        staked += result.stake
        returned += result.returned
        golden += result.golden
        golden_returned += result.golden_returned
    return staked, returned, golden, golden_returned


def _times(amount: int, factor: Factor) -> int:
    return amount * factor if isinstance(factor, int) else exactly(amount, factor)


def _column(values: array[int]) -> Column:
    return np.frombuffer(values, dtype=np.int64)


def _table(numbers: list[int], values: list[int]) -> Column:
    """Values by path number, for a gather over a whole column."""
    table = np.zeros(max(numbers) + 1, dtype=np.int64)
    table[numbers] = values
    return table
