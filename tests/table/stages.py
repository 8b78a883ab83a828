"""docs/stages-and-commands.md, from the table that the machine goes by:

PYTHONPATH=src python tests/table/stages.py > docs/stages-and-commands.md
"""

from __future__ import annotations

import re

from ventuno.kinds import KINDS
from ventuno.table.betting import NOT_OFFERED
from ventuno.table.machine import OFFERED, PAUSED, SHUT, Offer
from ventuno.table.stages import Stage

NAMES = {kind: name for name, kind in KINDS.items()}
HEAD = f"""# Stages and commands

Which command of a player a table takes in which stage, and the code of the refusal where it does not; `yes` means that
the part named takes it, and may still refuse it for a reason of its own (late, no bet there, not enough money). Made
from `OFFERED` in `src/ventuno/table/machine.py` by `tests/table/stages.py`.

At a kind of table that a row does not name, its commands are refused with `{NOT_OFFERED.code}`. `paused` and `closed`
are no stages: they come on top of one, `paused` before `closed`.

    idle -> opening -> betting -> closing -> playing -> settling -> results -> opening or idle
    any of them -> voiding -> idle
"""


def document() -> str:
    columns = ["command", "tables", "taken by", *(stage.value for stage in Stage), "paused", "closed"]
    lines = [HEAD, row(columns), row(["---"] * len(columns)), *(row(cells(offer)) for offer in OFFERED)]
    return "\n".join(lines) + "\n"


def cells(offer: Offer) -> list[str]:
    kinds, commands = (NAMES[kind] for kind in offer.kinds), (command.__name__ for command in offer.commands)
    return [
        ", ".join(f"`{name}`" for name in commands),
        ", ".join(kinds),
        f"`{offer.handler.__qualname__}`",
        *("yes" if stage in offer.stages else f"`{offer.elsewhere.code}`" for stage in Stage),
        "yes" if offer.even_paused else f"`{PAUSED.code}`",
        "yes" if offer.even_closed else f"`{SHUT.code}`",
    ]


def row(cells: list[str]) -> str:
    return re.sub(r"\s+", " ", f"| {' | '.join(cells)} |")


if __name__ == "__main__":
    print(document(), end="")
