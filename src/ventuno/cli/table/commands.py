"""The words that ask the house for something: help, rules, limits, history, and the way out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from ventuno.cli.table import house
from ventuno.cli.table.speech import Complaint
from ventuno.cli.table.words import Command
from ventuno.money import MOST
from ventuno.play import transcript

if TYPE_CHECKING:
    from ventuno.cli.table.session import Session

Lines = list[str]


def _help(session: Session, _: str) -> Lines:
    page = house.help_with_deciding if session.playing else house.help_with_betting
    return [page(session.desk, session.look)]


def _rules(session: Session, _: str) -> Lines:
    return [house.rules_page(session.desk.variant, session.speech, session.look)]


def _limits(session: Session, number: str) -> Lines:
    """Shows the limits, or takes others of the menu (B4)."""
    if not number:
        return [house.limits_panel(session.desk, session.look)]
    said, menu = session.speech.words.house, session.desk.variant.table.limits
    if session.playing:
        raise Complaint(said.not_now)
    if number not in map(str, range(1, len(menu) + 1)):
        raise Complaint(said.limits_unknown.format(most=len(menu)))
    session.desk = replace(session.desk, limits=menu[int(number) - 1])
    return [house.limits_taken(session.desk)]


def _history(session: Session, _: str) -> Lines:
    return [house.history(session.played, session.speech)]


def _record(session: Session, _: str) -> Lines:
    if not session.played:
        raise Complaint(session.speech.words.house.record_empty)
    return [transcript(session.played[-1].round).rstrip("\n")]


def _insurance(session: Session, switch: str) -> Lines:
    """Switches the offers off and on (D6)."""
    said = session.speech.words
    if not session.desk.variant.table.insurance_can_be_off:
        raise Complaint(said.house.insurance_always)
    for state, called in said.switch.items():
        if switch.casefold() in called:
            session.insurance = state == "on"
            return [said.house.insurance[state], *([said.house.insurance_next] if session.playing else [])]
    raise Complaint(said.house.insurance_how)


def _add(session: Session, text: str) -> Lines:
    said = session.speech.words.house
    amount = session.speech.read_amount(text) if text else 0
    if amount <= 0 or session.balance + amount > MOST:
        raise Complaint(said.add_how)
    session.balance += amount
    added = said.added.format(amount=session.speech.amount(amount))
    return [added] if session.playing else [added, session.status(0, session.pool)]


def _quit(session: Session, _: str) -> Lines:
    session.over = True
    notices = []
    if session.playing:
        stake = session.speech.amount(session.playing.staked)
        notices.append(session.speech.words.house.returned.format(stake=stake))
        session.give_back(session.playing)
    sums = (session.rounds, session.staked, session.returned, session.balance)
    return [*notices, house.farewell(*sums, session.speech)]


COMMANDS: Final[dict[Command, Callable[[Session, str], Lines]]] = {
    "help": _help,
    "rules": _rules,
    "limits": _limits,
    "history": _history,
    "record": _record,
    "insurance": _insurance,
    "add": _add,
    "quit": _quit,
}
