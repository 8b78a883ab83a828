"""A real PostgreSQL for the doctor, as the store's tests have it."""

from __future__ import annotations

from tests.store.conftest import postgres  # noqa: F401
