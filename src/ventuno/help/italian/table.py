"""The table and the bets in Italian."""

from __future__ import annotations

from typing import Final

from ventuno.help.words import TableWords

TABLE: Final = TableWords(
    heading="Il tavolo e le puntate",
    kind={
        "solo": "Giochi da solo contro il banco. Il giro comincia quando chiedi le carte.",
        "seated": (
            "Ogni giocatore occupa un posto e gioca la mano di quel posto. "
            "Si punta finché c'è tempo, poi comincia il giro."
        ),
        "shared": (
            "Un numero illimitato di giocatori gioca le stesse carte, e ognuno decide per sé. "
            "Si punta finché c'è tempo, poi comincia il giro."
        ),
    },
    positions={
        "solo": "In un giro puoi giocare da 1 a {most} mani, ognuna con la sua puntata.",
        "seated": "Il tavolo ha {seats}. Un giocatore può occuparne al massimo {most}.",
        "shared": "Il tavolo ha {positions}, ognuna con la sua mano. Puoi puntare su una o più, fino a {most}.",
    },
    one_position={
        "solo": "In un giro giochi una mano.",
        "seated": "Il tavolo ha {seats}. Ogni giocatore ne occupa uno.",
        "shared": "Il tavolo ha {positions}. Punti su una mano.",
    },
    bet_behind=(
        "Puoi anche puntare alle spalle: metti una puntata sulla mano di un altro giocatore, che tu sia seduto o "
        "no, ma mai sulla tua. Paga come ogni altra puntata."
    ),
    behind_decides=(
        "Quando punti alle spalle, decide il giocatore seduto. Tu scegli soltanto, in anticipo, se seguire un "
        "raddoppio e una divisione a pagamento. Se non segui un raddoppio, la tua puntata semplice resta sulla "
        "mano raddoppiata; se non segui una divisione, resta sulla prima delle due mani."
    ),
    behind_insurance="Sull'assicurazione decidi da te.",
    behind_free="I raddoppi gratis e le divisioni gratis valgono sempre anche per le puntate alle spalle.",
    behind_returns=(
        "Se il giocatore seduto salta il giro, la puntata alle spalle ti torna subito. "
        "Ogni giocatore può vietare le puntate alle proprie spalle."
    ),
    limits_set_by={
        "table": "Per ogni puntata c'è un minimo e un massimo, in unità della valuta del tavolo.",
        "menu": "Scegli i limiti da un menù prima di giocare; sono in unità della valuta del tavolo.",
        "vip-level": "I limiti dipendono dal tuo livello VIP; sono in unità della valuta del tavolo.",
    },
    limits_header=("Puntata principale", "Puntata collaterale"),
    level="Livello VIP",
    limits_bind=(
        "I limiti valgono solo per le puntate fatte prima della distribuzione: "
        "ciò che aggiungi dopo, durante la mano, può superare il massimo."
    ),
    step="Le puntate principali sono multipli di {step}, così ogni pagamento risulta esatto.",
)
