"""The page in a terminal, as Markdown and as JSON."""

from __future__ import annotations

import re

import msgspec
import pytest
from help_samples import GAMES, SAMPLES, texts

from ventuno.help import Item, Items, Page, Paragraph, Section, TextTable, as_markdown, as_text, help_page
from ventuno.languages import LANGUAGES

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
WIDTHS = (60, 80, 100, 120)


def page(*blocks: Paragraph | Items | TextTable) -> Page:
    return Page("en", "Title", "Introduction.", (Section("Heading", blocks),))


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("sample", SAMPLES)
def test_no_line_is_longer_than_the_width(sample: str, language: str, width: int) -> None:
    lines = as_text(help_page(SAMPLES[sample], language), width=width).splitlines()
    assert max(map(len, lines)) <= width
    assert all(line == line.rstrip() for line in lines)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_colour_changes_nothing_but_the_look(game: str, language: str) -> None:
    shown = help_page(GAMES[game], language)
    coloured = as_text(shown, width=72, colour=True)
    assert coloured != as_text(shown, width=72)
    assert ESCAPE.sub("", coloured) == as_text(shown, width=72)


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("game", GAMES)
def test_no_word_of_the_page_is_lost_in_the_text(game: str, width: int) -> None:
    shown = help_page(GAMES[game], "it")
    text = set(as_text(shown, width=width).split())
    assert {word for each in texts(shown) for word in each.split()} <= text


def test_a_table_is_aligned_and_its_figures_stand_to_the_right() -> None:
    table = TextTable(("Outcome", "Pays"), (("Pair", "25:1"), ("Straight", "6:1")), right=(1,))
    assert as_text(page(table)).splitlines()[-4:] == [
        "Outcome   Pays",
        "────────  ────",
        "Pair      25:1",
        "Straight   6:1",
    ]


def test_a_table_that_is_too_wide_wraps_its_widest_column() -> None:
    table = TextTable(("A", "B"), (("short", "many words " * 10),))
    lines = as_text(page(table), width=40).splitlines()
    assert max(map(len, lines)) <= 40
    assert sum("short" in line for line in lines) == 1


def test_a_term_stands_before_its_text_in_bold() -> None:
    items = Items((Item("Take a card.", "Hit"), Item("Alone.")))
    assert as_text(page(items)).splitlines()[-2:] == ["• Hit – Take a card.", "• Alone."]
    assert "• \x1b[1mHit\x1b[0m – Take a card." in as_text(page(items), colour=True)


def test_a_ridiculous_width_still_gives_a_page() -> None:
    assert as_text(help_page(GAMES["infinite"], "it"), width=3)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_markdown_has_a_heading_for_each_section_and_whole_tables(game: str, language: str) -> None:
    shown = help_page(GAMES[game], language)
    lines = as_markdown(shown).splitlines()
    assert lines[0] == f"# {shown.title}"
    assert sum(line.startswith("## ") for line in lines) == len(shown.sections)
    tables = [block for section in shown.sections for block in section.blocks if isinstance(block, TextTable)]
    assert sum(line.startswith("|") for line in lines) == sum(len(table.rows) + 2 for table in tables)


def test_markdown_does_not_take_a_name_for_its_own_signs() -> None:
    assert as_markdown(page(Paragraph("a *b* | <i>"))).endswith(r"a \*b\* \| \<i\>")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_travels_as_json(language: str) -> None:
    shown = help_page(GAMES["all-bets"], language)
    assert msgspec.json.decode(msgspec.json.encode(shown), type=Page) == shown
