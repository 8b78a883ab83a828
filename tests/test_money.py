"""Money is whole minor units, prices are exact fractions, and every rounding has a name (spec/platform.md)."""

from __future__ import annotations

import copy
import pickle
from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from ventuno.money import MOST, Inexact, Price, exactly, from_units, in_units, round_down

# Prices


@pytest.mark.parametrize(
    ("text", "wins"),
    [("3:2", Fraction(3, 2)), ("6:5", Fraction(6, 5)), ("2:1", 2), ("1:1", 1), ("2000:1", 2000), ("0:1", 0)],
)
def test_n_to_m_wins_so_much_and_gives_the_stake_back(text: str, wins: Fraction) -> None:
    """side-bets.md: "Pays N:1" returns N times the stake and the stake."""
    price = Price(text)
    assert price.wins == wins
    assert price.returns == wins + 1
    assert str(price) == text


@pytest.mark.parametrize(("text", "returns"), [("x5", 5), ("x50", 50), ("x5000", 5000), ("x1", 1), ("x0", 0)])
def test_x_n_is_all_that_comes_back(text: str, returns: int) -> None:
    """side-bets.md: Progressive, each a total return (stake not added)."""
    assert Price(text).returns == returns
    assert Price(text).wins == returns - 1


def test_only_the_jackpot_is_a_jackpot() -> None:
    assert Price("jackpot").is_jackpot
    assert Price("jackpot").returns == 0
    assert not Price("x5000").is_jackpot
    assert not Price("3:2").is_jackpot


@pytest.mark.parametrize(("one", "other"), [("3:2", "6:4"), ("3:2", "03:02"), ("2:1", "4:2"), ("0:1", "0:7"),
                                            ("x5", "x05")])  # fmt: skip
def test_the_same_price_written_otherwise_is_equal(one: str, other: str) -> None:
    assert Price(one) == Price(other)
    assert hash(Price(one)) == hash(Price(other))
    assert str(Price(one)) == str(Price(other)) == one


def test_a_price_in_all_differs_from_a_price_with_the_stake_back() -> None:
    assert Price("x5") != Price("5:1")
    assert Price("x5") != Price("4:1")
    assert Price("3:2") != "3:2"


@pytest.mark.parametrize("text", [
    "", " ", "3", "3:", ":2", "3:0", "3:00", "1.5:1", "3/2", "3-2", "-3:2", "3:-2", "+3:2",
    "3:2 ", " 3:2", "3 : 2", "3:2\n", "x", "X5", "x-5", "x1.5", "x5:1", "Jackpot",
    "JACKPOT", "jackpot ", "1e3:1", "1000000:1", "1:1000000", "x1000000", "٣:2", "x٥",
    "nan", "inf",
])  # fmt: skip
def test_any_other_text_is_no_price_and_the_sentence_shows_the_three_forms(text: str) -> None:
    with pytest.raises(ValueError, match=r'is not a price: write "3:2", "x50" \(in all\) or "jackpot"') as bad:
        Price(text)
    assert repr(text) in str(bad.value)


@given(st.integers(0, 999_999), st.integers(1, 999_999))
def test_every_price_is_read_back_from_its_text(wins: int, stake: int) -> None:
    price = Price(f"{wins}:{stake}")
    assert Price(str(price)) == price == eval(repr(price))
    assert price.wins == Fraction(wins, stake)


@pytest.mark.parametrize("text", ["3:2", "x50", "jackpot"])
def test_a_copied_or_pickled_price_is_equal(text: str) -> None:
    price = Price(text)
    for other in (copy.copy(price), copy.deepcopy(price), pickle.loads(pickle.dumps(price))):
        assert other == price
        assert other.returns == price.returns


# Exact and rounded


@pytest.mark.parametrize(("stake", "price", "returned"), [(1000, "3:2", 2500), (2, "3:2", 5), (5, "6:5", 11),
                                                          (1, "0:1", 1), (0, "3:2", 0), (100, "x5000", 500_000),
                                                          (MOST, "2000:1", 2001 * MOST)])  # fmt: skip
def test_a_bet_returns_exactly_its_price(stake: int, price: str, returned: int) -> None:
    assert exactly(stake, Price(price).returns) == returned


@pytest.mark.parametrize(("stake", "price"), [(1, "3:2"), (999, "3:2"), (4, "6:5"), (1, "7:5"), (-1, "3:2")])
def test_nothing_in_a_settled_bet_is_ever_rounded(stake: int, price: str) -> None:
    """platform.md: rounding is always in one named place."""
    with pytest.raises(Inexact, match="is not a whole number of minor units"):
        exactly(stake, Price(price).returns)


