"""Every stored round played again and compared with what the ledger holds and has paid, player by player, to the cent.

The journal is read once, in order; a round is looked at when its end comes by, so memory grows with the
rounds that are open at the same time and with the largest of them. The ordinary audit (`store/auditing.py`)
holds the ledger against itself; this one holds it against the cards.
"""

from __future__ import annotations

from contextlib import closing
from functools import cache
from typing import Final

from ventuno.audit import compare
from ventuno.audit.felt import Felt, felt_of, told_otherwise, unveiled
from ventuno.audit.pools import Pools
from ventuno.audit.report import DeepReport, Difference
from ventuno.audit.rules import AuditedRules
from ventuno.bank import Jackpot, RoundRecord
from ventuno.bank.held import CORRECTS, Ended, RoundsHeld
from ventuno.bank.records import JournalRecord
from ventuno.play import RoundEvent, events as happened, rebuild
from ventuno.refusal import RefusalRaised
from ventuno.store import Books, replaying as asks
from ventuno.store.auditing import records
from ventuno.store.definitions import kept_rules
from ventuno.store.engine import Engine
from ventuno.store.forgetting import forgotten
from ventuno.store.packing import events_in
from ventuno.table.records import played

MOST_TOLD: Final = 400  # signs of what does not replay


def deep_audit(ledger: Books, rules: AuditedRules | None = None, *, since_ms: int = 0, code: str = "") -> DeepReport:
    """All rounds, or those opened since, or one by its code."""
    with ledger.reading() as engine, engine.snapshot():
        first = _first(engine, since_ms, code)
        deep = _Deep(engine, rules or AuditedRules(), first, whole=not (since_ms or code))
        with closing(asks.records_of_round(engine, code) if code else records(engine, first)) as journal:
            for record in journal:
                deep.record(record)
        deep.open_rounds(since_ms, code)
        deep.carried()
        return deep.report


def _first(engine: Engine, since_ms: int, code: str) -> int:
    """The record that counts first; of a single round its end, for only that moves pools."""
    if not code:
        return asks.first_opened_since(engine, since_ms) if since_ms else 1
    if (end := asks.end_of_round(engine, code)) is None:
        raise RefusalRaised("round/unknown", f"there is no round {code}")
    return end


class _Deep:
    def __init__(self, engine: Engine, rules: AuditedRules, first: int, *, whole: bool) -> None:
        self._engine = engine
        self._rules = rules
        self._kept = cache(lambda wanted, game: kept_rules(engine, wanted, game))
        self._held = RoundsHeld()
        self._forgotten = forgotten(engine)
        self._pools = Pools(*_jackpots(engine, first), from_the_start=whole)
        self.report = DeepReport()

    def record(self, record: JournalRecord) -> None:
        ended = self._held.post(record)
        if ended is not None:
            self._end(ended)
        elif record.kind == CORRECTS:
            self.report.corrected += 1
        self._pools.post(record)

    def _differs(self, code: str, about: str, what: str) -> None:
        self.report.differ([Difference(f"deep/{code}", about, what=what)])

    # -- rounds that have ended -----------------------------------------------------------------

    def _end(self, ended: Ended) -> None:
        stored = asks.stored_round(self._engine, ended.code)
        if stored is None:
            self._differs("round", ended.code, "it has ended in the journal, and there is no such round")
            return
        felt = self._felt(stored)
        if felt is None:
            if ended.state == "settled":
                self._pools.lose(stored.terms)
        elif ended.state == "settled" and felt.comes is None:
            self._differs("unfinished", ended.code, "it was settled before its end")
            self._pools.lose(stored.terms)
        else:
            self._compare(ended, stored, felt)

    def _felt(self, stored: RoundRecord) -> Felt | None:
        """None: it cannot be played again, and the report says why."""
        try:
            bodies = events_in(self._engine, stored.code)
            if len(bodies) < stored.events and 0 < stored.ended < self._forgotten.events:
                self.report.forgotten += 1
                return None
            events = unveiled(played(bodies))
            if not events and stored.state != "settled":
                self.report.undealt += 1
                return None
            self.report.rounds += 1
            return self._replayed(stored, events)
        except Exception as error:  # whoever cooked the books may have written anything
            self._differs("replay", stored.code, f"it does not replay: {type(error).__name__}: {error}"[:MOST_TOLD])
            return None

    def _replayed(self, stored: RoundRecord, events: list[RoundEvent]) -> Felt | None:
        opened = events[0] if events else None
        if not isinstance(opened, happened.RoundBegun):
            raise ValueError("the events do not begin with the opening of a round")
        if opened.variant != stored.game:
            raise ValueError(f"the events are of a round of {opened.variant}, not of {stored.game}")
        variant = self._rules.find(stored.game, opened.digest) or self._kept(opened.digest, stored.game)
        if variant is None:
            self.report.cannot_replay(f"{stored.game} with rules {opened.digest[:12]} is not there any more")
            return None
        playing = rebuild(variant, events)
        if otherwise := told_otherwise(playing, events, whole=stored.state == "settled"):
            self._differs("events", stored.code, otherwise[:MOST_TOLD])
        self.report.replayed += 1
        return felt_of(playing)

    def _compare(self, ended: Ended, stored: RoundRecord, felt: Felt) -> None:
        if ended.state == "void":
            self.report.differ(compare.void(ended, felt))
            return
        moves = self._pools.moves(stored.terms, felt)
        self.report.differ(compare.settled(ended, felt, moves))
        if any(one.wins for one in moves) and ended.record.number >= self._forgotten.parts:
            won = asks.jackpots_won(self._engine, list(felt.stakes), ended.record.number)
            self.report.differ(compare.winners(ended, felt, moves, won))

    # -- rounds that are open -------------------------------------------------------------------

    def open_rounds(self, since_ms: int, code: str) -> None:
        """What is held is what lies there, spot by spot."""
        for stored in asks.open_since(self._engine, since_ms):
            if code in ("", stored.code) and (felt := self._felt(stored)) is not None:
                stakes = asks.stakes_of_round(self._engine, stored.code)
                self.report.differ(compare.in_play(stored.code, felt, stakes))

    def carried(self) -> None:
        """What all contributions left over is what the jackpots carry."""
        for jackpot, right in self._pools.differing():
            why = f"the jackpot {jackpot.key} carries {jackpot.remainder} of a minor unit, and should carry {right}"
            self._differs("remainder", "", why)


def _jackpots(engine: Engine, first: int) -> tuple[list[Jackpot], dict[int, int]]:
    """All of them, and what their pools held before a record."""
    found = asks.all_jackpots(engine)
    if first <= 1 or not found:
        return found, {}
    return found, asks.held_before(engine, [jackpot.pool for jackpot in found], first)
