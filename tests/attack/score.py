"""What was tried, what held and what broke, by class of attack."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final, NamedTuple

MOST_SHOWN: Final = 5  # of one kind

_now: ContextVar[tuple[str, str]] = ContextVar("attack", default=("?", "?"))


class Broken(NamedTuple):
    kind: str
    attack: str
    what: str


class Score:
    def __init__(self) -> None:
        self.tries: Counter[str] = Counter()
        self.broken: list[Broken] = []
        self.seen: list[str] = []  # what was measured
        self.notes: list[str] = []  # what could not be tried, and why

    @contextmanager
    def during(self, kind: str, attack: str) -> Iterator[None]:
        """Whatever is checked inside counts for this attack."""
        token = _now.set((kind, attack))
        try:
            yield
        finally:
            _now.reset(token)

    def held(self, holds: object, what: str) -> bool:
        """One try. `what` says what happened where it does not hold."""
        kind, attack = _now.get()
        self.tries[kind] += 1
        if not holds:
            self.broken.append(Broken(kind, attack, what))
        return bool(holds)

    def complaints(self, found: list[str]) -> bool:
        """One try that is held where nothing is to be complained of."""
        return self.held(not found, "; ".join(found))

    def measured(self, said: str) -> None:
        self.seen.append(f"{_now.get()[1]}: {said}")

    def note(self, why: str) -> None:
        kind, attack = _now.get()
        self.notes.append(f"{kind}/{attack}: {why}")

    # -- shown ----------------------------------------------------------------------------------

    def table(self) -> str:
        broken = Counter(one.kind for one in self.broken)
        rows = [(kind, tries, tries - broken[kind], broken[kind]) for kind, tries in self.tries.items()]
        rows.append(("all", sum(row[1] for row in rows), sum(row[2] for row in rows), sum(row[3] for row in rows)))
        lines = [f"{kind:<14}{tries:>8}{held:>8}{broken:>8}" for kind, tries, held, broken in rows]
        return "\n".join([f"{'class':<14}{'tries':>8}{'held':>8}{'broken':>8}", *lines])

    def story(self) -> str:
        """Every kind of break, with its first few cases."""
        by_attack: dict[tuple[str, str], list[str]] = {}
        for kind, attack, what in self.broken:
            by_attack.setdefault((kind, attack), []).append(what)
        lines = []
        for (kind, attack), cases in by_attack.items():
            lines.append(f"BROKEN {kind}/{attack} ({len(cases)})")
            lines += [f"    {case[:600]}" for case in cases[:MOST_SHOWN]]
        return "\n".join(lines + [f"not tried: {note}" for note in self.notes])
