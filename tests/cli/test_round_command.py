"""`ventuno round`: one round from a list of cards and a list of actions, printed as the issue says."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from tests.table import ALL_BETS, CASHBACK, CLASSIC, FREE_CHIP, GAMES, INFINITE
from ventuno.cards import DECK
from ventuno.cli import main
from ventuno.play import Action, replay
from ventuno.variant import load

HAND = ["position", "cards", "total", "stake", "free", "outcome", "returned"]
SIDE_BET = ["position", "bet", "stake", "outcome", "returned"]
OUTCOMES = {"blackjack", "win", "push", "lose", "bust", "charlie", "surrender", "cashback"}


def ventuno(*words: str) -> tuple[int, str, str]:
    """The exit code, what was printed and what was complained of."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(2))
    with redirect_stdout(out), redirect_stderr(err):
        try:
            code = main(list(words))
        except SystemExit as left:  # --help
            code = int(left.code or 0)
    return code, *(stream.buffer.getvalue().decode("utf-8") for stream in (out, err))  # type: ignore[attr-defined]


def played(game: str, hands: str, shoe: str, actions: str = "", *more: str) -> dict[str, Any]:
    """The JSON of a round: `main=1000,21+3=500; main=400` are two hands."""
    stakes = [word for hand in hands.split(";") for word in ("--hand", hand.strip())]
    code, out, err = ventuno("round", game, *stakes, "--cards", shoe, "--actions", actions, "--json", *more)
    assert (code, err) == (0, ""), out
    return json.loads(out)  # type: ignore[no-any-return]


def refused(*words: str) -> str:
    """The code of a refusal, whose form is exactly that of the issue."""
    code, out, err = ventuno("round", *words, "--json")
    answer = json.loads(out)
    assert (code, list(answer), err) == (2, ["refused", "why"], "")
    assert answer["why"]
    return str(answer["refused"])


def refused_round(game: str, hand: str, shoe: str, actions: str = "", *more: str) -> str:
    return refused(game, "--hand", hand, "--cards", shoe, "--actions", actions, *more)


# What is printed


def test_a_round_is_printed_in_the_issues_form() -> None:
    """Issue 2: the JSON, key by key and in this order."""
    shoe = "8h 6d 8c Td 3s 9d Kh 3c 2c"
    printed = played(FREE_CHIP, "main=1000,free-fortune=100", shoe, "free-split free-double stand")
    assert json.dumps(printed) == json.dumps(
        {
            "variant": "free-chip",
            "dealer": {"cards": ["6d", "Td", "3c"], "total": 19, "blackjack": False},
            "hands": [
                {
                    "position": 1,
                    "cards": ["8h", "3s", "Kh"],
                    "total": 21,
                    "stake": 1000,
                    "free": 1000,
                    "outcome": "win",
                    "returned": 3000,
                },
                {
                    "position": 1,
                    "cards": ["8c", "9d"],
                    "total": 17,
                    "stake": 0,
                    "free": 1000,
                    "outcome": "lose",
                    "returned": 0,
                },
            ],
            "side_bets": [
                {"position": 1, "bet": "free-fortune", "stake": 100, "outcome": "2", "returned": 1100},
            ],
            "insurance": [],
            "staked": 1100,
            "returned": 4100,
            "cards_left": 1,
        }
    )


def test_the_first_hand_is_dealt_and_played_first_and_insurance_is_asked_first_hand_by_hand() -> None:
    """Issue 2: actions in the order decisions are asked."""
    printed = played(
        ALL_BETS,
        "main=1000; main=400",
        "Ts 2s Ad 9c 3c Kd 8s 9h",
        "insure decline stand hit hit",
    )
    assert [hand["cards"] for hand in printed["hands"]] == [["Ts", "9c"], ["2s", "3c", "8s", "9h"]]
    assert [hand["outcome"] for hand in printed["hands"]] == ["lose", "bust"]
    assert printed["insurance"] == [{"position": 1, "stake": 500, "returned": 1500}]
    assert printed["dealer"] == {"cards": ["Ad", "Kd"], "total": 21, "blackjack": True}
    assert (printed["staked"], printed["returned"], printed["cards_left"]) == (1900, 1500, 0)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_played_solo_style(game: str) -> None:
    """Issue 2: plays one round of a solo-style table, also of the seated and shared games; three hands."""
    shoe = "2s 3s 4s 7d 5h 6h 8h Tc  Td Js Qd"
    printed = played(game, "main=100; main=200; main=300", shoe, "hit stand hit stand hit")
    assert [(hand["position"], hand["total"], hand["outcome"]) for hand in printed["hands"]] == [
        (1, 17, "push"),
        (2, 19, "win"),
        (3, 22, "bust"),
    ]
    assert (printed["variant"], printed["staked"], printed["returned"]) == (game, 600, 500)


