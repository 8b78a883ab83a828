"""Seats at the table (T2, A2): who sits down and gets up, who allows bets behind, and what everybody sees of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Final

import msgspec

from ventuno.play import Settlement
from ventuno.protocol import commands as said, events as wire
from ventuno.refusal import Refusal
from ventuno.table.betting import Betting
from ventuno.table.errands import Bodies, Do
from ventuno.table.ground import Ground
from ventuno.table.placing import parts_of
from ventuno.table.records import SeatsChanged, stored
from ventuno.table.seats import Freed, Seats
from ventuno.table.stages import Stage

NOT_SEATED: Final = Refusal("seat/not_seated", "only who sits can do that: take a seat first")
SeatsChange = Callable[[Seats], tuple[Freed, ...] | Refusal | None]


class Seating:
    """At a table without seats nobody can sit down, and all of it comes to nothing."""

    def __init__(self, ground: Ground, betting: Betting) -> None:
        self._rules, self._course, self._company = ground.rules, ground.course, ground.company
        self._seats, self._voice, self._queues = ground.seats, ground.voice, ground.queues
        self._errands, self._betting = ground.errands, betting
        self.owed: dict[int, set[int]] = {}  # by player: seats behind which their bets go back, once they can

    def sit(self, player: int, request: str, command: said.Sit) -> None:
        guest, seat = self._company.guests[player], command.seat
        self._change(player, request, (seat,), lambda seats: seats.sit(player, guest.name, seat, guest.allows_behind))

    def get_up(self, player: int, request: str, command: said.GetUp) -> None:
        seat = command.seat
        self._change(
            player, request, (seat,), lambda seats: seats.get_up(player, seat, seat in self._betting_on(player))
        )

    def leave(self, player: int, request: str, leave: Do) -> None:
        """Who sits has got up before they are told that they have left; whoever says it again leaves again."""
        mine = self._seats.of(player)
        self._change(player, request, mine, lambda seats: seats.leave(player, self._betting_on(player)), leave, leave)

    def allow_behind(self, player: int, request: str, command: said.AllowBehind) -> None:
        """H3: with bets behind already placed it counts from the next round."""
        guests, allowed = self._company.guests, command.allowed

        def change(seats: Seats) -> Refusal | None:
            if not seats.of(player):
                return NOT_SEATED
            seats.allow_behind(player, allowed, self._has_behind(player))
            return None

        def then() -> None:
            guests[player] = msgspec.structs.replace(guests[player], allows_behind=allowed)
            if not allowed and self._has_behind(player):
                why = "bets behind you are placed: it counts from the next round"
                self._voice.notice(player, "behind/next_round", why)
            self._queues.done(player, request)

        self._change(player, request, self._seats.of(player), change, then)

    def _betting_on(self, player: int) -> tuple[int, ...]:
        slip = self._betting.slips.get(player)
        over = self._course.stage in (Stage.IDLE, Stage.OPENING, Stage.RESULTS)
        return () if slip is None or over else slip.playing

    def _has_behind(self, player: int) -> bool:
        mine = set(self._seats.of(player))
        return any(mine & slip.behind.keys() for slip in self._betting.slips.values())

    def _change(
        self,
        player: int,
        request: str,
        marked: tuple[int, ...],
        change: SeatsChange,
        then: Do | None = None,
        again: Do | None = None,
    ) -> None:
        """One after the other, when nothing is with the bank: then `change` is judged on a copy, kept, and made.

        It is kept with the round that is open, and between two rounds as the table's own.
        """

        def do() -> None:
            after = self._seats.copy()
            if isinstance(refusal := change(after), Refusal):
                self._queues.refuse(player, request, refusal)
                return
            body = stored(SeatsChanged(after.to_record()))
            if self._errands.log.code:
                self._errands.record_asked(player, request, (body,), kept, again)
            else:
                self._errands.keep_table(player, request, body, kept, again)

        def kept() -> None:
            freed = change(self._seats)
            self._give_back_behind(freed if isinstance(freed, tuple) else ())
            self._seats.dirty.update(marked)
            self._voice.whisper((player,), self._betting.my_bets(player))
            (then or partial(self._queues.done, player, request))()

        self._errands.later(do)

    def _give_back_behind(self, freed: Iterable[Freed]) -> None:
        """H1: the seat's player does not play, so bets behind them go back at once."""
        gone = {one.seat for one in freed}
        for player, slip in list(self._betting.slips.items()) if gone else ():
            if behind := gone & slip.behind.keys():
                self.owed.setdefault(player, set()).update(behind)
                self.released(player)

    def released(self, player: int) -> None:
        """What the player had asked for is answered: it may be taken back now. At red all such bets go back anyway."""
        if player in self.owed and not self._queues.is_busy(player):
            owed = self.owed.pop(player)
            slip = self._betting.slips.get(player)
            if slip and self._course.stage is Stage.BETTING:
                self._betting.take_back(player, slip.without_leader(slip.behind.keys() - owed))

    def take_up(self) -> None:
        """After a restart nobody is here yet."""
        for player in self._seats.players():
            self._seats.set_away(player, True)
        self._seats.mark_all()

    def round_began(self, players: Iterable[int]) -> None:
        """The bets are final, and everybody sees them (B7)."""
        self.owed.clear()  # at red it went back
        if self._seats.count:
            self._seats.mark_all()
            self._betting.tell(players)

    def kept_at_settlement(self, settlement: Settlement) -> Bodies:
        """The seats as they will be when this has been paid."""
        if not self._seats.count:
            return ()
        after = self._seats.copy()
        after.end_round(set(settlement.positions), won(settlement))
        return (stored(SeatsChanged(after.to_record())),)

    def end_round(self, settlement: Settlement, players: Iterable[int]) -> None:
        """Streaks and idle seats are counted (A2, H4)."""
        if self._seats.count:
            freed = self._seats.end_round(set(settlement.positions), won(settlement))
            self._tell_freed(freed, players)
            self._seats.mark_all()

    def pass_window(self) -> None:
        """A window has passed without a bet."""
        self.owed.clear()
        freed = self._seats.pass_window()
        self._tell_freed(freed)
        self._seats.dirty.update(one.seat for one in freed)

    def void_round(self) -> None:
        self.owed.clear()
        self._betting.tell({one.player for one in self._seats.void_round()})
        self._seats.mark_all()

    def _tell_freed(self, freed: Iterable[Freed], players: Iterable[int] = ()) -> None:
        for one in freed:
            if one.code != "seat/left":
                self._voice.notice(one.player, one.code, one.why, seat=one.seat)
        self._betting.tell({*players, *(one.player for one in freed)})

    def tell(self) -> None:
        """The seats that look different now."""
        dirty, self._seats.dirty = self._seats.dirty, set()
        behind = self._behind(dirty)
        for seat in sorted(dirty):
            holder = self._seats.view(seat, self._shown_bets(seat), *behind.get(seat, (0, 0)))
            if holder != self._voice.view.seats.get(seat):
                self._voice.publish(wire.SeatChanged(seat, holder))

    def _behind(self, seats: set[int]) -> Mapping[int, tuple[int, int]]:
        """How many bet behind a seat, and how much of it is in the table's currency."""
        found: dict[int, tuple[int, int]] = {}
        for player, slip in self._betting.slips.items():
            for position, amount in slip.behind.items():
                if position in seats:
                    count, total = found.get(position, (0, 0))
                    same = self._company.guests[player].currency == self._rules.config.currency
                    found[position] = count + 1, total + (amount if same else 0)
        return found

    def _shown_bets(self, seat: int) -> tuple[wire.ShownBet, ...]:
        """Others see them when they are final (B7)."""
        player = self._seats.holder(seat)
        slip = self._betting.slips.get(player) if player is not None else None
        is_open = self._course.stage is Stage.BETTING
        if player is None or slip is None or (is_open and not self._seats.locked(player)):
            return ()
        currency = self._company.guests[player].currency
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
