"""`ventuno round`: one round of a solo-style table from a scripted shoe."""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

from ventuno.cards import DECK, Card, cards
from ventuno.cli.output import print_json
from ventuno.play import Action, Awaits, HandInTurn, Phase, PositionBet, Round, transcript
from ventuno.play.events import RoundSettled
from ventuno.refusal import Refusal, RefusalRaised
from ventuno.shoe import Scripted, ShoeEmpty
from ventuno.variant import Variant, load
from ventuno.variant.faults import did_you_mean

PLAYER = "player"
MAIN = "main"


def add(commands: Any) -> None:
    command = commands.add_parser(
        "round",
        help="play one round from a list of cards and a list of actions",
        description="Plays one round of a solo-style table. Cards are given in the order they leave the shoe: "
        "one to each hand, the dealer's up card, a second to each hand, the hole card, then as they are asked for.",
        epilog='Example: ventuno round free-chip --hand main=1000,free-fortune=100 --cards "8h 6d 8c Td 3s 9d Kh 7c '
        '5s" --actions "free-split free-double stand"',
    )
    command.add_argument("variant", metavar="VARIANT")
    command.add_argument(
        "--hand",
        action="append",
        required=True,
        metavar="main=N[,BET=N...]",
        help="a hand and its stakes in minor units; the first is dealt and played first",
    )
    command.add_argument("--cards", required=True, metavar='"8h Td ..."', help="the shoe")
    command.add_argument(
        "--actions",
        default="",
        metavar='"insure hit ..."',
        help=f"in the order decisions are asked: {' '.join(Action)}",
    )
    command.add_argument(
        "--cashback-price",
        action="append",
        type=int,
        metavar="N",
        help="what a cashback brings, in minor units; again for each further one",
    )
    command.add_argument("--jackpot", type=int, metavar="N", help="the pool, in minor units (default: the seed)")
    command.add_argument("--json", action="store_true", help="print the result as JSON")
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    variant = load(arguments.variant)
    bets = [_bet(number, text) for number, text in enumerate(arguments.hand, 1)]
    shoe = _shoe(variant, arguments.cards)
    if arguments.jackpot is not None and arguments.jackpot < 0:
        raise RefusalRaised("jackpot/negative", f"a jackpot of {arguments.jackpot} is no jackpot: give 0 or more")
    playing = Round(variant, bets, together=False, jackpot=arguments.jackpot)
    _Script(playing, shoe, _actions(arguments.actions), arguments.cashback_price or []).play()
    if arguments.json:
        print_json(result(playing, shoe.cards_left))
    else:
        print(transcript(playing), end="")
    return 0


def _bet(number: int, text: str) -> PositionBet:
    stakes: dict[str, int] = {}
    for word in text.split(","):
        key, equals, amount = word.strip().partition("=")
        if not equals or not re.fullmatch(r"-?[0-9]{1,1000}", amount):
            raise RefusalRaised("bet/bad_hand", f"{word!r} is no stake: write main=1000 or 21+3=500, in minor units")
        if key in stakes:
            raise RefusalRaised("bet/twice", f"{key} is staked twice on hand {number}")
        stakes[key] = int(amount)
    if MAIN not in stakes:
        raise RefusalRaised("bet/no_main", f"hand {number} has no main bet, and a side bet needs one: add main=1000")
    return PositionBet(position=number, bettor=PLAYER, main=stakes.pop(MAIN), sides=stakes)


def _shoe(variant: Variant, text: str) -> Scripted:
    script = cards(text)
    for card, count in Counter(script).items():
        if count > variant.shoe.decks:
            raise RefusalRaised(
                "shoe/impossible",
                f"{card} is there {count} times, but {variant.shoe.decks} decks hold it {variant.shoe.decks} times",
            )
    assert len(DECK) * variant.shoe.decks >= len(script)
    return Scripted(script)


def _actions(text: str) -> list[Action]:
    known = list(Action)
    actions = []
    for word in text.lower().replace(",", " ").split():
        if word not in known:
            raise RefusalRaised("action/unknown", f"{word!r} is no action; {did_you_mean(word, known)}")
        actions.append(Action(word))
    return actions


class _Script:
    """Plays a round from a shoe and a list of actions."""

    def __init__(self, playing: Round, shoe: Scripted, actions: Sequence[Action], prices: Sequence[int]) -> None:
        self.round = playing
        self.shoe = shoe
        self.actions = list(actions)
        self.prices = list(prices)

    def play(self) -> None:
        while (awaits := self.round.awaits) is not Awaits.NOTHING:
            if awaits is Awaits.CARD:
                self.round.deal(self.draw())
            else:
                self.decide(next(self.round.asked()))
        if self.actions:
            raise RefusalRaised(
                "action/not_asked", f"the round is over and nobody is asked for {' '.join(self.actions)}"
            )

    def draw(self) -> Card:
        try:
            return self.shoe.draw()
        except ShoeEmpty:
            to = self.round.next_card_to
            whose = "the dealer" if to == "dealer" else f"hand {to}"
            raise RefusalRaised(
                "shoe/empty", f"the shoe ran out: {whose} needs another card; add it to --cards"
            ) from None

    def decide(self, asked: HandInTurn) -> None:
        if not self.actions:
            legal = " ".join(self.round.legal(*asked))
            raise RefusalRaised(
                "action/missing", f"hand {asked.line} is asked, and no action is left: add one of {legal}"
            )
        # Playing on is declining early surrender: nobody writes that down at an ordinary table.
        early = self.round.phase is Phase.EARLY_SURRENDER and self.actions[0] not in (
            Action.SURRENDER,
            Action.DECLINE,
        )
        action = Action.DECLINE if early else self.actions.pop(0)
        price = self.price() if action is Action.CASHBACK else None
        answer = self.round.act(asked.position, asked.bettor, action, asked.line, price=price)
        if isinstance(answer, Refusal):
            legal = " ".join(self.round.legal(*asked))
            why = f"{action} is refused on hand {asked.line}: {answer.why} (legal: {legal})"
            raise RefusalRaised(answer.code, why)

    def price(self) -> int | None:
        """One price for each cashback; the last one serves for all that follow."""
        return self.prices.pop(0) if len(self.prices) > 1 else self.prices[0] if self.prices else None


def result(playing: Round, cards_left: int) -> dict[str, Any]:
    """The settled round as plain data."""
    settlement, last = playing.settlement, playing.events[-1]
    assert settlement is not None
    assert isinstance(last, RoundSettled)
    places = [(bet.position, bet.bettor) for bet in playing.bets]
    insurance = [settlement.insurance(*place) for place in places]
    return {
        "variant": playing.variant.key,
        "dealer": {
            "cards": [str(card) for card in playing.dealer.cards],
            "total": playing.dealer.totals[-1].points,
            "blackjack": playing.dealer.is_natural,
        },
        "hands": [
            {
                "position": hand.position,
                "cards": [str(card) for card in hand.cards],
                "total": hand.total,
                "stake": hand.stake,
                "free": hand.free,
                "outcome": hand.outcome,
                "returned": hand.returned,
            }
            for place in places
            for hand in settlement.hands(*place)
        ],
        "side_bets": [
            {
                "position": side.position,
                "bet": side.bet,
                "stake": side.stake,
                "outcome": side.outcome,
                "returned": side.returned,
            }
            for place in places
            for side in settlement.side_bets(*place)
        ],
        "insurance": [
            {"position": one.position, "stake": one.stake, "returned": one.returned} for one in insurance if one
        ],
        "staked": last.staked,
        "returned": last.returned,
        "cards_left": cards_left,
    }
