"""PostgreSQL: what it must keep to, who may do what, and how many may still come."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final
from urllib.parse import urlsplit

from ventuno.doctor.patient import Patient
from ventuno.doctor.report import Symptom, ok, warning, wrong
from ventuno.store import looks

OLDEST: Final = 13  # that its makers still looked after when this was written
CONNECTIONS: Final = 12  # a house's: its writer, readers, and some to spare
# What must be on, and what happens where it is off.
DURABLE: Final = {
    "fsync": "a power cut destroys the database",
    "full_page_writes": "a power cut may leave half-written pages",
}


def durable(patient: Patient) -> Iterator[Symptom]:
    if not patient.on_server or patient.engine is None:
        return
    version = int(looks.setting(patient.engine, "server_version_num")) // 10_000
    if version < OLDEST:
        yield warning(f"PostgreSQL {version} is not looked after any more", "upgrade it")
    for name, what in DURABLE.items():
        if looks.setting(patient.engine, name) != "on":
            yield wrong(f"{name} is off: {what}", looks.how_to_turn_on(name))
    if looks.setting(patient.engine, "data_checksums") != "on":
        remedy = "stop the server and run pg_checksums --enable (or initdb --data-checksums for a new one)"
        yield warning("data checksums are off: a damaged page is not noticed", remedy)
    yield ok(f"PostgreSQL {looks.setting(patient.engine, 'server_version')}; the house asks for durable commits itself")


def checksums(patient: Patient) -> Iterator[Symptom]:
    if not patient.on_server or patient.engine is None:
        return
    if failures := looks.checksum_failures(patient.engine):
        remedy = "look at the disk, run ventuno audit, and restore a backup if it finds damage"
        yield wrong(f"{failures} pages did not match their checksum", remedy)


def connections(patient: Patient) -> Iterator[Symptom]:
    if not patient.on_server or patient.engine is None:
        return
    most = int(looks.setting(patient.engine, "max_connections")) - int(
        looks.setting(patient.engine, "superuser_reserved_connections")
    )
    left = most - looks.clients_connected(patient.engine)
    if left < CONNECTIONS:
        yield warning(f"{left} connections are left, and a house needs {CONNECTIONS}", "raise max_connections")
    else:
        yield ok(f"{left} of {most} connections are left")


def rights(patient: Patient) -> Iterator[Symptom]:
    if not patient.on_server or patient.engine is None:
        return
    name, above = looks.role(patient.engine)
    if above:
        yield warning(f"{name} may do everything on the server", "give the house a role of its own (docs/operating.md)")
    else:
        yield ok(f"{name} has no rights over the server")
    host = urlsplit(str(patient.where)).hostname or ""
    if host not in ("", "localhost", "127.0.0.1", "::1") and not looks.is_encrypted(patient.engine):
        remedy = "add ?sslmode=verify-full&sslrootcert=... to VENTUNO_STORE"
        yield warning(f"the way to {host} is not encrypted", remedy)
