"""Names of bets, outcomes and actions, as a table shows them."""

from __future__ import annotations

from ventuno.help.languages import LANGUAGES
from ventuno.help.words import Language


def bet_name(key: str, language: Language) -> str:
    """
    >>> bet_name("dealer-pair", "en"), bet_name("dealer-pair", "it")
    ('Dealer Pair', 'Coppia del banco')
    """
    return LANGUAGES[language].bets[key].name


def outcome_name(bet: str, outcome: str, language: Language) -> str:
    """The outcome of a side bet; of several hands judged apart, all of them; or that it was lost.

    >>> outcome_name("21+3", "straight-flush", "it"), outcome_name("21+3", "lose", "it")
    ('Scala a colore', 'Persa')
    >>> outcome_name("progressive", "aa+a", "en")
    'Two aces + One ace'
    """
    words = LANGUAGES[language]
    names = {"lose": words.names.hand_outcomes["lose"], **words.bets[bet].outcomes}
    return " + ".join(names[each] for each in outcome.split("+"))


def action_name(action: str, language: Language) -> str:
    """
    >>> action_name("free-double", "it")
    'Raddoppia gratis'
    """
    return LANGUAGES[language].names.actions[action]


def hand_outcome_name(outcome: str, language: Language) -> str:
    """
    >>> hand_outcome_name("bust", "it")
    'Sballata'
    """
    return LANGUAGES[language].names.hand_outcomes[outcome]
