"""Bets on the table (B1 to B6): who may bet, what is booked at the bank, what the player is told of it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from functools import partial
from typing import Any, Final, NamedTuple

import msgspec

from ventuno.bank import Outcome, PlaceStakes, TakeBackStakes
from ventuno.play import PositionBet
from ventuno.protocol import commands as said
from ventuno.protocol.commands import Command
from ventuno.protocol.events import CrowdChanged
from ventuno.protocol.messages import MyBet, MyBets
from ventuno.refusal import Refusal
from ventuno.table.config import table_info
from ventuno.table.errands import Bodies, Do
from ventuno.table.ground import Ground
from ventuno.table.port import Means
from ventuno.table.records import BetsChanged, DealAsked, LimitsChosen, stored
from ventuno.table.slip import Change, Following, Slip
from ventuno.table.stages import Stage

MOST_ALIKE: Final = 4096  # different slips that are remembered within a window
MOST_LAST: Final = 100_000  # players whose last bets are kept for REPEAT

NOT_OFFERED: Final = Refusal("table/not_offered", "there is no such thing at this kind of table")
LOCKED: Final = Refusal("bet/locked", "your bets are final: START NOW was pressed")

_encode = msgspec.msgpack.Encoder().encode


class ToldBets(NamedTuple):
    """What those with the same bets are told, by whether the purse covers doubling them."""

    doubling_minor: int
    messages: dict[bool, MyBets]


class Betting:
    """`open_round` is called before the first chip, where no round is open yet."""

    def __init__(self, ground: Ground, open_round: Do) -> None:
        self._rules, self._course, self._company = ground.rules, ground.course, ground.company
        self._seats, self._timer, self._voice, self._queues = ground.seats, ground.timer, ground.voice, ground.queues
        self._errands, self._around, self._open_round = ground.errands, ground.around, open_round
        self.slips: dict[int, Slip] = {}
        self.last: dict[int, tuple[MyBet, ...]] = {}  # what REPEAT places
        self._last_keys: dict[int, bytes] = {}
        self.added: dict[int, int] = {}  # by player: what doubles, splits and insurance added (B5)
        self.bettors = 0
        self._staked = 0
        self._changes: dict[Hashable, Change | Refusal] = {}
        self._told: dict[Hashable, ToldBets] = {}

    # -- what players do ------------------------------------------------------------------------

    def bet(self, player: int, request: str, command: Command) -> None:
        """Whatever changes bets: all of them are a change of the slip."""
        if self._seats.locked(player):
            self._queues.refuse(player, request, LOCKED)
            return
        slip = self.slip_of(player)
        slip.positions, slip.behind_positions = self._positions_of(player), self._seats.behind_for(player)
        self.change(player, request, self._change_by(player, slip, command))

    def _change_by(self, player: int, slip: Slip, command: Command) -> Change | Refusal:
        """A crowd does much the same: on a slip like it, the same chip makes the same change."""
        if type(command) is not said.Bet or command.golden:
            return CHANGES[type(command)](slip, command, self._around.purse(player), self.last.get(player, ()))
        spot, amount_minor, all_mine = command.spot, command.amount_minor, command.all_seats
        key = (slip.positions, slip.rules.limits, _key(slip), spot, amount_minor, all_mine)
        change = self._changes.get(key)
        if change is None:
            change = slip.add(spot, amount_minor, all_mine=all_mine)
            if len(self._changes) < MOST_ALIKE:
                self._changes[key] = change
        return change

    def slip_of(self, player: int) -> Slip:
        slip = self.slips.get(player)
        if slip is None:
            rules, behind = self._rules, self._seats.behind_for(player)
            limits = rules.limits_for(self._company.guests[player])
            slip = Slip(rules.variant, limits, rules.terms, self._positions_of(player), behind)
            self.slips[player] = slip
        return slip

    def _positions_of(self, player: int) -> tuple[int, ...]:
        """Where a player may bet."""
        if self._rules.kind.seats:
            return self._seats.of(player)
        return tuple(range(1, self._rules.variant.table.positions + 1))

    def is_open(self, player: int) -> bool:
        """Whether this player may bet now."""
        course = self._course
        return (
            course.stage in self._rules.bets_in
            and not course.closed
            and not self._timer.pause
            and not self._seats.locked(player)
        )

    def choose_limits(self, player: int, request: str, command: said.ChooseLimits) -> None:
        """From the menu (B4), before play; with bets on the table it counts from the next round."""
        levels, level = [limits.level for limits in self._rules.limits], command.level
        if self._rules.variant.table.limits_set_by != "menu":
            self._queues.refuse(player, request, NOT_OFFERED)
        elif level not in levels:
            why = f"there are no such limits: choose one of {', '.join(levels)}"
            self._queues.refuse(player, request, Refusal("limits/unknown", why, {"levels": levels}))
        else:
            body, then = stored(LimitsChosen(player, level)), partial(self._chose_limits, player, request, level)
            self._errands.keep_table(player, request, body, then, owner=player)

    def _chose_limits(self, player: int, request: str, level: str) -> None:
        self._rules.chosen_level = level
        if not self._errands.log.code:
            self.clear()
        self._voice.whisper((player,), self.my_bets(player))
        self._queues.done(player, request)

    # -- a change is booked, and then made ------------------------------------------------------

    def change(self, player: int, request: str, change: Change | Refusal, then: Do | None = None) -> None:
        """Has a change booked, and makes it when the bank has said yes; `then` answers, where it is given."""
        if isinstance(change, Refusal):
            self._queues.refuse(player, request, change)
            return
        errands = self._errands
        if request and not errands.log.code:
            self._open_round()
        events = self._kept(player, request, change) if self._rules.kind.alone else ()
        booked = partial(self._booked, player, request, change, then)
        if not (change.placed or change.taken_back):
            if request:
                errands.record_asked(player, request, events, booked)
            else:
                booked()
            return
        stamp = errands.stamp(player, request, events, f"back/{player}")
        if not events:
            stamp["first_event"] = None  # the bets of a crowd come as they come
        booking: PlaceStakes | TakeBackStakes
        if change.placed:
            currency = self._company.guests[player].currency
            booking = PlaceStakes(**stamp, player=player, stakes=change.placed, currency=currency)
        else:
            booking = TakeBackStakes(**stamp, player=player, stakes=change.taken_back)
        errands.ask(booking, booked, events, errands.again(player, request))

    def _kept(self, player: int, request: str, change: Change) -> Bodies:
        """A player's own table keeps their bets (T1). REBET & DEAL and DOUBLE & DEAL are one command: where the bets
        lie, the deal is on its way."""
        bets = stored(BetsChanged(player, request, change))
        deals = request and isinstance(self._queues.heard(player), said.Deal)
        return (bets, stored(DealAsked(player, request))) if deals else (bets,)

    def _booked(
        self, player: int, request: str, change: Change, then: Do | None, outcome: Outcome | None = None
    ) -> None:
        if isinstance(outcome, Refusal):
            if not request:
                self._voice.fault(outcome.code, f"a bet could not go back: {outcome.why}")
            self._queues.refuse(player, request, outcome)
            return
        self.apply(player, change)
        for note in change.notices:
            self._voice.notice(player, note.code, note.why, **note.data)
        if self._rules.kind.seats:
            self._seats.dirty.update(self._seats.of(player), self.slips[player].behind_positions)
        self._voice.whisper((player,), self.my_bets(player))
        if then:
            then()
        elif request:
            self._queues.done(player, request)

    def apply(self, player: int, change: Change) -> None:
        """On the slip, and in the sums that everybody sees."""
        slip = self.slip_of(player)
        bettors, staked = not slip.is_empty, slip.total_minor
        slip.apply(change)
        self.bettors += (not slip.is_empty) - bettors
        if self._company.guests[player].currency == self._rules.config.currency:
            self._staked += slip.total_minor - staked
        self._timer.flush_soon(len(self._company.here))

    def take_back(self, player: int, change: Change) -> None:
        """The table gives something back on its own. Until it has, nothing else of the player's changes: the same
        chips would go back twice."""
        if not change.is_empty:
            self._queues.hold(player)
            self.change(player, "", change, partial(self._queues.release, player))

    def add(self, player: int, amount_minor: int) -> None:
        """More is at stake: the player's total-bet indicator says so (B5)."""
        self.added[player] = self.added.get(player, 0) + amount_minor
        self.tell((player,))

    # -- from one round to the next -------------------------------------------------------------

    def clear(self) -> None:
        """The last round's bets are off the table, and the next one's rules and terms count (B4)."""
        rules = self._rules
        if rules.renew(self._currency()):
            self._voice.info = table_info(rules.config, rules.variant)
            self._seats.fit(rules.variant)
        self.slips.clear()
        self.bettors = self._staked = 0
        self._changes.clear()
        self._told.clear()
        self.added.clear()
        self._seats.mark_all()

    def _currency(self) -> str:
        """The jackpot's that is played for: at a player's own table, theirs."""
        guests = self._company.guests.values() if self._rules.kind.alone else ()
        return next((guest.currency for guest in guests), self._rules.config.currency)

    def remember(self, player: int, bets: tuple[MyBet, ...]) -> None:
        self.last.pop(player, None)  # the latest last: those who have not played for long are forgotten first
        self.last[player] = bets
        self._last_keys[player] = msgspec.json.encode(bets)

    def forget_absent(self) -> None:
        """Who has gone and holds nothing here: a table that is open for years must not remember everybody."""
        guests, here = self._company.guests, self._company.here
        for player in [player for player in guests if player not in here and not self._seats.of(player)]:
            if not self._queues.is_busy(player):
                del guests[player]
        while len(self.last) > MOST_LAST:
            player = next(iter(self.last))
            del self.last[player]
            del self._last_keys[player]

    def engine_bets(self) -> list[PositionBet]:
        """Everybody's, whoever leads a position before those behind."""
        bets = []
        for player, slip in self.slips.items():
            if not slip.is_empty:
                bets += slip.engine_bets(str(player), insurance=self._wants_insurance(player))
        return sorted(bets, key=_leaders_first)

    def _wants_insurance(self, player: int) -> bool:
        """Offers can be off in the player's settings, where the game lets them (D6, A7)."""
        return self._company.guests[player].insurance or not self._rules.variant.table.insurance_can_be_off

    # -- what is told ---------------------------------------------------------------------------

    def tell(self, players: Iterable[int]) -> None:
        """Those who are here; whoever comes back is shown all of it."""
        for player in players:
            if player in self._company.here:
                self._voice.whisper((player,), self.my_bets(player))

    def my_bets(self, player: int) -> MyBets:
        """Made once for everybody with the same bets, buttons and a purse that covers DOUBLE or not."""
        slip, purse, is_open = self.slip_of(player), self._around.purse(player), self.is_open(player)
        if purse.golden or (slip.is_empty and self.last.get(player)):
            return self.my_own_bets(player, purse)
        added, seats = self.added.get(player, 0), self._seats.of(player)
        key = (_key(slip), slip.positions, slip.rules.limits, is_open, added, seats, self._seats.locked(player))
        told = self._told.get(key)
        if told is None:
            told = ToldBets(slip.doubling_minor() if is_open else 0, {})
            if len(self._told) < MOST_ALIKE:
                self._told[key] = told
        covered = purse.wallet_minor >= told.doubling_minor
        if covered not in told.messages:
            told.messages[covered] = self.my_own_bets(player, purse)
        return told.messages[covered]

    def my_own_bets(self, player: int, purse: Means) -> MyBets:
        """Worked out for this one, with nothing remembered."""
        return self.slip_of(player).my_bets(
            self._voice.info.key,
            purse,
            self.last.get(player, ()),
            added_minor=self.added.get(player, 0),
            seats=self._seats.of(player),
            locked=self._seats.locked(player),
            is_open=self.is_open(player),
        )

    def tell_crowd(self) -> None:
        crowd, view = (len(self._company.here), self.bettors, self._staked), self._voice.view
        is_shown = self._course.stage in (Stage.IDLE, Stage.BETTING, Stage.RESULTS)
        if is_shown and crowd != (view.players, view.bettors, view.staked_minor):
            self._voice.publish(CrowdChanged(*crowd))

    def tell_who_can_repeat(self) -> None:
        """REPEAT (B3): the same to everybody with the same last bets, by whether the purse covers repeating them."""
        alike: dict[tuple[bytes, object, bool], list[int]] = {}
        needed: dict[tuple[bytes, object], int] = {}
        guests = self._company.guests
        for player in self._company.here & self.last.keys():
            purse = self._around.purse(player)
            alone = player if purse.golden or self._seats.of(player) or guests[player].vip_level else None
            kind = (self._last_keys[player], alone)
            if kind not in needed:
                needed[kind] = self.slip_of(player).repeating_minor(self.last[player], purse)
            alike.setdefault((*kind, purse.wallet_minor >= needed[kind]), []).append(player)
        for players in alike.values():
            self._voice.whisper(tuple(players), self.my_bets(players[0]))
            if self.slips[players[0]].is_empty:
                del self.slips[players[0]]


def _key(slip: Slip) -> bytes:
    """Slips with the same key hold the same, placed in the same order."""
    return _encode(slip.to_record())


def _leaders_first(bet: PositionBet) -> tuple[int, bool]:
    return bet.position, bet.behind


CHANGES: Final[dict[type[Command], Callable[[Slip, Any, Means, tuple[MyBet, ...]], Change | Refusal]]] = {
    said.Bet: lambda slip, it, *_: slip.add(it.spot, it.amount_minor, it.golden, all_mine=it.all_seats),
    said.BetBehind: lambda slip, it, *_: slip.add_behind(
        it.position, it.amount_minor, Following(it.follow_double, it.follow_split)
    ),
    said.Undo: lambda slip, *_: slip.undo(),
    said.ClearBets: lambda slip, *_: slip.clear(),
    said.DoubleBets: lambda slip, it, purse, last: slip.double(purse),
    said.RepeatBets: lambda slip, it, purse, last: slip.repeat(last, purse),
    said.AllSideBets: lambda slip, it, *_: slip.all_side_bets(it.chip_minor),
    said.BetAll: lambda slip, it, *_: slip.bet_all(it.position, it.chip_minor),
}
"""What a command does to a slip, with what the player has and had."""
