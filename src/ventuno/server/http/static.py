"""The web client's files, from where it was built; and what to do where it was not.

They are looked for once, at the start: whatever is asked for later is one look into a dictionary, never into a folder.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from email.utils import formatdate
from mimetypes import MimeTypes
from pathlib import Path
from typing import Final, NamedTuple

from aiohttp import web

FOREVER: Final = "public, max-age=31536000, immutable"  # files whose names change with their content
MOST_KEPT: Final = 4 * 1024 * 1024  # bytes of a file that is kept in memory
ENCODINGS: Final = (("br", ".br"), ("gzip", ".gz"))  # of what was compressed when it was built, the best first
SELDOM: Final = ("Range", "If-Range", "If-Match", "If-Unmodified-Since")  # left to who knows all about files
LONGEST: Final = 100
_kinds: Final = MimeTypes()  # the same on every machine
PAGE: Final = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Ventuno</title>
<h1>Ventuno</h1>
<p>The house is open. Its web client has not been built yet: <code>make web</code> builds it.</p>
<p>Until then: <a href="/api/openapi.json">the HTTP API</a>, <code>/ws</code> for the tables, and
<code>ventuno.client</code> for Python.</p>
</html>
"""


class File(NamedTuple):
    path: Path
    headers: dict[str, str]
    modified_s: int
    body: bytes | None  # None: too big to be kept


class Shown(NamedTuple):
    """A file as it is, and as it was compressed."""

    plain: File
    compressed: dict[str, File]

    def best(self, accepted: str) -> File:
        for name, found in self.compressed.items():
            if name in accepted:
                return found
        return self.plain


class Static:
    def __init__(self, folder: Path | None) -> None:
        built = folder is not None and (folder / "index.html").is_file()
        self._files = index(folder.resolve()) if folder is not None and built else {}

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """A file that is there, else the client's page, which finds its own way."""
        path = request.path
        if path.startswith(("/api/", "/ws/", "/health/")):
            raise web.HTTPNotFound
        if not self._files:
            return web.Response(text=PAGE, content_type="text/html", status=200 if path == "/" else 404)
        shown = self._files.get(path) or self._files["/index.html"]
        return _answer(request, shown.best(request.headers.get("Accept-Encoding", "")))


def _answer(request: web.Request, file: File) -> web.StreamResponse:
    if file.body is None or any(_is_plain(request.headers.get(name)) for name in SELDOM):
        return web.FileResponse(file.path, headers={"Cache-Control": file.headers["Cache-Control"]})
    if _is_known(request, file):
        kept = {name: file.headers[name] for name in ("ETag", "Last-Modified", "Cache-Control")}
        return web.Response(status=304, headers=kept)
    return web.Response(body=file.body, headers=file.headers)


def _is_plain(said: str | None) -> bool:
    """What is longer than one range, one tag or one date is more than need be answered."""
    return said is not None and len(said) <= LONGEST and "," not in said


def _is_known(request: web.Request, file: File) -> bool:
    """The browser has it as it is. What it says of dates counts only where it says nothing of tags."""
    if (tags := request.headers.get("If-None-Match")) is not None:
        return file.headers["ETag"] in tags or tags.strip() == "*"
    said = request.headers.get("If-Modified-Since", "")
    since = request.if_modified_since if 0 < len(said) <= LONGEST else None
    return since is not None and file.modified_s <= since.timestamp()


def index(folder: Path) -> dict[str, Shown]:
    """By the path that is asked for. Never a file from outside the folder, whatever a link in it says."""
    files = {path: found for path in folder.rglob("*") if (found := _inside(folder, path))}
    return {f"/{path.relative_to(folder).as_posix()}": _shown(path, files) for path in files}


def _inside(folder: Path, path: Path) -> Path | None:
    found = path.resolve()
    return found if found.is_file() and found.is_relative_to(folder) else None


def _shown(path: Path, files: dict[Path, Path]) -> Shown:
    return Shown(_file(files[path], path, ""), dict(_compressed(path, files)))


def _compressed(path: Path, files: dict[Path, Path]) -> Iterator[tuple[str, File]]:
    for name, ending in ENCODINGS:
        if found := files.get(path.with_name(path.name + ending)):
            yield name, _file(found, path, name)


def _file(found: Path, asked: Path, encoding: str) -> File:
    stat = found.stat()
    modified_s = math.ceil(stat.st_mtime)
    headers = {
        "Content-Type": _kinds.guess_type(asked.name)[0] or "application/octet-stream",
        "ETag": f'"{stat.st_mtime_ns:x}-{stat.st_size:x}"',
        "Last-Modified": formatdate(modified_s, usegmt=True),
        "Accept-Ranges": "bytes",
        "Cache-Control": FOREVER if asked.parent.name == "assets" else "no-cache",
    }
    if encoding:
        headers |= {"Content-Encoding": encoding, "Vary": "Accept-Encoding"}
    return File(asked, headers, modified_s, found.read_bytes() if stat.st_size <= MOST_KEPT else None)
