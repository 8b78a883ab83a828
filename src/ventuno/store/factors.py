"""The second factor where it is kept: the secret sealed, recovery codes as hashes, each code good once."""

from __future__ import annotations

import hashlib
import secrets
from typing import Final, NamedTuple

import msgspec

from ventuno.bank import totp
from ventuno.bank.commands import SetFactor
from ventuno.bank.records import Factor
from ventuno.refusal import Refusal, RefusalRaised
from ventuno.store.engine import Engine, Row
from ventuno.store.ledger import Ledger
from ventuno.store.loading import factor_from, select
from ventuno.store.sealing import Seal
from ventuno.store.tables import FACTORS

RECOVERY_CODES: Final = 10
OFFER_MS: Final = 15 * 60_000  # that an offer may wait for its first code
_SIGNS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # 32, none like another
_GROUPS, _GROUP = 4, 4
WRONG: Final = Refusal("account/wrong_code", "this code is wrong, or was used before: take the next one")
ANOTHER_KEY: Final = Refusal(
    "factor/other_key", "the house has another key now: take a recovery code, or have the factor reset"
)
NEEDED: Final = Refusal("account/code_needed", "a code of the second factor is needed too")


class Enrolled(NamedTuple):
    command: SetFactor
    codes: tuple[str, ...]  # shown once, for nothing else has them


def factor_of(ledger: Ledger, person: int) -> Factor | None:
    with ledger.reading() as engine:
        return _factor(engine.rows(select(FACTORS, "WHERE person = ?"), person))


def _factor(rows: list[Row]) -> Factor | None:
    return factor_from(rows[0]) if rows else None


def new_offer(seal: Seal, person: int, now_ms: int) -> tuple[bytes, bytes]:
    """A secret, and the same sealed: it comes back with the first code. Nothing is kept until then."""
    secret = secrets.token_bytes(totp.SECRET_BYTES)
    return secret, seal.seal(now_ms.to_bytes(8, "big") + secret, _offered_to(person))


def enrolled(seal: Seal, person: int, offer: bytes, code: str, now_ms: int) -> Enrolled | Refusal:
    """What is to be kept, where the code shows that the secret has arrived."""
    try:
        opened = seal.open(offer, _offered_to(person))
    except RefusalRaised:
        return Refusal("factor/no_offer", "this offer is none of ours: begin anew")
    made_ms, secret = int.from_bytes(opened[:8], "big"), opened[8:]
    if not 0 <= now_ms - made_ms <= OFFER_MS:
        return Refusal("factor/no_offer", "this offer is too old: begin anew")
    step = totp.step_of(secret, code, now_ms, after=0)
    if step is None:
        return WRONG
    codes = tuple(_new_code() for _ in range(RECOVERY_CODES))
    command = SetFactor(
        key=f"factor/{secrets.token_hex(12)}",
        at_ms=now_ms,
        by=person,
        player=person,
        sealed=seal.seal(secret, _of(person)),
        recovery=tuple(_hash(person, one) for one in codes),
        step=step,
    )
    return Enrolled(command, codes)


def pass_factor(engine: Engine, seal: Seal | None, person: int, code: str, now_ms: int) -> Refusal | str:
    """In the writer's transaction, so that of two who come with one code one gets in. Else what it was: a `code`, a
    `recovery` code, or nothing where there is no factor."""
    found = _factor(engine.rows(select(FACTORS, "WHERE person = ?"), person))
    if found is None:
        return ""
    if not code:
        return NEEDED
    if len(code) > totp.DIGITS:
        return _pass_by_recovery(engine, found, code)
    secret = _opened(seal, found)
    if secret is None:
        return ANOTHER_KEY
    step = totp.step_of(secret, code, now_ms, found.last_step)
    if step is None:
        return WRONG
    engine.run("UPDATE factors SET last_step = ? WHERE person = ?", step, person)
    return "code"


def _opened(seal: Seal | None, found: Factor) -> bytes | None:
    try:
        return seal.open(found.sealed, _of(found.person)) if seal else None
    except RefusalRaised:
        return None


def _pass_by_recovery(engine: Engine, found: Factor, code: str) -> Refusal | str:
    used = _hash(found.person, code)
    if used not in found.recovery:
        return WRONG
    left = [one for one in found.recovery if one != used]
    engine.run("UPDATE factors SET recovery = ? WHERE person = ?", msgspec.json.encode(left).decode(), found.person)
    return "recovery"


def _new_code() -> str:
    groups = ("".join(secrets.choice(_SIGNS) for _ in range(_GROUP)) for _ in range(_GROUPS))
    return "-".join(groups)


def _hash(person: int, code: str) -> str:
    """Eighty random bits need no slow hash."""
    plain = "".join(sign for sign in code.upper() if sign.isalnum())
    return hashlib.sha256(f"{person} {plain}".encode()).hexdigest()


def _of(person: int) -> str:
    return f"second factor of {person}"


def _offered_to(person: int) -> str:
    return f"second factor offered to {person}"
