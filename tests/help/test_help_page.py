"""The page is written from the variant's data, field by field (A11)."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest
from help_samples import EVERYTHING, GAMES, SAMPLES, changed, texts, without_fingerprints

from ventuno.help import Items, Page, TextTable, bet_name, help_page, outcome_name, words_of
from ventuno.languages import LANGUAGES
from ventuno.money import Price
from ventuno.variant import Variant, digest, from_notation, to_notation

CHANGES = dict(changed(EVERYTHING, Variant))


def said(variant: Variant, language: str = "en") -> str:
    return "\n".join(texts(help_page(variant, language)))


def with_rules(line: str = "6D", **sections: dict[str, object]) -> Variant:
    """A notation with some fields of some sections set."""
    variant = from_notation(line)
    changes = {name: msgspec.structs.replace(getattr(variant, name), **fields) for name, fields in sections.items()}
    return msgspec.structs.replace(variant, **changes)


def test_every_field_of_the_model_is_among_the_changes_tried() -> None:
    tried = Counter(place.split(".")[0].split("=")[0].split("[")[0] for place in CHANGES)
    assert set(tried) == set(Variant.__struct_fields__)
    assert len(CHANGES) > 150


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("place", CHANGES)
def test_a_change_of_any_field_changes_the_page(place: str, language: str) -> None:
    before, after = (without_fingerprints(help_page(each, language)) for each in (EVERYTHING, CHANGES[place]))
    assert before != after


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_two_games_with_the_same_rules_have_the_same_page_but_for_their_names(game: str, language: str) -> None:
    renamed = msgspec.structs.replace(GAMES[game], key="other", name="Other")
    mine, other = (list(texts(help_page(each, language))) for each in (GAMES[game], renamed))
    assert len([1 for one, another in zip(mine, other, strict=True) if one != another]) == 2  # title and key


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_price_of_the_file_is_on_the_page_beside_its_outcome(game: str, language: str) -> None:
    page, words = help_page(GAMES[game], language), words_of(language)
    for key, prices in GAMES[game].side_bets.items():
        rows = {row[0]: row[-1] for row in _table_of(page, bet_name(key, language)).rows}
        for outcome, price in prices.pays.items():
            assert rows[outcome_name(outcome, language)] == words.grammar.price(price)
    assert GAMES[game].hand.blackjack.text in said(GAMES[game], language)


def _table_of(page: Page, bet: str) -> TextTable:
    section = next(each for each in page.sections if each.heading.endswith(f": {bet}"))
    return next(block for block in section.blocks if isinstance(block, TextTable))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_published_return_is_on_the_page(game: str, language: str) -> None:
    figures = words_of(language).grammar.figures
    text = said(GAMES[game], language)
    assert all(f"{figures(published.rtp)}%" in text for published in GAMES[game].published.values())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("sample", SAMPLES)
def test_the_last_lines_are_the_notation_and_the_start_of_the_digest(sample: str, language: str) -> None:
    notation, fingerprint = _last(sample, language)
    assert notation.endswith(to_notation(SAMPLES[sample]))
    assert fingerprint.endswith(" " + digest(SAMPLES[sample])[:12])


def _last(sample: str, language: str) -> list[str]:
    items = help_page(SAMPLES[sample], language).sections[-1].blocks[-1]
    assert isinstance(items, Items)
    return [item.text for item in items.items][-2:]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("sample", SAMPLES)
def test_no_text_is_empty_and_no_place_is_left_unfilled(sample: str, language: str) -> None:
    page = help_page(SAMPLES[sample], language)
    for text in texts(page):
        assert not set("{}") & set(text)
        assert text == " ".join(text.split())
    for section in page.sections:
        assert section.heading
        assert section.blocks
        assert all(block.items for block in section.blocks if isinstance(block, Items))


def test_a_notation_has_no_published_return_to_speak_of() -> None:
    assert "Return to player" not in said(from_notation("6D"))
    assert "does not name every rule" not in said(from_notation("6D"))


def test_the_page_says_where_the_notation_is_incomplete() -> None:
    assert "does not name every rule" in said(GAMES["infinite"])


def test_the_dealer_looks_after_insurance_only_where_there_is_insurance() -> None:
    assert "after insurance" in said(from_notation("6D PEEK"))
    assert "after insurance" not in said(with_rules("6D PEEK", hand={"insurance": None}))


def test_what_an_unseen_blackjack_takes_is_said_only_for_up_cards_the_dealer_does_not_look_under() -> None:
    assert "comes to light" not in said(from_notation("6D PEEK"))
    assert "with a ten up, for each starting hand you lose one original bet" in said(GAMES["cashback"])
    assert "comes to light with an ace up" not in said(GAMES["cashback"])
    assert "comes to light with an ace or a ten up, you lose all your main bets" in said(GAMES["free-chip"])


def test_a_live_bet_on_the_dealers_bust_makes_the_dealer_draw_and_dealer_pair_shows_the_hole_card() -> None:
    assert "a bet on Buster Blackjack, the dealer draws to the end" in said(GAMES["cashback"])
    assert "a bet on Dealer Pair, the dealer shows the hole card" in said(GAMES["cashback"])
    assert "draws to the end" not in said(GAMES["classic-free-bet"])


def test_pairs_that_split_free_are_named_the_shorter_way() -> None:
    def free(*points: int) -> str:
        return said(with_rules(hand={"free_split": points}))

    assert "any pair except tens (10, J, Q, K), the split" in free(*range(1, 10))
    assert "With any pair, the split" in free(*range(1, 11))
    assert "With a pair of aces and 8s, the split" in free(8, 1)


def test_a_game_without_splits_says_nothing_of_split_hands() -> None:
    text = said(from_notation("6D SPL0 FREE"))
    assert "Pairs cannot be split" in text
    assert "Split hands" not in text
    assert "Free split" not in text
    assert "Split aces" not in text


def test_aces_are_said_to_split_again_only_where_anything_does() -> None:
    assert "Aces cannot be split a second time" in said(from_notation("6D SPL3"))
    assert "Aces cannot be split a second time" not in said(from_notation("6D SPL1"))


def test_prices_in_all_and_pushes_are_explained() -> None:
    grammar = words_of("it").grammar
    assert grammar.price(Price("x5000")) == "×5.000 (puntata compresa)"
    assert grammar.price(Price("0:1")) == "0:1 (puntata restituita)"
    assert grammar.price(Price("2000:1")) == "2000:1"
    assert words_of("en").grammar.price(Price("jackpot")) == "the jackpot"


def test_numbers_are_written_as_each_language_writes_them() -> None:
    assert "1–5,000" in said(GAMES["infinite"], "en")
    assert "1–5.000" in said(GAMES["infinite"], "it")
    assert "99,47%" in said(GAMES["infinite"], "it")
    assert "multipli di 0,02" in said(GAMES["infinite"], "it")


def test_a_limit_on_side_bets_is_shown_only_where_there_are_side_bets() -> None:
    assert "Side bet" not in said(from_notation("6D"))


@pytest.mark.parametrize(
    ("kind", "positions", "most", "expected"),
    [
        ("solo", 3, 3, "from 1 to 3 hands"),
        ("solo", 3, 1, "you play one hand"),
        ("seated", 7, 1, "7 seats. Each player takes one"),
        ("shared", 2, 2, "2 positions, each with its own hand"),
        ("shared", 1, 3, "one position. You bet on one hand"),
    ],
)
def test_the_positions_read_well_for_each_kind_of_table(kind: str, positions: int, most: int, expected: str) -> None:
    rules = {"kind": kind, "positions": positions, "positions_per_player": most}
    assert expected in said(with_rules(table=rules))


def test_control_characters_in_a_file_do_not_reach_the_page() -> None:
    page = help_page(msgspec.structs.replace(GAMES["infinite"], name="In\x1b[31m\nfinite"), "en")
    assert page.title == "In [31m finite"
