"""The certificates as they were recorded: a change of the code's shape changes no figure and no word of them.

python -m tests.certificate.test_certificate_net     records them anew
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from tests.certificate.made import certificate
from ventuno.certificate.plain import as_plain
from ventuno.variant.find import CATALOG

RECORDED = Path(__file__).with_name("digests.json")
DECIMALS = 9  # of the figures that are not fractions: the last digits of a float are the machine's
GAMES = sorted(path.stem for path in CATALOG.glob("*.toml"))
OF_THE_DAY = {"versions", "command"}


def rounded(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, DECIMALS) + 0.0
    if isinstance(value, dict):
        return {str(key): rounded(one) for key, one in value.items() if key not in OF_THE_DAY}
    return [rounded(one) for one in value] if isinstance(value, list | tuple) else value


def digest(game: str) -> str:
    text = json.dumps(rounded(as_plain(certificate(game))), sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()


@pytest.mark.parametrize("game", GAMES)
def test_a_certificate_is_what_it_was(game: str) -> None:
    assert digest(game) == json.loads(RECORDED.read_text())[game]


if __name__ == "__main__":
    RECORDED.write_text(json.dumps({game: digest(game) for game in GAMES}, indent=1) + "\n")
