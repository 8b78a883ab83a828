"""Stakes are reserved, then settled or released (B2 to B4, D6, K3): placing and taking back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from ventuno.bank import care as caring, golden
from ventuno.bank.accounts import Pocket, account
from ventuno.bank.amounts import overdraft, purse_of, refusal_of_amount, refusal_of_text
from ventuno.bank.book import Book
from ventuno.bank.commands import Placed, PlaceStakes, PlaceTogether, TakeBackStakes
from ventuno.bank.golden import Picked
from ventuno.bank.receipts import Receipt
from ventuno.bank.records import Purse, RoundRecord, Stake
from ventuno.bank.rounds import round_of
from ventuno.bank.rules import MOST_STAKE_MINOR
from ventuno.bank.table_limits import limits_for, refusal_of_spot
from ventuno.refusal import Refusal

Moved = list[tuple[Placed, Picked]]  # what goes on or off each spot, with the golden chips by lot


class Checked(NamedTuple):
    """Stakes that may be placed: by whom, what moves, and the limits as they stand now."""

    purse: Purse
    care: caring.Care
    moved: Moved


def place(book: Book, command: PlaceStakes) -> Receipt | Refusal:
    found = round_of(book, command)
    if isinstance(found, Refusal):
        return found
    checked = _check(book, command, found)
    if isinstance(checked, Refusal):
        return checked
    entries, real = _put(book, command, checked)
    return book.record(command, entries, player=command.player, staked_minor=real)


def place_together(book: Book, command: PlaceTogether) -> Receipt | Refusal:
    """All or none; a refusal says in its data whose stakes it is about."""
    found = round_of(book, command)
    if isinstance(found, Refusal):
        return found
    if not command.stakes:
        return Refusal("ledger/zero", "nothing is placed")
    parts = [(part, _check(book, part, found)) for part in _parts(command)]
    for part, checked in parts:
        if isinstance(checked, Refusal):
            return Refusal(checked.code, checked.why, {**checked.data, "player": part.player})
    entries, staked = [], 0
    for part, checked in parts:
        assert isinstance(checked, Checked)
        mine, real = _put(book, part, checked)
        entries += mine
        staked += real
    return book.record(command, entries, staked_minor=staked)


def _parts(command: PlaceTogether) -> Iterator[PlaceStakes]:
    """What each player would have asked alone."""
    for player, stakes in command.stakes.items():
        yield PlaceStakes(
            key=command.key, at_ms=command.at_ms, round=command.round, player=player, stakes=stakes, initial=False
        )


def _check(book: Book, command: PlaceStakes, found: RoundRecord) -> Checked | Refusal:
    purse = purse_of(book, command.player, command.currency)
    if isinstance(purse, Refusal):
        return purse
    real = sum(placed.real_minor for placed in command.stakes)
    if refusal := _refusal_of_placed(command.stakes) or _refusal_at_table(book, command, found, purse):
        return refusal
    if real > purse.wallet:
        return overdraft(purse, real)
    care = caring.rolled_care(book.care_of(purse.player), purse, command.at_ms, book.rules)
    if refusal := caring.refusal_of_stake(care, purse, real, command.initial, command.at_ms, book.rules):
        return refusal
    moved = _pick_chips(book, command, purse)
    return moved if isinstance(moved, Refusal) else Checked(purse, care, moved)


def _refusal_of_placed(stakes: Sequence[Placed]) -> Refusal | None:
    if not stakes:
        return Refusal("ledger/zero", "nothing is placed")
    for placed in stakes:
        if refusal := refusal_of_text("spot", placed.spot) or _refusal_of_one(placed):
            return refusal
    if len({placed.spot for placed in stakes}) < len(stakes):
        return Refusal("stake/spot_twice", "a spot is named twice: join its stakes")
    return None


def _refusal_of_one(placed: Placed) -> Refusal | None:
    if placed.golden and placed.real_minor == 0:
        return None  # golden chips alone; their counts are looked at when they are picked
    return refusal_of_amount(placed.real_minor, MOST_STAKE_MINOR)


def _refusal_at_table(book: Book, command: PlaceStakes, found: RoundRecord, purse: Purse) -> Refusal | None:
    mine = book.stakes_of(found.code, purse.player)
    return (
        _refusal_of_jackpots(book, command, found, purse)
        or (command.initial and _refusal_of_limits(book, command, found, mine))
        or _refusal_of_golden(command, found, mine)
        or None
    )


def _refusal_of_jackpots(book: Book, command: PlaceStakes, found: RoundRecord, purse: Purse) -> Refusal | None:
    """A pool is in one currency (J1); a stake in another could not be booked to it exactly."""
    for placed in command.stakes:
        key = found.terms.jackpots.get(placed.spot.partition("/")[2])
        if key and book.jackpots[key].currency != purse.currency:
            currency = book.jackpots[key].currency
            return Refusal("jackpot/wrong_currency", f"the jackpot is in {currency}", {"currency": currency})
    return None


def _refusal_of_limits(book: Book, command: PlaceStakes, found: RoundRecord, mine: dict[str, Stake]) -> Refusal | None:
    limits = limits_for(found.terms.limits, book.register.people[command.player].vip_level)
    if limits is None:
        return None
    for placed in command.stakes:
        already = mine.get(placed.spot)
        total = placed.real_minor + _value(placed) + (already.real_minor + already.golden_minor if already else 0)
        if refusal := refusal_of_spot(limits, placed.spot, total):
            return refusal
    return None


def _refusal_of_golden(command: PlaceStakes, found: RoundRecord, mine: dict[str, Stake]) -> Refusal | None:
    adding = sum(sum(placed.golden.values()) for placed in command.stakes)
    if not found.terms.golden_mixed and (spot := _mixed(command.stakes, mine)):
        return Refusal("golden/not_mixed", f"golden and regular chips do not mix on {spot}", {"spot": spot})
    if not adding:
        return None
    if not command.initial and not found.terms.golden_for_actions:
        return Refusal("golden/not_for_actions", "golden chips do not pay for actions at this table")
    most = found.terms.golden_per_round
    if adding + sum(sum(stake.golden.values()) for stake in mine.values()) > most:
        return Refusal("golden/too_many", f"at most {most} golden chips a round", {"most": most})
    return None


def _mixed(stakes: Sequence[Placed], mine: dict[str, Stake]) -> str | None:
    for placed in stakes:
        already = mine.get(placed.spot)
        real = placed.real_minor or (already and already.real_minor)
        if real and (placed.golden or (already and already.golden)):
            return placed.spot
    return None


def _value(placed: Placed) -> int:
    return sum(value * count for value, count in placed.golden.items()) if placed.golden else 0


def _pick_chips(book: Book, command: PlaceStakes, purse: Purse) -> Moved | Refusal:
    taken: Picked = {}
    moved: Moved = []
    for placed in command.stakes:
        picked: Picked = {}
        if placed.golden:
            expiry_ms = book.rules.expiry_ms(command.at_ms)
            found = golden.pick(book.lots[purse.player].values(), placed.golden, taken, expiry_ms)
            if isinstance(found, Refusal):
                return found
            picked = found
            taken = _plus(taken, picked)
        moved.append((placed, picked))
    return moved


def _plus(one: Picked, other: Picked, sign: int = 1) -> Picked:
    if not other:
        return one
    total = {lot: one.get(lot, 0) + sign * other.get(lot, 0) for lot in one.keys() | other.keys()}
    return {lot: count for lot, count in total.items() if count}


class _Sums(NamedTuple):
    real_minor: int
    golden_minor: int


def _put(book: Book, command: PlaceStakes, checked: Checked) -> tuple[list[tuple[int, int]], int]:
    """Puts the stakes in play; the entries they are, and how much real money they move."""
    purse, care, moved = checked
    book.put_care(purse.player, care)
    sums = _move(book, command.round, purse, moved, 1)
    purse.staked += sums.real_minor
    purse.played_ms = caring.played_ms(purse, command.at_ms, book.rules)
    purse.last_play_ms = max(purse.last_play_ms, command.at_ms)
    book.changes.purses.add(purse.player)
    return _entries(purse, sums, 1), sums.real_minor


def _move(book: Book, code: str, purse: Purse, moved: Moved, sign: int) -> _Sums:
    """Puts stakes on their spots (or takes them off), and their golden chips out of their lots (or back)."""
    mine = book.stakes_of(code, purse.player)
    for placed, picked in moved:
        old = mine.get(placed.spot) or Stake(code, purse.player, placed.spot, currency=purse.currency)
        book.put_stake(
            msgspec.structs.replace(
                old,
                real_minor=old.real_minor + sign * placed.real_minor,
                golden=_plus(old.golden, picked, sign),
                golden_minor=old.golden_minor + sign * _value(placed),
            )
        )
        for number, count in picked.items():
            book.change_lot(book.lots[purse.player][number], -sign * count)
    return _Sums(sum(placed.real_minor for placed, _ in moved), sum(_value(placed) for placed, _ in moved))


def _entries(purse: Purse, sums: _Sums, sign: int) -> list[tuple[int, int]]:
    """From the wallet to the stakes in play, or back."""
    entries = []
    if sums.real_minor:
        entries.append((account(purse.player, Pocket.WALLET), -sign * sums.real_minor))
        entries.append((account(purse.player, Pocket.STAKES), sign * sums.real_minor))
    if sums.golden_minor:
        entries.append((account(purse.player, Pocket.GOLDEN), -sign * sums.golden_minor))
        entries.append((account(purse.player, Pocket.GOLDEN_STAKES), sign * sums.golden_minor))
    return entries


def take_back(book: Book, command: TakeBackStakes) -> Receipt | Refusal:
    found, purse = round_of(book, command), purse_of(book, command.player)
    if isinstance(found, Refusal):
        return found
    if isinstance(purse, Refusal):
        return purse
    if refusal := _refusal_of_placed(command.stakes):
        return refusal
    moved: Moved = []
    for placed in command.stakes:
        picked = _chips_off(book, found.code, purse, placed)
        if isinstance(picked, Refusal):
            return picked
        moved.append((placed, picked))
    sums = _move(book, command.round, purse, moved, -1)
    purse.staked -= sums.real_minor
    entries = _entries(purse, sums, -1)
    return book.record(command, entries, player=purse.player, returned_minor=sums.real_minor)


def _chips_off(book: Book, code: str, purse: Purse, placed: Placed) -> Picked | Refusal:
    """The golden chips that come off a spot: those that expire last stay with the player longest."""
    stake = book.stakes_of(code, purse.player).get(placed.spot)
    if stake is None:
        return Refusal("stake/none", f"there is no stake on {placed.spot}", {"spot": placed.spot})
    on_spot = [lot for _, lot, _ in book.lots_of([stake])]
    picked: Picked = {}
    for value, count in placed.golden.items():
        for lot in sorted(on_spot, key=lambda lot: -lot.expires_ms):
            if lot.value_minor == value and count > 0:
                picked[lot.number] = min(stake.golden[lot.number], count)
                count -= picked[lot.number]
        if count:
            return _more_than_placed(placed.spot)
    return _more_than_placed(placed.spot) if placed.real_minor > stake.real_minor else picked


def _more_than_placed(spot: str) -> Refusal:
    return Refusal("stake/more_than_placed", f"more is taken back than lies on {spot}", {"spot": spot})
