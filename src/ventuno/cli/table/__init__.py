"""A table in the terminal: lines come in, text goes out.

`Sitting` is all that the shell needs. It knows no terminal: `Look` says how its text is to look, a shoe brings its
cards. What is played is the house's own table for one (`house.Parlour`); here is only how a player writes and reads.
"""

from ventuno.cli.table.look import Look
from ventuno.cli.table.sitting import Sitting

__all__ = ["Look", "Sitting"]
