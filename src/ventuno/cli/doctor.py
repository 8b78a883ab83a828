"""`ventuno doctor`: looks at everything an operator could have wrong, and says what to do."""

from __future__ import annotations

import argparse
import os
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec

from ventuno.cli.output import print_json, styled, wants_colour
from ventuno.cli.where import add_store, store_named
from ventuno.doctor import WORST, Patient, Symptom, examine
from ventuno.server.settings import FaultySettings, HouseSettings, read_settings
from ventuno.store.address import STORE

WORDS = {"ok": "OK", "warning": "WARNING", "wrong": "WRONG"}
COLOURS = {"ok": "green", "warning": "gold", "wrong": "red"}


def add(commands: Any) -> None:
    command = commands.add_parser(
        "doctor",
        help="look at everything that could be wrong, and say what to do",
        description="Looks at machine, settings, data folder, database, key, books, backups, and at the running house "
        "if there is one. Changes nothing, and may be run at any time, as the house's user and with its settings and "
        "environment. Exit 0: all is well, 1: there are warnings, 2: something is wrong.",
    )
    add_store(command)
    command.add_argument("--url", default="", help="where the running house is (default: as the settings say)")
    command.add_argument("--json", action="store_true", help="print what was found as JSON")
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    patient = _patient(arguments)
    try:
        found = list(examine(patient))
    finally:
        patient.close()
    if arguments.json:
        print_json({"state": _worst(found), "findings": [msgspec.to_builtins(one) for one in found]})
    else:
        _print(found)
    return WORST[_worst(found)]  # type: ignore[index]


def _patient(arguments: argparse.Namespace) -> Patient:
    file = Path(arguments.config) if arguments.config else None
    faults: tuple[str, ...] = ()
    try:
        settings = read_settings(file, os.environ, data=arguments.data)
    except FaultySettings as faulty:
        faults = faulty.faults
        settings = HouseSettings(data=arguments.data or os.environ.get("VENTUNO_DATA") or HouseSettings().data)
    return Patient(settings, faults, {**os.environ, STORE: store_named(arguments)}, arguments.url)


def _worst(found: list[Symptom]) -> str:
    return max((one.state for one in found), key=lambda state: WORST[state], default="ok")


def _print(found: list[Symptom]) -> None:
    colour = wants_colour()
    for one in found:
        word = styled(f"{WORDS[one.state]:<8}", COLOURS[one.state], colour=colour)
        print(f"{word}{one.check}: {one.says}{f'. To do: {one.remedy}' if one.remedy else ''}")
    counts = Counter(one.state for one in found)
    print(f"{counts['ok']} ok, {counts['warning']} warnings, {counts['wrong']} wrong.")
