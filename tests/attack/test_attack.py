"""The attacker's suite stays what it is: a stranger to the house's code, and sharp."""

from __future__ import annotations

import ast
import asyncio
import logging
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.attack import book
from tests.attack.felt import Felt
from tests.attack.field import ATTACKS, Field
from tests.attack.guest import Guest
from tests.attack.run import run
from tests.attack.score import Score
from tests.attack.servers import House, audits
from tests.attack.wire import Address

HERE = Path(__file__).parent
FRIENDS = {"servers.py", "test_attack.py", "__main__.py"}  # start a house; the last only through the first
QUICK = (
    "same_id_within_the_window",
    "same_id_after_70_others",
    "same_id_other_content",
    "deal_again_and_again",
    "history_adds_up",
    "two_answers_to_one_question",
    "decisions_that_are_none",
    "violations",
    "handshakes_that_are_none",
    "keys_again",
    "out_of_the_door_with_the_stake",
    "routes_of_the_house",
    "rounds_of_others",
    "hole_card_in_the_database",
    "modes_of_files",
)


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.name}: import by full name"
            yield node.module or ""


@pytest.mark.parametrize("path", sorted(HERE.glob("*.py")), ids=lambda path: path.name)
def test_the_attacker_shares_no_code_with_the_house(path: Path) -> None:
    for name in imports(path):
        top = name.partition(".")[0]
        assert top != "ventuno", f"{path.name} imports {name}"
        if path.name not in FRIENDS:
            ours = name == "tests.attack" or name.startswith("tests.attack.")
            assert ours or top in sys.stdlib_module_names, f"{path.name} imports {name}"
            assert name != "tests.attack.servers", f"{path.name} knows how a house is started"


def test_the_security_page_names_tests_that_are_there_and_every_class_of_attack() -> None:
    root = HERE.parents[1]
    page = (root / "SECURITY.md").read_text(encoding="utf-8")
    named = set(re.findall(r"tests/[\w/]+\.py", page))
    assert len(named) > 20
    assert not [name for name in named if not (root / name).exists()]
    last = " ".join(line.rpartition("|")[0].rpartition("|")[2] for line in page.splitlines() if line.startswith("| "))
    assert not [kind for kind in ATTACKS if kind not in last]


def dealt(felt: Felt, *cards: tuple[str, str]) -> Felt:
    felt.happened({"type": "RoundOpened", "code": "R"})
    for to, card in cards:
        felt.happened({"type": "CardDealt", "to": to, "card": card})
    return felt


def test_the_attackers_book_sees_chips_that_nobody_paid_for() -> None:
    felt = dealt(Felt("t"), ("1", "Kh"), ("dealer", "9d"), ("1", "Qs"), ("dealer", "8c"))
    felt.now.did({"type": "Bet", "spot": "1/main", "amount_minor": 100}, {})
    mine = book.Reading({"game": "all-bets", "kind": "solo"}, felt.now, felt.now.placed)
    hand = {"position": 1, "line": "1", "returned_minor": 200}
    assert book.by_the_cards(mine, {"staked_minor": 100, "hands": [hand]}) == []
    cooked = book.by_the_cards(mine, {"staked_minor": 20100, "hands": [hand | {"returned_minor": 40200}]})
    assert len(cooked) == 2


def test_a_bet_under_an_id_that_was_acknowledged_counts_once() -> None:
    guest = Guest(Address("127.0.0.1", 1), {"player": 1, "name": "a", "token": "t", "currency": "EUR"}, "")
    guest.asked["x"] = ({"type": "Bet", "spot": "1/main", "amount_minor": 100}, "t")
    for _ in range(2):
        guest.heard({"type": "Done", "id": "x"}, b"")
    assert guest.felts["t"].now.placed == {"1/main": 100}


def test_what_breaks_is_counted_and_told() -> None:
    score = Score()
    with score.during("money", "trick"):
        score.held(True, "")
        score.complaints(["from nothing"])
    assert "BROKEN money/trick (1)" in score.story()
    assert score.table().splitlines()[1].split() == ["money", "2", "1", "1"]


def test_a_quick_pass_of_the_attack_breaks_nothing(tmp_path: Path) -> None:
    logging.getLogger("asyncio").setLevel(logging.CRITICAL)
    house, score = House(tmp_path / "house"), Score()
    house.start()
    try:
        field = Field(house.url, score, rounds=1, staff=house.staff, files=house.files)
        asyncio.run(run(field, QUICK, loud=False))
    finally:
        house.stop()
    assert not score.broken, score.story()
    assert sum(score.tries.values()) > 200
    assert [code for _, code, _ in audits(house.books)] == [0, 0]
