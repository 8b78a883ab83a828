"""A round again from its events: what a server does after a restart."""

from __future__ import annotations

from collections.abc import Iterable

from ventuno.actions import Action
from ventuno.play import events as happened
from ventuno.play.round import Round
from ventuno.refusal import Refusal
from ventuno.variant import Variant, digest


def rebuild(variant: Variant, events: Iterable[happened.RoundEvent]) -> Round:
    """The round that these events were told of. What follows by itself follows again."""
    told = iter(events)
    opened = next(told)
    if not isinstance(opened, happened.RoundBegun) or opened.digest != digest(variant):
        raise ValueError("the events do not begin with the opening of a round of this variant")
    rebuilt = Round(variant, opened.bets, together=opened.together, jackpot=opened.jackpot)
    for event in told:
        if isinstance(event, happened.DealtCard) and event.card is None:
            raise ValueError("a card of the round is not known: it lies face down")
        answer = repeat(rebuilt, event)
        if isinstance(answer, Refusal):
            raise ValueError(f"{event} cannot have happened: {answer.why}")
    return rebuilt


def repeat(rebuilt: Round, event: happened.RoundEvent) -> object:
    """One input again; nothing for an event that follows by itself."""
    match event:
        case happened.DealtCard(card=card) if card is not None:
            return rebuilt.deal(card)
        case happened.InsuranceDecided(position, bettor, stake):
            return rebuilt.act(position, bettor, Action.INSURE if stake else Action.DECLINE)
        case happened.HandDecided(position, bettor, line, action):
            price, golden, short = event.price, event.golden, event.short
            return rebuilt.act(position, bettor, Action(action), line, price=price, golden=golden, short=short)
        case happened.FollowChanged(position, bettor, double, split):
            return rebuilt.follow(position, bettor, double, split)
        case happened.TimeRanOut():
            return rebuilt.close()
    return None
