"""Names that nobody can pass for another with, and passwords that are not tried first."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from ventuno.bank.names import normal, refusal_of_name, skeleton
from ventuno.bank.passwords import refusal_of_password


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "\u0410nna"),  # Cyrillic
        ("Anna", "\u0391nna"),  # Greek
        ("Anna", "\u13aanna"),  # Cherokee
        ("Anna", "ANNA"),
        ("Anna", "anna."),
        ("Anna", "an na"),
        ("Anna", "a_n-n.a"),
        ("Anna", "\uff21\uff4e\uff4e\uff41"),  # fullwidth
        ("Anna", "\U0001d400\U0001d427\U0001d427\U0001d41a"),  # mathematical
        ("Anna", "\u1d00\u0274\u0274\u1d00"),  # small capitals
        ("Anna", "Ànna"),
        ("Alice", "AIice"),  # a capital i
        ("Alice", "A1ice"),
        ("Bob", "B0b"),
        ("Bernard", "Bemard"),
        ("Walter", "VValter"),
        ("Paolo", "\u0420\u0430o\u04cfo"),
        ("Leo", "Ⅼeo"),
        ("p12", "p\u0661\u0662"),  # Arabic digits
        ("Oscar", "\u0555scar"),  # Armenian
    ],
)
def test_names_that_look_alike_are_the_same_name(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(
    ("one", "other"), [("Anna", "Hanna"), ("Marco", "Mario"), ("p1", "p2"), ("Ольга", "Олег"), ("健太", "健一")]
)
def test_names_that_look_different_are_different(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)


@given(st.text(min_size=1, max_size=32))
def test_any_text_has_a_skeleton_and_one_way_to_write_it_changes_nothing(text: str) -> None:
    assert skeleton(text)
    assert skeleton(f"x{text}") == skeleton(normal(f"x{text}"))


@given(st.integers(0, 10**6), st.integers(0, 10**6))
def test_numbers_in_names_stay_apart(one: int, other: int) -> None:
    assert (skeleton(f"player {one}") == skeleton(f"player {other}")) is (one == other)


@pytest.mark.parametrize(
    "name",
    [
        "Dealer", "DEALER", "Banco", "supervisor", "Supervisore", "house", "Ventuno", "admin", "croupier", "mazziere",
        "De\u0430ler", "D\u0435\u0430l\u0435r", "DeaIer", "D3aler", "B4nc0", "Adm1n",
        "\uff44ealer", "dealer 7", "the dealer", "Banco.",
        "guest-abcd", "Guest", "ospite 7",
        "supervisor2", "_Ventuno_", "Ventuno Support", "Mr Croupier", "xxADMINxx", "C4ssa", "D\u00e9aler", "cr0up1er",
    ],
)  # fmt: skip
def test_the_houses_names_are_the_houses(name: str) -> None:
    refusal = refusal_of_name(name)
    assert refusal is not None
    assert refusal.code in ("account/name_reserved", "account/mixed_scripts", "account/bad_name")


@pytest.mark.parametrize("name", ["Dealer", "supervisor", "demo"])
def test_the_house_itself_may_give_them(name: str) -> None:
    assert refusal_of_name(name, reserved=False) is None


@pytest.mark.parametrize(
    "name",
    [
        "an\u200bna", "an\u202ena", "an\u2066na", "anna\ufeff", "an\u00adna", "an\u00a0na", "an\u2028",
        "a\x00", "\ud800a",
        "a\u0301\u0301\u0301\u0301", "...", " ", "\ue000x",
    ],
)  # fmt: skip
def test_names_hold_nothing_that_is_not_seen(name: str) -> None:
    refusal = refusal_of_name(name)
    assert refusal is not None
    assert refusal.code == "account/bad_name"


@pytest.mark.parametrize("name", ["Аnna", "Annа", "Ann\u03b1", "аnna"])
def test_one_name_is_written_in_one_script(name: str) -> None:
    refusal = refusal_of_name(name)
    assert refusal is not None
    assert refusal.code == "account/mixed_scripts"


@pytest.mark.parametrize(
    "name",
    [
        "Anna", "José", "Zoë 7", "d'Artagnan", "Ольга", "Ελένη", "健太", "けんた健", "김철수",
        "Կարեն", "أحمد", "शर्मा", "Nguyễn",
        "Modesto", "Houseman", "Cassandra", "Bancroft", "Dealey", "anna_100", "x", "42",
    ],
)  # fmt: skip
def test_people_have_their_names(name: str) -> None:
    assert refusal_of_name(normal(name)) is None


# -- passwords ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "password",
    [
        "password123", "P@ssw0rd2024!", "passwordpassword", "qwertyuiop", "1q2w3e4r5t", "asdfghjkl1",
        "1234567890", "0987654321",
        "zxcvbnm123", "abcdefghij", "abababababab", "aaaaaaaaaa", "annaannaanna", "ventuno2026",
        "Ventuno!!!!", "blackjack21",
        "forzajuventus", "forzaroma1927", "amoremio123", "iloveyou12", "margherita1", "atirehgram!",
        "M4rgher1ta99", "rossi19801980",
        "supervisor1", "Administrator1", "letmein12345", "ciaociaociao", "1qaz2wsx3edc", "qazwsxedcr",
        "poiuytrewq", "a1a1a1a1a1a1",
        "casino casino", "dicembre2025", "xyzxyzxyzxyz", "           x", "11111 22222", "Juventus1897!",
    ],
)  # fmt: skip
def test_passwords_that_everybody_tries_first_are_refused(password: str) -> None:
    refusal = refusal_of_password(password, "Margherita Rossi")
    assert refusal is not None
    assert refusal.code == "password/guessable"


@pytest.mark.parametrize(
    "password",
    [
        "correct horse battery", "a long enough one", "quite another one", "Vx7-kQ2.mmT",
        "tre civette sul comò", "open sesame 4711",
        "il mio gatto Neve mangia", "kT3!fp9#Lw", "password manager makes mine", "дом у синего моря",
    ],
)  # fmt: skip
def test_passwords_of_ones_own_are_taken(password: str) -> None:
    assert refusal_of_password(password, "Margherita Rossi") is None


@given(st.text(max_size=300), st.text(max_size=64))
def test_any_password_gets_an_answer(password: str, name: str) -> None:
    refusal = refusal_of_password(password, name)
    assert refusal is None or refusal.code.startswith("password/")


@pytest.mark.parametrize(
    "name",
    [
        "\ua4d3\ua4f0\ua4ee\ua4e1\ua4f0\ua4e3", "\u13a0\u13ac\u13aa\u13de\u13ac\u13a1", "\u15ea\u15b4\u15e9",
        "\u2c86\u2c88\u2c80",
        "Anna\u029f", "Anna\u026b", "Anna\ua749", "Anna\u01c1", "\ua7b5ob", "Ba\u0273co", "Anna\u0663",
        "Anna\u0967", "\u13aanna",
    ],
)  # fmt: skip
def test_letters_that_nobody_is_called_in_are_refused(name: str) -> None:
    refusal = refusal_of_name(name)
    assert refusal is not None
    assert refusal.code == "account/bad_name"


@pytest.mark.parametrize(
    "name", ["José María", "Łukasz", "Nguyễn", "Ștefan", "Ærøsk", "Αθηνά", "Ольга", "さくら", "محمد", "आरव"]
)
def test_people_of_many_countries_have_their_names(name: str) -> None:
    assert refusal_of_name(name) is None


@pytest.mark.parametrize("name", ["DealerBot", "mydealer"])
def test_a_dealer_is_the_houses_wherever_it_stands_in_a_name(name: str) -> None:
    refusal = refusal_of_name(name)
    assert refusal is not None
    assert refusal.code == "account/name_reserved"
