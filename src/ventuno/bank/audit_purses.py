"""Purses counted again from the records: what was deposited, withdrawn, staked and returned, time played, and care.

Limits (A9) look at these sums, so a sum that is a little off lets somebody play who must not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Final

import msgspec

from ventuno.bank import care as caring, receipts
from ventuno.bank.accounts import Pocket
from ventuno.bank.care import Care
from ventuno.bank.commands import ExcludeSelf, TakeTimeOut
from ventuno.bank.contents import was
from ventuno.bank.held import Moved
from ventuno.bank.records import JournalRecord, Purse
from ventuno.bank.rules import HouseRules

Found = Callable[[str, str], None]

# What a wallet's movement is counted as, by the kind of its record; -1: what leaves the wallet adds to the sum.
COUNTED: Final[dict[str, tuple[str, int]]] = {
    "OpenAccount": ("deposited", 1),
    "Deposit": ("deposited", 1),
    "credited": ("deposited", 1),
    "Withdraw": ("withdrawn", -1),
    "AskWithdrawal": ("withdrawn", -1),
    "returned": ("withdrawn", -1),
    "PlaceStakes": ("staked", -1),
    "PlaceTogether": ("staked", -1),
    "TakeBackStakes": ("staked", -1),
    "VoidRound": ("staked", -1),
    "SettleRound": ("returned", 1),
    "ResettleRound": ("returned", 1),
}
PLACES: Final = ("PlaceStakes", "PlaceTogether")
CARES: Final = frozenset({"SetLimit", "TakeTimeOut", "ExcludeSelf", "SetRealityCheck", "AcknowledgeRealityCheck"})
ROLLS: Final = frozenset({*PLACES, "Deposit", "AskDeposit", "credited"})  # a limit's period begins with these
SUMS: Final = ("deposited", "withdrawn", "staked", "returned", "played_ms", "last_play_ms")


class PursesAudit:
    """Fed the records in order, each with what it moved; then the purses and the care of players as they are stored."""

    def __init__(self, found: Found, unsealed: Counter[str], rules: HouseRules) -> None:
        self._found, self._unsealed, self._rules = found, unsealed, rules
        self._purses: dict[int, Purse] = {}
        self._care: dict[int, Care | None] = {}  # None: somebody has set something, an older version did not say what
        self._absences: dict[tuple[int, str], JournalRecord] = {}  # the last of those, by player and kind

    def hold(self, held_ms: int) -> None:
        """From here on periods roll and limits loosen so much later (decision 36)."""
        self._rules = msgspec.structs.replace(self._rules, held_ms=held_ms)

    def record(self, record: JournalRecord, moved: Moved) -> None:
        kind = record.kind
        if kind == "HearProvider":
            kind = receipts.from_bytes(record.receipt).state or kind
        if kind in ROLLS and self._care:
            self._roll(record, moved)
        if kind in COUNTED:
            self._count(*COUNTED[kind], moved)
        if kind in PLACES:
            self._play(record, moved)
        elif kind in CARES:
            self._care[record.player] = receipts.from_bytes(record.receipt).care
            self._absences[record.player, kind] = record

    def _purse(self, player: int) -> Purse:
        found = self._purses.get(player)
        if found is None:
            found = self._purses[player] = Purse(player, "")
        return found

    def _count(self, field: str, sign: int, moved: Moved) -> None:
        for player, amount in moved.get(Pocket.WALLET, {}).items():
            purse = self._purse(player)
            setattr(purse, field, getattr(purse, field) + sign * amount)

    def _play(self, record: JournalRecord, moved: Moved) -> None:
        for player in _who(record, moved):
            purse = self._purse(player)
            purse.played_ms = caring.played_ms(purse, record.at_ms, self._rules)
            purse.last_play_ms = max(purse.last_play_ms, record.at_ms)

    def _roll(self, record: JournalRecord, moved: Moved) -> None:
        """Before the purse has changed, as the decision does it."""
        for player in _who(record, moved):
            if care := self._care.get(player):
                self._care[player] = caring.rolled_care(care, self._purse(player), record.at_ms, self._rules)

    # -- as they are stored ---------------------------------------------------------------------

    def purse(self, purse: Purse) -> None:
        right = self._purses.pop(purse.player, None) or Purse(purse.player, purse.currency)
        for field in SUMS:
            if getattr(purse, field) != getattr(right, field):
                says = f"{field} is {getattr(purse, field)}, the records give {getattr(right, field)}"
                self._found("audit/purse", f"player {purse.player}: {says}")

    def all_compared(self) -> None:
        for player in self._purses:
            self._found("audit/purse", f"player {player} has moved money and has no purse")

    def care(self, stored: Iterable[tuple[int, Care | str]]) -> None:
        """Limits, time-outs and self-exclusions are those that were set (A9). A text: it cannot be read."""
        for player, body in stored:
            if player not in self._care:
                self._found("audit/care", f"player {player}: {_said(body)} is stored, and nothing was ever set")
                continue
            right = self._care.pop(player)
            if right is None:
                self._compare_absences(player, body)
                self._unsealed["limits set before they were sealed"] += 1
            elif body != right:
                self._found("audit/care", f"player {player}: {_said(body)} is stored, {_said(right)} was set")
        for player, right in self._care.items():
            why = "something" if right is None else _said(right)
            self._found("audit/care", f"player {player}: {why} was set, and nothing is stored")

    def _compare_absences(self, player: int, body: Care | str) -> None:
        """Time-outs and exclusions of older versions too: the last one asked for exactly what must be stored."""
        care = Care() if isinstance(body, str) else body
        for kind, until_ms in (("TakeTimeOut", care.timed_out_until_ms), ("ExcludeSelf", care.excluded_until_ms)):
            record = self._absences.get((player, kind))
            if record is not None and not any(was(record.content, asked) for asked in _absences(record, until_ms)):
                says = f"player {player}: {_said(body)} is stored"
                self._found("audit/care", f"{says}, which is not what {kind} in record {record.number} asked for")


def _absences(record: JournalRecord, until_ms: int) -> Iterable[TakeTimeOut | ExcludeSelf]:
    """What may have been asked, by the player (said or unsaid) or by somebody of the house; None is for good."""
    act = receipts.from_bytes(record.receipt).act
    for by in dict.fromkeys((act.by if act else 0, 0, record.player)):
        if record.kind == TakeTimeOut.__name__:
            yield TakeTimeOut(key=record.key, at_ms=0, player=record.player, by=by, until_ms=until_ms)
        else:
            for until in (until_ms, None) if until_ms == caring.FOR_GOOD else (until_ms,):
                yield ExcludeSelf(key=record.key, at_ms=0, player=record.player, by=by, until_ms=until)


def _who(record: JournalRecord, moved: Moved) -> Iterable[int]:
    """Whom a record is about: one player, or all who pay for one decision."""
    if record.player:
        return (record.player,)
    return moved.get(Pocket.STAKES, {}).keys() | moved.get(Pocket.GOLDEN_STAKES, {}).keys()


def _said(care: Care | str) -> str:
    return care if isinstance(care, str) else msgspec.json.encode(care).decode()
