"""One position: its lines of cards, and everybody who bets on it.

Each bettor is a row in a few columns: the original bet, and the number of the path they are on.
Decisions move a bettor to another path; cards move whole paths. So what is done once a player is
one small assignment, and every rule is applied once a path.
"""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np

from ventuno.actions import Action
from ventuno.play.actions import DEEDS, HandAsked, LegalActions, can_split, decisions
from ventuno.play.bets import PositionBet
from ventuno.play.hands import SPLITTING, Chip, Hand, Line, Path, Status, hand_on, replaced
from ventuno.play.judge import is_charlie
from ventuno.variant import Variant

FEW: Final = 32  # below it a plain loop is faster than NumPy

_SECOND_CHIP: Final = {deed.status: deed.chip for deed in DEEDS.values() if deed.status in SPLITTING}

Chosen = tuple[str, int, int, bool]  # a hand's line and size, how many hands its player has, and golden chips on it
Holding = tuple[int, str, bool]  # the number of a path, a line, and whether golden chips ride on the hand there


class SideColumn(NamedTuple):
    """Everybody's stakes on one side bet."""

    rows: array[int]
    stakes: array[int]
    golden: array[int]


class Position:
    def __init__(self, variant: Variant, number: int, bets: Sequence[PositionBet], together: bool) -> None:
        self.variant = variant
        self.number = number
        self.key = str(number)
        self.bets = bets
        self.together = together
        self.row = {bet.bettor: row for row, bet in enumerate(bets)}
        self.original = array("q", [bet.original for bet in bets])
        self.sides = _side_columns(variant, bets)
        self.lines = {self.key: Line(self.key)}
        self.paths: list[Path] = []
        self._numbers: dict[Path, int] = {}
        self.path_of = array("q", bytes(8 * len(bets)))  # everybody starts on path 0
        self.path_number((Hand(self.key, 0),))
        self.undecided = 0
        self.choices: dict[Chosen, Counter[Action]] = {}  # what was chosen in a situation (D7)
        self.golden: dict[int, dict[str, tuple[int, int]]] = {
            row: {self.key: (bet.golden, 0)} for row, bet in enumerate(bets) if bet.golden
        }  # row -> line -> golden chips in the base bet and in the doubled part
        self.cashed: dict[tuple[int, str], int] = {}  # (row, line) -> the agreed price
        self._legal: dict[tuple[Holding, bool], LegalActions] = {}
        self._follows: dict[int, tuple[bool, bool]] = {}  # row -> double and split, where changed since the bet

    @property
    def original_minor(self) -> int:
        """The money bet, without golden chips."""
        golden = sum(self.bets[row].golden for row in self.golden)
        return int(np.frombuffer(self.original, dtype=np.int64).sum()) - golden

    # -- paths ----------------------------------------------------------------------------------

    def path_number(self, path: Path) -> int:
        number = self._numbers.get(path)
        if number is None:
            number = self._numbers[path] = len(self.paths)
            self.paths.append(path)
        return number

    def path(self, row: int) -> Path:
        return self.paths[self.path_of[row]]

    def paths_in_use(self) -> list[int]:
        """The numbers of the paths that somebody is on."""
        if len(self.path_of) == 1:
            return [self.path_of[0]]
        if len(self.path_of) < FEW:
            return sorted(set(self.path_of))
        counts = np.bincount(self.path_column(), minlength=len(self.paths))
        return [int(number) for number in np.flatnonzero(counts)]

    def bettors_on(self, number: int) -> int:
        """How many bettors are on a path."""
        if len(self.path_of) < FEW:
            return self.path_of.count(number)
        return int(np.count_nonzero(self.path_column() == number))

    def path_column(self) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        return np.frombuffer(self.path_of, dtype=np.int64)

    def move(self, change: Callable[[Path], Path]) -> None:
        """Moves everybody: each path in use is changed once."""
        used = self.paths_in_use()
        to = {number: self.path_number(change(self.paths[number])) for number in used}
        if len(self.path_of) < FEW:
            for row, number in enumerate(self.path_of):
                self.path_of[row] = to[number]
        else:
            table = np.zeros(max(used) + 1, dtype=np.int64)
            table[used] = [to[number] for number in used]
            column = self.path_column()
            np.take(table, column, out=column)
        self.count_undecided()

    def count_undecided(self) -> None:
        """How many decisions are awaited: the leader's, or everybody's where all decide."""
        if self.together:
            self.undecided = sum(
                self.bettors_on(number) * waiting
                for number in self.paths_in_use()
                if (waiting := _count(self.paths[number], Status.PLAYING))
            )
        else:
            self.undecided = _count(self.path(0), Status.PLAYING)

    # -- cards ----------------------------------------------------------------------------------

    def after_opening(self) -> None:
        line = self.lines[self.key]
        status = Status.STOOD if line.totals[2].points == 21 else Status.PLAYING
        self.move(lambda path: (Hand(self.key, 2, status),))

    def lines_awaiting_cards(self) -> Iterator[str]:
        """The lines that somebody asked a card for, each once, and the halves of split lines."""
        asked = {
            (hand.line, hand.status in SPLITTING)
            for number in self.paths_in_use()
            for hand in self.paths[number]
            if Status.DRAWING <= hand.status <= Status.SPLITTING_UNFOLLOWED
        }
        for key, splits in sorted(asked):
            yield from self.lines[key].halves if splits else (key,)

    def open_split_lines(self) -> Iterator[Line]:
        """The lines that somebody is splitting and whose halves are not there yet."""
        for number in self.paths_in_use():
            for hand in self.paths[number]:
                if hand.status in SPLITTING:
                    line = self.lines[hand.line]
                    if line.halves[0] not in self.lines:
                        for key, card in zip(line.halves, line.cards[:2], strict=True):
                            self.lines[key] = Line(key, split_from=card)
                        yield line

    def after_cards(self) -> None:
        """Everybody who asked holds the new card."""
        self.move(self._with_cards)

    def _with_cards(self, path: Path) -> Path:
        for hand in path:
            if hand.status in (Status.DRAWING, Status.DRAWING_LAST):
                path = replaced(path, hand.line, self._drawn(hand))
            elif hand.status in SPLITTING:
                path = replaced(path, hand.line, *self._halves(hand))
        return tuple(self._asked_or_done(path, hand) for hand in path)

    def _drawn(self, hand: Hand) -> Hand:
        status = Status.STOOD if hand.status is Status.DRAWING_LAST else Status.PLAYING
        return Hand(hand.line, hand.size + 1, status, hand.base, hand.extra)

    def _halves(self, hand: Hand) -> tuple[Hand, ...]:
        """The original bet stays on the first hand; the second gets a chip of its own."""
        first, second = self.lines[hand.line].halves
        here = Hand(first, 2, Status.PLAYING, hand.base)
        if hand.status is Status.SPLITTING_UNFOLLOWED:
            return (here,)
        return here, Hand(second, 2, Status.PLAYING, _SECOND_CHIP[hand.status])

    def _asked_or_done(self, path: Path, hand: Hand) -> Hand:
        """A hand with nothing to decide is not asked: 21, bust, Charlie, split aces (D5)."""
        if hand.status is not Status.PLAYING:
            return hand
        line = self.lines[hand.line]
        done = (
            line.totals[hand.size].points >= 21
            or is_charlie(self.variant, line, hand.size)
            or self._is_finished_split_ace(path, hand, line)
        )
        return hand.turned(Status.STOOD) if done else hand

    def _is_finished_split_ace(self, path: Path, hand: Hand, line: Line) -> bool:
        """One card each, unless the aces may be hit or this pair of them split again."""
        if not line.was_split or self.variant.hand.hit_split_aces:
            return False
        now = HandAsked(self.variant, path, hand, line, looked=False, golden=False)
        return now.is_split_ace and not can_split(now)

    # -- decisions ------------------------------------------------------------------------------

    def first_playing(self) -> Hand | None:
        """The leader's hand whose turn it is (D8)."""
        for hand in self.path(0):
            if hand.status is Status.PLAYING:
                return hand
        return None

    def holding(self, row: int, line: str) -> Holding:
        """All of a bettor that a decision for the hand on a line depends on: whoever holds the same decides alike.

        What may be decided and what it does to the hand are worked out from this alone, never from the bettor:
        so nothing that is known of one can be wrong for another.
        """
        golden = row in self.golden and any(self.golden[row].get(line, ()))
        return self.path_of[row], line, golden

    def alike(self, rows: Iterable[int], line: str) -> dict[Holding, list[int]]:
        """The rows in groups that hold the same."""
        if not self.golden:  # almost always, and for a whole crowd: then the path is all there is to it
            path_of, by_path = self.path_of, defaultdict[int, list[int]](list)
            for row in rows:
                by_path[path_of[row]].append(row)
            return {(number, line, False): alike for number, alike in by_path.items()}
        groups: dict[Holding, list[int]] = {}
        for row in rows:
            groups.setdefault(self.holding(row, line), []).append(row)
        return groups

    def legal(self, held: Holding, looked: bool) -> LegalActions:
        legal = self._legal.get((held, looked))
        if legal is None:
            number, key, golden = held
            path = self.paths[number]
            now = HandAsked(self.variant, path, _hand(path, key), self.lines[key], looked, golden)
            legal = self._legal[held, looked] = decisions(now)
        return legal

    def decide(self, held: Holding, rows: Sequence[int], action: Action) -> None:
        """Moves bettors who hold the same to the path on which this is decided."""
        number, line, _ = held
        path = self.paths[number]
        if self.together:
            self._count_choice(self.situation(held), action, len(rows))
        to = self.path_number(replaced(path, line, _decided(_hand(path, line), action)))
        for row in rows:
            self.path_of[row] = to
        self.undecided -= len(rows)

    def situation(self, held: Holding) -> Chosen:
        """Same cards, same options: whatever was, or is not yet, decided for the other hands of a split (D7)."""
        number, line, golden = held
        path = self.paths[number]
        return line, _hand(path, line).size, len(path), golden

    def _count_choice(self, situation: Chosen, action: Action, times: int) -> None:
        if situation not in self.choices:
            self.choices[situation] = Counter()
        self.choices[situation][action] += times

    def follows(self, row: int) -> tuple[bool, bool]:
        """Whether a bet behind goes along with a paid double, and with a paid split (H2)."""
        bet = self.bets[row]
        return self._follows.get(row, (bet.follow_double, bet.follow_split))

    def change_follow(self, row: int, double: bool, split: bool) -> None:
        self._follows[row] = double, split

    def pays_to_follow(self, row: int, line: str, action: Action) -> bool:
        double, split = self.follows(row)
        wanted = (action is Action.DOUBLE and double) or (action is Action.SPLIT and split)
        return wanted and hand_on(self.path(row), line) is not None

    def follow(self, row: int, line: str, action: Action, short: bool) -> Hand | None:
        """Moves a bet behind along, as far as its bettor chose to follow and can pay for it (H2, D4)."""
        hand = hand_on(self.path(row), line)
        if hand is None:
            return None
        followed = _decided(hand, action)
        pays = self.pays_to_follow(row, line, action) and not short
        if action is Action.DOUBLE and not pays:
            followed = followed._replace(extra=Chip.NONE)
        if action is Action.SPLIT and not pays:
            followed = followed.turned(Status.SPLITTING_UNFOLLOWED)
        self.path_of[row] = self.path_number(replaced(self.path(row), line, followed))
        return followed

    def decide_for_the_silent(self, line: str | None = None) -> None:
        """D3: whoever has not decided, for all hands or for those on one line; the rule is the variant's."""
        self.move(lambda path: tuple(self._by_default(hand, line) for hand in path))

    def _by_default(self, hand: Hand, line: str | None) -> Hand:
        if hand.status is not Status.PLAYING or line not in (None, hand.line):
            return hand
        low = self.lines[hand.line].totals[hand.size].points <= 11
        hits = low and self.variant.table.no_decision == "hit-to-11"
        return _decided(hand, Action.HIT if hits else Action.STAND)

    def end_early_surrender(self) -> None:
        """Whoever kept the hand, or said nothing, plays on."""
        self.move(lambda path: tuple(_turned(hand, Status.KEPT, Status.PLAYING) for hand in path))

    def stand_all(self) -> None:
        """The dealer has a blackjack: nobody is asked any more."""
        self.move(lambda path: tuple(_turned(hand, Status.PLAYING, Status.STOOD) for hand in path))

    def golden_on(self, row: int, line: str) -> tuple[int, int]:
        return self.golden.get(row, {}).get(line, (0, 0))

    def add_golden(self, row: int, hand: Hand, action: Action, amount: int) -> None:
        """Golden chips that paid for a double or a split ride where the action put them (K3)."""
        chips = self.golden.setdefault(row, {})
        base, extra = chips.pop(hand.line, (0, 0))
        if DEEDS[action].status in SPLITTING:
            first, second = self.lines[hand.line].halves
            chips[first], chips[second] = (base, 0), (amount, 0)
        else:
            chips[hand.line] = (base, extra + amount)


