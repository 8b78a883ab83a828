"""Who tries to get something for nothing: repeats, reorders, delays, duplicates, reuses, at every wrong moment.

A thief plays like everybody, so that there is something to steal with, and between times tries a trick. Each
trick is a short script: what is sent, and when. What they must not get, the checks of the world say.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Final

from tests.world.client import Client, Place, encode
from tests.world.habits import ACTIONS, OPEN, act
from tests.world.network import Link
from tests.world.people import Player
from ventuno.protocol import commands as do
from ventuno.protocol.commands import Request

if TYPE_CHECKING:
    from tests.world.world import World

MANY: Final = (1, 63, 66, 75, 140)  # others between a request and its repetition: below and beyond any memory
STEP_S: Final = 0.036  # as fast as the house lets anybody ask
NOWHERE: Final = 7
STAKE_MINOR: Final = 5_000  # without so much there is nothing to steal with

Trick = Callable[["Thief", Place], None]


class Thief(Player):
    def __init__(self, world: World, client: Client, chance: random.Random) -> None:
        super().__init__(world, client, chance)
        self.hostile, self.lazy, self.pace_s = False, False, chance.choice((0.7, 1.5, 4.0))
        self.tricks = chance.sample(TRICKS, 6)  # each has some of them, and tries those again and again
        self.honest = chance.choice((0.3, 0.6))
        self.offers: list[int] = []  # prices that were shown
        self.turns: list[int] = []
        self.busy = False  # with a trick that takes a while
        self.other: Link | None = None  # a second connection

    def join_the_gang(self) -> None:
        """Several who do the same in the same moment, so that the house takes them together."""
        self.tricks, self.pace_s, self.honest = [does_what_the_gang_does, *self.tricks[:1]], 0.7, 0.0

    def think(self) -> None:
        super().think()
        client = self.client
        if not self.world.turmoil and self.other is not None:
            self.other.cut(0.0)
            self.other = None
        if client.is_here and not self.resting:
            for place in client.places.values():
                if not place.joined and not place.joining:  # the other connection took it over, or nobody waited
                    client.join(place)

    def do_something(self, place: Place) -> None:
        self._look(place)
        if self.busy or not self.world.turmoil:
            return
        if self.client.balance.wallet_minor < STAKE_MINOR:
            self.world.crowd.pay_in(self.client.player, 10 * STAKE_MINOR)
        if self.chance.random() < self.honest:
            super().do_something(place)
        else:
            trick = self.chance.choice(self.tricks)
            self.world.trace(f"thief {self.client.player} tries {trick.__name__} at {place.key}")
            self.world.counts["tricks"] += 1
            trick(self, place)

    def _look(self, place: Place) -> None:
        self.offers = [*self.offers, *(one.offer_minor for one in place.hands.hands if one.offer_minor is not None)][
            -9:
        ]
        if place.view.question:
            self.turns = [*self.turns, place.view.question.turn][-9:]

    # -- what a script is made of ---------------------------------------------------------------

    def later(self, delay_s: float, step: Callable[[], object]) -> None:
        def still() -> None:
            if self.world.turmoil and not self.resting:
                step()

        self.world.at(delay_s, still)

    def request(self, place: Place, command: do.Command, name: str = "") -> Request:
        """With an id of its own, or somebody's old one."""
        if not name:
            self.client.numbers += 1
            name = f"{self.client.player}t{self.client.numbers}"
        code = place.view.code if self.chance.random() < 0.5 else ""
        found = Request(name, command, place.key, code)  # type: ignore[arg-type]
        self.client.asked.setdefault(name, found)
        return found

    def send(self, *requests: Request, over: Link | None = None) -> None:
        """Without waiting for anything, and without asking again."""
        link = over or self.client.link
        for request in requests:
            if link is not None and not link.gone:
                link.send(encode(request))

    def cut(self) -> None:
        """The line is gone at once, and the house knows it."""
        if self.client.link is not None:
            self.client.link.cut(0.0)

    def many(self, place: Place, then: Callable[[], object]) -> None:
        """Any number of other requests, then that; meanwhile nothing else."""
        self.busy = True
        count = self.chance.choice(MANY)
        junk = (do.Undo(), do.Follow(NOWHERE, True, True), do.GetUp(NOWHERE), do.StartNow())
        for number in range(count):
            self.later(number * STEP_S, lambda: self.send(self.request(place, self.chance.choice(junk))))

        def done() -> None:
            self.busy = False
            then()

        self.later(count * STEP_S + 0.05, done)
        self.world.at(count * STEP_S + 1.0, lambda: setattr(self, "busy", False))

    def position(self, place: Place) -> int | None:
        """Where to bet; a seat is taken where it needs one."""
        assert place.info is not None
        if place.info.kind != "seated":
            return self.chance.randint(1, place.info.positions_per_player)
        if not place.bets.seats:
            free = [seat for seat in range(1, 8) if seat not in place.view.seats]
            self.client.ask(do.Sit(self.chance.choice(free or [1])), place.key)
            return None
        return self.chance.choice(place.bets.seats)

    def bet(self, place: Place, times: int) -> do.Command | None:
        """So many times the minimum on a main bet; golden chips now and then; behind somebody where that is played."""
        position = self.position(place)
        if position is None:
            return None
        assert place.info is not None
        golden = sorted(self.client.balance.golden)
        if golden and place.info.rules.golden_per_round and self.chance.random() < 0.3:
            return do.Bet(f"{position}/main", 0, {self.chance.choice(golden): 1})
        others = [seat for seat in place.view.seats if seat not in place.bets.seats]
        if others and place.info.bet_behind and self.chance.random() < 0.2:
            return do.BetBehind(self.chance.choice(others), least(place) * times, True, self.chance.random() < 0.5)
        return do.Bet(f"{position}/main", least(place) * times)


