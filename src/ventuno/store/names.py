"""What names look like, of people from before there was such a list. Where two of them clash, both stay."""

from __future__ import annotations

from typing import Final

from ventuno.bank.names import skeleton
from ventuno.store.engine import Engine
from ventuno.store.tables import NAMES

_UNLISTED: Final = """SELECT p.number, p.name FROM people p LEFT JOIN names n ON n.person = p.number
    WHERE n.person IS NULL"""


def list_names(engine: Engine) -> None:
    engine.begin()
    try:
        engine.put(NAMES, [(number, skeleton(name)) for number, name in engine.rows(_UNLISTED)])
        engine.commit()
    except BaseException:
        engine.rollback()
        raise
