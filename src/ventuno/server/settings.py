"""The house's settings: a TOML file, then the environment, then the command line; all faults at once.

Secrets (a database's password) come from the environment only.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, Final, Literal
from urllib.parse import urlsplit

import msgspec

from ventuno.refusal import RefusalRaised
from ventuno.server.addresses import proxies_from
from ventuno.server.limits import EdgeLimits, faults_of
from ventuno.server.lookout import WatchLimits, faults_of_watch
from ventuno.server.webhook import WEBHOOK
from ventuno.store.address import FOLDER, STORE
from ventuno.store.migrating import Policy
from ventuno.table.config import TableConfig, default_tables
from ventuno.table.config_file import FaultyTables, read_tables
from ventuno.variant import catalog
from ventuno.variant.shape import read_toml

PORT: Final = 2121
PREFIX: Final = "VENTUNO_"
METRICS_TOKEN: Final = "VENTUNO_METRICS_TOKEN"
AUDIT_TOKEN: Final = "VENTUNO_AUDIT_TOKEN"  # of `ventuno audit`, which may share an environment with the house
_OURS: Final = ("VENTUNO_VARIANTS", "VENTUNO_KEY", STORE, METRICS_TOKEN, AUDIT_TOKEN, WEBHOOK)  # read elsewhere
SecondFactor = Literal["auto", "required", "optional"]


class BackupSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    backup_every_h: float = 24  # hours between backups of SQLite, made and checked by the house; 0: none
    backup_folder: str = ""  # none named: `backups` in the data folder
    backup_keep: int = 7  # the newest so many


class HouseSettings(BackupSettings, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a house can be told. Every line but `tables`, `limits`, `watch` and `rates` can also be set by
    VENTUNO_<NAME> in the environment."""

    host: str = "127.0.0.1"
    port: int = PORT  # the next free one is taken where it is in use and was not asked for
    data: str = FOLDER  # a folder: the database, unless VENTUNO_STORE names another
    key_file: str = ""  # of the key that seals secrets; none named: one in the user's own folder (decision 27)
    web: str = ""  # folder of another web client than the house's own
    origins: tuple[str, ...] = ()  # of pages that may speak to the house besides its own
    hosts: tuple[str, ...] = ()  # names it goes by; none: what it listens on, and the origins'
    secure: bool = False  # https: cookies travel over it only
    behind_proxy: bool | int | tuple[str, ...] = False  # whose X-Forwarded-For is believed: so many hops, or theirs
    staff_second_factor: SecondFactor = "auto"  # auto: required where money is real
    operator: str = "ventuno"  # in the regulator's line (A10)
    migrate: Policy = "auto"  # a database of an earlier version: auto copies SQLite first and asks for PostgreSQL
    drain_s: int = 60  # how long rounds may take to end when the house closes
    keep_rounds_days: int = 0  # how long the cards of a round are kept; its money always is; 0: for ever
    log_level: str = "info"
    limits: EdgeLimits = EdgeLimits()
    watch: WatchLimits = WatchLimits()
    rates: dict[str, str] = msgspec.field(default_factory=dict)  # a unit of each currency in one common unit (B5)
    tables: tuple[TableConfig, ...] = ()


class FaultySettings(RefusalRaised):
    """Everything that is wrong, not only the first of it."""

    def __init__(self, faults: Sequence[str]) -> None:
        self.faults = tuple(faults)
        super().__init__("settings/faulty", "; ".join(faults), faults=list(faults))


def read_settings(file: Path | None, environ: Mapping[str, str], **said: Any) -> HouseSettings:
    """`said` are the words of the command line; None: not said."""
    faults: list[str] = []
    text = _text(file, faults)
    raw = _toml(text, str(file), faults)
    raw.pop("tables", None)
    raw |= _from_environment(environ, faults)
    raw |= {name: value for name, value in said.items() if value is not None}
    settings = _converted(raw, faults)
    tables = _tables(text, str(file), faults)
    faults += _meaning(settings)
    if faults:
        raise FaultySettings(faults)
    return msgspec.structs.replace(settings, tables=tables)


def _text(file: Path | None, faults: list[str]) -> str:
    try:
        return "" if file is None else file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        faults.append(f"{file} cannot be read: {error}")
        return ""


def _toml(text: str, source: str, faults: list[str]) -> dict[str, Any]:
    raw = read_toml(text)
    if isinstance(raw, dict):
        return dict(raw)
    faults.append(f"{source}: {raw}")
    return {}


