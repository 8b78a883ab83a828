"""The OpenAPI 3.1 document, from the table of routes and the types they name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from ventuno.languages import LANGUAGES
from ventuno.protocol import VERSION
from ventuno.protocol.http import HttpFault
from ventuno.server.http.call import COOKIE
from ventuno.server.http.routes import Route

_REF: Final = "#/components/schemas/{name}"
_IN_PATH: Final = re.compile(r"{(\w+)}")


def openapi(routes: Sequence[Route]) -> dict[str, Any]:
    types = list(dict.fromkeys(_types(routes)))
    schemas, components = msgspec.json.schema_components(types, ref_template=_REF)
    for each in components.values():
        if spoken := each.get("properties", {}).get("language"):
            spoken["enum"] = list(LANGUAGES)
    schema = dict(zip(types, schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for route in routes:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route, schema, components)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Ventuno", "version": str(VERSION), "description": "The house over HTTP."},
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {
                "bearer": {"type": "http", "scheme": "bearer"},
                "cookie": {"type": "apiKey", "in": "cookie", "name": COOKIE},
            },
        },
    }


def _types(routes: Sequence[Route]) -> list[Any]:
    found = [kind for route in routes for kind in (route.body, route.query, route.answer) if isinstance(kind, type)]
    return [HttpFault, *(kind for kind in found if issubclass(kind, msgspec.Struct))]


def _operation(route: Route, schema: dict[Any, Any], components: dict[str, Any]) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "operationId": re.sub(r"\W+", "_", f"{route.method.lower()}{route.path}").strip("_"),
        "summary": route.says,
        "parameters": [*_path_parameters(route), *_query_parameters(route, components)],
        "responses": {
            "200": _answer(route, schema),
            "default": {"description": "not done", "content": {"application/json": {"schema": schema[HttpFault]}}},
        },
        "security": [] if route.needs == "nobody" else [{"bearer": []}, {"cookie": []}],
    }
    if route.body is not None:
        content = {"application/json": {"schema": schema[route.body]}}
        operation["requestBody"] = {"required": True, "content": content}
    return operation


def _answer(route: Route, schema: dict[Any, Any]) -> dict[str, Any]:
    if route.answer is None:
        return {"description": "text"}
    found = schema.get(route.answer, {"type": "object"}) if isinstance(route.answer, type) else {"type": "object"}
    return {"description": "done", "content": {"application/json": {"schema": found}}}


def _path_parameters(route: Route) -> list[dict[str, Any]]:
    text = {"type": "string"}
    return [{"name": name, "in": "path", "required": True, "schema": text} for name in _IN_PATH.findall(route.path)]


def _query_parameters(route: Route, components: dict[str, Any]) -> list[dict[str, Any]]:
    if route.query is None:
        return []
    properties = components[route.query.__name__]["properties"]
    return [{"name": name, "in": "query", "schema": found} for name, found in properties.items()]
