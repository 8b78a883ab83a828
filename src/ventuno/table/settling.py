"""The end of a round: settled in one command, told when it has been paid (K3, J1), or void (E1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from ventuno.bank import JackpotWin, Outcome, Receipt, SettleRound, VoidRound
from ventuno.play import Settlement
from ventuno.play.hands import Status
from ventuno.play.judge import WINNING
from ventuno.play.position import Position
from ventuno.protocol.events import JackpotChanged, RoundEnded, RoundVoided
from ventuno.protocol.messages import MyHands, MyResult
from ventuno.refusal import Refusal
from ventuno.shoe import Shoe
from ventuno.table.asking import Bodies
from ventuno.table.betting import Stage
from ventuno.table.config import TableConfig
from ventuno.table.foresight import Foresight
from ventuno.table.port import Surroundings
from ventuno.table.pricing import Odds
from ventuno.table.telling import judged
from ventuno.table.whispering import jackpots_in, my_result
from ventuno.variant import Variant

POOL_CHANGED: Final = "jackpot/pool_changed"


class Settling(Foresight):
    def __init__(
        self, config: TableConfig, variant: Variant, shoe: Shoe, around: Surroundings, odds: Odds | None = None
    ) -> None:
        super().__init__(config, variant, shoe, around, odds)
        self.results: dict[int, MyResult] = {}  # of the last round, by player
        self._verdicts: Bodies = ()  # the round's last events, while it is being settled
        self.paid: tuple[str, Receipt | None] = "", None  # the last round that was

    # -- settled --------------------------------------------------------------------------------

    def settle(self) -> None:
        self.stage = Stage.SETTLING
        self._settle(None)

    def _settle(self, pool_minor: int | None) -> None:
        """`pool_minor`: the jackpot as it is, where another table changed it meanwhile."""
        settlement = self._settlement
        money, golden = staked(settlement)
        self._verdicts, self.followed = self._verdicts or self.followed, ()
        self.ask_with(
            lambda events, first: SettleRound(
                key=f"{self.code}/settle",
                at_ms=self.now_ms,
                round=self.code,
                events=events,
                first_event=first,
                staked=money,
                golden_staked=golden,
                returned=returned(settlement),
                golden_back=dict(golden_back(settlement)),
                jackpot=self._jackpot(settlement, pool_minor),
            ),
            (*self._verdicts, *self.kept_at_settlement(settlement)),
            self._settled,
        )

    @property
    def _settlement(self) -> Settlement:
        settlement = self.now_playing.settlement
        assert settlement is not None
        return settlement

    def _jackpot(self, settlement: Settlement, pool_minor: int | None) -> JackpotWin | None:
        """Who won it, with the pool it was counted with (J1)."""
        if not settlement.jackpot_share:
            return None
        wins: dict[int, int] = {}
        keys = set()
        for place in settlement.positions.values():
            for bet in place.bets:
                for side in settlement.side_bets(place.number, bet.bettor):
                    if won := jackpots_in(settlement, side):
                        wins[int(bet.bettor)] = wins.get(int(bet.bettor), 0) + won
                        keys.add(self.terms.jackpots[side.bet])
        if not wins:
            return None
        (key,) = keys
        return JackpotWin(key, settlement.jackpot if pool_minor is None else pool_minor, wins)

    def _settled(self, outcome: Outcome) -> None:
        if isinstance(outcome, Receipt):
            self._verdicts = ()
            self.paid = self.code, outcome
            self._tell_results(outcome)
        elif outcome.code == POOL_CHANGED:
            self._settle(outcome.data["pool_minor"])
        else:
            self.fault(outcome.code, f"the round could not be settled: {outcome.why}")

    @property
    def original_minor(self) -> int:
        """The main bets of the round at play; nothing between rounds."""
        return self.round.original_minor if self.round else 0

    def _tell_results(self, receipt: Receipt) -> None:
        playing, settlement = self.now_playing, self._settlement
        for event in judged(playing):
            self.publish(event)
        self.stage, self.code, self.bodies = Stage.RESULTS, "", []
        lasts_ms = self.times.results_ms
        deadline = self.deadline(lasts_ms, "next-round")
        self.publish(RoundEnded(receipt.staked_minor, receipt.returned_minor, deadline))
        self.results = {}
        for group in self.seated.alike(self.seated.rows):
            result = my_result(
                self.info.key, self.view.code, self.seated.rows[group[0]], settlement, receipt.jackpot_share_minor
            )
            self.results.update(dict.fromkeys(group, result))
            self.whisper(group, result)
        self.tell_jackpot()
        self.after_results(settlement)
        self.wake_in(lasts_ms, self.next_round)

    def tell_jackpot(self) -> None:
        """The pool as it is now, where the table feeds one."""
        if self.terms.jackpots:
            pool = sum(self.around.jackpot_minor(key) for key in set(self.terms.jackpots.values()))
            if pool != self.view.jackpot_minor:
                self.publish(JackpotChanged(pool))

    def kept_at_settlement(self, settlement: Settlement) -> tuple[bytes, ...]:
        """What is stored with the settlement, beside the verdicts."""
        return ()

    def after_results(self, settlement: Settlement) -> None:
        """Streaks and idle seats are counted here (A2, H4)."""

    def next_round(self) -> None:
        raise NotImplementedError

    # -- void -----------------------------------------------------------------------------------

    def void_round(self, reason: str, by: int = 0) -> None:
        """Every stake goes back, as soon as the bank has answered what it was asked (E1)."""
        self.stage = Stage.VOIDING
        self.nothing_more()
        self.question, self._time_up = None, False
        command = VoidRound(key=f"{self.code}/void", at_ms=self.now_ms, round=self.code, reason=reason, by=by)
        self.ask(command, lambda outcome: self._voided(outcome, reason))

    def _voided(self, outcome: Outcome, reason: str) -> None:
        if isinstance(outcome, Refusal):
            self.fault(outcome.code, f"the round could not be voided: {outcome.why}")
            return
        self.forget_round(reason)
        self.after_void()

    def forget_round(self, reason: str) -> None:
        """The round is void at the bank: everybody is told, and nothing of it is left on the table."""
        players = tuple(player for player, slip in self.slips.items() if not slip.is_empty)
        self.publish(RoundVoided(self.code, reason))
        for player in players:
            amount = self.slips[player].total_minor + self.added_minor(player)
            why = f"the round is void and every stake went back: {reason}"
            self.notice(player, "round/void", why, round=self.code, amount_minor=amount, reason=reason)
        self.clear_table()
        self.whisper(players, MyHands(self.info.key, 0))
        for player in players:
            self.whisper((player,), self.my_bets(player))

    def clear_table(self) -> None:
        self.nothing_more()
        self._time_up = False
        self.code, self.stage = "", Stage.IDLE
        self.round = self.parties = self.question = self._card = None
        self.followed = self._verdicts = ()
        self.early.clear()
        self.clear_bets()

    def after_void(self) -> None:
        raise NotImplementedError


Totals = dict[int, int]  # by player, in minor units


def staked(settlement: Settlement) -> tuple[Totals, Totals]:
    """What lay on the felt, as the round was played: money, and golden chips by value. By columns, as `returned`."""
    money: Totals = {}
    golden: Totals = {}
    for number, place in settlement.positions.items():
        players = [int(bet.bettor) for bet in place.bets]
        _add(money, zip(players, settlement.staked(number).tolist(), strict=True))
        for row in place.golden:
            value = sum(hand.golden for hand in settlement.hands(number, place.bets[row].bettor))
            _add(money, [(players[row], -value)])
            _add(golden, [(players[row], value)])
        for column in place.sides.values():
            rows = [players[row] for row in column.rows]
            _add(money, zip(rows, column.stakes, strict=True))
            if any(column.golden):
                _add(golden, zip(rows, column.golden, strict=True))
    _add(money, ((int(one.bettor), one.stake) for one in settlement.insured()))
    return _without_zeros(money), _without_zeros(golden)


def returned(settlement: Settlement) -> Totals:
    """What comes back to each player in all, jackpots not counted; by columns, for they may be 100,000."""
    totals: Totals = {}
    for number, place in settlement.positions.items():
        players = [int(bet.bettor) for bet in place.bets]
        _add(totals, zip(players, settlement.returned(number).tolist(), strict=True))
        _add(totals, _sides_returned(settlement, place, players))
    _add(totals, ((int(one.bettor), one.returned) for one in settlement.insured()))
    return _without_zeros(totals)


def _add(totals: Totals, more: Iterable[tuple[int, int]]) -> None:
    if not totals:
        totals.update(more)  # a player has one row at a position, and one on a side bet
        return
    get = totals.get
    for player, amount in more:
        if amount:
            totals[player] = get(player, 0) + amount


def _without_zeros(totals: Totals) -> Totals:
    return {player: amount for player, amount in totals.items() if amount} if 0 in totals.values() else totals


def _sides_returned(settlement: Settlement, place: Position, players: list[int]) -> Iterator[tuple[int, int]]:
    for key, column in place.sides.items():
        if settlement.jackpot_share and settlement.variant.side_bets[key].jackpot:
            yield from _without_jackpot(settlement, place, key)
            continue
        amounts = settlement.side_returned(place.number, key).tolist()
        yield from ((players[row], amount) for row, amount in zip(column.rows, amounts, strict=True) if amount)


def _without_jackpot(settlement: Settlement, place: Position, key: str) -> Iterator[tuple[int, int]]:
    for row in place.sides[key].rows:
        bettor = place.bets[row].bettor
        for side in settlement.side_bets(place.number, bettor):
            if side.bet == key:
                amount = side.returned - jackpots_in(settlement, side) * settlement.jackpot_share
                if amount:
                    yield int(bettor), amount


def golden_back(settlement: Settlement) -> Iterator[tuple[int, tuple[str, ...]]]:
    """By player, the spots whose golden chips come back (K3)."""
    back: dict[int, list[str]] = {}
    for place in settlement.positions.values():
        for row in place.golden:
            back.setdefault(int(place.bets[row].bettor), []).extend(_spots_back(settlement, place, row))
        for column in place.sides.values():
            for row, golden in zip(column.rows, column.golden, strict=True):
                if golden:
                    bettor = place.bets[row].bettor
                    back.setdefault(int(bettor), []).extend(_sides_back(settlement, place, bettor))
    return ((player, tuple(dict.fromkeys(spots))) for player, spots in back.items() if spots)


def _spots_back(settlement: Settlement, place: Position, row: int) -> Iterator[str]:
    """A win pays without the chip's value and takes it; what is not won and comes back, comes back as chips."""
    for hand, verdict in zip(place.path(row), settlement.verdicts(place.number, row), strict=True):
        base, extra = place.golden_on(row, hand.line)
        if verdict.outcome in WINNING or hand.status is Status.CASHED:
            continue
        if base and verdict.base_back:
            yield spot_of_base(place.number, hand.line)
        if extra and verdict.extra_back:
            yield f"{place.number}/double/{hand.line}"


def _sides_back(settlement: Settlement, place: Position, bettor: str) -> Iterator[str]:
    for side in settlement.side_bets(place.number, bettor):
        if side.golden and side.golden_returned:
            yield f"{place.number}/{side.bet}"


def spot_of_base(position: int, line: str) -> str:
    """The original bet stays on the first half of a split; the second half's was placed for the split."""
    line = line.rstrip("a")
    return f"{position}/split/{line[:-1]}" if line.endswith("b") else f"{position}/main"
