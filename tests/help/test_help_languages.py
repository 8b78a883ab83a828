"""Every choice of the model is worded in every language, and nothing else is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from string import Formatter
from typing import Literal, get_args, get_origin

import msgspec
import pytest
from help_samples import EVERYTHING, GAMES, SAMPLES, changed, texts as texts_of, without_fingerprints

from ventuno.help import action_name, bet_name, hand_outcome_name, help_page, outcome_name
from ventuno.languages import LANGUAGES, texts
from ventuno.play import Action
from ventuno.sidebets import SIDE_BETS, Needs
from ventuno.variant import Variant
from ventuno.variant.model import RulesOfVariant

ENGLISH_WORDS = frozenset(
    """
    an the and or with without of to is are it you your hand hands card cards deck decks dealer bet bets stake stakes
    side main split double hit stand push bust house shoe round table seat free chip chips golden pays win wins lose
    loses lost up down face ace aces ten tens suit suited pair straight flush outcome return player never only
    """.split()  # noqa: SIM905 - a list of words reads better as text
)

HAND_OUTCOMES = {"blackjack", "win", "push", "lose", "bust", "charlie", "surrender", "cashback"}


def tables(language: str) -> dict[str, set[str]]:
    """Every table of the help page's file, by its place, with its entries."""
    found: dict[str, set[str]] = {}
    for place in texts(language, "help").table():
        table, _, entry = place.rpartition(".")
        found.setdefault(table, set()).add(entry)
    return found


def literals(kind: type[RulesOfVariant]) -> Iterator[tuple[str, frozenset[str]]]:
    """The fields of the model that choose between values, by name."""
    for field in msgspec.structs.fields(kind):
        arguments = [field.type, *get_args(field.type)]
        for each in arguments:
            if get_origin(each) is Literal:
                yield "takes" if kind.__name__ == "BlackjackTakes" else field.name, frozenset(get_args(each))


CHOICES = dict(choice for kind in RulesOfVariant.__subclasses__() for choice in literals(kind)) | {
    "needs": frozenset(get_args(Needs))
}
VARIANT = [
    kind for kind in RulesOfVariant.__subclasses__() if kind.__module__ == RulesOfVariant.__module__
]  # not a table's settings
FLAGS = {field.name for kind in VARIANT for field in msgspec.structs.fields(kind) if field.type is bool}


def test_the_model_has_the_choices_that_are_tested_here() -> None:
    assert {"kind", "shuffle", "soft_17", "looks_under", "takes", "surrender", "per", "strategy"} <= CHOICES.keys()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("choice", CHOICES)
def test_every_value_of_every_choice_in_the_model_is_worded(choice: str, language: str) -> None:
    worded = [entries for place, entries in tables(language).items() if place.endswith(f".{choice}")]
    assert worded
    assert all(entries == CHOICES[choice] for entries in worded)


@pytest.mark.parametrize("language", LANGUAGES)
def test_yes_and_no_are_both_worded_wherever_one_is(language: str) -> None:
    said = texts(language, "help")
    for place, entries in tables(language).items():
        if place.rpartition(".")[2] in FLAGS:
            assert entries == {"yes", "no"}
            assert said(place, True) != said(place, False)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", SIDE_BETS)
def test_every_side_bet_and_each_of_its_outcomes_has_a_name(key: str, language: str) -> None:
    assert bet_name(key, language)
    names = [outcome_name(outcome, language) for outcome in SIDE_BETS[key].outcomes]
    assert all(names)
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", SIDE_BETS)
def test_a_side_bet_explains_all_of_its_outcomes_or_none(key: str, language: str) -> None:
    explained = [texts(language, "help").maybe("side_bets.meaning", outcome) for outcome in SIDE_BETS[key].outcomes]
    assert all(explained) or not any(explained)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_language_names_a_side_bet_that_does_not_exist(language: str) -> None:
    names, outcomes = texts(language, "names"), {each for bet in SIDE_BETS.values() for each in bet.outcomes}
    assert names.table("bet").keys() == SIDE_BETS.keys() | {"main", "insurance"}
    assert names.table("made").keys() == outcomes | {"win", "lose"}
    assert texts(language, "help").table("side_bets.judged").keys() == SIDE_BETS.keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_action_that_can_be_played_has_a_name(language: str) -> None:
    assert all(action_name(action, language) for action in Action)
    assert texts(language, "names").table("action").keys() == set(Action)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_outcome_of_a_hand_has_a_name(language: str) -> None:
    assert all(hand_outcome_name(outcome, language) for outcome in HAND_OUTCOMES)
    assert texts(language, "names").table("outcome").keys() == HAND_OUTCOMES


def test_a_side_bet_judged_for_each_hand_has_the_names_of_all_its_outcomes() -> None:
    assert outcome_name("aa+a", "it") == "Due assi + Un asso"
    assert outcome_name("lose", "it") == "Persa"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_name_that_no_language_knows_is_an_error_and_not_a_blank(language: str) -> None:
    with pytest.raises(KeyError):
        bet_name("no-such-bet", language)


@pytest.mark.parametrize("game", GAMES)
def test_the_words_of_the_games_own_files_are_translated(game: str) -> None:
    variant, names = GAMES[game], texts("it", "names")
    notes = {published.note for published in variant.published.values()}
    levels = {limits.level for limits in variant.table.limits}
    assert (notes | levels) - {""} <= names.table("note").keys() | names.table("level").keys()


@pytest.mark.parametrize("game", GAMES)
def test_no_english_word_is_on_an_italian_page(game: str) -> None:
    page = without_fingerprints(help_page(msgspec.structs.replace(GAMES[game], name="", key=""), "it"))
    words = {word for text in texts_of(page) for word in re.findall(r"[a-zàèéìòù]+", text.lower())}
    assert words & ENGLISH_WORDS == set()


def test_every_sentence_of_the_catalogue_is_on_some_page() -> None:
    """A sentence that nothing says any more is a rule that was forgotten, or waste."""
    variants = [*SAMPLES.values(), *(variant for _, variant in changed(EVERYTHING, Variant))]
    said = "\n".join({text for variant in variants for text in texts_of(help_page(variant, "en"))})
    own = [place for place in texts("en", "help").table() if not place.startswith(("brief.", "decisions.ranks."))]
    unsaid = [place for place in own if _core(texts("en", "help")(place)) not in said]
    assert unsaid == []


def _core(text: str) -> str:
    """The longest piece of a template without a place to fill."""
    return max((piece for piece, *_ in Formatter().parse(text)), key=len, default="").strip()
