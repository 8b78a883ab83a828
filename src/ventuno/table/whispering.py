"""What only one player, or those alike, are told: their hands and their results."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from ventuno.actions import PAID
from ventuno.play import Action, HandResult, Phase, Round, Settlement, SideBetResult
from ventuno.play.hands import Hand, Status
from ventuno.play.position import Position
from ventuno.protocol.messages import HandPaid, MyHand, MyHands, MyResult, Option, SideBetPaid
from ventuno.table.parties import Rows

SHORT: Final = "action/balance_short"

Offer = Callable[[Position, int, Hand], "int | None"]


class Asking(NamedTuple):
    """What the hands of one player are told with."""

    playing: Round
    turn: int  # 0: nothing is asked
    offer: Offer
    is_short: Callable[[int], bool]  # whether the purse does not cover an action of that cost
    early: Callable[[int, str], str]  # decided in advance, by position and line (D2)


def my_hands(table: str, rows: Rows, asking: Asking) -> MyHands:
    return MyHands(table, asking.turn, tuple(_hands(rows, asking)))


def _hands(rows: Rows, asking: Asking) -> Iterator[MyHand]:
    for place, row in rows:
        for number, hand in enumerate(place.path(row)):
            yield _hand(place, row, hand, asking, first=number == 0)


def _hand(place: Position, row: int, hand: Hand, asking: Asking, *, first: bool) -> MyHand:
    playing, bet, line = asking.playing, place.bets[row], place.lines[hand.line]
    size = hand.size or len(line.cards)
    golden = sum(place.golden_on(row, hand.line))
    decides = is_decided_by(place, row) and hand.size >= 2 and hand.status is Status.PLAYING
    in_time = decides and playing.phase is not Phase.DEALING
    insurance_minor, insured = _insurance(playing, place, row) if first else (None, None)
    return MyHand(
        position=place.number,
        line=hand.line,
        size=size,
        total=str(line.totals[size]),
        status=hand.status.name.lower(),
        stake_minor=max(place.original[row] * hand.real - golden, 0),
        free_minor=place.original[row] * hand.free,
        golden_minor=golden,
        options=tuple(_options(place, row, hand, asking)) if in_time else (),
        at_zero=at_zero(playing, place, hand) if in_time and playing.phase is Phase.DECISIONS else "",
        offer_minor=asking.offer(place, row, hand) if in_time and playing.phase is Phase.DECISIONS else None,
        early=asking.early(place.number, hand.line),
        behind=bet.behind,
        insurance_minor=insurance_minor,
        insured=insured,
    )


def is_decided_by(place: Position, row: int) -> bool:
    """On a private hand the first bettor decides for all (H2)."""
    return place.together or row == 0


def _insurance(playing: Round, place: Position, row: int) -> tuple[int | None, bool | None]:
    """What it would cost, or has cost, and whether it was taken (D6)."""
    bet = place.bets[row]
    decided = playing.insurance.get((place.number, bet.bettor))
    if decided is not None:
        return decided, decided > 0
    if playing.phase is Phase.INSURANCE and bet.insurance and bet.main:
        return playing.cost(place.number, bet.bettor, Action.INSURE), None
    return None, None


def _options(place: Position, row: int, hand: Hand, asking: Asking) -> Iterator[Option]:
    playing = asking.playing
    if playing.phase is Phase.EARLY_SURRENDER:
        yield from (Option(action) for action in playing.legal(place.number, place.bets[row].bettor, hand.line))
        return
    for action in place.legal(place.holding(row, hand.line), playing.looked):
        if action is Action.CASHBACK:
            if playing.phase is Phase.DECISIONS and asking.offer(place, row, hand) is not None:
                yield Option(action)
        elif action in PAID:
            cost = place.original[row]
            yield Option(action, cost, SHORT if asking.is_short(cost) else "")
        else:
            yield Option(action)


def at_zero(playing: Round, place: Position, hand: Hand) -> str:
    """What time running out decides for a hand (D3)."""
    rule = playing.variant.table.no_decision
    if rule == "wait":
        return ""
    low = place.lines[hand.line].totals[hand.size].points <= 11
    return Action.HIT if low and rule == "hit-to-11" else Action.STAND


# -- results ------------------------------------------------------------------------------------


def my_result(table: str, code: str, rows: Rows, settlement: Settlement, share_minor: int) -> MyResult:
    """`share_minor` is what one jackpot paid, as the bank booked it (J1)."""
    hands: list[HandPaid] = []
    sides: list[SideBetPaid] = []
    won = 0  # jackpots
    for place, row in rows:
        bet = place.bets[row]
        hands += [_hand_paid(hand, bet.behind) for hand in settlement.hands(place.number, bet.bettor)]
        for side in settlement.side_bets(place.number, bet.bettor):
            jackpots = jackpots_in(settlement, side)
            won += jackpots
            sides.append(_side_paid(side, jackpots * settlement.jackpot_share))
        if insured := settlement.insurance(place.number, bet.bettor):
            outcome, back = "win" if insured.returned else "lose", insured.returned
            sides.append(SideBetPaid(place.number, "insurance", outcome, insured.stake, returned_minor=back))
    paid: list[HandPaid | SideBetPaid] = [*hands, *sides]
    return MyResult(
        table=table,
        code=code,
        hands=tuple(hands),
        side_bets=tuple(sides),
        staked_minor=sum(one.stake_minor for one in paid),
        returned_minor=sum(one.returned_minor for one in paid) + won * share_minor,
        golden_returned_minor=sum(one.golden_returned_minor for one in paid),
        jackpot_minor=won * share_minor,
    )


def jackpots_in(settlement: Settlement, side: SideBetResult) -> int:
    pays = settlement.variant.side_bets[side.bet].pays
    return sum(pays[outcome].is_jackpot for outcome in side.outcome.split("+") if outcome in pays)


def _hand_paid(hand: HandResult, behind: bool) -> HandPaid:
    return HandPaid(
        position=hand.position,
        line=hand.line,
        total=hand.total,
        outcome=hand.outcome,
        reason=hand.reason,
        stake_minor=hand.stake,
        free_minor=hand.free,
        golden_minor=hand.golden,
        returned_minor=hand.returned,
        golden_returned_minor=hand.golden_returned,
        behind=behind,
    )


def _side_paid(side: SideBetResult, jackpot_minor: int) -> SideBetPaid:
    """Without its part of a jackpot, which the bank counts."""
    return SideBetPaid(
        position=side.position,
        bet=side.bet,
        outcome=side.outcome,
        stake_minor=side.stake,
        golden_minor=side.golden,
        returned_minor=side.returned - jackpot_minor,
        golden_returned_minor=side.golden_returned,
    )
