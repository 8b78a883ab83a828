"""A whole round as text, and the identical round from the text."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import pytest
from hypothesis import given, settings, strategies as st

from tests.table import (
    ALL_BETS,
    CASHBACK,
    CLASSIC,
    FREE_CHIP,
    GAMES,
    INFINITE,
    Result,
    finished,
    played,
    shared,
    waiting,
)
from ventuno.play import BadTranscript, PositionBet, replay, transcript
from ventuno.play.events import to_json
from ventuno.variant import digest, load


def test_a_round_is_written_as_what_came_in_and_what_came_of_it() -> None:
    """The text form, whole."""
    shoe = "8h 6d 8c Td 3s 9d Kh 3c"
    result = played(FREE_CHIP, shoe, "free-split free-double stand", sides={"free-fortune": 100})
    assert transcript(result.round).splitlines() == [
        "ventuno 1",
        f"variant free-chip {digest(load(FREE_CHIP))}",
        "in turn",
        "bet 1 anna main=1000 free-fortune=100",
        "deal 8h 6d 8c Td",
        "1 anna free-split",
        "deal 3s 9d",
        "1a anna free-double",
        "deal Kh",
        "1b anna stand",
        "deal 3c",
        "= 1 anna 1a win 3000",
        "= 1 anna 1b lose 0",
        "= 1 anna free-fortune 2 1100",
        "= settled 1100 4100",
    ]


ROUNDS: dict[str, Callable[[], Result]] = {
    "insurance": lambda: played(CLASSIC, "Ts Ad 9c Kh", "insure"),
    "insurance declined": lambda: played(CLASSIC, "Ts Ad 9c 8h", "decline stand"),
    "insurance switched off": lambda: played(FREE_CHIP, "Ts Ad 9c 8h", "stand", insurance=False),
    "three hands": lambda: played(
        ALL_BETS, "2s 3s 4s 7d 5h 6h 8h Tc  Td Js Qd", "hit stand hit stand hit", main=[100] * 3
    ),
    "a jackpot": lambda: played(
        ALL_BETS, "As 6d As Td As As 5c", "hit hit stand", sides={"progressive": 100}, jackpot=12_345_678
    ),
    "a cashback": lambda: played(CASHBACK, "8s Kd 8c 9h 2s Ts", "split cashback=410 stand"),
    "nobody decides": lambda: played(CLASSIC, "2s 9d 3c 9h 2h 4h 7h", "time time time time"),
    "nobody decides, together": lambda: shared(INFINITE, "5s 9d 3c 9h Ts", {"anna": "stand", "bruno": "time time"}),
    "a crowd": lambda: shared(INFINITE, "8s 9d 8c 9h 2s 3s 4s", {"anna": "split stand stand", "bruno": "hit stand"}),
    "two positions": lambda: shared(CASHBACK, "Ts 5s 9d 2c 4c 9h 9s", {"anna@1": "stand", "bruno@2": "hit stand"}),
    "bets behind": lambda: finished(
        CLASSIC,
        [
            PositionBet(position=3, bettor="anna", main=1000),
            PositionBet(position=3, bettor="bruno", main=400, behind=True, follow_double=False, sides={"21+3": 100}),
            PositionBet(position=3, bettor="carla", main=600, behind=True, follow_split=False, insurance=False),
        ],
        "Ts 9d 2c 9h 9s",
        "double",
    ),
    "golden chips": lambda: finished(
        CASHBACK,
        [PositionBet(position=1, bettor="anna", main=600, golden=400, golden_sides={"21+3": 50}, sides={"top-3": 70})],
        "Ts 9d 2c 9h 6s",
        "double=golden:300",
        together=False,
    ),
    "early surrender": lambda: played("6D ES", "Ts Ad 6c Kh", "insure surrender"),
    "early surrender, nobody answers": lambda: played("6D ES", "Ts Kd 6c 9h", "time stand"),
    "a notation": lambda: played("2D H17 LS BJ6:5", "Ts 6d 6c Ah", "surrender"),
}


@pytest.mark.parametrize("name", ROUNDS)
def test_a_replay_is_the_identical_round(name: str) -> None:
    """Byte for byte, and event for event."""
    playing = ROUNDS[name]().round
    again = replay(transcript(playing))
    assert transcript(again) == transcript(playing)
    assert [to_json(event) for event in again.events] == [to_json(event) for event in playing.events]


@pytest.mark.parametrize("game", GAMES)
def test_an_unfinished_round_is_written_and_replayed_as_far_as_it_has_got(game: str) -> None:
    """T1: the player is taken back to the exact decision they left."""
    playing = waiting(game, "Ts 9d 2c 9h 3s", "hit")
    again = replay(transcript(playing))
    assert list(again.asked()) == list(playing.asked())
    assert transcript(again) == transcript(playing)


def text_of(game: str = FREE_CHIP) -> str:
    return transcript(played(game, "8s 6d 8c Td 3h", "stand").round)


def refused(text: str) -> str:
    with pytest.raises(BadTranscript) as caught:
        replay(text)
    assert caught.value.refusal.code == "transcript/bad"
    return caught.value.refusal.why


@pytest.mark.parametrize(
    ("written", "changed"),
    [
        ("lose 0", "win 2000"),
        ("settled 1000 0", "settled 1000 2000"),
        ("main=1000", "main=2000"),
        ("anna stand", "anna hit"),
        ("deal 3h", "deal Kh"),
        ("deal 3h\n", ""),
        ("deal 8s", "deal As"),
        ("8s 6d 8c Td", "8s 6d 8c"),
        ("anna stand", "bruno stand"),
        ("anna stand", "anna split"),
        ("anna stand", "anna insure"),
        ("1 anna stand", "2 anna stand"),
        ("anna stand", "anna waltz"),
        ("ventuno 1", "ventuno 2"),
        ("variant", "variety"),
        ("bet 1", "bet x"),
        ("main=1000", "main=1001"),
        ("main=1000", "main=1000 dancing"),
        ("main=1000", "main=1000 buster=100"),
        ("deal 3h", "deal 3x"),
        ("deal 3h", "deal 3h 4h"),
        ("= settled", "= unsettled"),
    ],
)
def test_a_text_that_was_tampered_with_is_refused_with_its_line(written: str, changed: str) -> None:
    """A replay must arrive at what is written, to the byte."""
    text = text_of()
    assert written in text
    assert refused(text.replace(written, changed)).startswith("line ")


def test_a_round_of_rules_that_have_changed_since_is_refused() -> None:
    """The digest of the variant is in the text."""
    text = text_of()
    rules = digest(load(FREE_CHIP))
    assert "have changed" in refused(text.replace(rules, "0" * len(rules)))


@pytest.mark.parametrize("text", ["", "\n", "ventuno 1\n", "hello", "ventuno 1\nbet 1 anna main=1000\n"])
def test_what_is_no_transcript_is_refused(text: str) -> None:
    refused(text)


def test_a_line_too_many_or_too_few_is_refused() -> None:
    text = text_of()
    refused(text + "1 anna stand\n")
    refused(text + "deal 4h\n")
    refused(text.removesuffix("\n"))
    refused(text + "\n")


def test_a_transcript_knows_which_kind_of_table_it_was() -> None:
    """Together or in turn: the same cards are not the same round."""
    text = transcript(ROUNDS["a crowd"]().round)
    assert replay(text).together
    refused(text.replace("together", "in turn"))


# Words as they stand in a transcript, and some that should not.
ODD_WORDS = [
    *("", "=", "0", "-1", "99999999999999999999", "bet", "deal", "time", "jackpot", "main=", "=1", "x=1", "main", "??"),
    *("golden=-2", "golden:", "price=x", "variant", "together", "in turn", "1ab", "dealer", "hit", "/dev/null", "1.5"),
]
_words = st.deferred(
    lambda: st.sampled_from([*" ".join(transcript(make().round) for make in ROUNDS.values()).split(), *ODD_WORDS])
)
_lines = st.lists(st.lists(_words, max_size=6).map(" ".join), max_size=12)


@settings(max_examples=300)
@given(st.sampled_from(sorted(ROUNDS)), st.data())
def test_any_other_text_is_either_the_record_of_a_round_or_refused(name: str, data: st.DataObject) -> None:
    """Never a fault of the program: a line is replaced, dropped, doubled or invented."""
    lines = transcript(ROUNDS[name]().round).splitlines()
    at = data.draw(st.integers(0, len(lines) - 1))
    drop = data.draw(st.integers(0, 3))
    text = "\n".join([*lines[:at], *data.draw(_lines), *lines[at + drop :]]) + "\n"
    with suppress(BadTranscript):
        assert transcript(replay(text)) == text
