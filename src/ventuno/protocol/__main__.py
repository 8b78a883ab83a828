"""`python -m ventuno.protocol`: the protocol's JSON Schema, on standard output."""

import json

from ventuno.protocol.schema import schema

print(json.dumps(schema(), indent=2))
