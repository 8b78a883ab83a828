"""The parts of a table, each built alone: time, what goes out, one command a player, the bank in order, bets, kinds."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from desk import Desk

from ventuno.bank import Outcome, PlaceStakes, Receipt, RecordEvents, TakeBackStakes
from ventuno.kinds import KINDS
from ventuno.protocol import commands as said
from ventuno.protocol.commands import Command, digest_of
from ventuno.protocol.events import TablePaused
from ventuno.protocol.messages import Done, MyBets, Refused
from ventuno.refusal import Refusal
from ventuno.shoe import Scripted
from ventuno.table.betting import Betting
from ventuno.table.config import TableConfig, table_info
from ventuno.table.errands import Errands, request_key
from ventuno.table.ground import Company, Course, Ground, RoundRules, RulesInForce
from ventuno.table.port import Alert, Ask, Guest, Means, Publish, Reply, Whisper
from ventuno.table.queues import MOST_QUEUED, Queues
from ventuno.table.seats import Seats
from ventuno.table.stages import Stage
from ventuno.table.timer import FLUSH_MS, SLOWER_FROM, Timer
from ventuno.table.voice import Voice
from ventuno.variant import load

GAME = load("infinite")
CONFIG = TableConfig(key="one", variant=GAME.key)
NO = Refusal("test/no", "as the test wants it")
BET = said.Bet("1/main", 500)


def voice() -> Voice:
    return Voice(table_info(CONFIG, GAME), Timer())


def replies(voice: Voice) -> list[tuple[int, str]]:
    """To whom, and the code of the refusal."""
    return [
        (one.player, one.message.code if isinstance(one.message, Refused) else "")
        for one in voice.taken()
        if isinstance(one, Reply)
    ]


# -- time -----------------------------------------------------------------------------------------


def test_what_is_due_rings_once_when_its_time_has_come() -> None:
    timer, rung = Timer(), []
    timer.wake_in(100, lambda: rung.append("a"))
    assert (timer.is_due(99), timer.is_due(100), timer.next_ms(), timer.left_ms) == (False, True, 100, 100)
    timer.ring()
    assert rung == ["a"]
    assert (timer.is_due(10_000), timer.next_ms()) == (False, None)


def test_a_pause_holds_what_is_left_of_the_alarm() -> None:
    timer = Timer()
    timer.wake_in(100, lambda: None)
    timer.now_ms = 30
    assert timer.stop(TablePaused("a cable", False))
    timer.now_ms = 5_000
    assert (timer.is_due(5_000), timer.next_ms()) == (False, None)
    assert timer.deadline(1_000, "stands") is None
    assert timer.go() == 70
    assert timer.next_ms() == 5_070


def test_what_is_set_during_a_pause_begins_when_it_ends() -> None:
    timer = Timer()
    timer.stop(TablePaused("a cable", False))
    timer.wake_in(40, lambda: None)
    timer.now_ms = 1_000
    assert timer.go() == 40
    assert timer.next_ms() == 1_040


def test_a_fault_is_graver_than_a_pause_and_no_pause_than_a_fault() -> None:
    timer = Timer()
    assert timer.stop(TablePaused("a cable", False))
    assert not timer.stop(TablePaused("another", False))
    assert timer.stop(TablePaused("fault", True))
    assert not timer.stop(TablePaused("a cable", False))
    assert timer.pause == TablePaused("fault", True)


def test_what_changes_all_the_time_is_told_to_a_larger_crowd_less_often() -> None:
    timer = Timer()
    timer.flush_soon(10)
    timer.flush_soon(10 * SLOWER_FROM)  # it is on its way already
    assert timer.next_ms() == FLUSH_MS
    timer.flushed()
    timer.flush_soon(10 * SLOWER_FROM)
    assert timer.next_ms() == 10 * FLUSH_MS


# -- what goes out --------------------------------------------------------------------------------


def test_a_fault_is_an_alert_and_stops_the_table_once() -> None:
    out = voice()
    out.fault("test/one", "first")
    out.fault("test/two", "second")
    said_out = out.taken()
    assert [one.code for one in said_out if isinstance(one, Alert)] == ["test/one", "test/two"]
    assert [one.n for one in said_out if isinstance(one, Publish)] == [1]
    assert out.timer.pause == TablePaused("fault", True)
    assert out.taken() == []


# -- one command a player at a time ---------------------------------------------------------------


class Heard:
    """What was handed on, and what the queues that did it are."""

    def __init__(self) -> None:
        self.voice = voice()
        self.commands: list[tuple[int, str]] = []
        self.released: list[int] = []
        self.queues = Queues(self.voice, self.hear, self.released.append)

    def hear(self, player: int, request: str, command: Command) -> None:
        if self.queues.is_its_turn(player, request, command):
            self.commands.append((player, request))


def test_a_players_next_command_waits_for_the_answer_to_the_one_before() -> None:
    heard = Heard()
    for player, request in ((1, "a"), (1, "b"), (2, "c"), (1, "d")):
        heard.hear(player, request, BET)
    assert heard.commands == [(1, "a"), (2, "c")]
    heard.queues.done(1, "a")
    assert heard.commands == [(1, "a"), (2, "c"), (1, "b")]
    heard.queues.refuse(1, "b", NO)
    assert heard.commands[-1] == (1, "d")
    assert heard.released == [1, 1]
    assert replies(heard.voice) == [(1, ""), (1, "test/no")]
    assert not heard.queues.all_answered


def test_only_so_many_wait() -> None:
    heard = Heard()
    for number in range(MOST_QUEUED + 2):
        heard.hear(1, f"q{number}", BET)
    assert replies(heard.voice) == [(1, "request/too_many")]


def test_what_the_table_does_for_a_player_holds_their_commands_and_is_not_answered() -> None:
    heard = Heard()
    heard.queues.hold(1)
    heard.hear(1, "a", BET)
    assert heard.commands == []
    heard.queues.done(1, "")
    assert heard.commands == [(1, "a")]
    assert replies(heard.voice) == []


def test_the_digest_is_of_what_is_asked_just_now() -> None:
    heard = Heard()
    assert heard.queues.asked(1) == b""
    heard.hear(1, "a", BET)
    heard.hear(1, "b", said.Undo())
    assert (heard.queues.heard(1), heard.queues.asked(1)) == (BET, digest_of(BET))
    assert (heard.queues.heard_as(1, "a"), heard.queues.heard_as(1, "b")) == (BET, None)


def test_whoever_waits_is_refused_together() -> None:
    heard = Heard()
    for player, request in ((1, "a"), (2, "b"), (1, "c")):
        heard.hear(player, request, BET)
    heard.queues.refuse_all(NO)
    assert replies(heard.voice) == [(1, "test/no"), (2, "test/no"), (1, "test/no")]
    assert heard.queues.all_answered
    assert heard.commands == [(1, "a"), (2, "b")]


# -- the bank, in order ---------------------------------------------------------------------------


class Bank:
    """Errands with somebody who notes what came of them."""

    def __init__(self) -> None:
        self.heard = Heard()
        self.voice = self.heard.voice
        self.came: list[str] = []
        self.errands = Errands(self.voice, self.heard.queues, lambda: self.came.append("all told"))
        self.errands.log.open("R1", ())

    def then(self, name: str) -> Callable[[Outcome], None]:
        return lambda outcome: self.came.append(f"{name}!" if isinstance(outcome, Refusal) else name)

    def ask(self, name: str, events: tuple[bytes, ...] = ()) -> None:
        command = RecordEvents(key=name, at_ms=1, round="R1", events=events, first_event=self.errands.log.first)
        self.errands.ask(command, self.then(name), events, self.errands.again(1, name))

    def asked(self) -> list[Ask]:
        return [one for one in self.voice.taken() if isinstance(one, Ask)]


YES = Receipt(1)


def test_answers_are_taken_in_the_order_of_the_asks() -> None:
    bank = Bank()
    for name in "abc":
        bank.ask(name)
    refs = [one.ref for one in bank.asked()]
    bank.errands.take({refs[2]: YES})
    bank.errands.take({refs[1]: NO})
    assert bank.came == []
    bank.errands.take({refs[0]: YES})
    assert bank.came == ["a", "b!", "c"]
    assert bank.errands.quiet


def test_events_count_as_stored_until_their_command_is_refused() -> None:
    bank = Bank()
    log = bank.errands.log
    bank.ask("a", (b"1", b"2"))
    bank.ask("b", (b"3",))
    first, second = bank.asked()
    assert (log.stored, log.first, log.bodies) == (3, None, [])
    bank.errands.take({first.ref: NO, second.ref: YES})
    assert (log.stored, log.first, log.bodies) == (1, 1, [b"3"])


def test_what_the_bank_had_accepted_before_is_answered_again_and_changes_nothing() -> None:
    bank = Bank()
    bank.ask("a", (b"1",))
    bank.errands.take({bank.asked()[0].ref: Receipt(1, again=True)})
    assert bank.came == []
    assert replies(bank.voice) == [(1, "")]
    assert (bank.errands.log.stored, bank.errands.log.bodies) == (0, [])


def test_a_table_that_repeats_itself_has_a_fault() -> None:
    bank = Bank()
    bank.errands.ask(RecordEvents(key="k", at_ms=1, round="R1"), bank.then("a"))
    bank.errands.take({bank.asked()[0].ref: Receipt(1, key="k", again=True)})
    assert bank.came == []
    assert [one.code for one in bank.voice.taken() if isinstance(one, Alert)] == ["ledger/repeated"]


def test_what_comes_while_a_lot_is_stored_goes_with_the_next() -> None:
    bank = Bank()
    for name in "abc":
        bank.errands.store((name.encode(),), lambda name=name: bank.came.append(name), [(1, name)])  # type: ignore[misc]
        bank.errands.settle_down()
    (lot,) = bank.asked()
    bank.errands.take({lot.ref: YES})
    assert bank.came == ["a", "all told"]
    assert (bank.errands.was_answered(1, "a", BET), bank.errands.was_answered(1, "b", BET)) == (True, False)
    bank.errands.settle_down()
    (lot,) = bank.asked()
    assert isinstance(lot.command, RecordEvents)
    assert lot.command.events[1:] == (b"b", b"c")
    bank.errands.take({lot.ref: NO})
    assert bank.came == ["a", "all told"]
    bank.errands.settle_down()
    assert bank.asked() == []  # the table stands still; they are not lost
    assert not bank.errands.quiet


def test_silence_is_waited_for_and_a_pause_too() -> None:
    bank = Bank()
    bank.ask("a")
    bank.errands.later(lambda: bank.came.append("later"))
    bank.errands.when_quiet(lambda: bank.came.append("quiet"))
    bank.errands.settle_down()
    assert bank.came == []
    bank.voice.stop("a cable")
    bank.errands.take({bank.asked()[0].ref: YES})
    bank.errands.settle_down()
    assert bank.came == ["a", "later"]
    bank.voice.timer.go()
    bank.errands.settle_down()
    assert bank.came == ["a", "later", "quiet"]


# -- bets -----------------------------------------------------------------------------------------


class Around:
    """A purse, and nothing else."""

    seal = None

    def purse(self, player: int) -> Means:
        return Means(10_000, {})


class Felt:
    """A window of a shared table with one guest, without a table around it."""

    def __init__(self) -> None:
        self.heard = Heard()
        self.voice, queues, company = self.heard.voice, self.heard.queues, Company()
        self.errands = Errands(self.voice, queues, lambda: None)
        self.errands.log.open("R1", ())
        self.course = Course()
        self.course.stage = Stage.BETTING
        company.guests[1] = Guest(1, "anna", "EUR")
        company.here.add(1)
        ground = Ground(
            RulesInForce(CONFIG, RoundRules(GAME, Scripted([]))), self.course, company, Seats(GAME, 3),
            self.voice.timer, self.voice, queues, self.errands, Around(),  # type: ignore[arg-type]
        )  # fmt: skip
        self.betting = Betting(ground, lambda: None)

    def bet(self, command: Command, answer: Outcome = YES, request: str = "q") -> Ask:
        self.heard.hear(1, request, command)
        self.betting.bet(1, request, command)
        (ask,) = (one for one in self.voice.taken() if isinstance(one, Ask))
        self.errands.take({ask.ref: answer})
        return ask


def test_a_bet_lies_on_the_felt_when_the_bank_has_booked_it() -> None:
    felt = Felt()
    command = felt.bet(BET).command
    assert isinstance(command, PlaceStakes)
    assert (command.key, command.round, command.asked) == (request_key(1, "q"), "R1", digest_of(BET))
    assert felt.betting.slips[1].total_minor == 500
    assert felt.betting.bettors == 1
    whispered, replied = felt.voice.taken()
    assert isinstance(whispered, Whisper)
    assert isinstance(whispered.message, MyBets)
    assert whispered.message.total_minor == 500
    assert replied == Reply(1, Done("q"))


def test_a_bet_that_the_bank_refuses_does_not_lie_there() -> None:
    felt = Felt()
    felt.bet(BET, NO)
    assert felt.betting.slips[1].is_empty
    assert felt.betting.bettors == 0
    assert replies(felt.voice) == [(1, "test/no")]


def test_what_the_table_gives_back_holds_the_player_until_it_is_back() -> None:
    felt = Felt()
    felt.bet(BET)
    change = felt.betting.slips[1].clear()
    assert not isinstance(change, Refusal)
    felt.voice.taken()
    felt.betting.take_back(1, change)
    assert felt.heard.queues.is_busy(1)
    (ask,) = (one for one in felt.voice.taken() if isinstance(one, Ask))
    assert isinstance(ask.command, TakeBackStakes)
    felt.errands.take({ask.ref: YES})
    assert not felt.heard.queues.is_busy(1)
    assert felt.betting.slips[1].is_empty


def test_the_same_chip_on_the_same_slip_is_judged_once(monkeypatch: pytest.MonkeyPatch) -> None:
    felt, judged = Felt(), []
    felt.bet(BET)
    slip = type(felt.betting.slips[1])
    plain = slip.add
    monkeypatch.setattr(slip, "add", lambda *args, **named: judged.append(1) or plain(*args, **named))
    felt.bet(BET, NO, "r")
    felt.bet(BET, NO, "s")
    assert len(judged) == 1


def test_bets_are_open_in_the_stages_of_the_kind_unless_the_table_is_closed_or_paused() -> None:
    felt = Felt()
    assert felt.betting.is_open(1)
    felt.course.closed = "for the night"
    assert not felt.betting.is_open(1)
    felt.course.closed = ""
    felt.voice.stop("a cable")
    assert not felt.betting.is_open(1)
    felt.voice.timer.go()
    felt.course.stage = Stage.PLAYING
    assert not felt.betting.is_open(1)


# -- kinds ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["free-chip", "classic-free-bet", "infinite"])
def test_a_table_has_seats_a_clock_and_an_owner_as_its_kind_says(game: str) -> None:
    desk, kind = Desk(game), load(game).table.facts
    assert kind is KINDS[desk.table.info.kind]
    assert bool(desk.table.seats.count) == kind.seats
    assert bool(desk.table.rules.times.betting_ms) == kind.clock
    assert desk.table.info.chat != kind.alone
