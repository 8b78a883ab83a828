"""The rules a stored round was played by: found by their digest, for a game may have changed since."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from ventuno.refusal import RefusalRaised
from ventuno.variant import Variant, digest, load


class AuditedRules:
    """`folder`: where older versions of games are kept, each under the game's own name in a folder of its own."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self.find = cache(self._find)

    def _find(self, game: str, wanted: str) -> Variant | None:
        """The game as it is now, if it is still the same, else an older version of it. None: there is none."""
        return next((found for found in self._versions(game) if digest(found) == wanted), None)

    def _versions(self, game: str) -> Iterator[Variant]:
        older = sorted(self._folder.rglob("*.toml")) if self._folder else []
        for called in (game, *(str(path) for path in older if path.stem == game)):
            try:
                yield load(called)
            except RefusalRaised:
                continue  # it is no game any more
