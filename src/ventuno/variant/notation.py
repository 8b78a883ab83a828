"""The one-line notation: `6D H17 DAS SPL3 NRSA LS BJ6:5`.

It works wherever a variant's name does. What a line leaves out is the ordinary game:
`S17 DOA DAS SPL3 NRSA NHSA NS PEEK BJ3:2`. The number of decks must be said.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from ventuno.money import Price
from ventuno.variant.faults import Fault, FaultyVariant
from ventuno.variant.meaning import faults_of_meaning
from ventuno.variant.model import BlackjackTakes, Charlie, Dealer, HandRules, ShoeRules, Variant

_NINE_TO_ELEVEN: Final = (9, 10, 11)
_ALL_BUT_TENS: Final = tuple(range(1, 10))

# Each group is one choice: token -> (section, fields). The order is the order of printing.
_CHOICES: Final[dict[str, dict[str, tuple[str, dict[str, Any]]]]] = {
    "soft 17": {
        "S17": ("dealer", {"soft_17": "stands"}),
        "H17": ("dealer", {"soft_17": "hits"}),
    },
    "double": {
        "DOA": ("hand", {"double": ()}),
        "D9": ("hand", {"double": _NINE_TO_ELEVEN}),
        "D10": ("hand", {"double": (10, 11)}),
    },
    "double after split": {
        "DAS": ("hand", {"double_after_split": True}),
        "NDAS": ("hand", {"double_after_split": False}),
    },
    "splits": {},
    "resplit aces": {
        "RSA": ("hand", {"resplit_aces": True}),
        "NRSA": ("hand", {"resplit_aces": False}),
    },
    "hit split aces": {
        "HSA": ("hand", {"hit_split_aces": True}),
        "NHSA": ("hand", {"hit_split_aces": False}),
    },
    "surrender": {
        "LS": ("hand", {"surrender": "late"}),
        "ES": ("hand", {"surrender": "early"}),
        "NS": ("hand", {"surrender": "none"}),
    },
    "dealer's blackjack": {
        "PEEK": ("dealer", {"looks_under": ("ace", "ten")}),
        "ENHC": ("dealer", {"looks_under": (), "blackjack_takes": BlackjackTakes()}),
        "OBO": (
            "dealer",
            {"looks_under": (), "blackjack_takes": BlackjackTakes(ace="original-bet", ten="original-bet")},
        ),
    },
    "blackjack pays": {},
    "dealer's 22": {"PUSH22": ("dealer", {"bust_22_pushes": True})},
    "Charlie": {},
    "free bets": {"FREE": ("hand", {"free_double": _NINE_TO_ELEVEN, "free_split": _ALL_BUT_TENS})},
}


@dataclass(frozen=True, slots=True)
class _Counted:
    """A token with a number in it."""

    group: str
    pattern: re.Pattern[str]
    section: str
    read: Callable[[re.Match[str]], dict[str, Any]]


_COUNTED: Final = (
    _Counted("decks", re.compile(r"([0-9]{1,4})D"), "shoe", lambda m: {"decks": int(m[1])}),
    _Counted("splits", re.compile(r"SPL([0-9]{1,3})"), "hand", lambda m: {"splits": int(m[1])}),
    _Counted(
        "blackjack pays",
        re.compile(r"BJ([0-9]{1,6}:0*[1-9][0-9]{0,5})"),
        "hand",
        lambda m: {"blackjack": Price(m[1])},
    ),
    _Counted(
        "Charlie",
        re.compile(r"CHARLIE([0-9]{1,3})"),
        "hand",
        lambda m: {"charlie": Charlie(cards=int(m[1]), beats_blackjack=True)},
    ),
)
_TOKENS: Final = (
    "nD S17|H17 DOA|D9|D10 DAS|NDAS SPLn RSA|NRSA HSA|NHSA LS|ES|NS PEEK|ENHC|OBO BJ3:2 PUSH22 CHARLIEn FREE"
)


def looks_like_notation(text: str) -> bool:
    """Whether any word says a number of decks, or every word is a token."""
    words = text.upper().split()
    return any(re.fullmatch(r"[0-9]+D", word) for word in words) or (
        bool(words) and all(_read(word) is not None for word in words)
    )


def _read(token: str) -> tuple[str, str, dict[str, Any]] | None:
    """The group, the section and the fields that a token sets."""
    for group, choices in _CHOICES.items():
        if token in choices:
            return group, *choices[token]
    for counted in _COUNTED:
        if match := counted.pattern.fullmatch(token):
            return counted.group, counted.section, counted.read(match)
    return None


def from_notation(text: str) -> Variant:
    """The variant that a line says, or `FaultyVariant` with all that is wrong in it."""
    said: dict[str, str] = {}
    sections: dict[str, dict[str, Any]] = {"shoe": {}, "dealer": {}, "hand": {}}
    faults: list[Fault] = []
    for token in text.upper().split():
        if (found := _read(token)) is None:
            faults.append(Fault(token, f"unknown token; known are {_TOKENS}"))
            continue
        group, section, fields = found
        if group in said:
            faults.append(Fault(token, f"{group} is already said by {said[group]}"))
        said[group] = token
        sections[section] |= fields
    if "decks" not in said:
        faults.append(Fault("", "the number of decks is missing: begin with 6D, for example"))
    variant = Variant(
        key="",
        name="",
        shoe=ShoeRules(**sections["shoe"]),
        dealer=Dealer(**sections["dealer"]),
        hand=HandRules(**sections["hand"]),
    )
    faults += faults_of_meaning(variant)
    if faults:
        raise FaultyVariant(f"the notation {text!r}", faults)
    line = to_notation(variant)
    return msgspec.structs.replace(variant, key=line, name=line)


def to_notation(variant: Variant) -> str:
    """The line that says the variant as far as a line can (`unsaid` names the rest)."""
    tokens = [f"{variant.shoe.decks}D"]
    for group, choices in _CHOICES.items():
        tokens += [token for token, (section, fields) in choices.items() if _has(variant, section, fields)]
        tokens += _counted_tokens(variant, group)
    return " ".join(tokens)


def _counted_tokens(variant: Variant, group: str) -> list[str]:
    hand = variant.hand
    if group == "splits":
        return [f"SPL{hand.splits}"]
    if group == "blackjack pays":
        return [f"BJ{hand.blackjack}"]
    if group == "Charlie" and hand.charlie:
        return [f"CHARLIE{hand.charlie.cards}"]
    return []


def _has(variant: Variant, section: str, fields: dict[str, Any]) -> bool:
    rules = getattr(variant, section)
    return all(getattr(rules, name) == value for name, value in fields.items())


def unsaid(variant: Variant) -> list[str]:
    """The fields, as in the file, whose value the notation cannot say."""
    said = from_notation(to_notation(variant))
    return [
        f"{section}.{name}"
        for section in ("shoe", "dealer", "hand")
        for name in type(getattr(variant, section)).__struct_fields__
        if getattr(getattr(variant, section), name) != getattr(getattr(said, section), name)
    ] + [name for name in ("cashback", "golden_chips", "side_bets") if getattr(variant, name)]
