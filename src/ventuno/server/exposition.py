"""The metrics as Prometheus reads them."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from itertools import accumulate
from typing import TYPE_CHECKING, Final

from ventuno.server.disk import MB
from ventuno.server.lag import STEPS_S, Lag
from ventuno.server.metrics import Played

if TYPE_CHECKING:
    from ventuno.server.http.call import Desks

BAND: Final = 3.0  # standard deviations either side


def band_of(played: Played, deviation: float) -> float:
    """How far chance may take a return: the exact deviation of one original bet, over all rounds, per unit staked.

    All bets of one round are counted as if they fared alike, which is the most that they can have in common.
    """
    return BAND * deviation * math.sqrt(played.squares) / played.staked_minor


Lines = Iterator[str]


def exposition(desks: Desks) -> str:
    return "\n".join((*_counts(desks), *_backups(desks), *_tables(desks), *_returns(desks), ""))


def _metric(name: str, kind: str, says: str, *samples: tuple[str, float]) -> Lines:
    yield f"# HELP ventuno_{name} {says}"
    yield f"# TYPE ventuno_{name} {kind}"
    for labels, value in samples:
        yield f"ventuno_{name}{{{labels}}} {value}" if labels else f"ventuno_{name} {value}"


def _counts(desks: Desks) -> Lines:
    metrics, teller = desks.metrics, desks.teller
    yield from _metric("since_seconds", "gauge", "when counting began, in Unix time", ("", metrics.since_ms / 1000))
    yield from _metric("connections", "gauge", "open WebSockets", ("", len(desks.entrance.room.connections)))
    yield from _metric("players", "gauge", "accounts with a connection", ("", _here(desks)))
    yield from _metric("commands_total", "counter", "commands given to tables", ("", metrics.commands))
    yield from _metric("frames_sent_total", "counter", "frames written", ("", desks.outbox.frames_sent))
    yield from _metric("malformed_total", "counter", "requests that could not be read", ("", metrics.malformed))
    yield from _metric("floods_total", "counter", "connections cut off for flooding", ("", metrics.floods))
    ended, away = metrics.visitors_ended, metrics.visitors_turned_away
    slowed, refused = metrics.requests_slowed, metrics.requests_refused
    yield from _metric("visitors_ended_total", "counter", "HTTP connections that took too long", ("", ended))
    yield from _metric("visitors_turned_away_total", "counter", "connections there was no room for", ("", away))
    yield from _metric("requests_slowed_total", "counter", "requests that waited for their address", ("", slowed))
    yield from _metric("requests_refused_total", "counter", "requests beyond a rate", ("", refused))
    yield from _metric("slow_snapshots_total", "counter", "snapshots to slow readers", ("", metrics.snapshots_to_slow))
    yield from _metric("commits_total", "counter", "commands the bank answered", ("", teller.commands))
    yield from _metric("store_faults_total", "counter", "commands that met a fault of the store", ("", teller.faults))
    yield from _metric("commit_lag_seconds", "gauge", "from asking to durable, the last", ("", teller.lag_s))
    yield from _metric("commit_lag_seconds_total", "counter", "from asking to durable, all", ("", teller.lag_sum_s))
    waiting_s = desks.store.waiting_s()
    yield from _metric("store_waiting_seconds", "gauge", "the transaction under way, so far", ("", waiting_s))
    yield from _lag(metrics.lag)
    cash = desks.cash
    oldest_s = max(desks.clock.now_ms() - cash.oldest_ms, 0) / 1000 if cash.oldest_ms else 0.0
    yield from _metric("cashier_open", "gauge", "deposits and withdrawals on their way", ("", cash.open_count))
    yield from _metric("cashier_oldest_seconds", "gauge", "since the oldest of them was asked", ("", oldest_s))
    answers = [(f'status="{status}"', float(count)) for status, count in sorted(metrics.http.items())]
    yield from _metric("http_answers_total", "counter", "answers by status", *answers)
    yield from _alerts(desks)


def _alerts(desks: Desks) -> Lines:
    desk, hook, disk = desks.alerts, desks.alerts.webhook, desks.lookout.disk
    counts = [(f'code="{code}"', float(count)) for code, count in sorted(desk.counts.items())]
    lasting = Counter(code for code, _ in desk.active)
    active = [(f'code="{code}"', float(lasting[code])) for code in sorted(desk.counts)]
    yield from _metric("alerts_total", "counter", "alerts raised or told", *counts)
    yield from _metric("alert_active", "gauge", "what lasts, by code", *active)
    yield from _metric("expiries_held_seconds", "gauge", "held back", ("", desks.ledger.rules.held_ms / 1000))
    if hook is not None:
        yield from _metric("alerts_sent_total", "counter", "messages the receiver took", ("", hook.sent))
        yield from _metric("alerts_not_sent_total", "counter", "messages that were let go", ("", hook.failed))
        yield from _metric("alerts_waiting", "gauge", "messages that wait to be sent", ("", hook.waiting))
    if disk is not None:
        yield from _metric("disk_free_bytes", "gauge", "in the data folder", ("", disk.seen.free_mb * MB))


def _backups(desks: Desks) -> Lines:
    """Nothing where none are made nor watched; no age where there is none yet."""
    if (backups := desks.lookout.backups) is None:
        return
    age_s = backups.age_s()
    ages = [] if age_s is None else [("", age_s)]
    yield from _metric("backup_age_seconds", "gauge", "since the newest good backup", *ages)
    yield from _metric("backup_ok", "gauge", "1: it is there and not too old", ("", float(backups.fine)))


def _lag(lag: Lag) -> Lines:
    yield from _metric("loop_lag_seconds", "gauge", "how late the loop is", ("", lag.last_s))
    yield from _metric("worst_loop_lag_seconds", "gauge", "the worst since the start", ("", lag.worst_s))
    yield from _metric("loop_late_seconds", "histogram", "how late the loop was, ten times a second")
    sums = accumulate(lag.counts)
    for step, count in zip((*map(str, STEPS_S), "+Inf"), sums, strict=True):
        yield f'ventuno_loop_late_seconds_bucket{{le="{step}"}} {count}'
    yield f"ventuno_loop_late_seconds_sum {lag.sum_s}"
    yield f"ventuno_loop_late_seconds_count {sum(lag.counts)}"


def _here(desks: Desks) -> int:
    return sum(1 for account in desks.people.accounts.values() if account.connections)


def _tables(desks: Desks) -> Lines:
    metrics = desks.metrics
    for name, says, counts in (
        ("rounds_total", "rounds settled", metrics.rounds),
        ("rounds_void_total", "rounds voided", metrics.voided),
        ("bets_minor_total", "staked in settled rounds, minor units", metrics.bets_minor),
        ("paid_minor_total", "returned in settled rounds, minor units", metrics.paid_minor),
    ):
        yield from _metric(name, "counter", says, *((f'table="{key}"', float(n)) for key, n in sorted(counts.items())))
    players: Counter[str] = Counter()
    faulty: Counter[str] = Counter(dict.fromkeys(desks.pit.kinds, 0))
    phases: Counter[tuple[str, str]] = Counter()
    for host in desks.pit.hosts.values():
        players[host.key] += len(host.channel.members)
        faulty[host.key] += host.stands_still
        phases[host.key, "frozen" if host.asks.frozen else host.table.view.phase] += 1
    yield from _metric("table_faults", "gauge", "stopped by a fault", *((f'table="{k}"', n) for k, n in faulty.items()))
    yield from _metric("table_players", "gauge", "at a table", *((f'table="{k}"', n) for k, n in players.items()))
    shown = ((f'table="{key}",phase="{phase}"', float(n)) for (key, phase), n in phases.items())
    yield from _metric("table_phase", "gauge", "tables by phase", *shown)


def _returns(desks: Desks) -> Lines:
    """What hands returned per unit staked, beside the exact figure of best play and how far chance may take it."""
    live: list[tuple[str, float]] = []
    exact: list[tuple[str, float]] = []
    band: list[tuple[str, float]] = []
    variants = desks.pit.variants()
    for game, played in sorted(desks.metrics.played.items()):
        if not played.staked_minor or game not in variants:
            continue
        label = f'game="{game}"'
        live.append((label, played.returned_minor / played.staked_minor))
        if (known := desks.odds.known(variants[game])) is not None:
            exact.append((label, known[0]))
            band.append((label, band_of(played, known[1])))
    yield from _metric("return_live", "gauge", "returned to hands per unit staked", *live)
    yield from _metric("return_exact", "gauge", "the same, of best play, exactly", *exact)
    yield from _metric("return_band", "gauge", "three standard deviations, players at a table winning together", *band)
