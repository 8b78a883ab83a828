"""A language as the table speaks it: its words, its numbers, its names of things."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ventuno.cli.table.english import ENGLISH
from ventuno.cli.table.italian import ITALIAN
from ventuno.cli.table.words import Command, Words
from ventuno.help import Language, action_name, bet_name, words_of
from ventuno.help.grammar import Grammar
from ventuno.help.tidy import tidy
from ventuno.money import MINOR_PER_UNIT, from_units
from ventuno.play import Action

WORDS: Final[dict[Language, Words]] = {"it": ITALIAN, "en": ENGLISH}
LONGEST_QUOTE: Final = 40


class Complaint(Exception):
    """A sentence for the player: what was wrong, and what would be right."""


@dataclass(frozen=True, slots=True)
class Speech:
    language: Language

    @property
    def words(self) -> Words:
        return WORDS[self.language]

    @property
    def grammar(self) -> Grammar:
        return words_of(self.language).grammar

    def amount(self, minor: int) -> str:
        return self.grammar.amount(minor)

    def signed(self, minor: int) -> str:
        return f"{'+' if minor > 0 else ''}{self.amount(minor)}"

    def short(self, minor: int) -> str:
        """As a player would write it: 10, not 10.00; and never with a separator of thousands."""
        units, cents = divmod(minor, MINOR_PER_UNIT)
        return f"{units}{self.grammar.decimal}{cents:02}" if cents else str(units)

    def free(self, minor: int) -> str:
        """Free chips, with their mark."""
        return f"★ {self.words.play.free.format(amount=self.amount(minor))}"

    def units(self, limits: tuple[int, int]) -> str:
        return self.grammar.between(limits)

    def bet(self, key: str) -> str:
        return bet_name(key, self.language)

    def action(self, action: Action) -> str:
        return action_name(action.value, self.language)

    def level(self, level: str) -> str:
        """The name of a VIP level, as far as this language has one for it."""
        return tidy(words_of(self.language).of_file(level))

    def hand(self, line: str, *, alone: bool) -> str:
        play = self.words.play
        return play.your_hand if alone else play.hand.format(line=line)

    def command(self, word: str) -> Command | None:
        """What a word asks for, in this language or in English."""
        for words in (self.words, ENGLISH):
            for command, called in words.commands.items():
                if word.casefold() in called:
                    return command
        return None

    def read_amount(self, text: str) -> int:
        """Minor units of 12, 12.50 or 1,200; where the language writes 12,50 and 1.200, of those first."""
        here = text.translate({ord(self.grammar.thousands): ",", ord(self.grammar.decimal): "."})
        for written in (here, text):
            try:
                return from_units(written)
            except ValueError:
                continue
        raise Complaint(self.words.betting.no_amount.format(text=quoted(text)))


def quoted(text: str) -> str:
    """What a player wrote, for a sentence about it: one short line, whatever it was."""
    shown = tidy(text)
    return f'"{shown[:LONGEST_QUOTE]}…"' if len(shown) > LONGEST_QUOTE else f'"{shown}"'


def listed(words: Sequence[str]) -> str:
    return ", ".join(words)
