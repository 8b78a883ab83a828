"""Jackpot pools along the journal (J1): what a round must move in them, to the last fraction carried."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple

from ventuno.audit.felt import Felt
from ventuno.bank import Jackpot, Pocket, RoundTerms
from ventuno.bank.accounts import POCKETS
from ventuno.bank.jackpot import contribution
from ventuno.bank.records import JournalRecord
from ventuno.bank.table_limits import bet_of


class PoolMoves(NamedTuple):
    """What a round does to one pool, by its felt."""

    key: str
    holder: int  # of the pool's account
    wins: int
    share: int  # of each win
    left: int  # what cannot be shared: the house's
    fed: tuple[int, ...]  # what may be contributed: one amount, or two where an earlier fraction is not known
    to_pool: tuple[int, ...]  # the whole movement, as many


class Pools:
    def __init__(self, jackpots: Iterable[Jackpot], balances: Mapping[int, int], *, from_the_start: bool) -> None:
        """`balances`: of the pools' accounts before the first record that will come."""
        self._jackpots = {jackpot.key: jackpot for jackpot in jackpots}
        self._balances = {jackpot.pool: balances.get(jackpot.pool, 0) for jackpot in self._jackpots.values()}
        known = Fraction(0) if from_the_start else None
        self._carried: dict[str, Fraction | None] = dict.fromkeys(self._jackpots, known)

    def post(self, record: JournalRecord) -> None:
        for number, amount in zip(*record.entries, strict=True):
            if number % POCKETS == Pocket.POOL and number in self._balances:
                self._balances[number] += amount

    def lose(self, terms: RoundTerms) -> None:
        """A round that feeds them cannot be played again: what is carried is not known any more."""
        for key in terms.jackpots.values():
            self._carried[key] = None

    def moves(self, terms: RoundTerms, felt: Felt) -> list[PoolMoves]:
        """Of a round that is settled now; what is carried on is remembered."""
        return [
            self._moves(key, terms, felt) for key in dict.fromkeys(terms.jackpots.values()) if key in self._jackpots
        ]

    def _moves(self, key: str, terms: RoundTerms, felt: Felt) -> PoolMoves:
        jackpot, comes = self._jackpots[key], felt.comes or {}
        pool, wins = self._balances[jackpot.pool], sum(one.jackpots for one in comes.values())
        share, left = divmod(pool, wins) if wins else (0, 0)
        fed = self._fed(jackpot, sum(_staked_for(key, terms, felt)))
        won = jackpot.seed_minor - pool if wins else 0
        to_pool = tuple(amount + won for amount in fed)
        return PoolMoves(key, jackpot.pool // POCKETS, wins, share, left, fed, to_pool)

    def _fed(self, jackpot: Jackpot, staked: int) -> tuple[int, ...]:
        carried = self._carried[jackpot.key]
        whole, rest = contribution(staked, Fraction(jackpot.contribution), carried or Fraction(0))
        if carried is None:
            return (whole, whole + 1) if rest else (whole,)
        self._carried[jackpot.key] = rest
        return (whole,)

    def differing(self) -> list[tuple[Jackpot, Fraction]]:
        """At the end: those that carry another fraction than all rounds add up to."""
        return [
            (self._jackpots[key], carried)
            for key, carried in self._carried.items()
            if carried is not None and carried != Fraction(self._jackpots[key].remainder)
        ]


def _staked_for(key: str, terms: RoundTerms, felt: Felt) -> Iterable[int]:
    for spots in felt.stakes.values():
        for spot, (real, golden) in spots.items():
            if terms.jackpots.get(bet_of(spot)) == key:
                yield real + golden
