"""A language as the table speaks it: its sentences, its numbers, its names of things; and how a player writes in it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from ventuno.help import Language, action_name, bet_name, words_of
from ventuno.help.grammar import Grammar
from ventuno.help.tidy import tidy
from ventuno.languages import MODEL, Texts, texts
from ventuno.money import MINOR_PER_UNIT, from_units

MAIN: Final = "main"
LONGEST_QUOTE: Final = 40
_GOLDEN: Final = re.compile(r"([0-9]{0,4})g(.+)", re.IGNORECASE)


class Complaint(Exception):
    """A sentence for the player: what was wrong, and what would be right. Nothing has changed."""


@dataclass(frozen=True, slots=True)
class Speech:
    language: Language

    @property
    def grammar(self) -> Grammar:
        return words_of(self.language).grammar

    @property
    def texts(self) -> Texts:
        return texts(self.language, "terminal")

    # -- what is said ---------------------------------------------------------------------------

    def say(self, key: str, **places: object) -> str:
        """A whole number is an amount, in minor units; what is only counted comes as text."""
        said = {name: self.amount(value) if isinstance(value, int) else value for name, value in places.items()}
        return self.texts("said", key, **said)

    def amount(self, minor: int) -> str:
        return self.grammar.amount(minor)

    def signed(self, minor: int) -> str:
        return f"{'+' if minor > 0 else ''}{self.amount(minor)}"

    def bet(self, key: str) -> str:
        return self.say("main_bet") if key in (MAIN, "") else bet_name(key, self.language)

    def action(self, action: str) -> str:
        return action_name(action, self.language)

    def level(self, level: str) -> str:
        """The name of a VIP level, as far as this language has one for it; the number of a line needs none."""
        return "" if level.isdecimal() else tidy(words_of(self.language).of_file(level))

    def hand(self, line: str, *, alone: bool) -> str:
        return self.say("your_hand") if alone else self.say("hand", line=line)

    # -- what is written ------------------------------------------------------------------------

    def short(self, minor: int) -> str:
        """As a player would write it: 10, not 10.00; and never with a separator of thousands."""
        units, cents = divmod(minor, MINOR_PER_UNIT)
        return f"{units}{self.grammar.decimal}{cents:02}" if cents else str(units)

    def chips(self, real_minor: int, golden: Mapping[int, int]) -> str:
        """`10`, `g5`, `10+2g5`."""
        money = [self.short(real_minor)] if real_minor or not golden else []
        chips = (f"{number if number > 1 else ''}g{self.short(value)}" for value, number in sorted(golden.items()))
        return "+".join([*money, *chips])

    def words_for(self, meaning: str) -> tuple[str, ...]:
        """In this language and in English."""
        here, model = (
            texts(language, "terminal").maybe("written", meaning) or "" for language in (self.language, MODEL)
        )
        return (*here.split(), meaning, *model.split())

    def help(self) -> dict[str, list[tuple[str, str]]]:
        """What to write and what it does, by what it is about."""
        pages: dict[str, list[str]] = {}
        for place, text in self.texts.table("help").items():
            pages.setdefault(place.split(".")[0], []).append(text)
        return {about: list(zip(told[::2], told[1::2], strict=True)) for about, told in pages.items()}

    def means(self, meaning: str, word: str) -> bool:
        return word.casefold() in self.words_for(meaning)

    def read_chips(self, text: str) -> tuple[int, dict[int, int]]:
        """Money, and golden chips by value."""
        golden: dict[int, int] = {}
        money = 0
        for part in text.split("+") if "g" in text.casefold() else [text]:
            if found := _GOLDEN.fullmatch(part):
                value = self.read_amount(found[2])
                golden[value] = golden.get(value, 0) + int(found[1] or 1)
            else:
                money += self.read_amount(part)
        return money, golden

    def read_amount(self, text: str) -> int:
        """Minor units of 12, 12.50 or 1,200; where the language writes 12,50 and 1.200, of those first."""
        here = text.translate({ord(self.grammar.thousands): ",", ord(self.grammar.decimal): "."})
        for written in (here, text):
            try:
                return from_units(written)
            except ValueError:
                continue
        raise Complaint(self.say("no_amount", text=quoted(text)))


def quoted(text: str) -> str:
    """What a player wrote, for a sentence about it: one short line, whatever it was."""
    shown = tidy(text)
    return f'"{shown[:LONGEST_QUOTE]}…"' if len(shown) > LONGEST_QUOTE else f'"{shown}"'
