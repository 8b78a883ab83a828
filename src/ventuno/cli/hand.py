"""`ventuno hand`: what every legal action is worth with one hand, given every card seen."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from ventuno.cards import ACE, RANKS, SUITS, Card, total
from ventuno.cli.output import print_json, styled, wants_colour
from ventuno.help import action_name
from ventuno.help.tidy import tidy
from ventuno.refusal import RefusalRaised
from ventuno.variant import Variant, load

if TYPE_CHECKING:
    from ventuno.odds import Action, Moment

_WIDTH: Final = 14


def add(commands: Any) -> None:
    command = commands.add_parser(
        "hand",
        help="what every action is worth with one hand",
        description="Values of every legal action and then best play, in units of the initial bet, given what the "
        "player knows at that moment: after the look, where the dealer looks. A card is a rank and a suit, or a rank "
        "alone where the suit does not matter.",
        epilog='Example: ventuno hand infinite "8h 8d" 6 --seen "Ks 4c 5d". Of a split, the cards of the other hands '
        "belong to --seen.",
    )
    command.add_argument("variant", metavar="VARIANT")
    command.add_argument("hand", metavar='"8h 8d"', help="the player's cards; of a split hand the split one first")
    command.add_argument("up_card", metavar="UP", help="the dealer's up card: 6, T, 10, A, 6d")
    command.add_argument("--seen", default="", metavar='"..."', help="all other cards known to be out of the shoe")
    command.add_argument("--hands", type=int, default=1, metavar="N", help="how many hands it has been split into")
    command.add_argument("--free-chip", action="store_true", help="the hand rides on a free chip")
    command.add_argument("--json", action="store_true", help="print the values as JSON")
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    variant = load(arguments.variant)
    hand, (up_card, *more), seen = _dealt(
        variant.shoe.decks,
        _words(arguments.hand),
        _words(arguments.up_card) or [arguments.up_card],
        _words(arguments.seen),
    )
    if more:
        raise RefusalRaised("hand/up_card", f"the dealer has one up card, not {arguments.up_card}")
    from ventuno.odds import Moment, action_values

    moment = Moment(hands=arguments.hands, free_chip=arguments.free_chip)
    _must_make_sense(variant, hand, moment)
    values = dict(sorted(action_values(variant, hand, up_card, seen, moment).items(), key=lambda item: -item[1]))
    best = next(iter(values))
    if arguments.json:
        print_json({"actions": values, "best": best})
    else:
        _print(variant, hand, up_card, seen, values, moment)
    return 0


def _words(text: str) -> list[str]:
    return text.replace(",", " ").split()


def _dealt(decks: int, *groups: Sequence[str]) -> list[list[Card]]:
    """The cards of each group. A rank alone gets the suit of which most are left: no value depends on it."""
    named = [[None if _rank(word) else Card(word) for word in words] for words in groups]
    out = Counter(card for group in named for card in group if card is not None)

    def any_suit(rank: str) -> Card:
        card = min((Card(rank + suit) for suit in SUITS), key=lambda one: out[one])
        out[card] += 1  # where all are out, one too many: the odds refuse it and say why
        return card

    return [
        [card or any_suit(_rank(word)) for word, card in zip(words, group, strict=True)]
        for words, group in zip(groups, named, strict=True)
    ]


def _rank(word: str) -> str:
    """The rank that a word says without a suit, or nothing."""
    rank = "T" if word == "10" else word.upper()
    return rank if len(rank) == 1 and rank in RANKS else ""


def _must_make_sense(variant: Variant, hand: Sequence[Card], moment: Moment) -> None:
    if moment.hands < 1:
        raise RefusalRaised("hand/hands", f"{moment.hands} is no number of hands: give 1 or more")
    if moment.hands > 1 and len(hand) > 2 and hand[0].points == ACE and not variant.hand.hit_split_aces:
        raise RefusalRaised("hand/split_aces", f"split aces get one card each in {tidy(variant.name)}, and no more")
    rides = moment.hands > 1 and bool(hand) and hand[0].points in variant.hand.free_split
    if moment.free_chip and not rides:
        raise RefusalRaised(
            "hand/free_chip",
            f"no such hand of {tidy(variant.name)} rides on a free chip: it is one of a free split (--hands 2 or more)",
        )


def _print(
    variant: Variant,
    hand: Sequence[Card],
    up_card: Card,
    seen: Sequence[Card],
    values: Mapping[Action, float],
    moment: Moment,
) -> None:
    colour = wants_colour()
    cards = " ".join(card.sign for card in hand)
    also = f", {len(seen)} more seen" if seen else ""
    print(f"{tidy(variant.name)}: {cards} ({total(hand)}) against {up_card.sign}{also}")
    best = max(values.values())
    for action, value in values.items():
        name = _name(variant, hand, action)
        line = f"  {name:{_WIDTH}}{value:+.9f}"
        if value == best:
            print(styled(line, "bold", colour=colour))
        else:
            print(f"{line}  {styled(f'costs {best - value:.9f}', 'dim', colour=colour)}")
    print("Per initial bet, then best play by composition.")
    for line in _offers(variant, hand, up_card, seen, moment):
        print(line)


def _name(variant: Variant, hand: Sequence[Card], action: str) -> str:
    """A free double or split by its name: where it is on offer there is no other."""
    counted = total(hand)
    free = (action == "double" and not counted.soft and counted.points in variant.hand.free_double) or (
        action == "split" and hand[0].points in variant.hand.free_split
    )
    return action_name(f"free-{action}" if free else action, "en")


def _offers(
    variant: Variant, hand: Sequence[Card], up_card: Card, seen: Sequence[Card], moment: Moment
) -> Iterable[str]:
    from ventuno.odds import cashback_offer, insurance_value

    if variant.hand.insurance and up_card.points == ACE and moment.hands == 1 and len(hand) == 2:
        value: Fraction = insurance_value(variant, hand, up_card, seen)
        yield f"Insurance: {float(value):+.9f} for each unit insured, before the look."
    if variant.cashback:
        offer = cashback_offer(variant, 10_000, hand, up_card, seen, moment)
        yield "Cashback: none on this hand." if offer is None else f"Cashback: {offer / 100:.2f}% of the initial bet."
