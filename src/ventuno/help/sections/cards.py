"""Which cards, when they are shuffled, and in which order they are dealt."""

from __future__ import annotations

from ventuno.help.page import Section, points, section
from ventuno.help.words import Words
from ventuno.variant.model import Variant


def cards(variant: Variant, words: Words) -> list[Section]:
    said, shoe, grammar = words.help.part("cards"), variant.shoe, words.grammar
    behind = grammar.count(shoe.behind_cut_card, "card")
    return [
        section(
            said("heading"),
            points(
                said("decks", decks=grammar.count(shoe.decks, "deck")),
                said("shuffle", shoe.shuffle, behind=behind),
                said("shoes", shoes=grammar.count(shoe.shoes, "shoe")) if shoe.shoes > 1 else "",
                said("burn_card", shoe.burn_card),
                said("kind", variant.table.kind),
                said("up_and_hole"),
            ),
        )
    ]
