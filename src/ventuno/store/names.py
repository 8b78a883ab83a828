"""What names look like, of people from before there was such a list. Where two of them clash, both stay.

They are listed all at once, and whoever came later is listed when their account is opened: so whoever has a higher
number than the last of the list is missing in it, and nobody else.
"""

from __future__ import annotations

from typing import Final

from ventuno.bank.names import skeleton
from ventuno.store.engine import Engine
from ventuno.store.tables import NAMES

_UNLISTED: Final = "SELECT number, name FROM people WHERE number > (SELECT coalesce(max(person), 0) FROM names)"


def list_names(engine: Engine) -> None:
    engine.begin()
    try:
        engine.put(NAMES, [(number, skeleton(name)) for number, name in engine.rows(_UNLISTED)])
        engine.commit()
    except BaseException:
        engine.rollback()
        raise
