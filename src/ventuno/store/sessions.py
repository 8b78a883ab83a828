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

from ventuno.bank import OpenAccount, Outcome
from ventuno.bank.commands import ChangePassword
from ventuno.bank.passwords import refusal_of_password
from ventuno.bank.records import Role
from ventuno.bank.rules import DAY_MS
from ventuno.refusal import Refusal
from ventuno.store.engine import Engine
from ventuno.store.history import person, person_named
from ventuno.store.ledger import Ledger
from ventuno.store.tables import SESSIONS

SESSION_MS: Final = 30 * DAY_MS
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
    if found is None or not _matches(found.password_hash, old):
        return _wrong()
    if refusal := refusal_of_password(new, found.name):
        return refusal
    return ledger.execute(ChangePassword(key=key, at_ms=at_ms, player=player, password_hash=_hasher.hash(new)))


def log_in(ledger: Ledger, name: str, password: str, now_ms: int) -> str | Refusal:
    """A new session's token. Who is wrong is not told whether it was the name or the password."""
    found = person_named(ledger, name)
    hashed = found.password_hash if found and found.password_hash else _NOBODY
    if not _matches(hashed, password) or found is None or not found.password_hash:
        return _wrong()
    return open_session(ledger, found.number, now_ms, verified=found.password_hash) or _wrong()


def _wrong() -> Refusal:
    return Refusal("account/wrong_password", "the name or the password is wrong")


def _matches(hashed: str, password: str) -> bool:
    try:
        return _hasher.verify(hashed, password)
    except (VerificationError, InvalidHashError):
        return False


def open_session(
    ledger: Ledger, number: int, now_ms: int, lasts_ms: int = SESSION_MS, verified: str | None = None
) -> str:
    """`verified` is the hash that a password was found right for. Empty: another has taken its place meanwhile."""
    token = secrets.token_urlsafe(32)
    row = (_hash(token), number, now_ms, now_ms + lasts_ms, 0)

    def keep(engine: Engine) -> str:
        """Among the commands, one after the other: a change of the password comes before or after."""
        if verified is not None and engine.rows(_HASH_OF, number) != [(verified,)]:
            return ""
        engine.insert(SESSIONS, [row])
        return token

    kept: str = ledger.keep(keep)
    return kept


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


def revoke_all_sessions(ledger: Ledger, number: int, now_ms: int) -> None:
    def revoke(engine: Engine) -> None:
        engine.run("UPDATE sessions SET revoked_ms = ? WHERE person = ? AND revoked_ms = 0", now_ms, number)

    ledger.keep(revoke)


def forget_sessions(ledger: Ledger, before_ms: int) -> None:
    """Housekeeping: those that were over before then."""
    ledger.keep(lambda engine: engine.run("DELETE FROM sessions WHERE expires_ms < ?", before_ms))
