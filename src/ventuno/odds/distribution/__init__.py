"""The distribution of a round's net result: how often each, how wide, how large at most."""

from ventuno.odds.distribution.result import Distribution
from ventuno.odds.distribution.rounds import distribution

__all__ = ["Distribution", "distribution"]
