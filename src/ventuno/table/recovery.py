"""A table again from what was stored (E4): rounds go on where they were, and nothing is paid twice.

- a live round whose cards were (to be) dealt goes on, with its timers announced anew;
- a live round that was still taking bets is void, and a new window opens;
- so is one that cannot be read any more: its hole card was sealed with a key that is lost, its rules are gone;
- a round whose game has other rules by now ends under those it began with, and the next one has the new ones;
- a solo round waits for its player, with its bets or at its decision.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from ventuno.bank import Placed, RoundRecord
from ventuno.play import PositionBet, Round, RoundEvent, events as happened, rebuild
from ventuno.protocol.messages import MyBet
from ventuno.refusal import RefusalRaised
from ventuno.shoe import Shoe
from ventuno.table import records
from ventuno.table.config import TableConfig
from ventuno.table.doubting import RULES_GONE
from ventuno.table.ground import RoundRules
from ventuno.table.machine import Machine
from ventuno.table.placing import spot_of
from ventuno.table.port import Guest, Surroundings
from ventuno.table.pricing import Odds
from ventuno.table.records import opens, played
from ventuno.table.slip import Following, Slip, SlipRecord
from ventuno.table.stages import Stage
from ventuno.table.telling import not_stored
from ventuno.variant import Variant, digest

UNREADABLE: Final = "round/does_not_rebuild"


class StoredRound(NamedTuple):
    record: RoundRecord
    events: tuple[bytes, ...]


class KeptTable(NamedTuple):
    """What was kept of a table between its rounds."""

    number: int  # in the journal
    body: bytes


def take_up(
    config: TableConfig,
    variant: Variant,
    shoe: Shoe,
    around: Surroundings,
    rounds: Sequence[StoredRound],
    guest_of: Callable[[int], Guest],
    odds: Odds | None = None,
    earlier: RoundRules | None = None,
    kept: KeptTable | None = None,
) -> Machine:
    """The table as it was left; `start` it. `rounds` are its last ones, the latest last: the one that is
    open, if any, and before it at least the last that was played (for REPEAT, seats and streaks).
    `earlier`: what the open one is played by, where the game has other rules now.
    What was `kept` counts unless a round has opened since: that has it among its events."""
    now = RoundRules(variant, shoe)
    table = Machine(config, earlier or now, around, odds)
    table.rules.next_rules = now if earlier else None
    for stored in rounds:
        if (found := _read(stored)) is not None:
            for record in found.kept:
                _remember(table, record)
            _remember_bets(table, found.events)
    if kept and kept.number > max((stored.record.opened for stored in rounds), default=0):
        for record in records.records([kept.body]):
            _remember(table, record)
    if rounds and rounds[-1].record.state == "open":
        _take_up_round(table, rounds[-1], around, guest_of)
    return table


class Read(NamedTuple):
    events: list[RoundEvent]  # of play; the hole card lies face down
    kept: list[records.AnyRecord]


def _read(stored: StoredRound) -> Read | None:
    """None: something else stands there than a table stores."""
    try:
        found = Read(played(stored.events), records.records(stored.events))
    except Exception:  # whatever it is, the round is void and no table falls with it
        return None
    is_opened = not found.events or isinstance(found.events[0], happened.RoundBegun)
    return found if is_opened else None


def rules_of(stored: StoredRound) -> str:
    """The digest of those the round began with. Empty: nothing says which."""
    found = _read(stored)
    for one in (*found.events[:1], *found.kept) if found else ():
        if isinstance(one, happened.RoundBegun | records.RulesNamed):
            return one.digest
    return ""


def _remember_bets(table: Machine, events: Sequence[RoundEvent]) -> None:
    if events and isinstance(events[0], happened.RoundBegun):
        for player, bets in _by_player(events[0].bets).items():
            table.betting.remember(player, tuple(mine for bet in bets for mine in _my_bets(bet)))


def _by_player(bets: Sequence[PositionBet]) -> dict[int, list[PositionBet]]:
    found: dict[int, list[PositionBet]] = {}
    for bet in bets:
        found.setdefault(int(bet.bettor), []).append(bet)
    return found


def _my_bets(bet: PositionBet) -> list[MyBet]:
    """In money: golden chips are remembered by the slips that were kept."""
    main = MyBet(spot_of(bet.position), bet.main, {}, bet.behind, bet.follow_double, bet.follow_split)
    sides = [MyBet(spot_of(bet.position, key), amount) for key, amount in bet.sides.items()]
    return [one for one in (main, *sides) if one.amount_minor]


def _remember(table: Machine, record: records.AnyRecord) -> None:
    """What counts whatever the round."""
    match record:
        case records.Answered(who):
            table.errands.remember_answered(who)
        case records.SeatsChanged(seats):
            table.seats.take(seats)
        case records.LimitsChosen(_, level):
            table.rules.chosen_level = level


def _remember_in_round(table: Machine, record: records.AnyRecord) -> None:
    """What counts for the round that is open."""
    match record:
        case records.DecidedEarly():
            table.foresight.remember(record)
        case records.DealAsked():
            table.window.deal_asked = True
        case records.BetsChanged(player, request, change):
            if table.course.stage is Stage.BETTING:
                table.betting.apply(player, change)
            table.window.deal_asked = table.window.deal_asked and not request


def _take_up_round(table: Machine, stored: StoredRound, around: Surroundings, guest_of: Callable[[int], Guest]) -> None:
    record, found = stored.record, _read(stored)
    table.errands.log.open(record.code, stored.events)
    table.course.opened_ms, table.rules.terms = record.opened_ms, record.terms
    if found is None:
        table.doubting.cannot_go_on(UNREADABLE)
        return
    for player in _players(found.events, found.kept):
        table.company.guests[player] = guest_of(player)
    try:
        _lay_bets(table, found)
        if rules_of(stored) not in ("", digest(table.variant)):
            table.doubting.cannot_go_on(RULES_GONE)
        elif found.events:
            _go_on(table, stored, around)
            for one in found.kept:
                _remember_in_round(table, one)
            table.course.stage = Stage.PLAYING
    except Exception as unreadable:  # whatever it is: a round that cannot be rebuilt is not played on
        # Only the code: the words may name a card that lies face down.
        table.doubting.cannot_go_on(unreadable.refusal.code if isinstance(unreadable, RefusalRaised) else UNREADABLE)


def _go_on(table: Machine, stored: StoredRound, around: Surroundings) -> None:
    """Raises where the round cannot be rebuilt."""
    events = played(stored.events, opens(around.seal, stored.record.code))
    playing = rebuild(table.variant, events)
    _take_cards(table.rules.shoe, playing)
    table.live.take(playing)
    table.live.unstored_after(not_stored(playing, events))


def _players(events: Sequence[RoundEvent], kept: Sequence[records.AnyRecord]) -> set[int]:
    players = {one.player for one in kept if hasattr(one, "player")}
    if events and isinstance(events[0], happened.RoundBegun):
        players |= {int(bet.bettor) for bet in events[0].bets}
    return players


def _lay_bets(table: Machine, found: Read) -> None:
    opened = found.events[0] if found.events else None
    if isinstance(opened, happened.RoundBegun):
        golden = {one.player: one.slip for one in found.kept if isinstance(one, records.BetsKept)}
        for player, mine in _by_player(opened.bets).items():
            table.betting.slips[player] = _slip(table, player, mine, golden.get(player))
        return
    table.course.stage = Stage.BETTING
    for one in found.kept:
        _remember_in_round(table, one)


def _slip(table: Machine, player: int, bets: Sequence[PositionBet], kept: SlipRecord | None) -> Slip:
    following = {bet.position: Following(bet.follow_double, bet.follow_split) for bet in bets if bet.behind}
    placed = tuple(Placed(mine.spot, mine.amount_minor) for bet in bets for mine in _my_bets(bet))
    record = kept or SlipRecord((placed,), following)
    positions = [bet.position for bet in bets if not bet.behind]
    rules = table.rules
    limits = rules.limits_for(table.company.guests[player])
    return Slip(rules.variant, limits, rules.terms, positions, tuple(following), record)


def _take_cards(shoe: Shoe, playing: Round) -> None:
    """What lies on the table is not in the shoe."""
    shoe.begin_round()
    for event in playing.events:
        if isinstance(event, happened.DealtCard) and event.card is not None:
            shoe.take(event.card)
