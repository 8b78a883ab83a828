"""A stored round shown again: the same events, no card before its time, nothing of others that is not theirs to see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from tests.server.houses import Browser, open_house, run
from ventuno.bank import RoundRecord
from ventuno.cards import cards
from ventuno.client import Client
from ventuno.play import PositionBet, Round, Viewer
from ventuno.play.actions import Action
from ventuno.play.round import Awaits
from ventuno.protocol import events as wire
from ventuno.protocol.http import Replay
from ventuno.protocol.view import TableView, apply
from ventuno.refusal import RefusalRaised
from ventuno.server.replays import Named, Names, decisions_of, replay_of
from ventuno.table.config import TableConfig, table_info
from ventuno.table.records import stored
from ventuno.variant import Variant, load

ME = Viewer("1")
PEOPLE = {1: Named("Anna", "EUR"), 2: Named("Ben", "GBP"), 3: Named("Carl", "EUR")}


def played(
    variant: Variant, bets: Sequence[PositionBet], dealt: str, decided: Sequence[tuple[str, Action, str]]
) -> Round:
    """Deals whenever a card is awaited, and decides in this order."""
    playing, pack, acts = Round(variant, bets), iter(cards(dealt)), iter(decided)
    while playing.awaits is not Awaits.NOTHING:
        if playing.awaits is Awaits.CARD:
            playing.deal(next(pack))
        else:
            bettor, action, line = next(acts)
            playing.act(int(line.rstrip("ab")), bettor, action, line)
    return playing


def shown(playing: Round, names: Names = PEOPLE.__getitem__, state: Any = "settled") -> Replay:
    variant = playing.variant
    info = table_info(TableConfig(key=variant.key, variant=variant.key), variant)
    record = RoundRecord("R-1", variant.key, variant.key, 1000, 1000, state=state)
    return replay_of(variant, info, record, [stored(event) for event in playing.events], ME, names)


def shared_round() -> Round:
    bets = (
        PositionBet(position=1, bettor="1", main=1000),
        PositionBet(position=1, bettor="2", main=2000, sides={"any-pair": 100}),
    )
    acts = [("1", Action.STAND, "1"), ("2", Action.HIT, "1"), ("2", Action.STAND, "1")]
    return played(load("infinite"), bets, "Ts 9c 6d Th 2c", acts)


def solo_round() -> Round:
    bets = (PositionBet(position=1, bettor="1", main=1000),)
    acts = [("1", Action.FREE_SPLIT, "1"), ("1", Action.STAND, "1a"), ("1", Action.STAND, "1b")]
    return played(load("free-chip"), bets, "8s 9c 8d Th Tc 9h", acts)


def told(replayed: Replay) -> list[wire.AnyEvent]:
    return [event for frame in replayed.frames for event in frame.events]


def test_the_hole_card_is_told_when_it_was_turned_and_not_before() -> None:
    events = told(shown(solo_round()))
    turned = next(number for number, event in enumerate(events) if isinstance(event, wire.HoleCardShown))
    before = [event.card for event in events[:turned] if isinstance(event, wire.CardDealt) and event.to == "dealer"]
    assert before == ["9c", None]
    assert "Th" not in str(events[:turned])


def test_folding_the_events_gives_the_table_as_it_ended() -> None:
    view = TableView()
    for event in told(shown(solo_round())):
        apply(view, event)
    assert view.phase == "results"
    assert view.lines["dealer"].total == "19"
    assert view.lines["1a"].cards == ["8s", "Tc"]
    assert {(judged.line, judged.outcome) for judged in view.judgement.hands} == {("1a", "lose"), ("1b", "lose")}


def test_at_a_shared_table_others_bets_and_decisions_are_nobodys_business() -> None:
    mine = shown(shared_round())
    assert [bet.spot for bet in mine.bets.bets if mine.bets] == ["1/main"]
    assert mine.bets.total_minor == 1000
    chosen = [frame.chosen for frame in mine.frames if frame.chosen]
    assert [(one.action, one.mine) for one in chosen] == [("stand", True)]
    assert not any(isinstance(event, wire.SeatChanged | wire.Decided) for event in told(mine))
    assert next(event for event in told(mine) if isinstance(event, wire.RoundEnded)).staked_minor == 0


def test_at_a_table_with_seats_the_others_have_the_names_they_had_there() -> None:
    bets = [PositionBet(position=seat, bettor=str(seat), main=1000) for seat in (1, 2)]
    bets.append(PositionBet(position=2, bettor="3", main=500, behind=True))
    acts = [("1", Action.STAND, "1"), ("2", Action.STAND, "2")]
    playing = played(load("classic-free-bet"), bets, "Ts Tc 6d Th 9c Td 5c 5h", acts)
    nobody = told(shown(playing, lambda number: Named("", "EUR") if number > 1 else PEOPLE[number]))
    seats = [event for event in nobody if isinstance(event, wire.SeatChanged)]
    assert [(seat.holder.name, seat.holder.behind) for seat in seats if seat.holder] == [("Anna", 0), ("", 1)]
    events = told(shown(playing))
    named = [event.holder for event in events if isinstance(event, wire.SeatChanged) and event.holder]
    assert [(holder.name, holder.behind, holder.bets[0].currency) for holder in named] == [
        ("Anna", 0, "EUR"),
        ("Ben", 1, "GBP"),
    ]
    assert "Carl" not in str(events)  # who bets behind is not named at the table either


def test_who_stood_keeps_the_shorter_hand_while_the_line_goes_on() -> None:
    last = shown(shared_round()).frames[-1]
    assert last.hands is not None
    assert [(hand.size, hand.total) for hand in last.hands.hands] == [(2, "16")]


def test_what_was_paid_is_what_the_settlement_says() -> None:
    playing = shared_round()
    result = shown(playing).result
    assert result is not None
    assert playing.settlement is not None
    (hand,) = playing.settlement.hands(1, "1")
    assert (result.staked_minor, result.returned_minor) == (1000, hand.returned)


def test_my_decisions_come_with_the_table_as_i_saw_it() -> None:
    found = list(decisions_of(shown(solo_round())))
    assert [(one.chosen.action, one.chosen.line) for one in found] == [
        ("free-split", "1"),
        ("stand", "1a"),
        ("stand", "1b"),
    ]
    assert set(found[0].view.lines) == {"1", "dealer"}
    assert all("??" in one.view.lines["dealer"].cards for one in found)
    assert "free-split" in [option.action for option in found[0].hands.hands[0].options]


def test_a_void_round_pays_nothing_and_says_so() -> None:
    void = shown(solo_round(), state="void")
    assert void.result is None
    assert isinstance(told(void)[-1], wire.RoundVoided)


def test_a_round_of_other_rules_is_not_replayed() -> None:
    playing = solo_round()
    playing.events[0] = replace(playing.events[0], digest="other")  # type: ignore[call-arg]
    with pytest.raises(RefusalRaised) as refused:
        shown(playing)
    assert refused.value.refusal.code == "round/rules_changed"


# -- over HTTP ----------------------------------------------------------------------------------


def test_a6_a_round_is_replayed_and_valued_for_who_took_part_only() -> None:
    async def world() -> None:
        async with open_house() as running, Browser(running.url) as browser, Client(running.url) as house:
            await house.demo()
            await browser.demo()
            mine = {"Authorization": f"Bearer {house.desk.token}"}
            table = await house.join("free-chip")
            code, decided = "", 0
            while not decided:  # a natural leaves nothing to decide
                await table.bet("1/main", 1000)
                await table.deal()
                async for turn in table.turns():
                    decided += 1
                    await table.decide("stand" if "stand" in turn.options else turn.options[0], turn)
                code = (await house.desk.history(most=1)).rounds[0].code
            status, replayed = await browser.ask("GET", f"/api/rounds/{code}/replay", **mine)
            assert (status, replayed["code"], replayed["info"]["game"]) == (200, code, "free-chip")
            assert replayed["result"]["staked_minor"] == 1000
            status, worth = await browser.ask("GET", f"/api/rounds/{code}/values", **mine)
            assert status == 200
            assert all(choice["action"] in choice["values"] for choice in worth["choices"])
            for path in ("replay", "values"):
                assert (await browser.ask("GET", f"/api/rounds/{code}/{path}"))[0] == 404

    run(world())


def test_a1_games_are_presented_from_their_own_rules_in_both_languages() -> None:
    async def world() -> None:
        async with open_house() as running, Browser(running.url) as browser:
            _, english = await browser.ask("GET", "/api/games?language=en")
            _, italian = await browser.ask("GET", "/api/games?language=it")
            by_game = {game["game"]: game for game in english["games"]}
            assert len(by_game) == 5
            assert "A dealer’s 22 is a push." in by_game["classic-free-bet"]["rule"]
            assert by_game["infinite"]["rtp"] == "99.47"
            assert all(game["claimed"] for game in english["games"])  # nobody has worked them out yet
            assert {game["rtp"] for game in italian["games"]} == {"98,26", "99,23", "99,47", "99,56", "99,58"}
            assert not {game["rule"] for game in italian["games"]} & {game["rule"] for game in english["games"]}

    run(world())


def test_e3_live_returns_are_for_supervisors() -> None:
    async def world() -> None:
        async with open_house() as running, Browser(running.url) as browser:
            await browser.demo()
            assert (await browser.ask("GET", "/api/supervisor/returns"))[0] == 403

    run(world())
