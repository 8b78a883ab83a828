"""Whatever is written at the table: no fault, no money lost or made, and always a question or a farewell."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given, settings, strategies as st

from tests.strategies import notations
from ventuno.bank.receipts import from_bytes
from ventuno.cli.table import Look, Sitting
from ventuno.help import Language
from ventuno.shoe import SeededRandomness, shoe_for
from ventuno.store.auditing import audit
from ventuno.table.pricing import Standing
from ventuno.variant import load

GAMES = ("free-chip", "classic-free-bet", "infinite", "all-bets", "cashback")
SENSIBLE = (
    *("10", "10 / 10", "10 / 20 / 30", "", "x2", "all 5", "10 all 1", "25 21+3=5", "5 perfect=1 / 7"),
    *("h", "s", "d", "p", "r", "c", "y", "n", "ya", "na"),
    *("?", "rules", "limits", "limits 2", "history", "record", "insurance off", "insurance on", "add 50"),
)
GOLDEN = ("add 4g5", "g5", "5+2g5", "2g5 21+3=g5", "3g0", "put 10", "put 5 all 1", "undo", "clear")


class Worth:
    """Every hand is worth a third of its bet."""

    def value(self, _: Standing) -> Fraction:
        return Fraction(-2, 3)


LINES = st.lists(
    st.one_of(
        st.sampled_from(SENSIBLE + GOLDEN),
        st.sampled_from("hsdp"),
        st.text(max_size=12),
        st.text("0123456789=/.,+- all"),
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
    odds = Worth() if seed % 2 else None
    sitting = Sitting(variant, shoe, language=language, look=look, balance=balance, odds=odds)
    assert sitting.open()
    for line in lines:
        was_over = sitting.over
        said = sitting.feed(line)
        assert bool(said) is not was_over
        assert sitting.prompt
        assert look.drawn or (said + sitting.prompt).isascii()
        assert not sitting.told.view.pause
    sitting.leave()
    assert sitting.told.bets.total_minor == 0
    results = sitting.told.results
    won = sum(one.returned_minor - one.staked_minor for one in results)
    assert sitting.told.balance.wallet_minor == deposited(sitting) + won
    assert audit(sitting.house.ledger).clean


def deposited(sitting: Sitting) -> int:
    """All that came in from nowhere."""
    with sitting.house.ledger.reading() as engine:
        rows = engine.rows("SELECT receipt FROM journal WHERE kind = 'Deposit'")
    return sum(from_bytes(bytes(receipt)).amount_minor for (receipt,) in rows)
