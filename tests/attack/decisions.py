"""Money tricks with decisions, insurance, cashback, golden chips, seats and bets behind. Class `decisions`."""

from __future__ import annotations

import asyncio
from functools import partial
from operator import contains
from typing import Any, Final

from tests.attack.book import adds_up, explained
from tests.attack.felt import Felt, Said
from tests.attack.field import MOST_ROUNDS, Field, asked, attack, deal, decision, enabled, play_out, send_many, window
from tests.attack.guest import Guest
from tests.attack.money import CLEAR, SMALL, UNDO, bet, spot_for

NOBODY: Final = 99


def _has_come_to_something(felt: Felt, code: str) -> bool:
    """There is a question, or the round is over."""
    return bool(felt.insuring or any(map(enabled, felt.hands)) or code in felt.results)


async def until_offered(guest: Guest, key: str, action: str, spots: tuple[str, ...], most: int = MOST_ROUNDS) -> Said:
    """Plays rounds until a hand of ours may do it; what it could do, or nothing in so many rounds."""
    felt = guest.felts[key]
    for _ in range(most):
        await window(guest, key)
        for spot in spots:
            await guest.bet(key, spot, 1000)
        await deal(guest, key)
        code = felt.code
        while (hand := await asked(guest, key)) is not None:
            if action in enabled(hand):
                return hand
            await guest.ask(decision(felt, hand, "stand"), key)
        await guest.until(partial(contains, felt.results, code), 5)
    return {}


async def repeated(field: Field, game: str, action: str) -> None:
    """The same decision under one id and under others, at once, after it is done, and at the next question."""
    key = field.live(game)
    for _ in range(field.rounds):
        guest = await field.guest(key)
        felt = guest.felts[key]
        hand = await until_offered(guest, key, action, ("1/main",))
        if not hand:
            field.score.note(f"no {action} was offered at {key} in {MOST_ROUNDS} rounds")
            await guest.go()
            continue
        before, code = guest.wallet + guest.in_play, felt.code
        do = decision(felt, hand, action)
        name = f"{action}{guest.player}"
        await send_many(guest.link, [(name, do), (name, do), (name, do), (f"{name}-2", do)], key)
        await guest.link.answer(f"{name}-2", 1, 5)
        await guest.ask(do, key, id=name)
        await play_out(guest, key)
        field.score.complaints(await explained(guest, key, before, code))
        answer = await guest.ask(do, key, id=f"{name}-3")
        field.score.held(answer["type"] == "Refused", f"{action} was taken after the round: {answer}")
        await guest.go()


@attack("decisions")
async def doubles_repeated(field: Field) -> None:
    """A double paid once, done once."""
    await asyncio.gather(*(repeated(field, game, "double") for game in ("all-bets", "infinite", "cashback")))


@attack("decisions")
async def splits_repeated(field: Field) -> None:
    """A split paid once, done once."""
    await repeated(field, "all-bets", "split")


@attack("decisions")
async def free_chips_repeated(field: Field) -> None:
    """A free double and a free split give one free chip each."""
    await asyncio.gather(*(repeated(field, "free-chip", action) for action in ("free-double", "free-split")))


@attack("decisions")
async def insurance_repeated(field: Field) -> None:
    """ACCEPT three times, then DECLINE, then ACCEPT for one hand and for all: paid for once."""
    key = field.live("all-bets")
    found = 0
    guest = await field.guest(key)
    felt = guest.felts[key]
    for _ in range(MOST_ROUNDS):
        before = guest.wallet
        await guest.bet(key, "1/main", 1000)
        await deal(guest, key)
        code = felt.code
        await guest.until(partial(_has_come_to_something, felt, code), 5)
        if felt.insuring:
            found += 1
            name = f"i{guest.player}-{found}"
            yes: Said = {"type": "Insure", "turn": felt.turn, "accept": True}
            said = [(f"{name}a", yes), (f"{name}a", yes), (f"{name}b", yes), (f"{name}c", yes | {"position": 1})]
            await send_many(guest.link, [*said, (f"{name}d", yes | {"accept": False})], key)
            await guest.link.answer(f"{name}d", 1, 5)
        await play_out(guest, key)
        field.score.complaints(await explained(guest, key, before, code))
        if found >= field.rounds:
            break
        if guest.wallet < 5000:
            await guest.go()
            guest = await field.guest(key)
            felt = guest.felts[key]
    if not found:
        field.score.note("no ace was up")
    await guest.go()


