"""Both engines, as for the store."""

from tests.store.conftest import desk, folder, ledger, postgres, where

__all__ = ["desk", "folder", "ledger", "postgres", "where"]
