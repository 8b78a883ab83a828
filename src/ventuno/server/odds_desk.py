"""The odds, off the loop: worked out once for every game, one at a time, and kept."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, get_args

from ventuno.cards import Card
from ventuno.protocol.http import HandValues, ValuesNow
from ventuno.protocol.messages import MyHand, MyHands
from ventuno.protocol.view import DEALER, FACE_DOWN, TableView
from ventuno.variant import Variant, digest

MainReturns = dict[tuple[str, str], float]  # by strategy class (or either) and by what it is per


class OddsDesk:
    """What solves is heavy to load and to run: it is imported, and run, in a thread of its own."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="ventuno-odds")
        self._found: dict[tuple[str, str], asyncio.Future[Any]] = {}

    async def odds(self, variant: Variant) -> dict[str, Any]:
        found: dict[str, Any] = await self._once("odds", variant, _odds)
        return found

    async def chart(self, variant: Variant) -> dict[str, Any]:
        found: dict[str, Any] = await self._once("chart", variant, _chart)
        return found

    def known(self, variant: Variant) -> tuple[float, float] | None:
        """The exact return per unit staked, and the deviation of one original bet; None until they are worked out."""
        known: tuple[float, float] | None = self._now("return", variant, _return)
        return known

    def main(self, variant: Variant) -> MainReturns | None:
        """The exact returns of the main game; None until they are worked out, and where they cannot be."""
        known: MainReturns | None = self._now("main", variant, _main)
        return known

    def _now(self, what: str, variant: Variant, work: Callable[[Variant], Any]) -> Any:
        """What is known without waiting; the first who asks sets the work going."""
        future = self._begin(what, variant, work)
        return future.result() if future.done() and not future.cancelled() and not future.exception() else None

    async def values(self, variant: Variant, view: TableView, mine: MyHands) -> ValuesNow:
        return await asyncio.get_running_loop().run_in_executor(self._pool, _values, variant, view, mine)

    async def _once(self, what: str, variant: Variant, work: Callable[[Variant], Any]) -> Any:
        return await asyncio.shield(self._begin(what, variant, work))

    def _begin(self, what: str, variant: Variant, work: Callable[[Variant], Any]) -> asyncio.Future[Any]:
        key = (what, digest(variant))
        if key not in self._found:
            self._found[key] = asyncio.get_running_loop().run_in_executor(self._pool, work, variant)
        return self._found[key]


def _odds(variant: Variant) -> dict[str, Any]:
    from ventuno.odds import VariantOdds, plain_odds

    return plain_odds(VariantOdds(variant))


def _chart(variant: Variant) -> dict[str, Any]:
    from ventuno.odds import VariantOdds, plain_chart, plain_costs

    odds = VariantOdds(variant)
    return {**plain_chart(odds.chart, odds.free_chart), "costs": plain_costs(odds.chart)}


def _main(variant: Variant) -> MainReturns:
    from ventuno.odds import Per, VariantOdds

    main = VariantOdds(variant).main
    classes = [*main.items(), ("either", main["composition"])]
    return {(name, per): strategy.per(per) for name, strategy in classes for per in get_args(Per)}


def _return(variant: Variant) -> tuple[float, float]:
    from ventuno.odds import VariantOdds

    odds = VariantOdds(variant)
    return odds.main["total"].rtp_stake, odds.distribution.sd


def _values(variant: Variant, view: TableView, mine: MyHands) -> ValuesNow:
    hands = tuple(
        HandValues(hand.position, hand.line, {_offered(hand, str(name)): value for name, value in worth.items()})
        for hand in mine.hands
        if hand.options and (worth := _worth(variant, view, mine, hand))
    )
    return ValuesNow(mine.turn, hands)


def _offered(hand: MyHand, action: str) -> str:
    """The odds say `double` and `split`, also where they are free; the table's buttons say which."""
    free = f"free-{action}"
    return free if any(option.action == free for option in hand.options) else action


def _worth(variant: Variant, view: TableView, mine: MyHands, hand: MyHand) -> dict[Any, float]:
    from ventuno.odds import Moment, action_values

    cards = [Card(text) for text in view.lines[hand.line].cards[: hand.size]]
    up_card = Card(view.lines[DEALER].cards[0])
    held = sum(1 for other in mine.hands if other.position == hand.position and not other.behind)
    free = hand.free_minor > 0 and not hand.stake_minor
    moment = Moment(hands=max(held, 1), free_chip=free, looked=True if view.judgement.looked else None)
    seen = Counter(_face_up(view))
    seen.subtract([card.text for card in (*cards, up_card)])
    return dict(action_values(variant, cards, up_card, [Card(text) for text in seen.elements()], moment))


def _face_up(view: TableView) -> Iterator[str]:
    """Every card that can be seen, once: the first card of a split half lies in the line it was split from."""
    for key, line in view.lines.items():
        yield from (text for text in line.cards[key[:-1] in view.lines :] if text != FACE_DOWN)
