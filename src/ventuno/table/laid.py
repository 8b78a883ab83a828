"""What lies on one player's spots, in the order it was placed; and what of it goes back or into the round.

A bet behind lies on the `main` spot of the position it rides on: nobody has both there (H1).
"""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from ventuno.bank import Placed
from ventuno.bank.table_limits import MAIN
from ventuno.play import PositionBet
from ventuno.protocol.messages import MyBet
from ventuno.table.placing import Note, PlacingRules, golden_minor, joined, parts_of, spot_of, worth


class Following(msgspec.Struct, frozen=True):
    """What a bet behind goes along with (H2)."""

    double: bool = True
    split: bool = True


class Change(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one act of the player, or of the table, does to a slip.

    Either something is placed, or something is taken back, or only `following` changes. It can be
    stored, and applied again to the same slip after a restart.
    """

    placed: tuple[Placed, ...] = ()
    taken_back: tuple[Placed, ...] = ()
    notices: tuple[Note, ...] = ()
    following: dict[int, Following] = {}  # by position: bets behind
    undoes: bool = False  # the last entry of the history, and no other

    @property
    def is_empty(self) -> bool:
        """Nothing for the bank and nothing to apply; there may be notices."""
        return not (self.placed or self.taken_back or self.following)


class SlipRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """All of a slip's state, to be stored."""

    history: tuple[tuple[Placed, ...], ...] = ()  # one entry an act, the latest last
    following: dict[int, Following] = {}


class Laid:
    __slots__ = ("_following", "_history", "_spots", "rules")

    def __init__(self, rules: PlacingRules, record: SlipRecord | None = None) -> None:
        self.rules = rules
        self._spots: dict[str, Placed] = {}
        self._history: list[tuple[Placed, ...]] = []
        self._following: dict[int, Following] = {}
        for placed in record.history if record else ():
            self.apply(Change(placed=placed))
        self._following.update(record.following if record else {})

    def to_record(self) -> SlipRecord:
        return SlipRecord(tuple(self._history), dict(self._following))

    # -- the bank has said yes ------------------------------------------------------------------

    def apply(self, change: Change) -> None:
        for placed in change.placed:
            there = self._spots.get(placed.spot)
            self._spots[placed.spot] = joined(there, placed) if there else placed
        for placed in change.taken_back:
            self._spots[placed.spot] = left = joined(self._spots[placed.spot], placed, -1)
            if not worth(left):
                del self._spots[placed.spot]
        self._remember(change)
        self._following.update(change.following)
        if self._following:
            self._following = {at: what for at, what in self._following.items() if spot_of(at) in self._spots}

    def _remember(self, change: Change) -> None:
        if change.undoes:
            self._history.pop()
        elif change.placed:
            self._history.append(change.placed)
        elif change.taken_back:  # whole spots went back: nothing of them is left to undo
            left = [tuple(placed for placed in act if placed.spot in self._spots) for act in self._history]
            self._history = [act for act in left if act]

    # -- what the table takes back: an empty change where there is nothing ----------------------

    def below_minimum(self) -> Change:
        """When the bets close: what is below its minimum goes back, a main bet with its side bets (B2, B4)."""
        low = [spot for spot, placed in self._spots.items() if worth(placed) < self._least(spot)]
        notes = tuple(Note("bet/below_minimum", *self._too_little(spot)) for spot in low)
        hands = {parts_of(spot)[0] for spot in low if parts_of(spot)[1] == MAIN}
        return self._back({*low, *(spot for spot in self._spots if parts_of(spot)[0] in hands)}, notes)

    def without_leader(self, playing: Collection[int]) -> Change:
        """Bets behind seats that nobody plays go back, with whatever lies there (H1)."""
        alone = [position for position in self._following if position not in playing]
        why = "the seat's player does not play: the bet behind went back"
        notes = tuple(Note("bet/nobody_to_follow", why, {"position": position}) for position in alone)
        return self._back({spot for spot in self._spots if parts_of(spot)[0] in alone}, notes)

    def _least(self, spot: str) -> int:
        return self.rules.bounds(parts_of(spot)[1])[0]

    def _too_little(self, spot: str) -> tuple[str, dict[str, object]]:
        least, there = self._least(spot), worth(self._spots[spot])
        why = f"{spot} takes at least {least} minor units: {there} went back"
        return why, {"spot": spot, "least": least, "returned": there}

    def _back(self, spots: set[str], notes: tuple[Note, ...] = ()) -> Change:
        return Change(taken_back=tuple(placed for spot, placed in self._spots.items() if spot in spots), notices=notes)

    # -- looking --------------------------------------------------------------------------------

    @property
    def is_empty(self) -> bool:
        return not self._spots

    @property
    def total_minor(self) -> int:
        """Money and the value of golden chips (B5)."""
        return sum(map(worth, self._spots.values()))

    @property
    def playing(self) -> tuple[int, ...]:
        """The positions with a main bet of the player's own."""
        return tuple(position for position in self._mains() if position not in self._following)

    @property
    def behind(self) -> dict[int, int]:
        """By position: what is bet behind it."""
        return {position: worth(self._spots[spot_of(position)]) for position in self._following}

    def is_enough(self) -> bool:
        """There is a main bet of one's own, and it is at least the minimum (B7, DEAL)."""
        return any(worth(self._spots[spot_of(at)]) >= self._least(spot_of(at)) for at in self.playing)

    def bets(self) -> tuple[MyBet, ...]:
        """All of them, as the player sees them, and as REPEAT of the next round starts from (B3)."""
        return tuple(self._my_bet(placed) for placed in self._spots.values())

    def _my_bet(self, placed: Placed) -> MyBet:
        following = self._following.get(parts_of(placed.spot)[0])
        mine = MyBet(placed.spot, placed.real_minor, placed.golden)
        if following is None:
            return mine
        return msgspec.structs.replace(mine, behind=True, follow_double=following.double, follow_split=following.split)

    def _mains(self) -> list[int]:
        return sorted(position for position, bet in map(parts_of, self._spots) if bet == MAIN)

    # -- into the round -------------------------------------------------------------------------

    def engine_bets(self, bettor: str, *, insurance: bool = True) -> list[PositionBet]:
        """By position. Whoever leads a position must come before those behind: that is the table's to sort."""
        return [self._engine_bet(position, bettor, insurance) for position in self._mains()]

    def _engine_bet(self, position: int, bettor: str, insurance: bool) -> PositionBet:
        here = {parts_of(spot)[1]: placed for spot, placed in self._spots.items() if parts_of(spot)[0] == position}
        main, following = here.pop(MAIN), self._following.get(position, Following())
        return PositionBet(
            position=position,
            bettor=bettor,
            main=main.real_minor,
            sides={bet: side.real_minor for bet, side in here.items() if side.real_minor},
            golden=golden_minor(main),
            golden_sides={bet: golden_minor(side) for bet, side in here.items() if side.golden},
            behind=position in self._following,
            follow_double=following.double,
            follow_split=following.split,
            insurance=insurance,
        )
