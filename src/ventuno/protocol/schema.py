"""The protocol as JSON Schema: the client's types are generated from it."""

from __future__ import annotations

from typing import Any

import msgspec

from ventuno.actions import ACTIONS, ActionFacts
from ventuno.kinds import KINDS, TableKind
from ventuno.protocol import VERSION, http
from ventuno.protocol.commands import Request
from ventuno.protocol.messages import AnyMessage


def _of(base: type[msgspec.Struct]) -> list[type[msgspec.Struct]]:
    """What is asked, or answered, over plain HTTP."""
    found = (kind for kind in vars(http).values() if isinstance(kind, type) and issubclass(kind, base))
    return [kind for kind in found if kind is not base]


def schema() -> dict[str, Any]:
    """One document: `Request` is what a client sends, `Message` what it receives; over plain HTTP it sends
    bodies, and receives what `answers` names. `facts` are what both sides know without saying it."""
    bodies, answers = _of(http.Body), _of(http.Answer)
    (request, message, *_), components = msgspec.json.schema_components(
        [Request, AnyMessage, *bodies, *answers, ActionFacts, TableKind], ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Ventuno protocol",
        "version": VERSION,
        "$defs": {**components, "Message": message},
        "answers": [kind.__name__ for kind in answers],
        "facts": {"actions": msgspec.to_builtins(ACTIONS), "kinds": msgspec.to_builtins(KINDS)},
        "oneOf": [request, {"$ref": "#/$defs/Message"}],
    }
