"""What follows from an action or a kind of table is said once: nobody asks for its name."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from ventuno.actions import ACTIONS, Action
from ventuno.kinds import KINDS
from ventuno.play.actions import RULES
from ventuno.protocol import http, messages, view

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "ventuno"
CLIENT = ROOT / "web" / "src"
NAMES = frozenset(KINDS)

# Other things have a kind too: records and transfers of the bank, limits, moves of money, layouts of the odds.
OTHER_KINDS = {"bank", "store", "audit", "odds"}
FIXTURES = CLIENT / "fixtures"  # made-up tables, by name
BRANCH = re.compile(r"""(?:[=!]==?\s*|case\s+)(['"])(solo|seated|shared)\1|(['"])(solo|seated|shared)\3\s*[=!]==?""")


def asked_by_name(tree: ast.AST, *, dotted: bool) -> Iterator[int]:
    """Lines that compare with the name of a kind, or, where `dotted`, with a `.kind`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            sides = (node.left, *node.comparators)
            constants = {one.value for side in sides for one in ast.walk(side) if isinstance(one, ast.Constant)}
            attributes = {side.attr for side in sides if isinstance(side, ast.Attribute)}
            if constants & NAMES or (dotted and "kind" in attributes):
                yield node.lineno
        elif isinstance(node, ast.MatchValue) and isinstance(node.value, ast.Constant) and node.value.value in NAMES:
            yield node.lineno


@pytest.mark.parametrize("path", sorted(SOURCE.rglob("*.py")), ids=lambda path: str(path.relative_to(SOURCE)))
def test_no_code_asks_which_kind_of_table_it_is(path: Path) -> None:
    dotted = path.relative_to(SOURCE).parts[0] not in OTHER_KINDS and path.name != "cash_desk.py"
    assert not list(asked_by_name(ast.parse(path.read_text(encoding="utf-8")), dotted=dotted))


@pytest.mark.parametrize(
    "path",
    sorted(each for each in CLIENT.rglob("*") if each.suffix in (".ts", ".svelte") and FIXTURES not in each.parents),
    ids=lambda path: str(path.relative_to(CLIENT)),
)
def test_the_browser_does_not_ask_either(path: Path) -> None:
    asked = [line for line in path.read_text(encoding="utf-8").splitlines() if BRANCH.search(line)]
    assert not asked


def test_the_test_itself_would_see_it() -> None:
    for text in ('if table.kind == "solo": pass', 'if "seated" != kind: pass', "if a.kind == b.kind: pass"):
        assert list(asked_by_name(ast.parse(text), dotted=True)), text
    for text in ("info.kind === 'solo'", 'kind !== "shared"', "case 'seated':"):
        assert BRANCH.search(text), text


@pytest.mark.parametrize("struct", [messages.TableInfo, view.TableView, http.TableState])
def test_what_is_told_of_a_table_is_told_in_parts(struct: type[msgspec.Struct]) -> None:
    assert len(struct.__struct_fields__) <= 20


def test_every_action_has_its_facts_and_those_of_a_hand_a_rule() -> None:
    assert ACTIONS.keys() == set(Action)
    assert RULES.keys() == set(Action) - {Action.INSURE, Action.DECLINE}


def test_what_is_free_costs_nothing_and_what_costs_is_real() -> None:
    for facts in ACTIONS.values():
        assert (facts.costs != "nothing") == (facts.chip == "real")


def test_one_key_does_one_thing_and_every_action_has_a_picture() -> None:
    assert len({facts.key for facts in ACTIONS.values()}) == len({facts.of for facts in ACTIONS.values()})
    sprite = (CLIENT / "theme" / "sprite.svg").read_text(encoding="utf-8")
    for facts in ACTIONS.values():
        assert facts.sign or f'id="i-{facts.icon}"' in sprite
