"""The side bets in Italian."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ventuno.help.words import BetWords

_PAIRS: Final = {"perfect": "Coppia perfetta", "coloured": "Coppia colorata", "mixed": "Coppia mista"}
_PAIRS_MEAN: Final = {
    "perfect": "stesso rango e stesso seme",
    "coloured": "stesso rango e colore, semi diversi",
    "mixed": "stesso rango, una rossa e una nera",
}
_NO_PAIR: Final = "Fanno coppia due carte dello stesso rango: K-K sì, K-Q no."
_POKER: Final = {
    "suited-trips": "Tris dello stesso seme",
    "straight-flush": "Scala a colore",
    "trips": "Tris",
    "straight": "Scala",
    "flush": "Colore",
}
_POKER_MEAN: Final = {
    "suited-trips": "tre carte dello stesso rango e seme",
    "straight-flush": "tre carte in sequenza, dello stesso seme",
    "trips": "tre carte dello stesso rango",
    "straight": "tre carte in sequenza",
    "flush": "tre carte dello stesso seme",
}
_ACE_IN_STRAIGHT: Final = "Nella scala l'asso sta in basso (A-2-3) o in alto (Q-K-A), mai in mezzo (K-A-2)."
_BEST_THREE: Final = ("suited-trips", "straight-flush", "trips")
_TOTALS: Final = {
    "suited-21": "Totale 21 dello stesso seme",
    "21": "Totale 21",
    "20": "Totale 20",
    "19": "Totale 19",
}
_TOTALS_MEAN: Final = {
    "suited-21": "le tre carte, dello stesso seme, fanno 21",
    "21": "le tre carte fanno 21",
    "20": "le tre carte fanno 20",
    "19": "le tre carte fanno 19",
}
_ACE_IN_TOTAL: Final = "L'asso vale 1 o 11, secondo quale dà l'esito migliore."
_BUST: Final = {
    "8-or-more-cards": "Sballo con 8 o più carte",
    "7-cards": "Sballo con 7 carte",
    "6-cards": "Sballo con 6 carte",
    "5-cards": "Sballo con 5 carte",
}

BETS: Final[Mapping[str, BetWords]] = {
    "perfect-pairs": BetWords(
        name="Coppie perfette",
        judged=f"Guarda le tue prime due carte e vince se formano una coppia. {_NO_PAIR}",
        outcomes=_PAIRS,
        meanings=_PAIRS_MEAN,
    ),
    "player-pair": BetWords(
        name="Coppia del giocatore",
        judged=f"Guarda le tue prime due carte e vince se formano una coppia. {_NO_PAIR}",
        outcomes=_PAIRS,
        meanings=_PAIRS_MEAN,
    ),
    "dealer-pair": BetWords(
        name="Coppia del banco",
        judged=f"Guarda le prime due carte del banco, compresa quella coperta. {_NO_PAIR}",
        outcomes=_PAIRS,
        meanings=_PAIRS_MEAN,
    ),
    "any-pair": BetWords(
        name="Qualsiasi coppia",
        judged=f"Guarda le tue prime due carte e vince se formano una coppia. {_NO_PAIR}",
        outcomes={"suited-pair": "Coppia dello stesso seme", "any-pair": "Qualsiasi coppia"},
        meanings={"suited-pair": "stesso rango e stesso seme", "any-pair": "stesso rango, semi diversi"},
    ),
    "21+3": BetWords(
        name="21+3",
        judged=(
            "Legge le tue prime due carte e la carta scoperta del banco come una mano di poker di tre carte. "
            f"{_ACE_IN_STRAIGHT}"
        ),
        outcomes=_POKER,
        meanings=_POKER_MEAN,
    ),
    "top-3": BetWords(
        name="Top 3",
        judged=(
            "Legge le tue prime due carte e la carta scoperta del banco come una mano di poker di tre carte; "
            f"contano solo le tre mani migliori. {_ACE_IN_STRAIGHT}"
        ),
        outcomes={outcome: _POKER[outcome] for outcome in _BEST_THREE},
        meanings={outcome: _POKER_MEAN[outcome] for outcome in _BEST_THREE},
    ),
    "hot-3": BetWords(
        name="Hot 3",
        judged=f"Somma le tue prime due carte e la carta scoperta del banco. {_ACE_IN_TOTAL}",
        outcomes={"7-7-7": "7-7-7", **_TOTALS},
        meanings={"7-7-7": "tre sette di qualsiasi seme", **_TOTALS_MEAN},
    ),
    "lucky-lucky": BetWords(
        name="Lucky Lucky",
        judged=f"Somma le tue prime due carte e la carta scoperta del banco. {_ACE_IN_TOTAL}",
        outcomes={
            "suited-777": "7-7-7 dello stesso seme",
            "suited-678": "6-7-8 dello stesso seme",
            "777": "7-7-7",
            "678": "6-7-8",
            **_TOTALS,
        },
        meanings={
            "suited-777": "tre sette dello stesso seme",
            "suited-678": "un 6, un 7 e un 8 dello stesso seme",
            "777": "tre sette",
            "678": "un 6, un 7 e un 8",
            **_TOTALS_MEAN,
        },
    ),
    "bust-it": BetWords(
        name="Sballo del banco",
        judged=(
            "Vince se il banco sballa, e paga di più quante più carte ha il banco. "
            "Se hai un blackjack, la puntata ti torna sempre indietro."
        ),
        outcomes={
            **_BUST,
            "4-cards": "Sballo con 4 carte",
            "3-cards": "Sballo con 3 carte",
            "push": "Hai un blackjack",
        },
        meanings={},
    ),
    "buster": BetWords(
        name="Buster Blackjack",
        judged=(
            "Vince se il banco sballa, e paga di più quante più carte ha il banco. "
            "I due esiti migliori richiedono anche un tuo blackjack."
        ),
        outcomes={
            "8-or-more-cards-with-blackjack": "Sballo con 8 o più carte e un tuo blackjack",
            "7-cards-with-blackjack": "Sballo con 7 carte e un tuo blackjack",
            **_BUST,
            "3-or-4-cards": "Sballo con 3 o 4 carte",
        },
        meanings={},
    ),
    "busted-bonanza": BetWords(
        name="Super sballo",
        judged=(
            "Vince se il banco sballa. Paga di più se la sua carta scoperta è un dieci o se la tua mano finale fa "
            "17. Dopo una divisione gli esiti che richiedono il tuo 17 non contano."
        ),
        outcomes={
            "ace-up-and-17": "Sballo con un asso scoperto e il tuo 17",
            "ten-up-and-17": "Sballo con un dieci scoperto e il tuo 17",
            "17": "Sballo e il tuo 17",
            "ten-up": "Sballo con un dieci scoperto",
            "bust": "Ogni altro sballo",
        },
        meanings={},
    ),
    "free-fortune": BetWords(
        name="Fortuna gratis",
        judged=(
            "Conta le fiche gratis usate su una stessa mano di partenza, fra raddoppi gratis e divisioni gratis. "
            "Più di 7 contano come 7."
        ),
        outcomes={
            "7": "7 fiche gratis",
            "6": "6 fiche gratis",
            "5": "5 fiche gratis",
            "4": "4 fiche gratis",
            "3": "3 fiche gratis",
            "2": "2 fiche gratis",
            "1": "1 fiche gratis",
        },
        meanings={},
    ),
    "progressive": BetWords(
        name="Progressivo",
        judged="Conta gli assi di fila a partire dalla prima carta della tua mano.",
        outcomes={
            "suited-aaaa": "Quattro assi dello stesso seme",
            "suited-aaa": "Tre assi dello stesso seme",
            "aaaa": "Quattro assi",
            "aaa": "Tre assi",
            "suited-aa": "Due assi dello stesso seme",
            "aa": "Due assi",
            "a": "Un asso",
        },
        meanings={},
    ),
}
