"""A settled round corrected (E3): by new entries, never by changing old ones.

The command says what each player should have got in all; what they did get is summed from the
round's own participations, so a second correction starts from the first. Money comes from the house
or goes back to it. From a wallet no more is taken than it holds: the rest is the house's loss, and
the receipt says how much.
"""

from __future__ import annotations

from collections import defaultdict

from ventuno.bank.accounts import Pocket, account
from ventuno.bank.amounts import refusal_of_balance
from ventuno.bank.book import Book
from ventuno.bank.commands import ResettleRound
from ventuno.bank.receipts import Receipt
from ventuno.bank.records import ParticipationRecord, RoundRecord
from ventuno.money import MOST
from ventuno.refusal import Refusal


def resettle(book: Book, command: ResettleRound) -> Receipt | Refusal:
    found = book.rounds.get(command.round)
    if found is None:
        return Refusal("round/unknown", f"there is no round {command.round}")
    if found.state != "settled":
        return Refusal("round/not_settled", f"the round {command.round} is {found.state}", {"state": found.state})
    so_far = _returned_so_far(book, found)
    if refusal := _refusal_of_returns(book, command, so_far):
        return refusal
    missing = {player: right - so_far[player] for player, right in command.returned.items() if right != so_far[player]}
    if not missing:
        return Refusal("resettle/nothing", "everybody named has got exactly that")
    moved = {player: max(amount, -book.purses[player].wallet) for player, amount in missing.items()}
    _count(book, found, moved)
    return book.record(
        command,
        _entries(book, moved),
        returned_minor=sum(moved.values()),
        short_minor=sum(moved.values()) - sum(missing.values()),
    )


def _returned_so_far(book: Book, found: RoundRecord) -> dict[int, int]:
    """By player; only of those whose part in the settlement itself is still kept (retention)."""
    parts = book.parts[found.code] + [part for part in book.changes.participations if part.round == found.code]
    settled = {part.player for part in parts if part.ended == found.ended}
    sums: dict[int, int] = defaultdict(int)
    for part in parts:
        if part.player in settled:
            sums[part.player] += part.returned_minor
    return sums


def _refusal_of_returns(book: Book, command: ResettleRound, so_far: dict[int, int]) -> Refusal | None:
    for player, amount in command.returned.items():
        if player not in so_far:
            why = f"player {player} has no part in the round, or it is no longer kept"
            return Refusal("resettle/no_part", why, {"player": player})
        if amount < 0:
            return Refusal("ledger/negative", f"{amount} cannot be returned to {player}")
        if amount > MOST:
            return Refusal("ledger/too_large", f"no amount is over {MOST:,} minor units", {"most": MOST})
        if refusal := refusal_of_balance(book.purses[player].wallet + amount - so_far[player]):
            return refusal
    return None


def _count(book: Book, found: RoundRecord, moved: dict[int, int]) -> None:
    """A line of its own in the player's history, beside the settlement's (A6)."""
    ended = book.head.number + 1
    for player, amount in moved.items():
        if amount:
            book.purses[player].returned += amount
            book.changes.participations.append(ParticipationRecord(player, ended, found.code, 0, amount, 0, 0, 0))


def _entries(book: Book, moved: dict[int, int]) -> list[tuple[int, int]]:
    from_house: dict[str, int] = defaultdict(int)
    for player, amount in moved.items():
        from_house[book.purses[player].currency] -= amount
    wallets = [(account(player, Pocket.WALLET), amount) for player, amount in moved.items() if amount]
    return wallets + [(book.fund(Pocket.HOUSE, currency), amount) for currency, amount in from_house.items() if amount]