@attack("decisions")
async def decisions_that_are_none(field: Field) -> None:
    """Other people's hands, other lines, old and future questions, words that are no action: refused, nothing moves."""
    key = field.live("all-bets")
    guest = await field.guest(key)
    felt = guest.felts[key]
    hand = await until_offered(guest, key, "double", ("1/main", "2/main"))
    before, code = guest.wallet + guest.in_play, felt.code
    good = decision(felt, hand, "double")
    for change in (
        {"turn": felt.turn - 1}, {"turn": felt.turn + 1}, {"turn": 0}, {"position": 3}, {"position": 16},
        {"line": "1a"}, {"line": "dealer"}, {"line": "9"}, {"action": "win"}, {"action": ""}, {"action": "insure"},
        {"action": "cashback", "offer_minor": 100000}, {"action": "cashback"}, {"action": "surrender"},
        {"action": "free-double"}, {"action": "free-split"}, {"action": "DOUBLE"}, {"line": "1 "},
    ):  # fmt: skip
        answer = await guest.ask(good | change, key)
        field.score.held(answer["type"] == "Refused", f"{change} was answered with {answer}")
    await play_out(guest, key)
    field.score.complaints(await explained(guest, key, before, code))
    await guest.go()


@attack("decisions")
async def two_answers_to_one_question(field: Field) -> None:
    """Double and stand, hit and double, split and hit in one write: one of them counts."""
    key = field.live("all-bets")
    guest = await field.guest(key)
    felt = guest.felts[key]
    for number in range(2 * field.rounds):
        hand = await until_offered(guest, key, "double", ("1/main",))
        before, code = guest.wallet + guest.in_play, felt.code
        actions = field.random.sample(enabled(hand), 2)
        said = [(f"w{guest.player}-{number}-{at}", decision(felt, hand, action)) for at, action in enumerate(actions)]
        await send_many(guest.link, said, key)
        await guest.link.answer(said[-1][0], 1, 5)
        done = [one for one, _ in said if one in guest.done]
        field.score.held(len(done) <= 1, f"{actions} were both taken for one question")
        await play_out(guest, key)
        field.score.complaints(await explained(guest, key, before, code))
    await guest.go()


# -- cashback -----------------------------------------------------------------------------------


@attack("decisions")
async def cashback_at_another_price(field: Field) -> None:
    """At an old price, a price of mine, none, negative; twice; after standing: the offer of now, once, or nothing."""
    key = field.live("cashback")
    for _ in range(field.rounds):
        guest = await field.guest(key)
        felt = guest.felts[key]
        hand = await until_offered(guest, key, "cashback", ("1/main",), 12)
        if not hand:
            field.score.note("no cashback was offered")
            continue
        before, code, offer = guest.wallet + guest.in_play, felt.code, hand["offer_minor"]
        good = decision(felt, hand, "cashback")
        for wrong in (offer + 1, offer - 1, offer * 10, 0, -offer, None):
            answer = await guest.ask(good | {"offer_minor": wrong}, key)
            late = answer.get("code") in ("action/late", "silence")
            field.score.held(answer["type"] == "Refused" or late, f"cashback for {wrong} instead of {offer}: {answer}")
        if "hit" in enabled(hand) and felt.turn == good["turn"]:
            await guest.ask(good | {"action": "hit"}, key)
            if later := await asked(guest, key):
                again = good | {"turn": felt.turn}
                if later.get("offer_minor") not in (None, offer):
                    answer = await guest.ask(again, key)
                    held = answer["type"] == "Refused"
                    field.score.held(held, f"{offer} was paid when {later['offer_minor']} was offered")
                if later.get("offer_minor") is not None:
                    now = decision(felt, later, "cashback")
                    name = f"k{guest.player}"
                    await send_many(guest.link, [(name, now), (name, now), (f"{name}2", now)], key)
                    await guest.link.answer(f"{name}2", 1, 3)
                    cashed = [one for one in felt.now.actions if one["action"] == "cashback"]
                    field.score.held(len(cashed) <= 1, "two cashbacks of one hand were taken")
        await play_out(guest, key)
        field.score.complaints(await explained(guest, key, before, code))
        await guest.go()


