"""The settings, and how the house stands to the outside: addresses, names, proxies, https; the client it serves."""

from __future__ import annotations

from collections.abc import Iterator
from ipaddress import ip_address

from ventuno.doctor.patient import Patient
from ventuno.doctor.report import Symptom, ok, warning, wrong
from ventuno.server.addresses import proxies_from
from ventuno.server.running import web_folder


def settings(patient: Patient) -> Iterator[Symptom]:
    for fault in patient.faults:
        yield wrong(fault, "put it right in the settings file or the environment; ventuno serve --help lists all")
    if not patient.faults:
        yield ok(f"settings can be read: {len(patient.settings.tables)} tables")


def listening(patient: Patient) -> Iterator[Symptom]:
    said = patient.settings
    proxied = proxies_from(said.behind_proxy).there_are
    public = not _is_loopback(said.host)
    found = len(said.origins) + len(said.hosts)
    problems = [
        *([_in_the_clear(said.host)] if public and not said.secure and not proxied else []),
        *([_anybody_may_claim(said.host)] if public and proxied and isinstance(said.behind_proxy, int) else []),
        *([_nameless()] if proxied and not found else []),
        *([_all_from_one()] if said.secure and not proxied else []),
    ]
    for origin in said.origins:
        if origin.startswith("https://") and not said.secure:
            problems.append(
                wrong(f"{origin} is https, and secure is false: cookies would travel in the clear", "set secure = true")
            )
        elif origin.startswith("http://") and said.secure:
            problems.append(
                warning(f"{origin} is http, and secure is true: nobody stays signed in there", "write it with https://")
            )
    yield from problems or [
        ok(f"listens on {said.host}, port {said.port}; what is said of proxy, names and https fits")
    ]


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _in_the_clear(host: str) -> Symptom:
    return warning(
        f"listens on {host} without https: passwords and cookies travel in the clear",
        "put a proxy with TLS before it: host = 127.0.0.1, secure = true, behind_proxy = true (docs/operating.md)",
    )


def _anybody_may_claim(host: str) -> Symptom:
    return warning(
        f"listens on {host} and believes whoever comes: around the proxy anybody may claim any address",
        "set host = 127.0.0.1, or name the proxies' addresses in behind_proxy",
    )


def _nameless() -> Symptom:
    return wrong(
        "behind a proxy, and neither hosts nor origins say by which name: visitors are turned away",
        'name it: hosts = ["play.example"], origins = ["https://play.example"]',
    )


def _all_from_one() -> Symptom:
    return warning(
        "secure is true and behind_proxy false: whoever ends TLS before it makes all visitors one address",
        "set behind_proxy = true, or to the number or the addresses of the proxies",
    )


def web(patient: Patient) -> Iterator[Symptom]:
    page = web_folder(patient.settings.web) / "index.html"
    if page.is_file():
        yield ok(f"the web client is in {page.parent}")
    else:
        yield warning(f"there is no web client in {page.parent}", "build it with make web, or name its folder with web")


def retention(patient: Patient) -> Iterator[Symptom]:
    days = getattr(patient.settings, "keep_rounds_days", None)
    yield ok(
        f"rounds are kept for {days} days" if days else "rounds are kept for good, and the database grows with them"
    )
