"""What the side bets have in common in Italian."""

from __future__ import annotations

from typing import Final

from ventuno.help.words import SideBetWords

SIDE_BETS: Final = SideBetWords(
    heading="Puntate collaterali",
    needs_main=(
        "Una puntata collaterale richiede una puntata principale sulla stessa mano. Si decide per conto suo e non "
        "cambia niente per la puntata principale."
    ),
    best_only=(
        "Gli esiti sono elencati dal migliore. La puntata paga solo il migliore ottenuto; "
        "se non ne esce nessuno, è persa."
    ),
    prices="25:1 vuol dire: vinci 25 volte la puntata, e la puntata ti torna indietro.",
    bet_heading="Puntata collaterale: {bet}",
    needs={
        "opening": "Si decide appena distribuite le carte.",
        "hole": "Si decide quando il banco mostra la carta coperta.",
        "dealer": "Si decide quando il banco ha pescato l'ultima carta.",
        "hand": "Si decide alla fine del giro.",
    },
    per_hand="Dopo una divisione si decide e si paga per ogni mano a parte.",
    stake="La puntata è sempre esattamente {stake}.",
    header=("Esito", "Quando", "Paga"),
    jackpot=(
        "Il jackpot parte da {seed}, e una quota di ogni puntata ({share}) lo fa crescere. "
        "Chi lo vince lo prende tutto, poi riparte da {seed}."
    ),
    jackpot_shared="Se più giocatori lo vincono nello stesso giro, lo dividono in parti uguali.",
)
