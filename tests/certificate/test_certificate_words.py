"""Both languages of a certificate say the same."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from ventuno.certificate.english import ENGLISH
from ventuno.certificate.italian import ITALIAN
from ventuno.odds import ace_bets, coupled_bets

# English has the odds' own words; "Cashback" and "Ventuno" are names.
SAME = {"header.house", "cashback.heading", "returns.not_published", "strategy.natural_rows.hard"}


def said(words: Any, place: str = "") -> Iterator[tuple[str, str]]:
    if is_dataclass(words):
        for field in fields(words):
            yield from said(getattr(words, field.name), f"{place}.{field.name}".lstrip("."))
    elif isinstance(words, Mapping):
        for key, text in words.items():
            yield from said(text, f"{place}.{key}")
    elif isinstance(words, tuple):
        for number, text in enumerate(words):
            yield from said(text, f"{place}.{number}")
    else:
        yield place, words


def test_every_sentence_has_its_translation_with_the_same_places() -> None:
    english, italian = dict(said(ENGLISH)), dict(said(ITALIAN))
    own = {place for place in italian if place.startswith("outcomes.method.")}
    assert english.keys() == italian.keys() - own
    for place, text in english.items():
        assert sorted(re.findall(r"\{\w+\}", text)) == sorted(re.findall(r"\{\w+\}", italian[place])), place


def test_nothing_is_left_untranslated() -> None:
    english, italian = dict(said(ENGLISH)), dict(said(ITALIAN))
    same = {place for place, text in english.items() if italian[place] == text}
    assert {place for place in same if len(english[place]) > 9} <= SAME


def test_every_policy_of_the_odds_has_its_words() -> None:
    policies = {
        value
        for name, value in (*vars(coupled_bets).items(), *vars(ace_bets).items())
        if name.isupper() and isinstance(value, str) and " " in value
    }
    for words in (ENGLISH, ITALIAN):
        assert policies == words.side_bets.policies.keys()
