"""Where the bank's book is kept: one port, SQLite or PostgreSQL behind it."""

from ventuno.store.faults import StoreFault
from ventuno.store.ledger import Ledger, open_ledger

__all__ = ["Ledger", "StoreFault", "open_ledger"]
