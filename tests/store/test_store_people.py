"""Who is who: Argon2 passwords, sessions kept on the server, profiles (A7, A10)."""

from __future__ import annotations

import pytest

from tests.store.desk import DAY_MS, Desk
from ventuno.bank import ChangeSettings, OpenAccount, SetVipLevel
from ventuno.bank.receipts import Receipt
from ventuno.refusal import Refusal
from ventuno.store import open_ledger, sessions
from ventuno.store.history import person
from ventuno.store.sessions import (
    LoggedIn,
    Session,
    change_password,
    forget_sessions,
    log_in,
    register,
    revoke_all_sessions,
    revoke_session,
    session_of,
)

SECRET = "correct horse battery"


@pytest.fixture
def anna(desk: Desk) -> int:
    receipt = register(desk.ledger, key="anna", at_ms=desk.now_ms, name="anna", password=SECRET, currency="EUR")
    assert isinstance(receipt, Receipt)
    return receipt.player


def logged_in(desk: Desk, password: str = SECRET) -> str:
    entered = log_in(desk.ledger, "anna", password, desk.now_ms)
    assert isinstance(entered, LoggedIn), entered
    return entered.token


def is_in(desk: Desk, token: str) -> bool:
    return isinstance(session_of(desk.ledger, token, desk.now_ms), Session)


def test_the_right_password_opens_a_session(desk: Desk, anna: int) -> None:
    session = session_of(desk.ledger, logged_in(desk), desk.now_ms)
    assert session == Session(anna, desk.now_ms, desk.now_ms + 30 * DAY_MS)


def test_neither_name_nor_password_is_given_away(desk: Desk, anna: int) -> None:
    wrong = [log_in(desk.ledger, "anna", "wrong horse battery", 1), log_in(desk.ledger, "nobody", SECRET, 1)]
    assert wrong[0] == wrong[1] == Refusal("account/wrong_password", "the name or the password is wrong")


def test_an_account_without_a_password_cannot_be_entered(desk: Desk) -> None:
    desk.player("bob")
    assert isinstance(log_in(desk.ledger, "bob", "", 1), Refusal)


def test_the_database_has_neither_password_nor_token(desk: Desk, anna: int) -> None:
    token = logged_in(desk)
    with desk.ledger.reading() as engine:
        kept = repr(engine.rows("SELECT * FROM people") + engine.rows("SELECT * FROM sessions"))
    assert SECRET not in kept
    assert token not in kept
    assert "$argon2id$" in kept


@pytest.mark.usefixtures("slow_hashes")
def test_a_hash_costs_what_it_should_and_as_much_where_there_is_nobody() -> None:
    """RFC 9106, the second recommended option: 64 MiB, three passes, four lanes."""
    for hashed in (sessions._hasher.hash(SECRET), sessions._NOBODY):
        assert hashed.startswith("$argon2id$v=19$m=65536,t=3,p=4$")


def test_a_session_can_be_revoked_alone_or_with_all_others(desk: Desk, anna: int) -> None:
    phone, desktop, tablet = (logged_in(desk) for _ in range(3))
    revoke_session(desk.ledger, phone, desk.now_ms)
    assert [is_in(desk, token) for token in (phone, desktop, tablet)] == [False, True, True]
    revoke_all_sessions(desk.ledger, anna, desk.now_ms)
    assert [is_in(desk, token) for token in (phone, desktop, tablet)] == [False, False, False]


def test_a_session_ends_by_itself(desk: Desk, anna: int) -> None:
    token = logged_in(desk)
    desk.now_ms += 30 * DAY_MS
    assert not is_in(desk, token)
    forget_sessions(desk.ledger, desk.now_ms + 1)
    assert not is_in(desk, token)
    assert not is_in(desk, "made up")


def test_a_changed_password_ends_every_session(desk: Desk, anna: int) -> None:
    token = logged_in(desk)
    fields = {"at_ms": desk.now_ms, "player": anna}
    wrong = change_password(desk.ledger, key="1", old="not this one", new="another good one", **fields)
    assert isinstance(wrong, Refusal)
    assert is_in(desk, token)
    assert isinstance(change_password(desk.ledger, key="2", old=SECRET, new="another good one", **fields), Receipt)
    assert not is_in(desk, token)
    logged_in(desk, "another good one")


