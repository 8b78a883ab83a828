"""Chat at a table (A3): what may be said, how often, and the last lines of it.

Text is kept as it was typed: whoever shows it must escape it anyway. Only what could disturb the
lines around it, control characters and changes of the writing direction, never gets in.
"""

from __future__ import annotations

import unicodedata
from collections import deque
from typing import Final

import msgspec

from ventuno.protocol.events import Said, SaidRemoved
from ventuno.protocol.view import MOST_SAID
from ventuno.refusal import Refusal

LONGEST: Final = 200
MOST_IN_WINDOW: Final = 5
WINDOW_MS: Final = 10_000
DEALER: Final = ""  # the name under which the dealer speaks
_UNSEEN: Final = {"Cc", "Cf", "Cs", "Zl", "Zp"}  # control, writing direction, halves of signs, line ends
_JOINERS: Final = {"\u200c", "\u200d"}  # Persian and Indian scripts, and emoji of several parts, are written with them


class ChatRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """The last lines, to be stored."""

    said: tuple[Said, ...] = ()
    next_number: int = 1


class Chat:
    def __init__(self, *, on: bool = True, record: ChatRecord | None = None) -> None:
        record = record or ChatRecord()
        self.on = on
        self._said: deque[Said] = deque(record.said, maxlen=MOST_SAID)
        self._next_number = record.next_number
        self._times: dict[int, list[int]] = {}  # by player: when, within the window

    @property
    def said(self) -> tuple[Said, ...]:
        """The last lines."""
        return tuple(self._said)

    def say(self, player: int, name: str, text: str, now_ms: int, muted_until_ms: int = 0) -> Said | Refusal:
        """A line of a player's, kept; or why not."""
        shown = clean(text)
        if refusal := self._refusal(shown, now_ms, muted_until_ms) or self._refusal_of_haste(player, now_ms):
            return refusal
        self._times[player] = [*self._recent(player, now_ms), now_ms]
        return self._keep(name, shown, now_ms)

    def dealer_says(self, text: str, now_ms: int) -> Said:
        return self._keep(DEALER, clean(text)[:LONGEST], now_ms)

    def remove(self, number: int) -> SaidRemoved | Refusal:
        """By a supervisor. Its number is not given again."""
        kept = [said for said in self._said if said.number != number]
        if len(kept) == len(self._said):
            return Refusal("chat/no_such_line", f"there is no line {number} among the last {MOST_SAID}")
        self._said = deque(kept, maxlen=MOST_SAID)
        return SaidRemoved(number)

    def to_record(self) -> ChatRecord:
        return ChatRecord(self.said, self._next_number)

    def _refusal(self, shown: str, now_ms: int, muted_until_ms: int) -> Refusal | None:
        if not self.on:
            return Refusal("chat/off", "there is no chat at this table")
        if now_ms < muted_until_ms:
            why = "the supervisor has muted you for now"
            return Refusal("chat/muted", why, {"until_ms": muted_until_ms})
        if not shown:
            return Refusal("chat/empty", "there is nothing to read in this line: write something")
        if len(shown) > LONGEST:
            return Refusal("chat/too_long", f"a line has at most {LONGEST} characters", {"longest": LONGEST})
        return None

    def _refusal_of_haste(self, player: int, now_ms: int) -> Refusal | None:
        recent = self._recent(player, now_ms)
        if len(recent) < MOST_IN_WINDOW:
            return None
        wait_ms = recent[-MOST_IN_WINDOW] + WINDOW_MS - now_ms
        why = f"at most {MOST_IN_WINDOW} lines in {WINDOW_MS // 1000} seconds: wait {wait_ms} ms"
        return Refusal("chat/too_fast", why, {"wait_ms": wait_ms})

    def _recent(self, player: int, now_ms: int) -> list[int]:
        """Forgets what is older, of everybody: whoever has left must not stay in memory."""
        if len(self._times) > MOST_SAID:
            self._times = {who: at for who, at in self._times.items() if at[-1] > now_ms - WINDOW_MS}
        return [at for at in self._times.get(player, ()) if at > now_ms - WINDOW_MS]

    def _keep(self, name: str, text: str, now_ms: int) -> Said:
        said = Said(self._next_number, name, text, now_ms)
        self._next_number += 1
        self._said.append(said)
        return said


def clean(text: str) -> str:
    """The text without what is not seen but acts; line ends and tabs become blanks."""
    spaced = "".join(" " if sign.isspace() else sign for sign in text)
    seen = "".join(s for s in spaced if s in _JOINERS or unicodedata.category(s) not in _UNSEEN)
    return "" if not seen.strip("".join(_JOINERS) + " ") else seen.strip()
