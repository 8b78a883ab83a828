"""The world is worth nothing if it cannot fail: each of these breaks the house in one place, and must be caught."""

from __future__ import annotations

import sys
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import msgspec
import pytest

from tests.world.owner import Hold, Owner
from tests.world.store import FaultyEngine
from tests.world.twins import twins
from tests.world.world import run
from ventuno.bank import Deposit, receipts, settle
from ventuno.bank.book import Book
from ventuno.play import Round, position
from ventuno.play.actions import Action
from ventuno.play.events import DealtCard
from ventuno.protocol import commands as said
from ventuno.server import readiness
from ventuno.server.host import Host
from ventuno.server.house import House
from ventuno.server.requests import Requests, Waiting
from ventuno.server.store_watch import StoreWatch
from ventuno.server.teller import Asks
from ventuno.store import writing
from ventuno.table import pricing, settling, telling
from ventuno.table.attendance import Attendance
from ventuno.table.betting import Betting
from ventuno.table.decisions import Decisions
from ventuno.table.errands import Errands
from ventuno.table.live_round import LiveRound
from ventuno.table.machine import Machine
from ventuno.table.queues import Queues
from ventuno.table.timer import Timer
from ventuno.table.voice import Voice
from ventuno.table.window import Window

MOST_SEEDS = 40

Patch = pytest.MonkeyPatch
Break = Callable[[Patch], None]


def caught(game: str, words: str, seeds: range = range(MOST_SEEDS)) -> str:
    """What the first world says that notices it."""
    for seed in seeds:
        told = run(seed, game, 200.0, seen=lambda world: any(words in what for what in world.watch.found))
        found = [what for what in told.wrong if words in what]
        if found:
            return found[0]
    return ""


# -- cards --------------------------------------------------------------------------------------


def shows_before_it_is_durable(patch: Patch) -> None:
    def record(errands: Any, what: str, events: Any, then: Callable[[], None]) -> None:
        errands._record(what, events, lambda outcome: None)
        then()

    patch.setattr(Errands, "record", record)


def shows_the_hole_card(patch: Patch) -> None:
    plain = telling.seen

    def seen(event: Any, *viewer: Any, **round_: Any) -> Any:
        return event if isinstance(event, DealtCard) else plain(event, *viewer, **round_)

    patch.setattr(telling, "seen", seen)


def whispers_the_hole_card(patch: Patch) -> None:
    """Not as a card, but in the text of a notice."""
    plain, take = Voice.notice, LiveRound.take
    rounds: dict[Any, Any] = {}  # by the voice of their table

    def take_and_tell(live: Any, playing: Any, **how: bool) -> None:
        rounds[live._voice] = playing
        take(live, playing, **how)

    def notice(voice: Any, player: int, code: str, why: str, **data: object) -> None:
        dealer = rounds[voice].dealer.cards if voice in rounds else []
        plain(voice, player, code, why, **data, hint=dealer[1].text if len(dealer) == 2 else "")

    patch.setattr(LiveRound, "take", take_and_tell)
    patch.setattr(Voice, "notice", notice)


# -- money --------------------------------------------------------------------------------------


def pays_twice(patch: Patch) -> None:
    plain = settling.returned
    patch.setattr(settling, "returned", lambda settlement: {who: 2 * back for who, back in plain(settlement).items()})


def forgets_that_a_round_has_ended(patch: Patch) -> None:
    plain = Book.close_round

    def close_round(book: Book, code: str, state: str) -> None:
        if state != "settled":
            plain(book, code, state)

    patch.setattr(Book, "close_round", close_round)


def loses_the_stakes_of_an_open_window_at_a_restart(patch: Patch) -> None:
    def take_up(window: Any) -> None:
        window._errands.log.close()
        window._betting.clear()
        window.next_round()

    patch.setattr(Window, "take_up", take_up)


