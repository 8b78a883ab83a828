"""No language may lack a word that the other has."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from string import Formatter
from typing import Any, Literal, get_args, get_origin

import msgspec
import pytest
from help_samples import EVERYTHING, GAMES, LANGUAGES, SAMPLES, changed, texts, without_fingerprints

from ventuno.help import Action, HandOutcome, action_name, bet_name, hand_outcome_name, help_page, outcome_name
from ventuno.help.languages import LANGUAGES as WORDS
from ventuno.play import Action as PlayedAction
from ventuno.sidebets import SIDE_BETS, Needs
from ventuno.variant import Variant
from ventuno.variant.model import Rules

ENGLISH_WORDS = frozenset(
    """
    an the and or with without of to is are it you your hand hands card cards deck decks dealer bet bets stake stakes
    side main split double hit stand push bust house shoe round table seat free chip chips golden pays win wins lose
    loses lost up down face ace aces ten tens suit suited pair straight flush outcome return player never only
    """.split()  # noqa: SIM905 - a list of words reads better as text
)


def leaves(words: Any, place: str = "") -> Iterator[tuple[str, str]]:
    """Every text of a catalogue, by its place."""
    if isinstance(words, str):
        yield place, words
    elif is_dataclass(words):
        for field in fields(words):
            yield from leaves(getattr(words, field.name), f"{place}.{field.name}".strip("."))
    elif isinstance(words, Mapping):
        for key, value in words.items():
            yield from leaves(value, f"{place}[{key}]")
    elif isinstance(words, tuple):
        for index, value in enumerate(words):
            yield from leaves(value, f"{place}[{index}]")


ITALIAN, ENGLISH = (dict(leaves(WORDS[language])) for language in LANGUAGES)


def mappings(words: Any) -> Iterator[tuple[str, Mapping[Any, str]]]:
    """Every mapping of a catalogue, by the name of its field."""
    for field in fields(words):
        value = getattr(words, field.name)
        if is_dataclass(value):
            yield from mappings(value)
        elif isinstance(value, Mapping):
            yield field.name, value


def literals(kind: type[Rules]) -> Iterator[tuple[str, frozenset[str]]]:
    """The fields of the model that choose between values, by name."""
    for field in msgspec.structs.fields(kind):
        arguments = [field.type, *get_args(field.type)]
        for each in arguments:
            if get_origin(each) is Literal:
                yield "takes" if kind.__name__ == "BlackjackTakes" else field.name, frozenset(get_args(each))


CHOICES = dict(choice for kind in Rules.__subclasses__() for choice in literals(kind)) | {
    "needs": frozenset(get_args(Needs))
}
VARIANT = [kind for kind in Rules.__subclasses__() if kind.__module__ == Rules.__module__]  # not a table's settings
FLAGS = {field.name for kind in VARIANT for field in msgspec.structs.fields(kind) if field.type is bool}


def test_both_languages_have_the_same_places() -> None:
    assert ITALIAN.keys() == ENGLISH.keys()


@pytest.mark.parametrize("place", ENGLISH)
def test_a_sentence_has_the_same_places_to_fill_in_both_languages(place: str) -> None:
    def filled(text: str) -> set[str | None]:
        return {name for _, name, _, _ in Formatter().parse(text)} - {None}

    assert filled(ITALIAN[place]) == filled(ENGLISH[place])
    assert bool(ITALIAN[place]) == bool(ENGLISH[place])


@pytest.mark.parametrize("place", [place for place, text in ENGLISH.items() if len(text.split()) > 3])
def test_a_sentence_is_not_the_same_in_both_languages(place: str) -> None:
    assert ITALIAN[place] != ENGLISH[place]


def test_the_model_has_the_choices_that_are_tested_here() -> None:
    assert {"kind", "shuffle", "soft_17", "looks_under", "takes", "surrender", "per", "strategy"} <= CHOICES.keys()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("choice", CHOICES)
def test_every_value_of_every_choice_in_the_model_is_worded(choice: str, language: str) -> None:
    worded = [mapping for name, mapping in mappings(WORDS[language]) if name == choice]
    assert worded
    assert all(mapping.keys() == CHOICES[choice] for mapping in worded)


@pytest.mark.parametrize("language", LANGUAGES)
def test_yes_and_no_are_both_worded_wherever_one_is(language: str) -> None:
    for name, mapping in mappings(WORDS[language]):
        if name in FLAGS:
            assert mapping.keys() == {True, False}
            assert mapping[True] != mapping[False]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", SIDE_BETS)
def test_every_side_bet_and_each_of_its_outcomes_has_a_name(key: str, language: str) -> None:
    assert bet_name(key, language)
    names = [outcome_name(key, outcome, language) for outcome in SIDE_BETS[key].outcomes]
    assert all(names)
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", SIDE_BETS)
def test_a_side_bet_explains_all_of_its_outcomes_or_none(key: str, language: str) -> None:
    bet = WORDS[language].bets[key]
    assert bet.outcomes.keys() == set(SIDE_BETS[key].outcomes)
    assert bet.meanings.keys() in (set(), set(SIDE_BETS[key].outcomes))


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_language_names_a_side_bet_that_does_not_exist(language: str) -> None:
    assert WORDS[language].bets.keys() == SIDE_BETS.keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_action_that_can_be_played_has_a_name(language: str) -> None:
    assert set(get_args(Action)) == {str(action) for action in PlayedAction}
    assert all(action_name(action, language) for action in PlayedAction)
    assert WORDS[language].names.actions.keys() == set(get_args(Action))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_outcome_of_a_hand_has_a_name(language: str) -> None:
    assert all(hand_outcome_name(outcome, language) for outcome in get_args(HandOutcome))
    assert WORDS[language].names.hand_outcomes.keys() == set(get_args(HandOutcome))


def test_a_side_bet_judged_for_each_hand_has_the_names_of_all_its_outcomes() -> None:
    assert outcome_name("progressive", "aa+a", "it") == "Due assi + Un asso"
    assert outcome_name("progressive", "lose", "it") == "Persa"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_name_that_no_language_knows_is_an_error_and_not_a_blank(language: str) -> None:
    with pytest.raises(KeyError):
        bet_name("no-such-bet", language)


@pytest.mark.parametrize("game", GAMES)
def test_the_words_of_the_games_own_files_are_translated(game: str) -> None:
    variant, known = GAMES[game], WORDS["it"].names.file_words
    notes = {published.note for published in variant.published.values()}
    levels = {limits.level for limits in variant.table.limits}
    assert (notes | levels) - {""} <= known.keys()


@pytest.mark.parametrize("game", GAMES)
def test_no_english_word_is_on_an_italian_page(game: str) -> None:
    page = without_fingerprints(help_page(msgspec.structs.replace(GAMES[game], name="", key=""), "it"))
    words = {word for text in texts(page) for word in re.findall(r"[a-zàèéìòù]+", text.lower())}
    assert words & ENGLISH_WORDS == set()


def test_every_sentence_of_the_catalogue_is_on_some_page() -> None:
    """A sentence that nothing says any more is a rule that was forgotten, or waste."""
    variants = [*SAMPLES.values(), *(variant for _, variant in changed(EVERYTHING, Variant))]
    said = "\n".join({text for variant in variants for text in texts(help_page(variant, "en"))})
    named = ("names.", "grammar.", "language")
    unsaid = [place for place, text in ENGLISH.items() if not place.startswith(named) and _core(text) not in said]
    assert unsaid == []


def _core(text: str) -> str:
    """The longest piece of a template without a place to fill."""
    return max((piece for piece, *_ in Formatter().parse(text)), key=len, default="").strip()
