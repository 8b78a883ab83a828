"""What happened at the table, told in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from ventuno.cli.table.speech import Speech
from ventuno.play import EVERYBODY, Event, Round, seen
from ventuno.play.events import CardDealt, DealerLooked, HoleCardShown, LineSplit
from ventuno.play.hands import DEALER


def told(playing: Round, since: int, speech: Speech) -> Iterator[str]:
    """The events from number `since` on, as far as the felt does not show them by itself."""
    after_opening = 1 + 2 * (len(playing.positions) + 1)
    for event in playing.events[max(since, after_opening) :]:
        yield from _sentence(playing, seen(event, EVERYBODY, together=playing.together), speech)


def _sentence(playing: Round, event: Event | None, speech: Speech) -> Iterator[str]:
    said = speech.words.tale
    match event:
        case CardDealt(to=to, card=card) if card and to != DEALER:
            total = playing.positions[int(to.rstrip("ab"))].lines[to].totals[-1]
            yield said.draws.format(hand=_hand(playing, to, speech), card=card.sign, total=total)
        case LineSplit(line=line):
            yield said.splits.format(hand=speech.hand(line, alone=len(line) == 1 == len(playing.positions)))
        case DealerLooked(blackjack=blackjack):
            yield said.looked[blackjack]
        case HoleCardShown():
            yield _dealers_play(playing, speech)


def _hand(playing: Round, line: str, speech: Speech) -> str:
    alone = len(playing.positions) == 1 and len(playing.positions[1].lines) == 1
    return speech.hand(line, alone=alone)


def _dealers_play(playing: Round, speech: Speech) -> str:
    """One sentence: nobody is asked any more once the hole card is shown, so all of it has happened."""
    said, dealer = speech.words.tale, playing.dealer
    totals = [*map(str, dealer.totals[:-1]), str(dealer.totals[-1].points)]
    parts = [
        (said.dealer_shows if size == 2 else said.dealer_draws).format(card=card.sign, total=totals[size])
        for size, card in enumerate(dealer.cards, 1)
        if size > 1
    ]
    return "".join(parts) + (said.dealer_busts if dealer.totals[-1].bust else "") + "."