def adds_a_cent(patch: Patch) -> None:
    """To the balance of whoever is paid in a crowd, and to nothing else."""
    plain = writing._add_to_purses

    def add(engine: Any, ended: Any) -> None:
        plain(engine, ended._replace(returned=[back + 1 for back in ended.returned]))

    patch.setattr(writing, "_add_to_purses", add)


# -- repetition ---------------------------------------------------------------------------------


def takes_an_old_receipt_for_a_new_one(patch: Patch) -> None:
    """The bank moves nothing, and the table lays the chips again: the account has forgotten the id after 64 answers."""

    def again(book: Any, command: Any, content: bytes, receipt: bytes) -> Any:
        return receipts.from_bytes(receipt)

    patch.setattr(sys.modules["ventuno.bank.decide"], "_again", again)


def settles_without_a_look_at_the_stakes(patch: Patch) -> None:
    takes_an_old_receipt_for_a_new_one(patch)
    patch.setattr(settle, "_refusal_of_stakes", lambda *_: None)


def gives_the_same_chips_back_twice(patch: Patch) -> None:
    """A player may go and come again while their bets are on their way back."""

    def take_back(betting: Any, player: int, change: Any) -> None:
        if not change.is_empty:
            betting.change(player, "", change)

    patch.setattr(Betting, "take_back", take_back)


def is_ready_with_a_table_that_stands_still(patch: Patch) -> None:
    """The table waits for a supervisor, and the house says that all is well."""
    takes_an_old_receipt_for_a_new_one(patch)
    checks = tuple(check for check in readiness.CHECKS if check is not readiness._tables)
    patch.setattr(readiness, "CHECKS", checks)


def credits_a_key_again_with_another_amount(patch: Patch) -> None:
    """The cashier's key is known, and the money is booked all the same."""
    module = sys.modules["ventuno.bank.decide"]
    plain = module.decide

    def decide(book: Any, command: Any) -> Any:
        if isinstance(command, Deposit) and command.key in book.accepted:
            command = msgspec.structs.replace(command, key=f"{command.key}/{book.head.number}")
        return plain(book, command)

    patch.setattr("ventuno.store.writer.decide", decide)


# -- decisions ----------------------------------------------------------------------------------


def groups_by_less_than_a_decision_depends_on(patch: Patch) -> None:
    """Who split with a golden chip is taken for one of the crowd, until somebody looks."""
    plain = Round.act_alike

    def act_alike(playing: Any, position: int, bettors: Any, action: Any, line: str) -> Any:
        place = playing.positions[position]
        if not place.golden.keys().isdisjoint(place.row[bettor] for bettor in bettors):
            raise ValueError("not all are on this path without golden chips")
        return plain(playing, position, bettors, action, line)

    patch.setattr(Round, "act_alike", act_alike)


def always_stands_when_time_is_up(patch: Patch) -> None:
    def by_default(place: Any, hand: Any, line: str | None) -> Any:
        if hand.status is not position.Status.PLAYING or line not in (None, hand.line):
            return hand
        return position._decided(hand, Action.STAND)

    patch.setattr(position.Position, "_by_default", by_default)


def always_stands_when_the_balance_is_short(patch: Patch) -> None:
    def act_instead(decisions: Any, one: Any) -> None:
        data = {"position": one.place.number, "line": one.hand.line, "action": one.action, "became": "stand"}
        decisions._voice.notice(one.player, "action/became", "the balance is short", **data)
        decisions._keep(one._replace(action=Action.STAND))

    patch.setattr(Decisions, "_act_instead", act_instead)