def least(place: Place) -> int:
    return place.view.limits[0].main_least_minor if place.view.limits else 100


# -- repeating ----------------------------------------------------------------------------------


def reuses_an_id_after_many_others(thief: Thief, place: Place) -> None:
    """Bet, clear, any number of others, a small bet or none, and the first one again; then an ending of some kind."""
    bet = thief.bet(place, thief.chance.choice((20, 40)))
    if bet is None or place.view.phase not in OPEN:
        return
    first, small = thief.request(place, bet), thief.bet(place, 1)
    off = thief.request(place, thief.chance.choice((do.ClearBets(), do.Undo())))
    thief.send(first)
    thief.later(0.3, lambda: thief.send(off))

    def again() -> None:
        if small is not None and thief.chance.random() < 0.5:
            thief.send(thief.request(place, small))
        thief.send(first)
        deal = thief.request(place, do.Deal("placed"))
        ending = thief.chance.choice((None, thief.cut, thief.cut, lambda: thief.send(deal)))
        if ending is not None:
            thief.later(thief.chance.choice((0.0, 0.3, 1.0)), ending)

    thief.later(0.6, lambda: thief.many(place, again))


def repeats_a_decision_after_many_others(thief: Thief, place: Place) -> None:
    """A paid decision, an insurance or a following, again when everybody has forgotten it."""
    mine = act(place, thief.client.balance, thief.chance, False)
    requests = [thief.request(place, one) for one in mine if isinstance(one, do.Decide | do.Insure | do.Follow)]
    if requests:
        thief.send(*requests)
        thief.many(place, lambda: thief.send(*requests))


def repeats_anything_ever_asked(thief: Thief, place: Place) -> None:
    asked = list(thief.client.asked.values())
    thief.send(*(thief.chance.choice(asked) for _ in range(thief.chance.choice((1, 2, 5))) if asked))


def uses_an_old_id_for_something_else(thief: Thief, place: Place) -> None:
    """One that was answered: else the answer to this would be taken for the answer to that."""
    names = [name for name in thief.client.asked if name in thief.client.answers]
    bet = thief.bet(place, thief.chance.choice((1, 2, 40)))
    if names and bet is not None:
        for command in (bet, do.ClearBets(), do.Bet("1/main", least(place) * 3)):
            thief.send(thief.request(place, command, thief.chance.choice(names)))


def asks_twice_in_the_same_moment(thief: Thief, place: Place) -> None:
    commands = act(place, thief.client.balance, thief.chance, False)
    for request in [thief.request(place, command) for command in commands]:
        thief.send(*[request] * thief.chance.choice((2, 3)))


# -- several connections ------------------------------------------------------------------------


def plays_over_two_connections(thief: Thief, place: Place) -> None:
    """The same over both at once, and the table changes hands in between."""
    link = thief.other
    if link is None or link.gone:
        link = thief.other = Link(thief.world, thief.world.weather, f"{thief.client.player}'")
        link.sent = lambda body: thief.client.sent(link, body)
        thief.world.server.accept(link, thief.client.player)
    commands = act(place, thief.client.balance, thief.chance, False)
    requests = [thief.request(place, command) for command in commands]
    join = thief.request(place, do.Join())
    thief.later(0.3, lambda: thief.send(join, *requests, over=link))
    thief.later(thief.chance.choice((0.3, 0.301, 0.35, 1.0)), lambda: thief.send(*requests))
    thief.later(1.5, lambda: thief.send(*requests, over=link))


# -- out of order, out of time ------------------------------------------------------------------


def keeps_them_back_and_shuffles_them(thief: Thief, place: Place) -> None:
    """What was right a while ago: bets after red, answers to questions of another turn."""
    commands = [one for _ in range(3) for one in act(place, thief.client.balance, thief.chance, False)]
    requests = [thief.request(place, command) for command in commands]
    thief.chance.shuffle(requests)
    for request in requests:
        thief.later(thief.chance.choice((0.0, 0.5, 4.0, 15.0, 30.0)), partial(thief.send, request))


