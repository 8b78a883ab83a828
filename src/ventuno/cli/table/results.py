"""The result of a round in words: what was paid, and why."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from textwrap import wrap
from typing import Final

from ventuno.cli.table.desk import PLAYER
from ventuno.cli.table.look import Look
from ventuno.cli.table.speech import Speech
from ventuno.help import hand_outcome_name, outcome_name
from ventuno.play import HandResult, InsuranceResult, Round, Settlement, SideBetResult
from ventuno.play.events import RoundSettled

GAP: Final = "  "


@dataclass(frozen=True, slots=True)
class Row:
    what: str
    why: str
    net: int


def results_of(playing: Round, number: int, speech: Speech, look: Look) -> str:
    """A line for each hand, side bet and insurance, and one for the round."""
    rows = [*_rows(playing, speech), _sum(playing, number, speech)]
    what = max(len(row.what) for row in rows)
    net = max(len(speech.signed(row.net)) for row in rows)
    room = look.width - what - net - 2 * len(GAP)
    why = min(room, max(len(row.why) for row in rows))
    *lines, last = (
        f"{row.what:{what}}{GAP}{first:{why}}{GAP}{_net(row.net, net, speech, look)}"
        + "".join(f"\n{'':{what}}{GAP}{more}" for more in rest)
        for row in rows
        for first, *rest in [wrap(row.why, why)]
    )
    rule = look.styled("─" * (what + why + net + 2 * len(GAP)), "dim")
    return "\n".join([*lines, rule, last])


def _net(net: int, width: int, speech: Speech, look: Look) -> str:
    text = speech.signed(net).rjust(width)
    return look.styled(text, "green" if net > 0 else "red") if net else text


def settled(playing: Round) -> tuple[int, int]:
    """What was staked in the round and what came back."""
    last = playing.events[-1]
    assert isinstance(last, RoundSettled)
    return last.staked, last.returned


def _sum(playing: Round, number: int, speech: Speech) -> Row:
    said = speech.words.results
    staked, returned = settled(playing)
    why = said.staked_returned.format(staked=speech.amount(staked), returned=speech.amount(returned))
    return Row(said.round.format(number=number), why, returned - staked)


def _rows(playing: Round, speech: Speech) -> Iterator[Row]:
    settlement = playing.settlement
    assert settlement is not None
    hands = {number: settlement.hands(number, PLAYER) for number in playing.positions}
    alone = sum(map(len, hands.values())) == 1
    for number in playing.positions:
        for hand in hands[number]:
            yield _hand_row(playing, hand, speech, alone=alone)
        yield from _side_rows(settlement, settlement.side_bets(number, PLAYER), speech)
        if insurance := settlement.insurance(number, PLAYER):
            yield _insurance_row(settlement, insurance, speech)


# -- hands ----------------------------------------------------------------------------------------


def _hand_row(playing: Round, hand: HandResult, speech: Speech, *, alone: bool) -> Row:
    said, net = speech.words.results, hand.returned - hand.stake
    reason = said.why[hand.reason].format(
        price=playing.variant.hand.blackjack,
        cards=len(hand.cards),
        mine=hand.total,
        dealer=playing.dealer.totals[-1].points,
        returned=speech.amount(hand.returned),
    )
    parts = [f"{hand_outcome_name(hand.outcome, speech.language)}: {reason}"]
    if hand.outcome in ("lose", "bust") and hand.returned:
        parts.append(said.part_back.format(returned=speech.amount(hand.returned), stake=speech.amount(hand.stake)))
    if hand.free:
        parts.append(speech.free(hand.free))
    return Row(speech.hand(hand.line, alone=alone), ", ".join(parts), net)


# -- side bets and insurance ----------------------------------------------------------------------


def _side_rows(settlement: Settlement, sides: list[SideBetResult], speech: Speech) -> Iterator[Row]:
    """Those that brought something one by one; the lost ones, often many, together."""
    lost = [side for side in sides if side.outcome == "lose"]
    for side in sides:
        if side not in lost:
            yield Row(f"  {speech.bet(side.bet)}", _made(settlement, side, speech), side.returned - side.stake)
    if len(lost) == 1:
        yield Row(f"  {speech.bet(lost[0].bet)}", speech.words.results.side_lost, -lost[0].stake)
    elif lost:
        names = ", ".join(speech.bet(side.bet) for side in lost)
        yield Row(f"  {speech.words.results.sides_lost}", names, -sum(side.stake for side in lost))


def _made(settlement: Settlement, side: SideBetResult, speech: Speech) -> str:
    """Where each hand of a split is judged apart there are several outcomes: `aa+a`."""
    pays = settlement.variant.side_bets[side.bet].pays
    return ", ".join(
        speech.words.results.side_won.format(
            outcome=outcome_name(outcome, speech.language), price=speech.grammar.price(pays[outcome])
        )
        for outcome in side.outcome.split("+")
    )


def _insurance_row(settlement: Settlement, insurance: InsuranceResult, speech: Speech) -> Row:
    said, price = speech.words.results, settlement.variant.hand.insurance
    why = said.insurance_won.format(price=price) if insurance.returned else said.insurance_lost
    return Row(f"  {said.insurance}", why, insurance.returned - insurance.stake)