def cuts_the_time_to_decide_short(patch: Patch) -> None:
    plain = Timer.wake_in
    patch.setattr(Timer, "wake_in", lambda timer, wait_ms, ring: plain(timer, wait_ms // 2, ring))


def takes_bets_after_red(patch: Patch) -> None:
    plain = Machine._do

    def do(table: Any, player: int, request: str, command: Any) -> None:
        if isinstance(command, said.Bet) and player in table.company.guests:
            table.betting.bet(player, request, command)
        else:
            plain(table, player, request, command)

    patch.setattr(Machine, "_do", do)


def keeps_the_bets_of_whoever_is_gone(patch: Patch) -> None:
    patch.setattr(Attendance, "_return_open_bets", lambda attendance, player: None)


def answers_before_a_decision_is_stored(patch: Patch) -> None:
    def keep(decisions: Any, one: Any) -> None:
        decisions._queues.done(one.player, one.request)

    def keep_alike(decisions: Any, alike: Any, player: int, request: str) -> None:
        decisions._queues.done(player, request)

    patch.setattr(Decisions, "_keep", keep)
    patch.setattr(Decisions, "_keep_alike", keep_alike)


# -- requests, views, liveness ------------------------------------------------------------------


def does_a_request_twice(patch: Patch) -> None:
    def begin(requests: Requests, connection: Any, request: Any) -> bool:
        connection.account.requests.waiting[request.id] = Waiting(connection, request)
        return True

    patch.setattr(Requests, "begin", begin)
    plain = Queues.is_its_turn

    def is_its_turn(queues: Any, player: int, request: str, command: Any) -> bool:
        queues._busy.pop(player, None)
        return plain(queues, player, request, command)

    patch.setattr(Queues, "is_its_turn", is_its_turn)


def refuses_what_was_done_before(patch: Patch) -> None:
    def look_up(requests: Requests, player: int, request: Any, message: Any, channel: Any) -> None:
        requests.answer(player, message, channel, certain=True)

    patch.setattr(Requests, "_look_up", look_up)


def never_answers_some(patch: Patch) -> None:
    plain = Queues.done

    def done(queues: Any, player: int, request: str) -> None:
        if request.endswith("7"):
            queues.release(player)
        else:
            plain(queues, player, request)

    patch.setattr(Queues, "done", done)


def loses_an_event_when_somebody_comes_back(patch: Patch) -> None:
    plain = Host.since

    def since(host: Host, epoch: str, n: int) -> list[bytes] | None:
        found = plain(host, epoch, n)
        return found[:-1] if found else found

    patch.setattr(Host, "since", since)


def forgets_to_go_on_after_the_store_was_away(patch: Patch) -> None:
    patch.setattr(Asks, "_retry", lambda asks: None)


def forgets_to_go_on_after_the_store_was_late(patch: Patch) -> None:
    patch.setattr(Asks, "release", lambda asks: None)


def stops_after_a_split(patch: Patch) -> None:
    plain = LiveRound.go_on

    def go_on(live: Any) -> None:
        if not any(line.endswith("b") for line in live._voice.view.lines):
            plain(live)

    patch.setattr(LiveRound, "go_on", go_on)


# -- second houses ------------------------------------------------------------------------------


def writes_without_a_look_at_the_epoch(patch: Patch) -> None:
    patch.setattr(FaultyEngine, "_check_owner", lambda engine, hold: None)


def takes_over_in_the_same_epoch(patch: Patch) -> None:
    plain = Owner.take

    def take(owner: Owner, hold: Any, now_s: float) -> int:
        before = owner.epoch
        plain(owner, hold, now_s)
        owner.epoch = max(before, 1)
        return owner.epoch

    patch.setattr(Owner, "take", take)


def acts_by_the_time_before_it_knows_who_owns_the_store(patch: Patch) -> None:
    def tick(host: Host) -> None:
        if not host.asks.frozen:
            host.do(host.table.tick)

    patch.setattr(Host, "tick", tick)


def goes_on_when_another_has_taken_over(patch: Patch) -> None:
    """It tries again and again, as if the store were only away."""
    patch.setattr(StoreWatch, "give_up", lambda watch: None)


def stops_without_a_word(patch: Patch) -> None:
    patch.setattr(House, "stop", lambda house, why: house.floor.service.timers.stop())


def lets_a_second_house_in(patch: Patch) -> None:
    """Beside one that renews."""
    patch.setattr(Hold, "is_stale", staticmethod(lambda world: True))


BROKEN: list[tuple[Break, str, str]] = [
    (shows_before_it_is_durable, "infinite", "not durable"),
    (shows_the_hole_card, "classic-free-bet", "hole card"),
    (whispers_the_hole_card, "cashback", "the hole card of"),
    (pays_twice, "cashback", "and was settled with"),
    (pays_twice, "mixed", "and was settled with"),
    (forgets_that_a_round_has_ended, "free-chip", "audit/pieces"),
    (loses_the_stakes_of_an_open_window_at_a_restart, "infinite", "in play"),
    (adds_a_cent, "all-bets", "audit/balance"),
    (takes_an_old_receipt_for_a_new_one, "cashback", "settle/stakes_differ"),
    (takes_an_old_receipt_for_a_new_one, "all-bets", "round/events_out_of_step"),
    (takes_an_old_receipt_for_a_new_one, "infinite", "stake/more_than_placed"),
    (settles_without_a_look_at_the_stakes, "infinite", "deep/stake"),
    (settles_without_a_look_at_the_stakes, "classic-free-bet", "audit/felt"),
    (gives_the_same_chips_back_twice, "infinite", "stake/more_than_placed"),
    (is_ready_with_a_table_that_stands_still, "cashback", "readiness says"),
    (credits_a_key_again_with_another_amount, "all-bets", "and should have"),
    (groups_by_less_than_a_decision_depends_on, "cashback", "fault of the table"),
    (always_stands_when_time_is_up, "infinite", "D3"),
    (always_stands_when_time_is_up, "classic-free-bet", "D3"),
    (always_stands_when_the_balance_is_short, "cashback", "D4"),
    (cuts_the_time_to_decide_short, "classic-free-bet", "D3: time ran out"),
    (takes_bets_after_red, "infinite", "B1"),
    (keeps_the_bets_of_whoever_is_gone, "infinite", "E2"),
    (answers_before_a_decision_is_stored, "infinite", "not durable"),
    (does_a_request_twice, "infinite", ""),
    (refuses_what_was_done_before, "infinite", "and was refused"),
    (never_answers_some, "cashback", "never answered"),
    (loses_an_event_when_somebody_comes_back, "infinite", "sees another"),
    (forgets_to_go_on_after_the_store_was_away, "free-chip", "liveness"),
    (forgets_to_go_on_after_the_store_was_late, "mixed", "liveness"),
    (stops_after_a_split, "free-chip", "liveness"),
    (writes_without_a_look_at_the_epoch, "infinite", "of a house that another had taken over"),
    (takes_over_in_the_same_epoch, "infinite", "of a house that another had taken over"),
    (acts_by_the_time_before_it_knows_who_owns_the_store, "infinite", "(tick), and another has taken over"),
    (goes_on_when_another_has_taken_over, "infinite", "goes on, and another has taken over"),
    (stops_without_a_word, "infinite", "was not told"),
    (lets_a_second_house_in, "infinite", "another house opens beside it"),
]


@pytest.mark.parametrize(("broken", "game", "words"), BROKEN, ids=lambda value: getattr(value, "__name__", str(value)))
def test_a_house_that_is_broken_is_caught(broken: Break, game: str, words: str, monkeypatch: Patch) -> None:
    broken(monkeypatch)
    assert caught(game, words), f"{MOST_SEEDS} worlds noticed nothing"


def test_a_price_that_knows_the_hole_card_is_caught(monkeypatch: Patch) -> None:
    """It is in no message as a card: only a world with another hole card shows it."""
    plain = pricing._seen
    monkeypatch.setattr(pricing, "_seen", lambda playing, cards: plain(playing, cards) + playing.dealer.cards[1:2] * 3)
    monkeypatch.setattr("tests.world.process.PlainOdds.value", _by_points)
    different = (pair.seed for pair in twins("cashback", range(MOST_SEEDS)) if pair.before != pair.twin_before)
    assert next(different, None) is not None, "no world noticed that prices know the hole card"


def _by_points(odds: object, standing: Any) -> Any:
    return Fraction(sum(card.points for card in (*standing.hand, *standing.seen)) % 17 - 9, 10)
