"""Which names people may have: nobody passes for somebody else, nor for the house.

Two names that look alike have the same skeleton, whatever script they are written in; of each there is one.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Final

from ventuno.refusal import Refusal

# By the Latin letter they look like: Cyrillic, Greek, Armenian, Cherokee, small capitals, Latin letters with a stroke.
# Where a capital and its small letter look like different letters, each stands with its own.
_LOOKS: Final = {
    "a": "аАαΑᎪᴀɑɐ",
    "b": "вВьЬβΒᏴʙƀɓЪъ",
    "c": "сСςᏟᴄƈҫҪ¢",
    "d": "ԁᎠᴅđĐɖɗժ",
    "e": "еЕεΕєЄᎬᴇҽɛ",
    "f": "ꜰƒҒғϜ",
    "g": "ԍᏀɢɡցǥԌɠ",
    "h": "нНһҺΗᎻʜħĦհҥ",
    "i": "іІїιΙᎥɪıɩӏӀլƖǀاl1|łŁɭƚꞁ",
    "j": "јЈᎫᴊյϳɉ",
    "k": "кКκΚᏦᴋҝқƙ",
    "m": "мМΜᎷᴍ",
    "n": "пηΝոռɴŋ",
    "o": "оОοΟσօՕᴏøØө0סه",
    "p": "рРρΡᏢᴘþƥ",
    "q": "ԛԚզգǫʠ",
    "r": "гГᎡʀɾŕяЯ",
    "s": "ѕЅՏꜱᏚƨʂ",
    "t": "тТτΤᎢᴛŧŦƭ",
    "u": "υսՍᴜμцบ",
    "v": "νѵѴᏙᴠʋ",
    "w": "ԝԜωաᎳᴡшШ",
    "x": "хХχΧҳ",
    "y": "уУγΥүҮᎩʏɣƴ",
    "z": "ΖᏃᴢƶʐ",
    "3": "зЗӡɜʒ",
    "6": "бБ",
    "ae": "æÆӕӔ",
    "oe": "œŒ",
}
_LIKE: Final = str.maketrans({sign: letter for letter, signs in _LOOKS.items() for sign in signs})
_TOGETHER: Final = (("rn", "m"), ("vv", "w"))  # two letters that look like one
_LEET: Final = str.maketrans("34578@$!+", "eastbasit")
_DIGITS: Final = "0123456789"
_WRITTEN_TOGETHER: Final = (
    frozenset({"CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA"}),
    frozenset({"CJK", "HANGUL"}),
    frozenset({"CJK", "BOPOMOFO"}),
)
_SCRIPT_NAMES: Final = """GREEK CYRILLIC ARMENIAN GEORGIAN HEBREW ARABIC DEVANAGARI BENGALI GURMUKHI GUJARATI
    TAMIL TELUGU KANNADA MALAYALAM SINHALA THAI LAO KHMER MYANMAR ETHIOPIC CJK HIRAGANA KATAKANA
    KATAKANA-HIRAGANA HANGUL BOPOMOFO"""
_LATIN_ENDS: Final = 0x180  # the letters of Europe; of the later ones only those with marks on plain letters
_UNSEEN: Final = ("C", "Zl", "Zp")
MOST_MARKS: Final = 2  # one above the other

# Alone, or as a word of a name.
_WORDS: Final = """admin administrator amministratore amministrazione assistenza banco bank banker cashier casino
    cassa cassiere croupier dealer demo direttore direzione gestore guest house manager mazziere mod moderator
    moderatore official operator operatore ospite pitboss root security server sicurezza sistema staff supervisor
    supervisore support supporto sysadmin system ufficiale ventuno"""
# Anywhere in a name: no other word has them in it.
_ANYWHERE: Final = ("admin", "croupier", "dealer", "mazziere", "moderator", "supervis", "ventuno")


def normal(name: str) -> str:
    """As it is stored: one way to write what looks the same to Unicode itself."""
    return unicodedata.normalize("NFKC", name).strip(" ")


@lru_cache(maxsize=4096)
def skeleton(name: str) -> str:
    """What is left of a name to the eye: no case, no marks, no gaps, one letter for all that look like it."""
    plain = _unmarked(unicodedata.normalize("NFKC", name)).translate(_LIKE)
    plain = _unmarked(unicodedata.normalize("NFKC", plain.casefold())).translate(_LIKE)
    bare = "".join(_digit(sign) for sign in plain if sign.isalnum()).translate(_LIKE)
    for pair, letter in _TOGETHER:
        bare = bare.replace(pair, letter)
    return bare or plain


def _unmarked(text: str) -> str:
    """Without accents; the vowels of scripts that write them as marks stay."""
    return "".join(sign for sign in unicodedata.normalize("NFKD", text) if not "\u0300" <= sign <= "\u036f")


def _digit(sign: str) -> str:
    """Other scripts' digits as ours."""
    return str(unicodedata.decimal(sign)) if sign.isdecimal() else sign


