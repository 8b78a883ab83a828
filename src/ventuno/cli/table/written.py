"""Bets as a player writes them: `10`, `100 21+3=5`, `10 / 25 all 2`, `2g5`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from ventuno.cli.table.speech import MAIN, Complaint, Speech, quoted
from ventuno.protocol.commands import Bet
from ventuno.protocol.messages import MyBet
from ventuno.variant import Variant

BETWEEN_HANDS: Final = "/"
_BETS: Final = re.compile(r"[0-9+.,-]|g[0-9]|.*[=/]", re.IGNORECASE)


def looks_like_bets(text: str) -> bool:
    """Whether a line is meant to be bets, well written or not."""
    return _BETS.match(text) is not None


def read_bets(text: str, variant: Variant, speech: Speech) -> list[Bet]:
    """The bets of a line, hand by hand, the main bet of each first. Raises a `Complaint` where it is none."""
    hands = text.split(BETWEEN_HANDS)
    return [bet for number, hand in enumerate(hands, 1) for bet in _read_hand(number, hand, variant, speech)]


def _read_hand(number: int, text: str, variant: Variant, speech: Speech) -> list[Bet]:
    chips: dict[str, tuple[int, dict[int, int]]] = {}
    words = iter(re.sub(r"\s*=\s*", "=", text).split())
    for word in words:
        key, _, amount = word.rpartition("=")
        if speech.means("all", key or amount):  # BET ALL (B3): on each that has nothing yet
            every = speech.read_chips(amount if key else next(words, ""))
            chips = {**dict.fromkeys(side_bets(variant, speech), every), **chips}
            continue
        bet = MAIN if key in ("", MAIN) else _side_bet_called(key, variant, speech)
        laid = speech.read_chips(amount)
        if bet in chips:
            twice = "two_main_bets" if bet == MAIN else "side_twice"
            raise Complaint(speech.say(twice, bet=speech.bet(bet), hand=str(number)))
        chips[bet] = laid
    if MAIN not in chips:
        raise Complaint(speech.say("no_main_bet", hand=str(number)))
    return [Bet(f"{number}/{bet}", *chips[bet]) for bet in sorted(chips, key=lambda bet: bet != MAIN)]


def side_bets(variant: Variant, speech: Speech) -> list[str]:
    if not variant.side_bets:
        raise Complaint(speech.say("bet/no_side_bets"))
    return list(variant.side_bets)


def _side_bet_called(called: str, variant: Variant, speech: Speech) -> str:
    """A side bet by its key, or by a beginning of it that fits no other."""
    name, keys = called.casefold(), side_bets(variant, speech)
    fitting = [name] if name in keys else [key for key in keys if key.startswith(name)]
    if len(fitting) != 1:
        said = "several_side_bets" if fitting else "no_such_side_bet"
        raise Complaint(speech.say(said, text=quoted(called), bets=", ".join(fitting or keys)))
    return fitting[0]


def as_written(bets: Iterable[MyBet], speech: Speech) -> str:
    """The bets as a line that can be written again."""
    hands: dict[str, list[str]] = {}
    for mine in sorted(bets, key=lambda bet: bet.spot.partition("/")[0]):
        position, _, bet = mine.spot.partition("/")
        chips = speech.chips(mine.amount_minor, mine.golden)
        hands.setdefault(position, []).append(chips if bet == MAIN else f"{bet}={chips}")
    return f" {BETWEEN_HANDS} ".join(" ".join(hand) for hand in hands.values())
