"""The dealer: every final hand as a multiset of cards, compiled into a prefix tree.

The chance of a multiset is the number of its orderings in which the dealer draws to the end,
times a product of falling factorials of the shoe over one of its size. One product serves every
up card the multiset contains. The tree lists the multisets so that a product is one more factor
on its parent's; the kernel walks it once for a whole block of shoes, one vector operation a node.
The dealer's rules, and what is counted as one result, are data: the kernel knows neither.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

import numpy as np

from ventuno.arrays import Floats, Ints
from ventuno.odds.composition import ACE, TEN, VALUES
from ventuno.odds.kernel import allocating_kernel

BLOCK: Final = 128
RESULTS: Final = 6  # 17, 18, 19, 20, 21 without a blackjack, a 22 that pushes; the rest is bust or blackjack


@dataclass(frozen=True, slots=True)
class FinalHand:
    """One final hand: its cards by value, its best total, and its orderings by up card."""

    cards: tuple[int, ...]
    total: int
    orderings: tuple[int, ...]

    @property
    def blackjack(self) -> bool:
        return sum(self.cards) == 2 and self.cards[ACE] == 1 and self.cards[TEN] == 1


@cache
def final_hands(hits_soft_17: bool) -> tuple[FinalHand, ...]:
    """Every hand the dealer can end with, counting the orderings that get there by their first card."""
    drawing, ways = np.eye(VALUES, dtype=np.int64), np.eye(VALUES, dtype=np.int64)
    found: list[FinalHand] = []
    while len(drawing):
        drawing, ways = _one_more_card(drawing, ways)
        low = drawing @ np.arange(1, VALUES + 1)
        soft = (drawing[:, ACE] > 0) & (low <= 11)
        total = np.where(soft, low + 10, low)
        stops = (total > 17) | ((total == 17) & ~(soft & hits_soft_17))
        found += [
            FinalHand(tuple(cards), points, tuple(orderings))
            for cards, points, orderings in zip(
                drawing[stops].tolist(), total[stops].tolist(), ways[stops].tolist(), strict=True
            )
        ]
        drawing, ways = drawing[~stops], ways[~stops]
    return tuple(found)


def _one_more_card(drawing: Ints, ways: Ints) -> tuple[Ints, Ints]:
    """Every hand with every card more; equal multisets are one, and their orderings add up."""
    longer = (drawing[:, None, :] + np.eye(VALUES, dtype=np.int64)[None, :, :]).reshape(-1, VALUES)
    keys = longer @ (32 ** np.arange(VALUES, dtype=np.int64))
    _, first, same = np.unique(keys, return_index=True, return_inverse=True)
    summed = np.zeros((len(first), VALUES), dtype=np.int64)
    np.add.at(summed, same.reshape(-1), np.repeat(ways, VALUES, axis=0))
    return longer[first], summed


class Tree(NamedTuple):
    """The programme of the kernel. Node i multiplies by the copies of `value` left after `copies`."""

    depth: Ints  # cards above the node
    value: Ints
    copies: Ints
    first: Ints  # its results are first[i] to first[i + 1]
    slot: Ints  # up card × results + result
    ways: Floats
    results: int
    depths: int  # the most cards of any hand


Classify = Callable[[FinalHand], int | None]


def _ordinary(pushes_22: bool) -> Classify:
    def result(final: FinalHand) -> int | None:
        if final.blackjack or final.total > 21 + pushes_22:
            return None  # a blackjack has a closed form, and the bust is what remains
        return final.total - 17

    return result


@cache
def ordinary_tree(hits_soft_17: bool, pushes_22: bool, up_card: int | None = None) -> Tree:
    """For the main game: 17 to 21 (and 22), for all up cards or one."""
    return tree(final_hands(hits_soft_17), _ordinary(pushes_22), RESULTS, up_card)


def tree(hands: tuple[FinalHand, ...], classify: Classify, results: int, up_card: int | None = None) -> Tree:
    """Lays the final hands out depth first, tens first: the commonest prefixes are shared most."""
    nodes: list[tuple[int, int, int]] = []
    first: list[int] = []
    slots: list[int] = []
    ways: list[float] = []
    path: tuple[int, ...] = ()
    counted = [(_word(final), result, final) for final in hands if (result := classify(final)) is not None]
    for word, result, final in sorted(counted, key=lambda entry: entry[0]):
        ups = [up for up in range(VALUES) if final.orderings[up] and up_card in (None, up)]
        if not ups:
            continue
        shared = next((i for i, (a, b) in enumerate(zip(path, word, strict=False)) if a != b), len(path))
        for depth in range(shared, len(word)):
            nodes.append((depth, word[depth], word[:depth].count(word[depth])))
            first.append(len(slots))
        path = word
        slots += [up * results + result for up in ups]
        ways += [float(final.orderings[up]) for up in ups]
    first.append(len(slots))
    columns = np.array(nodes, dtype=np.int64).reshape(-1, 3)
    return Tree(
        np.ascontiguousarray(columns[:, 0]),
        np.ascontiguousarray(columns[:, 1]),
        np.ascontiguousarray(columns[:, 2]),
        np.array(first, dtype=np.int64),
        np.array(slots, dtype=np.int64),
        np.array(ways),
        results,
        int(columns[:, 0].max(initial=0)) + 1,
    )


def _word(final: FinalHand) -> tuple[int, ...]:
    return tuple(value for value in reversed(range(VALUES)) for _ in range(final.cards[value]))


def distributions(programme: Tree, shoes: Floats) -> Floats:
    """[shoe, result, up card]: the chance of each result given the up card, out of each shoe.

    A shoe here still holds the up card. An up card the shoe does not hold has chances of nought.
    """
    out = np.empty((len(shoes), programme.results, VALUES))
    _walk(programme, shoes, out)
    return out


@allocating_kernel
def _walk(tree: Tree, shoes: Floats, out: Floats) -> None:
    depth, value, copies, results, depths = tree.depth, tree.value, tree.copies, tree.results, tree.depths
    first, slot, ways = tree.first, tree.slot, tree.ways
    left = np.empty((VALUES, BLOCK))
    share = np.empty((depths + 1, BLOCK))  # one over the cards still to be drawn from
    product = np.empty((depths + 1, BLOCK))
    sums = np.empty((VALUES * results, BLOCK))
    for start in range(0, len(shoes), BLOCK):
        size = min(BLOCK, len(shoes) - start)
        for b in range(BLOCK):
            cards = 0.0
            for v in range(VALUES):
                left[v, b] = shoes[start + min(b, size - 1), v]
                cards += left[v, b]
            for d in range(depths + 1):
                share[d, b] = 1.0 / max(cards - d, 1.0)
        product[0, :] = 1.0
        sums[:, :] = 0.0
        for node in range(len(depth)):
            d, v, gone = depth[node], value[node], copies[node]
            above, here, one = product[d], product[d + 1], share[d]
            have = left[v]
            for b in range(BLOCK):
                here[b] = above[b] * (have[b] - gone) * one[b]
            for leaf in range(first[node], first[node + 1]):
                into, times = sums[slot[leaf]], ways[leaf]
                for b in range(BLOCK):
                    into[b] += times * here[b]
        for b in range(size):
            for up in range(VALUES):
                chance = left[up, b] * share[0, b]
                scale = 1.0 / chance if chance > 0.0 else 0.0
                for result in range(results):
                    out[start + b, result, up] = sums[up * results + result, b] * scale
