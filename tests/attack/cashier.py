"""The cashier's desk: keys again, other amounts, many at once, against bets. Class `cashier`."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

from tests.attack.book import adds_up
from tests.attack.field import Field, attack, deal, play_out
from tests.attack.guest import Guest
from tests.attack.money import bet

PLENTY = 50_000


async def depositor(field: Field, amount: int = PLENTY) -> Guest:
    """Signed up, with money of their own."""
    guest = await field.account()
    if amount:
        answer = await guest.http(
            "POST", "/api/cashier/deposit", {"key": f"first-{guest.player:08}", "amount_minor": amount}
        )
        if answer.status != 200:
            raise ConnectionError(f"no deposit: {answer.status} {answer.body[:200]!r}")
    return guest


async def wallet_of(guest: Guest) -> int:
    me = (await guest.http("GET", "/api/me")).json
    return int(me["wallet_minor"]) + int(me["in_play_minor"])


def _is_laid(guest: Guest, key: str) -> bool:
    return guest.felts[key].lies >= 10_000


async def moved(guest: Guest, what: str, key: str, amount: Any) -> tuple[int, Any]:
    answer = await guest.http("POST", f"/api/cashier/{what}", {"key": key, "amount_minor": amount})
    return answer.status, answer.json


async def by_history(guest: Guest) -> int:
    moves = (await guest.http("GET", "/api/cashier/history?most=200")).json["moves"]
    signs = {"deposit": 1, "withdrawal": -1}
    return sum(signs[one["kind"]] * one["amount_minor"] for one in moves if one.get("state", "done") == "done")


@attack("cashier")
async def keys_again(field: Field) -> None:
    """The same key five times: one after the other, at once, for another amount, for the other direction."""
    for _ in range(field.rounds):
        guest = await depositor(field)
        for _ in range(3):
            await moved(guest, "deposit", "again-1234", 1000)
        field.score.held(await wallet_of(guest) == PLENTY + 1000, f"a deposit of 1000 again: {await wallet_of(guest)}")
        status, said = await moved(guest, "deposit", "again-1234", 9000)
        field.score.held(await wallet_of(guest) == PLENTY + 1000, f"the same key for 9000: {status} {said}")
        await moved(guest, "withdraw", "again-1234", 1000)
        now = await wallet_of(guest)
        field.score.held(now in (PLENTY, PLENTY + 1000), f"the same key the other way: {now}")
        await asyncio.gather(*(moved(guest, "deposit", "at-once-1234", 1000) for _ in range(8)))
        field.score.held(await wallet_of(guest) == now + 1000, f"eight at once: {now} became {await wallet_of(guest)}")
        before = await wallet_of(guest)
        await asyncio.gather(*(moved(guest, "withdraw", "out-at-once", 1000) for _ in range(8)))
        field.score.held(
            await wallet_of(guest) == before - 1000, f"eight at once: {before} became {await wallet_of(guest)}"
        )
        total = await by_history(guest)
        field.score.held(
            await wallet_of(guest) == total, f"the history makes {total}, there are {await wallet_of(guest)}"
        )


@attack("cashier")
async def keys_of_others(field: Field) -> None:
    """Two people use the same key: each has their own money moved."""
    one, other = await depositor(field), await depositor(field)
    for guest in (one, other):
        status, said = await moved(guest, "deposit", "shared-key-1", 700)
        field.score.held(status == 200 and await wallet_of(guest) == PLENTY + 700, f"{status} {said}")


@attack("cashier")
async def more_than_there_is(field: Field) -> None:
    """All of it, ten times at once under ten keys: it is paid out once."""
    for _ in range(field.rounds):
        guest = await depositor(field)
        answers = await asyncio.gather(*(moved(guest, "withdraw", f"all-{at}-123456", PLENTY) for at in range(10)))
        paid = sum(status == 200 for status, _ in answers)
        field.score.held(paid <= 1 and await wallet_of(guest) == PLENTY * (1 - paid), f"paid out {paid} times")
        field.score.held(await by_history(guest) == await wallet_of(guest), "the history does not add up")


@attack("cashier")
async def amounts_that_are_none(field: Field) -> None:
    """Negative, nothing, broken, text, huge: refused."""
    guest = await depositor(field)
    amounts: tuple[Any, ...] = (-1, 0, -PLENTY, 0.5, "100", None, True, [], {}, 10**10 + 1, 2**63, 10**40, 1e300)
    for what in ("deposit", "withdraw"):
        for amount in amounts:
            before = await wallet_of(guest)
            status, said = await moved(guest, what, f"none-{field.random.getrandbits(40)}", amount)
            field.score.held(
                status in (400, 409) and await wallet_of(guest) == before, f"{what} {amount}: {status} {said}"
            )
    for key in ("", "short", "a" * 65, "with space", "new\nline", "nul\x00nul", "ünï-code-key", None, 12345678):
        status, said = await moved(guest, "deposit", key, 100)  # type: ignore[arg-type]
        field.score.held(status == 400, f"the key {key!r}: {status} {said}")


@attack("cashier")
async def out_of_the_door_with_the_stake(field: Field) -> None:
    """Bets and withdrawals of the same money in the same moment: never both."""
    key = field.live("all-bets")
    for number in range(2 * field.rounds):
        guest = await depositor(field, 20_000)
        await guest.connect()
        await guest.join(key)
        sent = [guest.link.send(bet(f"{spot}/main", 10_000), key) for spot in (1, 2)]
        outs = [moved(guest, "withdraw", f"race-{number}-{at}-1234", 10_000) for at in range(3)]
        await asyncio.gather(*sent, *outs)
        await guest.until(partial(_is_laid, guest, key), 1)
        paid = 20_000 - await by_history(guest)
        laid = guest.felts[key].lies
        held = paid + laid <= 20_000 and await wallet_of(guest) == 20_000 - paid
        field.score.held(held, f"{paid} went out, {laid} lie, there were 20000; now {await wallet_of(guest)}")
        if laid:
            await deal(guest, key)
            await play_out(guest, key)
        field.score.complaints(await adds_up(guest, 20_000 - paid, set()))
        await guest.go()


@attack("cashier")
async def limits_before_money(field: Field) -> None:
    """A deposit beyond my own limit takes nothing; many small ones at once do not get past it either."""
    guest = await depositor(field, 0)
    limit = {"kind": "deposit", "period": "day", "amount": 5000}
    answer = await guest.http("PUT", "/api/care/limit", limit)
    field.score.held(answer.status == 200, f"a limit is refused: {answer.status} {answer.body[:100]!r}")
    status, said = await moved(guest, "deposit", "beyond-123456", 5001)
    field.score.held(status != 200 and await wallet_of(guest) == 0, f"5001 with a limit of 5000: {status} {said}")
    await asyncio.gather(*(moved(guest, "deposit", f"many-{at}-123456", 1000) for at in range(12)))
    field.score.held(await wallet_of(guest) <= 5000, f"twelve at once: {await wallet_of(guest)} with a limit of 5000")
    await guest.http("PUT", "/api/care/limit", limit | {"amount": 10**9})
    status, said = await moved(guest, "deposit", "loosened-1234", 4000)
    field.score.held(status != 200, f"a limit was loosened at once: {status} {said}")


@attack("cashier")
async def play_money_stays_play_money(field: Field) -> None:
    """A guest cannot carry play money out, nor sign up with it."""
    guest = await field.guest()
    answer = await guest.http("POST", "/api/cashier/withdraw", {"key": "play-money-1", "amount_minor": 1000})
    before = guest.wallet
    field.score.held(answer.status != 500, f"{answer.status}")
    body = {"name": field.fresh_name(), "password": "a good long password 9", "currency": "PLAY"}
    answer = await field.ask("POST", "/api/sign-up", body)
    field.score.held(answer.status >= 400, f"an account of play money: {answer.status}")
    for currency in ("XXX", "eur", "", "EURO" * 5, "€€€", "A\x00B", 5):
        answer = await field.ask("POST", "/api/sign-up", body | {"currency": currency, "name": field.fresh_name()})
        field.score.held(400 <= answer.status < 500, f"currency {currency!r}: {answer.status} {answer.body[:100]!r}")
    field.score.held(before >= 0, "")
    await guest.go()
