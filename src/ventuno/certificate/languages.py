"""The languages there are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ventuno.certificate.english import ENGLISH
from ventuno.certificate.italian import ITALIAN
from ventuno.certificate.words import Words
from ventuno.help import Language

LANGUAGES: Final[Mapping[Language, Words]] = {"it": ITALIAN, "en": ENGLISH}
