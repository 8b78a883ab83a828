"""What nobody may know yet, or ever: hole cards, cards to come, others' single bets. Class `secrets`.

Everything that reaches us while a round is open is searched for cards that do not lie open on the table.
"""

from __future__ import annotations

import asyncio
import json
import re
from functools import partial
from operator import contains
from typing import Final

from tests.attack.felt import Felt
from tests.attack.field import Field, asked, attack, deal, decision, enabled, play_out, window
from tests.attack.guest import Guest
from tests.attack.money import spot_for

CARD: Final = re.compile(rb"(?<![A-Za-z0-9_\-+/=.])([A2-9TJQK][hdsc])(?![A-Za-z0-9_\-+/=])")
STORED: Final = re.compile(rb"""["\s,]([A2-9TJQK][hdsc])["\s,]""")  # as text, not by chance in a digest
PAGES: Final = (
    "/api/rounds/{code}", "/api/rounds/{code}/replay", "/api/rounds/{code}/values", "/api/rounds/{code}/export",
    "/api/rounds/{code}/export?format=json", "/api/history", "/api/history/export", "/api/history/export?format=json",
    "/api/tables/{table}/values", "/api/me", "/api/lobby", "/metrics", "/api/supervisor/rounds/{code}/results",
)  # fmt: skip


def open_cards(felt: Felt) -> set[str]:
    return {card for line in felt.now.cards.values() for card in line} | set(felt.now.dealer)


def cards_in(data: bytes) -> set[str]:
    return {found.decode() for found in CARD.findall(data)}


async def looked_for(field: Field, game: str) -> None:
    """Rounds with a hole card: every message, every page, at every question."""
    key = field.live(game)
    guest, other = await field.guest(key), await field.guest()
    felt = guest.felts[key]
    spot = await spot_for(guest, key)
    for _ in range(3 * field.rounds):
        heard: list[bytes] = []
        await window(guest, key)
        await guest.bet(key, spot, 1000)
        guest.ear = heard.append
        await deal(guest, key)
        hand = await asked(guest, key)
        code = felt.code
        if hand is not None:
            _no_more_than(field, felt, b"\n".join(heard), "a message")
            await _pages(field, guest, other, felt)
            if "hit" in enabled(hand):
                await guest.ask(decision(felt, hand, "hit"), key)
        guest.ear = None
        await play_out(guest, key)
        await guest.until(partial(contains, felt.results, code), 5)
    await guest.go()
    await other.go()


def _no_more_than(field: Field, felt: Felt, data: bytes, what: str) -> None:
    """Cards that are said are cards that lie there."""
    more = cards_in(data) - open_cards(felt)
    field.score.held(not more, f"{what} of {felt.code} names {more}, open are {open_cards(felt)}: {data[:300]!r}")


async def _pages(field: Field, guest: Guest, other: Guest, felt: Felt) -> None:
    for page in PAGES:
        path = page.format(code=felt.code, table=felt.key)
        for who in (guest, other):
            answer = await who.http("GET", path)
            mine = answer.body if felt.code.encode() in answer.body or "{code}" in page else b""
            if felt.now.is_over:
                return
            _no_more_than(field, felt, mine, path)


@attack("secrets")
async def hole_card_in_messages_and_pages(field: Field) -> None:
    """At solo, shared and seated tables."""
    await asyncio.gather(
        *(looked_for(field, game) for game in ("all-bets", "free-chip", "cashback", "classic-free-bet"))
    )


@attack("secrets")
async def hole_card_in_the_database(field: Field) -> None:
    """Who has a copy of the database of an open round reads no card that is not on the table."""
    if field.stolen is None:
        field.score.note("the database is out of reach")
        return
    key = field.live("all-bets")
    guest = await field.guest(key)
    felt = guest.felts[key]
    for _ in range(4 * field.rounds):
        await guest.bet(key, "1/main", 1000)
        await deal(guest, key)
        hand = await asked(guest, key)
        if hand is not None:
            await asyncio.sleep(0.1)
            for cell in await asyncio.to_thread(field.stolen, felt.code):
                more = {found.decode() for found in STORED.findall(cell)} - open_cards(felt)
                field.score.held(not more, f"the database names {more} of {felt.code}: {cell[:300]!r}")
        await play_out(guest, key)
    await guest.go()


@attack("secrets")
async def values_tell_nothing(field: Field) -> None:
    """The value of every choice is the same for the same cards, whatever lies face down."""
    key = field.live("all-bets")
    guest = await field.guest(key)
    felt = guest.felts[key]
    seen: dict[tuple[str, ...], str] = {}
    for _ in range(6 * field.rounds):
        await guest.bet(key, "1/main", 1000)
        await deal(guest, key)
        hand = await asked(guest, key)
        if hand is not None:
            said = (await guest.http("GET", f"/api/tables/{key}/values")).json or {}
            values = json.dumps([one["values"] for one in said.get("hands", [])], sort_keys=True)
            known = tuple(sorted(felt.now.cards["1"])) + tuple(felt.now.dealer)
            field.score.held(seen.setdefault(known, values) == values, f"{known}: {seen[known]} and {values}")
        await play_out(guest, key)
    await guest.go()


@attack("secrets")
async def single_bets_behind_of_others(field: Field) -> None:
    """What one other guest has bet behind a seat is not told: not live, not in the story, replay or export."""
    key = field.live("classic-free-bet", 1)
    odd = (1234, 2468)
    for _ in range(field.rounds):
        owner, *behind = [await field.guest(key) for _ in range(3)]
        spot = await spot_for(owner, key)
        seat = int(spot.split("/")[0])
        heard: list[bytes] = []
        owner.ear = heard.append
        await window(owner, key)
        code = owner.felts[key].code
        await owner.bet(key, spot, 1000)
        for guest, amount in zip(behind, odd, strict=True):
            await guest.ask({"type": "BetBehind", "position": seat, "amount_minor": amount}, key)
        await asyncio.gather(*(play_out(guest, key) for guest in (owner, *behind)))
        await asyncio.sleep(0.3)
        owner.ear = None
        pages = [
            f"/api/rounds/{code}",
            f"/api/rounds/{code}/replay",
            f"/api/rounds/{code}/export",
            f"/api/rounds/{code}/export?format=json",
        ]
        for path in pages:
            heard.append((await owner.http("GET", path)).body)
            for amount in odd:
                held = not re.search(rb"(?<!\d)%d(?!\d)" % amount, heard[-1])
                field.score.held(held, f"{path} tells that somebody bet {amount} behind: {heard[-1][:200]!r}")
            for guest in behind:
                held = guest.name.encode() not in heard[-1]
                field.score.held(held, f"{path} names {guest.name}, who bet behind")
        for guest in (owner, *behind):
            await guest.go()


@attack("secrets")
async def next_rounds_cards(field: Field) -> None:
    """Nothing about the next shuffle is said, and codes do not count up by one."""
    key = field.live("all-bets")
    guest = await field.guest(key)
    codes = []
    for _ in range(4 * field.rounds):
        await guest.bet(key, "1/main", 100)
        codes.append(guest.felts[key].code)
        await deal(guest, key)
        await play_out(guest, key)
    tails = {code[-4:] for code in codes}
    field.score.held(len(tails) == len(codes), f"codes can be guessed: {codes}")
    answer = await guest.http("GET", f"/api/rounds/{codes[0]}")
    for word in (b"seed", b"shoe", b"shuffle_key", b"undealt"):
        field.score.held(word not in answer.body, f"a story speaks of the {word.decode()}")
    await guest.go()