def changes_a_bet_that_is_with_the_bank(thief: Thief, place: Place) -> None:
    bet = thief.bet(place, 2)
    if bet is not None:
        after = (
            do.Undo(),
            do.ClearBets(),
            do.DoubleBets(),
            do.RepeatBets(),
            bet,
            do.Leave(),
            do.Deal("placed"),
            do.StartNow(),
        )
        wanted = [bet, *thief.chance.choices(after, k=thief.chance.choice((1, 3, 6)))]
        thief.send(*(thief.request(place, command) for command in wanted))


def asks_at_the_wrong_moment(thief: Thief, place: Place) -> None:
    """For other turns, other people's positions, at old prices; up and away in mid-round."""
    chance = thief.chance
    turn = chance.choice((*thief.turns, 0, 1))
    line = chance.choice((*place.view.lines, "1", "1a", "1b"))
    price = chance.choice((*thief.offers, 10**6)) if chance.random() < 0.7 else None
    seat = chance.choice((*place.bets.seats, 1, NOWHERE))
    wrong: Iterable[do.Command] = (
        do.Decide(turn, seat, line, chance.choice(ACTIONS), price),
        do.Decide(turn + 1, seat, line, "double"),
        do.Decide(turn, seat, line, "cashback", price),
        do.Insure(turn, True),
        do.Insure(turn, True, seat),
        do.DecideEarly(seat, line, chance.choice(ACTIONS)),
        do.Bet(f"{seat}/main", least(place) * 5),
        do.BetBehind(seat, least(place) * 5),
        do.Follow(seat, chance.random() < 0.5, chance.random() < 0.5),
        do.Sit(seat),
        do.GetUp(seat),
        do.AllowBehind(chance.random() < 0.5),
        do.ClearBets(),
        do.Leave(),
    )
    thief.send(*(thief.request(place, command) for command in chance.sample(list(wrong), 3)))


def gives_golden_chips_twice(thief: Thief, place: Place) -> None:
    """More than there are, on several spots, and off again."""
    position, golden = thief.position(place), sorted(thief.client.balance.golden)
    if position is None or not golden:
        return
    value = thief.chance.choice(golden)
    one = thief.request(place, do.Bet(f"{position}/main", 0, {value: 1}))
    all_of_them = do.Bet(f"{position}/main", least(place), {value: thief.client.balance.golden[value]})
    others = (all_of_them, do.Undo(), do.DoubleBets(), do.ClearBets(), do.RepeatBets())
    rest = [thief.request(place, command) for command in thief.chance.sample(others, 3)]
    thief.send(one, *rest, one)
    thief.many(place, lambda: thief.send(one, *rest))


def does_what_the_gang_does(thief: Thief, place: Place) -> None:
    """The same plain bet on the first position; every pair is split, whatever pays for it; first halves are hit."""
    if place.view.phase in OPEN:
        position = 1 if place.info and place.info.kind != "seated" else thief.position(place)
        if position and not place.bets.bets:
            thief.client.ask(do.Bet(f"{position}/main", least(place) * 2), place.key)
        return
    question = place.view.question
    for hand in place.hands.hands:
        options = [option.action for option in hand.options if not option.why_not]
        if question and options:
            hits = hand.line.endswith("a") and "hit" in options
            action = "split" if "split" in options else "hit" if hits else "stand" if "stand" in options else options[0]
            thief.client.ask(do.Decide(question.turn, hand.position, hand.line, action, hand.offer_minor), place.key)


# -- the line is cut ----------------------------------------------------------------------------


def is_gone_with_a_request_at_the_bank(thief: Thief, place: Place) -> None:
    """And asks the same again as soon as it is back, with nobody knowing what became of it."""
    commands = act(place, thief.client.balance, thief.chance, False)
    bet = thief.bet(place, 2)
    requests = [thief.request(place, one) for one in (*commands, *([bet] if bet else []))]
    thief.send(*requests)
    thief.later(thief.chance.choice((0.0, 0.02, 0.1, 0.5)), thief.cut)
    for delay_s in (1.0, 3.0, 7.0):
        thief.later(delay_s, lambda: thief.send(*requests))


def bets_leaves_and_comes_back(thief: Thief, place: Place) -> None:
    bet = thief.bet(place, 3)
    if bet is not None:
        request = thief.request(place, bet)
        thief.send(request, thief.request(place, do.Leave()))
        thief.later(0.3, lambda: thief.client.rejoin(place))
        thief.later(1.0, lambda: thief.send(request))


TRICKS: Final[tuple[Trick, ...]] = (
    reuses_an_id_after_many_others,
    repeats_a_decision_after_many_others,
    repeats_anything_ever_asked,
    uses_an_old_id_for_something_else,
    asks_twice_in_the_same_moment,
    plays_over_two_connections,
    keeps_them_back_and_shuffles_them,
    changes_a_bet_that_is_with_the_bank,
    asks_at_the_wrong_moment,
    gives_golden_chips_twice,
    is_gone_with_a_request_at_the_bank,
    bets_leaves_and_comes_back,
)
