"""The web client's files, from where it was built; and what to do where it was not."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from aiohttp import web

FOREVER: Final = "public, max-age=31536000, immutable"  # files whose names change with their content
PAGE: Final = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Ventuno</title>
<h1>Ventuno</h1>
<p>The house is open. Its web client has not been built yet: <code>make web</code> builds it.</p>
<p>Until then: <a href="/api/openapi.json">the HTTP API</a>, <code>/ws</code> for the tables, and
<code>ventuno.client</code> for Python.</p>
</html>
"""


class Static:
    def __init__(self, folder: Path | None) -> None:
        self._folder = folder.resolve() if folder is not None and (folder / "index.html").is_file() else None

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """A file that is there, else the client's page, which finds its own way."""
        if request.path.startswith(("/api/", "/ws/", "/health/")):
            raise web.HTTPNotFound
        if self._folder is None:
            return web.Response(text=PAGE, content_type="text/html", status=200 if request.path == "/" else 404)
        found = self._file(self._folder, request.path)
        if found is None:
            return web.FileResponse(self._folder / "index.html", headers={"Cache-Control": "no-cache"})
        lasting = found.parent.name == "assets"
        return web.FileResponse(found, headers={"Cache-Control": FOREVER if lasting else "no-cache"})

    def _file(self, folder: Path, path: str) -> Path | None:
        """Never outside the folder, whatever is asked for."""
        try:
            found = (folder / path.lstrip("/")).resolve()
            inside = found.is_relative_to(folder) and found.is_file()
        except (OSError, ValueError):
            return None
        return found if inside else None
