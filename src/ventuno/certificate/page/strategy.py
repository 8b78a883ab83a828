"""The chart: accessible tables of letters. Colour only repeats what a letter says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ventuno.certificate.page.context import Context
from ventuno.certificate.page.markup import Markup, element
from ventuno.odds import Chart, Rows, different, free_differs


def strategy(context: Context) -> Markup:
    words, chart = context.words.part("strategy"), context.certificate.odds.chart
    tables = [
        _table(context, words("hard"), chart.hard, "hard"),
        _table(context, words("soft"), chart.soft, "soft"),
        _table(context, words("pairs"), chart.pairs, "pairs"),
        *_exceptions(context, chart),
    ]
    return element(
        "section",
        element("h2", words("heading")),
        element("p", words("means"), class_="means"),
        _legend(context),
        element("div", *tables, class_="charts"),
        *_free(context),
        class_="page",
    )


def _legend(context: Context) -> Markup:
    used = set(_letters(context.certificate.odds.chart))
    if context.certificate.odds.free_chart:
        used |= set(_letters(context.certificate.odds.free_chart))
    letters = context.help.names.table("letter")
    return element(
        "ul",
        *(
            element("li", element("span", letter, class_=f"key {letter}"), letters[letter])
            for letter in letters
            if letter in used
        ),
        class_="legend",
    )


def _letters(chart: Chart) -> Iterator[str]:
    for rows in (chart.hard, chart.soft, chart.pairs, chart.natural_17):
        for row in rows.values():
            yield from (cell.letter for cell in row.values())


def _table(context: Context, caption: str, rows: Rows, kind: str) -> Markup:
    if not rows:
        return Markup("")
    names = context.words.table("strategy.natural_rows") if kind == "natural" else {}
    said = "{row}-{row}" if kind == "pairs" else "{row}"
    up_cards = list(next(iter(rows.values())))
    head = element(
        "tr",
        element("th", element("span", context.words("strategy.up_card"), class_="hidden"), scope="col"),
        *(element("th", up, scope="col") for up in up_cards),
    )
    body = (
        element(
            "tr",
            element("th", names.get(row, said.format(row=row)), scope="row"),
            *(element("td", cell.letter, class_=cell.letter) for cell in cells.values()),
        )
        for row, cells in rows.items()
    )
    return element(
        "table", element("caption", caption), element("thead", head), element("tbody", *body), class_="chart"
    )


def _exceptions(context: Context, chart: Chart) -> Iterator[Markup]:
    """Hands that a chart must tell apart by more than their total."""
    words = context.words.part("strategy")
    if chart.natural_17:
        yield _table(context, words("natural_17"), chart.natural_17, "natural")
    for cards, near in chart.near_charlie.items():
        caption = words("near_charlie", cards=cards)
        rows = _named(
            context,
            different(near.hard, chart.hard, more_cards=True),
            different(near.soft, chart.soft, more_cards=True),
        )
        yield _table(context, caption, rows, "")


def _free(context: Context) -> Iterator[Markup]:
    chart, free = context.certificate.odds.chart, context.certificate.odds.free_chart
    if free is None or not free_differs(chart, free):
        return
    words = context.words.part("strategy")
    means = words("free_means")
    if context.certificate.variant.hand.splits > 1:
        means = means + " " + words("free_pairs")
    tables = (
        _table(context, words("hard"), different(free.hard, chart.hard), "hard"),
        _table(context, words("soft"), different(free.soft, chart.soft), "soft"),
    )
    yield element(
        "div",
        element("h3", words("free")),
        element("p", means, class_="means"),
        element("div", *tables, class_="charts"),
        class_="whole",
    )


def _named(context: Context, hard: Rows, soft: Rows) -> Rows:
    """Hard and soft rows in one table."""
    words = context.words.part("strategy")
    pairs: Iterable[tuple[Rows, str]] = ((hard, words("hard_row")), (soft, words("soft_row")))
    return {said.format(row=total): row for rows, said in pairs for total, row in rows.items()}
