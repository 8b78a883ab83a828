"""What anybody may see of what happened in a round: decided by `seen`, and nowhere else.

Live events, stories of stored rounds, replays and views are all made of what it lets through. It knows of two
secrets. A card that lies face down is nobody's to see until it has been turned over, whoever asks. And others' bets
and decisions are seen as far as the felt shows them: at a table with seats what lies and is decided there, but
neither names nor what is bet behind (B5, H2); where all decide together, nothing at all.
Of the cards in the shoe no event knows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from ventuno.play import events as happened
from ventuno.play.bets import PositionBet
from ventuno.play.events import RoundEvent

SOMEBODY: Final = "somebody"  # others have no name: a seat says enough


class Viewer(NamedTuple):
    """Who looks."""

    bettor: str = ""  # a player: their own bets and decisions are told whole
    everything: bool = False  # one of the house's people: everybody's are


EVERYBODY: Final = Viewer()
HOUSE: Final = Viewer(everything=True)


def seen(event: RoundEvent, viewer: Viewer, *, together: bool, turned: bool = False) -> RoundEvent | None:
    """The event as the viewer sees it; None: it is not theirs to see.

    `together`: all decide at the same time; `turned`: the hole card has been turned over by now.
    """
    if type(event) is happened.DealtCard:
        return replace(event, card=None) if event.face_down and not turned else event
    if viewer.everything:
        return event
    me = viewer.bettor
    match event:
        case happened.RoundBegun(bets=bets):
            return replace(event, bets=tuple(_bets_seen(me, bets, together)))
        case happened.HandDecided(bettor=bettor) if bettor == me:
            return replace(event, short=())  # who behind me could not pay for it
        case happened.HandDecided(position, _, line, action):
            return None if together else happened.HandDecided(position, SOMEBODY, line, action)
        case happened.InsuranceDecided() | happened.Followed() | happened.FollowChanged() if event.bettor != me:
            return None
    return event


def story(told: Sequence[Struct], viewer: Viewer) -> Iterator[Struct]:
    """All that the viewer may see, looking back from the last event. What lies among the events and is none, as a
    table's own records, is for the house."""
    together = any(isinstance(one, happened.RoundBegun) and one.together for one in told)
    turned = any(isinstance(one, happened.HoleTurned) for one in told)
    for one in told:
        if isinstance(one, RoundEvent):
            shown = seen(one, viewer, together=together, turned=turned)
            if shown is not None:
                yield shown
        elif viewer.everything:
            yield one


def _bets_seen(me: str, bets: Iterable[PositionBet], together: bool) -> Iterator[PositionBet]:
    """Mine as they are, a seat's as it lay there, and nothing that another bet behind one."""
    for bet in bets:
        if bet.bettor == me:
            yield bet
        elif not (together or bet.behind):
            flags = {"follow_double": True, "follow_split": True, "insurance": True}  # how they wish to be asked
            yield replace(bet, bettor=SOMEBODY, **flags)
