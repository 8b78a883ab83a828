"""Stakes against returns, round by round, from the books alone: no card is looked at (that is `ventuno audit --deep`).

Of every round: each stake that was placed and not taken back leaves play at its end, once; who had none
gets nothing; a void round gives back exactly what was staked; receipt, participations and the sums that the
table stored with its verdicts say the same as the entries.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

import msgspec

from ventuno.bank.accounts import Pocket
from ventuno.bank.held import CORRECTS, Amounts, Ended, Moved, RoundsHeld
from ventuno.bank.records import JournalRecord, ParticipationRecord, RoundRecord, Stake
from ventuno.play.events import RoundSettled

Found = Callable[[str, str], None]

_SUMS: Final = b'{"type":"RoundSettled"'
_decode_sums = msgspec.json.Decoder(RoundSettled).decode


class Sums(NamedTuple):
    """What the ledger says of a round that has ended, everybody's together."""

    state: str
    ended: int  # the journal's number
    staked: int = 0
    returned: int = 0  # jackpots not counted
    golden_staked: int = 0
    golden_returned: int = 0
    won_jackpot: bool = False


class RoundsAudit:
    """Fed the records in order, each with the participations that belong to it; then the rounds as they are stored."""

    def __init__(self, found: Found) -> None:
        self._found = found
        self._held = RoundsHeld()
        self._sums: dict[str, Sums] = {}  # of rounds that have ended and were not compared yet

    def record(self, record: JournalRecord, moved: Moved, parts: Iterable[ParticipationRecord], *, kept: bool) -> None:
        """`moved` by it; `kept`: participations of that time have not been forgotten (retention)."""
        ended = self._held.post(record, moved)
        if ended is not None:
            self._end(ended)
            expected = _parts(ended)
            self._sums[ended.code] = _sums(ended)
        elif record.kind == CORRECTS:
            expected = {player: (0, amount, 0, 0) for player, amount in moved.get(Pocket.WALLET, {}).items()}
        else:
            if record.round and record.round not in self._held.open:
                self._found("audit/rounds", f"record {record.number} ({record.kind}) is of a round that is not open")
            expected = {}
        if kept:
            self._compare_parts(record, expected, parts, ended.jackpot_minor if ended else 0)

    # -- one end --------------------------------------------------------------------------------

    def _end(self, ended: Ended) -> None:
        code, held = ended.code, ended.held
        for player, amount in (*ended.left.real.items(), *ended.left.golden.items()):
            why = f"round {code}: {amount} of player {player} did not leave play as it was placed"
            self._found("audit/stakes", why)
        for player, paid in ended.to(Pocket.WALLET).items():
            if paid < 0 or not (player in held.real or player in held.golden):
                self._found("audit/paid", f"round {code}: player {player} gets {paid} without a stake")
        for player, back in ended.to(Pocket.GOLDEN).items():
            if not 0 <= back <= held.golden.get(player, 0):
                self._found("audit/paid", f"round {code}: player {player} gets {back} in golden chips back")
        if ended.state == "void":
            self._void(ended)
        self._receipt(ended)

    def _void(self, ended: Ended) -> None:
        for what, pocket, staked in (
            ("", Pocket.WALLET, ended.held.real),
            (" in golden chips", Pocket.GOLDEN, ended.held.golden),
        ):
            for player, back, stake in _differing(ended.to(pocket), staked):
                why = f"void round {ended.code}: player {player} staked {stake}{what} and got {back} back"
                self._found("audit/void", why)
        for pocket in (Pocket.HOUSE, Pocket.PROMOTIONS, Pocket.POOL):
            if any(ended.to(pocket).values()):
                self._found("audit/void", f"void round {ended.code}: money moved to or from {pocket.name.lower()}")

    def _receipt(self, ended: Ended) -> None:
        receipt, sums = ended.receipt, _sums(ended)
        staked = sums.staked if ended.state == "settled" else 0
        for what, says, entries in (
            ("staked", receipt.staked_minor, staked),
            ("returned", receipt.returned_minor, sums.returned),
        ):
            if says != entries:
                why = f"round {ended.code}: the receipt has {says} {what}, the entries {entries}"
                self._found("audit/receipt", why)

    def _compare_parts(
        self,
        record: JournalRecord,
        expected: dict[int, tuple[int, ...]],
        parts: Iterable[ParticipationRecord],
        jackpot: int,
    ) -> None:
        stored, won = {}, 0
        for part in parts:
            stored[part.player] = tuple(part[3:7])
            won += part.jackpot_minor
            if part.round != record.round:
                self._found("audit/parts", f"the part of player {part.player} in record {record.number} is of no round")
        for player in expected.keys() | stored.keys():
            if stored.get(player) != expected.get(player):
                why = f"round {record.round}, player {player}: the history has {stored.get(player)}"
                self._found("audit/parts", f"{why}, the entries {expected.get(player)}")
        if won != jackpot:
            why = f"round {record.round}: the history has jackpots of {won}, the entries {jackpot}"
            self._found("audit/parts", why)

    # -- rounds as they are stored --------------------------------------------------------------

    def stored(self, record: RoundRecord, bodies: Iterable[bytes]) -> None:
        """The round's row and the sums among its events are those of the journal."""
        sums = self._sums.pop(record.code, None)
        if sums is None:
            known = Sums("open", 0) if record.code in self._held.open else Sums("unknown to the journal", 0)
        else:
            known = sums
        if (record.state, record.ended) != (known.state, known.ended):
            self._found("audit/rounds", f"round {record.code} is {record.state} ({record.ended}), and was {known[:2]}")
        if sums is not None and sums.state == "settled":
            for body in bodies:
                if body.startswith(_SUMS):
                    self._compare_felt(record.code, sums, body)

    def _compare_felt(self, code: str, sums: Sums, body: bytes) -> None:
        try:
            self._compare_sums(code, sums, _decode_sums(body))
        except msgspec.MsgspecError as error:
            self._found("audit/felt", f"round {code}: what the table said it came to cannot be read: {error}")

    def _compare_sums(self, code: str, sums: Sums, felt: RoundSettled) -> None:
        for what, on_felt, held in (
            ("staked", felt.staked, sums.staked),
            ("staked in golden chips", felt.golden_staked, sums.golden_staked),
            ("returned in golden chips", felt.golden_returned, sums.golden_returned),
        ):
            if on_felt != held:
                self._found("audit/felt", f"round {code}: {on_felt} {what} on the felt, {held} in the ledger")
        if not sums.won_jackpot and felt.returned != sums.returned:
            why = f"round {code}: {felt.returned} returned on the felt, {sums.returned} in the ledger"
            self._found("audit/felt", why)

    def all_stored(self, stakes: Iterable[Stake]) -> None:
        """After every round: what is left has no round, and what is in play is what was placed, round by round."""
        for code in self._sums:
            self._found("audit/rounds", f"round {code} has ended in the journal and is not among the rounds")
        in_play: dict[str, tuple[Amounts, Amounts]] = {}
        for stake in stakes:
            for sums, amount in zip(
                in_play.setdefault(stake.round, ({}, {})), (stake.real_minor, stake.golden_minor), strict=True
            ):
                sums[stake.player] = sums.get(stake.player, 0) + amount
        for code in self._held.open.keys() | in_play.keys():
            held = self._held.open.get(code)
            for pieces, placed in zip(
                in_play.get(code, ({}, {})), (held.real, held.golden) if held else ({}, {}), strict=True
            ):
                for player, lies, was_placed in _differing(pieces, placed):
                    why = f"round {code}: {lies} of player {player} lie in play, {was_placed} were placed"
                    self._found("audit/stakes", why)


def _sums(ended: Ended) -> Sums:
    returned = sum(ended.to(Pocket.WALLET).values()) - ended.jackpot_minor
    return Sums(
        ended.state,
        ended.record.number,
        sum(ended.held.real.values()),
        returned,
        sum(ended.held.golden.values()),
        sum(ended.to(Pocket.GOLDEN).values()),
        ended.jackpot_minor > 0,
    )


def _parts(ended: Ended) -> dict[int, tuple[int, ...]]:
    """By player: staked, returned with jackpots, golden chips staked, and returned."""
    real, golden = ended.held.real, ended.held.golden
    wallets, chips = ended.to(Pocket.WALLET), ended.to(Pocket.GOLDEN)
    return {
        player: (real.get(player, 0), wallets.get(player, 0), golden.get(player, 0), chips.get(player, 0))
        for player in real.keys() | golden.keys()
    }


def _differing(one: Amounts, other: Amounts) -> Iterable[tuple[int, int, int]]:
    for holder in sorted(one.keys() | other.keys()):
        if one.get(holder, 0) != other.get(holder, 0):
            yield holder, one.get(holder, 0), other.get(holder, 0)
