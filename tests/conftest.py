"""Hypothesis: no timed assertions on noisy machines; `--hypothesis-profile soak` searches much longer.

Passwords are hashed quickly: at full cost one takes 0.2 s of a processor. A test of the cost asks for `slow_hashes`.

What is compiled is kept, whatever the surroundings say: some hundred interpreters are started here.

And what did not run because the machine lacks something: that is said so that nobody can overlook it.
"""

import os
import sys
import tempfile
from typing import Any

import pytest
from hypothesis import settings

# For this process, its workers and every program that a test starts.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
# A house makes its key in the user's own folder: not in that of whoever runs the tests.
os.environ["XDG_CONFIG_HOME"] = tempfile.mkdtemp(prefix="ventuno-config-")
settings.register_profile("ventuno", deadline=None)
settings.register_profile("soak", deadline=None, max_examples=5000)
settings.load_profile("ventuno")

SESSIONS = "ventuno.store.sessions"
HASHING = ("_hasher", "_NOBODY")
_slow: dict[str, Any] = {}


def pytest_collection_finish() -> None:
    """Once every test is imported, and with them whatever hashes passwords in this process."""
    if SESSIONS in sys.modules and not _slow:
        from argon2 import PasswordHasher

        sessions = sys.modules[SESSIONS]
        _slow.update({name: getattr(sessions, name) for name in HASHING})
        quick = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
        for name, value in zip(HASHING, (quick, quick.hash("nobody")), strict=True):
            setattr(sessions, name, value)


@pytest.fixture
def slow_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a house that is open to others."""
    for name, value in _slow.items():
        monkeypatch.setattr(f"{SESSIONS}.{name}", value)


def pytest_configure(config: Any) -> None:
    if hasattr(config, "workerinput"):
        from tests.compiling import one_worker_at_a_time

        one_worker_at_a_time(config.rootpath / ".pytest_cache" / "compiling")


# What a machine may lack, as the reason of a skipped test begins: its title, and what was not looked at.
LACKS = {
    "no browser: ": ("THE BROWSER TESTS DID NOT RUN", "tests of the client in a real browser"),
    "no compiler: ": ("THE POWER TESTS DID NOT RUN", "tests of what a power cut loses"),
}


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Here and not beside the tests: where workers run them, this is the only conftest that the summary knows."""
    for lack, (title, what) in LACKS.items():
        skipped = [report for report in terminalreporter.stats.get("skipped", []) if lack in str(report.longrepr)]
        if skipped:
            why = str(skipped[0].longrepr).split(lack)[1].rstrip("')")
            terminalreporter.section(title, sep="!", red=True, bold=True)
            terminalreporter.line(f"{len(skipped)} {what} were skipped: {why}.", red=True)
