"""Whatever is done to a variant file, it is read, or it is refused with its faults: nothing else, and at once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from ventuno.refusal import RefusalRaised
from ventuno.variant import FaultyVariant, Variant, digest, load, parse
from ventuno.variant.find import CATALOG
from ventuno.variant.notation import unsaid

TEXTS = [path.read_text(encoding="utf-8") for path in sorted(CATALOG.glob("*.toml"))]
LINES = sorted({line for text in TEXTS for line in text.splitlines()})
VALUES = [
    "0", "-1", "7", "999", "99999999999999999999", "0x" + "f" * 5000, "1.5", "nan", "true", "1979-05-27",
    '""', '"3:2"', '"x5"', '"jackpot"', '"1/0"', '"1e999999999"', '"every-stake"', '"cut-card"',
    '"vip-level"', '"\\u0000"',
    "[]", "[1, 1]", '["ace", "ace"]', "[[]]", "{}", '{ main = [1, 2], side = [2, 1] }', "[{}]", "'''\n[hand]\n'''",
]  # fmt: skip

KEYS = ["x", "key", "a.b", '"]"', '"["', '""', '"."']


@st.composite
def damaged(draw: st.DrawFn) -> str:
    """A file of the catalog with some of its lines left out, doubled, moved, or given another value."""
    lines = draw(st.sampled_from(TEXTS)).splitlines()
    for _ in range(draw(st.integers(1, 6))):
        at = draw(st.integers(0, max(len(lines) - 1, 0)))
        match draw(st.sampled_from(["delete", "double", "move", "value", "key", "line", "noise"])):
            case "delete":
                del lines[at : at + draw(st.integers(1, 5))]
            case "double":
                lines[at:at] = lines[at : at + 1]
            case "move":
                lines.insert(at, lines.pop(draw(st.integers(0, len(lines) - 1))) if lines else "")
            case "value":
                lines[at:at] = [f"{line.split('=')[0]}= {draw(st.sampled_from(VALUES))}" for line in lines[at : at + 1]]
                del lines[at + 1 : at + 2]
            case "key":
                lines.insert(at, f"{draw(st.sampled_from(KEYS))} = 1")
            case "line":
                lines.insert(at, draw(st.sampled_from(LINES)))
            case "noise":
                lines.insert(at, draw(st.text(max_size=20)))
    return "\n".join(lines)


def outcome(read: Callable[[], Variant]) -> Variant | RefusalRaised:
    try:
        return read()
    except RefusalRaised as refused:
        return refused


def check(text: str) -> None:
    read = outcome(lambda: parse(text, "mine", "mine.toml"))
    if isinstance(read, Variant):
        assert read.key == "mine"
        assert digest(read)
        assert isinstance(unsaid(read), list)
    else:
        assert isinstance(read, FaultyVariant)
        assert all(fault.why for fault in read.faults)
        lines = [fault.line or 0 for fault in read.faults]
        assert lines == sorted(lines)
        assert lines[-1] <= text.count("\n") + 1


@settings(max_examples=max(500, settings().max_examples))  # more than usual, and all of a soak
@given(damaged())
def test_a_damaged_file_is_read_or_refused_with_its_faults(text: str) -> None:
    check(text)


@given(st.text(alphabet="[]{}=\"'.,#\n ax1-_", max_size=60))
def test_any_text_is_read_or_refused_with_its_faults(text: str) -> None:
    check(text)
    check(f'name = "x"\n{text}')


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.sampled_from(TEXTS), bites=st.lists(st.tuples(st.integers(0, 3000), st.binary(max_size=3)), max_size=4))
def test_a_file_of_any_bytes_is_read_or_refused(text: str, bites: list[tuple[int, bytes]], tmp_path: Path) -> None:
    data = bytearray(text.encode())
    for at, bite in bites:
        data[at : at + len(bite)] = bite
    path = tmp_path / "bitten.toml"
    path.write_bytes(bytes(data))
    assert isinstance(outcome(lambda: load(str(path))), Variant | RefusalRaised)


@pytest.mark.parametrize("text", TEXTS)
def test_a_file_cut_off_anywhere_is_read_or_refused_with_its_faults(text: str) -> None:
    for end in range(0, len(text), 7):
        check(text[:end])
