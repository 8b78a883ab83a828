"""A crowd is settled by columns: the same money, entries and history as one player after the other would give."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from concurrent.futures import Future
from typing import Any

import pytest

from tests.store.desk import DAY_MS, Desk
from ventuno.bank import (
    BankCommand,
    Book,
    Deposit,
    ExpireGoldenChips,
    GrantGoldenChips,
    JackpotWin,
    OpenAccount,
    OpenJackpot,
    Outcome,
    Placed,
    PlaceStakes,
    Receipt,
    RoundTerms,
    SettleRound,
    TakeBackStakes,
    VoidRound,
)
from ventuno.store.auditing import audit
from ventuno.store.history import rounds_of_player
from ventuno.store.postgres import COPY_FROM


def together(desk: Desk, *commands: BankCommand) -> list[Outcome]:
    """All in one transaction: they gather while the writer is held up."""
    go, books = threading.Event(), list[Book]()
    desk.ledger.watch(books.append)
    held: Future[Any] = desk.ledger._writer.submit(lambda _: go.wait())
    futures = [desk.ledger.submit(command) for command in commands]
    go.set()
    held.result()
    outcomes = [future.result() for future in futures]
    assert len(books[-1].changes.records) == len(commands)  # not one after the other, as after a fault
    return outcomes


def seated(desk: Desk, count: int, stake: int = 100) -> list[int]:
    """One player in three in dollars."""
    when = {"at_ms": desk.now_ms}
    money = ["EUR" if number % 3 else "USD" for number in range(count)]
    opened = [OpenAccount(key=f"a{n}", name=f"p{n}", currency=money[n], **when) for n in range(count)]
    players = [receipt.player for receipt in all_of(desk, opened)]
    all_of(
        desk,
        [
            Deposit(key=f"d{p}", player=p, currency=c, amount_minor=1_000, **when)
            for p, c in zip(players, money, strict=True)
        ],
    )
    desk.round()
    stakes = (Placed("1/main", stake),)
    all_of(
        desk, [PlaceStakes(key=f"s{player}", round="R1", player=player, stakes=stakes, **when) for player in players]
    )
    return players


def all_of(desk: Desk, commands: Sequence[BankCommand]) -> list[Receipt]:
    outcomes = [future.result() for future in [desk.ledger.submit(command) for command in commands]]
    assert all(isinstance(outcome, Receipt) for outcome in outcomes)
    return [outcome for outcome in outcomes if isinstance(outcome, Receipt)]


def wallets(desk: Desk, players: list[int]) -> list[int]:
    return [desk.purse(player).wallet for player in players]


def test_more_than_an_array_holds_are_settled_and_counted(desk: Desk) -> None:
    players = seated(desk, COPY_FROM + 100)
    returned = {player: player % 3 * 100 for player in players}
    receipt = desk.ok(SettleRound, round="R1", returned=returned)
    assert (receipt.staked_minor, receipt.returned_minor) == (100 * len(players), sum(returned.values()))
    assert wallets(desk, players) == [900 + returned[player] for player in players]
    for player in players[:6]:
        (played,) = rounds_of_player(desk.ledger, player)
        assert (played.code, played.staked_minor, played.returned_minor) == ("R1", 100, returned[player])
        assert (desk.purse(player).staked, desk.purse(player).returned) == (100, returned[player])
    desk.check()


def test_a_void_gives_a_crowd_its_stakes_back_and_counts_none(desk: Desk) -> None:
    players = seated(desk, COPY_FROM + 1)
    assert desk.ok(VoidRound, round="R1", reason="torn card").returned_minor == 100 * len(players)
    assert set(wallets(desk, players)) == {1_000}
    assert {(desk.purse(player).staked, desk.purse(player).returned) for player in players} == {(0, 0)}
    desk.check()


def test_what_a_player_has_on_several_spots_is_one_stake_of_the_crowd(desk: Desk) -> None:
    anna, bob = seated(desk, 2)
    desk.place(anna, 50, "1/21+3")
    desk.place(bob, 70, "2/main")
    desk.ok(TakeBackStakes, round="R1", player=bob, stakes=(Placed("1/main", 100),))
    desk.ok(SettleRound, round="R1", returned={anna: 400})
    assert wallets(desk, [anna, bob]) == [1_250, 930]
    assert [rounds_of_player(desk.ledger, player)[0].staked_minor for player in (anna, bob)] == [150, 70]
    desk.check()


def test_a_stake_and_the_settlement_in_one_transaction_are_both_counted(desk: Desk) -> None:
    anna, bob, carla = seated(desk, 3)
    key = {"at_ms": desk.now_ms, "round": "R1"}
    outcomes = together(
        desk,
        PlaceStakes(key="more", player=anna, stakes=(Placed("1/main", 300),), **key),
        TakeBackStakes(key="less", player=bob, stakes=(Placed("1/main", 100),), **key),
        SettleRound(key="end", staked={anna: 400, carla: 100}, returned={anna: 800, carla: 200}, **key),
    )
    assert all(isinstance(outcome, Receipt) for outcome in outcomes), outcomes
    assert wallets(desk, [anna, bob, carla]) == [1_400, 1_000, 1_100]
    desk.check()


def test_two_rounds_settled_at_once_add_up_in_one_purse(desk: Desk) -> None:
    players = seated(desk, 4)
    desk.round("R2")
    for player in players:
        desk.place(player, 10, code="R2")
    together(
        desk,
        SettleRound(key="1", at_ms=1, round="R1", returned=dict.fromkeys(players, 200), **desk.held("R1")),
        SettleRound(key="2", at_ms=1, round="R2", returned=dict.fromkeys(players, 20), **desk.held("R2")),
    )
    assert wallets(desk, players) == [1_110] * 4
    desk.check()


def test_what_is_added_to_a_purse_is_not_lost_to_one_that_is_written_whole(desk: Desk) -> None:
    """Anna's expired chips are taken in the same transaction that settles her among the crowd."""
    anna, bob = seated(desk, 2)
    desk.ok(GrantGoldenChips, player=anna, value_minor=50, count=2, expires_ms=desk.now_ms + 1)
    together(
        desk,
        SettleRound(key="end", at_ms=1, round="R1", returned={anna: 200, bob: 200}, **desk.held("R1")),
        ExpireGoldenChips(key="expire", at_ms=desk.now_ms + DAY_MS),
    )
    assert desk.balances(anna) == (1_100, 0, 0, 0)
    desk.check()


