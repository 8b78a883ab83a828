"""Bets on the table (B1 to B6): who may bet, what is booked at the bank, what the player is told of it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from enum import Enum
from typing import Final, NamedTuple

import msgspec

from ventuno.bank import Outcome, PlaceStakes, RoundTerms, SpotLimits, TakeBackStakes
from ventuno.play import Round
from ventuno.protocol.events import CrowdChanged, Deadline
from ventuno.protocol.messages import MyBet, MyBets
from ventuno.refusal import Refusal
from ventuno.shoe import Shoe
from ventuno.table.asking import Bodies
from ventuno.table.config import TableConfig, limits_of_guest, round_terms, spot_limits, table_info, times_of
from ventuno.table.core import Core
from ventuno.table.placing import Note
from ventuno.table.port import Guest, Purse, Surroundings
from ventuno.table.slip import Change, Slip
from ventuno.variant import Variant

MOST_ALIKE: Final = 4096  # different slips that are remembered within a window

CLOSED: Final = Refusal("bet/closed", "no more bets: wait for the next round; nothing was taken")
PAUSED: Final = Refusal("table/paused", "the table is paused: bets are taken when it goes on; nothing was taken")
SHUT: Final = Refusal("table/closed", "the table is closed")


_encode = msgspec.msgpack.Encoder().encode


class Stage(Enum):
    IDLE = "idle"
    OPENING = "opening"
    BETTING = "betting"
    CLOSING = "closing"
    PLAYING = "playing"
    SETTLING = "settling"
    RESULTS = "results"
    VOIDING = "voiding"


class Rules(NamedTuple):
    """What rounds are played by, and the shoe for it."""

    variant: Variant
    shoe: Shoe


class ToldBets(NamedTuple):
    """What those with the same bets are told, by whether the purse covers doubling them."""

    doubling_minor: int
    messages: dict[bool, MyBets]


class Betting(Core):
    def __init__(self, config: TableConfig, variant: Variant, shoe: Shoe, around: Surroundings) -> None:
        super().__init__(table_info(config, variant))
        self.config = config
        self.variant = variant
        self.times = times_of(config, variant)
        self.shoe = shoe
        self.next_rules: Rules | None = None  # the round was opened under others: these count from the next one on
        self.around = around
        self.stage = Stage.IDLE
        self.opened_ms = 0
        self.limits: tuple[SpotLimits, ...] = spot_limits(config, variant)  # today's; the round's are in its terms
        self.terms: RoundTerms = round_terms(config, variant, self.limits)
        self.slips: dict[int, Slip] = {}
        self.last: dict[int, tuple[MyBet, ...]] = {}  # what REPEAT places
        self._last_keys: dict[int, bytes] = {}
        self._changes: dict[Hashable, Change | Refusal] = {}
        self._told_bets: dict[Hashable, ToldBets] = {}
        self.closing = ""  # why the table closes after this round
        self.closed = ""
        self._bettors = self._staked = 0
        self._shuffled = True  # a new table begins with a fresh shoe

    # -- what the kinds of table differ in ------------------------------------------------------

    def positions_of(self, player: int) -> tuple[int, ...]:
        """Where a player may bet."""
        return tuple(range(1, self.variant.table.positions + 1))

    def behind_of(self, player: int) -> tuple[int, ...]:
        """Behind whom a player may bet (H1)."""
        return ()

    def limits_for(self, guest: Guest) -> SpotLimits:
        return limits_of_guest(self.terms.limits, self.variant.table.limits_set_by, guest.vip_level)

    def refusal_of_bettor(self, player: int) -> Refusal | None:
        """Why this player may not bet now, although others may."""
        return None

    def kept(self, player: int, request: str, change: Change) -> tuple[bytes, ...]:
        """What is stored with a change of bets."""
        return ()

    def kept_at_opening(self) -> tuple[bytes, ...]:
        """What is stored with the opening of a round."""
        return ()

    def bets_changed(self, player: int) -> None:
        """The player's bets are others now."""

    def unled(self) -> Iterable[tuple[int, Change]]:
        """Bets that go back because nobody plays the hand they are on (H1)."""
        return ()

    def seats_of(self, player: int) -> tuple[int, ...]:
        return ()

    def is_locked(self, player: int) -> bool:
        """START NOW was pressed (B7)."""
        return False

    def after_opening(self) -> None:
        """The window has just opened."""

    def begin(self, playing: Round) -> None:
        raise NotImplementedError

    # -- bets -----------------------------------------------------------------------------------

    @property
    def bets_open(self) -> bool:
        return self.stage is Stage.BETTING

    def refusal_of_bet(self, player: int) -> Refusal | None:
        if self.closed:
            return SHUT
        if self.pause:
            return PAUSED
        if not self.bets_open:
            return CLOSED
        return self.refusal_of_bettor(player)

    def slip_of(self, player: int) -> Slip:
        slip = self.slips.get(player)
        if slip is None:
            guest = self.guests[player]
            slip = Slip(
                self.variant, self.limits_for(guest), self.terms, self.positions_of(player), self.behind_of(player)
            )
            self.slips[player] = slip
        return slip

    def change_bets(
        self, player: int, request: str, change: Change | Refusal, then: Callable[[], None] | None = None
    ) -> None:
        """Has a change booked, and makes it when the bank has said yes."""
        if isinstance(change, Refusal):
            self.refuse(player, request, change)
        elif change.placed or change.taken_back:
            self.ask_with(
                lambda events, first: self._booking(player, request, change, events, first),
                self.kept(player, request, change),
                lambda outcome: self._booked(outcome, player, request, change, then),
                (lambda: self.done(player, request)) if request else None,
            )
        elif request:
            kept = self.kept(player, request, change)
            self.record_asked(player, request, kept, lambda: self._changed(player, request, change, then))
        else:
            self._changed(player, request, change, then)

    def _booking(
        self, player: int, request: str, change: Change, events: Bodies, first: int | None
    ) -> PlaceStakes | TakeBackStakes:
        first = first if events else None  # the bets of a crowd come as they come
        key = self.request_key(player, request) if request else self.new_key(f"back/{player}")
        asked = self.asked(player) if request else b""
        if change.placed:
            return PlaceStakes(
                key=key,
                at_ms=self.now_ms,
                asked=asked,
                round=self.code,
                events=events,
                first_event=first,
                player=player,
                stakes=change.placed,
                currency=self.guests[player].currency,
            )
        return TakeBackStakes(
            key=key,
            at_ms=self.now_ms,
            asked=asked,
            round=self.code,
            events=events,
            first_event=first,
            player=player,
            stakes=change.taken_back,
        )

    def _booked(
        self,
        outcome: Outcome,
        player: int,
        request: str,
        change: Change,
        then: Callable[[], None] | None,
    ) -> None:
        if isinstance(outcome, Refusal):
            if request:
                self.refuse(player, request, outcome)
            else:
                self.fault(outcome.code, f"a bet could not go back: {outcome.why}")
                self.release(player)
            return
        self._changed(player, request, change, then)

    def _changed(self, player: int, request: str, change: Change, then: Callable[[], None] | None) -> None:
        self._apply(player, change)
        for note in change.notices:
            self.tell(player, note)
        self.bets_changed(player)
        self.whisper((player,), self.my_bets(player))
        if then:
            then()
        elif request:
            self.done(player, request)

    def tell(self, player: int, note: Note) -> None:
        self.notice(player, note.code, note.why, **note.data)

    def _apply(self, player: int, change: Change) -> None:
        """On the slip, and in the sums that everybody sees."""
        slip = self.slip_of(player)
        bettors, staked = not slip.is_empty, slip.total_minor
        slip.apply(change)
        self._bettors += (not slip.is_empty) - bettors
        if self.guests[player].currency == self.config.currency:
            self._staked += slip.total_minor - staked
        self.flush_soon()

    def take_back(self, player: int, change: Change) -> None:
        """The table gives something back on its own. Until it has, nothing else of the player's changes: the same
        chips would go back twice."""
        if not change.is_empty:
            self._busy[player] = ""
            self.change_bets(player, "", change, lambda: self.release(player))

    def clear_bets(self) -> None:
        """The last round's bets are off the table, and the next one's rules and terms count (B4)."""
        if self.next_rules is not None:
            rules, self.next_rules = self.next_rules, None
            self.play_by(rules)
        self.slips.clear()
        self._bettors = self._staked = 0
        self.terms = round_terms(self.config, self.variant, self.round_limits(), self.round_currency())
        self._changes.clear()
        self._told_bets.clear()

    def play_by(self, rules: Rules) -> None:
        """The game's file has changed since the round that was taken up began. Limits are today's already."""
        self.variant, self.shoe = rules
        self.info = table_info(self.config, self.variant)
        self._shuffled = True

    def round_limits(self) -> tuple[SpotLimits, ...]:
        return self.limits

    def round_currency(self) -> str:
        """The jackpot's that is played for."""
        return self.config.currency

    def deadline(self, lasts_ms: int, at_zero: str) -> Deadline | None:
        """Announced with the server's time; none where the table has no clock, or stands still."""
        if not lasts_ms or self.pause:
            return None
        return msgspec.convert({"at_ms": self.now_ms + lasts_ms, "lasts_ms": lasts_ms, "at_zero": at_zero}, Deadline)

    def remember_bets(self, player: int, bets: tuple[MyBet, ...]) -> None:
        self.last.pop(player, None)  # the latest last: those who have not played for long are forgotten first
        self.last[player] = bets
        self._last_keys[player] = msgspec.json.encode(bets)

    def wants_insurance(self, player: int) -> bool:
        """Offers can be off in the player's settings, where the game lets them (D6, A7)."""
        return self.guests[player].insurance or not self.variant.table.insurance_can_be_off

    # -- what is told ---------------------------------------------------------------------------

    def bets_key(self, slip: Slip) -> bytes:
        """Slips with the same key hold the same, placed in the same order."""
        return _encode(slip.to_record())

    def tell_bets(self, players: Iterable[int]) -> None:
        """Those who are here; whoever comes back is shown all of it."""
        for player in players:
            if player in self.here:
                self.whisper((player,), self.my_bets(player))

    def my_bets(self, player: int) -> MyBets:
        """Made once for everybody with the same bets, buttons and a purse that covers DOUBLE or not."""
        slip, purse, is_open = self.slip_of(player), self.around.purse(player), self.refusal_of_bet(player) is None
        last, added, seats = self.last.get(player, ()), self.added_minor(player), self.seats_of(player)
        if purse.golden or (slip.is_empty and last):
            return self._my_bets(player, slip, purse, is_open)
        key = (
            self.bets_key(slip),
            slip.positions,
            slip.rules.limits,
            is_open,
            added,
            seats,
            self.is_locked(player),
        )
        told = self._told_bets.get(key)
        if told is None:
            told = ToldBets(slip.doubling_minor() if is_open else 0, {})
            if len(self._told_bets) < MOST_ALIKE:
                self._told_bets[key] = told
        covered = purse.wallet_minor >= told.doubling_minor
        if covered not in told.messages:
            told.messages[covered] = self._my_bets(player, slip, purse, is_open)
        return told.messages[covered]

    def _my_bets(self, player: int, slip: Slip, purse: Purse, is_open: bool) -> MyBets:
        return slip.my_bets(
            self.info.key,
            purse,
            self.last.get(player, ()),
            added_minor=self.added_minor(player),
            seats=self.seats_of(player),
            locked=self.is_locked(player),
            is_open=is_open,
        )

    def added_minor(self, player: int) -> int:
        """What doubles, splits and insurance have added (B5)."""
        return 0

    def flush(self) -> None:
        super().flush()
        crowd = (len(self.here), self._bettors, self._staked)
        if self.stage in (Stage.IDLE, Stage.BETTING, Stage.RESULTS) and crowd != (
            self.view.players,
            self.view.bettors,
            self.view.staked_minor,
        ):
            self.publish(CrowdChanged(*crowd))
