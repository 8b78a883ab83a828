"""Rounds in the bank's eyes: opened with terms, fed with events, ended once."""

from __future__ import annotations

from ventuno.bank.amounts import refusal_of_text
from ventuno.bank.book import Book
from ventuno.bank.commands import ForgetRounds, KeepRules, KeepTable, OpenRound, RecordEvents, RoundCommand
from ventuno.bank.receipts import Receipt, SealedTable, fingerprint
from ventuno.bank.records import RoundRecord
from ventuno.refusal import Refusal


def open_round(book: Book, command: OpenRound) -> Receipt | Refusal:
    for what, text in (("code", command.round), ("table", command.table), ("game", command.game)):
        if refusal := refusal_of_text(what, text):
            return refusal
    if command.round in book.rounds:
        return Refusal("round/code_taken", f"there is a round {command.round} already")
    for key in command.terms.jackpots.values():
        if key not in book.jackpots:
            return Refusal("jackpot/unknown", f"there is no jackpot {key!r}")
    at_ms = command.at_ms
    book.rounds[command.round] = RoundRecord(
        command.round, command.table, command.game, at_ms, at_ms, command.terms, opened=book.head.number + 1
    )
    book.changes.rounds.add(command.round)
    return book.record(command)


def round_of(book: Book, command: RoundCommand) -> RoundRecord | Refusal:
    """The round, where it is still open and the events follow those already stored."""
    found = book.rounds.get(command.round)
    if found is None:
        return Refusal("round/unknown", f"there is no round {command.round}")
    if found.state != "open":
        return Refusal("round/over", f"the round {command.round} is {found.state}", {"state": found.state})
    if command.first_event is not None and command.first_event != found.events:
        why = f"{found.events} events of the round are stored, not {command.first_event}"
        return Refusal("round/events_out_of_step", why, {"events": found.events})
    return found


def record_events(book: Book, command: RecordEvents) -> Receipt | Refusal:
    found = round_of(book, command)
    return found if isinstance(found, Refusal) else book.record(command)


def keep_table(book: Book, command: KeepTable) -> Receipt | Refusal:
    """The latest counts, and only that is stored."""
    if refusal := refusal_of_text("table", command.table):
        return refusal
    book.changes.tables[command.table, command.player] = (book.head.number + 1, command.body)
    sealed = SealedTable(command.table, fingerprint(command.body))
    return book.record(command, player=command.player, table=sealed)


def keep_rules(book: Book, command: KeepRules) -> Receipt | Refusal:
    """Each once, for ever."""
    for what, text in (("rules", command.rules), ("game", command.game)):
        if refusal := refusal_of_text(what, text):
            return refusal
    book.changes.rules.append((command.rules, command.game, command.body))
    return book.record(command, rules=command.rules)


def forget_rounds(book: Book, command: ForgetRounds) -> Receipt | Refusal:
    """It is in the journal, so an audit knows which events are rightly missing. The store lets them go afterwards."""
    if not 0 < command.ended_before <= book.head.number + 1:
        return Refusal("round/not_yet", f"the journal has {book.head.number} records so far")
    return book.record(command, events_forgotten=command.ended_before)
