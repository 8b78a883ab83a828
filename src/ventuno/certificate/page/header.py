"""Whose certificate it is, and the verdict."""

from __future__ import annotations

from ventuno.certificate.page.context import Context
from ventuno.certificate.page.markup import Markup, element, join
from ventuno.help.tidy import tidy
from ventuno.odds import MAIN, classes_meant
from ventuno.variant import digest, to_notation
from ventuno.variant.model import Published
from ventuno.variant.notation import unsaid

_IF_NONE_IS_PUBLISHED = Published(rtp="", strategy="composition")


def header(context: Context) -> Markup:
    words, variant = context.words.part("header"), context.certificate.variant
    return element(
        "header",
        element("div", words("house"), class_="house"),
        element("h1", tidy(variant.name)),
        element("p", words("title"), class_="title"),
        _verdict(context),
        element("dl", *_facts(context), class_="facts"),
    )


def _facts(context: Context) -> list[Markup]:
    words, variant = context.words.part("header"), context.certificate.variant
    line, key, more = to_notation(variant), tidy(variant.key), unsaid(variant)
    versions = ", ".join(f"{name} {number}" for name, number in context.certificate.versions.items())
    facts = [] if key == line else [(words("variant"), element("code", key))]
    facts += [
        (
            words("notation"),
            join([element("code", line), *([_small(words("and_more", fields=", ".join(more)))] if more else [])]),
        ),
        (words("digest"), join([element("code", digest(variant)), _small(words("covers"))])),
        (words("versions"), Markup(element("span", versions))),
    ]
    return [part for name, value in facts for part in (element("dt", name, class_="label"), element("dd", value))]


def _small(text: str) -> Markup:
    return element("div", text, class_="note")


def _verdict(context: Context) -> Markup:
    """The figure that the rule book means, or that it would mean."""
    odds, words = context.certificate.odds, context.words
    figure = odds.published_of(MAIN)
    meant = figure.meant if figure else _IF_NONE_IS_PUBLISHED
    strategy = classes_meant(meant)[0]
    value = odds.main[strategy].per(meant.per)
    parts = context.bet(MAIN), words("returns.per", meant.per), words("returns.strategy", strategy)
    return element(
        "div",
        element("div", context.numbers.percent(value, 4), class_="figure"),
        element("div", element("p", ", ".join(parts)), element("p", _says(context), class_="says")),
        class_="verdict",
    )


def _says(context: Context) -> str:
    words, published = context.words.part("header"), context.certificate.odds.published
    wrong = [context.bet(figure.what) for figure in published if not figure.agrees]
    count = str(len(published))
    if not published:
        return words("none_published")
    if wrong:
        return words("some_agree", agree=len(published) - len(wrong), count=count, bets=", ".join(wrong))
    return words("one_agrees") if len(published) == 1 else words("all_agree", count=count)
