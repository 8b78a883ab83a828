"""What may be decided, and for everything that may not, the reason.

`RULES` at the end has one small function an action: it returns the refusal, or None where the
action is legal; `DEEDS` has what it does to the hand. Only the rules are asked here; whether the
balance covers it is the table's (D4).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Set
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeVar

from ventuno.actions import ACTIONS, Action
from ventuno.cards import ACE
from ventuno.play.hands import Chip, Hand, Line, Path, Status
from ventuno.refusal import Refusal
from ventuno.variant import Variant

Rule = Callable[[Action], Refusal | None]
S = TypeVar("S")


class LegalActions(Set[Action]):
    """The legal actions as a set, and why each other one is not legal. Each rule is asked at most once.

    >>> legal = LegalActions((Action.HIT, Action.SPLIT), {Action.SPLIT: Refusal("action/x", "no pair")}.get)
    >>> Action.HIT in legal, len(legal), legal
    (True, 1, <LegalActions: hit>)
    >>> legal.why_not(Action.SPLIT).why
    'no pair'
    """

    __slots__ = ("_actions", "_known", "_rule")

    def __init__(self, actions: Iterable[Action], rule: Rule) -> None:
        self._actions = tuple(actions)
        self._rule = rule
        self._known: dict[Action, Refusal | None] = {}

    def why_not(self, action: Action) -> Refusal | None:
        """The reason, or None where the action is legal."""
        if action not in self._known:
            self._known[action] = self._rule(action) if action in self._actions else _NEVER
        return self._known[action]

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Action) and self.why_not(action) is None

    def __iter__(self) -> Iterator[Action]:
        return (action for action in self._actions if self.why_not(action) is None)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    @classmethod
    def _from_iterable(cls, it: Iterable[S]) -> frozenset[S]:
        """What `&`, `|` and `-` make of it: a plain set, which has no reasons to give."""
        return frozenset(it)

    def __repr__(self) -> str:
        return f"<LegalActions: {' '.join(self) or 'none'}>"


_NEVER = Refusal("action/not_now", "this is not the moment for that")
NO_GOLDEN_SURRENDER = Refusal("action/golden_chips", "golden chips cannot be surrendered")


@dataclass(frozen=True, slots=True)
class HandAsked:
    """All that the legality of an action depends on."""

    variant: Variant
    path: Path
    hand: Hand
    line: Line
    looked: bool  # the dealer looked under the up card
    golden: bool  # golden chips ride on the hand

    @property
    def two_cards(self) -> bool:
        return self.hand.size == 2

    @property
    def hard_points(self) -> int | None:
        total = self.line.totals[self.hand.size]
        return None if total.soft else total.points

    @property
    def is_pair(self) -> bool:
        """Equal value: a ten and a king too."""
        return self.two_cards and self.line.cards[0].points == self.line.cards[1].points

    @property
    def is_split_ace(self) -> bool:
        return self.line.was_split and self.line.cards[0].rank == ACE


def decisions(situation: HandAsked) -> LegalActions:
    return LegalActions(RULES, lambda action: RULES[action](situation))


def answers(offer: Action) -> LegalActions:
    """The two answers to an offer made before the dealer looks: insurance or early surrender."""
    return LegalActions((offer, Action.DECLINE), lambda action: None)


def nothing(why: Refusal) -> LegalActions:
    """Nobody is asked."""
    return LegalActions(Action, lambda action: why)


def can_split(situation: HandAsked) -> bool:
    return _no_split(situation) is None


def _hit(now: HandAsked) -> Refusal | None:
    if now.is_split_ace and not now.variant.hand.hit_split_aces:
        return Refusal("action/split_aces", "split aces get one card each")
    return None


def _stand(now: HandAsked) -> Refusal | None:
    return None


def _no_double(now: HandAsked) -> Refusal | None:
    if not now.two_cards:
        return Refusal("action/two_cards_only", "only a hand of two cards can be doubled")
    if now.is_split_ace and not now.variant.hand.hit_split_aces:
        return Refusal("action/split_aces", "split aces get one card each")
    if now.line.was_split and not now.variant.hand.double_after_split:
        return Refusal("action/after_split", "a hand cannot be doubled after a split here")
    return None


def _double_is_free(now: HandAsked) -> bool:
    return now.hard_points in now.variant.hand.free_double and _no_double(now) is None


def _double(now: HandAsked) -> Refusal | None:
    if _double_is_free(now):
        return Refusal("action/free_instead", "the double is free here: take free-double")
    totals = now.variant.hand.double
    if totals and now.hard_points not in totals:
        named = ", ".join(map(str, totals))
        return _no_double(now) or Refusal("action/hard_totals", f"only a hard {named} can be doubled")
    return _no_double(now)


def _free_double(now: HandAsked) -> Refusal | None:
    totals = now.variant.hand.free_double
    if not totals:
        return Refusal("action/not_offered", "there are no free doubles in this game")
    if now.hard_points not in totals:
        named = ", ".join(map(str, totals))
        return Refusal("action/not_free", f"the double is free on two cards with a hard {named} only")
    return _no_double(now)


def _no_split(now: HandAsked) -> Refusal | None:
    rules = now.variant.hand
    if not now.is_pair:
        return Refusal("action/not_a_pair", "only two cards of equal value can be split")
    if len(now.path) > rules.splits:
        return Refusal("action/no_more_splits", f"a hand can be split {_times(rules.splits)} at most")
    if now.is_split_ace and not rules.resplit_aces:
        return Refusal("action/resplit_aces", "split aces cannot be split again")
    return None


def _times(count: int) -> str:
    return {0: "never", 1: "once"}.get(count, f"{count} times")


def _split(now: HandAsked) -> Refusal | None:
    if _free_split(now) is None:
        return Refusal("action/free_instead", "the split is free here: take free-split")
    return _no_split(now)


def _free_split(now: HandAsked) -> Refusal | None:
    if not now.variant.hand.free_split:
        return Refusal("action/not_offered", "there are no free splits in this game")
    if refusal := _no_split(now):
        return refusal
    if now.line.cards[0].points not in now.variant.hand.free_split:
        return Refusal("action/not_free", "this pair can be split, but not free of charge")
    return None


def _surrender(now: HandAsked) -> Refusal | None:
    rules = now.variant.hand
    if rules.surrender == "none":
        return Refusal("action/not_offered", "there is no surrender in this game")
    if not now.two_cards or now.line.was_split:
        return Refusal("action/first_decision_only", "only the first two cards of a hand can be surrendered")
    if rules.surrender == "early" and now.looked:
        return Refusal("action/too_late", "early surrender ends when the dealer looks")
    if now.golden:
        return NO_GOLDEN_SURRENDER
    return None


def _cashback(now: HandAsked) -> Refusal | None:
    if now.variant.cashback is None:
        return Refusal("action/not_offered", "there is no cashback in this game")
    if now.is_split_ace:
        return Refusal("action/split_aces", "there is no cashback on split aces")
    if now.golden:
        return Refusal("action/golden_chips", "there is no cashback on golden chips")
    return None


RULES: dict[Action, Callable[[HandAsked], Refusal | None]] = {
    Action.HIT: _hit,
    Action.STAND: _stand,
    Action.DOUBLE: _double,
    Action.FREE_DOUBLE: _free_double,
    Action.SPLIT: _split,
    Action.FREE_SPLIT: _free_split,
    Action.SURRENDER: _surrender,
    Action.CASHBACK: _cashback,
}


class Deed(NamedTuple):
    """What an action does: where the hand is then, and the chip that is put beside its bet. A double's stays on the
    hand, a split's becomes the bet of the second one."""

    status: Status
    chip: Chip = Chip.NONE


_BECOMES: Final = {
    Action.HIT: Status.DRAWING,
    Action.STAND: Status.STOOD,
    Action.DOUBLE: Status.DRAWING_LAST,
    Action.FREE_DOUBLE: Status.DRAWING_LAST,
    Action.SPLIT: Status.SPLITTING,
    Action.FREE_SPLIT: Status.SPLITTING_FREE,
    Action.SURRENDER: Status.SURRENDERED,
    Action.CASHBACK: Status.CASHED,
    Action.DECLINE: Status.KEPT,
}
DEEDS: Final = {action: Deed(status, Chip[ACTIONS[action].chip.upper()]) for action, status in _BECOMES.items()}
