"""A table in the terminal: lines come in, text goes out.

`Session` is all that the shell needs. It knows no terminal: `Look` says how its text is to look,
a shoe brings its cards, and it may be handed a price for cashbacks.
"""

from ventuno.cli.table.look import Look
from ventuno.cli.table.offers import Pricer
from ventuno.cli.table.session import Session

__all__ = ["Look", "Pricer", "Session"]
