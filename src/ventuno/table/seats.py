"""Who sits where at a seated table (T2, A2): sitting down, getting up, being idle, streaks, locked bets.

There are no bets in here: which seats and players bet comes in from the table, which has the slips.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

import msgspec

from ventuno.protocol.events import SeatView, ShownBet
from ventuno.refusal import Refusal
from ventuno.variant import Variant


class Freed(NamedTuple):
    """A seat that is free again. `seat/idle` was not asked for: the player is told."""

    seat: int
    player: int
    code: str  # `seat/left`, `seat/idle`
    why: str


class Sitter(msgspec.Struct, omit_defaults=True):
    """One person, on one seat or more."""

    player: int
    name: str
    allows_behind: bool = True
    forbids_next: bool = False  # H3: bets behind are placed already, so it counts from the next round
    streak: int = 0  # H4
    locked: bool = False  # B7
    away: bool = False


class Seat(msgspec.Struct, omit_defaults=True):
    player: int
    idle_rounds: int = 0
    leaves: bool = False  # at the end of the round


class SeatsRecord(msgspec.Struct, omit_defaults=True):
    """All of it, to be stored and taken up again."""

    seats: dict[int, Seat] = {}
    sitters: dict[int, Sitter] = {}


class Seats:
    """As many seats as the variant has positions, and at most so many a player; at other kinds of table, none."""

    def __init__(self, variant: Variant, idle_rounds: int, record: SeatsRecord | None = None) -> None:
        self.idle_rounds = idle_rounds
        self.dirty: set[int] = set()  # seats that may look different now
        self.fit(variant, record or SeatsRecord())

    def fit(self, variant: Variant, record: SeatsRecord | None = None) -> None:
        """As it is recorded, or as it is, in this variant: seats that it does not have are not taken up."""
        self._variant = variant
        self.count = variant.table.positions if variant.table.facts.seats else 0
        self.most_a_player = variant.table.positions_per_player
        copied = msgspec.convert(msgspec.to_builtins(record or self.to_record()), SeatsRecord)
        self._seats = {seat: there for seat, there in copied.seats.items() if seat <= self.count}
        sitting = {there.player for there in self._seats.values()}
        self._sitters = {player: sitter for player, sitter in copied.sitters.items() if player in sitting}

    def take(self, record: SeatsRecord) -> None:
        """As they were kept."""
        self.fit(self._variant, record)

    def copy(self) -> Seats:
        """To see what would become of them."""
        return Seats(self._variant, self.idle_rounds, self.to_record())

    def mark_all(self) -> None:
        self.dirty.update(range(1, self.count + 1))

    # -- looking --------------------------------------------------------------------------------

    def holder(self, seat: int) -> int | None:
        there = self._seats.get(seat)
        return None if there is None else there.player

    def of(self, player: int) -> tuple[int, ...]:
        """The player's seats, in order."""
        if not self._seats:
            return ()
        return tuple(sorted(seat for seat, there in self._seats.items() if there.player == player))

    def free(self) -> tuple[int, ...]:
        return tuple(seat for seat in range(1, self.count + 1) if seat not in self._seats)

    def players(self) -> tuple[int, ...]:
        """Everybody who sits."""
        return tuple(self._sitters)

    def behind_for(self, player: int) -> tuple[int, ...]:
        """Behind which seats this player may bet: those of others who allow it (H1, H3)."""
        if not self._seats:
            return ()
        others = sorted(seat for seat, there in self._seats.items() if there.player != player)
        return tuple(seat for seat in others if self._sitters[self._seats[seat].player].allows_behind)

    def locked(self, player: int) -> bool:
        return player in self._sitters and self._sitters[player].locked

    def view(
        self, seat: int, bets: tuple[ShownBet, ...] = (), behind: int = 0, behind_minor: int = 0
    ) -> SeatView | None:
        """The seat as everybody sees it; None: free."""
        if seat not in self._seats:
            return None
        sitter = self._sitters[self._seats[seat].player]
        return SeatView(
            name=sitter.name,
            streak=sitter.streak,
            locked=sitter.locked,
            allows_behind=sitter.allows_behind,
            away=sitter.away,
            bets=bets,
            behind=behind,
            behind_minor=behind_minor,
        )

    # -- coming and going -----------------------------------------------------------------------

    def sit(self, player: int, name: str, seat: int, allows_behind: bool = True) -> Refusal | None:
        """SIT HERE (A2). Sitting down again on a seat that was to be left keeps it."""
        if not 1 <= seat <= self.count:
            return Refusal("seat/none", f"there is no seat {seat}: they are 1 to {self.count}", {"seats": self.count})
        if (there := self._seats.get(seat)) and not (there.player == player and there.leaves):
            mine = there.player == player
            why = f"you sit on seat {seat} already" if mine else f"seat {seat} is taken: choose a free one"
            return Refusal("seat/yours" if mine else "seat/taken", why, {"free": list(self.free())})
        if there is None and len(self.of(player)) >= self.most_a_player:
            most = self.most_a_player
            return Refusal("seat/too_many", f"a player has at most {most} seats: leave one first", {"most": most})
        self._seats[seat] = Seat(player)
        self._sitters.setdefault(player, Sitter(player, name, allows_behind))
        return None

    def get_up(self, player: int, seat: int, betting: bool) -> tuple[Freed, ...] | Refusal:
        """At once; with a bet on it at the end of the round, and nothing is freed yet."""
        if self.holder(seat) != player:
            return Refusal("seat/not_yours", f"seat {seat} is not yours", {"seats": list(self.of(player))})
        if betting:
            self._seats[seat].leaves = True
            return ()
        return (self._free(seat, "seat/left", f"seat {seat} was left"),)

    def leave(self, player: int, betting: Collection[int]) -> tuple[Freed, ...]:
        """Gets up from all seats; `betting` are the seats with a bet."""
        freed = [self.get_up(player, seat, seat in betting) for seat in self.of(player)]
        return tuple(one for seats in freed if not isinstance(seats, Refusal) for one in seats)

    def set_away(self, player: int, away: bool) -> tuple[int, ...]:
        """The connection is gone, or back: the seats that look different now."""
        sitter = self._sitters.get(player)
        if sitter is None or sitter.away == away:
            return ()
        sitter.away = away
        return self.of(player)

    def _free(self, seat: int, code: str, why: str) -> Freed:
        player = self._seats.pop(seat).player
        if not self.of(player):
            del self._sitters[player]
        return Freed(seat, player, code, why)

    # -- a round --------------------------------------------------------------------------------

    def lock(self, player: int) -> Refusal | None:
        """START NOW (B7): the player's bets are final."""
        if player not in self._sitters:
            return Refusal("seat/not_seated", "only who sits can start the round: take a seat first")
        self._sitters[player].locked = True
        return None

    def all_locked(self, betting: Collection[int]) -> bool:
        """Every player who bets on a seat of their own has pressed START NOW (B7).

        Who only bets behind does not sit, so has no such button and is not waited for.
        """
        return bool(betting) and all(map(self.locked, betting))

    def allow_behind(self, player: int, allowed: bool, has_behind: bool) -> bool:
        """H3. False: it counts from the next round, because bets behind this player are placed already."""
        sitter = self._sitters.get(player)
        if sitter is None:
            return True
        sitter.forbids_next = not allowed and has_behind
        sitter.allows_behind = allowed or has_behind
        return not sitter.forbids_next

    def end_round(self, played: Collection[int], won: Mapping[int, int]) -> tuple[Freed, ...]:
        """`played`: the seats with a bet. `won`: by player, what the round brought beyond the stakes."""
        for player, sitter in self._sitters.items():
            sitter.streak = _streak(sitter.streak, won.get(player, 0))
        for seat, there in self._seats.items():
            there.idle_rounds = 0 if seat in played else there.idle_rounds + 1
        return self._turn_over()

    def void_round(self) -> tuple[Freed, ...]:
        """The round counts for nobody: no streak, no idle round."""
        return self._turn_over()

    def pass_window(self) -> tuple[Freed, ...]:
        """Nobody has bet, so there is no round; who is away does not hold a seat for good by that."""
        for there in self._seats.values():
            there.idle_rounds += self._sitters[there.player].away
        return self._free_whoever_is_due()

    def _turn_over(self) -> tuple[Freed, ...]:
        for sitter in self._sitters.values():
            sitter.locked = False
            sitter.allows_behind = sitter.allows_behind and not sitter.forbids_next
            sitter.forbids_next = False
        return self._free_whoever_is_due()

    def _free_whoever_is_due(self) -> tuple[Freed, ...]:
        freed = []
        for seat in sorted(self._seats):
            if self._seats[seat].leaves:
                freed.append(self._free(seat, "seat/left", f"seat {seat} was left"))
            elif self._seats[seat].idle_rounds >= self.idle_rounds:
                why = f"seat {seat} was freed: no bet on it for {self.idle_rounds} rounds"
                freed.append(self._free(seat, "seat/idle", why))
        return tuple(freed)

    # -- storing --------------------------------------------------------------------------------

    def to_record(self) -> SeatsRecord:
        return msgspec.convert(msgspec.to_builtins(SeatsRecord(self._seats, self._sitters)), SeatsRecord)


def _streak(streak: int, won: int) -> int:
    """One more for a round won, gone at the first loss; a round that brought nothing changes nothing (H4)."""
    return streak + 1 if won > 0 else 0 if won < 0 else streak