@pytest.mark.parametrize(
    ("game", "shoe", "actions", "outcome", "returned", "more"),
    [
        (CLASSIC, "As 6d Kc Td", "", "blackjack", 2500, ()),
        (CLASSIC, "Ts 6d 9c Td 2h", "stand", "win", 2000, ()),
        (CLASSIC, "Ts 6d 9c Td 6h", "stand", "push", 1000, ()),
        (CLASSIC, "Ts 6d 7c Td 2h", "stand", "lose", 0, ()),
        (CLASSIC, "Ts 6d 7c Td Kh", "hit", "bust", 0, ()),
        (INFINITE, "2s 6d 2c Td 2h 3s 3h 4s", "hit hit hit hit", "charlie", 2000, ()),
        ("6D LS", "Ts 6d 7c Td", "surrender", "surrender", 500, ()),
        (CASHBACK, "Ts 6d 7c Td", "cashback", "cashback", 437, ("--cashback-price", "437")),
    ],
)
def test_the_outcomes_of_a_hand(
    game: str, shoe: str, actions: str, outcome: str, returned: int, more: tuple[str, ...]
) -> None:
    """Issue 2: outcome is one of blackjack win push lose bust charlie surrender cashback."""
    (hand,) = played(game, "main=1000", shoe, actions, *more)["hands"]
    assert (hand["outcome"], hand["returned"]) == (outcome, returned)


@pytest.mark.parametrize(
    ("game", "key"),
    [
        (game, key)
        for game, keys in {
            CLASSIC: "perfect-pairs 21+3",
            FREE_CHIP: "busted-bonanza free-fortune perfect-pairs",
            INFINITE: "any-pair 21+3 hot-3 bust-it",
            ALL_BETS: "top-3 perfect-pairs buster progressive lucky-lucky 21+3",
            CASHBACK: "21+3 player-pair dealer-pair top-3 buster lucky-lucky",
        }.items()
        for key in keys.split()
    ],
)
def test_side_bets_go_by_the_issues_keys(game: str, key: str) -> None:
    """Issue 2: side bets by these keys; the variant file uses the same."""
    printed = played(game, f"main=1000,{key}=100", "Ts 6d 9c Td Kh", "stand")
    (side,) = printed["side_bets"]
    assert list(side) == SIDE_BET
    assert (side["position"], side["bet"], side["stake"]) == (1, key, 100)


def test_a_notation_works_wherever_a_name_does() -> None:
    """Issue 2: a one-line notation."""
    assert played("6D H17 DAS SPL3 NRSA LS BJ6:5", "main=1000", "As 6d Kc Td")["returned"] == 2200


def test_ten_is_accepted_for_t_and_actions_in_any_case() -> None:
    """Issue 2: `10d` accepted."""
    assert played(CLASSIC, "main=1000", "10s, 6d 9C 10♦ 2h", "STAND")["hands"][0]["cards"] == ["Ts", "9c"]


def test_each_cashback_may_have_its_price() -> None:
    """Issue 2: a cashback action needs --cashback-price (minor units)."""
    shoe = "8s Kd 8c 9h 2s 3s"
    prices = ("--cashback-price", "410", "--cashback-price", "420")
    printed = played(CASHBACK, "main=1000", shoe, "split cashback cashback", *prices)
    assert [hand["returned"] for hand in printed["hands"]] == [410, 420]


def test_the_jackpot_may_be_given() -> None:
    """J1."""
    shoe = "As 6d As Td As As 5c"
    printed = played(ALL_BETS, "main=1000,progressive=100", shoe, "hit hit stand", "--jackpot", "12345")
    assert printed["side_bets"][0]["returned"] == 12345
    assert played(ALL_BETS, "main=1000,progressive=100", shoe, "hit hit stand")["side_bets"][0]["returned"] == 8_000_000


