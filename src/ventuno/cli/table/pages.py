"""What the house says around the rounds: greeting, help, limits, history, farewell."""

from __future__ import annotations

from textwrap import wrap
from typing import Final

from ventuno.cli.table.hearing import Hearing
from ventuno.cli.table.screen import Screen
from ventuno.cli.table.speech import Speech
from ventuno.help import as_text, hand_outcome_name, help_page
from ventuno.money import MINOR_PER_UNIT
from ventuno.protocol.events import TableLimits
from ventuno.variant import Variant

ROUNDS_SHOWN: Final = 20


def greeting(screen: Screen) -> str:
    told, say, look = screen.told, screen.speech.say, screen.look
    page = help_page(told.variant, screen.speech.language)
    title = say("welcome", name=page.title)
    money = say("play_money", balance=told.balance.wallet_minor)
    limits = f"{say('limits')}: {limits_named(told.limits, screen)}."
    parts = (page.introduction, "", f"{limits} {money}", say("how", example=example(told)))
    ruled = [look.styled(title, "bold", "green"), look.styled("═" * len(title), "green")]
    return "\n".join([*ruled, *(line for part in parts for line in wrap(part, look.width) or [""])])


def example(told: Hearing) -> str:
    """A bet that these limits take."""
    limits, side = told.limits, _free_side_bet(told.variant)
    main = min(max(10, limits.main_least_minor // MINOR_PER_UNIT), limits.main_most_minor // MINOR_PER_UNIT)
    return f"{main} {side}={limits.side_least_minor // MINOR_PER_UNIT}" if side else str(main)


def _free_side_bet(variant: Variant) -> str:
    """One that any stake may be put on, if there is one."""
    return next((key for key in variant.side_bets if variant.fixed_stake(key) is None), "")


def rules(screen: Screen) -> str:
    page = help_page(screen.told.variant, screen.speech.language)
    return as_text(page, screen.look.width, screen.look.colour).rstrip("\n")


# -- help -----------------------------------------------------------------------------------------


def help_with(screen: Screen) -> str:
    """What can be written now, as far as this game has it."""
    variant, speech, deciding = screen.told.variant, screen.speech, screen.told.asked is not None
    side = _free_side_bet(variant)
    has = {
        "hands": screen.told.most_hands > 1,
        "side_bets": bool(side),
        "golden": variant.golden_chips is not None,
        "r": variant.hand.surrender != "none",
        "c": variant.cashback is not None,
        "insurance": variant.table.insurance_can_be_off,
    }
    groups = ("deciding",) if deciding else ("betting", "hands", "side_bets", "keys", "golden", "again")
    pages = {**speech.help(), "keys": [(f"   {key}=", speech.bet(key)) for key in variant.side_bets]}
    entries = [
        (write.format(bet=side), does.format(name=speech.bet(side)))
        for group in (*groups, "insurance", "house")
        for write, does in pages[group]
        if has.get(group, True) and has.get(write, True)
    ]
    indent = max(len(write) for write, _ in entries) + 4
    lines = [
        f"{f'  {write}':{indent}}" + f"\n{'':{indent}}".join(wrap(does, screen.look.width - indent))
        for write, does in entries
    ]
    return "\n".join([*lines, *(wrap(speech.say("only_possible"), screen.look.width) if deciding else [])])


# -- limits ---------------------------------------------------------------------------------------


def limits_panel(screen: Screen) -> str:
    told, speech, width = screen.told, screen.speech, screen.look.width
    menu = told.view.limits
    lines = [f"{speech.say('limits')}:"]
    for number, limits in enumerate(menu, 1):
        chosen = f"  ({speech.say('limits_chosen')})" if limits is told.limits and len(menu) > 1 else ""
        lines.append(f"  {number}  {limits_named(limits, screen)}{chosen}")
    for bet in told.variant.side_bets:
        if stake := told.variant.fixed_stake(bet):
            lines.append(speech.say("exact_stake", bet=speech.bet(bet), stake=stake))
    lines += wrap(speech.say("limits_hands", most=str(told.most_hands)), width)
    return "\n".join([*lines, *wrap(speech.say("limits_change"), width)] if len(menu) > 1 else lines)


def limits_named(limits: TableLimits, screen: Screen) -> str:
    speech, level = screen.speech, screen.speech.level(limits.level)
    main = speech.say("limits_main", range=_range(limits.main_least_minor, limits.main_most_minor, speech))
    side = speech.say("limits_side", range=_range(limits.side_least_minor, limits.side_most_minor, speech))
    return ", ".join(part for part in (level, main, side if screen.told.variant.side_bets else "") if part)


def _range(least_minor: int, most_minor: int, speech: Speech) -> str:
    return speech.grammar.between((least_minor // MINOR_PER_UNIT, most_minor // MINOR_PER_UNIT))


# -- what was played ------------------------------------------------------------------------------


def history(told: Hearing) -> str:
    """The last rounds, a line each."""
    speech, first = told.speech, max(len(told.results) - ROUNDS_SHOWN, 0)
    if not told.results:
        return speech.say("no_round_yet")
    lines = [tuple(speech.say("history_header").split("|"))]
    for number, result in enumerate(told.results[first:], first + 1):
        outcomes = ", ".join(hand_outcome_name(hand.outcome, speech.language) for hand in result.hands)
        net = speech.signed(result.returned_minor - result.staked_minor)
        lines.append(
            (str(number), speech.amount(result.staked_minor), net, speech.amount(told.after[number]), outcomes)
        )
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join([*(cell.rjust(width) for cell, width in zip(cells, widths, strict=False)), hands])
        for *cells, hands in lines
    )


def farewell(told: Hearing) -> str:
    balance, rounds = told.balance.wallet_minor, str(len(told.results))
    staked, returned = (sum(getattr(one, name) for one in told.results) for name in ("staked_minor", "returned_minor"))
    net, key = told.speech.signed(returned - staked), "summary" if told.results else "no_rounds"
    return told.speech.say(key, rounds=rounds, staked=staked, returned=returned, net=net, balance=balance)
