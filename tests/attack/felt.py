"""A table as an outsider sees it: events are folded here by our own reading, and stakes are counted by us.

`Played.placed` is what we know we laid: a bet counts when it is acknowledged under an id that was never
acknowledged before. Whatever the house says about our bets is compared with it, never copied from it.
"""

from __future__ import annotations

import time
from typing import Any, Final

FACE_DOWN: Final = "??"
Said = dict[str, Any]


class Played:
    """One round, and our part in it."""

    def __init__(self, code: str = "") -> None:
        self.code = code
        self.cards: dict[str, list[str]] = {}
        self.splits: dict[str, tuple[str, str]] = {}
        self.dealer: list[str] = []
        self.steps: list[list[tuple[str, int]]] = []  # placements, as UNDO takes them back
        self.actions: list[Said] = []
        self.insured: list[Said] = []
        self.sizes: dict[tuple[int, str], int] = {}  # of hands of ours on shared lines, as last shown
        self.unsure = False  # the order in which our commands were carried out is not known
        self.is_over = False

    @property
    def placed(self) -> dict[str, int]:
        """By spot."""
        sums: dict[str, int] = {}
        for step in self.steps:
            for spot, amount in step:
                sums[spot] = sums.get(spot, 0) + amount
        return sums

    def did(self, do: Said, last: dict[str, int]) -> None:
        """It was acknowledged, for the first time."""
        kind = do["type"]
        if kind == "Bet":
            self.steps.append([(do["spot"], do.get("amount_minor", 0))])
        elif kind == "BetBehind":
            self.steps.append([(f"{do['position']}/behind", do["amount_minor"])])
        elif kind == "Undo" and self.steps:
            self.steps.pop()
        elif kind == "ClearBets":
            self.steps.clear()
        elif kind == "DoubleBets":
            self.steps.append(list(self.placed.items()))
        elif kind == "RepeatBets":
            self.steps.append(list(last.items()))
        elif kind == "Decide":
            self.actions.append(do)
        elif kind == "Insure":
            self.insured.append(do)


class Felt:
    """A table we are at."""

    def __init__(self, key: str) -> None:
        self.key = key
        self.info: Said = {}
        self.limits: list[Said] = []
        self.paused = ""
        self.is_open = False  # for bets
        self.opened = 0  # rounds we saw opened
        self.closes_s = 0.0  # when bets close, by our own clock
        self.turn = 0
        self.insuring = False
        self.hands: list[Said] = []
        self.bets: Said = {}
        self.seats: dict[int, Said] = {}
        self.results: dict[str, Said] = {}  # by round
        self.voided: dict[str, str] = {}
        self.now = Played()
        self.rounds: dict[str, Played] = {"": self.now}
        self.last: dict[str, int] = {}  # what REPEAT places

    @property
    def code(self) -> str:
        return self.now.code

    @property
    def kind(self) -> str:
        return str(self.info.get("kind", ""))

    @property
    def lies(self) -> int:
        """What the house shows us on the cloth."""
        return sum(one.get("amount_minor", 0) for one in self.bets.get("bets", []))

    @property
    def has_time(self) -> bool:
        """Bets are open, and for the greater part of their time."""
        left_s = self.closes_s - time.monotonic()
        return self.is_open and (self.kind == "solo" or left_s > 0.7 * self.info["betting_ms"] / 1000)

    # -- what the house says --------------------------------------------------------------------

    def happened(self, what: Said) -> None:
        if handler := getattr(self, "_" + what["type"], None):
            handler(what)

    def snapshot(self, said: Said) -> None:
        view = said["view"]
        self.info, self.limits = said["info"], view.get("limits", [])
        self._turn_to(view.get("code", ""))
        phase = view.get("phase", "waiting")
        self.is_open = phase in ("waiting", "betting")
        self.now.is_over = phase == "results"
        if self.is_open and (deadline := view.get("deadline")):
            self.closes_s = time.monotonic() + (deadline["at_ms"] - said["now_ms"]) / 1000
        self.paused = (view.get("pause") or {}).get("reason", "")
        lines = {line: seen.get("cards", []) for line, seen in view.get("lines", {}).items()}
        self.now.dealer = [card for card in lines.pop("dealer", []) if card != FACE_DOWN]
        self.now.cards = lines
        self.seats = {int(seat): holder for seat, holder in view.get("seats", {}).items()}
        self.bets = said.get("bets") or {}
        self.my_hands(said.get("hands") or {"turn": 0})
        self.insuring = phase == "insurance"
        if said.get("result"):
            self.results[said["result"]["code"]] = said["result"]

    def my_hands(self, said: Said) -> None:
        self.turn, self.hands = said["turn"] or self.turn, said.get("hands", [])
        for hand in self.hands:
            self.now.sizes[hand["position"], hand["line"]] = hand["size"]

    def _turn_to(self, code: str) -> None:
        if code != self.code:
            self.now = self.rounds.setdefault(code, Played(code))

    def _RoundOpened(self, what: Said) -> None:  # noqa: N802 - named as the event is
        self._turn_to(what["code"])
        self.opened += 1
        self.is_open, self.insuring = True, False
        self.hands, self.bets = [], {}
        self._DeadlineMoved(what)

    def _DeadlineMoved(self, what: Said) -> None:  # noqa: N802
        if deadline := what.get("deadline"):
            self.closes_s = time.monotonic() + deadline["lasts_ms"] / 1000

    def _BettingClosed(self, what: Said) -> None:  # noqa: N802
        self.is_open = False
        if self.now.placed:
            self.last = dict(self.now.placed)

    def _CardDealt(self, what: Said) -> None:  # noqa: N802
        if what["to"] != "dealer":
            self.now.cards.setdefault(what["to"], []).append(what["card"])
        elif what["card"] is not None:
            self.now.dealer.append(what["card"])

    def _LineSplit(self, what: Said) -> None:  # noqa: N802
        first, second = self.now.cards[what["line"]][:2]
        self.now.splits[what["line"]] = (what["first"], what["second"])
        self.now.cards[what["first"]], self.now.cards[what["second"]] = [first], [second]

    def _HoleCardShown(self, what: Said) -> None:  # noqa: N802
        self.now.dealer.insert(1, what["card"])

    def _InsuranceOffered(self, what: Said) -> None:  # noqa: N802
        self.insuring, self.turn = True, what["turn"]

    def _Asked(self, what: Said) -> None:  # noqa: N802
        self.insuring, self.turn = False, what["turn"]

    def _DealerLooked(self, what: Said) -> None:  # noqa: N802
        self.insuring = False

    def _SeatChanged(self, what: Said) -> None:  # noqa: N802
        self.seats[what["seat"]] = what.get("holder") or {}

    def _RoundEnded(self, what: Said) -> None:  # noqa: N802
        self.now.is_over, self.is_open = True, self.kind == "solo"

    def _RoundVoided(self, what: Said) -> None:  # noqa: N802
        self.now.is_over = True
        self.voided[what["code"]] = what["reason"]

    def _TablePaused(self, what: Said) -> None:  # noqa: N802
        self.paused = what["reason"] + (" (fault)" if what.get("fault") else "")

    def _TableResumed(self, what: Said) -> None:  # noqa: N802
        self.paused = ""
