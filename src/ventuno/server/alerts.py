"""The alerts desk (E1): what lasts is raised once and cleared once, what merely happened is told once.

The console's list, the counts, the log and whatever is pushed elsewhere all come from here.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

import msgspec

from ventuno.protocol.http import NotReady
from ventuno.server import logs

if TYPE_CHECKING:
    from ventuno.server.webhook import Webhook

MOST_LISTED: Final = 200
QUIET_MS: Final = 5_000  # gone for so long, it is over: what comes and goes is one trouble

State = Literal["raised", "cleared", "happened"]
Severity = Literal["critical", "warning"]


class Trouble(NamedTuple):
    """Something that is wrong for as long as it lasts: for who looks after the house, and who wants to play."""

    code: str
    why: str  # what went wrong inside: for the console, the log and the webhook
    said: NotReady  # to anybody who asks, as a player would feel it
    table: str = ""  # none: the whole house
    severity: Severity = "critical"  # then the house is not ready; with a warning it can be played in
    told: bool = True  # to whoever looks after the house; else it is their own doing


class StandingAlert(msgspec.Struct, kw_only=True):
    number: int
    code: str
    why: str
    table: str = ""  # none: the whole house
    severity: Severity = "warning"
    since_ms: int
    lasts: bool = False  # else it has happened, and has no end
    ended_ms: int = 0  # 0: it lasts


Listener = Callable[[StandingAlert, State], None]


class AlertDesk:
    def __init__(self, now_ms: Callable[[], int]) -> None:
        self._now_ms = now_ms
        self.listed: deque[StandingAlert] = deque(maxlen=MOST_LISTED)  # oldest first
        self.active: dict[tuple[str, str], StandingAlert] = {}  # by code and table
        self.counts: dict[str, int] = defaultdict(int)  # by code
        self.listeners: list[Listener] = []
        self.webhook: Webhook | None = None
        self._seen_ms: dict[tuple[str, str], int] = {}
        self._numbers = 0

    def happened(self, code: str, why: str, table: str = "") -> None:
        """Something that whoever looks after the house should know (E1)."""
        self._tell(self._new(code, why, table, "warning"), "happened")

    def begins(self, code: str, why: str, table: str = "", severity: Severity = "critical") -> None:
        """However often it is said while it lasts, it is told once; what is known of it is the last that was said."""
        self._seen_ms[code, table] = self._now_ms()
        if (lasting := self.active.get((code, table))) is not None:
            lasting.why, lasting.severity = why, severity
            return
        alert = self.active[code, table] = self._new(code, why, table, severity)
        alert.lasts = True
        self._tell(alert, "raised")

    def ends(self, code: str, table: str = "") -> None:
        self._seen_ms.pop((code, table), None)
        alert = self.active.pop((code, table), None)
        if alert is not None:
            alert.ended_ms = self._now_ms()
            self._tell(alert, "cleared")

    def settle(self, found: Iterable[Trouble]) -> None:
        """All that is wrong now: what is new begins, what has been gone for a while ends."""
        wrong = {(one.code, one.table): one for one in found if one.told}
        for one in wrong.values():
            self.begins(one.code, one.why, one.table, one.severity)
        now_ms = self._now_ms()
        for key in [key for key in self.active.keys() - wrong.keys() if now_ms - self._seen_ms[key] >= QUIET_MS]:
            self.ends(*key)

    def shown(self) -> list[StandingAlert]:
        """For the console: oldest first."""
        listed = {alert.number: alert for alert in (*self.listed, *self.active.values())}
        return [listed[number] for number in sorted(listed)]

    def _new(self, code: str, why: str, table: str, severity: Severity) -> StandingAlert:
        self._numbers += 1
        self.counts[code] += 1
        alert = StandingAlert(
            number=self._numbers, code=code, why=why, table=table, severity=severity, since_ms=self._now_ms()
        )
        self.listed.append(alert)
        return alert

    def _tell(self, alert: StandingAlert, state: State) -> None:
        logs.warning(alert.why, code=alert.code, table=alert.table, state=state)
        for listener in self.listeners:
            listener(alert, state)