def test_without_json_the_transcript_is_printed_and_can_be_replayed() -> None:
    """Issue 2: a text form of a whole round."""
    code, out, err = ventuno("round", CLASSIC, "--hand", "main=1000", "--cards", "As 6d Kc Td")
    assert (code, err) == (0, "")
    assert replay(out).settlement is not None


# What is refused


@pytest.mark.parametrize(
    ("game", "shoe", "actions", "code"),
    [
        (CLASSIC, "Ts 6d 9c Td 2h", "split", "action/not_a_pair"),
        (CLASSIC, "Ts 6d 9c Td 2h", "surrender", "action/not_offered"),
        (CLASSIC, "Ts 6d 9c Td 2h", "insure", "action/not_now"),
        (CLASSIC, "Ts 6d Kc Td 2s 3s", "split double", "action/after_split"),
        (INFINITE, "Ts 6d Kc Td 2s 3s", "split double", "action/after_split"),
        (INFINITE, "6s 6d 5c Td 2s 3s", "free-double", "action/not_offered"),
        (CLASSIC, "6s 6d 5c Td 2s 3s", "double", "action/free_instead"),
        (CLASSIC, "8s 6d 8c Td 2s 3s", "split", "action/free_instead"),
        (ALL_BETS, "Ts Ad 9c Td", "stand", "action/not_now"),
        (CASHBACK, "Ts 6d 9c Td", "cashback", "cashback/no_price"),
        (CLASSIC, "Ts 6d 9c Td 2h", "dance", "action/unknown"),
        (CLASSIC, "Ts 6d 9c Td 2h", "", "action/missing"),
        (CLASSIC, "Ts 6d 2c Td 2h", "hit", "action/missing"),
        (CLASSIC, "Ts 6d 9c Td 2h", "stand stand", "action/not_asked"),
        (CLASSIC, "As 6d Kc Td", "stand", "action/not_asked"),
        (CLASSIC, "Ts 6d 9c Td", "stand", "shoe/empty"),
        (CLASSIC, "Ts 6d 2c Td", "hit", "shoe/empty"),
        (CLASSIC, "Ts 6d 9c", "stand", "shoe/empty"),
        (CLASSIC, "", "stand", "shoe/empty"),
        (CLASSIC, "Ts 6d 9c Tx", "stand", "card/bad"),
        (CLASSIC, "Ts 6d 9c 1d", "stand", "card/bad"),
        ("1D", "Ts 6d Ts Td", "stand", "shoe/impossible"),
        (CLASSIC, "As " * 9, "stand", "shoe/impossible"),
        ("classic-free-bot", "Ts 6d 9c Td 2h", "stand", "variant/unknown"),
        ("no/such/file.toml", "Ts 6d 9c Td 2h", "stand", "variant/no_file"),
        ("", "Ts 6d 9c Td 2h", "stand", "variant/unknown"),
    ],
)
def test_what_cannot_be_played_is_refused(game: str, shoe: str, actions: str, code: str) -> None:
    """Issue 2: an illegal action, a shoe that runs out, an unknown name: exit 2 and the refusal."""
    assert refused_round(game, "main=1000", shoe, actions) == code


@pytest.mark.parametrize(
    ("game", "hand", "code"),
    [
        (CLASSIC, "main=1001", "bet/not_divisible"),
        (CLASSIC, "main=0", "bet/not_positive"),
        (CLASSIC, "main=-1000", "bet/not_positive"),
        (CLASSIC, "main=1000,buster=100", "bet/unknown_side_bet"),
        (CLASSIC, "main=1000,21+3=0", "bet/not_positive"),
        (CLASSIC, "21+3=100", "bet/no_main"),
        (CLASSIC, "main=1000,main=1000", "bet/twice"),
        (CLASSIC, "main", "bet/bad_hand"),
        (CLASSIC, "main=ten", "bet/bad_hand"),
        (CLASSIC, "main=1.5", "bet/bad_hand"),
        (CLASSIC, "", "bet/bad_hand"),
        (CLASSIC, "main=99999999999999999999", "bet/too_large"),
        (ALL_BETS, "main=1000,progressive=200", "bet/exact_stake"),
    ],
)
def test_bets_that_cannot_be_placed_are_refused(game: str, hand: str, code: str) -> None:
    """Issue 2: exit 2 and the refusal."""
    assert refused_round(game, hand, "As 6d Kc Td") == code


