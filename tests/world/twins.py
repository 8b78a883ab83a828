"""Two worlds from one seed that differ in the hole card of one round, and in nothing else that may be seen before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec

from tests.world.world import World, run
from ventuno.protocol import events as wire
from ventuno.protocol.messages import AnyMessage, Happened, Snapshot

LASTS_S = 120.0
CODE = "W1R2"  # the second round of the first process

Sent = list[tuple[float, str, bytes]]
decode = msgspec.json.Decoder(AnyMessage).decode


class Twins(NamedTuple):
    seed: int
    before: Sent  # what everybody was sent until the hole card was shown
    twin_before: Sent
    shown: str  # the two cards; empty: the round did not come so far


def twins(game: str, seeds: Iterable[int]) -> Iterator[Twins]:
    for seed in seeds:
        before, card = until_shown(seed, game)
        twin_before, twin_card = until_shown(seed, game, twin=CODE)
        differ = card and twin_card and card != twin_card
        yield Twins(seed, before, twin_before, f"{card}, {twin_card}" if differ else "")


def until_shown(seed: int, game: str, twin: str = "") -> tuple[Sent, str]:
    """What was sent until the hole card of the round was shown to anybody, and the card; or until the round had ended
    without it. No world lives longer."""
    looking = Looking()
    report = run(seed, game, LASTS_S, twin=twin, keeps_bytes=True, seen=looking.has_seen)
    return report.sent[: looking.read - 1] if looking.over else report.sent, looking.card


class Looking:
    """For the hole card of the round, in what is sent."""

    def __init__(self) -> None:
        self.card = ""
        self.over = False
        self.read = 0  # so many messages
        self._open_at: set[tuple[str, str]] = set()  # who sees it, at which table: at one for one, each has their own

    def has_seen(self, world: World) -> bool:
        while not self.over and self.read < len(world.sent):
            _, player, body = world.sent[self.read]
            self.read += 1
            message = decode(body)
            if isinstance(message, Happened):
                self._look(message.what, (player, message.table))
            elif isinstance(message, Snapshot) and message.view.code == CODE:
                self._open_at.add((player, message.table))
        return self.over

    def _look(self, event: wire.AnyEvent, where: tuple[str, str]) -> None:
        if isinstance(event, wire.RoundOpened):
            self.over = where in self._open_at and event.code != CODE
            self._open_at |= {where} if event.code == CODE else set()
        elif isinstance(event, wire.HoleCardShown) and where in self._open_at:
            self.card, self.over = event.card, True
