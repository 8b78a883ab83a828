"""What the player is offered at a decision, and what is meant by what they write.

The engine says what is legal. Here is only what a table adds to it: whether the balance covers it
(D4), and whether there is a price for a cashback (K1).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from ventuno.actions import FREE
from ventuno.cli.table.speech import Complaint, Speech, quoted
from ventuno.play import Action, Asked, LegalActions, Round
from ventuno.refusal import Refusal

Pricer = Callable[[Round, int, str], "int | None"]
"""What ending a hand now is worth, by round, position and line; None where there is no offer."""

KEYS: Final[dict[Action, str]] = {
    Action.HIT: "h",
    Action.STAND: "s",
    Action.FREE_DOUBLE: "d",
    Action.DOUBLE: "d",
    Action.FREE_SPLIT: "p",
    Action.SPLIT: "p",
    Action.SURRENDER: "r",
    Action.CASHBACK: "c",
    Action.INSURE: "y",
    Action.DECLINE: "n",
}


@dataclass(frozen=True, slots=True)
class Offer:
    action: Action
    cost: int = 0
    brings: int | None = None  # the price of a cashback


@dataclass(frozen=True, slots=True)
class Offers:
    """What is open to whoever is asked; `withheld` is legal and yet not to be had, with the reason."""

    asked: Asked
    legal: LegalActions
    open: dict[Action, Offer]
    withheld: dict[Action, str]

    @property
    def keys(self) -> list[str]:
        return [KEYS[action] for action in self.open]


def offers_at(playing: Round, asked: Asked, balance: int, price: Pricer | None, speech: Speech) -> Offers:
    legal = playing.legal(*asked)
    offers = Offers(asked, legal, {}, {})
    for action in legal:
        offer = _offer(playing, asked, action, price)
        if offer is None:
            offers.withheld[action] = speech.words.play.no_price
        elif offer.cost > balance:
            offers.withheld[action] = _too_dear(offer, balance, speech)
        else:
            offers.open[action] = offer
    return offers


def _offer(playing: Round, asked: Asked, action: Action, price: Pricer | None) -> Offer | None:
    if action is not Action.CASHBACK:
        return Offer(action, playing.cost(asked.position, asked.bettor, action))
    brings = price(playing, asked.position, asked.line) if price else None
    return None if brings is None else Offer(action, brings=brings)


def _too_dear(offer: Offer, balance: int, speech: Speech) -> str:
    return speech.words.play.balance_short.format(
        action=speech.action(offer.action), cost=speech.amount(offer.cost), balance=speech.amount(balance)
    )


# -- what is meant --------------------------------------------------------------------------------


def chosen(text: str, offers: Offers, playing: Round, speech: Speech) -> Offer:
    """The offer that a player takes. Raises a `Complaint` with the reason where there is none."""
    meant = _meant(text.casefold(), speech)
    if not meant:
        said = speech.words.play.no_decision if text else speech.words.play.choose
        raise Complaint(said.format(text=quoted(text), keys="/".join(offers.keys)))
    for action in meant:
        if action in offers.open:
            return offers.open[action]
    raise Complaint(_why_not(meant, offers, playing, speech))


def _meant(word: str, speech: Speech) -> tuple[Action, ...]:
    """A key means the free action where there is one; its full name means nothing else than itself."""
    for action in FREE:
        if word in (action.value, speech.action(action).casefold()):
            return (action,)
    for action, key in KEYS.items():
        if word in (key, action.value, speech.action(action).casefold(), *_answers(action, speech)):
            return tuple(other for other, same in KEYS.items() if same == key)
    return ()


def _answers(action: Action, speech: Speech) -> tuple[str, ...]:
    return {Action.INSURE: speech.words.yes, Action.DECLINE: speech.words.no}.get(action, ())


def answer_for_all(text: str, speech: Speech) -> Action | None:
    """`ya`, `na`, or an answer and the word for all: insurance for every hand at once (D6)."""
    word, _, rest = text.casefold().partition(" ")
    if word in ("ya", "na"):
        word, rest = word[0], "all"
    if speech.command(rest) != "all":
        return None
    if word in speech.words.yes:
        return Action.INSURE
    return Action.DECLINE if word in speech.words.no else None


def _why_not(meant: tuple[Action, ...], offers: Offers, playing: Round, speech: Speech) -> str:
    for action in meant:
        if action in offers.withheld:
            return offers.withheld[action]
    asked_for = meant[-1]  # of a free and a paid one, the paid
    refusal = offers.legal.why_not(asked_for)
    assert refusal is not None
    return reason(refusal, asked_for, playing, speech)


def reason(refusal: Refusal, action: Action, playing: Round, speech: Speech) -> str:
    """The engine's refusal in the player's language."""
    sentence = speech.words.play.refusals.get(refusal.code)
    if sentence is None:
        return refusal.why
    rules = playing.variant.hand
    totals = speech.grammar.one_of([str(points) for points in rules.double])
    return sentence.format(action=speech.action(action), totals=totals, splits=rules.splits)
