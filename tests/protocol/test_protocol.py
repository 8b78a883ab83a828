"""The wire: every type survives it, wrong input is refused with what was wrong, the schema knows everything."""

from __future__ import annotations

import subprocess
import sys
from typing import get_args

import msgspec
import pytest

from ventuno.protocol import commands, events, messages
from ventuno.protocol.commands import AnyCommand, Request
from ventuno.protocol.messages import AnyMessage
from ventuno.protocol.schema import schema

DECODE = msgspec.json.Decoder(Request).decode


def request(do: str, **rest: str) -> bytes:
    return msgspec.json.encode({"id": "1", "table": "t", "do": msgspec.json.decode(do), **rest})


def test_a_command_is_read_with_its_type() -> None:
    read = DECODE(request('{"type": "Bet", "spot": "1/main", "amount_minor": 500, "golden": {"100": 2}}'))
    assert read == Request("1", commands.Bet("1/main", 500, {100: 2}), "t")


@pytest.mark.parametrize(
    ("do", "says"),
    [
        ('{"type": "Shuffle"}', "Invalid value 'Shuffle'"),
        ('{"type": "Bet"}', "missing required field `spot`"),
        ('{"type": "Bet", "spot": "1/main", "amount_minor": -1}', ">= 0"),
        ('{"type": "Bet", "spot": "1/main", "amount_minor": 100000000000}', "<= 10000000000"),
        ('{"type": "Bet", "spot": "1/main", "amount_minor": 1.5}', "Expected `int`"),
        ('{"type": "Bet", "spot": "1/main", "amount_minor": "100"}', "Expected `int`"),
        ('{"type": "Bet", "spot": "1/main", "wallet": 5}', "unknown field `wallet`"),
        ('{"type": "Bet", "spot": "1/main", "golden": {"0": 1}}', ">= 1"),
        ('{"type": "Sit", "seat": 0}', ">= 1"),
        ('{"type": "Say", "text": ""}', ">= 1"),
        ('{"type": "Deal", "bets": "tripled"}', "Invalid enum value"),
        ('{"type": "Decide", "turn": 1, "position": 1, "line": "1", "action": null}', "Expected `str`"),
    ],
)
def test_wrong_input_is_told_what_was_wrong(do: str, says: str) -> None:
    with pytest.raises(msgspec.ValidationError, match=says):
        DECODE(request(do))


def test_a_request_needs_an_id_of_its_own() -> None:
    with pytest.raises(msgspec.ValidationError, match="length >= 1"):
        DECODE(b'{"id": "", "do": {"type": "Undo"}}')


def test_all_commands_events_and_messages_are_in_the_schema() -> None:
    known = schema()["$defs"]
    for union in (AnyCommand, events.AnyEvent, AnyMessage):
        for kind in get_args(union):
            assert kind.__name__ in known


@pytest.mark.parametrize(
    ("base", "union"),
    [
        (commands.Command, AnyCommand),
        (events.Event, events.AnyEvent),
        (messages.Message, AnyMessage),
    ],
    ids=["commands", "events", "messages"],
)
def test_no_type_is_left_out_of_its_union(base: type, union: object) -> None:
    assert set(base.__subclasses__()) == set(get_args(union))


def test_the_schema_can_be_exported_by_one_command() -> None:
    told = subprocess.run([sys.executable, "-m", "ventuno.protocol"], capture_output=True, text=True, check=True)
    assert msgspec.json.decode(told.stdout) == msgspec.json.decode(msgspec.json.encode(schema()))


def test_money_and_turns_are_bounded_in_the_schema() -> None:
    """What the generated client knows is what the server checks."""
    bet = schema()["$defs"]["Bet"]["properties"]
    assert bet["amount_minor"]["maximum"] == commands.MOST_MINOR
    assert schema()["$defs"]["Say"]["properties"]["text"]["maxLength"] == 200