@given(st.integers(-MOST, MOST), st.fractions(0, 3000, max_denominator=1000))
def test_an_exact_amount_is_the_product_or_there_is_none(amount: int, factor: Fraction) -> None:
    product = amount * factor
    if product.denominator == 1:
        assert exactly(amount, factor) == product
    else:
        with pytest.raises(Inexact):
            exactly(amount, factor)


@pytest.mark.parametrize(("amount", "rounded"), [("0", 0), ("7", 7), ("15/2", 7), ("1999/1000", 1), ("1/1000", 0),
                                                 ("-1/2", -1)])  # fmt: skip
def test_a_cashback_price_is_rounded_down_to_the_minor_unit(amount: str, rounded: int) -> None:
    """platform.md K1: rounded down."""
    assert round_down(Fraction(amount)) == rounded


# Amounts as people write them


@pytest.mark.parametrize(
    ("minor", "text"),
    [(0, "0.00"), (1, "0.01"), (99, "0.99"), (100, "1.00"), (1250, "12.50"), (100_000, "1,000.00"), (-5, "-0.05"),
     (-123_456_789, "-1,234,567.89"), (MOST, "10,000,000,000,000.00")],
)  # fmt: skip
def test_people_see_units_with_two_decimals_and_thousands_parted(minor: int, text: str) -> None:
    assert in_units(minor) == text
    assert from_units(text) == minor


@pytest.mark.parametrize(
    ("text", "minor"),
    [("12", 1200), ("12.5", 1250), ("12.50", 1250), ("0", 0), ("0.01", 1), ("007", 700), ("1000", 100_000),
     ("1,000", 100_000), ("1,000,000.5", 100_000_050), (" 12 ", 1200), ("12\n", 1200), ("-12.5", -1250)],
)  # fmt: skip
def test_people_may_write_units_with_up_to_two_decimals(text: str, minor: int) -> None:
    assert from_units(text) == minor


@pytest.mark.parametrize("text", ["-0", "-0.00", "0", "0.0"])
def test_there_is_only_one_nothing(text: str) -> None:
    assert from_units(text) == 0
    assert in_units(from_units(text)) == "0.00"


@given(st.integers(-MOST, MOST))
def test_every_amount_is_read_back_from_what_people_see(minor: int) -> None:
    assert from_units(in_units(minor)) == minor


@pytest.mark.parametrize("text", [
    "", " ", ".", "-", ",", "12.345", "12.500", "12.", ".5", "1e5", "1E5", "nan", "NaN",
    "inf", "-inf", "Infinity", "sNaN", "1_000", "+5", "--5", "- 5", "5-", "0x10", "1/2",
    "1 000", "12 .5", "€5", "5€", "twelve", "١٢", "１２", "1\n2", "12.5.0", "\0",
    "0.000000000000000000000000000000000001",
])  # fmt: skip
def test_any_other_text_is_no_amount_and_the_sentence_shows_how_to_write_one(text: str) -> None:
    with pytest.raises(ValueError, match=r"is not an amount: write 12, 12.5 or 12.50") as bad:
        from_units(text)
    assert repr(text) in str(bad.value)


@pytest.mark.parametrize("text", ["12,50", "12,5", "1,2,3", "1,0000", ",500", "1000,000", "1,000,00", "1,,000",
                                  "0.50,000", "12,50.00"])  # fmt: skip
def test_a_comma_that_parts_no_thousands_is_refused_rather_than_read_as_a_hundredfold_bet(text: str) -> None:
    with pytest.raises(ValueError, match="is not an amount"):
        from_units(text)


@pytest.mark.parametrize(
    "text", ["10000000000000.01", "10,000,000,000,000.01", "9999999999999999", "-10000000000000.01"]
)
def test_no_amount_is_larger_than_the_most_there_is(text: str) -> None:
    with pytest.raises(ValueError, match=r"is too much: no amount is over 10,000,000,000,000\.00"):
        from_units(text)


@pytest.mark.parametrize("text", ["9" * 17, "9" * 1_000_000, "1e999999999", "1e-999999999", "1" + ",000" * 100_000])
def test_an_endless_number_is_refused_at_once(text: str) -> None:
    with pytest.raises(ValueError, match="is not an amount"):
        from_units(text)


@given(st.text(alphabet="0123456789.,-+eE_ n", max_size=12))
def test_a_text_is_an_amount_in_whole_minor_units_or_refused(text: str) -> None:
    try:
        amount = from_units(text)
    except ValueError:
        return
    assert abs(amount) <= MOST
    assert amount == 100 * Fraction(text.strip().replace(",", ""))
