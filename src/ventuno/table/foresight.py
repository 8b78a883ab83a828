"""Decisions made in advance (D2): stored when they are made, acted on when the hand is asked."""

from __future__ import annotations

from functools import partial

from ventuno.actions import PAID
from ventuno.play import Action, Phase
from ventuno.play.hands import Hand, Status, hand_on
from ventuno.play.position import Position
from ventuno.protocol.commands import DecideEarly
from ventuno.refusal import Refusal
from ventuno.table.betting import Stage
from ventuno.table.deciding import Choice, Deciding
from ventuno.table.playing import ACTIONS, UNKNOWN
from ventuno.table.records import DecidedEarly, stored
from ventuno.table.whispering import is_decided_by


class Foresight(Deciding):
    # -- decided in advance (D2) ----------------------------------------------------------------

    def decide_early(self, player: int, request: str, command: DecideEarly) -> None:
        found = self._hand_to_decide(player, command)
        if isinstance(found, Refusal):
            self.refuse(player, request, found)
            return
        key, size = (player, command.position, command.line), found
        record = DecidedEarly(player, command.position, command.line, size, command.action)
        decided = partial(self._decided_early, key, size, request, command.action)
        self.record_asked(player, request, (stored(record),), decided)

    def _hand_to_decide(self, player: int, command: DecideEarly) -> int | Refusal:
        """How many cards the hand has, or why nothing can be decided for it in advance."""
        if command.action and command.action not in ACTIONS:
            return UNKNOWN
        if self.times.decision_ms == 0:
            return Refusal("action/no_clock", "nothing is decided in advance where there is no clock")
        found = self.parties.row(player, command.position) if self.parties and self.stage is Stage.PLAYING else None
        if found is None:
            return Refusal("action/no_bet", f"you have no bet on position {command.position}")
        place, row = found
        hand = hand_on(place.path(row), command.line)
        if hand is None or hand.status is not Status.PLAYING or not is_decided_by(place, row):
            return Refusal("action/not_asked", f"nothing is to be decided for {command.line} any more")
        if self.question and self.question.phase is not Phase.INSURANCE and self._is_mine(hand):
            return Refusal("action/asked_now", "this hand is asked now: decide")
        size = len(place.lines[hand.line].cards)
        return size if size >= 2 else Refusal("action/too_early", "wait for the first two cards")

    def _is_mine(self, hand: Hand) -> bool:
        return self.question is not None and (not self.question.position or self.question.line == hand.line)

    def _decided_early(self, key: tuple[int, int, str], size: int, request: str, action: str) -> None:
        if action:
            self.early[key] = ACTIONS[action], size
        else:
            self.early.pop(key, None)
        self.whisper_hands({key[0]})
        self.done(key[0], request)

    def act_early(self, player: int, place: Position, row: int, hand: Hand) -> bool:
        """Acts on what was decided in advance, if it was for this hand as it is now and is legal."""
        decided = self.early.pop((player, place.number, hand.line), None)
        if decided is None or decided[1] != hand.size:
            return False
        action = decided[0]
        if action not in place.legal(place.holding(row, hand.line), self.now_playing.looked):
            self.notice(player, "action/not_possible", f"{action} is not possible any more: decide now")
            return False
        choice = Choice(player, "", place, row, hand, action)
        if action is Action.CASHBACK:
            price = self.prices.offer(self.now_playing, place, row, hand)
            if price is None:
                return False
            choice = choice._replace(price=price)
        self._busy[player] = ""
        if action in PAID:
            self._pay(choice)
        else:
            self._keep(choice)
        return True
