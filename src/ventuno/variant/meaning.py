"""What a well-formed variant may still get wrong: ranges, and rules that contradict each other."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ventuno.cards import DECK
from ventuno.money import MINOR_PER_UNIT, MOST
from ventuno.sidebets import FACTS, SIDE_BETS
from ventuno.variant.faults import Fault, did_you_mean
from ventuno.variant.model import HandRules, ShoeRules, SideBetPrices, TableRules, Variant

MOST_DECKS = 100
MOST_POSITIONS = 7
MOST_SPLITS = 9
CHARLIE = (3, 21)
MOST_UNITS = MOST // MINOR_PER_UNIT
MAIN = "main"


def faults_of_meaning(variant: Variant) -> list[Fault]:
    return [
        *_table(variant.table),
        *_shoe(variant.shoe),
        *_dealer(variant),
        *_hand(variant.hand),
        *_bonuses(variant),
        *(fault for key, bet in variant.side_bets.items() for fault in _side_bet(key, bet)),
        *_jackpots(variant),
        *_published(variant),
    ]


def _within(place: str, value: int, least: int, most: int) -> Iterator[Fault]:
    if not least <= value <= most:
        yield Fault(place, f"{value} is not from {least} to {most}")


def _distinct(place: str, values: tuple[object, ...]) -> Iterator[Fault]:
    if len(set(values)) != len(values):
        yield Fault(place, "names something twice")


def _table(table: TableRules) -> Iterator[Fault]:
    yield from _within("table.positions", table.positions, 1, MOST_POSITIONS)
    yield from _within("table.positions_per_player", table.positions_per_player, 1, MOST_POSITIONS)
    if table.bet_behind and not table.facts.seats:
        yield Fault("table.bet_behind", "only a seated table has someone to bet behind")
    if not table.limits:
        yield Fault("table.limits", "there must be at least one")
    for index, limits in enumerate(table.limits, 1):
        for name, (least, most) in (("main", limits.main), ("side", limits.side)):
            if not 1 <= least <= most <= MOST_UNITS:
                yield Fault(f"table.limits[{index}].{name}", f"{least} to {most} is no range of bets from 1 up")
        if (table.limits_set_by == "vip-level") != bool(limits.level):
            yield Fault(f"table.limits[{index}].level", "is needed where limits are set by VIP level, and only there")


def _shoe(shoe: ShoeRules) -> Iterator[Fault]:
    yield from _within("shoe.decks", shoe.decks, 1, MOST_DECKS)
    yield from _within("shoe.shoes", shoe.shoes, 1, 2)
    if shoe.shuffle == "cut-card":
        yield from _within("shoe.behind_cut_card", shoe.behind_cut_card, 1, shoe.decks * len(DECK) - 1)
    elif shoe.behind_cut_card or shoe.shoes > 1:
        yield Fault("shoe.shuffle", "behind_cut_card and a second shoe belong to a cut-card shoe")
    if shoe.burn_card == "optional" and shoe.shuffle != "continuous":
        yield Fault("shoe.burn_card", "a card is burnt from a continuous shuffler only")


def _dealer(variant: Variant) -> Iterator[Fault]:
    yield from _distinct("dealer.looks_under", variant.dealer.looks_under)


def _hand(hand: HandRules) -> Iterator[Fault]:
    yield from _within("hand.splits", hand.splits, 0, MOST_SPLITS)
    for name, totals in (("double", hand.double), ("free_double", hand.free_double)):
        yield from _distinct(f"hand.{name}", totals)
        for points in totals:
            yield from _within(f"hand.{name}", points, 4, 20)
    yield from _distinct("hand.free_split", hand.free_split)
    for points in hand.free_split:
        yield from _within("hand.free_split", points, 1, 10)
    for name, price in (("blackjack", hand.blackjack), ("insurance", hand.insurance)):
        if price and ":" not in price.text:
            yield Fault(f"hand.{name}", f'{price} is not a price such as "3:2"')
    if hand.charlie:
        yield from _within("hand.charlie.cards", hand.charlie.cards, *CHARLIE)


def _bonuses(variant: Variant) -> Iterator[Fault]:
    if variant.cashback and not 0 <= variant.cashback.margin < 1:
        yield Fault("cashback.margin", f"{variant.cashback.margin} is not from 0 to below 1")
    if variant.cashback and variant.table.bet_behind:
        yield Fault("table.bet_behind", "a bet behind has no say in a cashback, so the two do not go together")
    if variant.golden_chips and variant.golden_chips.per_round < 0:
        yield Fault("golden_chips.per_round", f"{variant.golden_chips.per_round} is below 0")


def _side_bet(key: str, prices: SideBetPrices) -> Iterator[Fault]:
    place = f"side_bets.{key}"
    bet = SIDE_BETS.get(key)
    if bet is None:
        yield Fault(place, f"unknown side bet; {did_you_mean(key, sorted(SIDE_BETS))}")
        return
    if bet.undeclared:
        looks = " and ".join(FACTS[fact] for fact in bet.undeclared)
        yield Fault(place, f"is judged by {looks}, and its looks_at in ventuno.sidebets does not say so")
    for outcome in (outcome for outcome in prices.pays if outcome not in bet.outcomes):
        yield Fault(f"{place}.pays.{outcome}", f"unknown outcome; {did_you_mean(outcome, bet.outcomes)}")
    if missing := [outcome for outcome in bet.outcomes if outcome not in prices.pays]:
        yield Fault(f"{place}.pays", f"no price for {', '.join(missing)}")
    jackpots = [outcome for outcome, price in prices.pays.items() if price.is_jackpot]
    if bool(jackpots) != (prices.jackpot is not None) or len(jackpots) > 1:
        yield Fault(place, 'one price "jackpot" and the section jackpot belong together')
    if any(price.returns.denominator != 1 for price in prices.pays.values()):
        yield Fault(f"{place}.pays", "side bets pay whole multiples of the stake")
    if prices.stake is not None:
        yield from _within(f"{place}.stake", prices.stake, 1, MOST_UNITS)
    if prices.jackpot and not (0 <= prices.jackpot.contribution <= 1 and 0 <= prices.jackpot.seed <= MOST_UNITS):
        yield Fault(f"{place}.jackpot", "the seed is not below 0 and the contribution from 0 to 1")


def _jackpots(variant: Variant) -> Iterator[Fault]:
    """A round plays for one pool."""
    _, *more = [key for key, bet in variant.side_bets.items() if bet.jackpot] or [""]
    for key in more:
        yield Fault(f"side_bets.{key}.jackpot", "a game has one jackpot, and another bet has it already")


def _published(variant: Variant) -> Iterator[Fault]:
    known = (MAIN, *variant.side_bets)
    for key, published in variant.published.items():
        if key not in known:
            yield Fault(f"published.{key}", f"is neither main nor a side bet here; {did_you_mean(key, known)}")
        if not re.fullmatch(r"[0-9]{1,3}\.[0-9]{2}", published.rtp):
            yield Fault(f"published.{key}.rtp", f'{published.rtp!r} is not a percentage such as "99.47"')
