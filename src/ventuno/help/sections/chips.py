"""Chips that are not money: free chips, the cashback offer, golden chips."""

from __future__ import annotations

from ventuno.help.page import Section, points, section
from ventuno.help.words import Words
from ventuno.variant.model import Variant


def free_chips(variant: Variant, words: Words) -> list[Section]:
    """How a free double and the hands of a free split are settled."""
    said, hand = words.help.part("chips"), variant.hand
    splits, after = bool(hand.free_split and hand.splits), hand.double_after_split
    if not hand.free_double and not splits:
        return []
    return [
        section(
            said("free_heading"),
            points(
                said("free"),
                said("free_double") if hand.free_double else "",
                said("free_split") if splits else "",
                said("free_both") if splits and after and hand.free_double else "",
                said("paid_double") if splits and after else "",
            ),
        )
    ]


def cashback(variant: Variant, words: Words) -> list[Section]:
    """K1 and K2."""
    said = words.help.part("chips")
    if variant.cashback is None:
        return []
    price = said("cashback_price", margin=words.grammar.percent(variant.cashback.margin))
    return [
        section(
            said("cashback_heading"), points(said("cashback"), price, said("cashback_not_on"), said("cashback_taken"))
        )
    ]


def golden_chips(variant: Variant, words: Words) -> list[Section]:
    """K3."""
    said, rules = words.help.part("chips"), variant.golden_chips
    if rules is None:
        return []
    return [
        section(
            said("golden_heading"),
            points(
                said("golden", chips=words.grammar.count(rules.per_round, "golden_chip")),
                said("mixed", rules.mixed),
                said("pay_for_actions", rules.pay_for_actions),
                said("golden_settled"),
                said("golden_insurance") if variant.hand.insurance else "",
                said("golden_surrender") if variant.hand.surrender != "none" else "",
                said("golden_cashback") if variant.cashback else "",
            ),
        )
    ]
