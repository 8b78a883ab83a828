"""Names of bets, outcomes and actions, as a table shows them."""

from __future__ import annotations

from ventuno.help.words import words_of
from ventuno.languages import Language


def bet_name(key: str, language: Language) -> str:
    """
    >>> bet_name("dealer-pair", "en"), bet_name("dealer-pair", "it")
    ('Dealer Pair', 'Coppia del banco')
    """
    return words_of(language).names("bet", key)


def outcome_name(outcome: str, language: Language) -> str:
    """The outcome of a side bet; of several hands judged apart, all of them; or that it was lost.

    >>> outcome_name("straight-flush", "it"), outcome_name("lose", "it")
    ('Scala a colore', 'Persa')
    >>> outcome_name("aa+a", "en")
    'Two aces + One ace'
    """
    return " + ".join(words_of(language).capital("made", each) for each in outcome.split("+"))


def action_name(action: str, language: Language) -> str:
    """
    >>> action_name("free-double", "it")
    'Raddoppia gratis'
    """
    return words_of(language).names("action", action)


def hand_outcome_name(outcome: str, language: Language) -> str:
    """
    >>> hand_outcome_name("bust", "it")
    'Sballata'
    """
    return words_of(language).capital("outcome", outcome)
