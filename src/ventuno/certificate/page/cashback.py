"""The return with and without taking the offers."""

from __future__ import annotations

from ventuno.certificate.page.context import Context
from ventuno.certificate.page.markup import Markup, element, table


def cashback(context: Context) -> Markup:
    words, found, numbers = context.words.part("cashback"), context.certificate.odds.cashback, context.numbers
    if found is None:
        return Markup("")
    rows = (
        (words("never"), numbers.percent(found.never)),
        (words("at_best" if found.margin else "at_best_alike"), numbers.percent(found.at_best)),
        (words("always"), numbers.percent(found.always)),
    )
    return element(
        "section",
        element("h2", words("heading")),
        element("p", words("means", margin=numbers.grammar.percent(found.margin)), class_="means"),
        table(words.row("header"), rows, right=(1,)),
    )
