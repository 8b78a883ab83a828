"""Money tricks with bets: repeated, reordered, raced, out of range, at the wrong moment. Class `money`.

After every trick the round is played out and must be explained by the attacker's own book.
"""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import Awaitable, Callable
from typing import Any, Final

from tests.attack import wire
from tests.attack.book import adds_up, explained
from tests.attack.felt import Felt
from tests.attack.field import Choose, Field, attack, deal, enabled, play_out, send_many, stand, window
from tests.attack.guest import Guest

BIG, SMALL, TINY = 10000, 100, 50
Trick = Callable[[Guest, str, str], Awaitable[None]]
SOLO: Final = ("all-bets", "free-chip")  # quick: nobody waits for a clock
_turns = itertools.count()  # attacks spread over the tables of a game
UNDO: Final = {"type": "Undo"}
CLEAR: Final = {"type": "ClearBets"}
DOUBLE: Final = {"type": "DoubleBets"}
REPEAT: Final = {"type": "RepeatBets"}


def bet(spot: str, amount: Any) -> dict[str, Any]:
    return {"type": "Bet", "spot": spot, "amount_minor": amount}


async def spot_for(guest: Guest, key: str) -> str:
    """Where our main bet goes; on a seated table after sitting down."""
    felt = guest.felts[key]
    if felt.kind != "seated":
        return "1/main"
    for _ in range(20):
        for seat in range(1, felt.info["positions"] + 1):
            if not felt.seats.get(seat) and (await guest.ask({"type": "Sit", "seat": seat}, key))["type"] == "Done":
                return f"{seat}/main"
        await asyncio.sleep(1)
    raise ConnectionError("no seat is free")


