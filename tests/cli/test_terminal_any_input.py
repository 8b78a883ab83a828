"""Whatever is written at the table: no fault, no money lost or made, and always a question or a farewell."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.strategies import notations
from ventuno.cli.table import Look, Session
from ventuno.help import Language
from ventuno.shoe import SeededRandomness, shoe_for
from ventuno.variant import load

GAMES = ("free-chip", "classic-free-bet", "infinite", "all-bets", "cashback")
SENSIBLE = (
    *("10", "10 / 10", "10 / 20 / 30", "", "x2", "all 5", "10 all 1", "25 21+3=5", "5 perfect=1 / 7"),
    *("h", "s", "d", "p", "r", "c", "y", "n", "ya", "na"),
    *("?", "rules", "limits", "limits 2", "history", "record", "insurance off", "insurance on", "add 50"),
)
LINES = st.lists(
    st.one_of(
        st.sampled_from(SENSIBLE), st.sampled_from("hsdp"), st.text(max_size=12), st.text("0123456789=/.,+- all")
    ),
    max_size=40,
)
LOOKS = st.builds(Look, drawn=st.booleans(), colour=st.booleans(), width=st.integers(60, 100))
LANGUAGES: st.SearchStrategy[Language] = st.sampled_from(["it", "en"])


@settings(max_examples=120)
@given(st.sampled_from(GAMES) | notations(), LINES, LOOKS, LANGUAGES, st.integers(0, 9), st.integers(0, 20_000))
def test_nothing_that_is_written_breaks_the_table(
    game: str, lines: list[str], look: Look, language: Language, seed: int, balance: int
) -> None:
    variant = load(game)
    shoe = shoe_for(variant.shoe, SeededRandomness(seed))
    price = (lambda *_: 321) if seed % 2 else None
    session = Session(variant, shoe, language=language, look=look, balance=balance, price=price)
    added = 0
    assert session.open()
    for line in lines:
        before = session.balance
        was_over = session.over
        said = session.feed(line)
        if line.strip() == "add 50":
            added += session.balance - before
        assert bool(said) is not was_over
        assert session.prompt
        assert session.balance >= 0
        assert look.drawn or (said + session.prompt).isascii()
        at_stake = session.playing.staked if session.playing else 0
        assert session.balance + at_stake == balance + added - session.staked + session.returned
    session.leave()
    assert session.balance == balance + added - session.staked + session.returned
