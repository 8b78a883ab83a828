"""The digest is the same for the same rules and another for others, whatever the game is called.

It is stored with every round, so it must not move when a name is corrected or a limit is changed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Literal, get_args, get_origin

import msgspec
import pytest

from ventuno.money import Price
from ventuno.variant import Variant, canonical, digest, load, parse
from ventuno.variant.find import CATALOG
from ventuno.variant.model import (
    BlackjackTakes,
    Cashback,
    Charlie,
    Dealer,
    GoldenChips,
    HandRules,
    JackpotRules,
    Limits,
    Published,
    ShoeRules,
    SideBetPrices,
    TableRules,
)

GAMES = ("classic-free-bet", "free-chip", "infinite", "all-bets", "cashback")
FULL = Variant(
    key="full",
    name="Full",
    hand=HandRules(charlie=Charlie(cards=6), double=(9,), free_double=(9,), free_split=(1,)),
    cashback=Cashback(),
    golden_chips=GoldenChips(),
    side_bets={
        "top-3": SideBetPrices(
            pays={"trips": Price("90:1")}, stake=1, jackpot=JackpotRules(seed=1, contribution=Fraction(1, 2))
        )
    },
    published={"main": Published(rtp="99.00")},
)  # every section and every field there is
NO_RULES = {"key", "name", "published", "table.limits", "table.limits_set_by"}


def others(value: Any, kind: Any) -> Iterator[Any]:
    """Values of the same kind, other than this one."""
    if get_origin(kind) is Literal:
        yield from (choice for choice in get_args(kind) if choice != value)
    elif isinstance(value, bool):
        yield not value
    elif isinstance(value, int | Fraction):
        yield value + 1
    elif isinstance(value, Price):
        yield Price("7:1")
    elif isinstance(value, str):
        yield value + "!"
    elif isinstance(value, tuple):
        yield (*value, value[0]) if value else (99,)
        yield value[1:]
    elif isinstance(value, dict):
        yield {}
        yield from ({**value, key: other} for key, entry in value.items() for other in others(entry, None))
        yield {**value, "another": next(iter(value.values()))}
    elif isinstance(value, msgspec.Struct):
        yield from (changed for _, changed in changes(value))


def changes(part: Any, place: str = "") -> Iterator[tuple[str, Any]]:
    """Every way to change one field, in the part or in a part of it."""
    for field in msgspec.structs.fields(part):
        value, where = getattr(part, field.name), f"{place}{field.name}"
        if isinstance(value, msgspec.Struct):
            for inner, changed in changes(value, f"{where}."):
                yield inner, msgspec.structs.replace(part, **{field.name: changed})
            continue
        for other in others(value, field.type):
            if other != value:
                yield where, msgspec.structs.replace(part, **{field.name: other})


CHANGES = list(changes(FULL))


def test_the_changes_below_reach_every_field_of_every_section() -> None:
    sections = {"table": TableRules, "shoe": ShoeRules, "dealer": Dealer, "hand": HandRules, "cashback": Cashback,
                "golden_chips": GoldenChips, "hand.charlie": Charlie,
                "dealer.blackjack_takes": BlackjackTakes}  # fmt: skip
    fields = {f"{place}.{name}" for place, kind in sections.items() for name in kind.__struct_fields__}
    fields |= set(Variant.__struct_fields__)
    assert {place for place, _ in CHANGES} == fields - set(sections)


@pytest.mark.parametrize(("place", "changed"), [change for change in CHANGES if change[0] not in NO_RULES])
def test_another_rule_is_another_digest(place: str, changed: Variant) -> None:
    assert digest(changed) != digest(FULL)


@pytest.mark.parametrize(("place", "changed"), [change for change in CHANGES if change[0] in NO_RULES])
def test_what_a_game_is_called_its_limits_and_its_published_figures_are_no_rules(place: str, changed: Variant) -> None:
    assert changed != FULL
    assert digest(changed) == digest(FULL)


def test_a_section_that_is_gone_is_another_digest() -> None:
    for section in ("cashback", "golden_chips"):
        assert digest(msgspec.structs.replace(FULL, **{section: None})) != digest(FULL)
    for field in ("insurance", "charlie"):
        hand = msgspec.structs.replace(FULL.hand, **{field: None})
        assert digest(msgspec.structs.replace(FULL, hand=hand)) != digest(FULL)


def test_limits_of_another_table_leave_the_digest_alone() -> None:
    table = TableRules(limits=(Limits(main=(25, 500), side=(1, 2), level="gold"),), limits_set_by="vip-level")
    assert digest(msgspec.structs.replace(FULL, table=table)) == digest(FULL)


def test_the_five_games_have_five_digests() -> None:
    assert len({digest(load(name)) for name in GAMES}) == 5


@pytest.mark.parametrize("name", GAMES)
def test_a_file_read_again_under_another_name_has_the_same_digest(name: str) -> None:
    text = (CATALOG / f"{name}.toml").read_text(encoding="utf-8")
    again = parse(text.replace('name = "', 'name = "My own ', 1), "my-own")
    assert again.name.startswith("My own ")
    assert canonical(again) == canonical(load(name))
    assert digest(again) == digest(load(name))


def test_a_rule_that_is_left_out_has_the_digest_of_its_default_written_out() -> None:
    short = parse('name = "x"', "short")
    long = parse(
        """
        name = "x"
        [shoe]
        decks = 6
        [dealer]
        soft_17 = "stands"
        looks_under = ["ace", "ten"]
        blackjack_takes = { ten = "every-stake", ace = "every-stake" }
        [hand]
        splits = 3
        blackjack = "6:4"
        insurance = "2:1"
        """,
        "long",
    )
    assert digest(long) == digest(short)


def test_the_order_in_which_side_bets_and_sections_stand_does_not_matter() -> None:
    lines = (CATALOG / "infinite.toml").read_text(encoding="utf-8").split("\n\n")
    other = parse("\n\n".join([lines[0], *reversed(lines[1:])]), "other")
    assert list(other.side_bets) == list(reversed(load("infinite").side_bets))
    assert digest(other) == digest(load("infinite"))


def test_a_digest_is_sha_256_over_the_canonical_form_which_is_json_with_sorted_keys() -> None:
    rules = json.loads(canonical(FULL))
    assert list(rules) == sorted(rules)
    assert rules["hand"]["blackjack"] == "3:2"
    assert rules["cashback"]["margin"] == "1/100"
    assert not {"key", "name", "published"} & set(rules)
    assert not {"limits", "limits_set_by"} & set(rules["table"])
    assert len(digest(FULL)) == 64
    assert canonical(FULL) == json.dumps(rules, sort_keys=True, separators=(",", ":")).encode()
