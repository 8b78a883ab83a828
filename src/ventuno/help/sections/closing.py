"""What happens without the player, and what the page was made from."""

from __future__ import annotations

from typing import Final

from ventuno.help.page import Paragraph, Section, points, section
from ventuno.help.tidy import tidy
from ventuno.help.words import Words
from ventuno.variant import Variant, digest, to_notation
from ventuno.variant.notation import unsaid

_DIGITS: Final = 12  # of the digest: enough to tell two variants apart by eye


def absence(variant: Variant, words: Words) -> list[Section]:
    """D3, D4 and E2."""
    said, table = words.help.part("closing"), variant.table
    return [
        section(
            said("heading"),
            points(
                said("no_decision", table.no_decision),
                said("disconnected", table.disconnected),
                said("balance_short"),
            ),
        )
    ]


def definition(variant: Variant, words: Words) -> list[Section]:
    said, line = words.help.part("closing"), to_notation(variant)
    generated = said("generated") + (f" {said('partial')}" if unsaid(variant) else "")
    key = tidy(variant.key)
    return [
        section(
            said("definition_heading"),
            Paragraph(generated),
            points(
                said("key", key=key) if key not in ("", line) else "",
                said("notation", line=line),
                said("digest", digest=digest(variant)[:_DIGITS]),
            ),
        )
    ]
