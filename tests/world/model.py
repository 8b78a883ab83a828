"""A round again from the disk: it replays identically, pays what was booked, and obeys D3 and D4."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from tests.world.sealing import SEAL
from ventuno.bank import SettleRound
from ventuno.cards import total
from ventuno.play import Phase, Round, events as happened, rebuild
from ventuno.play.events import to_json
from ventuno.play.hands import Status, hand_on
from ventuno.play.rebuild import repeat
from ventuno.store import Ledger
from ventuno.store.definitions import kept_rules
from ventuno.store.history import events_of, round_by_code
from ventuno.table.records import opens, played
from ventuno.table.whispering import jackpots_in
from ventuno.variant import Variant, load

if TYPE_CHECKING:
    from tests.world.world import World


@lru_cache(maxsize=8)
def variant_of(table: str) -> Variant:
    return load(table)


def rules_of(books: Ledger, game: str, opened: Any) -> Variant | None:
    """Those the round began with: files change while the house is closed."""
    with books.reading() as engine:
        return kept_rules(engine, opened.digest, game, variant_of(game))


def check_round(world: World, books: Ledger, code: str) -> Iterator[str]:
    record = round_by_code(books, code)
    assert record is not None
    bodies = events_of(books, code)
    if bodies != world.disk.events[code]:
        yield f"the disk has other events of {code} than were committed"
    events = played(bodies, opens(SEAL, code))
    if not events:
        return  # void before the first card
    variant = rules_of(books, record.game, events[0])
    if variant is None:
        yield f"the rules of {code} are not to be had"
        return
    try:
        again = rebuild(variant, events)
    except ValueError as error:
        yield f"the round {code} does not replay: {error}"
        return
    whole = record.state == "settled"
    if [to_json(event) for event in again.events][: None if whole else len(events)] != list(map(to_json, events)):
        yield f"the round {code} replays otherwise than it was stored"
    if not whole:
        return
    if again.settlement is None:
        yield f"the round {code} was settled before its end"
        return
    yield from _paid(world, books, code, again)
    yield from _decided(world, code, variant, events)


# -- what was paid ------------------------------------------------------------------------------


def _paid(world: World, books: Ledger, code: str, again: Round) -> Iterator[str]:
    """Hand by hand, not by columns as the table does it; against the command and against the books."""
    staked, returned, jackpots = _totals(again)
    command = world.disk.accepted[f"{code}/settle"]
    assert isinstance(command, SettleRound)
    if {who: back for who, back in returned.items() if back} != {w: b for w, b in command.returned.items() if b}:
        yield f"the round {code} pays {dict(returned)}, and was settled with {command.returned}"
    wins = dict(command.jackpot.wins) if command.jackpot else {}
    if wins != dict(jackpots):
        yield f"the round {code} has jackpots {dict(jackpots)}, and was settled with {wins}"
    with books.reading() as engine:
        joined = "participations p JOIN rounds r ON r.code = p.round AND r.ended = p.ended"
        booked: dict[int, int] = dict(
            engine.rows(f"SELECT p.player, p.staked_minor FROM {joined} WHERE r.code = ?", code)
        )
    if {who: stake for who, stake in booked.items() if stake} != {w: s for w, s in staked.items() if s}:
        yield f"the round {code} has stakes {dict(staked)}, and the books have {booked}"


def _totals(again: Round) -> tuple[Counter[int], Counter[int], Counter[int]]:
    """By player: what was staked and what came back in money, jackpots apart."""
    settlement = again.settlement
    assert settlement is not None
    staked: Counter[int] = Counter()
    returned: Counter[int] = Counter()
    jackpots: Counter[int] = Counter()
    for bet in again.bets:
        who = int(bet.bettor)
        for hand in settlement.hands(bet.position, bet.bettor):
            staked[who] += hand.stake
            returned[who] += hand.returned
        for side in settlement.side_bets(bet.position, bet.bettor):
            won = jackpots_in(settlement, side)
            staked[who] += side.stake
            returned[who] += side.returned - won * settlement.jackpot_share
            if won:
                jackpots[who] += won
        if insured := settlement.insurance(bet.position, bet.bettor):
            staked[who] += insured.stake
            returned[who] += insured.returned
    return staked, returned, jackpots


# -- what was decided (D3, D4) ------------------------------------------------------------------


def _decided(world: World, code: str, variant: Variant, events: list[happened.RoundEvent]) -> Iterator[str]:
    """The round event by event: what time decided, and what became of what could not be paid."""
    opened = events[0]
    assert isinstance(opened, happened.RoundBegun)
    playing = Round(variant, opened.bets, together=opened.together, jackpot=opened.jackpot)
    for event in events[1:]:
        silent = _silent(playing) if isinstance(event, happened.TimeRanOut) else []
        repeat(playing, event)
        for position, bettor, line, cards in silent:
            yield from _by_time(code, variant, playing, position, bettor, line, cards)
    for about, player, data in world.watch.became:
        if about == code:
            yield from _became(code, player, data, events)


def _silent(playing: Round) -> list[tuple[int, str, str, list[Any]]]:
    """Who is asked for a decision when the time runs out, with the cards they hold."""
    if playing.phase is not Phase.DECISIONS:
        return []
    found = []
    for asked in playing.asked():
        place = playing.positions[asked.position]
        hand = hand_on(place.path(place.row[asked.bettor]), asked.line)
        assert hand is not None
        found.append((asked.position, asked.bettor, asked.line, place.lines[asked.line].cards[: hand.size]))
    return found


def _by_time(
    code: str, variant: Variant, playing: Round, position: int, bettor: str, line: str, cards: list[Any]
) -> Iterator[str]:
    """D3: up to 11 hits, above stands; where the game says so it always stands."""
    place = playing.positions[position]
    hand = hand_on(place.path(place.row[bettor]), line)
    hits = variant.table.no_decision == "hit-to-11" and total(cards).points <= 11
    if hand is None or (hand.status is Status.DRAWING) != hits:
        yield f"D3: {code}, {bettor} on {line} with {cards} did not {'hit' if hits else 'stand'} in time: {hand}"


def _became(code: str, player: int, data: dict[str, Any], events: list[happened.RoundEvent]) -> Iterator[str]:
    """D4: a double becomes a hit; a split a hit at 11 or less and a stand above."""
    mine = (data["position"], str(player), data["line"])
    decided = [e for e in events if isinstance(e, happened.HandDecided) and (e.position, e.bettor, e.line) == mine]
    if str(data["action"]) == "double":
        right = "hit"
    else:
        cards = [e.card for e in events if isinstance(e, happened.DealtCard) and e.to == data["line"]][:2]
        right = "hit" if len(cards) == 2 and total(cards).points <= 11 else "stand"  # type: ignore[arg-type]
    if str(data["became"]) != right or not any(event.action == right for event in decided):
        yield f"D4: {code}, {player}: {data}, and stored is {decided}"
