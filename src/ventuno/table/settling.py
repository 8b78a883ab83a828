"""The end of a round: settled in one command, told when it has been paid (K3, J1), or void (E1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Final

from ventuno.bank import JackpotWin, Outcome, Receipt, SettleRound, VoidRound
from ventuno.play import Settlement
from ventuno.play.hands import Status
from ventuno.play.judge import WINNING
from ventuno.play.position import Position
from ventuno.protocol.events import JackpotChanged, RoundEnded, RoundVoided
from ventuno.protocol.messages import MyHands, MyResult
from ventuno.refusal import Refusal
from ventuno.table.betting import Betting
from ventuno.table.errands import Bodies
from ventuno.table.ground import Ground
from ventuno.table.live_round import LiveRound
from ventuno.table.seating import Seating
from ventuno.table.stages import Stage
from ventuno.table.telling import judged
from ventuno.table.whispering import jackpots_in, my_result
from ventuno.table.window import Window

POOL_CHANGED: Final = "jackpot/pool_changed"


class Settling:
    def __init__(self, ground: Ground, betting: Betting, seating: Seating, window: Window, live: LiveRound) -> None:
        self._rules, self._course, self._timer, self._voice = ground.rules, ground.course, ground.timer, ground.voice
        self._errands, self._around, self._log = ground.errands, ground.around, ground.errands.log
        self._betting, self._seating, self._window, self._live = betting, seating, window, live
        self.results: dict[int, MyResult] = {}  # of the last round, by player
        self._verdicts: Bodies = ()  # the round's last events, while it is being settled
        self._paid: tuple[str, Receipt | None] = "", None  # the last round that was

    # -- settled --------------------------------------------------------------------------------

    def settle(self) -> None:
        self._course.stage = Stage.SETTLING
        self._settle(None)

    def _settle(self, pool_minor: int | None) -> None:
        """`pool_minor`: the jackpot as it is, where another table changed it meanwhile."""
        settlement, log = self._settlement, self._log
        money, golden = staked(settlement)
        self._verdicts, log.followed = self._verdicts or log.followed, ()
        events = (*self._verdicts, *self._seating.kept_at_settlement(settlement))
        command = SettleRound(
            key=f"{log.code}/settle",
            at_ms=self._timer.now_ms,
            round=log.code,
            events=events,
            first_event=log.first,
            staked=money,
            golden_staked=golden,
            returned=returned(settlement),
            golden_back=dict(golden_back(settlement)),
            jackpot=self._jackpot(settlement, pool_minor),
        )
        self._errands.ask(command, self._settled, events)

    @property
    def _settlement(self) -> Settlement:
        settlement = self._live.playing.settlement
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
                        keys.add(self._rules.terms.jackpots[side.bet])
        if not wins:
            return None
        (key,) = keys
        return JackpotWin(key, settlement.jackpot if pool_minor is None else pool_minor, wins)

    def _settled(self, outcome: Outcome) -> None:
        if isinstance(outcome, Receipt):
            self._verdicts = ()
            self._paid = self._log.code, outcome
            self._tell_results(outcome)
        elif outcome.code == POOL_CHANGED:
            self._settle(outcome.data["pool_minor"])
        else:
            self._voice.fault(outcome.code, f"the round could not be settled: {outcome.why}")

    def _tell_results(self, receipt: Receipt) -> None:
        settlement, parties, voice = self._settlement, self._live.hands.parties, self._voice
        for event in judged(self._live.playing):
            voice.publish(event)
        lasts_ms = self._rules.times.results_ms
        self._end(receipt, lasts_ms)
        self.results = {}
        for group in parties.alike(parties.rows):
            rows, share_minor = parties.rows[group[0]], receipt.jackpot_share_minor
            result = my_result(voice.info.key, voice.view.code, rows, settlement, share_minor)
            self.results.update(dict.fromkeys(group, result))
            voice.whisper(group, result)
        self.tell_jackpot()
        self._seating.end_round(settlement, parties.rows)
        if not self._rules.kind.clock:
            self._betting.clear()
            for player in parties.rows:
                voice.whisper((player,), self._betting.my_bets(player))
        self._timer.wake_in(lasts_ms, self._window.next_round)

    def _end(self, receipt: Receipt, lasts_ms: int = 0) -> None:
        self._course.stage = Stage.RESULTS
        self._log.close()
        deadline = self._timer.deadline(lasts_ms, "next-round")
        self._voice.publish(RoundEnded(receipt.staked_minor, receipt.returned_minor, deadline))

    def end_if_paid(self) -> bool:
        """After a fault: the bank has paid; only the telling failed, and everybody finds it in their story."""
        code, receipt = self._paid
        if receipt is None or code != self._log.code:
            return False
        self._end(receipt)
        return True

    def forget_verdicts(self) -> None:
        """The round is another one now."""
        self._verdicts = ()

    def tell_jackpot(self) -> None:
        """The pool as it is now, where the table feeds one (J1)."""
        pool = sum(map(self._around.jackpot_minor, set(self._rules.terms.jackpots.values())))
        if pool != self._voice.view.jackpot_minor:
            self._voice.publish(JackpotChanged(pool))

    # -- void -----------------------------------------------------------------------------------

    def void(self, reason: str, by: int = 0) -> None:
        """Every stake goes back, as soon as the bank has answered what it was asked (E1)."""
        self._course.stage = Stage.VOIDING
        self._errands.nothing_more()
        self._live.forget_question()
        code = self._log.code
        command = VoidRound(key=f"{code}/void", at_ms=self._timer.now_ms, round=code, reason=reason, by=by)
        self._errands.ask(command, partial(self._voided, reason))

    def _voided(self, reason: str, outcome: Outcome) -> None:
        if isinstance(outcome, Refusal):
            self._voice.fault(outcome.code, f"the round could not be voided: {outcome.why}")
            return
        self._forget_round(reason)
        if self._timer.pause is None:
            self._window.next_round()

    def _forget_round(self, reason: str) -> None:
        """The round is void at the bank: everybody is told, and nothing of it is left on the table."""
        voice, betting, code = self._voice, self._betting, self._log.code
        players = tuple(player for player, slip in betting.slips.items() if not slip.is_empty)
        voice.publish(RoundVoided(code, reason))
        why = f"the round is void and every stake went back: {reason}"
        for player in players:
            amount = betting.slips[player].total_minor + betting.added.get(player, 0)
            voice.notice(player, "round/void", why, round=code, amount_minor=amount, reason=reason)
        self._clear_table()
        voice.whisper(players, MyHands(voice.info.key, 0))
        for player in players:
            voice.whisper((player,), betting.my_bets(player))
        self._window.answer_closer(Refusal("round/void", why))

    def _clear_table(self) -> None:
        self._errands.nothing_more()
        self._log.close()
        self._log.followed = self._verdicts = ()
        self._course.stage, self._course.doubtful = Stage.IDLE, False  # nothing is left that could be wrong
        self._live.clear()
        self._betting.clear()
        self._seating.void_round()


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
