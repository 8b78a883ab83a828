"""Rounds as they are stored, against the records that made them: how each was opened, its events, its last moment."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from ventuno.bank.chain import count_of, digest_of_events
from ventuno.bank.commands import OpenRound
from ventuno.bank.contents import was
from ventuno.bank.held import OPENS
from ventuno.bank.records import JournalRecord, RoundRecord

Found = Callable[[str, str], None]
Bodies = Sequence[tuple[int, bytes]]  # number, body


class Story(msgspec.Struct):
    """What the journal says of one round."""

    opened: int = 0
    opened_ms: int = 0
    key: str = ""
    content: bytes = b""
    with_it: int = 0  # events that were stored with the opening
    last_ms: int = 0
    sealed: list[bytes] = []  # digests of its events


class StoriesAudit:
    def __init__(self, found: Found, unsealed: Counter[str], forgotten: int) -> None:
        self._found, self._unsealed, self._forgotten = found, unsealed, forgotten
        self._stories: dict[str, Story] = {}

    def record(self, record: JournalRecord) -> None:
        """One that belongs to a round."""
        story = self._stories.get(record.round)
        if story is None:
            story = self._stories[record.round] = Story()
        if record.kind == OPENS:
            story.opened, story.opened_ms = record.number, record.at_ms
            story.key, story.content, story.with_it = record.key, record.content, count_of(record.events)
        if record.at_ms > story.last_ms:
            story.last_ms = record.at_ms
        if record.events:
            story.sealed.append(record.events)

    def stored(self, row: RoundRecord, terms: Any, events: Bodies) -> None:
        """`terms` as they are stored, plain."""
        story = self._stories.pop(row.code, Story())
        may_be_gone = 0 < row.ended < self._forgotten
        gone = may_be_gone and len(events) < sum(map(count_of, story.sealed))
        says = (row.opened, row.opened_ms, row.last_ms, row.events)
        was_so = (story.opened, story.opened_ms, story.last_ms, sum(map(count_of, story.sealed)))
        for what, stored, right in zip(
            ("opened by record", "opened at", "last moved at", "events"), says, was_so, strict=True
        ):
            if stored != right:
                self._found("audit/rounds", f"round {row.code}: {what} {stored}, in the journal {right}")
        if gone:
            story.sealed = _last(story.sealed, len(events))
        self._compare_events(row.code, story, events, row.events - len(events) if gone else 0)
        self._compare_opening(row, terms, story, [body for _, body in events], gone=gone)

    def _compare_opening(self, row: RoundRecord, terms: Any, story: Story, bodies: list[bytes], *, gone: bool) -> None:
        opening = OpenRound(
            key=story.key,
            at_ms=0,
            round=row.code,
            events=tuple(bodies[: story.with_it]),
            table=row.table,
            game=row.game,
        )
        if was(story.content, opening, terms=terms):
            return
        if gone:
            self._unsealed["tables, games and terms of rounds that are forgotten"] += 1
        else:
            why = f"table {row.table}, game {row.game}, terms {msgspec.json.encode(terms).decode()}"
            self._found("audit/terms", f"round {row.code} was not opened as it is stored: {why}")

    def _compare_events(self, code: str, story: Story, events: Bodies, first: int) -> None:
        """The stored events of a round are those that were sealed, in their order; of one that was forgotten, those
        that came after that, if any did."""
        bodies = [body for _, body in events]
        if [number for number, _ in events] != [*range(first, first + len(events))]:
            self._found("audit/events", f"the events of round {code} are not numbered from {first} on")
        done = 0
        for digest in story.sealed:
            count = count_of(digest)
            if digest_of_events(bodies[done : done + count]) != digest:
                self._found("audit/events", f"the events of round {code} are not those that were sealed")
                return
            done += count
        if done < len(bodies):
            self._found("audit/events", f"the round {code} has events that were never sealed")

    def all_stored(self, strays: int) -> None:
        """After every round: what is left has no round, and so have the `strays` among the events."""
        for code in self._stories:
            self._found("audit/rounds", f"round {code} is in the journal, and there is no such round")
        if strays:
            self._found("audit/events", f"{strays} events are of rounds that are not there")


def _last(sealed: list[bytes], count: int) -> list[bytes]:
    """Those that seal the last so many events."""
    while sealed and sum(map(count_of, sealed)) > count:
        sealed = sealed[1:]
    return sealed
