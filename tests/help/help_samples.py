"""Variants for the tests of the help page."""

from __future__ import annotations

import types
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, Literal, get_args, get_origin

import msgspec

from ventuno.help import Items, Page, Paragraph, Section, TextTable
from ventuno.money import Price
from ventuno.variant import Variant, catalog, from_notation
from ventuno.variant.model import (
    BlackjackTakes,
    Cashback,
    Charlie,
    Dealer,
    GoldenChips,
    HandRules,
    Limits,
    Published,
    RulesOfVariant,
    ShoeRules,
    TableRules as TableRules,
)

GAMES = catalog().variants
NOTATIONS = (
    "6D H17 D10 NDAS SPL2 RSA HSA LS OBO BJ6:5 PUSH22 CHARLIE7 FREE",
    "1D S17 DOA SPL0 NS PEEK BJ3:2",
    "2D ES ENHC",
    "8D",
)

# Every rule is in force, so that a change of any field must show.
EVERYTHING = Variant(
    key="everything",
    name="Everything",
    table=TableRules(
        kind="seated",
        positions=7,
        positions_per_player=2,
        bet_behind=True,
        limits_set_by="vip-level",
        limits=(Limits(main=(1, 200), side=(1, 25), level="bronze"), Limits(main=(5, 900), side=(2, 90), level="x")),
        insurance_can_be_off=True,
    ),
    shoe=ShoeRules(decks=8, shuffle="cut-card", shoes=2, behind_cut_card=104, burn_card="optional"),
    dealer=Dealer(
        looks_under=(),
        blackjack_takes=BlackjackTakes(ten="busted-plus-one"),
        bust_22_pushes=True,
        bust_pushes_17=True,
        bust_ten_up_pushes=True,
        natural_17_beats_17=True,
    ),
    hand=HandRules(
        surrender="early",
        double=(9, 10, 11),
        splits=3,
        charlie=Charlie(cards=6),
        free_double=(9, 10),
        free_split=(1, 2, 8),
    ),
    cashback=Cashback(),
    golden_chips=GoldenChips(),
    side_bets={key: bet for game in GAMES.values() for key, bet in game.side_bets.items()},
    published={"main": Published(rtp="99.58", note="one"), "21+3": Published(rtp="96.30", note="two")},
)
ONE_HAND = {
    f"one hand, {kind}": Variant(key="one", name="One", table=TableRules(kind=kind, positions_per_player=1))
    for kind in ("solo", "seated", "shared")
}
SAMPLES = {**GAMES, **{line: from_notation(line) for line in NOTATIONS}, **ONE_HAND, "everything": EVERYTHING}


def changed(value: Any, kind: Any, place: str = "") -> Iterator[tuple[str, Any]]:
    """Every value that differs from this one in exactly one field, with the place of the field."""
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is types.UnionType:
        yield from _changed_optional(value, arguments[0], place)
    elif isinstance(value, RulesOfVariant):
        for field in msgspec.structs.fields(type(value)):
            at = f"{place}.{field.name}".strip(".")
            for where, other in changed(getattr(value, field.name), field.type, at):
                yield where, msgspec.structs.replace(value, **{field.name: other})
    elif isinstance(value, dict):
        for key in value:
            if isinstance(value[key], RulesOfVariant):  # a section; a price cannot be left out
                yield f"{place}.{key} left out", {name: each for name, each in value.items() if name != key}
            for where, other in changed(value[key], arguments[1], f"{place}.{key}"):
                yield where, {**value, key: other}
    elif isinstance(value, tuple):
        yield from _changed_tuple(value, arguments, place)
    else:
        yield from ((f"{place}={other}", other) for other in _others(value, kind))


def _changed_optional(value: Any, kind: Any, place: str) -> Iterator[tuple[str, Any]]:
    if value is not None:
        yield f"{place}=None", None
        yield from changed(value, kind, place)
    elif kind is int:
        yield f"{place}=5", 5


def _changed_tuple(value: tuple[Any, ...], arguments: tuple[Any, ...], place: str) -> Iterator[tuple[str, Any]]:
    if get_origin(arguments[0]) is Literal:
        for choice in get_args(arguments[0]):
            yield f"{place}={choice}", (choice,)
        return
    for index, each in enumerate(value):
        if arguments[-1] is Ellipsis and len(value) > 1:
            yield f"{place}[{index}] left out", value[:index] + value[index + 1 :]
        for where, other in changed(each, arguments[0], f"{place}[{index}]"):
            yield where, (*value[:index], other, *value[index + 1 :])


def _others(value: Any, kind: Any) -> list[Any]:
    if get_origin(kind) is Literal:
        return [other for other in get_args(kind) if other != value]
    if kind is bool:
        return [not value]
    others: dict[Any, Callable[[], list[Any]]] = {
        int: lambda: [value + 2],
        str: lambda: ["12.34"],
        Price: lambda: [Price("7:1")],
        Fraction: lambda: [value + Fraction(1, 200)],
    }
    return others[kind]()


def texts(page: Page) -> Iterator[str]:
    """Every text of a page."""
    yield page.title
    yield page.introduction
    for section in page.sections:
        yield section.heading
        yield from _section_texts(section)


def _section_texts(section: Section) -> Iterator[str]:
    for block in section.blocks:
        match block:
            case Paragraph(text):
                yield text
            case Items(items):
                for item in items:
                    yield from (item.term, item.text)
            case TextTable(header, rows):
                yield from header
                for row in rows:
                    yield from row


def without_fingerprints(page: Page) -> Page:
    """The page without the notation and the digest, which change with the rules by themselves."""
    *sections, last = page.sections
    *blocks, items = last.blocks
    assert isinstance(items, Items)
    cut = Section(last.heading, (*blocks, Items(items.items[:-2])))
    return msgspec.structs.replace(page, sections=(*sections, cut))
