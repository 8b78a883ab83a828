"""Faults of a variant file: all of them at once, each with its place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from ventuno.refusal import RefusalRaised


@dataclass(frozen=True, slots=True)
class Fault:
    place: str  # dealer.soft_17
    why: str
    line: int | None = None

    def __str__(self) -> str:
        line = f"line {self.line}: " if self.line else ""
        return f"{line}{self.place}: {self.why}" if self.place else f"{line}{self.why}"


class FaultyVariant(RefusalRaised):
    """A variant that cannot be played, with everything that is wrong with it."""

    def __init__(self, source: str, faults: Sequence[Fault]) -> None:
        self.faults = tuple(faults)
        count = "1 fault" if len(faults) == 1 else f"{len(faults)} faults"
        super().__init__(
            "variant/faulty",
            f"{source} has {count}: " + "; ".join(map(str, faults)),
            source=source,
            faults=[{"line": fault.line, "place": fault.place, "why": fault.why} for fault in faults],
        )


def did_you_mean(word: str, known: Sequence[str]) -> str:
    """The end of a sentence: what was probably meant, or what there is."""
    near = get_close_matches(word, known, n=1, cutoff=0.6)
    return f"did you mean {near[0]}?" if near else f"known are {', '.join(known)}."
