"""Something that is wrong with the house for as long as it lasts: for who looks after it, and who wants to play."""

from __future__ import annotations

from typing import Literal, NamedTuple

from ventuno.protocol.http import NotReady

Severity = Literal["critical", "warning"]


class Trouble(NamedTuple):
    code: str
    why: str  # what went wrong inside: for the console, the log and the webhook
    said: NotReady  # to anybody who asks, as a player would feel it
    table: str = ""  # none: the whole house
    severity: Severity = "critical"  # then the house is not ready; with a warning it can be played in
    told: bool = True  # to whoever looks after the house; else it is their own doing
