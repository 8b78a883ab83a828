"""Rounds that are left open, and files of games that change meanwhile: for the tests of what comes of them."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import msgspec

from tests.server.houses import QUICK
from ventuno.bank import BankCommand, OpenRound, Placed, PlaceStakes, Receipt
from ventuno.client import Client
from ventuno.client.table import TableHandle
from ventuno.server.running import Running
from ventuno.store import Ledger
from ventuno.store.acts import acts
from ventuno.store.history import purse_of, round_by_code
from ventuno.table.config import TableConfig, round_terms, spot_limits
from ventuno.variant import load
from ventuno.variant.find import CATALOG

PASSWORD = "a long enough one"
SLOW = msgspec.structs.replace(QUICK, decision_ms=20_000, betting_ms=300)
DEPOSIT = 100_000


def table(key: str, variant: str = "", **changes: object) -> TableConfig:
    return TableConfig(**{"key": key, "variant": variant or key, "times": SLOW, **changes})  # type: ignore[arg-type]


class Games:
    """A folder of the operator's own, whose files go before the catalog."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(exist_ok=True)

    def change(self, game: str, *changes: tuple[str, str], as_: str = "") -> None:
        """The catalog's game with other lines in it."""
        text = (CATALOG / f"{game}.toml").read_text(encoding="utf-8")
        for old, new in changes:
            assert old in text, old
            text = text.replace(old, new)
        (self.folder / f"{as_ or game}.toml").write_text(text, encoding="utf-8")


async def signed_up(house: Client) -> int:
    await house.sign_up("anna", PASSWORD)
    await house.desk.deposit(DEPOSIT)
    assert house.welcome is not None
    return house.welcome.player


async def asked(table: TableHandle, spots: dict[str, int]) -> str:
    """A round that waits for a decision of ours; its code."""
    seat = await table.sit()
    while True:
        await table.bets_open()
        for spot, amount_minor in spots.items():
            await table.bet(f"{seat}/{spot}", amount_minor)
        await table.deal()
        async for turn in table.turns():
            if "stand" in turn.options:
                return table.view.code
            await table.decide("decline", turn)


async def stood(table: TableHandle, code: str) -> None:
    """Plays it to its end."""
    await table.until(lambda now: now.turn() is not None or now.over(code), timeout_s=10)
    async for turn in table.turns():
        await table.decide("stand" if "stand" in turn.options else turn.options[0], turn)
    await table.until(lambda now: now.over(code), timeout_s=10)


def left_open(ledger: Ledger, key: str, game: str, code: str, *players: int, stake_minor: int = 1000) -> str:
    """A round that is open at the bank, with a stake of each, and that no table knows: a second house's, say."""
    config, variant, at_ms = table(key, game), load(game), int(time.time() * 1000)
    terms = round_terms(config, variant, spot_limits(config, variant))
    commands: list[BankCommand] = [
        OpenRound(key=f"{code}/open", at_ms=at_ms, round=code, table=key, game=game, terms=terms)
    ]
    commands += [
        PlaceStakes(
            key=f"{code}/{player}/bet", at_ms=at_ms, round=code, player=player, stakes=(Placed("1/main", stake_minor),)
        )
        for player in players
    ]
    for command in commands:
        outcome = ledger.execute(command)
        assert isinstance(outcome, Receipt), outcome
    return code


def state_of(ledger: Ledger, code: str) -> str:
    found = round_by_code(ledger, code)
    assert found is not None
    return found.state


def in_play(ledger: Ledger, player: int) -> int:
    purse = purse_of(ledger, player)
    assert purse is not None
    return purse.stakes


def voids(ledger: Ledger) -> dict[str, str]:
    """Of the audit log: the rounds that were voided, with the reasons."""
    return {one.subject.removeprefix("round "): one.reason for one in acts(ledger) if one.what == "void"}


async def until_void(running: Running, *codes: str) -> None:
    async with asyncio.timeout(5):
        while any(state_of(running.ledger, code) != "void" for code in codes):
            await asyncio.sleep(0.02)


def forget_rules(ledger: Ledger) -> None:
    """As a database was before rules were kept in it."""
    ledger.keep(lambda engine: engine.run("DELETE FROM definitions"))


def spoil(ledger: Ledger, code: str) -> None:
    """Something else stands where the round's events stood."""
    ledger.keep(lambda engine: engine.run("UPDATE events SET body = ? WHERE round = ?", b'{"type":"Nonsense"}', code))
