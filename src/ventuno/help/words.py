"""A language as the pages speak it: its numbers, its names of things, the sentences of the help page."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import get_args

from ventuno.help.grammar import Grammar, Noun
from ventuno.languages import Language, Texts, texts


@dataclass(frozen=True, slots=True)
class Words:
    language: Language
    grammar: Grammar
    names: Texts
    help: Texts

    def capital(self, *name: object) -> str:
        """A name that stands alone, or begins a line."""
        text = self.names(*name)
        return text[:1].upper() + text[1:]

    def of_file(self, text: str) -> str:
        """A note or a VIP level of a variant file, which is written in English; as it is where nobody translated it."""
        return self.names.maybe("note", text) or self.names.maybe("level", text) or text


@cache
def words_of(language: Language) -> Words:
    grammar = texts(language, "language").part("grammar")
    counted: dict[Noun, tuple[str, str]] = {
        noun: (grammar("counted", noun, 0), grammar("counted", noun, 1)) for noun in get_args(Noun)
    }
    plain = {key: text for key, text in grammar.table().items() if not key.startswith("counted.")}
    return Words(language, Grammar(**plain, counted=counted), texts(language, "names"), texts(language, "help"))
