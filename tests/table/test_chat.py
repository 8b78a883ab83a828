"""A3: chat is rate-limited, length-limited, and moderated; escaping is whoever shows it."""

from __future__ import annotations

import unicodedata

import msgspec
import pytest
from hypothesis import given, strategies as st

from ventuno.protocol.events import Said, SaidRemoved
from ventuno.refusal import Refusal
from ventuno.table.chat import Chat, ChatRecord

ANNA, BRUNO = 1, 2


def refused(answer: object) -> str:
    assert isinstance(answer, Refusal), answer
    return answer.code


def said(answer: Said | Refusal) -> Said:
    assert isinstance(answer, Said), answer
    return answer


def test_what_is_said_is_numbered_and_kept() -> None:
    chat = Chat()
    assert chat.say(ANNA, "anna", "ciao", 1000) == Said(1, "anna", "ciao", 1000)
    assert chat.say(BRUNO, "bruno", "ciao!", 1001) == Said(2, "bruno", "ciao!", 1001)
    assert chat.dealer_says("Fate il vostro gioco", 1002) == Said(3, "", "Fate il vostro gioco", 1002)
    assert [line.number for line in chat.said] == [1, 2, 3]


def test_markup_is_kept_as_it_was_typed() -> None:
    text = "<b>1 < 2 & 'x'</b>"
    assert said(Chat().say(ANNA, "anna", text, 0)).text == text


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("a\x00b\x07c\x1b[31m", "abc[31m"),
        ("one\ntwo\r\n\tthree\x85four\u2028five", "one two   three four five"),
        ("\u202eesrever\u202c \u2066x\u2069 \u200fy", "esrever x y"),
        ("  blanks  ", "blanks"),
        ("a\ud800b", "ab"),
        ("\ufeffbom", "bom"),
        ("👩‍👩‍👧 è il ٣ می‌خواهم", "👩‍👩‍👧 è il ٣ می‌خواهم"),
    ],
)
def test_control_characters_and_changes_of_direction_never_get_in(typed: str, shown: str) -> None:
    assert said(Chat().say(ANNA, "anna", typed, 0)).text == shown


@given(st.text(max_size=200))
def test_whatever_is_typed_only_what_can_be_seen_is_said(text: str) -> None:
    answer = Chat().say(ANNA, "anna", text, 0)
    if isinstance(answer, Refusal):
        assert answer.code == "chat/empty"
        return
    shown = answer.text
    assert 0 < len(shown) <= 200
    assert shown == shown.strip()
    assert not {unicodedata.category(sign) for sign in shown} & {"Cc", "Cs", "Zl", "Zp"}
    assert not any("\u202a" <= sign <= "\u202e" or "\u2066" <= sign <= "\u2069" for sign in shown)
    shown.encode()  # can be sent


@pytest.mark.parametrize("text", ["", "   ", "\n\t", "\x00\x01", "\u202e\u200b", "\u200d\u200c", "\u200d \u200d"])
def test_a_line_with_nothing_to_read_is_refused(text: str) -> None:
    assert refused(Chat().say(ANNA, "anna", text, 0)) == "chat/empty"


def test_a_line_has_at_most_two_hundred_characters() -> None:
    chat = Chat()
    assert refused(chat.say(ANNA, "anna", "x" * 201, 0)) == "chat/too_long"
    assert len(said(chat.say(ANNA, "anna", "x" * 200, 0)).text) == 200
    assert len(chat.dealer_says("x" * 300, 0).text) == 200


def test_nobody_says_more_than_five_lines_in_ten_seconds() -> None:
    chat = Chat()
    for number in range(5):
        said(chat.say(ANNA, "anna", "spam", 1000 * number))
    answer = chat.say(ANNA, "anna", "spam", 5000)
    assert refused(answer) == "chat/too_fast"
    assert isinstance(answer, Refusal)
    assert answer.data == {"wait_ms": 5000}
    said(chat.say(BRUNO, "bruno", "calm", 5000))
    assert refused(chat.say(ANNA, "anna", "spam", 9999)) == "chat/too_fast"
    said(chat.say(ANNA, "anna", "again", 10_000))
    assert refused(chat.say(ANNA, "anna", "again", 10_001)) == "chat/too_fast"


def test_a_refused_line_does_not_count() -> None:
    chat = Chat()
    for _ in range(20):
        assert refused(chat.say(ANNA, "anna", " ", 0)) == "chat/empty"
    said(chat.say(ANNA, "anna", "ciao", 0))
    assert [line.number for line in chat.said] == [1]


def test_whoever_is_muted_is_told_until_when() -> None:
    """E3."""
    chat = Chat()
    answer = chat.say(ANNA, "anna", "ciao", 999, muted_until_ms=1000)
    assert refused(answer) == "chat/muted"
    assert isinstance(answer, Refusal)
    assert answer.data == {"until_ms": 1000}
    said(chat.say(ANNA, "anna", "ciao", 1000, muted_until_ms=1000))


def test_a_table_may_have_no_chat() -> None:
    assert refused(Chat(on=False).say(ANNA, "anna", "ciao", 0)) == "chat/off"


def test_the_last_fifty_lines_are_kept() -> None:
    chat = Chat()
    for number in range(60):
        chat.dealer_says(str(number), number)
    assert [line.number for line in chat.said] == list(range(11, 61))


def test_a_supervisor_takes_a_line_away_and_its_number_is_not_given_again() -> None:
    """A3, E3."""
    chat = Chat()
    chat.dealer_says("one", 0)
    chat.dealer_says("two", 0)
    assert chat.remove(2) == SaidRemoved(2)
    assert [line.text for line in chat.said] == ["one"]
    assert refused(chat.remove(2)) == "chat/no_such_line"
    assert chat.dealer_says("three", 0).number == 3


def test_the_chat_is_the_same_again_from_what_was_stored() -> None:
    """E4."""
    chat = Chat()
    chat.dealer_says("one", 0)
    chat.dealer_says("two", 0)
    chat.remove(2)
    stored = msgspec.json.decode(msgspec.json.encode(chat.to_record()), type=ChatRecord)
    again = Chat(record=stored)
    assert again.said == chat.said
    assert again.dealer_says("three", 0).number == 3


def test_a_crowd_that_spoke_and_left_does_not_stay_in_memory() -> None:
    chat = Chat()
    for player in range(10_000):
        said(chat.say(player, "somebody", "ciao", 20_000 * player))
    assert len(chat._times) < 100
