"""Nothing of the hole card leaves the house before it is shown: in no frame, snapshot, story of a round or log."""

from __future__ import annotations

import asyncio
import logging
import random
from typing import Any

import pytest

from tests.server.houses import Browser, Socket, open_house, quick_tables, run
from ventuno.cards import Card
from ventuno.server.house import House
from ventuno.server.pit import Kind
from ventuno.server.running import Running
from ventuno.server.wiring import kinds_of
from ventuno.store.history import events_of
from ventuno.table.records import opens, played

DECK = [Card(rank + suit) for rank in "23456789TJQKA" for suit in "shdc"]
GAMES = ("all-bets", "cashback", "classic-free-bet", "free-chip", "infinite")
ROUNDS = 4


class OneDeck:
    """Every card once a round: wherever its text stands, it is that card."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)
        self._cards: list[Card] = []

    @property
    def cards_left(self) -> int:
        return len(self._cards)

    def begin_round(self) -> None:
        self._cards = self._chance.sample(DECK, len(DECK))

    def draw(self) -> Card:
        return self._cards.pop()

    def take(self, card: Card) -> None:
        self._cards.remove(card)


def one_deck_each(house: House) -> list[Kind]:
    seeds = iter(range(100))
    shoe = lambda config, variant: OneDeck(next(seeds))  # noqa: E731
    return kinds_of(house.ledger, house.supplies, quick_tables(), shoe)


async def play(opened: Socket, game: str) -> None:
    """Bets, declines, stands; until it has seen so many rounds."""
    seat = 1
    if game == "classic-free-bet":
        await opened.do("Sit", game, seat=1)
    heard, results = 0, 0
    solo = game in ("all-bets", "free-chip")
    if solo:
        await _deal(opened, game)
    while results < ROUNDS:
        await opened.until(lambda message: True, since=heard, timeout_s=10)
        message, heard = opened.heard[heard], heard + 1
        what = message.get("what", {}) if message["type"] == "Happened" and message["table"] == game else {}
        match what.get("type"):
            case "RoundOpened" if not solo:
                await opened.send({"type": "Bet", "spot": f"{seat}/main", "amount_minor": 1000}, game)
            case "InsuranceOffered":
                await opened.send({"type": "Insure", "turn": what["turn"], "accept": False}, game)
            case "RoundEnded" | "RoundVoided":
                results += 1
                if solo:
                    await _deal(opened, game)
        if message["type"] == "MyHands" and message["table"] == game:
            for hand in message.get("hands", ()):
                if hand.get("options"):
                    place = {"turn": message["turn"], "position": hand["position"], "line": hand["line"]}
                    await opened.send({"type": "Decide", **place, "action": "stand"}, game)


async def _deal(opened: Socket, game: str) -> None:
    await opened.do("Bet", game, spot="1/main", amount_minor=1000)
    await opened.do("Deal", game)


async def peep(browser: Browser, game: str, stories: list[tuple[str, Any]]) -> Socket:
    """Comes and looks again and again: at the table, and at the round's story."""
    opened = await browser.socket()
    for _ in range(60):
        await opened.do("Join", game)
        await asyncio.sleep(0.015)
        code = opened.of("Snapshot")[-1]["view"].get("code", "")
        if code:
            stories.append((code, (await browser.ask("GET", f"/api/rounds/{code}"))[1]))
    return opened


def frames_by_round(opened: Socket, game: str) -> dict[str, list[tuple[str, str]]]:
    """By round: the kind of what was said, and its text."""
    found: dict[str, list[tuple[str, str]]] = {}
    code = ""
    for message, text in zip(opened.heard, opened.raw, strict=True):
        what = message.get("what", {}) if message["type"] == "Happened" else {}
        if what.get("type") == "RoundOpened":
            code = what["code"]
        elif message["type"] == "Snapshot":
            code = message["view"].get("code", "")
        found.setdefault(code, []).append((what.get("type", message["type"]), text))
    return found


def check(running: Running, opened: Socket, game: str) -> int:
    """How many hole cards were kept until they were shown."""
    kept = 0
    for code, said in frames_by_round(opened, game).items():
        events = played(events_of(running.ledger, code), opens(running.house.supplies.seal, code))
        holes = [event.card for event in events if getattr(event, "face_down", False)]
        for hole in holes:
            for kind, text in said:
                if kind == "HoleCardShown" or (kind == "Snapshot" and '"??"' not in text and '"dealer"' in text):
                    kept += 1
                    break
                assert f'"{hole}"' not in text, (game, code, kind, text)
    return kept


@pytest.mark.parametrize("game", GAMES)
def test_no_byte_tells_the_hole_card_before_it_is_shown(game: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)

    async def world() -> None:
        async with open_house(one_deck_each) as running, Browser(running.url) as one, Browser(running.url) as other:
            await one.demo()
            await other.demo()
            opened = await one.socket()
            await opened.do("Join", game)
            stories: list[tuple[str, Any]] = []
            looks = [peep(other, game, stories)]
            _, peeping = await asyncio.gather(play(opened, game), *looks)
            assert check(running, opened, game) + check(running, peeping, game) > 0
            text = "".join(opened.raw + peeping.raw) + caplog.text
            assert one.token not in text
            assert other.token not in text

    run(world())


def test_a_story_of_a_round_that_is_not_over_has_no_hole_card() -> None:
    async def world() -> None:
        async with open_house(one_deck_each) as running, Browser(running.url) as browser:
            await browser.demo()
            opened = await browser.socket()
            await opened.do("Join", "infinite")
            playing = asyncio.create_task(play(opened, "infinite"))
            seen = 0
            while not playing.done():
                await asyncio.sleep(0.01)
                code = running.house.pit.hosts["infinite", 0].table.view.code
                _, story = await browser.ask("GET", f"/api/rounds/{code}")
                events = story.get("events", ())
                if any(event["type"] == "HoleCardShown" for event in events):
                    continue
                downs = [event for event in events if event.get("face_down")]
                seen += len(downs)
                assert all(event["card"] is None for event in downs)
            await playing
            assert seen > 0

    run(world())
