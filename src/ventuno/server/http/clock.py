"""The supervisor's word on the clock (decision 36)."""

from __future__ import annotations

from typing import Final

from ventuno.bank import HoldExpiries
from ventuno.protocol import http
from ventuno.refusal import RefusalRaised
from ventuno.server.http.call import Call, Desks
from ventuno.server.http.care import new_key
from ventuno.server.http.routes import Answered, route
from ventuno.server.timekeeping import HOUR_MS, still_held_ms, waits_ms


def clock_now(desks: Desks) -> http.ClockNow:
    clock, held_ms = desks.clock, desks.ledger.rules.held_ms
    to_confirm = waits_ms(clock, held_ms) > desks.lookout.limits.clock_step_s * 1000
    return http.ClockNow(clock.now_ms(), clock.wall_ms(), held_ms, to_confirm)


@route("POST", "/api/supervisor/clock/confirm", needs="supervisor", body=http.Because, answer=http.ClockNow)
async def confirm(call: Call) -> Answered:
    """The machine's clock is right: what expires goes by it from now on."""
    if not clock_now(call.desks).to_confirm:
        raise RefusalRaised("clock/same", "nothing waits for the clock: there is nothing to confirm")
    gap_ms = call.desks.lookout.limits.clock_gap_h * HOUR_MS
    await call.do(
        HoldExpiries(
            key=new_key("clock"),
            at_ms=call.now_ms,
            by=call.player,
            held_ms=still_held_ms(call.desks.clock, gap_ms),
            reason=call.body.reason,
            confirmed=True,
        )
    )
    return clock_now(call.desks)


ROUTES: Final = (confirm,)