def test_more_hands_than_the_table_has_are_refused() -> None:
    """games.md: table: 1 to 3 hands."""
    assert refused(FREE_CHIP, *["--hand", "main=1000"] * 4, "--cards", "As") == "bet/no_such_position"


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("infinite",),
        ("infinite", "--hand", "main=1000"),
        ("infinite", "--cards", "As 6d Kc Td"),
        ("infinite", "--hand", "main=1000", "--cards", "As 6d Kc Td", "--cashback-price", "ten"),
        ("infinite", "--hand", "main=1000", "--cards", "As 6d Kc Td", "--unknown"),
        ("infinite", "cashback", "--hand", "main=1000", "--cards", "As 6d Kc Td"),
    ],
)
def test_a_command_that_cannot_be_read_is_refused(words: tuple[str, ...]) -> None:
    """Issue 2: with --json never a traceback, nor a usage text."""
    assert refused(*words) == "cli/usage"


def test_a_negative_jackpot_is_refused() -> None:
    """J1."""
    assert refused_round(ALL_BETS, "main=1000", "As 6d Kc Td", "", "--jackpot", "-1") == "jackpot/negative"


def test_a_negative_cashback_price_is_refused() -> None:
    """K1."""
    assert refused_round(CASHBACK, "main=1000", "Ts 6d 9c Td", "cashback", "--cashback-price", "-1") == (
        "cashback/no_price"
    )


def test_an_illegal_action_is_refused_with_what_would_be_legal() -> None:
    """style.md: a sentence that says what was wrong and what would be right."""
    _, out, _ = ventuno(
        "round", INFINITE, "--hand", "main=1000", "--cards", "6s 6d 5c Td", "--actions", "free-double", "--json"
    )
    assert "hit stand double" in json.loads(out)["why"]


def test_without_json_a_refusal_is_a_sentence_and_exit_2() -> None:
    """Issue 2."""
    code, out, err = ventuno("round", INFINITE, "--hand", "main=1000", "--cards", "6s 6d 5c Td", "--actions", "split")
    assert (code, out) == (2, "")
    assert err.startswith("ventuno: ")
    assert "Traceback" not in err


# Whatever anybody may type

_key = st.sampled_from(
    ["main", "21+3", "buster", "progressive", "perfect-pairs", "nonsense", "", "main=", "=", "é", "\udcff"]
)
_amount = st.sampled_from(
    ["1000", "100", "0", "-2", "1001", "x", "", "1e3", "9" * 20, "٣", "²", "--5", "+5", " 5", "9" * 5000]
)
_hand = st.lists(st.builds("{}={}".format, _key, _amount), max_size=3).map(",".join) | st.text(max_size=8)
_game = st.sampled_from([*GAMES, "6D", "6D ES", "2D H17 FREE", "0D", "6D 6D", "xD", "", "nope", "/", "\0", ".", "🂡"])
_shoe = st.lists(st.sampled_from([*map(str, DECK), "10s", "Xx", ""]), max_size=24).map(" ".join) | st.text(max_size=8)
_actions = st.lists(st.sampled_from([*Action, "dance", "hit,stand"]), max_size=12).map(" ".join) | st.text(max_size=8)
_number = st.sampled_from(["0", "437", "-1", "x", "", "9" * 23, "9" * 5000, "1.5", "٣", "1_000"])
_option = st.one_of(
    st.tuples(st.just("--hand"), _hand),
    st.tuples(st.just("--cards"), _shoe),
    st.tuples(st.just("--actions"), _actions),
    st.tuples(st.just("--cashback-price"), _number),
    st.tuples(st.just("--jackpot"), _number),
    st.tuples(st.text(max_size=6)),
    st.tuples(
        st.sampled_from(["--", "-", "--hand", "--cards", "--help", "-h", "--json", "--js", "--hand=", "-1", "\udcff"])
    ),
)


