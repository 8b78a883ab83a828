"""One player's bets in one betting window: what they can do (B2 to B4, B6, H1, K3).

Nothing changes by asking: every operation returns the `Change` it would be, or the `Refusal`. The
table has the bank book it (`placed` as PlaceStakes, `taken_back` as TakeBackStakes), and `apply`s
it when the bank has said yes. So the slip never holds what is not durable. One change at a time:
while one is with the bank, the next operation must wait for it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from ventuno.bank import Placed, RoundTerms, SpotLimits
from ventuno.bank.table_limits import MAIN
from ventuno.protocol.messages import Can, MyBet, MyBets
from ventuno.refusal import Refusal
from ventuno.table.laid import Change, Following, Laid, SlipRecord
from ventuno.table.placing import Draft, Note, PlacingRules, parts_of, spot_of, worth
from ventuno.table.port import Means
from ventuno.variant import Variant

__all__ = ["Change", "Following", "Note", "Slip", "SlipRecord"]

FOLLOWS_ALL: Final = Following()


class Slip(Laid):
    """`positions`: where the player may bet; `behind_positions`: behind whom. The table sets both when seats change."""

    __slots__ = ("behind_positions", "positions")

    def __init__(
        self,
        variant: Variant,
        limits: SpotLimits,
        terms: RoundTerms,
        positions: Collection[int],
        behind_positions: Collection[int] = (),
        record: SlipRecord | None = None,
    ) -> None:
        super().__init__(PlacingRules(variant, limits, terms), record)
        self.positions = tuple(positions)
        self.behind_positions = tuple(behind_positions)

    def after(self, change: Change) -> Slip:
        """The slip as the change would leave it."""
        variant, limits, terms = self.rules.variant, self.rules.limits, self.rules.terms
        slip = Slip(variant, limits, terms, self.positions, self.behind_positions, self.to_record())
        slip.apply(change)
        return slip

    # -- placing --------------------------------------------------------------------------------

    def add(
        self, spot: str, amount_minor: int = 0, golden: Mapping[int, int] | None = None, *, all_mine: bool = False
    ) -> Change | Refusal:
        """Chips on a spot, or on the same spot of all my positions (B2, B6)."""
        found = _parts(spot)
        if isinstance(found, Refusal):
            return found
        position, bet = found
        others = [other for other in self.positions if all_mine and other != position]
        draft = self._draft()
        refusals = [
            self._refusal_of_spot(draft, at, bet) or draft.put(spot_of(at, bet), amount_minor, golden)
            for at in (position, *others)
        ]
        return _placed(draft, refusals)

    def add_behind(self, position: int, amount_minor: int, following: Following = FOLLOWS_ALL) -> Change | Refusal:
        """Chips behind somebody else's hand (H1)."""
        if refusal := self._refusal_of_behind(position):
            return refusal
        draft = self._draft()
        return _placed(draft, [draft.put(spot_of(position), amount_minor)], {position: following})

    def follow(self, position: int, following: Following) -> Change | Refusal:
        """What a bet behind goes along with from now on (H2)."""
        if position not in self._following:
            return Refusal("bet/none_behind", f"you have no bet behind position {position}", {"position": position})
        return Change(following={position: following})

    def double(self, purse: Means) -> Change | Refusal:
        """Every bet doubled, each up to its maximum, if the balance covers all of it (B3)."""
        doubled = self._doubled()
        if isinstance(doubled, Refusal):
            return doubled
        draft, refusals = doubled
        return _refusal_of_purse(draft, purse) or _placed(draft, refusals)

    def _doubled(self) -> tuple[Draft, list[Refusal | None]] | Refusal:
        if self.is_empty:
            return Refusal("bet/none", "there is no bet to double")
        draft = self._draft()
        refusals = [draft.put(there.spot, there.real_minor, there.golden) for there in self._spots.values()]
        for refusal in refusals:
            if refusal and refusal.code != "bet/at_maximum":
                return refusal
        return draft, refusals

    def doubling_minor(self) -> int:
        """The money that DOUBLE would take; 0 where nothing can be doubled, whatever the balance."""
        doubled = self._doubled()
        return 0 if isinstance(doubled, Refusal) else doubled[0].real_minor

    def repeat(self, last: Sequence[MyBet], purse: Means, *, times: int = 1) -> Change | Refusal:
        """The last round's bets, before the first chip (B3): REPEAT, REBET; twice of them, DOUBLE & DEAL.

        Each is capped at today's maximum; what cannot be placed any more is left out, with a notice.
        """
        again = self._again(last, purse, times)
        if isinstance(again, Refusal):
            return again
        draft, following = again
        return _refusal_of_purse(draft, purse) or _placed(draft, [], following)

    def repeating_minor(self, last: Sequence[MyBet], purse: Means) -> int:
        """The money that REPEAT would take; 0 where nothing can be repeated, whatever the balance."""
        again = self._again(last, purse, 1)
        return 0 if isinstance(again, Refusal) else again[0].real_minor

    def _again(self, last: Sequence[MyBet], purse: Means, times: int) -> tuple[Draft, dict[int, Following]] | Refusal:
        if not self.is_empty:
            return Refusal("bet/not_before_first_chip", "bets are repeated before the first chip: clear yours first")
        draft, following = self._draft(), {}
        for bet in sorted(last, key=_sides_last):
            if refusal := self._refusal_of_repeated(draft, bet):
                _leave_out(draft, bet, refusal)
            else:
                _put_again(draft, bet, times, purse)
            if bet.behind and bet.spot in draft.placed:
                following[parts_of(bet.spot)[0]] = Following(bet.follow_double, bet.follow_split)
        if not draft.placed:
            return Refusal("bet/nothing_to_repeat", "there is no bet of a last round that could be placed again")
        return draft, following

    def all_side_bets(self, chip_minor: int) -> Change | Refusal:
        """One chip on every side bet of each hand with a main bet (B3)."""
        return self._chip_on_sides(self.playing, chip_minor)

    def bet_all(self, position: int, chip_minor: int) -> Change | Refusal:
        """One chip on every side bet of one hand (B3)."""
        return self._chip_on_sides([at for at in self.playing if at == position], chip_minor)

    def _chip_on_sides(self, positions: Collection[int], chip_minor: int) -> Change | Refusal:
        if not self.rules.variant.side_bets:
            return Refusal("bet/no_side_bets", "there are no side bets in this game")
        if not positions:
            return Refusal("bet/no_main_bet", "a side bet needs a main bet on the same hand: place that first")
        draft = self._draft()
        spots = [spot_of(at, bet) for at in positions for bet in self.rules.variant.side_bets]
        return _placed(draft, [draft.put(spot, chip_minor) for spot in spots])

    # -- taking back ----------------------------------------------------------------------------

    def undo(self) -> Change | Refusal:
        """The last act that placed something is taken back, whatever it placed (B3).

        A side bet is always placed after its main bet, or by the same act: so none is ever left alone (B4).
        """
        if not self._history:
            return Refusal("bet/nothing_to_undo", "nothing is placed that could be taken back")
        return Change(taken_back=self._history[-1], undoes=True)

    def clear(self) -> Change | Refusal:
        """All bets go back (B3)."""
        if self.is_empty:
            return Refusal("bet/nothing_to_undo", "nothing is placed that could be taken back")
        return Change(taken_back=tuple(self._spots.values()))

    # -- what may not be ------------------------------------------------------------------------

    def _refusal_of_spot(self, draft: Draft, position: int, bet: str) -> Refusal | None:
        if position not in self.positions:
            mine = ", ".join(map(str, self.positions)) or "none"
            why = f"you cannot bet on position {position}: yours are {mine}"
            return Refusal("bet/not_your_position", why, {"positions": list(self.positions)})
        return self.rules.refusal_of_bet(bet) or self._refusal_of_hand(draft, position, bet)

    def _refusal_of_hand(self, draft: Draft, position: int, bet: str) -> Refusal | None:
        """A side bet needs a main bet (B4); a player has only so many hands. What is bet behind a seat is none of them,
        also where the player has just sat down there and it is on its way back (H1)."""
        if position in self.behind:
            why = f"your bet behind position {position} goes back first: bet then"
            return Refusal("bet/behind_own_hand", why, {"position": position})
        hands = [at for at in self.positions if spot_of(at) in draft.spots]
        most = self.rules.variant.table.positions_per_player
        if position in hands:
            return None
        if bet != MAIN:
            why = f"a side bet needs a main bet on the same hand: bet on {spot_of(position)} first"
            return Refusal("bet/no_main_bet", why, {"position": position})
        if len(hands) >= most:
            return Refusal("bet/too_many_hands", f"a player has at most {most} hands", {"most": most})
        return None

    def _refusal_of_behind(self, position: int) -> Refusal | None:
        if not self.rules.variant.table.bet_behind:
            return Refusal("bet/no_bet_behind", "there is no bet behind at this table")
        if position in self.positions:
            return Refusal("bet/behind_own_hand", "nobody bets behind a hand of their own: add to it instead")
        if position not in self.behind_positions:
            why = f"one cannot bet behind position {position} now"
            return Refusal("bet/not_behind_here", why, {"positions": list(self.behind_positions)})
        return None

    def _refusal_of_repeated(self, draft: Draft, bet: MyBet) -> Refusal | None:
        position, name = parts_of(bet.spot)
        return self._refusal_of_behind(position) if bet.behind else self._refusal_of_spot(draft, position, name)

    def _draft(self) -> Draft:
        return Draft(self.rules, self._spots)

    # -- what is shown --------------------------------------------------------------------------

    def can(self, purse: Means, last: Sequence[MyBet] = ()) -> tuple[Can, ...]:
        """Which buttons do something now."""
        starts, enough = self.rules.variant.table.facts.starts, self.is_enough()
        again = self.is_empty and not isinstance(self.repeat(last, purse), Refusal)
        enabled: dict[Can, bool] = {
            "undo": bool(self._history),
            "clear": not self.is_empty,
            "double": not isinstance(self.double(purse), Refusal),
            "repeat": again,
            "all-side-bets": self._has_room_on_sides(),
            "start-now": starts == "start-now" and enough,
            "deal": starts == "deal" and enough,
            "rebet": starts == "deal" and again,
        }
        return tuple(name for name, on in enabled.items() if on)

    def _has_room_on_sides(self) -> bool:
        draft = self._draft()
        return any(draft.room(spot_of(at, bet)) for at in self.playing for bet in self.rules.variant.side_bets)

    def my_bets(
        self,
        table: str,
        purse: Means,
        last: Sequence[MyBet] = (),
        *,
        added_minor: int = 0,
        seats: tuple[int, ...] = (),
        locked: bool = False,
        is_open: bool = True,
    ) -> MyBets:
        """`added_minor`: doubles, splits, insurance. Not `is_open`, or locked (B7): no button does anything."""
        again = self.repeat(last, purse) if is_open and self.is_empty else None
        return MyBets(
            table=table,
            bets=self.bets(),
            total_minor=self.total_minor + added_minor,
            can=self.can(purse, last) if is_open and not locked else (),
            seats=seats,
            locked=locked,
            repeat_minor=sum(map(worth, again.placed)) if isinstance(again, Change) else 0,
            limits_level=self.rules.limits.level,
        )


