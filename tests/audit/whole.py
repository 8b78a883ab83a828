"""A house in which every table has rows: an evening's books, and everything that people can do beside playing."""

from __future__ import annotations

from tests.audit.evening import ANNA, BOB, evening
from tests.store.desk import DAY_MS, Desk
from tests.store.issuing import issue_all
from ventuno.bank import (
    AskDeposit,
    AskWithdrawal,
    ChangePassword,
    ChangeSettings,
    ExcludeSelf,
    HearProvider,
    KeepTable,
    OpenAccount,
    SetLimit,
    SetRealityCheck,
    SetRole,
    SetVipLevel,
    TakeTimeOut,
)
from ventuno.bank.commands import ForgetFactor, SetFactor, UseRecoveryCode
from ventuno.store.definitions import keep_definitions
from ventuno.store.key_check import remember_key
from ventuno.store.packing import pack_step
from ventuno.store.sealing import KEY_BYTES, Seal
from ventuno.store.sessions import open_session
from ventuno.store.statement import index_entries
from ventuno.store.voids import note_told
from ventuno.variant import load

PASSWORD = "a hash of something"


def whole_house(desk: Desk) -> Desk:
    keep_definitions(desk.ledger, [load("cashback"), load("classic-free-bet")], desk.now_ms)
    evening(desk)
    issue_all(desk)
    _between_rounds(desk)
    desk.ledger.keep(pack_step)
    desk.round("LATER")
    desk.place(BOB, 300, code="LATER")
    _staff(desk)
    _careful(desk)
    _cash(desk)
    desk.ok(SetVipLevel, player=BOB, level="gold")
    desk.ok(ChangeSettings, player=ANNA, settings={"sound": False, "chips": 5})
    desk.ok(ChangeSettings, player=ANNA, settings={"sound": True})
    desk.ok(OpenAccount, name="someone 1", currency="EUR", demo=True)
    open_session(desk.ledger, ANNA, desk.now_ms)
    remember_key(desk.ledger, Seal(bytes(KEY_BYTES)))
    index_entries(desk.ledger)
    issue_all(desk)
    return desk


def _between_rounds(desk: Desk) -> None:
    """Tables as they are kept, and a player who has been told of what went back."""
    for body in (b"nobody sits there", b"anna sits there"):
        desk.ok(KeepTable, table="one", asked=b"a digest of what she asked for", body=body)
    desk.ok(KeepTable, table="two", player=BOB, body=b"limits of his choice")
    note_told(desk.ledger, [(ANNA, 1)])


def _staff(desk: Desk) -> None:
    for name in ("carla", "dario"):
        number = desk.ok(OpenAccount, name=name, currency="EUR", password_hash=PASSWORD).player
        desk.ok(SetRole, player=number, role="supervisor", reason="she knows the house")
        codes = (f"{name} 1", f"{name} 2", f"{name} 3")
        desk.ok(SetFactor, player=number, by=number, sealed=name.encode(), recovery=codes, step=7)
    desk.ok(ChangePassword, player=number, password_hash=f"{PASSWORD} too")
    desk.ok(ForgetFactor, player=number, reason="the phone is lost")
    desk.ok(SetFactor, player=number, by=number, sealed=b"another", recovery=("4", "5"), step=9)
    desk.ledger.keep(lambda engine: engine.run("UPDATE factors SET recovery = '[\"5\"]' WHERE person = ?", number))
    desk.ok(UseRecoveryCode, player=number, by=number, left=1)


def _careful(desk: Desk) -> None:
    desk.ok(SetLimit, player=ANNA, kind="loss", period="week", amount=50_000)
    desk.ok(SetLimit, player=ANNA, kind="deposit", period="day", amount=90_000)
    desk.ok(SetRealityCheck, player=ANNA, every_ms=DAY_MS)
    desk.now_ms += DAY_MS // 2
    desk.ok_deposit(ANNA, 1_000)  # another day: what the limits count from is rolled on
    erna = desk.player("erna")
    desk.ok(TakeTimeOut, player=erna, until_ms=desk.now_ms + DAY_MS)
    desk.ok(ExcludeSelf, player=erna)


def _cash(desk: Desk) -> None:
    for key, answer in (("in", "done"), ("no", "refused")):
        desk.ok(AskDeposit, key=key, player=BOB, currency="EUR", amount_minor=500, provider="the bank")
        heard = {"transfer": key, "player": BOB, "order": "collect", "answer": answer, "said": ("no_funds", "no money")}
        desk.ok(HearProvider, **heard)
    desk.ok(AskWithdrawal, key="out", player=BOB, currency="EUR", amount_minor=200, provider="the bank")
