"""What lies on the felt of a round and what comes of it, by player and spot: from cards and decisions alone.

It is read hand by hand from the round as `play` plays it again, never from what the table has told the bank.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ventuno.cards import ACE, Card
from ventuno.play import PositionBet, Round, RoundEvent, Settlement, events as happened
from ventuno.play.hands import DEALER

Spots = dict[str, tuple[int, int]]  # by spot: money and golden chips, minor units


class Comes(NamedTuple):
    """What becomes of some stakes."""

    staked: int = 0
    golden: int = 0
    returned: int = 0  # jackpots not counted
    golden_back: int = 0
    jackpots: int = 0  # how many were won

    def plus(self, other: Comes) -> Comes:
        return Comes(*map(sum, zip(self, other, strict=True)))


NOTHING = Comes()


class Felt(NamedTuple):
    stakes: dict[int, Spots]  # by player
    comes: dict[int, Comes] | None  # by player; None: the round is not over


def unveiled(events: list[RoundEvent]) -> list[RoundEvent]:
    """With some card for a hole card that nobody was shown: it is sealed, and no stake hangs on which one it is.

    All that hangs on it until it is shown is whether the dealer, having looked, has a blackjack.
    """
    cards = [event for event in events if isinstance(event, happened.DealtCard)]
    if all(event.card is not None for event in cards):
        return events
    up = next(event.card for event in cards if event.to == DEALER)
    blackjack = any(isinstance(event, happened.LookedUnder) and event.blackjack for event in events)
    hole = Card(("T" if up and up.rank == ACE else "A") + "s") if blackjack else Card("2s")
    veiled = happened.DealtCard(DEALER, None, face_down=True)
    return [happened.DealtCard(DEALER, hole, face_down=True) if event == veiled else event for event in events]


def told_otherwise(playing: Round, events: Sequence[RoundEvent], *, whole: bool) -> str:
    """How what is stored differs from what must have happened; empty: not at all. `whole`: nothing is missing."""
    for number, (again, stored) in enumerate(zip(playing.events, events, strict=False)):
        if again != stored:
            return f"event {number} is {stored}, and must be {again}"
    missing = len(playing.events) - len(events)
    return (
        f"{len(events)} events are stored, and must be {len(playing.events)}" if missing < 0 or missing * whole else ""
    )


def felt_of(playing: Round) -> Felt:
    stakes: dict[int, Spots] = {}
    for player, spot, real, golden in _laid(playing):
        mine = stakes.setdefault(player, {})
        before = mine.get(spot, (0, 0))
        mine[spot] = (before[0] + real, before[1] + golden)
    settlement = playing.settlement
    return Felt(stakes, _comes(playing, settlement) if settlement else None)


# -- what lies there ----------------------------------------------------------------------------


def _laid(playing: Round) -> Iterator[tuple[int, str, int, int]]:
    """Player, spot, money, golden chips; spots are called as at the bank."""
    for bet in playing.bets:
        yield int(bet.bettor), f"{bet.position}/main", bet.main, bet.golden
        for key in bet.sides.keys() | bet.golden_sides.keys():
            yield int(bet.bettor), f"{bet.position}/{key}", bet.sides.get(key, 0), bet.golden_sides.get(key, 0)
    for event in playing.events:
        match event:
            case happened.HandDecided(position, bettor, line, action, real, golden) if real or golden:
                yield int(bettor), f"{position}/{action}/{line}", real, golden
            case happened.Followed(position, bettor, line, action, real) if real:
                yield int(bettor), f"{position}/{action}/{line}", real, 0
            case happened.InsuranceDecided(position, bettor, stake) if stake:
                yield int(bettor), f"{position}/insurance", stake, 0


# -- what comes of it ---------------------------------------------------------------------------


def _comes(playing: Round, settlement: Settlement) -> dict[int, Comes]:
    alike: dict[object, Comes] = {}
    found: dict[int, Comes] = {}
    for bet in playing.bets:
        player = int(bet.bettor)
        key = _alike(settlement, bet)
        comes = alike.get(key) if key else None
        if comes is None:
            comes = _of_bet(settlement, bet)
            if key:
                alike[key] = comes
        found[player] = found.get(player, NOTHING).plus(comes)
    return found


def _alike(settlement: Settlement, bet: PositionBet) -> object | None:
    """The same for all of a crowd who bet and decided the same; None: this one is looked at alone."""
    place = settlement.positions[bet.position]
    row = place.row[bet.bettor]
    insured = settlement.insurance(bet.position, bet.bettor)
    if row in place.golden or bet.golden_sides or place.cashed or insured:
        return None
    return bet.position, place.path_of[row], bet.main, tuple(bet.sides.items())


def _of_bet(settlement: Settlement, bet: PositionBet) -> Comes:
    total = NOTHING
    for hand in settlement.hands(bet.position, bet.bettor):
        total = total.plus(Comes(hand.stake, hand.golden, hand.returned, hand.golden_returned))
    for side in settlement.side_bets(bet.position, bet.bettor):
        won = _jackpots(settlement, side.bet, side.outcome)
        money = side.returned - won * settlement.jackpot_share
        total = total.plus(Comes(side.stake, side.golden, money, side.golden_returned, won))
    if insured := settlement.insurance(bet.position, bet.bettor):
        total = total.plus(Comes(insured.stake, 0, insured.returned))
    return total


def _jackpots(settlement: Settlement, bet: str, outcome: str) -> int:
    pays = settlement.variant.side_bets[bet].pays
    return sum(pays[made].is_jackpot for made in outcome.split("+") if made in pays)