def _parts(spot: str) -> tuple[int, str] | Refusal:
    """Position and bet of a spot as a client wrote it."""
    position, _, bet = spot.partition("/")
    if position.isdecimal() and len(position) < 3 and spot == spot_of(int(position), bet):
        return int(position), bet
    return Refusal("bet/no_such_spot", f"{spot[:40]!r} is no spot: write 1/main, or 1/ and a side bet")


def _placed(
    draft: Draft, refusals: Sequence[Refusal | None], following: dict[int, Following] | None = None
) -> Change | Refusal:
    """What the draft holds; where that is nothing, the first reason why."""
    if draft.placed:
        return Change(placed=tuple(draft.placed.values()), notices=tuple(draft.notes), following=following or {})
    return next(refusal for refusal in refusals if refusal)


def _refusal_of_purse(draft: Draft, purse: Means) -> Refusal | None:
    """Whether the balance covers all of it; the bank has the last word."""
    if draft.real_minor > purse.wallet_minor:
        data = {"wallet_minor": purse.wallet_minor, "needed_minor": draft.real_minor}
        why = f"the wallet holds {purse.wallet_minor} and {draft.real_minor} is needed"
        return Refusal("ledger/overdraft", why, data)
    return _refusal_of_chips({}, draft.golden, purse)


