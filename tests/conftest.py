"""Hypothesis: no timed assertions on noisy machines; `--hypothesis-profile soak` searches much longer.

And the browser tests, if there was no browser: that is said so that nobody can overlook it.
"""

import os
import tempfile
from typing import Any

from hypothesis import settings

# A house makes its key in the user's own folder: not in that of whoever runs the tests.
os.environ["XDG_CONFIG_HOME"] = tempfile.mkdtemp(prefix="ventuno-config-")
settings.register_profile("ventuno", deadline=None)
settings.register_profile("soak", deadline=None, max_examples=5000)
settings.load_profile("ventuno")


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Here and not in tests/browser: where workers run the tests, this is the only conftest that the summary knows."""
    skipped = [report for report in terminalreporter.stats.get("skipped", []) if "no browser: " in str(report.longrepr)]
    if skipped:
        why = str(skipped[0].longrepr).split("no browser: ")[1].rstrip("')")
        terminalreporter.section("THE BROWSER TESTS DID NOT RUN", sep="!", red=True, bold=True)
        terminalreporter.line(f"{len(skipped)} tests of the client in a real browser were skipped: {why}.", red=True)
