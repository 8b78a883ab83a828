"""A certificate in Italian."""

from __future__ import annotations

from typing import Final

from ventuno.certificate.words import (
    CashbackWords,
    HeaderWords,
    MethodWords,
    OutcomeWords,
    ReturnWords,
    SideBetWords,
    StrategyWords,
    Words,
)
from ventuno.odds import ACES_HIT, BEST_MAIN, CHASES_17, EVERY_CHIP

ITALIAN: Final = Words(
    header=HeaderWords(
        title="Certificato di ritorno al giocatore",
        house="Ventuno",
        variant="Variante",
        notation="Notazione",
        and_more="e ciò che una notazione non può dire: {fields}",
        digest="Impronta delle regole (SHA-256)",
        covers="comprende tutte le regole; non il nome, i limiti e i valori pubblicati",
        versions="Calcolato con",
        none_published="Nessun regolamento pubblica un ritorno per questo gioco: non c'è nulla con cui confrontare.",
        all_agree="Tutti i {count} ritorni pubblicati tornano, alla seconda cifra decimale.",
        one_agrees="L'unico ritorno pubblicato torna, alla seconda cifra decimale.",
        some_agree="{agree} ritorni pubblicati su {count} tornano, alla seconda cifra decimale; non torna: {bets}.",
    ),
    returns=ReturnWords(
        heading="Ritorni",
        means=(
            "La parte della puntata che in media torna al giocatore. Per il gioco principale: il primo giro di un "
            "sabot intero, una mano, senza assicurazione. I valori pubblicati hanno due decimali e concordano se "
            "quello calcolato, arrotondato a due, è lo stesso."
        ),
        header=("Puntata", "Come si gioca e si conta", "Calcolato", "Pubblicato", "Concorda"),
        main="Gioco principale",
        strategy={"composition": "strategia per composizione", "total": "strategia per punteggio"},
        strategy_means={
            "composition": (
                "Per composizione: la decisione migliore per le precise carte della mano e la carta scoperta; dopo "
                "una divisione, per le carte di quella mano e la coppia da cui viene."
            ),
            "total": (
                "Per punteggio: le decisioni migliori tra quelle che una tabella stampata può dire, una per ogni "
                "punteggio, coppia e carta scoperta."
            ),
        },
        per={"initial-bet": "per puntata iniziale", "stake": "per unità di denaro vero puntato"},
        any_play="comunque si giochi la mano",
        agrees={True: "sì", False: "no"},
        not_published="–",
        disagrees="{bet}: pubblicato {published}, calcolato {computed}. {why}",
        no_reason="Nessuna lettura delle regole a noi nota dà il valore stampato.",
        details="Il gioco principale in dettaglio",
        details_header=(
            "Strategia",
            "Valore per puntata iniziale",
            "Vantaggio del banco",
            "Denaro vero puntato per puntata iniziale",
        ),
        insurance=(
            "L'assicurazione paga {price} e, a sabot intero, vale {value} per ogni unità assicurata "
            "(esattamente {exact}). I ritorni del gioco principale sono senza assicurazione."
        ),
        insurance_pays=(
            "L'assicurazione paga {price} e, a sabot intero, vale {value} per ogni unità assicurata (esattamente "
            "{exact}): conviene prenderla, e i ritorni del gioco principale, che sono senza, non ne tengono conto."
        ),
        no_insurance="L'assicurazione non è offerta.",
    ),
    strategy=StrategyWords(
        heading="La strategia migliore",
        means=(
            "La strategia per punteggio dei valori qui sopra. Le righe sono le due carte del giocatore, o il punteggio "
            "di più carte; le colonne la carta scoperta del banco. La lettera dice tutto; il colore la ripete soltanto."
        ),
        hard="Punteggi hard",
        soft="Punteggi soft",
        pairs="Coppie",
        up_card="Carta scoperta del banco",
        letters={
            "H": "carta",
            "S": "stai",
            "D": "raddoppia, altrimenti carta",
            "Ds": "raddoppia, altrimenti stai",
            "P": "dividi",
            "P1": "dividi una volta sola",
            "Pc": "dividi, di nuovo solo su una fiche gratis",
            "Pr": "dividi, di nuovo solo con la puntata iniziale",
            "R": "arrenditi, altrimenti carta",
            "Rs": "arrenditi, altrimenti stai",
            "Rp": "arrenditi, altrimenti dividi",
        },
        natural_17="17 con le prime due carte",
        natural_rows={"hard": "17 hard", "soft": "17 soft"},
        near_charlie="Mani di {cards} carte, dove cambia",
        free="Mani su una fiche gratis",
        free_means=(
            "Non vi si può perdere nulla, quindi si giocano diversamente. Righe come sopra; solo quelle che cambiano."
        ),
        free_pairs="Una coppia che si può dividere ancora gratis si divide ancora.",
        hard_row="{row} hard",
        soft_row="{row} soft",
    ),
    side_bets=SideBetWords(
        heading="Puntate collaterali",
        means=(
            "Per unità puntata. Un esito è pagato solo se non ne vale uno migliore. Le frazioni sono esatte; i "
            "decimali sono gli stessi numeri, arrotondati."
        ),
        returns="ritorno {rtp}",
        exactly="esattamente {fraction}",
        not_rational="in aritmetica a 64 bit",
        published="pubblicato {rtp}",
        header=("Esito", "Paga", "Probabilità", "Una su", "Esattamente"),
        loses="nessuno di questi: la puntata è persa",
        counted_apart="Dopo una divisione ogni mano conta da sé: il valore è quante volte l'esito è atteso.",
        policy="Modo di giocare: {policy}.",
        policies={
            BEST_MAIN: "la strategia migliore del gioco principale, per composizione",
            CHASES_17: "ogni mano giocata per un 17 quando il banco sballa, senza mai dividere",
            EVERY_CHIP: "ogni divisione e ogni raddoppio gratis sono presi",
            ACES_HIT: "con gli assi si chiede sempre carta, senza mai dividere",
        },
        other_policy="Giocando in un altro modo – {policy} – il ritorno è {rtp}.",
        jackpot=(
            "I premi fissi rendono {fixed}, e ogni unità del jackpot aggiunge {slope}. Il ritorno indicato è con il "
            "jackpot al suo valore di partenza, {seed}, e conta il {contribution} di ogni puntata che lo alimenta."
        ),
    ),
    outcomes=OutcomeWords(
        heading="Distribuzione del risultato netto",
        means=(
            "Quanto vince o perde un giro del gioco principale, in puntate iniziali, e con quale probabilità: "
            "strategia per punteggio, primo giro di un sabot intero. La frequenza di vincita è quanto spesso un giro "
            "vince qualcosa."
        ),
        facts=("Deviazione standard", "Frequenza di vincita", "Vincita massima", "Perdita massima", "Media"),
        header=("Risultato netto", "Probabilità", "Una su"),
        axis="risultato netto in puntate iniziali",
        plot="Probabilità di ogni risultato netto, su scala logaritmica: ogni linea è dieci volte quella sotto.",
        error="Nessuna probabilità ha un errore standard maggiore di {error}.",
        method={
            True: (
                "Esatta, in doppia precisione: nulla è campionato. Di ogni divisione si accoppiano tutti i finali "
                "delle due mani, pescati senza reimmissione da uno stesso sabot, contro l'unica mano del banco."
            ),
            False: (
                "Esatta per i giri di una o due mani. Delle divisioni in tre o più mani si campionano le carte delle "
                "mani, con un seme fisso, e la mano del banco è esatta per ciascuna; la media è riportata al valore "
                "esatto. Nelle parole del programma:"
            ),
        },
    ),
    cashback=CashbackWords(
        heading="Cashback",
        means=(
            "Ogni offerta è il valore esatto del continuare meno un margine del {margin}; un blackjack non ne riceve. "
            "Un'offerta sotto il valore del continuare non può mai alzare il ritorno migliore. Ritorni per puntata "
            "iniziale, strategia per composizione, una sola mano in gioco, offerte prima dell'arrotondamento per "
            "difetto all'unità minore."
        ),
        header=("Che cosa si fa delle offerte", "Ritorno"),
        never="Nessuna offerta è mai accettata",
        at_best="Un'offerta è accettata dove vale più del continuare: mai",
        at_best_alike="Un'offerta è accettata dove vale più del continuare: mai, vale lo stesso",
        always="La prima offerta è sempre accettata",
    ),
    method=MethodWords(
        rules_heading="Le regole a parole",
        rules_mean="Generate dalla stessa definizione da cui sono calcolati i ritorni, e con cui si gioca.",
        heading="Metodo, errori e come rifare il calcolo",
        main_heading="Gioco principale",
        main=(
            "Ogni mano che si può distribuire dal sabot intero è contata con la sua probabilità esatta; nulla è "
            "campionato, e nessuna carta viene rimessa.",
            "Le mani finali del banco sono enumerate come insiemi di carte. Le mani del giocatore sono valutate dai "
            "punteggi più alti in giù, e ogni decisione è la migliore tra le azioni permesse. Le divisioni sono esatte "
            "fino all'ultima mano permessa: il valore di una mano divisa dipende solo da quante carte della coppia si "
            "sa che sono uscite.",
            "Ciò che prende un blackjack del banco non visto, i pareggi, le fiche gratis e le Charlie fanno parte "
            "del regolamento dei conti, non sono correzioni. La carta coperta è una delle carte non viste finché il "
            "banco non ha guardato.",
            "L'ottimo per composizione si calcola a ritroso, mano per mano; dove le due mani di una divisione hanno "
            "una sorte comune davanti a un blackjack non visto, ciascuna è giocata come la risposta migliore "
            "all'altra. Quello per punteggio si trova per iterazione: ogni casella della tabella è pesata con la "
            "frequenza delle sue mani, decisa di nuovo, e così via finché nulla cambia.",
            "Ritorno per puntata iniziale: 1 + valore. Ritorno per unità puntata: 1 + valore ÷ denaro vero puntato; "
            "le fiche gratis non sono puntate.",
        ),
        side_bets_heading="Puntate collaterali",
        side_bets=(
            "Le puntate sulle prime carte e sulla mano del banco sono contate in numeri interi su tutte le carte che "
            "si possono distribuire: probabilità e ritorni sono frazioni esatte.",
            "Le puntate che dipendono da come si gioca la mano sono calcolate con lo stesso programma del gioco "
            "principale, per il modo di giocare indicato accanto al valore.",
        ),
        errors_heading="Limiti di errore",
        errors=(
            "Frazioni: nessun errore.",
            "Gioco principale: nessun campionamento e nessun troncamento. Resta l'arrotondamento dell'aritmetica a 64 "
            "bit, sotto 1e-12; le prove lo verificano contro un calcolo a forza bruta indipendente su sabot piccoli. "
            "Tutte le cifre dei ritorni stampate qui sono significative.",
        ),
        errors_of_outcomes={
            True: "Distribuzione: come il gioco principale.",
            False: (
                "Distribuzione: campionata in parte; nessuna probabilità ha un errore standard maggiore di {error}."
            ),
        },
        again_heading="Rifare il calcolo",
        again="Questo comando rifà questa pagina dalla stessa definizione:",
        as_json="Con --json stampa lo stesso contenuto in JSON, con i valori in precisione piena.",
        canonical_heading="Le regole come dati",
        canonical="L'impronta è lo SHA-256 di esattamente questa riga, in UTF-8 e senza a capo:",
    ),
)