def _tables(text: str, source: str, faults: list[str]) -> tuple[TableConfig, ...]:
    if not isinstance(read_toml(text), dict):
        return ()
    try:
        return read_tables(text, source) or _one_a_game(faults)
    except FaultyTables as faulty:
        faults.append(str(faulty))
        return ()


def _one_a_game(faults: list[str]) -> tuple[TableConfig, ...]:
    """A game whose file cannot be read is no game that was taken out: its open rounds must not go back for a typo."""
    found = catalog()
    faults += [str(faulty) for faulty in found.faulty.values()]
    return default_tables(found.variants.values())


def _from_environment(environ: Mapping[str, str], faults: list[str]) -> dict[str, Any]:
    """Lists are written with blanks or commas between."""
    found: dict[str, Any] = {}
    known = {name: kind for name, kind in _simple().items() if name not in ("tables", "limits", "watch", "rates")}
    for variable, text in environ.items():
        if not variable.startswith(PREFIX) or variable in _OURS:
            continue
        name = variable.removeprefix(PREFIX).lower()
        if name not in known:
            faults.append(f"{variable} is no setting: they are {', '.join(PREFIX + one.upper() for one in known)}")
        else:
            found[name] = text.replace(",", " ").split() if _is_list(name, text) else text
    return found


def _is_list(name: str, text: str) -> bool:
    """Proxies may be a yes, a number or their addresses."""
    return name in ("origins", "hosts") or (name == "behind_proxy" and not text.isalnum())


def _simple() -> dict[str, Any]:
    return {field.name: field.type for field in msgspec.structs.fields(HouseSettings)}


def _converted(raw: dict[str, Any], faults: list[str]) -> HouseSettings:
    """One setting at a time, so that a wrong one does not hide the others."""
    good: dict[str, Any] = {}
    kinds = _simple()
    for name, value in raw.items():
        if name not in kinds:
            faults.append(f"{name} is no setting: they are {', '.join(kinds)}")
            continue
        try:
            good[name] = msgspec.convert(value, kinds[name], strict=False)
        except msgspec.ValidationError as error:
            faults.append(f"{name} = {value!r}: {error}")
    return HouseSettings(**good)


def _meaning(settings: HouseSettings) -> list[str]:
    faults = []
    if not 0 <= settings.port <= 65535:
        faults.append(f"port = {settings.port}: a port is a number from 0 to 65535")
    for origin in settings.origins:
        parts = urlsplit(origin)
        if parts.scheme not in ("http", "https") or not parts.netloc or parts.path:
            faults.append(f"origins: {origin!r} is no origin: write https://play.example")
    try:
        proxies_from(settings.behind_proxy)
    except ValueError as error:
        faults.append(f"behind_proxy: {error}: write true, a number of proxies, or a list of their addresses")
    for name in settings.hosts:
        if not name or set(name) & set("/:@ ") - ({":"} if name.startswith("[") else set()):
            faults.append(f"hosts: {name!r} is no name of a host: write play.example, without scheme and port")
    if settings.log_level.lower() not in ("debug", "info", "warning", "error"):
        faults.append(f"log_level = {settings.log_level!r}: debug, info, warning or error")
    faults += faults_of(settings.limits)
    faults += faults_of_watch(settings.watch)
    if not 0 <= settings.backup_every_h < math.inf:
        faults.append("backup_every_h is a number of hours, 0 for no backups")
    if settings.backup_keep < 1:
        faults.append("backup_keep is 1 at least")
    if settings.drain_s < 0:
        faults.append("drain_s is 0 at least")
    if settings.keep_rounds_days < 0:
        faults.append("keep_rounds_days is 0 at least: 0 keeps the cards of every round for ever")
    for currency, rate in settings.rates.items():
        if not _is_fraction(rate):
            faults.append(f"rates.{currency} = {rate!r}: write a fraction such as 108/100")
    return faults


def _is_fraction(text: str) -> bool:
    try:
        return Fraction(text) > 0
    except (ValueError, ZeroDivisionError):
        return False


def rates_by_currency(rates: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """By my currency: what a unit of each other is worth in it (B5)."""
    return {
        mine: {other: str(Fraction(rates[other]) / Fraction(rates[mine])) for other in rates if other != mine}
        for mine in rates
    }
