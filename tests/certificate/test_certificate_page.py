"""The page that a laboratory is handed: whole, self-contained, and saying what was worked out."""

from __future__ import annotations

import hashlib
import re
from copy import copy
from dataclasses import replace

import pytest

from tests.certificate.made import COMMAND, Reader, certificate, page, renamed
from ventuno.certificate.certify import certify
from ventuno.certificate.page import as_html
from ventuno.languages import LANGUAGES, Language
from ventuno.variant import digest, load

FREE = "1D FREE SPL1"
NAMES = ("infinite", "cashback", FREE)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_every_element_is_closed_and_no_place_is_left_unfilled(name: str, language: Language) -> None:
    read = Reader(page(name, language))
    assert not re.search(r"\{[a-z_]*\}|None|\bnan\b|\0", re.sub(r'\{"cashback".*\}', "", read.text))
    assert ("html", {"lang": language}) in read.elements


@pytest.mark.parametrize("name", NAMES)
def test_the_page_needs_no_network_and_no_script(name: str) -> None:
    text = page(name)
    names = {tag for tag, _ in Reader(text).elements}
    assert not names & {"script", "link", "img", "iframe", "object", "embed", "form", "base"}
    assert not re.search(r"https?:|//[a-z]|url\(|@import|\son[a-z]+=", text)
    assert "default-src 'none'" in text


def test_names_in_a_file_cannot_become_markup() -> None:
    hostile = '<script>alert(1)</script> & "x" \u202e'
    text = as_html(renamed("infinite", hostile))
    assert "<script>alert" not in text
    Reader(text)


def test_a_name_cannot_end_the_style_sheet() -> None:
    text = as_html(renamed("infinite", '"; } </style><b>'))
    assert text.count("</style>") == 1
    assert "<b>" not in text.split("</head>")[0]


@pytest.mark.parametrize("name", NAMES)
def test_the_digest_is_that_of_the_line_printed(name: str) -> None:
    text = page(name)
    printed = re.search(r'<code class="canonical">(.*?)</code>', text)
    assert printed
    line = printed[1].replace("&quot;", '"').replace("&amp;", "&")
    assert hashlib.sha256(line.encode()).hexdigest() == digest(load(name))
    assert digest(load(name)) in Reader(text).text


def test_published_figures_stand_beside_the_computed_ones() -> None:
    text = Reader(page("infinite")).text
    assert "All 5 published returns come out" in text
    assert "composition-dependent strategy, per initial bet; first hand of the shoe 99.465317% 99.47% ✓ yes" in text
    assert "total-dependent strategy, per initial bet 99.463941% –" in text


def test_a_figure_that_does_not_come_out_says_so_and_why() -> None:
    text = Reader(page("cashback")).text
    assert "6 of 7 published returns come out, to the second decimal; not so: Lucky Lucky." in text
    assert "✗ no" in text
    assert "Lucky Lucky: published 96.10%, computed 96.091926%. The exact figure is 96.0919%" in text


def test_a_game_without_a_rule_book_says_that_there_is_nothing_to_compare_with() -> None:
    assert "there is nothing to compare with" in Reader(page(FREE)).text


def test_both_strategy_classes_and_both_bases_are_named() -> None:
    text = Reader(page("cashback")).text
    for strategy in ("composition-dependent", "total-dependent"):
        for per in ("per initial bet", "per unit of real money staked"):
            assert f"{strategy} strategy, {per}" in text


def test_numbers_are_written_in_the_way_of_the_language() -> None:
    assert "99,465317%" in page("infinite", "it")
    assert "99.465317%" not in page("infinite", "it")
    assert "−0,005360586" in page("infinite", "it")


def test_a_chart_is_a_table_with_headers_and_a_letter_in_every_cell() -> None:
    text = page("infinite")
    charts = re.findall(r'<table class="chart">.*?</table>', text)
    assert len(charts) == 5  # hard, soft, pairs, four cards, five cards
    for chart in charts:
        assert "<caption>" in chart
        assert chart.count('scope="col"') == 11
        cells = re.findall(r'<td class="(\w+)">(\w+)</td>', chart)
        assert len(cells) == 10 * chart.count('scope="row"')
        assert all(kind == letter for kind, letter in cells)


def test_hands_on_free_chips_have_their_own_chart() -> None:
    assert "Hands on a free chip" in page(FREE)
    assert "Hands on a free chip" not in page("infinite")


def test_side_bets_have_exact_fractions_and_every_chance_is_accounted_for() -> None:
    text = page("infinite")
    assert "398/415" in text
    rows = re.findall(r"<td class=\"number\">0\.\d{10}</td><td class=\"number\">[\d,.]+</td><td>(\d+)/(\d+)</td>", text)
    any_pair = [int(a) / int(b) for a, b in rows[:3]]
    assert sum(any_pair) == pytest.approx(1)


def test_a_jackpot_is_a_fixed_part_and_a_slope() -> None:
    text = Reader(page("all-bets")).text
    assert "The fixed awards return 91.312317%" in text
    assert "each unit in the jackpot adds 2/12909299" in text
    assert "Policy: aces are always hit, never split." in text
    assert "Under another policy – the main game’s best strategy, composition-dependent – it returns" in text


def test_the_distribution_is_drawn_one_bar_a_result() -> None:
    found = certificate("infinite").odds.distribution
    text = page("infinite")
    assert len(re.findall(r"<rect ", text)) == len(found.probabilities)
    assert 'role="img"' in text
    heights = [float(height) for height in re.findall(r'<rect [^>]*height="([\d.]+)"', text)]
    assert all(height > 0 for height in heights)
    assert "1.110146" in text


def test_a_sampled_distribution_shows_its_error_and_no_more_decimals_than_that() -> None:
    made = certificate("infinite")
    odds = copy(made.odds)
    odds.distribution = replace(made.odds.distribution, error=2e-6)
    text = Reader(as_html(replace(made, odds=odds))).text
    assert "No probability has a larger standard error than 2.0e−06." in text
    assert "0.4336583113" not in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_command_that_makes_it_again_is_on_the_page(language: Language) -> None:
    assert COMMAND in page("infinite", language)


def test_the_same_is_made_to_the_byte() -> None:
    assert page("infinite") == as_html(certify(load("infinite"), "en", COMMAND))


def test_rules_are_those_of_the_help_page_without_what_the_certificate_says_better() -> None:
    headings = [section.heading for section in certificate("cashback").rules.sections]
    assert "The dealer" in headings
    assert "Return to player" not in headings
    assert "Where this page comes from" not in headings
