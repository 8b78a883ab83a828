"""The published returns in Italian."""

from __future__ import annotations

from typing import Final

from ventuno.help.words import ReturnWords

RETURNS: Final = ReturnWords(
    heading="Ritorno al giocatore",
    means=(
        "Sono i ritorni pubblicati, come li dichiara il file del gioco: la parte delle puntate che torna ai giocatori "
        "su un numero molto grande di giri. Una singola sessione può andare in modo del tutto diverso."
    ),
    header=("Puntata", "Ritorno", "Come va inteso"),
    main="Gioco principale",
    per={
        "initial-bet": "per unità di puntata iniziale",
        "stake": "per unità di denaro vero puntato, raddoppi e divisioni compresi",
    },
    strategy={
        "total": "giocando al meglio in base ai punteggi delle mani",
        "composition": "giocando al meglio in base alle singole carte delle mani",
        "either": "giocando al meglio, in base ai punteggi o alle singole carte",
    },
    unpublished="Non è pubblicato alcun ritorno per {bets}.",
)
