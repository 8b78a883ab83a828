"""The languages there are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ventuno.help.english import ENGLISH
from ventuno.help.italian import ITALIAN
from ventuno.help.words import Language, Words

LANGUAGES: Final[Mapping[Language, Words]] = {"it": ITALIAN, "en": ENGLISH}