def check_any(words: list[str]) -> None:
    code, out, err = ventuno("round", *words, "--json")
    if code == 0 and out.startswith("usage:"):
        return  # --help
    answer = json.loads(out)
    assert err == ""
    if code:
        assert (code, list(answer)) == (2, ["refused", "why"])
        assert answer["refused"] != "internal/fault", answer
    else:
        assert [list(hand) for hand in answer["hands"]] == [HAND] * len(answer["hands"])
        assert {hand["outcome"] for hand in answer["hands"]} <= OUTCOMES
        parts = [*answer["hands"], *answer["side_bets"], *answer["insurance"]]
        assert answer["staked"] == sum(part["stake"] for part in parts)
        assert answer["returned"] == sum(part["returned"] for part in parts)


@settings(max_examples=300)
@given(_game, st.lists(_option, max_size=6))
def test_no_words_whatever_make_a_traceback(game: str, options: list[tuple[str, ...]]) -> None:
    """Issue 2: with --json never a traceback: JSON and exit 0 or 2. What is said twice, the last one counts."""
    said = [word for option in options for word in option]
    check_any([game, "--hand", "main=1000", "--cards", "Ts 6d 9c Td 2h", "--actions", "stand", *said])
    check_any([game, *said])


@settings(max_examples=300)
@given(
    st.sampled_from([*GAMES, "6D", "6D ES OBO FREE", "1D H17 LS ENHC PUSH22", "8D RSA HSA CHARLIE5"]),
    st.integers(1, 3),
    st.lists(st.sampled_from(DECK), min_size=6, max_size=40),
    st.lists(st.sampled_from(Action), max_size=16),
)
def test_a_round_of_any_cards_and_any_actions_is_played_or_refused(
    game: str, hands: int, shoe: list[object], actions: list[Action]
) -> None:
    """Issue 2: what is played adds up; what is not is refused."""
    side = next((f",{key}=100" for key in load(game).side_bets), "")
    words = [game, *["--hand", f"main=1000{side}"] * hands, "--cards", " ".join(map(str, shoe))]
    check_any([*words, "--actions", " ".join(actions), "--cashback-price", "437"])


def test_the_installed_command_prints_json_and_exits_with_its_code() -> None:
    """Issue 2: exit 0 with the round, exit 2 with the refusal."""
    command = [sys.executable, "-m", "ventuno", "round", INFINITE, "--hand", "main=1000", "--json", "--cards"]
    good = subprocess.run([*command, "As 6d Kc Td"], capture_output=True, check=False)
    assert (good.returncode, json.loads(good.stdout)["returned"], good.stderr) == (0, 2500, b"")
    bad = subprocess.run([*command, "As 6d Kc"], capture_output=True, check=False)
    assert (bad.returncode, json.loads(bad.stdout)["refused"], bad.stderr) == (2, "shoe/empty", b"")


HANDS = ("infinite", "--hand", "main=1000", "--cards", "As 6d Kc Td")


@pytest.mark.parametrize(
    "words", [(*HANDS, "\udcff"), ("infinite", "--hand", "\udcff=2,\udcff=2", "--cards", "As")], ids=["word", "hand"]
)
def test_bytes_that_are_no_text_make_no_traceback(words: tuple[str, ...]) -> None:
    """Issue 2: with --json never a traceback: bytes that are not UTF-8 arrive as lone surrogates."""
    check_any(list(words))


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(("infinite", "--hand", f"main={'9' * 5000}", "--cards", "As"), id="stake"),
        pytest.param((*HANDS, "--jackpot", "9" * 5000), id="jackpot"),
    ],
)
def test_a_number_of_thousands_of_digits_makes_no_traceback(words: tuple[str, ...]) -> None:
    """Issue 2: with --json never a traceback: Python refuses to read so long a number."""
    check_any(list(words))


def test_an_abbreviated_json_is_either_json_or_unknown() -> None:
    """Issue 2: with --json never a traceback: whoever is understood to ask for JSON gets it."""
    code, out, err = ventuno("round", *HANDS, "--actions", "hit", "--js")
    assert code == 2
    assert out.startswith("{") or "--js" in err
