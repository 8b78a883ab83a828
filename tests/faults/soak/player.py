"""A player at one table, with a record of everything that was acknowledged. Knows the house only from its protocol."""

from __future__ import annotations

import asyncio
import random
from typing import Any, Final

from tests.attack.felt import Felt
from tests.attack.field import enabled, play_out
from tests.attack.guest import Guest
from tests.attack.wire import Address, Answer

MONEY: Final = ("Bet", "BetBehind", "Undo", "RepeatBets")  # each is one record of the journal, under its id
AGAIN_S: Final = (0.1, 0.6)  # before the next try to come back
ROUND_S: Final = 15.0


Decision = tuple[int, str, str]  # position, line, action


class Record:
    """What the house has told this player for certain."""

    def __init__(self) -> None:
        self.money: dict[str, str] = {}  # by request: its round
        self.new: list[str] = []  # of those, what nobody has compared yet
        self.refused: set[str] = set()  # requests about money that were refused when they were asked again
        self.decided: dict[str, list[Decision]] = {}  # by round
        self.interrupted: set[str] = set()  # rounds in which the link broke
        self.results: dict[str, tuple[int, int]] = {}  # by round: staked, returned
        self.new_results: list[str] = []
        self.balances = 0  # how often it was told
        self.balance: tuple[int, int] | None = None  # the last one: wallet, in play
        self.wrong: list[str] = []  # told twice, and not the same
        self.last_s = 0.0  # when something was last acknowledged


class Player(Guest):
    def __init__(self, address: Address, number: int, token: str, key: str, chance: random.Random) -> None:
        super().__init__(address, {"player": number, "name": "", "token": token, "currency": "EUR"}, "")
        self.key, self.chance, self.record = key, chance, Record()
        self.ends = False  # no more bets
        self._unanswered: tuple[str, dict[str, Any], str] | None = None
        self._rounds: dict[str, str] = {}  # by request: the round it was for
        self.comes_back = 0

    # -- what the house says --------------------------------------------------------------------

    def heard(self, message: dict[str, Any], payload: bytes) -> None:
        kind, record = message["type"], self.record
        if kind == "Done" and message["id"] not in self.done:
            self._acknowledged(message["id"])
        elif kind == "MyResult":
            self._paid(message)
        elif kind == "Snapshot" and message.get("result"):
            self._paid(message["result"])
        elif kind == "Balance":
            record.balances += 1
            record.balance = (message["wallet_minor"], message.get("in_play_minor", 0))
        super().heard(message, payload)

    def _acknowledged(self, id: str) -> None:
        do, _ = self.asked.get(id, ({"type": ""}, ""))
        self.record.last_s = asyncio.get_running_loop().time()
        if do["type"] in MONEY:
            self.record.money[id] = self._rounds.get(id) or self.felts[self.key].code
            self.record.new.append(id)
        elif do["type"] == "Decide":
            decided = self.record.decided.setdefault(self._rounds.get(id) or self.felts[self.key].code, [])
            decided.append((do["position"], do["line"], do["action"]))

    def _paid(self, said: dict[str, Any]) -> None:
        code, told = said["code"], (said.get("staked_minor", 0), said.get("returned_minor", 0))
        if self.record.results.setdefault(code, told) != told:
            self.record.wrong.append(f"player {self.player}, {code}: told {self.record.results[code]}, then {told}")
        self.record.new_results.append(code)

    async def look(self, target: str) -> Answer:
        """What the house shows of the past; who asks too fast waits."""
        while (answer := await self.http("GET", target)).status == 429:
            await asyncio.sleep(0.5)
        return answer

    # -- an evening -----------------------------------------------------------------------------

    async def play(self) -> None:
        """Until `ends`, and until nothing of ours is in play; comes back whenever the link breaks."""
        while True:
            try:
                if not self.links or self.link.closed is not None:
                    await self._come_back()
                if self.ends and not self.in_play:
                    return
                await self._round(self.felts[self.key])
            except (OSError, TimeoutError, asyncio.IncompleteReadError, ValueError):
                await asyncio.sleep(self.chance.uniform(*AGAIN_S))

    async def _come_back(self) -> None:
        for link in self.links:
            link.drop()
        self.links.clear()
        if self.key in self.felts:
            self.record.interrupted.add(self.felts[self.key].code)
        self.wallet = 0
        await self.connect()
        self.comes_back += 1
        await self.join(self.key)
        if self._unanswered:  # the same again: if it was done, that is said; if not, it may be refused
            id, do, code = self._unanswered
            self._unanswered = None
            answer = await self.ask(do, self.key, code, id)
            if answer["type"] == "Refused":
                self.record.refused.add(id)

    async def _round(self, felt: Felt) -> None:
        if not self.ends and felt.is_open and not felt.paused and (felt.now.is_over or not felt.lies):
            await self._bets(felt)
        if felt.kind == "solo" and felt.is_open and felt.lies and not felt.now.is_over:
            await self.ask({"type": "Deal"}, self.key, felt.code)
        if self.in_play and not felt.now.is_over:
            await play_out(self, self.key, self._choice, self.chance.random() < 0.3, ROUND_S)
        await self.until(lambda: felt.is_open or self.ends or self._is_gone, 1.0)
        await asyncio.sleep(self.chance.uniform(0.05, 0.3))

    @property
    def _is_gone(self) -> bool:
        return self.link.closed is not None

    def _choice(self, felt: Felt, hand: dict[str, Any]) -> str:
        return self.chance.choice([one for one in enabled(hand) if one != "surrender"] or ["stand"])

    async def _bets(self, felt: Felt) -> None:
        spot = await self._place(felt)
        if not spot:
            await asyncio.sleep(0.3)
            return
        least, step = felt.limits[0]["main_least_minor"], felt.info["stake_step_minor"]
        amount = -(-least // step) * step * self.chance.randint(1, 4)
        if spot.endswith("behind"):
            await self._money({"type": "BetBehind", "position": int(spot.split("/")[0]), "amount_minor": amount}, felt)
            return
        await self._money({"type": "Bet", "spot": spot, "amount_minor": amount}, felt)
        if self.chance.random() < 0.4 and (sides := felt.info.get("side_bets")):
            side = self.chance.choice(sides)
            stake = side.get("stake_minor") or felt.limits[0].get("side_least_minor") or least
            position = spot.split("/")[0]
            await self._money({"type": "Bet", "spot": f"{position}/{side['bet']}", "amount_minor": stake}, felt)
            if self.chance.random() < 0.2:
                await self._money({"type": "Undo"}, felt)

    async def _place(self, felt: Felt) -> str:
        """Where our main bet goes: our seat, one that is free, or behind somebody's."""
        if felt.kind != "seated":
            return "1/main"
        mine = felt.bets.get("seats") or []
        if not mine:
            free = [seat for seat in range(1, felt.info["positions"] + 1) if not felt.seats.get(seat)]
            if not free:
                return f"{self.chance.randint(1, felt.info['positions'])}/behind"
            seat = self.chance.choice(free)
            if (await self.ask({"type": "Sit", "seat": seat}, self.key))["type"] != "Done":
                return ""
            mine = [seat]
        return f"{mine[0]}/main"

    async def _money(self, do: dict[str, Any], felt: Felt) -> None:
        id = f"soak-{self.player}-{self.chance.getrandbits(60):x}"
        code = "" if felt.now.is_over else felt.code  # alone at a table, the first chip opens the next round
        self._unanswered = (id, do, code)
        self._rounds[id] = code
        answer = await self.ask(do, self.key, code, id)
        if answer["type"] != "Silence":
            self._unanswered = None