async def tricked(
    field: Field, game: str, trick: Trick, *, unsure: bool = False, times: int = 0, least: int = SMALL
) -> None:
    """The trick, then a bet where none lies, then the round to its end: money must be as our book has it."""
    for _ in range(times or (field.rounds if game in SOLO else field.rounds // 2)):
        key = field.live(game, next(_turns))
        guest = await field.guest(key)
        spot = await spot_for(guest, key)
        felt = guest.felts[key]
        for _ in range(2):  # a second round, for what is carried over from the first
            if field.score.held(await window(guest, key), f"no betting window at {key}: {felt.paused}"):
                await _round(field, guest, key, spot, trick, unsure, least)
        await guest.go()


async def _round(field: Field, guest: Guest, key: str, spot: str, trick: Trick, unsure: bool, least: int) -> None:
    felt, before = guest.felts[key], guest.wallet
    opened, known = felt.opened, set(felt.rounds) - {felt.code}
    await trick(guest, key, spot)
    if felt.kind != "solo" and felt.opened != opened:  # too slow: the next window is open already
        field.score.complaints(await adds_up(guest, before, known))
        return
    if not felt.lies and felt.is_open and least:
        await guest.bet(key, spot, least)
    felt.now.unsure = felt.now.unsure or unsure
    await finish(field, guest, key, before)


async def finish(field: Field, guest: Guest, key: str, before: int, choose: Choose = stand) -> None:
    code = guest.felts[key].code
    if not await deal(guest, key):  # nothing that can be played: it comes back when it is asked back
        await guest.ask(CLEAR, key)
    await play_out(guest, key, choose)
    field.score.complaints(await explained(guest, key, before, code))


GAMES: Final = ("all-bets", "infinite", "cashback", "classic-free-bet")


async def everywhere(field: Field, trick: Trick, *, unsure: bool = False, games: tuple[str, ...] = GAMES) -> None:
    await asyncio.gather(*(tricked(field, game, trick, unsure=unsure) for game in games))


# -- repetition ---------------------------------------------------------------------------------


@attack("money")
async def same_id_within_the_window(field: Field) -> None:
    """The same bet under the same id, five times at once and one by one."""

    async def trick(guest: Guest, key: str, spot: str) -> None:
        id = f"x{field.random.getrandbits(40)}"
        await send_many(guest.link, [(id, bet(spot, 1000))] * 5, key)
        await guest.link.answer(id, 5, 0.5)
        await guest.bet(key, spot, 1000, id)

    await everywhere(field, trick)


def after(count: int, first: int = BIG, last: int = SMALL) -> Trick:
    """Bet a lot under X, take it back, let the house forget X, bet a little, X again."""

    async def trick(guest: Guest, key: str, spot: str) -> None:
        id = f"x{guest.player}-{guest.felts[key].code}-{count}-{first}-{len(guest.done)}"
        await guest.bet(key, spot, first, id)
        await guest.ask(CLEAR, key)
        for number in range(count // 2):
            await send_many(guest.link, [(f"{id}b{number}", bet(spot, SMALL)), (f"{id}u{number}", UNDO)], key)
            if await guest.link.answer(f"{id}u{number}", 1, 3) == {}:
                break
            if number > 25:
                await asyncio.sleep(0.07)  # as fast as the house lets us
        await guest.bet(key, spot, last)
        await guest.bet(key, spot, first, id)

    return trick


@attack("money")
async def same_id_after_clear(field: Field) -> None:
    """Bet under X, CLEAR BETS, bet less, X again."""
    await everywhere(field, after(0))


@attack("money")
async def same_id_after_70_others(field: Field) -> None:
    """The table remembers so many answers; the bank remembers all."""
    await everywhere(field, after(70), games=("all-bets", "infinite", "cashback"))


@attack("money")
async def same_id_after_500_others(field: Field) -> None:
    """Longer than any memory of answers."""
    await tricked(field, "all-bets", after(500), times=1)


@attack("money")
async def same_id_of_everything(field: Field) -> None:
    """Every betting command under an id that was used, after a clear and after many others."""

    async def trick(guest: Guest, key: str, spot: str) -> None:
        id = f"e{guest.player}-{guest.felts[key].code}-{len(guest.done)}"
        said = [bet(spot, 1000), DOUBLE, {"type": "BetAll", "position": 1, "chip_minor": 100}]
        said.append({"type": "AllSideBets", "chip_minor": 100})
        for number, do in enumerate(said):
            await guest.ask(do, key, id=f"{id}-{number}")
        await guest.ask(CLEAR, key)
        for number in range(35):
            await send_many(guest.link, [(f"{id}b{number}", bet(spot, SMALL)), (f"{id}u{number}", UNDO)], key)
            await guest.link.answer(f"{id}u{number}", 1, 3)
        await guest.bet(key, spot, SMALL)
        for number, do in enumerate(said):
            await guest.ask(do, key, id=f"{id}-{number}")

    await tricked(field, "all-bets", trick, unsure=True)


@attack("money")
async def same_id_over_two_connections(field: Field) -> None:
    """The same request on two connections at once, both at the table one after the other."""

    async def trick(guest: Guest, key: str, spot: str) -> None:
        id = f"t{guest.player}-{len(guest.done)}-{field.random.getrandbits(30)}"
        first, second = guest.link, await guest.connect()
        await asyncio.gather(first.send(bet(spot, 1000), key, id=id), second.send(bet(spot, 1000), key, id=id))
        await asyncio.gather(first.answer(id, 1, 2), second.answer(id, 1, 2))
        await second.ask({"type": "Join"}, key)
        await second.ask(bet(spot, 1000), key, id=id)
        first.drop()

    await everywhere(field, trick, games=("all-bets", "cashback"))


@attack("money")
async def same_id_after_reconnect(field: Field) -> None:
    """Bet, cut the cable before the answer, come back and say it again."""

    async def trick(guest: Guest, key: str, spot: str) -> None:
        id = f"r{guest.player}-{len(guest.done)}-{field.random.getrandbits(30)}"
        await guest.link.send(bet(spot, 1000), key, id=id)
        await asyncio.sleep(field.random.choice((0, 0.002, 0.02, 0.1)))
        guest.link.drop()
        await guest.connect()
        await guest.join(key)
        await guest.bet(key, spot, 1000, id)
        guest.felts[key].now.unsure = True  # whether the first one was heard is not known to us

    await everywhere(field, trick)


@attack("money")
async def same_id_in_the_next_round(field: Field) -> None:
    """With the old round's code it is refused; without, it is a new bet or none, and either way paid for."""

    async def trick(guest: Guest, key: str, spot: str) -> None:
        felt = guest.felts[key]
        old = getattr(guest, "old", None)
        if old is not None:
            answer = await guest.bet(key, spot, 1000, f"{old[0]}n", old[1])
            field.score.held(answer["type"] != "Done", f"a bet for {old[1]} was taken in {felt.code}")
            felt.now.unsure = True
            await guest.bet(key, spot, 1000, old[0])
        id = f"n{guest.player}-{len(guest.done)}"
        await guest.bet(key, spot, 1000, id)
        guest.old = (id, felt.code)  # type: ignore[attr-defined]

    await everywhere(field, trick, games=("all-bets", "cashback"))


@attack("money")
async def same_id_other_content(field: Field) -> None:
    """X for 100, then X for 10,000, then X as something else."""

    async def trick(guest: Guest, key: str, spot: str) -> None:
        id = f"c{guest.player}-{len(guest.done)}-{guest.felts[key].code}"
        await guest.bet(key, spot, SMALL, id)
        await guest.bet(key, spot, BIG, id)
        await guest.ask(DOUBLE, key, id=id)

    await everywhere(field, trick)


# -- order and races ----------------------------------------------------------------------------


@attack("money")
async def commands_in_any_order(field: Field) -> None:
    """A shuffled handful in one write, then each again."""

    async def trick(guest: Guest, key: str, spot: str) -> None:
        said = [bet(spot, 1000), bet(spot, 200), UNDO, CLEAR, DOUBLE, REPEAT, bet(spot, 400), UNDO, bet(spot, 2000)]
        field.random.shuffle(said)
        batch = [(f"o{guest.player}-{guest.felts[key].code}-{len(guest.done)}-{at}", do) for at, do in enumerate(said)]
        await send_many(guest.link, batch + batch[::-1], key)
        await guest.link.answer(batch[0][0], 2, 3)

    await everywhere(field, trick, unsure=True)


@attack("money")
async def races_over_two_connections(field: Field) -> None:
    """CLEAR, UNDO, DOUBLE and REPEAT against bets, from two connections in the same moment."""

    async def trick(guest: Guest, key: str, spot: str) -> None:
        first, second = guest.link, await guest.connect()
        name = f"s{guest.player}-{len(guest.done)}-{guest.felts[key].code}"
        ones = [(f"{name}a{at}", field.random.choice([bet(spot, 1000), DOUBLE, REPEAT])) for at in range(8)]
        others = [(f"{name}b{at}", field.random.choice([CLEAR, UNDO, bet(spot, 400)])) for at in range(8)]
        await asyncio.gather(send_many(first, ones, key), send_many(second, others, key))
        await asyncio.gather(first.answer(ones[-1][0], 1, 2), second.answer(others[-1][0], 1, 2))
        await second.ask({"type": "Join"}, key)
        first.drop()

    await everywhere(field, trick, unsure=True)


@attack("money")
async def deal_again_and_again(field: Field) -> None:
    """DEAL, REBET & DEAL and DOUBLE & DEAL, twice under one id and in one write."""

    async def trick(guest: Guest, key: str, spot: str) -> None:
        name = f"d{guest.player}-{len(guest.done)}"
        how = field.random.choice(["placed", "same", "doubled"])
        again = {"type": "Deal", "bets": how}
        said = [(f"{name}b", bet(spot, 400)), (f"{name}d", again), (f"{name}d", again), (f"{name}e", again)]
        await send_many(guest.link, said, key)
        await guest.link.answer(f"{name}e", 1, 3)

    await tricked(field, "all-bets", trick, unsure=True, times=2 * field.rounds)


@attack("money")
async def one_wallet_at_many_tables(field: Field) -> None:
    """All of it at every table at once: no more can be staked than there is."""
    keys = [field.live(game) for game in ("infinite", "cashback")] + [field.live("cashback", 1)]
    for _ in range(field.rounds):
        guest = await field.guest(*keys)
        before = guest.wallet
        await asyncio.gather(*(window(guest, key) for key in keys))
        chip = min(before // 2 // 2 * 2, 500000)
        sent = [await guest.link.send(bet("1/main", chip), key) for key in keys for _ in range(3)]
        await asyncio.gather(*(guest.link.answer(id, 1, 3) for id in sent))
        laid = sum(guest.felts[key].bets.get("total_minor", 0) for key in keys)
        field.score.held(laid <= before, f"{laid} lie on three tables, the wallet had {before}")
        codes = {key: guest.felts[key].code for key in keys if guest.felts[key].bets.get("bets")}
        for key in codes:
            await deal(guest, key)
        await asyncio.gather(*(play_out(guest, key) for key in codes))
        field.score.complaints(await adds_up(guest, before, set()))
        await guest.go()


# -- amounts ------------------------------------------------------------------------------------

AMOUNTS: Final = (
    "-1", "-100", "-9223372036854775808", "0", "-0", "0.5", "100.5", "1e2", "1E400", "1e-7", "NaN", "Infinity",
    "-Infinity", '"100"', '""', "null", "true", "[]", "[100]", "{}", '{"amount":100}', "9223372036854775807",
    "9223372036854775808", "18446744073709551616", "1" + "0" * 40, "1" + "0" * 4000, "10000000000", "10000000001",
    "101", "99", "1", "0x64", "0100", "+100", "1_000", "１００", "100,100", '100,"amount_minor":-100',
)  # fmt: skip


@attack("money")
async def amounts_that_are_none(field: Field) -> None:
    """Negative, broken, huge, not a number, as text, above the limit: refused, and they cost nothing."""
    key = field.live("all-bets")
    for spot in ("1/main", "1/21+3", "0/main", "4/main", "-1/main", "1/main/1", "1/nothing", "1/insurance", "１/main"):
        guest = await field.guest(key)
        for number, amount in enumerate(AMOUNTS if spot == "1/main" else ("100", "-100")):
            before = guest.wallet
            text = f'{{"id":"m{number}","table":"{key}","do":{{"type":"Bet","spot":"{spot}","amount_minor":{amount}}}}}'
            await guest.link.pipe.send(wire.frame(text.encode()))
            await guest.link.answer(f"m{number}", 1, 0.4)
            alive = guest.link.closed is None and (await guest.ping_ms()) < 5000
            taken = before - guest.wallet
            fair = taken == 0 or (taken <= 20000 and guest.in_play == taken and taken % 2 == 0 and taken > 0)
            field.score.held(fair, f"{spot} {amount[:60]} took {taken}, {guest.in_play} in play")
            if not alive:
                await guest.go()
                guest = await field.guest(key)
            else:
                await guest.ask(CLEAR, key)
        await guest.go()


@attack("money")
async def above_the_limit(field: Field) -> None:
    """More than the most of a spot, at once and in pieces, by doubling and by repeating: never more lies there."""

    async def trick(guest: Guest, key: str, spot: str) -> None:
        felt = guest.felts[key]
        most = felt.limits[0]["main_most_minor"]
        for amount in (most + 2, most * 3, most - 200, 400, 400):
            await guest.bet(key, spot, amount)
        for do in (DOUBLE, DOUBLE, REPEAT, DOUBLE):
            await guest.ask(do, key)
        laid = felt.lies
        field.score.held(laid <= most, f"{laid} lie on {spot} at {key}, the most is {most}")

    await tricked(field, "all-bets", trick, unsure=True)
    await tricked(field, "cashback", trick, unsure=True)


@attack("money")
async def below_the_minimum(field: Field) -> None:
    """A bet that does not play goes back: alone, after a trick with an id, and beside side bets."""
    await everywhere(field, _tiny, unsure=True, games=("all-bets", "infinite", "cashback"))
    await tricked(field, "all-bets", after(70, BIG, TINY), unsure=True, least=0)


async def _tiny(guest: Guest, key: str, spot: str) -> None:
    await guest.bet(key, spot, TINY)
    await guest.bet(key, f"{spot.split('/')[0]}/21+3", SMALL)


@attack("money")
async def limits_of_another_level(field: Field) -> None:
    """A level that is not mine, chosen before, between and after bets."""

    async def trick(guest: Guest, key: str, spot: str) -> None:
        felt = guest.felts[key]
        for level in ("gold", "silver", "3", "2", "", "bronze", "1"):
            await guest.ask({"type": "ChooseLimits", "level": level}, key)
            await guest.bet(key, spot, 400)
        await guest.bet(key, spot, 40000)
        laid = felt.lies
        most = max(one["main_most_minor"] for one in felt.limits)
        if felt.info["limits_set_by"] == "vip-level":
            most = felt.limits[0]["main_most_minor"]
        field.score.held(laid <= most, f"{laid} lie on {spot} at {key}, my level has {most}")

    await tricked(field, "all-bets", trick, unsure=True)
    await tricked(field, "free-chip", trick, unsure=True)


# -- at the wrong moment ------------------------------------------------------------------------


@attack("money")
async def bets_after_red(field: Field) -> None:
    """In every phase after the window, with and without the round's code: refused, free of charge."""

    async def one(game: str) -> None:
        key = field.live(game, next(_turns))
        guest = await field.guest(key)
        spot, felt = await spot_for(guest, key), guest.felts[key]
        for _ in range(field.rounds):
            await window(guest, key)
            before, code = guest.wallet, felt.code
            await guest.bet(key, spot, 1000)
            await guest.until(lambda: not felt.is_open)
            for do in (bet(spot, 1000), DOUBLE, UNDO, CLEAR, REPEAT, bet(spot, 2000)):
                for round in (code, ""):
                    if felt.code == code and not felt.is_open and code not in felt.results:
                        answer = await guest.ask(do, key, round)
                        late = felt.code == code and not felt.is_open
                        field.score.held(answer["type"] != "Done" or not late, f"{do} was taken after red at {key}")
            await play_out(guest, key)
            if felt.code == code:
                field.score.complaints(await explained(guest, key, before, code))
        await guest.go()

    await asyncio.gather(*(one(game) for game in ("infinite", "cashback", "classic-free-bet")))


@attack("money")
async def gone_at_the_worst_moment(field: Field) -> None:
    """Leaves or is cut off after a bet, after red, at a question, after a decision; then comes back and looks."""

    async def one(game: str, moment: str, how: str) -> None:
        key = field.live(game, next(_turns))
        guest = await field.guest(key)
        spot, felt = await spot_for(guest, key), guest.felts[key]
        await window(guest, key)
        before, known = guest.wallet, set(felt.rounds) - {felt.code}
        await guest.bet(key, spot, 1000)
        code = felt.code
        if moment != "bet":
            await deal(guest, key)
        if moment in ("question", "decision"):
            await guest.until(lambda: (felt.hands and enabled(felt.hands[0])) or code in felt.results, 10)
        if moment == "decision" and felt.hands and enabled(felt.hands[0]):
            await guest.link.send(decide(felt, "double"), key)
        if how == "leave":
            await guest.link.send({"type": "Leave"}, key)
        else:
            guest.link.drop()
        await asyncio.sleep(field.random.choice((0.05, 0.4)))
        if how != "leave":
            await guest.connect()
        await guest.join(key)
        await _explained_after_absence(field, guest, key, before, known)
        await guest.go()

    cases = [
        (game, moment, how)
        for game in ("all-bets", "infinite", "cashback", "classic-free-bet")
        for moment in ("bet", "red", "question", "decision")
        for how in ("leave", "cut")
    ]
    for at in range(0, len(cases), 7):
        await asyncio.gather(*(one(*case) for case in cases[at : at + 7]))


async def _explained_after_absence(field: Field, guest: Guest, key: str, before: int, known: set[str]) -> None:
    """Who was away plays on what is left to play, then asks the history."""
    felt = guest.felts[key]
    if felt.kind == "solo" and felt.is_open and felt.lies:
        await deal(guest, key)
    await play_out(guest, key, within_s=15)
    field.score.complaints(await adds_up(guest, before, known))


def decide(felt: Felt, action: str) -> dict[str, Any]:
    hand = next(hand for hand in felt.hands if enabled(hand))
    return {"type": "Decide", "turn": felt.turn, "position": hand["position"], "line": hand["line"], "action": action}


@attack("money")
async def trick_then_gone(field: Field) -> None:
    """A repeated id, then cut off or left while bets are open: once this stopped the table for everybody."""

    async def one(game: str, how: str, last: int) -> None:
        key = field.live(game, next(_turns))
        guest = await field.guest(key)
        spot = await spot_for(guest, key)
        felt = guest.felts[key]
        await window(guest, key)
        known, before = set(felt.rounds) - {felt.code}, guest.wallet
        await after(70, BIG, last)(guest, key, spot)
        if how == "cut":
            guest.link.drop()
            await asyncio.sleep(0.3)
            await guest.connect()
        elif how == "leave":
            await guest.ask({"type": "Leave"}, key)
        if how in ("cut", "leave"):
            await guest.join(key)
        await _explained_after_absence(field, guest, key, before, known)
        field.score.held(not felt.paused, f"{key} stands still: {felt.paused}")
        await guest.go()

    for how, last in (("cut", SMALL), ("leave", SMALL), ("stay", TINY), ("cut", TINY)):
        await asyncio.gather(*(one(game, how, last) for game in ("infinite", "cashback")))
        stopped = await field.mend()
        field.score.held(not stopped, f"stopped for everybody: {stopped}")


@attack("money")
async def history_adds_up(field: Field) -> None:
    """After rounds of every kind, what the history tells is what the wallet did."""
    key = field.live("all-bets")
    guest = await field.guest(key)
    first = guest.wallet
    for _ in range(field.rounds):
        for spot in ("1/main", "2/main", "3/main", "1/21+3", "2/perfect-pairs"):
            await guest.bet(key, spot, field.random.choice((100, 200, 1000)))
        before = guest.wallet + guest.in_play
        code = guest.felts[key].code
        await deal(guest, key)
        await play_out(guest, key, lambda felt, hand: field.random.choice(enabled(hand)), field.random.random() < 0.5)
        field.score.complaints(await explained(guest, key, before, code))
    said = json.loads((await guest.http("GET", "/api/history?most=200")).body)["rounds"]
    net = sum(one["returned_minor"] - one["staked_minor"] for one in said)
    field.score.held(guest.wallet == first + net, f"{first} and {net} by the history, the wallet has {guest.wallet}")
    await guest.go()
