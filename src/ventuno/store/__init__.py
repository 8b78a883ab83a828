"""Where the bank's book is kept: one port, SQLite or PostgreSQL behind it."""

from ventuno.store.faults import StoreFault
from ventuno.store.ledger import Books, Ledger, open_books, open_ledger

__all__ = ["Books", "Ledger", "StoreFault", "open_books", "open_ledger"]
