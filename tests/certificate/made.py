"""Certificates that several tests look at, made once."""

from __future__ import annotations

import re
from copy import copy
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser

import msgspec

from ventuno.certificate.certify import Certificate, certify, rules_in_words
from ventuno.certificate.page import as_html
from ventuno.help import Language
from ventuno.variant import load

COMMAND = "ventuno certify GAME -o page.html"


@cache
def _english(name: str) -> Certificate:
    return certify(load(name), "en", COMMAND)


def certificate(name: str, language: Language = "en") -> Certificate:
    """Worked out once; another language only says it differently."""
    return replace(_english(name), language=language, rules=rules_in_words(load(name), language))


def renamed(name: str, called: str) -> Certificate:
    """A certificate of the same game under another name."""
    made = certificate(name)
    variant = msgspec.structs.replace(made.variant, key=called, name=called)
    odds = copy(made.odds)  # with all that is worked out already
    odds.variant = variant
    return replace(made, odds=odds, command=f"ventuno certify '{called}'")


@cache
def page(name: str, language: Language = "en") -> str:
    return as_html(certificate(name, language))


class Reader(HTMLParser):
    """Reads a page strictly: every element is closed, in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.feed(text)
        self.close()
        assert not self.open, f"never closed: {self.open}"

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attributes)))
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> closes nothing"
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if not self.open or self.open[-1] != "style":
            self.words.append(data)

    @property
    def text(self) -> str:
        return re.sub(r"\s+", " ", " ".join(self.words))
