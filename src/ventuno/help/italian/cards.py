"""The cards and the deal in Italian."""

from __future__ import annotations

from typing import Final

from ventuno.help.words import CardsWords

CARDS: Final = CardsWords(
    heading="Le carte e la distribuzione",
    decks="Si gioca con {decks} da 52 carte.",
    shuffle={
        "every-round": "Prima di ogni giro si mescolano tutte le carte.",
        "cut-card": (
            "Le carte escono da un sabot finché compare la carta di taglio, che sta davanti alle ultime "
            "{behind}. Quel giro si gioca fino in fondo, poi si mescola."
        ),
        "continuous": (
            "Le carte escono da un mescolatore automatico. Dopo ogni giro vi tornano tutte, "
            "così ogni giro si gioca con tutte le carte."
        ),
    },
    shoes="Ci sono {shoes} che si alternano, così il gioco non aspetta che si mescoli.",
    burn_card={
        "never": "",
        "optional": "Alcuni tavoli bruciano una carta: prima del giro una carta viene scartata coperta.",
    },
    kind={
        "solo": (
            "A partire dalla tua mano più a destra, ogni mano riceve una carta scoperta e poi il banco una carta "
            "scoperta. Ogni mano riceve una seconda carta scoperta, il banco una seconda carta coperta."
        ),
        "seated": (
            "Dalla sinistra del banco e in senso orario, ogni mano riceve una carta scoperta e poi il banco una "
            "carta scoperta. Ogni mano riceve una seconda carta scoperta, il banco una seconda carta coperta."
        ),
        "shared": (
            "Ogni postazione riceve una carta scoperta e poi il banco una carta scoperta. "
            "Ogni postazione riceve una seconda carta scoperta, il banco una seconda carta coperta."
        ),
    },
    up_and_hole="Qui «carta scoperta» e «carta coperta», senza altro, sono sempre quelle del banco.",
)
