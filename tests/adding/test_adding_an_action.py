"""An action of the player is its legality, what it does, and its names: every game, table and page has it then."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.adding.workshop import Workshop, after, is_as_architecture_says

# To wave one's hand over the cards: to stand, with a flourish. Legal whenever somebody decides.
ACTIONS = "play/actions.py"
EDITS = [
    after("actions.py", '    DECLINE = "decline"', '    WAVE = "wave"'),
    after(
        "actions.py",
        "ACTIONS: Final[dict[Action, ActionFacts]] = {",
        '    Action.WAVE: ActionFacts(of="stand", key="w", icon="stand", place=9, thumb=9),',
    ),
    after(ACTIONS, "    Action.STAND: _stand,", "    Action.WAVE: _stand,"),
    after(ACTIONS, "    Action.STAND: Status.STOOD,", "    Action.WAVE: Status.STOOD,"),
    *(
        after(f"languages/{language}/names.toml", header, f'wave = "{name}"')
        for language, name in (("en", "Wave"), ("it", "Saluta"))
        for header in ("[action]", "[did]")
    ),
]
AT_A_TABLE = """
from desk import Desk, Odds
from ventuno.protocol.commands import Bet, Deal, Decide, Sit

for game in ("all-bets", "cashback", "classic-free-bet", "free-chip", "infinite"):
    desk = Desk(game, "Kh 6d 8h Td 9s", odds=Odds())
    if desk.table.info.bet_behind:
        desk.do(1, Sit(1))
    desk.do(1, Bet("1/main", 1_000))
    if desk.view.phase == "waiting":
        desk.do(1, Deal())
    desk.wait_for("decisions")
    assert "wave" in desk.options(1), desk.options(1)
    desk.do(1, Decide(desk.turn, 1, "1", "wave"))
    desk.wait_for("results")
    desk.at_peace()
    desk.replays("R1")
    print(game, desk.result(1).hands[0].outcome)
"""
NAMED = """
from ventuno.actions import Action
from ventuno.cli.table.screen import KEYS
from ventuno.help import action_name
from ventuno.protocol.schema import schema
assert "wave" in str(schema())
print(*(action_name("wave", language) for language in ("en", "it")), KEYS[Action.WAVE])
"""


@pytest.fixture
def shop(tmp_path: Path) -> Workshop:
    return Workshop(tmp_path, EDITS)


def test_an_action_is_its_legality_what_it_does_and_its_names(shop: Workshop) -> None:
    is_as_architecture_says("action", shop.touched())
    assert shop.run(NAMED) == "Wave Saluta w\n"


def test_it_is_decided_at_every_table_and_stored_and_replayed(shop: Workshop) -> None:
    outcomes = dict(line.split() for line in shop.run(AT_A_TABLE).splitlines())
    assert len(outcomes) == 5
    assert set(outcomes.values()) == {"win"}


def test_it_is_played_from_a_list_of_actions(shop: Workshop) -> None:
    cards = ("--cards", "Kh 6d 8h Td 9s", "--actions", "wave")
    text = shop.ventuno("round", "classic-free-bet", "--hand", "main=1000", *cards)
    assert "1 player wave" in text
    (shop.folder / "round.txt").write_text(text, encoding="utf-8")
    assert "comes out the same" in shop.ventuno("replay", "round.txt")
