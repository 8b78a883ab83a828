"""Insurance (D6), and the stakes of whatever is decided in mid-round."""

from __future__ import annotations

from functools import partial

from ventuno.bank import Outcome, Placed, PlaceStakes
from ventuno.play import Action, Phase
from ventuno.play import events as happened
from ventuno.protocol.commands import Insure
from ventuno.refusal import Refusal
from ventuno.table.asking import Bodies, Then
from ventuno.table.playing import LATE, NOT_NOW, Playing, must, short_of
from ventuno.table.records import stored


class Insuring(Playing):
    # -- insurance (D6) -------------------------------------------------------------------------

    def insure(self, player: int, request: str, command: Insure) -> None:
        question = self.is_asked(command.turn)
        if question is None or question.phase is not Phase.INSURANCE:
            self.refuse(player, request, NOT_NOW if question else LATE)
            return
        positions = self._uninsured(player, command.position)
        if isinstance(positions, Refusal):
            self.refuse(player, request, positions)
        elif command.accept:
            self._take_insurance(player, request, positions)
        else:
            events = [happened.InsuranceDecided(position, str(player), 0) for position in positions]
            bodies = tuple(map(stored, events))
            declined = partial(self._insured, player, request, positions, Action.DECLINE)
            self.store(bodies, declined, [(player, request)])

    def _uninsured(self, player: int, position: int | None) -> list[int] | Refusal:
        """Where this player is still asked."""
        mine = [place.number for place, _ in self.seated.rows.get(player, ())]
        wanted = mine if position is None else [position]
        why: Refusal | None = Refusal("action/no_bet", "you have no bet that could be insured")
        found = []
        for number in wanted:
            refusal = self.now_playing.legal(number, str(player)).why_not(Action.INSURE)
            if refusal is None:
                found.append(number)
            why = refusal or why
        assert why is not None
        return found or why

    def _take_insurance(self, player: int, request: str, positions: list[int]) -> None:
        playing, bettor = self.now_playing, str(player)
        costs = {number: playing.cost(number, bettor, Action.INSURE) for number in positions}
        if sum(costs.values()) > self.around.purse(player).wallet_minor:
            self.refuse(player, request, short_of(sum(costs.values())))
            return
        stakes = tuple(Placed(f"{number}/insurance", cost) for number, cost in costs.items())
        events = tuple(stored(happened.InsuranceDecided(number, bettor, cost)) for number, cost in costs.items())

        def then(outcome: Outcome) -> None:
            if isinstance(outcome, Refusal):
                self.refuse(player, request, outcome)
            else:
                self._add(player, sum(costs.values()))
                self._insured(player, request, positions, Action.INSURE)
                self.moved()

        self.place(player, request, stakes, events, then)

    def _insured(self, player: int, request: str, positions: list[int], action: Action) -> None:
        for position in positions:
            must(self.now_playing.act(position, str(player), action))
        self._tell_hands.add(player)
        self._to_answer.append((player, request))

    # -- stakes of a decision -------------------------------------------------------------------

    def place(
        self,
        player: int,
        request: str,
        stakes: tuple[Placed, ...],
        events: Bodies,
        then: Then,
    ) -> None:
        """Stakes that no table limit binds (B4), with the decision they are for; without a request it was made before
        (D2)."""
        self.record_followed()
        key = self.request_key(player, request) if request else self.new_key("early")
        self.ask_with(
            lambda stored_events, first: PlaceStakes(
                key=key,
                at_ms=self.now_ms,
                asked=self.asked(player) if request else b"",
                round=self.code,
                events=stored_events,
                first_event=first,
                player=player,
                stakes=stakes,
                initial=False,
            ),
            events,
            then,
            (lambda: self.done(player, request)) if request else None,
        )
