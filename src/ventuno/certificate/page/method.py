"""How it was worked out, how far it may be off, and how to do it again."""

from __future__ import annotations

from ventuno.certificate.page.context import Context
from ventuno.certificate.page.markup import Markup, element
from ventuno.variant import canonical


def method(context: Context) -> Markup:
    words, certificate = context.words.part("method"), context.certificate
    return element(
        "section",
        element("h2", words("heading")),
        element("h3", words("main_heading")),
        _list(words.row("main")),
        *(
            [element("h3", words("side_bets_heading")), _list(words.row("side_bets"))]
            if certificate.odds.side_bets
            else []
        ),
        element("h3", words("errors_heading")),
        _list((*words.row("errors"), _of_outcomes(context))),
        element("h3", words("again_heading")),
        element("p", words("again")),
        element("code", certificate.command, class_="command"),
        element("p", words("as_json"), class_="note"),
        element("h3", words("canonical_heading")),
        element("p", words("canonical")),
        element("code", canonical(certificate.variant).decode(), class_="canonical"),
        class_="method",
    )


def _of_outcomes(context: Context) -> str:
    error = context.certificate.odds.distribution.error
    return context.words("method.errors_of_outcomes", not error, error=context.numbers.scientific(error))


def _list(texts: tuple[str, ...]) -> Markup:
    return element("ol", *(element("li", text) for text in texts))
