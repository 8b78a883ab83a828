"""A table with seats (T2): hands are played in turn, others bet behind them and go along (H1 to H4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Final

import msgspec

from ventuno.bank import Outcome, Placed, PlaceTogether
from ventuno.play import Phase, Round, Settlement
from ventuno.play import events as happened
from ventuno.play.hands import hand_on
from ventuno.protocol import commands as said
from ventuno.protocol import events as wire
from ventuno.refusal import Refusal
from ventuno.shoe import Shoe
from ventuno.table.betting import Rules, Stage
from ventuno.table.config import TableConfig
from ventuno.table.deciding import Choice, spot_of_action
from ventuno.table.machine import Machine
from ventuno.table.placing import parts_of
from ventuno.table.playing import NOT_NOW, Payment, Question
from ventuno.table.port import Guest, Surroundings
from ventuno.table.pricing import Odds
from ventuno.table.records import AnyRecord, SeatsChanged, stored
from ventuno.table.seats import Freed, Seats
from ventuno.table.slip import Change, Following
from ventuno.table.whispering import at_zero
from ventuno.variant import Variant

NOT_SEATED: Final = Refusal("seat/not_seated", "only who sits can do that: take a seat first")
SeatsChange = Callable[[Seats], tuple[Freed, ...] | Refusal | None]


class Seated(Machine):
    def __init__(
        self, config: TableConfig, variant: Variant, shoe: Shoe, around: Surroundings, odds: Odds | None = None
    ) -> None:
        super().__init__(config, variant, shoe, around, odds)
        self.seats = Seats(variant, config.idle_rounds)
        self._dirty: set[int] = set()  # seats that look different now
        self._halved = False  # START NOW was pressed by all who bet, and waits for the half of the window

    # -- who may bet where ----------------------------------------------------------------------

    def positions_of(self, player: int) -> tuple[int, ...]:
        return self.seats.of(player)

    def behind_of(self, player: int) -> tuple[int, ...]:
        return self.seats.behind_for(player)

    def seats_of(self, player: int) -> tuple[int, ...]:
        return self.seats.of(player)

    def is_locked(self, player: int) -> bool:
        return self.seats.locked(player)

    def refusal_of_bettor(self, player: int) -> Refusal | None:
        if self.seats.locked(player):
            return Refusal("bet/locked", "your bets are final: START NOW was pressed")
        return None

    def bets_changed(self, player: int) -> None:
        slip = self.slips[player]
        self._dirty.update(self.seats.of(player))
        self._dirty.update(slip.behind_positions)

    def unled(self) -> Iterator[tuple[int, Change]]:
        playing = {position for slip in self.slips.values() for position in slip.playing}
        for player, slip in self.slips.items():
            yield player, slip.without_leader(playing)

    # -- START NOW (B7) -------------------------------------------------------------------------

    def start_now(self, player: int, request: str, command: said.StartNow) -> None:
        """When everybody who plays a seat has pressed it, the round starts before the clock ends.

        While others sit here who have not bet, they are left half of the window: one quick bettor alone would
        else close it before anybody else could bet, round after round.
        """
        if refusal := self.refusal_of_bet(player) or self._refusal_to_lock(player):
            self.refuse(player, request, refusal)
        else:
            self.record_asked(player, request, (), lambda: self._lock(player, request))

    def _lock(self, player: int, request: str) -> None:
        """A crash voids the window and with it the lock, so only the request is kept."""
        self.seats.lock(player)
        self._dirty.update(self.seats.of(player))
        self.whisper((player,), self.my_bets(player))
        self.done(player, request)
        self._start_early()

    def _start_early(self) -> None:
        betting = {other for other, slip in self.slips.items() if slip.playing}
        if not self.seats.all_locked(betting) or self._alarm is None:
            return
        left_ms, half_ms = self._alarm.at_ms - self.now_ms, self.times.betting_ms // 2
        waiting = {player for player in self.seats.players() if player in self.here} - betting
        if waiting and left_ms > half_ms and not self._halved:
            self._halved = True
            self.wake_in(left_ms - half_ms, lambda: self._half_over(half_ms))
        elif not waiting or not self._halved:
            self.close_betting()

    def _half_over(self, left_ms: int) -> None:
        self._halved = False
        self.wake_in(left_ms, self.close_betting)
        self._start_early()

    def _refusal_to_lock(self, player: int) -> Refusal | None:
        slip = self.slips.get(player)
        if slip is None or not slip.is_enough():
            return Refusal("bet/nothing_to_lock", "bet at least the minimum on a seat of yours first")
        return None if self.seats.of(player) else NOT_SEATED

    # -- seats (A2) -----------------------------------------------------------------------------

    def sit(self, player: int, request: str, command: said.Sit) -> None:
        guest, seat = self.guests[player], command.seat
        self._change_seats(
            player, request, (seat,), lambda seats: seats.sit(player, guest.name, seat, guest.allows_behind)
        )

    def get_up(self, player: int, request: str, command: said.GetUp) -> None:
        seat = command.seat
        self._change_seats(
            player, request, (seat,), lambda seats: seats.get_up(player, seat, seat in self._betting_on(player))
        )

    def leave(self, player: int, request: str, command: said.Leave) -> None:
        """Who sits has got up before they are told that they have left; whoever says it again leaves again."""
        seats, leave = self.seats.of(player), partial(super().leave, player, request, command)
        if not seats:
            leave()
            return
        self._change_seats(
            player, request, seats, lambda seats: seats.leave(player, self._betting_on(player)), leave, leave
        )

    def _betting_on(self, player: int) -> tuple[int, ...]:
        slip = self.slips.get(player)
        over = self.stage in (Stage.IDLE, Stage.OPENING, Stage.RESULTS)
        return () if slip is None or over else slip.playing

    def _give_back_behind(self, freed: Iterable[Freed]) -> None:
        """H1: the seat's player does not play, so bets behind them go back at once."""
        gone = {one.seat for one in freed}
        if self.stage is Stage.BETTING and gone:
            for player, slip in list(self.slips.items()):
                if gone & slip.behind.keys() and player not in self._busy:
                    playing = slip.behind.keys() - gone
                    self.take_back(player, slip.without_leader(playing))

    def allow_behind(self, player: int, request: str, command: said.AllowBehind) -> None:
        """H3: with bets behind already placed it counts from the next round."""
        mine, allowed = self.seats.of(player), command.allowed

        def change(seats: Seats) -> Refusal | None:
            if not seats.of(player):
                return NOT_SEATED
            seats.allow_behind(player, allowed, self._has_behind(player))
            return None

        def then() -> None:
            self.guests[player] = msgspec.structs.replace(self.guests[player], allows_behind=allowed)
            if not allowed and self._has_behind(player):
                self.notice(player, "behind/next_round", "bets behind you are placed: it counts from the next round")
            self.done(player, request)

        self._change_seats(player, request, mine, change, then)

    def _has_behind(self, player: int) -> bool:
        mine = set(self.seats.of(player))
        return any(mine & slip.behind.keys() for slip in self.slips.values())

    def _change_seats(
        self,
        player: int,
        request: str,
        seats: tuple[int, ...],
        change: SeatsChange,
        then: Callable[[], None] | None = None,
        again: Callable[[], None] | None = None,
    ) -> None:
        """One after the other, when nothing is with the bank: then `change` is judged on a copy, kept, and made.

        It is kept with the round that is open, and between two rounds as the table's own.
        """

        def do() -> None:
            after = Seats.from_record(self.variant, self.config.idle_rounds, self.seats.to_record())
            if isinstance(refusal := change(after), Refusal):
                self.refuse(player, request, refusal)
                return
            body = stored(SeatsChanged(after.to_record()))
            if self.code:
                self.record_asked(player, request, (body,), kept, again)
            else:
                self.keep_table(player, request, body, kept, again)

        def kept() -> None:
            freed = change(self.seats)
            self._give_back_behind(freed if isinstance(freed, tuple) else ())
            self._dirty.update(seats)
            self.whisper((player,), self.my_bets(player))
            (then or partial(self.done, player, request))()

        self.later(do)

    def _kept_seats(self) -> bytes:
        return stored(SeatsChanged(self.seats.to_record()))

    def kept_at_opening(self) -> tuple[bytes, ...]:
        return (self._kept_seats(),)

    def came(self, guest: Guest) -> None:
        self._dirty.update(self.seats.set_away(guest.player, False))

    def went(self, player: int) -> None:
        self._dirty.update(self.seats.set_away(player, True))

    # -- bet behind (H2) ------------------------------------------------------------------------

    def follow(self, player: int, request: str, command: said.Follow) -> None:
        if self.stage is Stage.BETTING:
            following = Following(command.double, command.split)
            self.change_bets(player, request, self.slip_of(player).follow(command.position, following))
        elif self.stage is Stage.PLAYING:
            # What is with the bank may end all decisions: only then is it known whether this still counts.
            self.later(lambda: self._follow(player, request, command))
        else:
            self.refuse(player, request, Refusal("action/not_now", "there is nothing to follow now"))

    def _follow(self, player: int, request: str, command: said.Follow) -> None:
        position, wanted = command.position, (command.double, command.split)
        found = self.seated.row(player, position) if self.parties else None
        if found is None or not found[0].bets[found[1]].behind:
            self.refuse(player, request, Refusal("action/not_behind", f"you have no bet behind position {position}"))
        elif self.now_playing.phase in (Phase.DEALER, Phase.OVER):
            self.refuse(player, request, Refusal("action/not_now", "everything is decided: nothing is left to follow"))
        elif found[0].follows(found[1]) == wanted:
            self.done(player, request)
        else:
            event = happened.FollowChanged(position, str(player), *wanted)
            self.record_asked(player, request, (stored(event),), lambda: self._followed(player, request, command))

    def _followed(self, player: int, request: str, command: said.Follow) -> None:
        self.now_playing.follow(command.position, str(player), command.double, command.split)
        self._told = len(self.now_playing.events)
        self.slip_of(player).apply(Change(following={command.position: Following(command.double, command.split)}))
        self.whisper((player,), self.my_bets(player))
        self.done(player, request)

    def book(self, choice: Choice, payment: Payment) -> None:
        """A leader's paid action. What is with the bank may change who follows it: only then is it known who pays."""
        playing = self.now_playing
        if self.quiet:
            self._book_with_followers(playing, choice, payment)
        else:
            self.later(lambda: self._book_with_followers(playing, choice, payment))

    def _book_with_followers(self, playing: Round, choice: Choice, payment: Payment) -> None:
        """With everybody's who follows and can pay for it, all or nothing; where the round is still the same."""
        if self.round is not playing:
            self.refuse(choice.player, choice.request, NOT_NOW)
            return
        costs = self.now_playing.followers_cost(choice.place.number, choice.hand.line, choice.action)
        short = {name for name, cost in costs.items() if self.around.purse(int(name)).wallet_minor < cost}
        self._book_together(choice, payment, costs, short)

    def _book_together(self, choice: Choice, payment: Payment, costs: dict[str, int], short: set[str]) -> None:
        spot = spot_of_action(choice)
        stakes = {int(name): (Placed(spot, cost),) for name, cost in costs.items() if name not in short}
        left_out = tuple(name for name in costs if name in short)
        event = msgspec.structs.replace(self.paid_event(choice, payment), short=left_out)
        key = self.request_key(choice.player, choice.request) if choice.request else self.new_key("early")
        paying: dict[int, tuple[Placed, ...]] = {
            choice.player: (Placed(spot, payment.real_minor, payment.golden),),
            **stakes,
        }

        def then(outcome: Outcome) -> None:
            follower = str(outcome.data.get("player", "")) if isinstance(outcome, Refusal) else ""
            if follower and follower != choice.bettor and follower in costs:
                self._book_together(choice, payment, costs, short | {follower})  # what was refused left no key
                return
            if not isinstance(outcome, Refusal):
                self._with_followers(left_out, costs)
            self.booked(outcome, choice._replace(short=left_out), payment)

        self.record_followed()
        self.ask_with(
            lambda events, first: PlaceTogether(
                key=key,
                at_ms=self.now_ms,
                asked=self.asked(choice.player) if choice.request else b"",
                round=self.code,
                events=events,
                first_event=first,
                stakes=paying,
            ),
            (stored(event),),
            then,
            (lambda: self.done(choice.player, choice.request)) if choice.request else None,
        )

    def _with_followers(self, left_out: tuple[str, ...], costs: dict[str, int]) -> None:
        for name, cost in costs.items():
            self._tell_hands.add(int(name))
            if name in left_out:
                self.notice(int(name), "behind/not_followed", "the balance is short: your bet does not follow")
            else:
                self._add(int(name), cost)

    # -- in turn --------------------------------------------------------------------------------

    def ask_decision(self, playing: Round) -> None:
        asked = next(playing.asked())
        place = playing.positions[asked.position]
        hand = hand_on(place.path(0), asked.line)
        assert hand is not None
        early = playing.phase is Phase.EARLY_SURRENDER
        if not early and self.act_early(int(asked.bettor), place, 0, hand):
            return
        zero = "declines" if early else "hits" if at_zero(playing, place, hand) == "hit" else "stands"
        self.question = Question(self.turn, playing.phase, asked.position, asked.line)
        deadline = self.deadline(self.times.decision_ms, zero)
        self.publish(wire.Asked(self.turn, asked.position, asked.line, early, deadline))
        self.start_clock(self.times.decision_ms)

    # -- from one round to the next ---------------------------------------------------------------------

    def next_round(self) -> None:
        """A round opens with the seats as they are kept: whatever of them is with the bank comes first."""
        if self.quiet:
            super().next_round()
        else:
            self.when_quiet(self.next_round)

    def round_began(self) -> None:
        self._dirty.update(range(1, self.seats.count + 1))
        self.tell_bets(self.seated.rows)

    def kept_at_settlement(self, settlement: Settlement) -> tuple[bytes, ...]:
        """The seats as they will be when this has been paid."""
        after = Seats.from_record(self.variant, self.config.idle_rounds, self.seats.to_record())
        after.end_round(set(settlement.positions), won(settlement))
        return (stored(SeatsChanged(after.to_record())),)

    def after_results(self, settlement: Settlement) -> None:
        freed = self.seats.end_round(set(settlement.positions), won(settlement))
        self._tell_freed(freed)
        self.tell_bets({*self.seated.rows, *(one.player for one in freed)})
        self._dirty.update(range(1, self.seats.count + 1))

    def nobody_bets(self) -> None:
        freed = self.seats.pass_window()
        self._tell_freed(freed)
        self.tell_bets({one.player for one in freed})
        self._dirty.update(one.seat for one in freed)

    def _tell_freed(self, freed: Iterable[Freed]) -> None:
        for one in freed:
            if one.code != "seat/left":
                self.notice(one.player, one.code, one.why, seat=one.seat)

    def clear_table(self) -> None:
        super().clear_table()
        self.tell_bets({one.player for one in self.seats.void_round()})
        self._dirty.update(range(1, self.seats.count + 1))

    def play_by(self, rules: Rules) -> None:
        super().play_by(rules)
        self.seats = Seats.from_record(self.variant, self.config.idle_rounds, self.seats.to_record())

    def clear_bets(self) -> None:
        super().clear_bets()
        self._halved = False
        self._dirty.update(range(1, self.seats.count + 1))

    def remember(self, record: AnyRecord) -> None:
        super().remember(record)
        if isinstance(record, SeatsChanged):
            self.seats = Seats.from_record(self.variant, self.config.idle_rounds, record.seats)

    def taken_up(self) -> None:
        for player in self.seats.players():
            self.seats.set_away(player, True)
        self._dirty.update(range(1, self.seats.count + 1))
        super().taken_up()

    # -- what everybody sees --------------------------------------------------------------------

    def _settle_down(self) -> None:
        super()._settle_down()
        if self._dirty:
            self._tell_seats()

    def _tell_seats(self) -> None:
        dirty, self._dirty = self._dirty, set()
        behind = self._behind(dirty)
        for seat in sorted(dirty):
            count, sum_minor = behind.get(seat, (0, 0))
            holder = self.seats.view(seat, self._shown_bets(seat), count, sum_minor)
            if holder != self.view.seats.get(seat):
                self.publish(wire.SeatChanged(seat, holder))

    def _behind(self, seats: set[int]) -> dict[int, tuple[int, int]]:
        """How many bet behind a seat, and how much of it is in the table's currency."""
        found: dict[int, tuple[int, int]] = {}
        for player, slip in self.slips.items():
            for position, amount in slip.behind.items():
                if position in seats:
                    count, total = found.get(position, (0, 0))
                    same = self.guests[player].currency == self.config.currency
                    found[position] = count + 1, total + (amount if same else 0)
        return found

    def _shown_bets(self, seat: int) -> tuple[wire.ShownBet, ...]:
        """Others see them when they are final (B7)."""
        player = self.seats.holder(seat)
        slip = self.slips.get(player) if player is not None else None
        if player is None or slip is None or (self.stage is Stage.BETTING and not self.seats.locked(player)):
            return ()
        currency = self.guests[player].currency
        return tuple(
            wire.ShownBet(bet.spot, bet.amount_minor, currency, sum(value * n for value, n in bet.golden.items()))
            for bet in slip.bets()
            if not bet.behind and parts_of(bet.spot)[0] == seat
        )


def won(settlement: Settlement) -> dict[int, int]:
    """By player: what the hands on their own seats brought beyond their stakes (H4)."""
    totals: dict[int, int] = {}
    for number, place in settlement.positions.items():
        leader = place.bets[0].bettor
        for hand in settlement.hands(number, leader):
            gained = hand.returned - hand.stake
            totals[int(leader)] = totals.get(int(leader), 0) + gained
    return totals