def test_golden_chips_and_a_jackpot_are_won_among_a_crowd_j1_k3(desk: Desk) -> None:
    desk.ok(OpenJackpot, jackpot="j", currency="EUR", seed_minor=1_000, contribution="3/100")
    anna, bob, carla, dora = (desk.player(name) for name in ("anna", "bob", "carla", "dora"))
    desk.ok(GrantGoldenChips, player=bob, value_minor=100, count=1, expires_ms=desk.now_ms + DAY_MS)
    desk.round(terms=RoundTerms(jackpots={"progressive": "j"}))
    for player in (anna, carla, dora):
        desk.place(player, 500)
        desk.place(player, 150, "1/progressive")
    desk.ok(PlaceStakes, round="R1", player=bob, stakes=(Placed("1/main", 0, {100: 1}),))
    receipt = desk.ok(
        SettleRound,
        round="R1",
        returned={anna: 1_000, dora: 500},
        golden_back={bob: ("1/main",)},
        jackpot=JackpotWin("j", 1_000, {carla: 1}),
    )
    assert receipt.contributed_minor == 13  # 3 % of three times 150, and a half carried
    assert wallets(desk, [anna, bob, carla, dora]) == [10_350, 10_000, 10_350, 9_850]
    assert desk.balances(bob) == (10_000, 0, 100, 0)
    desk.check()


def test_the_database_refuses_a_crowd_that_would_take_more_than_is_in_play(desk: Desk) -> None:
    players = seated(desk, 5)
    desk.ledger.keep(lambda engine: engine.run("UPDATE purses SET stakes = 99 WHERE player = ?", players[3]))
    with pytest.raises(Exception, match=r"(?i)check"):
        desk.do(SettleRound, round="R1", returned=dict.fromkeys(players, 100))
    assert wallets(desk, players) == [900] * 5


def test_who_has_no_stake_is_paid_nothing_and_nobody_else_is_either(desk: Desk) -> None:
    players = seated(desk, 3)
    outsider = desk.player("outsider")
    assert desk.refused(SettleRound, round="R1", returned={players[0]: 1, outsider: 1}) == "settle/no_stake"
    assert desk.refused(SettleRound, round="R1", returned={players[0]: -1}) == "ledger/negative"
    assert desk.refused(SettleRound, round="R1", returned={players[0]: 10**15 + 1}) == "ledger/too_large"
    desk.check()


def test_one_entry_of_a_crowd_that_was_tampered_with_is_found_in_its_record(desk: Desk) -> None:
    players = seated(desk, 20)
    receipt = desk.ok(SettleRound, round="R1", returned=dict.fromkeys(players, 200))

    def swap(engine: Any) -> None:
        """Two players' winnings change owners: every sum stays as it was."""
        if "sqlite" in type(engine).__module__:
            engine.run("DROP TRIGGER entries_update_never")
        else:
            engine.run("SET LOCAL session_replication_role = replica")
        one, other = players[7] * 8, players[8] * 8
        change = "SET account = CASE account WHEN ? THEN ? ELSE ? END WHERE account IN (?, ?) AND amount = 200"
        engine.run(f"UPDATE entries {change}", one, other, one, one, other)

    desk.ledger.keep(swap)
    assert [found.what for found in audit(desk.ledger).findings if found.code == "audit/chain"] == [
        f"record {receipt.number} (SettleRound) is not what was sealed"
    ]
