"""The digest of an audit, kept where whoever can write the database cannot: sent away, or added to a file."""

from __future__ import annotations

import os
import urllib.error
import urllib.parse
import urllib.request
from datetime import datetime
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from ventuno.refusal import RefusalRaised
from ventuno.store import private
from ventuno.store.auditing import AuditReport

TOKEN: Final = "VENTUNO_AUDIT_TOKEN"
TIMEOUT_S: Final = 10


class KeepingNote(NamedTuple):
    """What is kept: enough for the next audit to be told what it must find."""

    operator: str
    at: str
    digest: str
    records: int
    clean: bool
    findings: int

    @classmethod
    def of(cls, report: AuditReport, *, clean: bool, operator: str, at: datetime) -> KeepingNote:
        return cls(
            operator, at.isoformat(timespec="seconds"), report.digest, report.records, clean, len(report.findings)
        )

    def line(self) -> bytes:
        return msgspec.json.encode(self._asdict())


def kept_elsewhere(note: KeepingNote, file: Path | None, url: str | None) -> list[str]:
    """Why it could not be kept, if it could not."""
    failed = []
    if file is not None and (why := _add(note, file)):
        failed.append(why)
    if url is not None and (why := _send(note, url)):
        failed.append(why)
    return failed


def _add(note: KeepingNote, file: Path) -> str:
    try:
        handle = os.open(file, os.O_CREAT | os.O_APPEND | os.O_WRONLY, private.FILE)
        try:
            os.write(handle, note.line() + b"\n")
            os.fsync(handle)
        finally:
            os.close(handle)
    except OSError as error:
        return f"the digest was not added to {file}: {error.strerror}"
    return ""


def _send(note: KeepingNote, url: str) -> str:
    from ventuno.server.webhook import is_web_address  # heavy to load, and only who sends needs it

    if not is_web_address(url):
        raise RefusalRaised("audit/bad_url", "--send takes an address that begins with https:// or http://")
    host = urllib.parse.urlsplit(url).hostname
    headers = {"Content-Type": "application/json"}
    if token := os.environ.get(TOKEN):
        headers["Authorization"] = f"Bearer {token}"
    asked = urllib.request.Request(url, note.line(), headers, method="POST")
    try:
        with _opener.open(asked, timeout=TIMEOUT_S):
            return ""
    except urllib.error.HTTPError as error:
        error.close()
        return f"the digest was not taken by {host}: it answers {error.code}"
    except (OSError, ValueError) as error:
        return f"the digest was not sent to {host}: {getattr(error, 'reason', error)}"


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """Who is named gets it, and nobody else."""

    def redirect_request(self, *_: object) -> None:
        return None


_opener: Final = urllib.request.build_opener(_NoRedirects)
