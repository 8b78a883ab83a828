"""What a running house says of itself."""

from __future__ import annotations

import urllib.error
import urllib.request
from collections.abc import Iterator
from http.client import HTTPException
from typing import Final

import msgspec

from ventuno.doctor.patient import Patient
from ventuno.doctor.report import Symptom, ok, warning, wrong
from ventuno.protocol.http import Health
from ventuno.server.hosts import EVERYWHERE
from ventuno.server.webhook import is_web_address

WAIT_S: Final = 3.0
MEANING: Final = "docs/operating.md tells what each reason means"


def ready(patient: Patient) -> Iterator[Symptom]:
    """Asked where it was said, or where the settings have it, if a house holds the database."""
    said = patient.settings
    host = "127.0.0.1" if said.host in EVERYWHERE else said.host
    url = patient.url or (f"http://{host}:{said.port}" if patient.holder is not None else "")
    if not url:
        return
    if "@" in url or not is_web_address(url):  # it may hold a password, and is not repeated
        yield wrong("--url is no address of a house", "write http://127.0.0.1:2121, without a name and a password")
        return
    try:
        with urllib.request.urlopen(f"{url.rstrip('/')}/health/ready", timeout=WAIT_S) as answer:
            health = msgspec.json.decode(answer.read(), type=Health)
    except urllib.error.HTTPError as error:
        with error:
            yield from _not_ready(url, error.read())
        return
    except (OSError, ValueError, HTTPException, msgspec.DecodeError) as error:
        remedy = "if it listens elsewhere, say where with --url; if it does not answer, look into its log"
        yield warning(f"{url} does not answer: {error}", remedy)
        return
    yield ok(f"{url} is ready") if health.ok else wrong(f"{url} is not ready: {health.why}", MEANING)


def _not_ready(url: str, body: bytes) -> Iterator[Symptom]:
    try:
        health = msgspec.json.decode(body, type=Health)
    except msgspec.DecodeError:
        yield warning(f"{url} answers, and is no house of ours", "say where the house is with --url")
        return
    for reason in health.reasons:
        yield wrong(f"{url} is not ready: {reason.why} ({reason.code})", MEANING)
