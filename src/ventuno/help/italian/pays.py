"""What a hand pays in Italian."""

from __future__ import annotations

from typing import Final

from ventuno.help.words import PaysWords

PAYS: Final = PaysWords(
    heading="Quanto paga una mano",
    header=("Risultato", "Paga"),
    blackjack="Blackjack",
    win="Mano vincente",
    charlie="Charlie con {cards}",
    insurance="Assicurazione",
    push="Pareggio",
    surrender="Resa",
    cashback="Cashback",
    stake_back="puntata restituita",
    half_back="metà della puntata",
    offered="importo offerto",
    price_means="{price} vuol dire: ogni {staked} che punti ne vinci {won}, e la puntata ti torna indietro.",
    two_blackjacks="Un blackjack non perde mai: contro un blackjack del banco pareggia.",
    so_many_cards="Charlie: una mano di {cards} che non supera 21 vince, qualunque carta peschi il banco.",
    beats_blackjack={
        True: "Vince anche contro un blackjack del banco. Ogni mano divisa conta per sé.",
        False: "La batte soltanto un blackjack del banco. Ogni mano divisa conta per sé.",
    },
    dealer_busts="Se il banco sballa, vince ogni mano non sballata.",
    dealer_busts_except="Se il banco sballa, vince ogni mano non sballata, con le eccezioni che seguono.",
    bust_22_pushes="Se il banco sballa proprio con 22, ogni mano non sballata pareggia.",
    bust_pushes_17="Se il banco sballa, una mano che sta con 17, hard o soft, pareggia, anche se raddoppiata.",
    bust_ten_up_pushes=(
        "Se il banco sballa e la sua carta scoperta è un dieci, ogni mano ancora in gioco pareggia, anche se "
        "raddoppiata."
    ),
    paid_anyway="Un blackjack viene pagato comunque.",
    paid_anyway_charlie="Un blackjack e un Charlie vengono pagati comunque.",
    natural_17_beats_17=(
        "Un 17 con le prime due carte, anche asso e 6, vince contro il 17 del banco, se non hai diviso. "
        "Ogni altro 17 pareggia."
    ),
)