def refusal_of_name(name: str, *, reserved: bool = True) -> Refusal | None:
    """`reserved`: those that only the house gives are refused too."""
    if not any(sign.isalnum() for sign in name):
        return Refusal("account/bad_name", "a name has a letter or a digit at least")
    if any(_is_unseen(sign) for sign in name):
        return Refusal("account/bad_name", "a name has only signs that can be seen: leave the others out")
    if normal(name) != name:
        return Refusal("account/bad_name", f"write it with plain letters: {normal(name)!r}", {"name": normal(name)})
    if _stacks(name):
        return Refusal("account/bad_name", f"a letter has {MOST_MARKS} marks at most")
    if strange := next((sign for sign in name if _is_strange(sign)), ""):
        why = f"{strange!r} is in no alphabet that names are written in here: use ordinary letters, and digits 0 to 9"
        return Refusal("account/bad_name", why)
    if _is_mixed(name):
        return Refusal("account/mixed_scripts", "a name is written in one script: these letters are of several")
    if reserved and _is_reserved(name):
        return Refusal("account/name_reserved", "this name is the house's, or looks like it: choose another")
    return None


def _is_unseen(sign: str) -> bool:
    category = unicodedata.category(sign)
    return category.startswith(_UNSEEN) or (category == "Zs" and sign != " ")


def _stacks(name: str) -> bool:
    marks = 0
    for sign in unicodedata.normalize("NFD", name):
        marks = marks + 1 if unicodedata.combining(sign) else 0
        if marks > MOST_MARKS:
            return True
    return False


def _is_strange(sign: str) -> bool:
    """Letters that hardly anybody is called in, and that look like others: only what is listed is taken."""
    if sign.isdigit():
        return sign not in _DIGITS
    script = unicodedata.name(sign, "?").partition(" ")[0]
    if not sign.isalpha():
        return False
    if script == "LATIN":
        return ord(sign) >= _LATIN_ENDS and not unicodedata.normalize("NFD", sign)[0].isascii()
    return script not in _SCRIPTS


def _is_mixed(name: str) -> bool:
    scripts = {unicodedata.name(sign, "?").partition(" ")[0] for sign in name if sign.isalpha()}
    return len(scripts) > 1 and not any(scripts <= together for together in _WRITTEN_TOGETHER)


def _is_reserved(name: str) -> bool:
    words = name.replace("_", " ").replace("-", " ").replace(".", " ").split()
    forms = [skeleton(form) for word in (name, *words) for form in (word, word.strip(_DIGITS), word.translate(_LEET))]
    return any(form in _RESERVED or any(part in form for part in _PARTS) for form in forms)


_SCRIPTS: Final = frozenset(_SCRIPT_NAMES.split())
_RESERVED: Final = frozenset(map(skeleton, _WORDS.split()))
_PARTS: Final = tuple(skeleton(word) for word in _ANYWHERE)
