"""Who is who: passwords hashed with Argon2, sessions kept on the server, so that they can be revoked.

A token is 32 random bytes, known to its holder alone: the database has only its hash.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from typing import Final, NamedTuple

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from ventuno.bank import OpenAccount, Outcome, Person
from ventuno.bank.commands import ChangePassword
from ventuno.bank.names import normal
from ventuno.bank.passwords import refusal_of_password
from ventuno.bank.records import Role
from ventuno.bank.rules import DAY_MS
from ventuno.refusal import Refusal
from ventuno.store.engine import Engine, Row
from ventuno.store.factors import pass_factor
from ventuno.store.history import person, person_named
from ventuno.store.ledger import Ledger
from ventuno.store.sealing import Seal
from ventuno.store.tables import SESSIONS

SESSION_MS: Final = 30 * DAY_MS
STAFF_SESSION_MS: Final = DAY_MS // 2  # of the house's people: a shift
_HASH_OF: Final = "SELECT password_hash FROM people WHERE number = ?"
_hasher = PasswordHasher()
# Verified where there is no such person, so that the time taken does not tell who has an account.
_NOBODY: Final = "$argon2id$v=19$m=65536,t=3,p=4$c29tZXNhbHRzb21lc2FsdA$Rdescudvp0wqMQBHzBdM1sXbrmF7c+pJ3BhDlBOyk2E"


class Session(NamedTuple):
    person: int
    opened_ms: int
    expires_ms: int


def register(
    ledger: Ledger,
    *,
    key: str,
    at_ms: int,
    name: str,
    password: str,
    currency: str,
    role: Role = "player",
    demo: bool = False,
) -> Outcome:
    if refusal := refusal_of_password(password, name):
        return refusal
    hashed = _hasher.hash(password)
    return ledger.execute(
        OpenAccount(key=key, at_ms=at_ms, name=name, currency=currency, role=role, demo=demo, password_hash=hashed)
    )


def change_password(ledger: Ledger, *, key: str, at_ms: int, player: int, old: str, new: str) -> Outcome:
    """Ends every session of the person, as the command itself does."""
    found = person(ledger, player)
    if found is None or not is_password_of(found, old):
        return _wrong()
    if refusal := refusal_of_password(new, found.name):
        return refusal
    return ledger.execute(ChangePassword(key=key, at_ms=at_ms, player=player, password_hash=_hasher.hash(new)))


class LoggedIn(NamedTuple):
    person: Person
    token: str
    factor: str = ""  # what came with the password: a `code`, a `recovery` code


def log_in(
    ledger: Ledger, name: str, password: str, now_ms: int, code: str = "", seal: Seal | None = None
) -> LoggedIn | Refusal:
    """A new session. Who is wrong is not told whether it was the name or the password."""
    found = check_password(ledger, name, password)
    return found if isinstance(found, Refusal) else enter(ledger, found, now_ms, code, seal)


def check_password(ledger: Ledger, name: str, password: str) -> Person | Refusal:
    """Takes the same time for everybody. Whose it is; nobody is in yet."""
    found = person_named(ledger, name) or person_named(ledger, normal(name))
    hashed = found.password_hash if found and found.password_hash else _NOBODY
    if not _matches(hashed, password) or found is None or not found.password_hash:
        return _wrong()
    return found


def enter(ledger: Ledger, found: Person, now_ms: int, code: str, seal: Seal | None) -> LoggedIn | Refusal:
    """With the password that was found right; refused where another has taken its place meanwhile."""
    token, row = _new_session(found.number, now_ms, SESSION_MS if found.role == "player" else STAFF_SESSION_MS)

    def keep(engine: Engine) -> LoggedIn | Refusal:
        """Among the commands, one after the other: a change of the password comes before or after."""
        if engine.rows(_HASH_OF, found.number) != [(found.password_hash,)]:
            return _wrong()
        factor = pass_factor(engine, seal, found.number, code, now_ms)
        if isinstance(factor, Refusal):
            return factor
        engine.insert(SESSIONS, [row])
        return LoggedIn(found, token, factor)

    entered: LoggedIn | Refusal = ledger.keep(keep)
    return entered


def _wrong() -> Refusal:
    return Refusal("account/wrong_password", "the name or the password is wrong")


def _matches(hashed: str, password: str) -> bool:
    try:
        return _hasher.verify(hashed, password)
    except (VerificationError, InvalidHashError):
        return False


def is_password_of(found: Person, password: str) -> bool:
    return bool(found.password_hash) and _matches(found.password_hash, password)


def open_session(ledger: Ledger, number: int, now_ms: int, lasts_ms: int = SESSION_MS) -> str:
    """Of an account that was just opened, or by the house itself."""
    token, row = _new_session(number, now_ms, lasts_ms)
    ledger.keep(lambda engine: engine.insert(SESSIONS, [row]))
    return token


def _new_session(number: int, now_ms: int, lasts_ms: int = SESSION_MS) -> tuple[str, Row]:
    token = secrets.token_urlsafe(32)
    return token, (_hash(token), number, now_ms, now_ms + lasts_ms, 0)


def _hash(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()


def session_of(ledger: Ledger, token: str, now_ms: int) -> Session | Refusal:
    with ledger.reading() as engine:
        rows = engine.rows(
            "SELECT person, opened_ms, expires_ms, revoked_ms FROM sessions WHERE token_hash = ?", _hash(token)
        )
    if not rows or rows[0][3] or now_ms >= rows[0][2]:
        return Refusal("session/over", "the session is over: log in again")
    return Session(*rows[0][:3])


def live_sessions(ledger: Ledger, people: Sequence[int], now_ms: int) -> set[bytes]:
    """Those of so many people that are not over, by the hash of their token."""
    alive = "SELECT token_hash FROM sessions WHERE person IN ?? AND revoked_ms = 0 AND expires_ms > ?"
    with ledger.reading() as engine:
        return {bytes(found) for (found,) in engine.rows(alive, list(people), now_ms)}


def revoke_session(ledger: Ledger, token: str, now_ms: int) -> None:
    def revoke(engine: Engine) -> None:
        engine.run("UPDATE sessions SET revoked_ms = ? WHERE token_hash = ? AND revoked_ms = 0", now_ms, _hash(token))

    ledger.keep(revoke)


def revoke_other_sessions(ledger: Ledger, number: int, token: str, now_ms: int) -> None:
    """All but this one."""
    others = "UPDATE sessions SET revoked_ms = ? WHERE person = ? AND revoked_ms = 0 AND token_hash <> ?"
    ledger.keep(lambda engine: engine.run(others, now_ms, number, _hash(token)))


def revoke_all_sessions(ledger: Ledger, number: int, now_ms: int) -> None:
    def revoke(engine: Engine) -> None:
        engine.run("UPDATE sessions SET revoked_ms = ? WHERE person = ? AND revoked_ms = 0", now_ms, number)

    ledger.keep(revoke)


def forget_sessions(ledger: Ledger, before_ms: int) -> None:
    """Housekeeping: those that were over before then."""
    ledger.keep(lambda engine: engine.run("DELETE FROM sessions WHERE expires_ms < ?", before_ms))
