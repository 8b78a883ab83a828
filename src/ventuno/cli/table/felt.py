"""The felt of a round: what the core lets a player see, laid out for drawing."""

from __future__ import annotations

from ventuno.cards import Card, Total, total
from ventuno.cli.table.desk import PLAYER
from ventuno.cli.table.draw import Spot, felt
from ventuno.cli.table.look import Look
from ventuno.cli.table.speech import Speech
from ventuno.help import hand_outcome_name
from ventuno.play import Round, RoundView, view
from ventuno.play.view import FACE_DOWN, HandView


def felt_of(playing: Round, speech: Speech, look: Look, turn: str | None = None) -> str:
    """The table now; `turn` is the line of the hand that is asked."""
    seen = view(playing, PLAYER)
    alone = len(seen.hands) == 1
    hands = [_hand(playing, hand, speech, look, alone=alone, turn=turn) for hand in seen.hands]
    return felt(_dealer(playing, seen, speech), hands, look)


def _dealer(playing: Round, seen: RoundView, speech: Speech) -> Spot:
    note = "" if FACE_DOWN in seen.dealer else _made(seen.dealer, playing.dealer.is_natural, speech)
    points = _final(playing.dealer.totals[-1]) if playing.settlement else seen.dealer_total
    return Spot(speech.words.play.dealer, seen.dealer, points, note)


def _hand(playing: Round, hand: HandView, speech: Speech, look: Look, *, alone: bool, turn: str | None) -> Spot:
    return Spot(
        title=speech.hand(hand.line, alone=alone),
        cards=hand.cards,
        total=_final(total(map(Card, hand.cards))) if playing.settlement else hand.total,
        note=_note(playing, hand, speech),
        chips=_chips(hand, speech, look),
        has_turn=hand.line == turn,
    )


def _final(counted: Total) -> str:
    """In the end a soft total counts one thing only."""
    return str(counted.points)


def _note(playing: Round, hand: HandView, speech: Speech) -> str:
    """How it ended, or as much as is known of it."""
    if playing.settlement:
        results = playing.settlement.hands(hand.position, PLAYER)
        outcome = next(result.outcome for result in results if result.line == hand.line)
        return hand_outcome_name(outcome, speech.language)
    line = playing.positions[hand.position].lines[hand.line]
    return _made(hand.cards, line.is_natural, speech) or _decided(hand.status, speech)


def _made(cards: tuple[str, ...], natural: bool, speech: Speech) -> str:
    if natural:
        return hand_outcome_name("blackjack", speech.language)
    busts = total(map(Card, cards)).bust
    return hand_outcome_name("bust", speech.language) if busts else ""


def _decided(status: str, speech: Speech) -> str:
    match status:
        case "stood":
            return speech.words.play.stood
        case "surrendered":
            return hand_outcome_name("surrender", speech.language)
        case "cashed":
            return hand_outcome_name("cashback", speech.language)
    return ""


def _chips(hand: HandView, speech: Speech, look: Look) -> str:
    """Own chips, and the house's free ones, marked."""
    own = speech.words.play.bet.format(amount=speech.amount(hand.stake)) if hand.stake else ""
    free = look.styled(speech.free(hand.free), "gold", "bold") if hand.free else ""
    return " + ".join(part for part in (own, free) if part)
