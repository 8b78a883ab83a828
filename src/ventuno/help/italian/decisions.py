"""The player's decisions in Italian."""

from __future__ import annotations

from typing import Final

from ventuno.help.words import DecisionWords

DECISIONS: Final = DecisionWords(
    heading="Le tue decisioni",
    hit="Prendi un'altra carta. Puoi continuare finché stai o sballi.",
    stand="Non prendi altre carte.",
    any_double="Con le prime due carte, quali che siano, raddoppi la puntata e ricevi una sola altra carta.",
    double_totals="Con due carte che fanno {totals} hard, raddoppi la puntata e ricevi una sola altra carta.",
    double_after_split={
        True: "Puoi farlo anche con le mani divise.",
        False: "Le mani divise non si possono raddoppiare.",
    },
    split=(
        "Con due carte di uguale valore (anche un 10 e un K) fai due mani, aggiungendo una seconda puntata uguale "
        "alla prima. Le due mani ricevono subito la seconda carta. Si gioca per prima la mano con la carta uscita "
        "per prima."
    ),
    splits_once="Una mano divisa non si può dividere di nuovo.",
    splits="Le mani divise si possono dividere ancora, fino a {hands} in tutto.",
    no_splits="In questo gioco le coppie non si possono dividere.",
    split_aces="Assi divisi",
    hit_split_aces={
        True: "Si giocano come ogni altra mano divisa.",
        False: "Ognuno riceve una carta e non se ne possono chiedere altre.",
    },
    resplit_aces={
        True: "Se arriva un altro asso, si può dividere di nuovo.",
        False: "Gli assi non si possono dividere una seconda volta.",
    },
    free_double=(
        "Con due carte che fanno {totals} hard, il raddoppio non ti costa niente: la casa aggiunge una fiche gratis. "
        "È offerto al posto del raddoppio a pagamento, e non sei obbligato ad accettarlo."
    ),
    free_split=(
        "Con {pairs}, la divisione non ti costa niente: la casa mette una fiche gratis sulla nuova mano. "
        "È offerta al posto della divisione a pagamento, e non sei obbligato ad accettarla."
    ),
    free_pairs="una coppia di {ranks}",
    all_pairs="una coppia qualsiasi",
    all_pairs_but="una coppia qualsiasi, tranne quelle di {ranks}",
    surrender={
        "none": "",
        "late": "Se il banco ha un blackjack, perdi comunque tutta la puntata.",
        "early": "Quella metà è salva anche contro un blackjack del banco.",
    },
    give_up="Come prima decisione, con le prime due carte, rinunci alla mano e riprendi metà della puntata.",
    before_look="Se il banco controlla il blackjack, devi dirlo prima del controllo.",
    insurance=(
        "Se la carta scoperta del banco è un asso, puoi assicurare ogni mano con metà della sua puntata "
        "principale, anche se hai un blackjack. L'assicurazione è una puntata a sé: paga {price} se il banco ha un "
        "blackjack, altrimenti è persa."
    ),
    no_insurance="In questo gioco non c'è assicurazione.",
    insurance_can_be_off="Puoi disattivare queste offerte nelle impostazioni, e riattivarle.",
    cashback="Chiudi subito la mano per l'importo offerto (vedi «Cashback»).",
    twenty_one="Con 21 non ti viene chiesto di decidere: la mano sta.",
    kind={
        "solo": "Le tue mani si giocano una dopo l'altra, a cominciare da quella più a destra.",
        "seated": (
            "I posti giocano uno dopo l'altro, nell'ordine della distribuzione. Puoi decidere appena hai le tue due "
            "carte; il banco esegue quando tocca a te."
        ),
        "shared": (
            "Tutti i giocatori di una postazione decidono nello stesso momento. Se qualcuno chiede carta, ne esce "
            "una e tutti quelli che l'hanno chiesta ricevono la stessa; chi ha deciso di stare tiene la mano com'era. "
            "Tutti quelli che dividono condividono le carte delle due mani divise. Si va avanti finché nessuno ha più "
            "niente da decidere."
        ),
    },
    shares="Accanto a ogni scelta vedi quale parte dei giocatori nella stessa situazione l'ha fatta.",
)
