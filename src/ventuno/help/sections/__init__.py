"""What the page says, section by section: which sentences a variant needs, never which game it is."""