# -- golden chips -------------------------------------------------------------------------------


def golden(spot: str, chips: dict[Any, Any], amount: int = 0) -> Said:
    return {"type": "Bet", "spot": spot, "amount_minor": amount, "golden": chips}


@attack("decisions")
async def golden_chips_beyond_what_i_have(field: Field) -> None:
    """More chips than there are, values that are not mine, negative counts, ids again, two tables at once."""
    keys = [field.live("cashback"), field.live("cashback", 1)]
    for _ in range(field.rounds):
        guest = await field.guest(*keys)
        if not await field.grant(guest, 500, 3):
            field.score.note("nobody can grant golden chips")
            return
        key, wallet = keys[0], guest.wallet
        await window(guest, key)
        for chips in ({500: 4}, {501: 1}, {1000: 1}, {500: 0}, {500: -1}, {-500: 1}, {"500": 10**9}, {0: 1}):
            answer = await guest.ask(golden("1/main", chips), key)
            field.score.held(answer["type"] != "Done", f"golden chips {chips} were taken, there were 3 of 500")
            if guest.link.closed is not None:
                await guest.connect()
                await guest.join(key)
        name = f"g{guest.player}"
        await window(guest, key)
        await guest.ask(golden("1/main", {500: 2}), key, id=name)
        await guest.ask(CLEAR, key)
        for number in range(35):
            await send_many(guest.link, [(f"{name}{number}b", bet("1/main", SMALL)), (f"{name}{number}u", UNDO)], key)
            await guest.link.answer(f"{name}{number}u", 1, 3)
        await guest.ask(golden("1/main", {500: 1}), key)
        await guest.ask(golden("1/main", {500: 2}), key, id=name)
        await asyncio.gather(*(guest.link.send(golden("1/main", {500: 3}), one) for one in keys))
        await asyncio.sleep(0.3)
        laid = sum(sum(one.get("golden", {}).values()) for at in keys for one in guest.felts[at].bets.get("bets", []))
        held = guest.golden.get(500, 0)
        field.score.held(laid + held <= 3, f"{laid} golden chips lie and {held} are in hand: there were 3")
        await asyncio.gather(*(play_out(guest, one) for one in keys))
        field.score.complaints(await _golden_adds_up(guest, wallet, 3))
        await guest.go()


async def _golden_adds_up(guest: Guest, wallet: int, granted: int) -> list[str]:
    """No more chips than were granted, and money by the history."""
    found = await adds_up(guest, wallet, set())
    if guest.golden.get(500, 0) > granted:
        found.append(f"{granted} golden chips became {guest.golden}")
    return found


@attack("decisions")
async def crowd_with_chips_of_every_kind(field: Field) -> None:
    """Plain, golden and mixed bets on the same cards: all split and hit the same hands, whoever pays with what.

    Once a table stood still for everybody when two of them had split with different chips.
    """
    keys = [field.live("cashback", number) for number in range(2)]
    await asyncio.gather(*(_crowd(field, key) for key in keys))
    stopped = await field.mend()
    field.score.held(not stopped, f"stopped for everybody: {stopped}")


async def _crowd(field: Field, key: str) -> None:
    guests = [await field.guest(key) for _ in range(4)]
    for guest in guests[2:]:
        await field.grant(guest, 500, 40)
    start = [guest.wallet for guest in guests]
    for number in range(4 * field.rounds):
        lead = guests[0].felts[key]
        if not await window(guests[0], key):
            field.score.held(False, f"{key} stands still: {lead.paused}")
            return
        for guest in guests:
            await guest.ask(CLEAR, key)
            chips = {500: 1} if guest is guests[3] and number % 2 else {}
            for spot in ("1/main", "2/main"):
                await guest.ask(golden(spot, chips) if chips else bet(spot, 500), key)
        await asyncio.gather(*(play_out(guest, key, split_then_hit, within_s=20) for guest in guests))
        field.score.held(not lead.paused, f"{key} stands still: {lead.paused}")
        if lead.paused:
            break
    for guest, wallet in zip(guests, start, strict=True):
        field.score.complaints(await _golden_adds_up(guest, wallet, 40))
        await guest.go()


def split_then_hit(felt: Felt, hand: Said) -> str:
    if "split" in enabled(hand):
        return "split"
    return "hit" if len(hand["line"]) > 1 and hand["size"] < 4 else "stand"


