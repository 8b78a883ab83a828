"""Every return, the published figure beside it, and whether they agree."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from ventuno.certificate.page.context import Context
from ventuno.certificate.page.markup import Markup, element, join, table
from ventuno.certificate.page.numbers import over
from ventuno.odds import CLASSES, MAIN, Per, PublishedFigure, StrategyClass, classes_meant


def returns(context: Context) -> Markup:
    words = context.words.part("returns")
    return element(
        "section",
        element("h2", words("heading")),
        element("p", words("means"), class_="means"),
        element("div", table(words.row("header"), _rows(context), right=(2, 3), class_="named"), class_="scroll"),
        *_disagreements(context),
        element("h3", words("details")),
        element(
            "div",
            table(words.row("details_header"), _details(context), right=(1, 2, 3), class_="named"),
            class_="scroll",
        ),
        *(element("p", words("strategy_means", name), class_="note") for name in CLASSES),
        element("p", _insurance(context), class_="note"),
    )


def _rows(context: Context) -> Iterator[tuple[str, ...]]:
    odds, words = context.certificate.odds, context.words.part("returns")
    main = odds.published_of(MAIN)
    for per in get_args(Per):
        for name in CLASSES:
            meant = main if main and main.meant.per == per and name in classes_meant(main.meant) else None
            how = words("strategy", name) + ", " + words("per", per)
            if meant and meant.meant.note:
                how += f"; {context.note(meant.meant.note)}"
            yield _row(context, context.bet(MAIN), how, odds.main[name].per(per), meant)
    for key, bet in odds.side_bets.items():
        figure = odds.published_of(key)
        note = context.note(figure.meant.note) if figure and figure.agrees else ""
        how = "; ".join(filter(None, (context.policy(bet.policy) or words("any_play"), note)))
        yield _row(context, context.bet(key), how, bet.rtp, figure)
        for policy, other in bet.under.items():
            yield _row(context, context.bet(key), context.policy(policy), other.rtp, None)


def _row(context: Context, bet: str, how: str, value: float, figure: PublishedFigure | None) -> tuple[str, ...]:
    words, numbers = context.words.part("returns"), context.numbers
    if figure is None:
        return bet, how, numbers.percent(value), words("not_published"), ""
    return bet, how, numbers.percent(value), numbers.printed(figure.meant.rtp), _agrees(context, figure.agrees)


def _agrees(context: Context, agrees: bool) -> Markup:
    sign = "✓ " if agrees else "✗ "
    return element("span", sign + context.words("returns.agrees", agrees), class_="yes" if agrees else "no")


def _disagreements(context: Context) -> Iterator[Markup]:
    words, numbers = context.words.part("returns"), context.numbers
    for figure in context.certificate.odds.published:
        if figure.agrees:
            continue
        why = context.note(figure.meant.note)
        text = words(
            "disagrees",
            bet=context.bet(figure.what),
            published=numbers.printed(figure.meant.rtp),
            computed=numbers.percent(figure.computed),
            why=f"{why[:1].upper()}{why[1:]}." if why else words("no_reason"),
        )
        yield element("p", text, class_="wrong")


def _details(context: Context) -> Iterator[tuple[str, ...]]:
    words, numbers = context.words.part("returns"), context.numbers
    for name in CLASSES:
        yield _detail(
            context, name, words("strategy", name), numbers.decimal(context.certificate.odds.main[name].ev, 9)
        )


def _detail(context: Context, name: StrategyClass, called: str, value: str) -> tuple[str, ...]:
    main, numbers = context.certificate.odds.main[name], context.numbers
    return called, value, numbers.percent(-main.ev), numbers.decimal(main.stake, 9)


def _insurance(context: Context) -> Markup:
    words, value = context.words.part("returns"), context.certificate.odds.insurance
    price = context.certificate.variant.hand.insurance
    if value is None or price is None:
        return join([words("no_insurance")])
    said = "insurance_pays" if value > 0 else "insurance"
    return join([words(said, price=price.text, value=context.numbers.percent(float(value)), exact=over(value))])
