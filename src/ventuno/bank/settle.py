"""The end of a round: settled in one batch, or void (E1, K3, J1).

Every stake in play leaves its account exactly once: to the house, while what a player gets comes
from the house. Who has golden chips, wins a jackpot or is named by another command of the batch is
looked at alone; all the others are a crowd, settled by columns.
"""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

from ventuno.bank import jackpot as jackpots
from ventuno.bank.accounts import POCKETS, Pocket
from ventuno.bank.book import Book
from ventuno.bank.commands import SettleRound, VoidRound
from ventuno.bank.receipts import Receipt
from ventuno.bank.records import EndedCrowd, ParticipationRecord, RoundRecord, Stake
from ventuno.bank.rounds import round_of
from ventuno.bank.table_limits import bet_of
from ventuno.money import MOST
from ventuno.refusal import Refusal

InPlay = dict[int, dict[str, Stake]]  # by player, by spot


class Result(NamedTuple):
    """What becomes of one player's stakes."""

    player: int
    staked: int
    returned: int
    golden_staked: int
    golden_returned: int
    jackpot: int = 0


def settle(book: Book, command: SettleRound) -> Receipt | Refusal:
    found = round_of(book, command)
    if isinstance(found, Refusal):
        return found
    in_play = _in_play(book, command.round)
    crowds = _settled_crowds(book, command)
    if refusal := (
        _refusal_of_stakes(command, in_play, crowds)
        or _refusal_of_returns(command, in_play)
        or _refusal_of_jackpot(book, command, found, in_play)
    ):
        return refusal
    paid = jackpots.pay(book, command.jackpot) if command.jackpot else jackpots.JackpotPaid(0, 0, [])
    results = [_result(command, player, spots, paid.share_minor) for player, spots in in_play.items()]
    entries = paid.entries + _settled(book, results, crowds)
    entries += _golden_settled(book, command, in_play)
    jackpot_stakes = _jackpot_stakes(book, found, in_play)
    fed = jackpots.contribute(book, jackpot_stakes)
    _count_results(book, command.round, results)
    book.close_round(command.round, "settled")
    return book.record(
        command,
        entries + fed,
        crowds=crowds,
        staked_minor=sum(result.staked for result in results) + sum(sum(ended.crowd.staked) for ended in crowds),
        returned_minor=sum(result.returned for result in results) + sum(sum(ended.returned) for ended in crowds),
        jackpot_share_minor=paid.share_minor,
        jackpot_left_minor=paid.left_minor,
        contributed_minor=sum(amount for _, amount in fed if amount > 0),
        carried={key: book.jackpots[key].remainder for key in jackpot_stakes},
    )


def _in_play(book: Book, code: str) -> InPlay:
    """Only spots with something on them: one that was taken back whole has nothing to settle."""
    found: InPlay = {}
    for player, spots in book.stakes[code].items():
        live = {name: stake for name, stake in spots.items() if stake.real_minor or stake.golden_minor}
        if live:
            found[player] = live
    return found


def _settled_crowds(book: Book, command: SettleRound) -> list[EndedCrowd]:
    ended, returned = book.head.number + 1, command.returned.get
    return [
        EndedCrowd(command.round, ended, False, crowd, [returned(player, 0) for player in crowd.players])
        for crowd in book.crowds.get(command.round, ())
    ]


def _refusal_of_stakes(command: SettleRound, in_play: InPlay, crowds: list[EndedCrowd]) -> Refusal | None:
    """Nothing is paid on a chip that is not held: what lay on the felt must be what the books have, all of it."""
    held = {player: _sums(spots) for player, spots in in_play.items()}
    money = {player: real for player, (real, *_) in held.items() if real}
    golden = {player: value for player, (*_, value) in held.items() if value}
    felt = command.staked.get
    whole = len(command.staked) == len(money) + sum(len(ended.crowd.players) for ended in crowds)
    if (
        whole
        and golden == command.golden_staked
        and all(felt(player) == staked for player, staked in money.items())
        and all([*map(felt, ended.crowd.players)] == ended.crowd.staked for ended in crowds)
    ):
        return None
    for ended in crowds:
        money |= zip(ended.crowd.players, ended.crowd.staked, strict=True)
    return _differ("money", command.staked, money) or _differ("golden chips", command.golden_staked, golden)


def _differ(what: str, felt: dict[int, int], held: dict[int, int]) -> Refusal | None:
    for player in sorted(felt.keys() | held.keys()):
        lay, have = felt.get(player, 0), held.get(player, 0)
        if lay != have:
            why = f"player {player} has {lay} of {what} on the felt, and the bank holds {have}"
            return Refusal("settle/stakes_differ", why, {"player": player, "felt_minor": lay, "held_minor": have})
    return None


def _refusal_of_returns(command: SettleRound, in_play: InPlay) -> Refusal | None:
    """Of stakes that are known to be those in play."""
    least, most = min(command.returned.values(), default=0), max(command.returned.values(), default=0)
    if least < 0:
        return Refusal("ledger/negative", f"{least} cannot be returned")
    if most > MOST:
        return Refusal("ledger/too_large", f"no amount is over {MOST:,} minor units", {"most": MOST})
    for player in command.returned.keys() - command.staked.keys() - command.golden_staked.keys():
        return Refusal("settle/no_stake", f"player {player} has no stake in the round", {"player": player})
    for player, spots in command.golden_back.items():
        for spot in spots:
            stake = in_play.get(player, {}).get(spot)
            if stake is None or not stake.golden:
                return Refusal("settle/no_golden", f"player {player} has no golden chip on {spot}")
    return None


