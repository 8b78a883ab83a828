"""The deep audit: every stored round is played again, and its money held against the ledger, to the cent."""
