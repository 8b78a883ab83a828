"""The kinds of table: who sits where, who decides when, and what starts a round.

A variant names its kind. Nobody asks which one it is: what follows from it is asked of the line here, which travels
to the browser with the protocol's schema.

>>> KINDS["seated"].starts, [name for name, kind in KINDS.items() if not kind.clock]
('start-now', ['solo'])
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec

KindName = Literal["solo", "seated", "shared"]


class TableKind(msgspec.Struct, frozen=True, kw_only=True):
    alone: bool = False  # every player has a table of their own: no chat, no crowd, no second window
    clock: bool = True  # bets and decisions have a time; without one the table waits
    seats: bool = False  # a position belongs to who sits there; others can bet behind them
    together: bool = False  # everybody plays the same cards at once, each by their own decisions; else hand after hand
    starts: Literal["deal", "start-now", "clock"] = "clock"  # what a player can do to begin before the clock does


# In the order of the lobby.
SEATED: Final = TableKind(seats=True, starts="start-now")
SHARED: Final = TableKind(together=True)
SOLO: Final = TableKind(alone=True, clock=False, starts="deal")
KINDS: Final[dict[KindName, TableKind]] = {"seated": SEATED, "shared": SHARED, "solo": SOLO}
