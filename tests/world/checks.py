"""What must be true when the world has come to rest: of the money, of every round, of every request, of every view."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from tests.world import model
from ventuno.audit.deep import deep_audit
from ventuno.bank import (
    Deposit,
    PlaceStakes,
    PlaceTogether,
    ResettleRound,
    SettleRound,
    TakeBackStakes,
    VoidRound,
    Withdraw,
)
from ventuno.protocol import commands as said
from ventuno.protocol.messages import Done, MyBets
from ventuno.store import Ledger
from ventuno.store.auditing import audit

if TYPE_CHECKING:
    from tests.world.world import World

encode = msgspec.json.Encoder().encode


def check(world: World) -> list[str]:
    """Everything that is wrong; nothing is right."""
    wrong = list(world.watch.found)
    process = world.server.process
    if process is None or not world.server.is_up:
        return [*wrong, "the house is not open at the end"]
    books = process.books
    for checked in (audited(books), audited_deep(books), rounds_ended(books), money(world, books)):
        wrong += checked
    wrong += [*requests(world), *views(world), *owners(world)]
    for code in ended_rounds(books):
        wrong += model.check_round(world, books, code)
    return [*wrong, *absences(world)]


# -- money --------------------------------------------------------------------------------------


def audited(books: Ledger) -> Iterator[str]:
    """`ventuno audit`: the journal's chain, balances against entries, stakes piece by piece; all accounts sum to 0."""
    report = audit(books)
    yield from (f"audit: {finding.code}: {finding.what}" for finding in report.findings)
    yield from (f"audit: the accounts in {currency} sum to {total}" for currency, total in report.sums.items() if total)


def audited_deep(books: Ledger) -> Iterator[str]:
    """`ventuno audit --deep`: every round again from its cards, against what the ledger held and paid."""
    report = deep_audit(books)
    yield from (f"audit: {encode(difference).decode()}" for difference in report.differences)
    yield from (f"audit: not replayable: {reason}" for reason in report.not_replayable)


def rounds_ended(books: Ledger) -> Iterator[str]:
    with books.reading() as engine:
        for code, state in engine.rows("SELECT code, state FROM rounds WHERE state = 'open'"):
            yield f"liveness: the round {code} is still {state}"
        for player, stakes, golden in engine.rows("SELECT player, stakes, golden_stakes FROM purses"):
            if stakes or golden:
                yield f"liveness: {player} still has {stakes} and {golden} in golden chips in play"


def ended_rounds(books: Ledger) -> list[str]:
    with books.reading() as engine:
        return [code for (code,) in engine.rows("SELECT code FROM rounds WHERE state <> 'open' ORDER BY opened")]


def money(world: World, books: Ledger) -> Iterator[str]:
    """Every player's wallet and every part in a round again, from the durable commands alone."""
    wallets: Counter[int] = Counter()
    staked: dict[str, Counter[int]] = defaultdict(Counter)
    ends: Counter[str] = Counter()
    returned: dict[str, Counter[int]] = defaultdict(Counter)
    for key, command in world.disk.accepted.items():
        receipt = world.disk.receipts[key]
        match command:
            case Deposit():
                wallets[command.player] += command.amount_minor
            case Withdraw():
                wallets[command.player] -= command.amount_minor
            case PlaceStakes():
                staked[command.round][command.player] += _real(command.stakes)
            case PlaceTogether():
                for player, stakes in command.stakes.items():
                    staked[command.round][player] += _real(stakes)
            case TakeBackStakes():
                staked[command.round][command.player] -= _real(command.stakes)
            case SettleRound():
                ends[command.round] += 1
                returned[command.round].update(command.returned)
                wins = command.jackpot.wins if command.jackpot else {}
                returned[command.round].update({who: n * receipt.jackpot_share_minor for who, n in wins.items()})
            case VoidRound():
                ends[command.round] += 1
                returned[command.round].update(staked[command.round])
            case ResettleRound():
                for player, right in command.returned.items():
                    returned[command.round][player] = right
    yield from (f"the round {code} ended {count} times" for code, count in ends.items() if count > 1)
    yield from _parts(books, staked)
    for code, amounts in staked.items():
        for player, amount in amounts.items():
            wallets[player] += returned[code][player] - amount
    if _corrected(world):
        return
    with books.reading() as engine:
        for player, wallet in engine.rows("SELECT player, wallet FROM purses"):
            if wallet != wallets[player]:
                yield f"{player} has {wallet}, and should have {wallets[player]}"


def _corrected(world: World) -> bool:
    """A correction that a wallet could not pay is the house's loss: then the plain sum does not hold."""
    return any(receipt.short_minor for receipt in world.disk.receipts.values())


