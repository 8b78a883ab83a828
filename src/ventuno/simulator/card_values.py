"""Cards as the tables count them: a value's place is its points less one, and the tens are one value."""

from __future__ import annotations

from typing import Final

VALUES: Final = 10
ACE: Final = 0
TEN: Final = 9
