"""The hole card at rest (decision 27): sealed while it lies face down, told to everybody in the end."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from desk import Desk, Safe

from ventuno.cards import Card
from ventuno.play import events as happened, rebuild
from ventuno.protocol import events as wire
from ventuno.protocol.commands import Bet, Decide
from ventuno.table.records import FACE_DOWN, Sealed, opens, played, records, spelled_out, stored

SCRIPT = "5s 6h 6d Tc 9d 8c"  # 11 against a six; the hole card is a ten
PLAYERS = (1, 2)


def dealt() -> Desk:
    desk = Desk("infinite", SCRIPT, players=PLAYERS)
    for player in PLAYERS:
        desk.do(player, Bet("1/main", 1_000))
    desk.wait_for("decisions")
    return desk


def settled() -> Desk:
    desk = dealt()
    for player in PLAYERS:
        desk.do(player, Decide(desk.turn, 1, "1", "stand"))
    desk.wait_for("results")
    return desk


def holes(events: Sequence[object]) -> list[Card | None]:
    return [event.card for event in events if isinstance(event, happened.DealtCard) and event.face_down]


def test_while_it_lies_face_down_only_who_has_the_key_reads_it() -> None:
    desk = dealt()
    bodies = desk.bank.events["R1"]
    assert holes(played(bodies)) == [None]
    assert holes(played(bodies, opens(desk.seal, "R1"))) == [Card("Tc")]
    assert [b"Tc" in body for body in bodies] == [False] * len(bodies)
    with pytest.raises(ValueError, match="face down"):
        rebuild(desk.variant, played(bodies))


def test_once_it_was_shown_everybody_reads_it() -> None:
    bodies = settled().bank.events["R1"]
    assert holes(played(bodies)) == [Card("Tc")]
    assert holes([*spelled_out(bodies)]) == [Card("Tc")]


def test_a_story_of_an_open_round_has_it_face_down() -> None:
    told = [*spelled_out(dealt().bank.events["R1"])]
    assert FACE_DOWN in told
    assert not any(isinstance(one, Sealed) for one in told)


def test_it_is_none_of_the_tables_own_records() -> None:
    assert all(type(record).__name__ != "Sealed" for record in records(dealt().bank.events["R1"]))


def test_a_round_goes_on_after_a_restart_with_the_card_that_was_dealt() -> None:
    desk = dealt()
    desk.restart()
    for player in PLAYERS:
        desk.do(player, Decide(desk.turn, 1, "1", "stand"))
    desk.wait_for("results")
    assert desk.view.lines["dealer"].cards[1] == "Tc"
    desk.at_peace()


def test_a_round_of_before_this_was_so_goes_on() -> None:
    desk = dealt()
    bodies = desk.bank.events["R1"]
    desk.bank.events["R1"] = [*map(stored, played(bodies, opens(desk.seal, "R1")))]
    desk.bank.book.rounds["R1"].events = len(desk.bank.events["R1"])
    desk.restart()
    for player in PLAYERS:
        desk.do(player, Decide(desk.turn, 1, "1", "stand"))
    desk.wait_for("results")
    desk.at_peace()


def test_a_round_whose_key_is_lost_is_void_and_its_players_are_told() -> None:
    desk = dealt()
    desk.seal = Safe()
    desk.restart()
    assert [desk.bank.wallet(player) for player in PLAYERS] == [100_000] * 2
    assert len(desk.events(wire.RoundVoided)) == 1
    assert [desk.notices(player) for player in PLAYERS] == [["round/void"]] * 2
    (alert,) = desk.alerts
    assert alert.code == "round/unreadable"
    assert "seal/broken" in alert.why
    for player in PLAYERS:
        desk.enter(player)
        desk.do(player, Bet("1/main", 1_000))


def test_a_sealed_card_of_another_round_is_not_taken_for_this_ones() -> None:
    desk = dealt()
    (mine,) = (place for place, body in enumerate(desk.bank.events["R1"]) if b"Sealed" in body)
    desk.bank.events["R0"] = [*desk.bank.events["R1"]]
    other = dealt()
    other.seal.lies = [("the hole card of R0", other.seal.lies[0][1])]
    other.bank.events["R1"][mine] = desk.bank.events["R0"][mine]
    other.restart()
    assert len(other.events(wire.RoundVoided)) == 1


def test_an_alert_names_no_card_that_lies_face_down() -> None:
    """E1: a shoe that cannot have dealt it says which card it misses; the alert does not."""
    desk = dealt()
    desk.script = "5s 6h 6d 9d 8c"
    desk.restart()
    (alert,) = desk.alerts
    assert "shoe/card_missing" in alert.why
    assert "Tc" not in alert.why
    assert [desk.bank.wallet(player) for player in PLAYERS] == [100_000] * 2
