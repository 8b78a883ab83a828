"""HTML and SVG, escaped by default: names in a variant file are not ours to trust."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape


class Markup(str):
    """Text that is markup already."""

    __slots__ = ()


def element(name: str, *children: str, **attributes: str) -> Markup:
    """`class_` and `stroke_width` stand for what Python cannot name.

    >>> element("p", "a < b", class_="note")
    '<p class="note">a &lt; b</p>'
    """
    said = "".join(f' {key.rstrip("_").replace("_", "-")}="{escape(value)}"' for key, value in attributes.items())
    return Markup(f"<{name}{said}>{join(children)}</{name}>")


def join(children: Iterable[str]) -> Markup:
    return Markup("".join(child if isinstance(child, Markup) else escape(child) for child in children))


def table(header: Sequence[str], rows: Iterable[Sequence[str]], right: Sequence[int] = (), class_: str = "") -> Markup:
    """A table whose first column names its rows."""

    def cell(name: str, index: int, content: str, **attributes: str) -> Markup:
        return element(name, content, **({"class_": "number"} if index in right else {}), **attributes)

    head = element("tr", *(cell("th", index, title, scope="col") for index, title in enumerate(header)))
    body = [
        element(
            "tr",
            cell("th", 0, row[0], scope="row"),
            *(cell("td", index, content) for index, content in enumerate(row[1:], 1)),
        )
        for row in rows
    ]
    named = {"class_": class_} if class_ else {}
    return element("table", element("thead", head), element("tbody", *body), **named)
