"""Ventuno: a blackjack house in one package. A variant is a file.

What a game designer or a programmer asks for first is here by name, and explained in docs/api.md. Nothing of it is
imported before it is used: `import ventuno` is quick, and whoever loads a game does not wait for the odds.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

__version__: Final = "0.2.0"

if TYPE_CHECKING:  # for who reads types; for who runs it, the same is in _PARTS (tests/test_public_api.py)
    from ventuno.cards import Card as Card
    from ventuno.certificate.certify import Certificate as Certificate, certify as certify
    from ventuno.certificate.page import as_html as as_html
    from ventuno.certificate.plain import as_plain as as_plain
    from ventuno.client import Client as Client
    from ventuno.help import as_markdown as as_markdown, as_text as as_text, help_page as help_page
    from ventuno.odds import (
        Moment as Moment,
        VariantOdds as VariantOdds,
        action_values as action_values,
        chart as chart,
        distribution as distribution,
        insurance_value as insurance_value,
        policy_of as policy_of,
        side_bet_returns as side_bet_returns,
        solve as solve,
    )
    from ventuno.play import (
        Action as Action,
        Awaits as Awaits,
        PositionBet as PositionBet,
        Round as Round,
        replay as replay,
        transcript as transcript,
        view as view,
    )
    from ventuno.refusal import Refusal as Refusal, RefusalRaised as RefusalRaised
    from ventuno.shoe import (
        SeededRandomness as SeededRandomness,
        SystemRandomness as SystemRandomness,
        shoe_for as shoe_for,
    )
    from ventuno.simulator import simulate as simulate, simulate_sessions as simulate_sessions
    from ventuno.variant import (
        FaultyVariant as FaultyVariant,
        Variant as Variant,
        catalog as catalog,
        digest as digest,
        from_notation as from_notation,
        load as load,
        parse as parse,
        to_notation as to_notation,
    )
else:
    _PARTS: Final = {
        "cards": "Card",
        "certificate.certify": "Certificate certify",
        "certificate.page": "as_html",
        "certificate.plain": "as_plain",
        "client": "Client",
        "help": "as_markdown as_text help_page",
        "odds": "Moment VariantOdds action_values chart distribution insurance_value policy_of side_bet_returns solve",
        "play": "Action Awaits PositionBet Round replay transcript view",
        "refusal": "Refusal RefusalRaised",
        "shoe": "SeededRandomness SystemRandomness shoe_for",
        "simulator": "simulate simulate_sessions",
        "variant": "FaultyVariant Variant catalog digest from_notation load parse to_notation",
    }
    _PART_OF: Final = {name: part for part, names in _PARTS.items() for name in names.split()}
    __all__ = ["__version__", *_PART_OF]

    def __getattr__(name: str) -> Any:
        if name not in _PART_OF:
            raise AttributeError(f"module 'ventuno' has no attribute {name!r}")
        found = getattr(import_module(f"ventuno.{_PART_OF[name]}"), name)
        globals()[name] = found
        return found

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
