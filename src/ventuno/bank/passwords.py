"""Which passwords are taken: long enough, and with something in them that is not tried first.

What everybody tries is taken away: well-known words, the name, the house's name, runs on the keyboard, one sign over
and over, years. What is left must be enough to be a secret by itself.
"""

from __future__ import annotations

import re
from typing import Final

from ventuno.bank.names import normal
from ventuno.refusal import Refusal

SHORTEST: Final = 10
LONGEST: Final = 256
LEAST_LEFT: Final = 5
LONGEST_UNIT: Final = 8  # of what is repeated: `ciaociaociao`
RUN: Final = 4  # signs in a row on the keyboard, from here on
_ROWS: Final = (
    "1234567890",
    "qwertyuiop",
    "asdfghjkl",
    "zxcvbnm",
    "qwertzuiop",
    "yxcvbnm",
    "azertyuiop",
    "qsdfghjklm",
    "wxcvbn",
    "abcdefghijklmnopqrstuvwxyz",
    "1q2w3e4r5t6z7u8i9o0p",
    "1q2w3e4r5t6y7u8i9o0p",
    "1qaz2wsx3edc4rfv5tgb6yhn7ujm",
    "qazwsxedcrfvtgbyhnujm",
    "0987654321",
)
# Of our own gathering: what people who play cards in Italy and elsewhere think of first.
_TRIED_FIRST: Final = """
    password passwort passw0rd contrasena motdepasse parola parolachiave segreto segreta secret secreto geheim pass
    admin administrator amministratore root user utente login welcome benvenuto benvenuta hallo hello ciao letmein
    entra access accesso master default changeme cambiami test testing prova demo guest ospite temp temporary nothing
    ventuno blackjack twentyone casino croupier dealer mazziere banco poker roulette jackpot lucky fortuna fortunato
    vincere vincita winner money soldi denaro euro dollar chips split double insurance supervisor operator player
    giocatore iloveyou tiamo tiamotanto amore amoremio tesoro angelo angel bacio cuore love lover forever principessa
    princess sunshine sole luna stella star mare estate summer winter inverno autumn primavera spring
    monday lunedi martedi mercoledi giovedi venerdi sabato domenica sunday friday
    gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre
    january february march april june july august september october november december
    juventus juve milan inter napoli roma lazio torino fiorentina forza forzaitalia forzaroma forzainter forzajuve
    italia italy milano firenze venezia bologna palermo london paris berlin football calcio soccer baseball basket
    batman superman pokemon starwars matrix dragon drago monkey shadow tiger tigre leone lion wolf lupo eagle aquila
    michael jordan jessica ashley daniel andrea marco matteo luca giuseppe francesco francesca giulia chiara martina
    alessandro alessandra antonio giovanni maria anna mario ferrari lamborghini ducati vespa harley mustang porsche
    computer internet google facebook instagram whatsapp windows apple iphone samsung android minecraft playstation
    freedom liberta trustno whatever mother mamma papa famiglia family bambino baby babygirl charlie buster cookie
    cheese pepper chocolate nutella pizza spaghetti cazzo merda stronzo vaffanculo fuckyou fuck asshole bitch
    killer hunter ranger soldier pirate ninja samurai phoenix diamond silver golden gold orange purple flower rosa
    """
_READ_AS: Final = tuple(str.maketrans("013457@$!+8", f"o{one}eastas{bang}tb") for one, bang in ("ii", "ll"))


def refusal_of_password(password: str, name: str = "") -> Refusal | None:
    if len(password) < SHORTEST:
        return Refusal("password/short", f"a password has {SHORTEST} signs at least", {"least": SHORTEST})
    if len(password) > LONGEST:
        return Refusal("password/long", f"a password has {LONGEST} signs at most", {"most": LONGEST})
    if _is_guessed(normal(password).casefold(), normal(name).casefold()):
        why = "this password is among the first that are tried: choose another, a few words of your own for example"
        return Refusal("password/guessable", why)
    return None


def _is_guessed(password: str, name: str) -> bool:
    left = _without_words(_once(password), _by_length(_TRIED_FIRST.split(), name))
    left = re.sub(r"(18|19|20)\d\d", " ", _without_runs(left))
    left = re.sub(r"(.)\1{2,}|\s", "", left)
    return len(left) < LEAST_LEFT or len(set(left)) < LEAST_LEFT - 1


def _by_length(known: list[str], name: str) -> list[str]:
    """The longest first: `administrator` is taken away whole. A name also by its words, and backwards."""
    own = [word for one in (name, *re.split(r"[\W_]+", name)) for word in (one, one[::-1]) if len(word) > 2]
    return sorted({*known, *own}, key=len, reverse=True)


def _without_words(password: str, words: list[str]) -> str:
    """Also where digits and marks stand for letters."""
    left = password
    for word in words:
        for form in (left, *(left.translate(read_as) for read_as in _READ_AS)):
            while (at := form.find(word)) >= 0:
                form = form[:at] + " " * len(word) + form[at + len(word) :]
                left = left[:at] + " " * len(word) + left[at + len(word) :]
    return left


def _once(password: str) -> str:
    """What is repeated, once."""
    for size in range(1, LONGEST_UNIT + 1):
        unit = password[:size]
        if len(password) >= 2 * size and (unit * len(password))[: len(password)] == password:
            return unit
    return password


def _without_runs(text: str) -> str:
    """Forwards and backwards, in every row of the keyboard and the alphabet."""
    for size in range(min(len(text), 28), RUN - 1, -1):
        for start in range(len(text) - size + 1):
            part = text[start : start + size]
            if " " not in part and any(part in row or part in row[::-1] for row in _ROWS):
                text = text[:start] + " " * size + text[start + size :]
    return text
