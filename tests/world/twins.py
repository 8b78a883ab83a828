"""Two worlds from one seed that differ in the hole card of one round, and in nothing else that may be seen before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec

from tests.world.world import Report, run
from ventuno.protocol import events as wire
from ventuno.protocol.messages import AnyMessage, Happened

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
        one, other = run(seed, game, LASTS_S, keeps_bytes=True), run(seed, game, LASTS_S, twin=CODE)
        before, card = until_shown(one)
        twin_before, twin_card = until_shown(other)
        differ = card and twin_card and card != twin_card
        yield Twins(seed, before, twin_before, f"{card}, {twin_card}" if differ else "")


def until_shown(report: Report) -> tuple[Sent, str]:
    """What was sent until the hole card of the round was shown to anybody, and the card."""
    open_at: set[str] = set()
    for number, (_, _, body) in enumerate(report.sent):
        message = decode(body)
        if not isinstance(message, Happened):
            continue
        event, table = message.what, message.table
        if isinstance(event, wire.RoundOpened):
            (open_at.add if event.code == CODE else open_at.discard)(table)
        elif isinstance(event, wire.HoleCardShown) and table in open_at:
            return report.sent[:number], event.card
    return report.sent, ""