def _sides_last(bet: MyBet) -> bool:
    return parts_of(bet.spot)[1] != MAIN


# -- a bet of the last round, placed again (B3): as far as today's limits, chips and seats allow --------


def _put_again(draft: Draft, bet: MyBet, times: int, purse: Means) -> None:
    """Puts the bet on the draft, so many times; or notes why not."""
    wanted = _wanted(draft, bet, times)
    refusal = _refusal_below_minimum(draft, wanted) or _put(draft, wanted, purse)
    if refusal:
        _leave_out(draft, bet, refusal)


def _leave_out(draft: Draft, bet: MyBet, refusal: Refusal) -> None:
    data = {"spot": bet.spot, "because": refusal.code}
    draft.notes.append(Note("bet/not_repeated", f"{bet.spot} was not placed again: {refusal.why}", data))


def _wanted(draft: Draft, bet: MyBet, times: int) -> Placed:
    """A bet of one fixed stake cannot be doubled; money is cut to the step, which may have changed since."""
    name = parts_of(bet.spot)[1]
    if name != MAIN and draft.rules.variant.fixed_stake(name) is not None:
        times = 1
    step = draft.rules.step(name)
    golden = {value: count * times for value, count in bet.golden.items()}
    return Placed(bet.spot, bet.amount_minor * times // step * step, golden)


def _refusal_below_minimum(draft: Draft, wanted: Placed) -> Refusal | None:
    """It would only go back when the bets close."""
    least = draft.rules.bounds(parts_of(wanted.spot)[1])[0]
    if worth(wanted) >= least:
        return None
    return Refusal("bet/below_minimum", f"{wanted.spot} takes at least {least} minor units", {"least": least})


def _put(draft: Draft, wanted: Placed, purse: Means) -> Refusal | None:
    """With its golden chips where they can be had and are allowed, else without."""
    if not wanted.golden:
        return draft.put(wanted.spot, wanted.real_minor)
    refusal = _refusal_of_chips(draft.golden, wanted.golden, purse)
    refusal = refusal or draft.put(wanted.spot, wanted.real_minor, wanted.golden)
    money = Placed(wanted.spot, wanted.real_minor)
    if refusal is None or not wanted.real_minor or _refusal_below_minimum(draft, money):
        return refusal
    why = f"the golden chips on {wanted.spot} were not placed again: {refusal.why}"
    draft.notes.append(Note("golden/not_repeated", why, {"spot": wanted.spot, "because": refusal.code}))
    return draft.put(wanted.spot, wanted.real_minor)


def _refusal_of_chips(taken: Mapping[int, int], golden: Mapping[int, int], purse: Means) -> Refusal | None:
    """Whether these can still be had beside those that are taken."""
    for value, count in golden.items():
        if missing := max(taken.get(value, 0) + count - purse.golden.get(value, 0), 0):
            why = f"{missing} golden chips of {value} are missing"
            return Refusal("golden/not_enough", why, {"value": value, "missing": missing})
    return None
