"""Ventuno: a blackjack house in one package. A variant is a file."""
