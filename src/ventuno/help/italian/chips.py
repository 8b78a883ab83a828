"""Free chips, cashback and golden chips in Italian."""

from __future__ import annotations

from typing import Final

from ventuno.help.words import ChipsWords

CHIPS: Final = ChipsWords(
    free_heading="Fiche gratis",
    free="Una fiche gratis vale la tua puntata iniziale ma non è denaro tuo: ti fa vincere, non ti fa perdere.",
    free_double=(
        "Raddoppio gratis: se la mano vince, paga due volte la puntata iniziale e ti torna la puntata iniziale; "
        "se perde, perdi solo la puntata iniziale; se pareggia, ti torna la puntata iniziale."
    ),
    free_split=(
        "Divisione gratis: la tua puntata resta sulla prima mano (a destra) e una fiche gratis va su quella nuova "
        "(a sinistra). Una mano con la fiche gratis paga la puntata iniziale se vince; se perde o pareggia, non "
        "si muove niente."
    ),
    free_both=(
        "Anche una mano con la fiche gratis si può raddoppiare gratis: allora paga due volte la puntata iniziale."
    ),
    paid_double=(
        "Se paghi per raddoppiare una mano con la fiche gratis, aggiungi denaro vero pari alla puntata iniziale."
    ),
    cashback_heading="Cashback",
    cashback=(
        "A ogni tua decisione ti viene offerto un importo per chiudere subito la mano. "
        "Dopo una divisione ogni mano ha la sua offerta."
    ),
    cashback_price=(
        "L'importo è quanto vale la mano giocata al meglio, viste le carte sul tavolo, tolto il margine della "
        "casa ({margin} di quel valore) e arrotondato per difetto al centesimo. Cambia a ogni carta."
    ),
    cashback_not_on="Non c'è offerta con un blackjack, con 21, su una mano raddoppiata o sugli assi divisi.",
    cashback_taken=(
        "Se accetti, ricevi l'importo al posto della puntata e la mano è chiusa. Le puntate collaterali proseguono."
    ),
    golden_heading="Fiche dorate",
    golden=(
        "Le fiche dorate sono fiche bonus di valore fisso. Si piazzano come le altre, al massimo {chips} per giro."
    ),
    mixed={
        True: "Fiche dorate e normali possono stare nello stesso spazio di puntata.",
        False: "Fiche dorate e normali non possono stare nello stesso spazio di puntata.",
    },
    pay_for_actions={
        True: (
            "Possono anche pagare ciò che aggiungi durante la mano, per esempio un raddoppio: si usano per prime "
            "le fiche dorate di valore più vicino."
        ),
        False: "Non possono pagare ciò che aggiungi durante la mano, per esempio un raddoppio.",
    },
    golden_settled=(
        "Se una fiche dorata vince, ricevi la vincita ma non il valore della fiche; "
        "se pareggia, ti torna la fiche; se perde, è persa."
    ),
    golden_insurance="Le fiche dorate non si assicurano: di una puntata mista si assicura solo il denaro.",
    golden_surrender="Una mano con fiche dorate non si può abbandonare con la resa.",
    golden_cashback="Sulle puntate fatte con fiche dorate non c'è offerta di cashback.",
)
