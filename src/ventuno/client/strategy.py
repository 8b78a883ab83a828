"""How bots bet and decide: nobody's advice, only lifelike enough."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Final

from ventuno.actions import FREE, Action
from ventuno.protocol import commands as do
from ventuno.protocol.messages import MyHand, TableInfo

if TYPE_CHECKING:
    from ventuno.client.bot import Bot

DOUBLED_ON: Final = frozenset({9, 10, 11})
STANDS_FROM: Final = 17
SOFT_STANDS_FROM: Final = 18


def bets(bot: Bot) -> list[do.Command]:
    """A main bet, and now and then more: side bets, golden chips, a bet behind."""
    assert bot.info is not None
    if bot.info.facts.seats and not bot.mine.seats:
        return _behind(bot)
    positions = bot.mine.seats or tuple(range(1, bot.info.positions_per_player + 1))
    position = bot.chance.choice(positions)
    return [_main(bot, position), *_side_bets(bot, position)]


def _behind(bot: Bot) -> list[do.Command]:
    assert bot.info is not None
    if not bot.info.bet_behind or not bot.taken:
        return []
    position = bot.chance.choice(sorted(bot.taken))
    follows = [bot.chance.random() < 0.7 for _ in range(2)]
    return [do.BetBehind(position, _stake(bot), *follows)]


def _main(bot: Bot, position: int) -> do.Command:
    assert bot.info is not None
    golden = bot.notes.balance.golden if bot.notes.balance else {}
    if golden and bot.info.rules.golden_per_round and bot.chance.random() < bot.habits.golden:
        return do.Bet(f"{position}/main", golden={bot.chance.choice(sorted(golden)): 1})
    return do.Bet(f"{position}/main", _stake(bot))


def _side_bets(bot: Bot, position: int) -> list[do.Command]:
    assert bot.info is not None
    chosen = [spot for spot in bot.info.side_bets if bot.chance.random() < bot.habits.side_bet]
    least_minor = bot.limits[0].side_least_minor if bot.limits else 100
    return [do.Bet(f"{position}/{spot.bet}", spot.stake_minor or least_minor) for spot in chosen]


def _stake(bot: Bot) -> int:
    """Small multiples of the least."""
    info: TableInfo | None = bot.info
    assert info is not None
    least_minor, most_minor = (
        (bot.limits[0].main_least_minor, bot.limits[0].main_most_minor)
        if bot.limits
        else (info.chips[0], info.chips[-1])
    )
    return min(most_minor, least_minor * bot.chance.choice((1, 1, 2, 3, 5)))


def choose(hand: MyHand, chance: random.Random, at_random: float, cashes: float) -> str:
    """One of the hand's legal options: mostly sensible."""
    options = [option.action for option in hand.options if not option.why_not]
    if Action.CASHBACK in options and chance.random() < cashes:
        return Action.CASHBACK
    playing = [option for option in options if option not in (Action.CASHBACK, Action.SURRENDER)] or options
    if chance.random() < at_random:
        return chance.choice(playing)
    return _sensible(hand, playing)


def _sensible(hand: MyHand, options: list[str]) -> str:
    points, soft = int(hand.total.rpartition("/")[2]), "/" in hand.total
    wanted = [*reversed(FREE)]  # nobody says no to these
    if points in DOUBLED_ON and not soft:
        wanted.append(Action.DOUBLE)
    wanted.append(Action.HIT if points < (SOFT_STANDS_FROM if soft else STANDS_FROM) else Action.STAND)
    return next((action for action in wanted if action in options), options[0])