def _real(stakes: Any) -> int:
    return sum(placed.real_minor for placed in stakes)


def _parts(books: Ledger, staked: dict[str, Counter[int]]) -> Iterator[str]:
    """Every stake is settled or refunded exactly once: one part a player and round, of exactly what was staked."""
    columns = "p.round, p.player, p.staked_minor, p.returned_minor, p.ended = r.ended"
    booked: dict[tuple[str, int], list[tuple[int, int]]] = defaultdict(list)
    with books.reading() as engine:
        rows = engine.rows(f"SELECT {columns} FROM participations p JOIN rounds r ON r.code = p.round")
    for code, player, stake, back, first in rows:
        if first:
            booked[code, player].append((stake, back))
    for code, amounts in staked.items():
        for player, amount in amounts.items():
            parts = booked.get((code, player), [])
            if [stake for stake, _ in parts] != [amount] and (amount or any(stake for stake, _ in parts)):
                yield f"{player} staked {amount} in {code}, and it was settled as {parts}"


# -- requests -----------------------------------------------------------------------------------


def requests(world: World) -> Iterator[str]:
    """Answered, once an id; a bet that was done in a round that was named is in that round's books."""
    for player in world.crowd.players:
        client = player.client
        for name in client.waiting if not client.gone_for_good else ():
            yield f"{client.player} was never answered {name}"
        for name, answer in client.answers.items():
            request = client.asked[name]
            named = isinstance(request.do, said.Bet | said.BetBehind) and request.round
            booked = world.disk.accepted.get(f"request/{client.player}/{name}")
            if isinstance(answer, Done) and named and getattr(booked, "round", "") != request.round:
                yield f"{client.player} was told that {name} is done in {request.round}: it is not in the books"
        for code, result in client.results.items():
            command = world.disk.accepted.get(f"{code}/settle")
            told = result.returned_minor - result.jackpot_minor
            if not isinstance(command, SettleRound) or command.returned.get(client.player, 0) != told:
                yield f"{client.player} was told {result} of {code}, and the books say {command}"


# -- views --------------------------------------------------------------------------------------


def views(world: World) -> Iterator[str]:
    """What every client has folded is what the table says of itself."""
    for player in world.crowd.players:
        client = player.client
        if client.gone_for_good:
            continue
        for place in client.places.values():
            host = world.server.house.pit.host(place.key, client.player)
            if host is None or not place.joined:
                if host is not None:
                    yield f"{client.player} is not at {place.key} at the end"
                continue
            mine = host.table.mine(client.player)
            for what, has, says in (
                ("number", place.n, host.table.n),
                ("view", place.view, host.table.view),
                ("bets", lying(place.bets), lying(mine.bets)),
            ):
                if encode(has) != encode(says):
                    yield f"{client.player} sees another {what} of {place.key}: {encode(has)!r}, not {encode(says)!r}"
        account = world.server.house.people.accounts.get(client.player)
        if account is None:
            yield f"{client.player} is not in the house at the end"
        elif encode(client.balance) != encode(account.balance):
            yield f"{client.player} sees the balance {client.balance}, not {account.balance}"


def lying(mine: MyBets | None) -> object:
    """What lies on the table of mine and where I sit: not what the buttons could do."""
    return (mine.bets, mine.total_minor, mine.seats, mine.locked) if mine else None


# -- owners -------------------------------------------------------------------------------------


def owners(world: World) -> Iterator[str]:
    """One house at a time writes, and those that were taken over are gone."""
    if world.disk.by_former:
        yield f"{world.disk.by_former} transactions of a house that another had taken over"
    for process in world.server.lives:
        if process is not world.server.process:
            yield f"process {process.number} is still there, and another has taken over"


# -- disconnected (E2) --------------------------------------------------------------------------


def absences(world: World) -> Iterator[str]:
    """Gone while bets were open, and not back when they closed: the bets went back, or stand, as the game says."""
    for absence in world.watch.absences:
        opened = next((one for one in world.watch.durable(absence.code)), None)
        if opened is None:
            continue
        bets = {bet.position: bet for bet in opened.bets if bet.bettor == str(absence.player)}  # type: ignore[attr-defined]
        variant = model.variant_of(absence.table)
        if variant.table.disconnected == "open-bets-return":
            if bets:
                yield f"E2: {absence.player} was gone before {absence.code} closed, and their bets play: {bets}"
            continue
        for spot, amount in absence.mains.items():
            bet = bets.get(int(spot.partition("/")[0]))
            if bet is None or bet.main < amount:
                yield f"E2: the bet {spot} of {absence.player} in {absence.code} does not stand"
