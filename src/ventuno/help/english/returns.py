"""The published returns in English."""

from __future__ import annotations

from typing import Final

from ventuno.help.words import ReturnWords

RETURNS: Final = ReturnWords(
    heading="Return to player",
    means=(
        "These are the published returns, as the game's own file claims them: the part of the stakes that comes back "
        "to players over a very large number of rounds. A single session can end quite differently."
    ),
    header=("Bet", "Return", "How it is meant"),
    main="Main game",
    per={
        "initial-bet": "per unit of the initial bet",
        "stake": "per unit of real money staked, doubles and splits included",
    },
    strategy={
        "total": "with the best play by the totals of the hands",
        "composition": "with the best play by the exact cards of the hands",
        "either": "with the best play, by totals or by exact cards alike",
    },
    unpublished="No return is published for {bets}.",
)
