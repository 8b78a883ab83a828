"""The distribution of the net result: its moments, a plot drawn here, and all its numbers."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Final

from ventuno.certificate.page.context import Context
from ventuno.certificate.page.markup import Markup, element, table

_WIDTH: Final = 760
_HEIGHT: Final = 210
_LEFT: Final = 52
_BOTTOM: Final = 36
_TOP: Final = 8
_FLOOR: Final = _HEIGHT - _BOTTOM
_MOST_DECADES: Final = 9  # what is rarer is only in the table
_MOST_LABELS: Final = 24


def outcomes(context: Context) -> Markup:
    words = context.words.part("outcomes")
    rows = list(_rows(context))
    half = -(-len(rows) // 2)
    return element(
        "section",
        element("h2", words("heading")),
        element("p", words("means"), class_="means"),
        element("dl", *_moments(context), class_="moments"),
        _plot(context),
        element("p", words("plot"), class_="note"),
        element(
            "div",
            *(table(words.row("header"), part, right=(0, 1, 2)) for part in (rows[:half], rows[half:])),
            class_="halves",
        ),
        element("p", *_method(context), class_="note"),
        class_="whole",
    )


def _moments(context: Context) -> Iterator[Markup]:
    found, numbers = context.certificate.odds.distribution, context.numbers
    values = (
        numbers.decimal(found.sd, 4 if found.error else 6),
        numbers.percent(found.hit_frequency, 4),
        numbers.signed(found.largest_win),
        numbers.signed(found.largest_loss),
        numbers.decimal(found.mean, 9),
    )
    for name, value in zip(context.words.row("outcomes.facts"), values, strict=True):
        yield element("div", element("dt", name, class_="label"), element("dd", value))


def _rows(context: Context) -> Iterator[tuple[str, ...]]:
    found, numbers = context.certificate.odds.distribution, context.numbers
    # No more decimals than an error leaves, and two to round with.
    decimals = min(10, math.ceil(-math.log10(found.error)) + 2) if found.error else 10
    for net, p in sorted(found.probabilities.items()):
        yield numbers.signed(net), numbers.decimal(p, decimals), numbers.one_in(p)


def _method(context: Context) -> Iterator[str]:
    words, found = context.words.part("outcomes"), context.certificate.odds.distribution
    if found.error:
        yield words("error", error=context.numbers.scientific(found.error)) + " "
    said = words.maybe("method", not found.error)
    if said:
        yield f"{said} "
    if not said or found.error:  # how many were sampled is only in the odds' own words
        yield element("span", found.method, lang="en")


def _plot(context: Context) -> Markup:
    found = context.certificate.odds.distribution
    shown = {net: p for net, p in sorted(found.probabilities.items()) if p > 10.0**-_MOST_DECADES}
    decades = max(1, math.ceil(-math.log10(min(shown.values()))))
    least, most = min(shown), max(shown)
    step = (_WIDTH - _LEFT) / float(2 * (most - least) + 2)  # half a bet

    def height(p: float) -> float:
        return (_FLOOR - _TOP) * (1 + math.log10(p) / decades)

    def place(net: Fraction) -> float:
        return _LEFT + step * (float(2 * (net - least)) + 1)

    return element(
        "svg",
        *_grid(context, decades, height),
        *(_bar(context, net, p, place(net), step, height(p)) for net, p in shown.items()),
        element("path", d=f"M{_LEFT} {_FLOOR}H{_WIDTH}", class_="axis"),
        *_axis(context, least, most, place),
        viewBox=f"0 0 {_WIDTH} {_HEIGHT}",
        role="img",
        aria_label=context.words("outcomes.plot"),
    )


def _grid(context: Context, decades: int, height: Callable[[float], float]) -> Iterator[Markup]:
    """A line for each power of ten."""
    for decade in range(decades + 1):
        y = _FLOOR - height(10.0**-decade)
        label = f"{context.numbers.decimal(100 * 10.0**-decade, max(decade - 2, 0))}%" if decade < decades else ""
        yield element("path", d=f"M{_LEFT} {y:.1f}H{_WIDTH}", class_="grid")
        yield element("text", label, x=str(_LEFT - 6), y=f"{y + 3.5:.1f}", text_anchor="end")


def _bar(context: Context, net: Fraction, p: float, x: float, width: float, height: float) -> Markup:
    kind = "win" if net > 0 else "lose" if net < 0 else "push"
    said = f"{context.numbers.signed(net)}: {context.numbers.percent(p)}"
    return element(
        "rect",
        element("title", said),
        x=f"{x - 0.38 * width:.1f}",
        y=f"{_FLOOR - height:.1f}",
        width=f"{0.76 * width:.1f}",
        height=f"{height:.1f}",
        class_=kind,
    )


def _axis(context: Context, least: Fraction, most: Fraction, place: Callable[[Fraction], float]) -> Iterator[Markup]:
    """Whole bets, every one of them or as many as there is room for."""
    wholes = range(math.ceil(least), math.floor(most) + 1)
    every = -(-len(wholes) // _MOST_LABELS)
    for whole in wholes:
        if whole % every == 0:
            label = context.numbers.signed(Fraction(whole))
            yield element("text", label, x=f"{place(Fraction(whole)):.1f}", y=str(_FLOOR + 14), text_anchor="middle")
    middle = (_LEFT + _WIDTH) / 2
    yield element("text", context.words("outcomes.axis"), x=f"{middle:.1f}", y=str(_HEIGHT - 4), text_anchor="middle")
