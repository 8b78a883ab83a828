"""WHAT is said between a browser and the house: commands, events, the view they add up to, messages.

The types are the schema, the validator and the documentation; `schema` exports them as JSON Schema,
from which the client's own types are generated. Compatible change: new fields have defaults, fields
are never renamed or given another meaning, and `VERSION` counts what could not be done that way.
"""

from typing import Final

VERSION: Final = 2  # 2: `TableInfo.rules`, `TableView.judgement`
