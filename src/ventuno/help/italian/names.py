"""Numbers, counted things and short names in Italian."""

from __future__ import annotations

from typing import Final

from ventuno.help.grammar import Grammar
from ventuno.help.words import Names

GRAMMAR: Final = Grammar(
    thousands=".",
    decimal=",",
    conjunction="e",
    disjunction="o",
    counted={
        "deck": ("un mazzo", "{n} mazzi"),
        "card": ("una carta", "{n} carte"),
        "shoe": ("un sabot", "{n} sabot"),
        "seat": ("un posto", "{n} posti"),
        "position": ("una postazione", "{n} postazioni"),
        "hand": ("una mano", "{n} mani"),
        "golden_chip": ("una fiche dorata", "{n} fiche dorate"),
        "side_bet": ("una puntata collaterale", "{n} puntate collaterali"),
    },
    range="{least}–{most}",
    stake_included="puntata compresa",
    stake_back="puntata restituita",
    jackpot="il jackpot",
)

NAMES: Final = Names(
    actions={
        "hit": "Carta",
        "stand": "Stai",
        "double": "Raddoppia",
        "split": "Dividi",
        "free-double": "Raddoppia gratis",
        "free-split": "Dividi gratis",
        "surrender": "Arrenditi",
        "insure": "Assicura",
        "decline": "Rifiuta",
        "cashback": "Cashback",
    },
    hand_outcomes={
        "blackjack": "Blackjack",
        "win": "Vinta",
        "push": "Pareggio",
        "lose": "Persa",
        "bust": "Sballata",
        "charlie": "Charlie",
        "surrender": "Resa",
        "cashback": "Cashback",
    },
    ranks={
        1: "assi",
        2: "2",
        3: "3",
        4: "4",
        5: "5",
        6: "6",
        7: "7",
        8: "8",
        9: "9",
        10: "dieci (10, J, Q, K)",
    },
    file_words={
        "bronze": "bronzo",
        "silver": "argento",
        "gold": "oro",
        "cashback never taken": "senza mai accettare il cashback",
        "first hand of the shoe": "prima mano del sabot",
        "with the jackpot at its seed and the contribution counted": (
            "con il jackpot al suo importo di partenza e contando la quota che lo alimenta"
        ),
        "exact 96.0919: the book rounds to one decimal": (
            "il valore esatto è 96,0919%: il regolamento arrotonda a un decimale"
        ),
    },
)
