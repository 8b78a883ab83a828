"""The closing in Italian."""

from __future__ import annotations

from typing import Final

from ventuno.help.words import ClosingWords

CLOSING: Final = ClosingWords(
    heading="Tempo, connessione, saldo",
    no_decision={
        "wait": "Il tavolo aspetta la tua decisione per tutto il tempo che ti serve.",
        "hit-to-11": "Se non decidi in tempo, una mano di 11 o meno prende carta e una più alta sta.",
        "stand": "Se non decidi in tempo, la mano sta.",
    },
    disconnected={
        "resumes": (
            "Se perdi la connessione, il giro aspetta: quando torni, ritrovi la decisione che avevi lasciato. "
            "Un giro lasciato a metà per 90 giorni viene annullato e le puntate ti tornano indietro."
        ),
        "bets-stand": (
            "Se perdi la connessione, le tue puntate restano valide e le tue mani si giocano con la regola delle "
            "decisioni mancate."
        ),
        "open-bets-return": (
            "Se perdi la connessione mentre si può ancora puntare, le tue puntate ti tornano indietro. Dopo, "
            "restano valide e le tue mani si giocano con la regola delle decisioni mancate."
        ),
    },
    balance_short=(
        "Puoi raddoppiare o dividere a pagamento solo se il saldo basta. Se viene a mancare prima che la decisione "
        "sia accettata, al posto del raddoppio si prende una carta; al posto della divisione si prende una carta con "
        "11 o meno, e con di più la mano sta."
    ),
    definition_heading="Da dove viene questa pagina",
    generated="Questa pagina è generata dalla stessa definizione con cui si gioca.",
    partial="La notazione è breve e non nomina tutte le regole; l'impronta le comprende tutte, tranne i limiti.",
    key="Variante: {key}",
    notation="Notazione: {line}",
    digest="Impronta delle regole: {digest}",
)
