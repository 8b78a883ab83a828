"""The actions: everything a player can answer when asked, and what each of them is.

One line an action. Whether it is legal is the round's to say (`play/actions.py`), what it is called every language's;
whatever else anybody has to know of it is here, and travels to the browser with the protocol's schema.

>>> ACTIONS[Action.FREE_SPLIT].of, PAID
('split', (<Action.DOUBLE: 'double'>, <Action.SPLIT: 'split'>))
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, Literal

import msgspec


class Action(StrEnum):
    HIT = "hit"
    STAND = "stand"
    DOUBLE = "double"
    SPLIT = "split"
    FREE_DOUBLE = "free-double"
    FREE_SPLIT = "free-split"
    SURRENDER = "surrender"
    CASHBACK = "cashback"
    INSURE = "insure"
    DECLINE = "decline"


class ActionFacts(msgspec.Struct, frozen=True, kw_only=True):
    of: Literal["hit", "stand", "double", "split", "cashback", "surrender", "insure", "decline"]  # free or paid
    costs: Literal["nothing", "bet", "half-bet"] = "nothing"
    chip: Literal["none", "real", "free"] = "none"  # what is laid down: the player's money, or the house's
    priced: bool = False  # taken at the price that is offered, or not at all
    key: str  # of a keyboard, unless the player has chosen another
    icon: str = ""  # in the client's sprite
    sign: str = ""  # written where there is no icon
    place: int  # in the bar of decisions, from the left
    thumb: int  # the same on a phone: what is wanted most is where the thumb is


# In the order in which a list of keys names them.
ACTIONS: Final[dict[Action, ActionFacts]] = {
    Action.HIT: ActionFacts(of="hit", key="h", icon="hit", place=5, thumb=8),
    Action.STAND: ActionFacts(of="stand", key="s", icon="stand", place=6, thumb=7),
    Action.DOUBLE: ActionFacts(of="double", costs="bet", chip="real", key="d", sign="×2", place=2, thumb=4),
    Action.FREE_DOUBLE: ActionFacts(of="double", chip="free", key="d", sign="×2", place=1, thumb=3),
    Action.SPLIT: ActionFacts(of="split", costs="bet", chip="real", key="p", icon="split", place=4, thumb=6),
    Action.FREE_SPLIT: ActionFacts(of="split", chip="free", key="p", icon="split", place=3, thumb=5),
    Action.CASHBACK: ActionFacts(of="cashback", priced=True, key="c", icon="cash", place=8, thumb=1),
    Action.SURRENDER: ActionFacts(of="surrender", key="u", icon="down", place=7, thumb=2),
    Action.INSURE: ActionFacts(of="insure", costs="half-bet", chip="real", key="i", icon="shield", place=0, thumb=0),
    Action.DECLINE: ActionFacts(of="decline", key="n", icon="close", place=0, thumb=0),
}

# Tuples: a member is found in so few by looking, sooner than by its hash.
PAID: Final = tuple(action for action, facts in ACTIONS.items() if facts.costs == "bet")
FREE: Final = tuple(action for action, facts in ACTIONS.items() if facts.chip == "free")
DOUBLES: Final = tuple(action for action, facts in ACTIONS.items() if facts.of == "double")
SPLITS: Final = tuple(action for action, facts in ACTIONS.items() if facts.of == "split")
