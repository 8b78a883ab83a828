"""Chances collected by net result."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from ventuno.arrays import Floats

_DUST = 1e-15


class Tally(dict[Fraction, float]):
    def add(self, net: Fraction | float, p: float) -> None:
        if p != 0.0:
            place = Fraction(net)
            self[place] = self.get(place, 0.0) + p

    def add_all(self, nets: Floats, chances: Floats) -> None:
        """Of arrays of one shape; the nets are few whole numbers, many times over."""
        if nets.size == 0:
            return
        whole = np.rint(nets).astype(np.int64).reshape(-1)
        least = int(whole.min())
        for above, p in enumerate(np.bincount(whole - least, weights=chances.reshape(-1)).tolist()):
            self.add(least + above, p)

    def merge(self, other: Tally, share: float = 1.0) -> None:
        for net, p in other.items():
            self.add(net, p * share)

    def moment(self, power: int, about: float = 0.0) -> float:
        return sum((float(net) - about) ** power * p for net, p in self.items())

    def without_dust(self) -> Tally:
        """Less what is left of differences between equal numbers."""
        return Tally({net: p for net, p in self.items() if p > _DUST})
