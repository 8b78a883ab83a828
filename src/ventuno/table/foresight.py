"""Decisions made in advance (D2): stored when they are made, acted on when the hand is asked."""

from __future__ import annotations

from functools import partial
from typing import Final

from ventuno.play import Action, Phase, Round
from ventuno.play.hands import Hand, Status, hand_on
from ventuno.play.position import Position
from ventuno.protocol.commands import DecideEarly
from ventuno.refusal import Refusal
from ventuno.table.decisions import Decisions
from ventuno.table.ground import Ground
from ventuno.table.live_round import UNKNOWN, LiveRound, asked_hand
from ventuno.table.payments import PlayerDecision
from ventuno.table.records import DecidedEarly, stored
from ventuno.table.stages import Stage
from ventuno.table.whispering import at_zero, is_decided_by

ACTIONS: Final = {action.value: action for action in Action if action not in (Action.INSURE, Action.DECLINE)}


class Foresight:
    def __init__(self, ground: Ground, live: LiveRound, decisions: Decisions) -> None:
        self._rules, self._course, self._voice, self._queues = ground.rules, ground.course, ground.voice, ground.queues
        self._errands, self._live, self._decisions, self._early = ground.errands, live, decisions, live.hands.early

    def decide_early(self, player: int, request: str, command: DecideEarly) -> None:
        size = self._hand_to_decide(player, command)
        if isinstance(size, Refusal):
            self._queues.refuse(player, request, size)
            return
        record = DecidedEarly(player, command.position, command.line, size, command.action)
        self._errands.record_asked(player, request, (stored(record),), partial(self._decided, record, request))

    def _hand_to_decide(self, player: int, command: DecideEarly) -> int | Refusal:
        """How many cards the hand has, or why nothing can be decided for it in advance."""
        if command.action and command.action not in ACTIONS:
            return UNKNOWN
        if self._rules.times.decision_ms == 0:
            return Refusal("action/no_clock", "nothing is decided in advance where there is no clock")
        playing = self._course.stage is Stage.PLAYING
        found = self._live.hands.row(player, command.position) if playing else None
        if found is None:
            return Refusal("action/no_bet", f"you have no bet on position {command.position}")
        place, row = found
        hand = hand_on(place.path(row), command.line)
        if hand is None or hand.status is not Status.PLAYING or not is_decided_by(place, row):
            return Refusal("action/not_asked", f"nothing is to be decided for {command.line} any more")
        if self._is_asked(hand):
            return Refusal("action/asked_now", "this hand is asked now: decide")
        size = len(place.lines[hand.line].cards)
        return size if size >= 2 else Refusal("action/too_early", "wait for the first two cards")

    def _is_asked(self, hand: Hand) -> bool:
        question = self._live.question
        if question is None or question.phase is Phase.INSURANCE:
            return False
        return not question.position or question.line == hand.line

    def _decided(self, record: DecidedEarly, request: str) -> None:
        self.remember(record)
        self._live.hands.tell({record.player})
        self._queues.done(record.player, request)

    def remember(self, record: DecidedEarly) -> None:
        key = (record.player, record.position, record.line)
        if record.action:
            self._early[key] = ACTIONS[record.action], record.size
        else:
            self._early.pop(key, None)

    def ask(self, playing: Round) -> None:
        """Asks for a decision; who has decided in advance has answered."""
        surrender = playing.phase is Phase.EARLY_SURRENDER
        if playing.together:
            low = self._rules.variant.table.no_decision == "hit-to-11"
            self._live.ask_together("hits-or-stands" if low else "stands")
            for player in {player for player, *_ in self._early} if not surrender else ():
                self._act_for(player)
            return
        asked = next(playing.asked())
        place, hand = asked_hand(playing, asked.position, asked.line)
        if surrender or not self._act(int(asked.bettor), place, 0, hand):
            hits = at_zero(playing, place, hand) == "hit"
            self._live.ask_in_turn(
                asked.position, asked.line, "declines" if surrender else "hits" if hits else "stands"
            )

    def released(self, player: int) -> None:
        """The player's last decision is stored: the next one may be acted on."""
        question = self._live.is_asked(self._live.hands.turn)
        if question and not question.position and question.phase is Phase.DECISIONS:
            self._act_for(player)

    def _act_for(self, player: int) -> None:
        """One hand at a time: the next one when the first is stored."""
        hands = self._live.hands
        for place, row in hands.parties.rows.get(player, ()):
            for hand in place.path(row):
                if self._queues.is_busy(player):
                    return
                early = hand.status is Status.PLAYING and (player, place.number, hand.line) in self._early
                if early and not self._act(player, place, row, hand):
                    hands.tell((player,))  # it is theirs to decide after all

    def _act(self, player: int, place: Position, row: int, hand: Hand) -> bool:
        """Acts on what was decided in advance, if it was for this hand as it is now and is legal."""
        decided = self._early.pop((player, place.number, hand.line), None)
        if decided is None or decided[1] != hand.size:
            return False
        action = decided[0]
        if action not in place.legal(place.holding(row, hand.line), self._live.playing.looked):
            self._voice.notice(player, "action/not_possible", f"{action} is not possible any more: decide now")
            return False
        price = self._live.hands.offer(place, row, hand) if action is Action.CASHBACK else None
        if action is Action.CASHBACK and price is None:
            return False
        self._queues.hold(player)
        self._decisions.make(PlayerDecision(player, "", place, row, hand, action, price))
        return True
