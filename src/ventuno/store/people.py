"""People: what there is of one account, all of one moment; who they are, by name and by role."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from ventuno.bank import Care, Person, Purse
from ventuno.bank.records import Lot
from ventuno.store.loading import care_from, load_head, person_from, select
from ventuno.store.tables import LOTS, PEOPLE, PURSES

if TYPE_CHECKING:
    from ventuno.store.ledger import Books

# Stakes are of open rounds only: asking for the state too would lead the database to look through all of those.
_OPEN: Final = "SELECT DISTINCT table_name FROM rounds WHERE code IN (SELECT round FROM stakes WHERE player = ?)"


class Loaded(NamedTuple):
    """One account, all of one moment."""

    person: Person
    purse: Purse
    lots: tuple[Lot, ...]  # of golden chips, expired ones too
    care: Care
    tables: set[str]  # with a stake of theirs in an open round
    at: int  # the journal's number


def load_account(ledger: Books, number: int) -> Loaded | None:
    with ledger.reading() as engine, engine.snapshot():
        people = engine.rows(select(PEOPLE, "WHERE number = ?"), number)
        purses = engine.rows(select(PURSES, "WHERE player = ?"), number)
        if not people or not purses:
            return None
        lots = tuple(Lot(*row) for row in engine.rows(select(LOTS, "WHERE player = ?"), number))
        care = engine.rows("SELECT body FROM care WHERE player = ?", number)
        return Loaded(
            person_from(people[0]),
            Purse(*purses[0]),
            lots,
            care_from(care[0][0]) if care else Care(),
            {name.partition("/")[0] for (name,) in engine.rows(_OPEN, number)},
            load_head(engine).number,
        )


def people_like(ledger: Books, text: str, after: int, most: int) -> list[Person]:
    """By a part of their name, by number."""
    where = "WHERE number > ? AND lower(name) LIKE ? ESCAPE '!' ORDER BY number LIMIT ?"
    plain = text.lower().replace("!", "!!").replace("%", "!%").replace("_", "!_")
    with ledger.reading() as engine:
        return [person_from(row) for row in engine.rows(select(PEOPLE, where), after, f"%{plain}%", most)]


def staff(ledger: Books) -> list[Person]:
    """The house's people."""
    with ledger.reading() as engine:
        return [person_from(row) for row in engine.rows(select(PEOPLE, "WHERE role <> 'player' ORDER BY number"))]


def has_anybody(ledger: Books) -> bool:
    with ledger.reading() as engine:
        return bool(engine.rows("SELECT 1 FROM people LIMIT 1"))


def has_supervisor(ledger: Books) -> bool:
    with ledger.reading() as engine:  # by the index of those who are no players
        return bool(engine.rows("SELECT 1 FROM people WHERE role <> 'player' AND role = 'supervisor' LIMIT 1"))
