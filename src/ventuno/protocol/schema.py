"""The protocol as JSON Schema: the client's types are generated from it."""

from __future__ import annotations

from typing import Any

import msgspec

from ventuno.protocol import VERSION
from ventuno.protocol.commands import Request
from ventuno.protocol.messages import AnyMessage


def schema() -> dict[str, Any]:
    """One document: `Request` is what a client sends, `Message` what it receives."""
    (request, message), components = msgspec.json.schema_components(
        [Request, AnyMessage], ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Ventuno protocol",
        "version": VERSION,
        "$defs": {**components, "Message": message},
        "oneOf": [request, {"$ref": "#/$defs/Message"}],
    }
