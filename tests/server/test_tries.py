"""Tries at a name are counted however it is spelled."""

from __future__ import annotations

import pytest

from ventuno.server.tries import Tries


@pytest.mark.parametrize("spelled", ["supervisor", " supervisor", "supervisor  ", "ｓｕｐｅｒｖｉｓｏｒ"])
def test_another_spelling_of_a_name_brings_no_further_tries(spelled: str) -> None:
    tries = Tries(lambda: 0.0, 10)
    while tries.refusal_of_stranger("supervisor", "10.0.0.1") is None:
        pass
    assert tries.refusal_of_stranger(spelled, "10.0.0.1") is not None
    waited = [tries.wait_s("supervisor") for _ in range(30)]
    assert tries.wait_s(spelled) >= waited[-1] > 0
