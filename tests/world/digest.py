"""One number for all that a world did: whatever was sent to anybody, and whatever was booked, in its order.

Two programs that give the same digests behave the same, as far as the seeds go: what a change of the code's shape is
held against (`python -m tests.world --seeds 0:300 --digest`). `digests.json` holds what they were last.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from tests.world.world import Report

RECORDED = Path(__file__).with_name("digests.json")
SHORT = 16  # hex digits: enough to tell any two worlds apart


def of(report: Report) -> str:
    """Published, whispered and replied as the bytes that went to each connection; booked as the bank's commands with
    their receipts, and every event of every round as it is stored."""
    taken = hashlib.sha256()
    for at_s, player, body in sorted(report.sent, key=lambda sent: sent[:2]):  # at one moment nobody is first
        taken.update(f"{at_s:.3f} {player} {len(body)} ".encode() + body)
    for part in report.booked:
        taken.update(b"%d " % len(part) + part)
    return taken.hexdigest()[:SHORT]


def recorded() -> dict[str, dict[str, str]]:
    """By game, by seed."""
    if not RECORDED.exists():
        return {}
    found: dict[str, dict[str, str]] = json.loads(RECORDED.read_text())
    return found


def record(digests: dict[str, dict[str, str]]) -> None:
    RECORDED.write_text(json.dumps(digests, indent=1) + "\n")
