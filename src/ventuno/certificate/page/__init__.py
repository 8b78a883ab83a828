"""A certificate as one self-contained page: no script, no network, printable on A4."""

from __future__ import annotations

from typing import Final

from ventuno.certificate.certify import Certificate
from ventuno.certificate.page.cashback import cashback
from ventuno.certificate.page.context import Context
from ventuno.certificate.page.header import header
from ventuno.certificate.page.markup import Markup, element, join
from ventuno.certificate.page.method import method
from ventuno.certificate.page.outcomes import outcomes
from ventuno.certificate.page.returns import returns
from ventuno.certificate.page.rules import rules
from ventuno.certificate.page.side_bets import side_bets
from ventuno.certificate.page.strategy import strategy
from ventuno.certificate.page.style import FOOTER, STYLE
from ventuno.help.tidy import tidy
from ventuno.variant import digest

_SECTIONS: Final = (header, returns, cashback, outcomes, strategy, side_bets, rules, method)
# Even if it wanted to, the page could fetch nothing and run nothing.
_POLICY: Final = Markup(
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
)


def as_html(certificate: Certificate) -> str:
    context = Context(certificate)
    title = tidy(certificate.variant.name) + " · " + context.words("header.title")
    head = element(
        "head",
        Markup('<meta charset="utf-8">'),
        _POLICY,
        Markup('<meta name="viewport" content="width=device-width, initial-scale=1">'),
        element("title", title),
        element("style", Markup(STYLE + FOOTER.format(title=_in_css(f"{title} · {digest(certificate.variant)[:12]}")))),
    )
    body = element("body", element("main", *(section(context) for section in _SECTIONS)))
    return f"<!doctype html>\n{element('html', join([head, body]), lang=certificate.language)}\n"


def _in_css(text: str) -> str:
    """A text as CSS reads one: everything but letters, figures and blanks by its number."""
    return "".join(char if char.isalnum() or char == " " else f"\\{ord(char):x} " for char in text)
