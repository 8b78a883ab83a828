"""What the store has just made durable, as far as people in the house are to see it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ventuno.bank import Book
from ventuno.server import logs
from ventuno.server.teller import Mailbox


class BooksMoved(NamedTuple):
    at: int  # the journal's number, after it
    purses: list[tuple[int, int, int, int]]  # player; wallet, stakes, golden, as they are now
    crowds: list[tuple[Sequence[int], Sequence[int], Sequence[int]]]  # players; what left play, what came back
    pools: dict[str, int]  # by jackpot, where it changed
    signed_out: frozenset[int] = frozenset()  # whose sessions are over


def moved(book: Book) -> BooksMoved:
    changes = book.changes
    purses = [book.purses[player] for player in changes.purses | changes.new_purses]
    return BooksMoved(
        book.head.number,
        [(purse.player, purse.wallet, purse.stakes, purse.golden) for purse in purses],
        [(ended.crowd.players, ended.crowd.staked, ended.returned) for ended in changes.crowds],
        {
            key: book.funds[jackpot.pool].balance
            for key, jackpot in book.jackpots.items()
            if key in changes.jackpots or jackpot.pool in changes.funds
        },
        frozenset(changes.register.signed_out),
    )


class Watch:
    """Called in the writer's thread; tells the loop."""

    def __init__(self, mailbox: Mailbox, tell: Callable[[BooksMoved], None]) -> None:
        self._mailbox = mailbox
        self._tell = tell

    def __call__(self, book: Book) -> None:
        try:
            found = moved(book)
        except Exception as error:  # what is durable stays so, whatever becomes of the news of it
            logs.fault("what changed could not be told", error)
            return
        if found.purses or found.crowds or found.pools or found.signed_out:
            self._mailbox.put(self._tell, found)
