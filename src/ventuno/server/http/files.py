"""An answer that is a file to keep."""

from __future__ import annotations

from aiohttp import web

from ventuno.store.export import Format


def as_file(name: str, form: Format, text: str) -> web.Response:
    kind = "text/csv" if form == "csv" else "application/json"
    headers = {"Content-Disposition": f'attachment; filename="{name}.{form}"'}
    return web.Response(text=text, content_type=kind, headers=headers)
