"""A public class name means one thing in the whole project: whoever finds it in a search has found it."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

SOURCE = Path(__file__).parent.parent / "src" / "ventuno"

# Names that still mean several things. The list only shrinks: what is renamed is struck out here.
SEVERAL = """
Act Alert Answer Asked Asking Bet CardDealt Cells ChangePassword Choice Command Connection Crowd DealerLooked
Decided Desk Due Ended Event ExcludeSelf Fault Finding GrantGoldenChips Hand HandJudged HoleCardShown
InsuranceOffered Jackpot Kept Line LineSplit LineView LoggedAct Made Moved Note Odds Offers OpenRound Page Paid
Participation Pause Played PlayedRound Playing Pool Purse Question Refused RemoveSaid Result ReturnWords
RoundOpened Rules Seats Seen Session SetLimit SetRealityCheck SetRole SetVipLevel Settings Settlement Shoe
SideBetJudged SideBetResult SideBetWords Situation Table TakeTimeOut Wait Words
"""


def public_classes() -> dict[str, list[str]]:
    """Name -> the modules that define a class of that name."""
    found = defaultdict(list)
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].append(str(path.relative_to(SOURCE)))
    return found


def test_no_further_class_name_means_several_things() -> None:
    new = {name: where for name, where in public_classes().items() if len(where) > 1 and name not in SEVERAL.split()}
    assert not new, f"name them apart: {new}"


def test_a_name_that_means_one_thing_again_is_struck_out() -> None:
    classes = public_classes()
    assert {name for name in SEVERAL.split() if len(classes.get(name, ())) < 2} == set()
