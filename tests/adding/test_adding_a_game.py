"""A game is a file: nothing else is touched, and the house has it."""

from __future__ import annotations

import json
import re
from pathlib import Path

from tests.adding.workshop import ROOT, Edit, Workshop, is_as_architecture_says

HOW = (ROOT / "docs" / "adding-a-variant.md").read_text(encoding="utf-8")
GAME = re.findall(r"```toml\n(.*?)```", HOW, re.DOTALL)[0]  # as the guide has it
AT_A_TABLE = """
from desk import Desk
from ventuno.protocol.commands import Bet, Deal, Decide

desk = Desk("late-show", "8h 6d 3c Td Kh 9s")
desk.do(1, Bet("1/main", 1_000))
desk.do(1, Bet("1/bust-it", 100))
desk.do(1, Deal())
desk.wait_for("decisions")
desk.do(1, Decide(desk.turn, 1, "1", "double"))
desk.wait_for("results")
desk.at_peace()
print(desk.result(1).hands[0].outcome)
"""


def test_a_game_is_one_file_of_the_catalogue(tmp_path: Path) -> None:
    shop = Workshop(tmp_path, [Edit("variant/catalog/late-show.toml", "", GAME)])
    is_as_architecture_says("game", shop.touched())
    assert "late-show" in shop.ventuno("variants")
    assert "win with 5 cards" in " ".join(shop.ventuno("rules", "late-show", "--language", "en").split())
    assert "con 2 mazzi" in shop.ventuno("rules", "late-show", "--language", "it")
    odds = json.loads(shop.ventuno("odds", "late-show", "--json"))
    assert set(odds["side_bets"]) == {"perfect-pairs", "bust-it"}
    cards, hand = "8h 6d 3c Td Kh 9s", ("--hand", "main=1000")
    played = json.loads(shop.ventuno("round", "late-show", *hand, "--cards", cards, "--actions", "double", "--json"))
    assert (played["staked"], played["hands"][0]["outcome"]) == (2000, "win")
    assert shop.run(AT_A_TABLE) == "win\n"