def _refusal_of_jackpot(book: Book, command: SettleRound, found: RoundRecord, in_play: InPlay) -> Refusal | None:
    if command.jackpot is None:
        return None
    fed_by = found.terms.jackpots
    played = {
        (player, fed_by[bet_of(spot)]) for player, spots in in_play.items() for spot in spots if bet_of(spot) in fed_by
    }
    return jackpots.refusal_of_win(book, command.jackpot, played)


def _result(command: SettleRound, player: int, spots: dict[str, Stake], share: int) -> Result:
    staked = golden = golden_back = 0
    for stake in spots.values():
        staked += stake.real_minor
        golden += stake.golden_minor
    if golden:
        golden_back = sum(spots[spot].golden_minor for spot in set(command.golden_back.get(player, ())))
    won = share * command.jackpot.wins.get(player, 0) if command.jackpot else 0
    return Result(player, staked, command.returned.get(player, 0), golden, golden_back, won)


def _settled(book: Book, results: list[Result], crowds: list[EndedCrowd]) -> list[tuple[int, int]]:
    entries: list[tuple[int, int]] = []
    to_house: dict[str, int] = defaultdict(int)
    purses, post = book.purses, entries.append
    for ended in crowds:
        to_house[ended.crowd.currency] += sum(ended.crowd.staked) - sum(ended.returned)
    for player, staked, returned, *_ in results:
        if staked:
            post((player * POCKETS + Pocket.STAKES, -staked))
        if returned:
            post((player * POCKETS + Pocket.WALLET, returned))
        to_house[purses[player].currency] += staked - returned
    entries += [(book.fund(Pocket.HOUSE, currency), amount) for currency, amount in to_house.items() if amount]
    return entries


def _golden_settled(book: Book, command: SettleRound, in_play: InPlay) -> list[tuple[int, int]]:
    """Back to the player on a push, else to promotions: the liability ends with the chip (K3)."""
    entries: list[tuple[int, int]] = []
    taken: dict[str, int] = defaultdict(int)
    for player, spots in in_play.items():
        back = set(command.golden_back.get(player, ()))
        for stake in spots.values():
            if stake.golden:
                entries.append((player * POCKETS + Pocket.GOLDEN_STAKES, -stake.golden_minor))
                if stake.spot in back:
                    entries.append((player * POCKETS + Pocket.GOLDEN, stake.golden_minor))
                    _chips_back(book, stake)
                else:
                    taken[book.purses[player].currency] += stake.golden_minor
    entries += [(book.fund(Pocket.PROMOTIONS, currency), amount) for currency, amount in taken.items()]
    return entries


def _chips_back(book: Book, stake: Stake) -> None:
    for _, lot, count in book.lots_of([stake]):
        book.change_lot(lot, count)


def _jackpot_stakes(book: Book, found: RoundRecord, in_play: InPlay) -> dict[str, int]:
    """What was staked for each jackpot; a golden chip counts as what it stands for."""
    fed_by = found.terms.jackpots
    sums: dict[str, int] = defaultdict(int)
    if fed_by:
        stakes = [
            (spot, stake.real_minor + stake.golden_minor) for spots in in_play.values() for spot, stake in spots.items()
        ]
        for spot, stake in [*stakes, *book.crowd_stakes.get(found.code, {}).items()]:
            if key := fed_by.get(bet_of(spot)):
                sums[key] += stake
    return sums


def _count_results(book: Book, code: str, results: list[Result]) -> None:
    ended = book.head.number + 1
    note = book.changes.participations.append
    for player, staked, returned, golden, golden_back, jackpot in results:
        book.purses[player].returned += returned + jackpot
        note(ParticipationRecord(player, ended, code, staked, returned + jackpot, golden, golden_back, jackpot))


def void(book: Book, command: VoidRound) -> Receipt | Refusal:
    """Every stake of the round goes back, nothing else (E1)."""
    found = round_of(book, command)
    if isinstance(found, Refusal):
        return found
    ended = book.head.number + 1
    crowds = [EndedCrowd(found.code, ended, True, crowd, crowd.staked) for crowd in book.crowds.get(found.code, ())]
    entries: list[tuple[int, int]] = []
    returned = sum(sum(ended.returned) for ended in crowds)
    for player, spots in _in_play(book, command.round).items():
        result = Result(player, *_sums(spots))
        entries += _given_back(result)
        returned += result.returned
        book.purses[player].staked -= result.staked
        book.changes.participations.append(ParticipationRecord(player, ended, found.code, *result[1:]))
        for stake in spots.values():
            _chips_back(book, stake)
    book.close_round(command.round, "void")
    return book.record(command, entries, crowds=crowds, returned_minor=returned)


def _sums(spots: dict[str, Stake]) -> tuple[int, int, int, int]:
    real = sum(stake.real_minor for stake in spots.values())
    golden = sum(stake.golden_minor for stake in spots.values())
    return real, real, golden, golden


def _given_back(result: Result) -> list[tuple[int, int]]:
    base = result.player * POCKETS
    entries = []
    if result.staked:
        entries += [(base + Pocket.STAKES, -result.staked), (base + Pocket.WALLET, result.staked)]
    if result.golden_staked:
        entries += [
            (base + Pocket.GOLDEN_STAKES, -result.golden_staked),
            (base + Pocket.GOLDEN, result.golden_staked),
        ]
    return entries
