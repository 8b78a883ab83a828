"""What the player is asked, and what they see beside the question."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap
from typing import Final

from ventuno.actions import FREE
from ventuno.cli.table.look import Look
from ventuno.cli.table.offers import KEYS, Offer, Offers
from ventuno.cli.table.playing import Playing
from ventuno.cli.table.speech import Speech
from ventuno.play import Action, Phase

# D1: hit green, stand red, double yellow, split blue; what is free is golden.
_STYLES: Final[dict[Action, tuple[str, ...]]] = {
    Action.HIT: ("green",),
    Action.STAND: ("red",),
    Action.DOUBLE: ("gold",),
    Action.SPLIT: ("blue",),
    Action.FREE_DOUBLE: ("gold", "bold"),
    Action.FREE_SPLIT: ("gold", "bold"),
}
BETWEEN: Final = " · "
NO_BREAK: Final = "\u00a0"


def status_line(balance: int, staked: int, jackpot: int | None, speech: Speech) -> str:
    house, play = speech.words.house, speech.words.play
    parts = [house.balance.format(amount=speech.amount(balance))]
    if staked:
        parts.append(play.total_bet.format(amount=speech.amount(staked)))
    if jackpot is not None:
        parts.append(house.jackpot.format(amount=speech.amount(jackpot)))
    return BETWEEN.join(parts)


def side_bet_lines(playing: Playing, speech: Speech, width: int) -> Iterator[str]:
    """What rides beside each hand."""
    bets = playing.round.bets
    for bet in bets:
        if bet.sides:
            stakes = (f"{speech.bet(key)} {speech.amount(stake)}" for key, stake in bet.sides.items())
            whose = "" if len(bets) == 1 else f", {speech.hand(str(bet.position), alone=False)}"
            line = f"{speech.words.play.side_bets}{whose}: {BETWEEN.join(map(_unbroken, stakes))}"
            yield from (part.replace(NO_BREAK, " ") for part in wrap(line, width))


def _unbroken(text: str) -> str:
    """A text that no end of line parts."""
    return text.replace(" ", NO_BREAK)


def offers_lines(offers: Offers, playing: Playing, speech: Speech, look: Look) -> Iterator[str]:
    """The choices with their keys; below them what the balance does not cover, and why (D4)."""
    early = playing.round.phase is Phase.EARLY_SURRENDER
    yield "  ".join(_offer(offer, speech, look, early=early) for offer in offers.open.values())
    yield from (why for action, why in offers.withheld.items() if action is not Action.CASHBACK)
    if playing.asked_for_insurance and playing.hands_asked > 1:
        yield speech.words.play.for_all


def _offer(offer: Offer, speech: Speech, look: Look, *, early: bool) -> str:
    play_on = early and offer.action is Action.DECLINE
    name = speech.words.play.play_on if play_on else speech.action(offer.action)
    parts = [f"[{KEYS[offer.action]}]", f"★ {name}" if offer.action in FREE else name]
    if offer.cost:
        parts.append(speech.amount(offer.cost))
    if offer.brings is not None:
        parts.append(speech.words.play.brings.format(amount=speech.amount(offer.brings)))
    return look.styled(" ".join(parts), *_STYLES.get(offer.action, ()))


def prompt_at(offers: Offers, playing: Playing, speech: Speech) -> str:
    """Which hand is asked, and for what."""
    said, line = speech.words.play, offers.asked.line
    hand = speech.hand(line, alone=playing.is_alone)
    match playing.round.phase:
        case Phase.INSURANCE:
            cost = offers.open[Action.INSURE].cost
            return said.insurance_prompt.format(hand=hand, stake=speech.amount(cost)) + " "
        case Phase.EARLY_SURRENDER:
            return said.surrender_prompt.format(hand=hand) + " "
    total = playing.round.positions[offers.asked.position].lines[line].totals[-1]
    return said.hand_prompt.format(hand=hand, total=total) + "> "