# -- seats, and bets behind ---------------------------------------------------------------------


@attack("decisions")
async def seats_of_others(field: Field) -> None:
    """Bets, decisions and standing up for somebody else's seat; a third seat; bets behind myself."""
    key = field.live("classic-free-bet")
    owner, thief = await field.guest(key), await field.guest(key)
    spot = await spot_for(owner, key)
    seat = int(spot.split("/")[0])
    before = thief.wallet
    await window(owner, key)
    await owner.bet(key, spot, 1000)
    tries: list[Said] = [
        {"type": "Sit", "seat": seat}, {"type": "GetUp", "seat": seat}, bet(spot, 1000), bet(f"{seat}/21+3", 100),
        {"type": "StartNow"}, {"type": "DecideEarly", "position": seat, "line": str(seat), "action": "hit"},
        {"type": "Insure", "turn": 0, "accept": True, "position": seat}, {"type": "Follow", "position": seat,
        "double": True, "split": True},
        {"type": "BetBehind", "position": 7 if seat != 7 else 6, "amount_minor": 1000}, UNDO,
    ]  # fmt: skip
    for do in tries:
        answer = await thief.ask(do, key)
        field.score.held(answer["type"] != "Done" or do in (UNDO,), f"{do} was done at seat {seat} of another")
    field.score.held(thief.wallet == before, f"it cost {before - thief.wallet}")
    answer = await owner.ask({"type": "BetBehind", "position": seat, "amount_minor": 1000}, key)
    field.score.held(answer["type"] != "Done", "one may bet behind oneself")
    sat = [await thief.ask({"type": "Sit", "seat": one}, key) for one in range(1, 8)]
    count = sum(one["type"] == "Done" for one in sat)
    field.score.held(count <= 2, f"one guest has {count} seats")
    if hand := await asked(owner, key):
        answer = await thief.ask(decision(owner.felts[key], hand, "stand"), key)
        field.score.held(answer["type"] != "Done", "a thief decided for another's hand")
    await play_out(owner, key)
    await owner.go()
    await thief.go()


@attack("decisions")
async def behind_repeated_and_changed(field: Field) -> None:
    """Bets behind under one id again, FOLLOW changed at every moment, the seat's player leaves: money adds up."""
    key = field.live("classic-free-bet", 1)
    for number in range(field.rounds):
        owner, behind = await field.guest(key), await field.guest(key)
        spot = await spot_for(owner, key)
        seat = int(spot.split("/")[0])
        money = owner.wallet, behind.wallet
        await window(owner, key)
        await owner.bet(key, spot, 1000)
        id = f"h{behind.player}"
        do = {"type": "BetBehind", "position": seat, "amount_minor": 1000}
        for _ in range(3):
            await behind.ask(do, key, id=id)
        laid = behind.felts[key].lies
        field.score.held(laid <= 1000, f"{laid} lie behind, 1000 were bet")
        await behind.ask(CLEAR, key)
        await behind.ask(do, key, id=id)
        await behind.ask(do | {"follow_double": False}, key)
        if number % 2:
            await owner.ask(CLEAR, key)
            await owner.ask({"type": "GetUp", "seat": seat}, key)
        await behind.ask({"type": "Follow", "position": seat, "double": False, "split": False}, key)
        await asyncio.gather(play_out(owner, key, _greedy), _fickle(behind, key, seat))
        field.score.complaints(await adds_up(owner, money[0], set()))
        field.score.complaints(await adds_up(behind, money[1], set()))
        await owner.go()
        await behind.go()


def _greedy(felt: Felt, hand: Said) -> str:
    return next((one for one in ("split", "double", "free-split", "free-double") if one in enabled(hand)), "stand")


async def _fickle(guest: Guest, key: str, seat: int) -> None:
    """Changes its mind until the round is over."""
    felt, code = guest.felts[key], guest.felts[key].code
    for number in range(20):
        if code in felt.results or felt.code != code:
            return
        choice = {"double": bool(number % 2), "split": bool(number % 3)}
        await guest.ask({"type": "Follow", "position": seat} | choice, key)
        if felt.insuring:
            await guest.ask({"type": "Insure", "turn": felt.turn, "accept": bool(number % 2)}, key)
        await asyncio.sleep(0.25)
