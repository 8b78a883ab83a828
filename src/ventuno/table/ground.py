"""What all parts of a table stand on: its rules, where it is, who is there, time, what goes out and what is asked."""

from __future__ import annotations

from typing import NamedTuple

from ventuno.bank import SpotLimits
from ventuno.shoe import CutCardShoe, Shoe
from ventuno.table.config import TableConfig, golden_of, limits_of_guest, round_terms, spot_limits, times_of
from ventuno.table.errands import Errands
from ventuno.table.port import Guest, Surroundings
from ventuno.table.queues import Queues
from ventuno.table.seats import Seats
from ventuno.table.stages import Stage, bets_in
from ventuno.table.timer import Timer
from ventuno.table.voice import Voice
from ventuno.variant import Variant


class RoundRules(NamedTuple):
    """What rounds are played by, and the shoe for it."""

    variant: Variant
    shoe: Shoe


class RulesInForce:
    def __init__(self, config: TableConfig, rules: RoundRules) -> None:
        self.config = config
        self.variant, self.shoe = rules
        self.next_rules: RoundRules | None = None  # the round was opened under others: these count from the next one on
        self.kind = self.variant.table.facts
        self.bets_in = bets_in(self.kind)
        self.times = times_of(config, self.variant)
        self.limits: tuple[SpotLimits, ...] = spot_limits(config, self.variant)  # today's; the round's are in its terms
        self.terms = round_terms(config, self.variant, self.limits)
        self.golden = golden_of(config, self.variant)
        self.chosen_level = ""  # of the menu (B4)
        self.shuffled = True  # a new table begins with a fresh shoe

    def limits_for(self, guest: Guest) -> SpotLimits:
        set_by = self.variant.table.limits_set_by
        return limits_of_guest(self.terms.limits, set_by, guest.vip_level, self.chosen_level)

    def renew(self, currency: str) -> bool:
        """The next round's terms count (B4), and its rules where they are others: then True."""
        rules, self.next_rules = self.next_rules, None
        if rules is not None:  # limits are today's already
            self.variant, self.shoe = rules
            self.golden = golden_of(self.config, self.variant)
            self.shuffled = True
        self.terms = round_terms(self.config, self.variant, self._round_limits(), currency)
        return rules is not None

    def _round_limits(self) -> tuple[SpotLimits, ...]:
        """Of a menu, the entry that was chosen: it binds at the bank too."""
        if not self.kind.alone or self.variant.table.limits_set_by != "menu":
            return self.limits
        return (limits_of_guest(self.limits, "menu", "", self.chosen_level),)

    def begin_shoe(self) -> None:
        """All cards of the last round are off the table; a shuffle that is due happens now (S1)."""
        shown = getattr(self.shoe, "cut_card_shown", not isinstance(self.shoe, CutCardShoe))
        self.shuffled = self.shuffled or shown
        self.shoe.begin_round()


class Course:
    """Where the table is."""

    def __init__(self) -> None:
        self.stage = Stage.IDLE
        self.opened_ms = 0  # when the round was
        self.closing = ""  # why the table closes after this round
        self.closed = ""  # why it is closed
        self.doubtful = False  # the program had a fault: what is remembered of the round may be wrong


class Company:
    """Who is at the table."""

    def __init__(self) -> None:
        self.guests: dict[int, Guest] = {}
        self.here: set[int] = set()  # who has a connection


class Ground(NamedTuple):
    rules: RulesInForce
    course: Course
    company: Company
    seats: Seats
    timer: Timer
    voice: Voice
    queues: Queues
    errands: Errands
    around: Surroundings
