"""A side bet is a function, its line and its names: the table, the odds, the simulator and the help page know it."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

from tests.adding.workshop import Edit, Workshop, after, is_as_architecture_says

JUDGE = '''"""Royal Match: a king and a queen of one suit, or any two cards of one."""

from __future__ import annotations

from ventuno.sidebets.seen import Seen

ROYAL_MATCH = ("royal", "suited")


def royal_match(seen: Seen) -> str | None:
    one, other = seen.first_two
    if one.suit != other.suit:
        return None
    return "royal" if {one.rank, other.rank} == {12, 13} else "suited"
'''
LINE = """    SideBet(
        "royal-match", royal_match.royal_match, royal_match.ROYAL_MATCH, "opening", looks_at=_MY_TWO, alike=True
    ),"""
NAMES = {"en": ("Royal Match", "royal match", "suited"), "it": ("Coppia reale", "coppia reale", "stesso seme")}
JUDGED = {
    "en": "It looks at your first two cards and wins if they are of one suit.",
    "it": "Guarda le tue prime due carte e vince se sono dello stesso seme.",
}
MEANING = {
    "en": ("a king and a queen of one suit", "any other two cards of one suit"),
    "it": ("re e donna dello stesso seme", "altre due carte dello stesso seme"),
}


def named(language: str) -> list[Edit]:
    """Its names, and what the help page says of it."""
    folder, (bet, royal, suited) = f"languages/{language}", NAMES[language]
    of_royal, of_suited = MEANING[language]
    return [
        after(f"{folder}/names.toml", "[bet]", f'royal-match = "{bet}"'),
        after(f"{folder}/names.toml", "[made]", f'royal = "{royal}"', f'suited = "{suited}"'),
        after(f"{folder}/help.toml", "[side_bets]", f'judged.royal-match = "{JUDGED[language]}"'),
        after(f"{folder}/help.toml", f'judged.royal-match = "{JUDGED[language]}"', f'meaning.royal = "{of_royal}"'),
        after(f"{folder}/help.toml", f'meaning.royal = "{of_royal}"', f'meaning.suited = "{of_suited}"'),
    ]


EDITS = [
    Edit("sidebets/royal_match.py", "", JUDGE),
    Edit(
        "sidebets/__init__.py",
        "from ventuno.sidebets import dealer_bust, free_fortune, pairs, progressive, three_cards",
        "from ventuno.sidebets import dealer_bust, free_fortune, pairs, progressive, royal_match, three_cards",
    ),
    after("sidebets/__init__.py", "_ALL = (", LINE),
    *named("en"),
    *named("it"),
]
GAME = """name = "Royal"
[table]
kind = "solo"
limits = [{ main = [2, 500], side = [1, 50] }]
[side_bets.royal-match]
pays = { royal = "25:1", suited = "2:1" }
"""
AT_A_TABLE = """
from desk import Desk
from ventuno.protocol.commands import Bet, Deal, Decide
from ventuno.variant import load

desk = Desk(load("royal.toml"), "Kh 6d Qh Td 9s")
desk.do(1, Bet("1/main", 1_000))
desk.do(1, Bet("1/royal-match", 100))
desk.do(1, Deal())
desk.wait_for("decisions")
desk.do(1, Decide(desk.turn, 1, "1", "stand"))
desk.wait_for("results")
desk.at_peace()
print(desk.result(1).side_bets[0].outcome, desk.result(1).side_bets[0].returned_minor)
"""


def test_a_side_bet_is_a_function_a_line_and_its_names(tmp_path: Path) -> None:
    shop = Workshop(tmp_path, EDITS)
    is_as_architecture_says("side bet", shop.touched())
    (tmp_path / "royal.toml").write_text(GAME, encoding="utf-8")
    assert "Royal match" in shop.ventuno("rules", "royal.toml", "--language", "en")
    assert "re e donna dello stesso seme" in shop.ventuno("rules", "royal.toml", "--language", "it")
    odds = json.loads(shop.ventuno("odds", "royal.toml", "--json"))["side_bets"]["royal-match"]
    exact = Fraction(4 * 6 * 6 * 2, 312 * 311)  # six decks
    assert Fraction(odds["outcomes"]["royal"]["exact"]) == exact
    dealt = ("--rounds", "20000", "--seed", "1", "--side-bets", "all", "--json")
    simulated = json.loads(shop.ventuno("simulate", "royal.toml", *dealt))
    assert "royal-match" in json.dumps(simulated["side_bets"])
    assert shop.run(AT_A_TABLE) == "royal 2600\n"
