"""The introduction, the facts in short and the aim in Italian."""

from __future__ import annotations

from typing import Final

from ventuno.help.words import AimWords, GlanceWords, OpeningWords

OPENING: Final = OpeningWords(
    kind={
        "solo": "Blackjack con {decks}: tu solo contro il banco.",
        "seated": "Blackjack con {decks} a un tavolo con {seats}.",
        "shared": "Blackjack con {decks}: un numero illimitato di giocatori condivide le stesse carte.",
    },
    special="In questo gioco trovi {features}.",
    features={
        "free_double": "raddoppi gratis",
        "free_split": "divisioni gratis",
        "charlie": "mani che vincono con {cards}",
        "surrender": "la resa",
        "bust_22_pushes": "il pareggio quando il banco sballa con 22",
        "bust_pushes_17": "il pareggio con 17 quando il banco sballa",
        "bust_ten_up_pushes": "il pareggio quando il banco sballa con un dieci scoperto",
        "natural_17_beats_17": "un 17 iniziale che batte il 17 del banco",
        "cashback": "un'offerta di cashback a ogni decisione",
        "golden_chips": "fiche dorate",
        "side_bets": "{side_bets}",
        "jackpot": "un jackpot",
    },
)

GLANCE: Final = GlanceWords(
    heading="In breve",
    header=("Regola", "In questo gioco"),
    facts={
        "decks": "Mazzi",
        "blackjack": "Il blackjack paga",
        "insurance": "L'assicurazione paga",
        "soft_17": "Il banco con 17 soft",
        "looks_under": "Il banco controlla il blackjack",
        "double": "Raddoppio",
        "splits": "Divisione",
        "surrender": "Resa",
        "limits": "Puntata principale",
        "published": "Ritorno pubblicato del gioco principale",
    },
    shuffle={
        "every-round": "mescolati a ogni giro",
        "cut-card": "distribuiti fino alla carta di taglio",
        "continuous": "in un mescolatore automatico",
    },
    soft_17={"stands": "sta", "hits": "prende carta"},
    surrender={"none": "no", "late": "tardiva", "early": "anticipata"},
    looks="se mostra {cards}",
    never_looks="mai",
    no_insurance="non offerta",
    any_double="con due carte qualsiasi",
    double_totals="con {totals} hard",
    double_after_split={True: ", anche dopo una divisione", False: ", non dopo una divisione"},
    splits="fino a {hands}",
    no_splits="no",
)

AIM: Final = AimWords(
    heading="Lo scopo",
    goal=(
        "Avvicinati a 21 più del banco, senza superarlo. "
        "Giochi soltanto contro il banco, mai contro gli altri giocatori."
    ),
    values=(
        "Le carte da 2 a 10 valgono il loro numero; J, Q e K valgono 10; l'asso vale 1 o 11, come conviene alla "
        "mano. In questa pagina «un dieci» è una qualsiasi carta fra 10, J, Q e K."
    ),
    soft="Una mano è soft finché contiene un asso che vale 11; altrimenti è hard.",
    bust="Una mano oltre 21 è sballata e perde subito, qualunque cosa faccia poi il banco.",
    blackjack=(
        "Un asso e un dieci come prime due carte sono un blackjack, che batte ogni altro 21. "
        "Dopo una divisione, un asso e un dieci fanno un 21 normale."
    ),
    push="Se tu e il banco avete lo stesso punteggio, è un pareggio: la puntata ti torna indietro.",
)
