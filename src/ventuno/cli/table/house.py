"""What the house says around the rounds: greeting, help, limits, history, farewell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap

from ventuno.cli.table.desk import PLAYER, Desk
from ventuno.cli.table.look import Look
from ventuno.cli.table.results import settled
from ventuno.cli.table.speech import Speech
from ventuno.cli.table.words import Help
from ventuno.help import as_text, hand_outcome_name, help_page
from ventuno.play import Round
from ventuno.variant import Variant
from ventuno.variant.model import Limits


def greeting(desk: Desk, balance: int, look: Look) -> str:
    said, speech = desk.speech.words, desk.speech
    page = help_page(desk.variant, speech.language)
    title = said.house.welcome.format(name=page.title)
    money = said.house.play_money.format(balance=speech.amount(balance))
    limits = f"{said.house.limits}: {_limits(desk.limits, desk)}."
    how = said.betting.how.format(example=desk.example)
    return "\n".join(
        [
            look.styled(title, "bold", "green"),
            look.styled("═" * len(title), "green"),
            *wrap(page.introduction, look.width),
            "",
            *wrap(f"{limits} {money}", look.width),
            *wrap(how, look.width),
        ]
    )


def rules_page(variant: Variant, speech: Speech, look: Look) -> str:
    return as_text(help_page(variant, speech.language), look.width, look.colour).rstrip("\n")


# -- help -----------------------------------------------------------------------------------------


def help_with_betting(desk: Desk, look: Look) -> str:
    said = desk.speech.words.house
    bet, name = _a_side_bet(desk)
    sides = tuple((write.format(bet=bet), does.format(name=name)) for write, does in said.help_side_bets if bet)
    hands = said.help_hands if desk.most_hands > 1 else ()
    return _aligned((*said.help_betting, *hands, *sides, *_keys(desk), *said.help_again, *_around(desk)), look)


def help_with_deciding(desk: Desk, look: Look) -> str:
    said = desk.speech.words.house
    absent = {"r": desk.variant.hand.surrender == "none", "c": desk.variant.cashback is None}
    keys = tuple(entry for entry in said.help_deciding if not absent.get(entry[0]))
    return "\n".join([_aligned((*keys, *_around(desk)), look), *wrap(said.only_possible, look.width)])


def _aligned(entries: Help, look: Look) -> str:
    indent = max(len(write) for write, _ in entries) + 4
    return "\n".join(
        f"{f'  {write}':{indent}}" + f"\n{'':{indent}}".join(wrap(does, look.width - indent)) for write, does in entries
    )


def _a_side_bet(desk: Desk) -> tuple[str, str]:
    """One for the example: any stake may be put on it."""
    free = [key for key in desk.variant.side_bets if desk.variant.fixed_stake(key) is None]
    return (free[0], desk.speech.bet(free[0])) if free else ("", "")


def _keys(desk: Desk) -> Help:
    """How each side bet is written."""
    return tuple((f"   {key}=", desk.speech.bet(key)) for key in desk.variant.side_bets)


def _around(desk: Desk) -> Help:
    said = desk.speech.words.house
    return (*(said.help_insurance if desk.variant.table.insurance_can_be_off else ()), *said.help_house)


# -- limits ---------------------------------------------------------------------------------------


def limits_panel(desk: Desk, look: Look) -> str:
    said, menu = desk.speech.words.house, desk.variant.table.limits
    lines = [f"{said.limits}:"]
    for number, limits in enumerate(menu, 1):
        chosen = f"  ({said.limits_chosen})" if limits == desk.limits and len(menu) > 1 else ""
        lines.append(f"  {number}  {_limits(limits, desk)}{chosen}")
    lines += [_exact(key, desk) for key in desk.variant.side_bets if desk.variant.fixed_stake(key) is not None]
    lines += wrap(said.limits_hands.format(most=desk.most_hands), look.width)
    return "\n".join([*lines, *wrap(said.limits_change, look.width)] if len(menu) > 1 else lines)


def limits_taken(desk: Desk) -> str:
    return desk.speech.words.house.limits_taken.format(limits=_limits(desk.limits, desk))


def _limits(limits: Limits, desk: Desk) -> str:
    said, speech = desk.speech.words.house, desk.speech
    parts = [speech.level(limits.level)] if limits.level else []
    parts.append(said.limits_main.format(range=speech.units(limits.main)))
    if desk.variant.side_bets:
        parts.append(said.limits_side.format(range=speech.units(limits.side)))
    return ", ".join(parts)


def _exact(key: str, desk: Desk) -> str:
    stake = desk.variant.fixed_stake(key) or 0
    return desk.speech.words.house.limits_exact.format(bet=desk.speech.bet(key), stake=desk.speech.amount(stake))


# -- what was played ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Played:
    """One finished round of the session."""

    number: int
    round: Round
    balance: int  # after it


def history(rounds: Sequence[Played], speech: Speech) -> str:
    if not rounds:
        return speech.words.house.history_empty
    lines = [speech.words.house.history_header, *(_history_line(played, speech) for played in rounds)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join([*(cell.rjust(width) for cell, width in zip(cells, widths, strict=False)), hands])
        for *cells, hands in lines
    )


def _history_line(played: Played, speech: Speech) -> tuple[str, str, str, str, str]:
    staked, returned = settled(played.round)
    settlement = played.round.settlement
    assert settlement is not None
    outcomes = [
        hand_outcome_name(hand.outcome, speech.language)
        for position in played.round.positions
        for hand in settlement.hands(position, PLAYER)
    ]
    money = (speech.amount(staked), speech.signed(returned - staked), speech.amount(played.balance))
    return str(played.number), *money, ", ".join(outcomes)


def farewell(rounds: int, staked: int, returned: int, balance: int, speech: Speech) -> str:
    said = speech.words.house
    if not rounds:
        return said.no_rounds.format(balance=speech.amount(balance))
    return said.summary.format(
        rounds=rounds,
        staked=speech.amount(staked),
        returned=speech.amount(returned),
        net=speech.signed(returned - staked),
        balance=speech.amount(balance),
    )