def test_a_registration_sent_twice_makes_one_account(desk: Desk, anna: int) -> None:
    again = register(desk.ledger, key="anna", at_ms=desk.now_ms, name="anna", password=SECRET, currency="EUR")
    assert isinstance(again, Receipt)
    assert again.player == anna


def test_a_weak_password_is_refused_before_anything_is_stored(desk: Desk) -> None:
    weak = register(desk.ledger, key="bob", at_ms=1, name="bob", password="12345", currency="EUR")
    assert isinstance(weak, Refusal)
    assert weak.code == "password/short"


@pytest.mark.parametrize("role", ["player", "operator", "supervisor"])
def test_there_are_players_operators_and_supervisors(desk: Desk, role: str) -> None:
    fields = {"key": role, "at_ms": 1, "name": role, "password": SECRET, "currency": "EUR"}
    receipt = register(desk.ledger, **fields, role=role)
    assert isinstance(receipt, Receipt)
    found = person(desk.ledger, receipt.player)
    assert found is not None
    assert found.role == role


def test_settings_are_applied_together_and_kept_in_the_profile_a7(desk: Desk) -> None:
    anna = desk.player()
    desk.ok(ChangeSettings, player=anna, settings={"language": "it", "insurance": True})
    desk.ok(ChangeSettings, player=anna, settings={"insurance": False, "volume": 70})
    found = person(desk.ledger, anna)
    assert found is not None
    assert found.settings == '{"insurance":false,"language":"it","volume":70}'
    many = {f"s{number}": 1 for number in range(70)}
    assert desk.refused(ChangeSettings, player=anna, settings=many) == "account/too_many_settings"


def test_a_vip_level_is_kept_and_recorded_b4(desk: Desk) -> None:
    anna = desk.player()
    desk.ok(SetVipLevel, player=anna, level="silver")
    found = person(desk.ledger, anna)
    assert found is not None
    assert found.vip_level == "silver"
    desk.check()


# -- names --------------------------------------------------------------------------------------


def test_of_names_that_look_alike_there_is_one(desk: Desk, anna: int) -> None:
    for name in ("anna", "ANNA", "an na", "Ànna", "аппа"):
        assert desk.refused(OpenAccount, name=name, currency="EUR") == "account/name_taken", name
    assert desk.refused(OpenAccount, name="Banco", currency="EUR") == "account/name_reserved"
    assert desk.refused(OpenAccount, name="an\u200bnabel", currency="EUR") in ("ledger/bad_name", "account/bad_name")


def test_two_in_one_transaction_do_not_both_get_a_name(desk: Desk) -> None:
    asked = [
        desk.ledger.submit(OpenAccount(key=f"k{n}", at_ms=1, name=name, currency="EUR"))
        for n, name in enumerate(["Paolo", "PAOLO", "Pao1o"])
    ]
    assert sum(isinstance(one.result(), Receipt) for one in asked) == 1


def test_people_from_before_keep_their_names_and_can_sign_in_where_two_clash(where: str) -> None:
    """As a database was before there was a list of what names look like."""
    with open_ledger(where) as ledger:
        for name in ("anna", "berta"):
            register(ledger, key=name, at_ms=1, name=name, password=SECRET, currency="EUR")
        ledger.keep(lambda engine: engine.run("UPDATE people SET name = 'Аnna' WHERE name = 'berta'"))
        ledger.keep(lambda engine: engine.run("DELETE FROM names"))
    with open_ledger(where) as ledger:
        for name in ("anna", "Аnna"):
            assert isinstance(log_in(ledger, name, SECRET, 1), LoggedIn), name
        third = register(ledger, key="3", at_ms=1, name="ANNA", password=SECRET, currency="EUR")
        assert isinstance(third, Refusal)
        assert third.code == "account/name_taken"


def test_a_name_may_be_typed_in_any_form_of_its_letters(desk: Desk, anna: int) -> None:
    assert isinstance(log_in(desk.ledger, "\uff41\uff4e\uff4e\uff41", SECRET, desk.now_ms), LoggedIn)
