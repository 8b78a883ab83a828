"""The dealer in Italian."""

from __future__ import annotations

from typing import Final

from ventuno.help.words import DealerWords

DEALER: Final = DealerWords(
    heading="Il banco",
    draws="Il banco gioca per ultimo: prende carta con 16 o meno e sta con 17 hard o più.",
    soft_17={
        "stands": "Anche con 17 soft il banco sta.",
        "hits": "Con 17 soft il banco prende ancora una carta.",
    },
    looks_under={"ace": "un asso", "ten": "un dieci"},
    looks=(
        "Se mostra {cards}, il banco guarda la carta coperta prima che si giochi. "
        "Se ha un blackjack, il giro finisce lì."
    ),
    looks_after_insurance=(
        "Se mostra {cards}, il banco guarda la carta coperta prima che si giochi, dopo aver offerto "
        "l'assicurazione. Se ha un blackjack, il giro finisce lì."
    ),
    never_looks=(
        "Il banco non guarda la carta coperta prima che tu giochi: un suo blackjack si scopre solo alla fine."
    ),
    does_not_look=(
        "Se mostra {cards}, il banco non guarda: un blackjack si scopre solo quando le mani sono state giocate."
    ),
    takes={
        "every-stake": (
            "Se il banco mostrava {cards} e si scopre un blackjack, perdi tutte le tue puntate principali, "
            "anche quanto hai aggiunto per raddoppiare e dividere."
        ),
        "original-bet": (
            "Se il banco mostrava {cards} e si scopre un blackjack, per ogni mano di partenza perdi soltanto una "
            "puntata iniziale: quanto hai aggiunto per raddoppiare e dividere ti torna indietro, anche sulle mani "
            "già sballate."
        ),
        "busted-plus-one": (
            "Se il banco mostrava {cards} e si scopre un blackjack, per ogni mano di partenza perdi una puntata "
            "iniziale e le puntate delle mani già sballate. Il resto di quanto hai aggiunto per raddoppiare e "
            "dividere ti torna indietro."
        ),
    },
    takes_real="Un blackjack del banco ti costa solo denaro vero: le fiche gratis non sono mai una tua perdita.",
    plays_out="Quando non resta nessuna mano il cui risultato dipenda dal banco, il banco non prende carte.",
    completes=(
        "Se qualcuno ha puntato su {bets}, il banco pesca comunque fino in fondo. "
        "Il risultato delle puntate principali non cambia."
    ),
    shows="Se qualcuno ha puntato su {bets}, il banco mostra comunque la carta coperta.",
)
