"""A table for any number of players on the same cards (T3): everybody decides at the same time."""

from __future__ import annotations

from ventuno.play import Phase, Round
from ventuno.play.hands import Status
from ventuno.protocol import events as wire
from ventuno.table.betting import Stage
from ventuno.table.machine import Machine
from ventuno.table.playing import Question


class Shared(Machine):
    def ask_decision(self, playing: Round) -> None:
        """Everybody who is still in play is asked; who has decided in advance has answered."""
        self.question = Question(self.turn, playing.phase, lines=_asked_lines(playing))
        low = self.variant.table.no_decision == "hit-to-11"
        deadline = self.deadline(self.times.decision_ms, "hits-or-stands" if low else "stands")
        early = playing.phase is Phase.EARLY_SURRENDER
        self.publish(wire.Asked(self.turn, early_surrender=early, deadline=deadline))
        self.publish(self._choices(playing, self.question))
        self.start_clock(self.times.decision_ms)
        if not early:
            for player in {player for player, *_ in self.early}:
                self._act_on_foresight(player)

    def _act_on_foresight(self, player: int) -> None:
        """One hand at a time: the next one when the first is stored."""
        for place, row in self.seated.rows.get(player, ()):
            for hand in place.path(row):
                if player in self._busy:
                    return
                early = hand.status is Status.PLAYING and (player, place.number, hand.line) in self.early
                if early and not self.act_early(player, place, row, hand):
                    self.whisper_hands((player,))  # it is theirs to decide after all

    def release(self, player: int) -> None:
        super().release(player)
        if self.early and self.question and self.question.phase is Phase.DECISIONS and not self._time_up:
            self._act_on_foresight(player)

    # -- live shares (D7) -----------------------------------------------------------------------

    def flush(self) -> None:
        super().flush()
        if self.stage is Stage.PLAYING and self.question and self.question.lines and self.round:
            choices = self._choices(self.round, self.question)
            if (choices.undecided, choices.choices) != (self.view.undecided, self.view.choices):
                self.publish(choices)

    def _choices(self, playing: Round, question: Question) -> wire.ChoicesChanged:
        """Of those in exactly the same situation: same cards, same options."""
        chosen = tuple(
            wire.Choice(
                place.number, line, size, hands, golden, {str(action): count for action, count in counts.items()}
            )
            for place in playing.positions.values()
            for (line, size, hands, golden), counts in place.choices.items()
            if (line, size) in question.lines
        )
        return wire.ChoicesChanged(sum(place.undecided for place in playing.positions.values()), chosen)


def _asked_lines(playing: Round) -> frozenset[tuple[str, int]]:
    return frozenset(
        (hand.line, hand.size)
        for place in playing.positions.values()
        for number in place.paths_in_use()
        for hand in place.paths[number]
        if hand.status is Status.PLAYING
    )
