"""Bets behind (H2): what they go along with, and who of them pays with the seat's player for a decision."""

from __future__ import annotations

from functools import partial
from typing import Final

from ventuno.bank import Outcome, Placed, PlaceTogether
from ventuno.play import Phase, Round, events as happened
from ventuno.protocol import commands as said
from ventuno.refusal import Refusal
from ventuno.table.betting import Betting
from ventuno.table.ground import Ground
from ventuno.table.live_round import NOT_NOW, LiveRound
from ventuno.table.payments import Booked, Payment, PlayerDecision
from ventuno.table.records import stored
from ventuno.table.slip import Change, Following
from ventuno.table.stages import Stage

ALL_DECIDED: Final = Refusal("action/not_now", "everything is decided: nothing is left to follow")


class Behind:
    def __init__(self, ground: Ground, betting: Betting, live: LiveRound) -> None:
        self._course, self._voice, self._queues = ground.course, ground.voice, ground.queues
        self._errands, self._around, self._betting, self._live = ground.errands, ground.around, betting, live

    def follow(self, player: int, request: str, command: said.Follow) -> None:
        if self._course.stage is Stage.BETTING:
            following = Following(command.double, command.split)
            change = self._betting.slip_of(player).follow(command.position, following)
            self._betting.change(player, request, change)
        else:
            # What is with the bank may end all decisions: only then is it known whether this still counts.
            self._errands.later(lambda: self._follow(player, request, command))

    def _follow(self, player: int, request: str, command: said.Follow) -> None:
        position, wanted = command.position, (command.double, command.split)
        found = self._live.hands.row(player, position)
        if found is None or not found[0].bets[found[1]].behind:
            why = f"you have no bet behind position {position}"
            self._queues.refuse(player, request, Refusal("action/not_behind", why))
        elif self._live.playing.phase in (Phase.DEALER, Phase.OVER):
            self._queues.refuse(player, request, ALL_DECIDED)
        elif found[0].follows(found[1]) == wanted:
            self._queues.done(player, request)
        else:
            event = happened.FollowChanged(position, str(player), *wanted)
            followed = partial(self._followed, player, request, command)
            self._errands.record_asked(player, request, (stored(event),), followed)

    def _followed(self, player: int, request: str, command: said.Follow) -> None:
        position, double, split = command.position, command.double, command.split
        self._live.playing.follow(position, str(player), double, split)
        self._live.told_already()
        self._betting.slip_of(player).apply(Change(following={position: Following(double, split)}))
        self._voice.whisper((player,), self._betting.my_bets(player))
        self._queues.done(player, request)

    def book(self, decision: PlayerDecision, payment: Payment, booked: Booked) -> None:
        """A leader's paid action. What is with the bank may change who follows it: only then is it known who pays."""
        book = partial(self._book, self._live.playing, decision, payment, booked)
        if self._errands.quiet:
            book()
        else:
            self._errands.later(book)

    def _book(self, playing: Round, decision: PlayerDecision, payment: Payment, booked: Booked) -> None:
        """With everybody's who follows and can pay for it, all or nothing; where the round is still the same."""
        if self._live.round is not playing:
            self._queues.refuse(decision.player, decision.request, NOT_NOW)
            return
        costs = playing.followers_cost(decision.place.number, decision.hand.line, decision.action)
        short = {name for name, cost in costs.items() if self._around.purse(int(name)).wallet_minor < cost}
        self._book_together(decision, payment, booked, costs, short)

    def _book_together(
        self, decision: PlayerDecision, payment: Payment, booked: Booked, costs: dict[str, int], short: set[str]
    ) -> None:
        player, request = decision.player, decision.request
        decision = decision._replace(short=tuple(name for name in costs if name in short))
        stakes: dict[int, tuple[Placed, ...]] = {
            player: (Placed(decision.spot, payment.real_minor, payment.golden),),
            **{int(name): (Placed(decision.spot, cost),) for name, cost in costs.items() if name not in short},
        }

        def then(outcome: Outcome) -> None:
            follower = str(outcome.data.get("player", "")) if isinstance(outcome, Refusal) else ""
            if follower and follower != decision.bettor and follower in costs:
                # What was refused left no key.
                self._book_together(decision, payment, booked, costs, short | {follower})
                return
            if not isinstance(outcome, Refusal):
                self._with_followers(decision.short, costs)
            booked(decision, payment, outcome)

        events = (stored(decision.paid_with(payment)),)
        stamp = self._errands.stamp(player, request, events, "early")
        self._errands.record_followed()
        stamp["first_event"] = self._errands.log.first
        again = self._errands.again(player, request)
        self._errands.ask(PlaceTogether(**stamp, stakes=stakes), then, events, again)

    def _with_followers(self, left_out: tuple[str, ...], costs: dict[str, int]) -> None:
        for name, cost in costs.items():
            self._live.went_along(int(name))
            if name in left_out:
                why = "the balance is short: your bet does not follow"
                self._voice.notice(int(name), "behind/not_followed", why)
            else:
                self._betting.add(int(name), cost)