def _side_columns(variant: Variant, bets: Sequence[PositionBet]) -> dict[str, SideColumn]:
    columns: dict[str, SideColumn] = {}
    for row, bet in enumerate(bets):
        for key in dict.fromkeys((*bet.sides, *bet.golden_sides)):
            column = columns.get(key) or columns.setdefault(key, SideColumn(array("q"), array("q"), array("q")))
            column.rows.append(row)
            column.stakes.append(bet.sides.get(key, 0))
            column.golden.append(bet.golden_sides.get(key, 0))
    return {key: columns[key] for key in variant.side_bets if key in columns}  # in the order of the file


def _hand(path: Path, line: str) -> Hand:
    """The hand on a line that the path is known to have."""
    hand = hand_on(path, line)
    assert hand is not None
    return hand


def _count(path: Path, status: Status) -> int:
    return len([hand for hand in path if hand.status is status])


def _turned(hand: Hand, old: Status, new: Status) -> Hand:
    return hand.turned(new) if hand.status is old else hand


def _decided(hand: Hand, action: Action) -> Hand:
    status, chip = DEEDS[action]
    return Hand(hand.line, hand.size, status, hand.base, chip if status is Status.DRAWING_LAST else hand.extra)


def rows_of(positions: Iterable[Position]) -> Iterator[tuple[Position, int]]:
    """Every bettor of a round, in the order they are asked."""
    return ((position, row) for position in positions for row in range(len(position.bets)))
