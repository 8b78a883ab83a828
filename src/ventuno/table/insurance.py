"""Insurance (D6): taken with its stake, or declined."""

from __future__ import annotations

from functools import partial

from ventuno.bank import Outcome, Placed
from ventuno.play import Action, Phase
from ventuno.play import events as happened
from ventuno.protocol.commands import Insure
from ventuno.refusal import Refusal
from ventuno.table.betting import Betting
from ventuno.table.ground import Ground
from ventuno.table.live_round import LATE, NOT_NOW, LiveRound, must
from ventuno.table.payments import Payments, short_of
from ventuno.table.records import stored


class Insurance:
    def __init__(self, ground: Ground, betting: Betting, payments: Payments, live: LiveRound) -> None:
        self._queues, self._errands, self._around = ground.queues, ground.errands, ground.around
        self._betting, self._payments, self._live = betting, payments, live

    def insure(self, player: int, request: str, command: Insure) -> None:
        question = self._live.is_asked(command.turn)
        if question is None or question.phase is not Phase.INSURANCE:
            self._queues.refuse(player, request, NOT_NOW if question else LATE)
            return
        positions = self._uninsured(player, command.position)
        if isinstance(positions, Refusal):
            self._queues.refuse(player, request, positions)
        elif command.accept:
            self._take(player, request, positions)
        else:
            events = [happened.InsuranceDecided(position, str(player), 0) for position in positions]
            declined = partial(self._decided, player, request, positions, Action.DECLINE)
            self._errands.store(tuple(map(stored, events)), declined, [(player, request)])

    def _uninsured(self, player: int, position: int | None) -> list[int] | Refusal:
        """Where this player is still asked."""
        mine = [place.number for place, _ in self._live.hands.parties.rows.get(player, ())]
        wanted = mine if position is None else [position]
        why: Refusal | None = Refusal("action/no_bet", "you have no bet that could be insured")
        found = []
        for number in wanted:
            refusal = self._live.playing.legal(number, str(player)).why_not(Action.INSURE)
            if refusal is None:
                found.append(number)
            why = refusal or why
        assert why is not None
        return found or why

    def _take(self, player: int, request: str, positions: list[int]) -> None:
        playing, bettor = self._live.playing, str(player)
        costs = {number: playing.cost(number, bettor, Action.INSURE) for number in positions}
        total = sum(costs.values())
        if total > self._around.purse(player).wallet_minor:
            self._queues.refuse(player, request, short_of(total))
            return
        stakes = tuple(Placed(f"{number}/insurance", cost) for number, cost in costs.items())
        events = tuple(stored(happened.InsuranceDecided(number, bettor, cost)) for number, cost in costs.items())

        def then(outcome: Outcome) -> None:
            if isinstance(outcome, Refusal):
                self._queues.refuse(player, request, outcome)
            else:
                self._betting.add(player, total)
                self._decided(player, request, positions, Action.INSURE)
                self._live.moved()

        self._payments.place(player, request, stakes, events, then)

    def _decided(self, player: int, request: str, positions: list[int], action: Action) -> None:
        for position in positions:
            must(self._live.playing.act(position, str(player), action))
        self._live.decided(player, request)
