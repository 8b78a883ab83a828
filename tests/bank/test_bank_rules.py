"""The bank's arithmetic and rules on plain data: jackpots (J1), golden chips (K3), limits (B4), rates (B5)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from ventuno.bank import Book, Deposit, Head, HouseRules, Lot, OpenAccount, SettleRound, SpotLimits, decide
from ventuno.bank.accounts import Pocket, account, holder_of, name_of, pocket_of
from ventuno.bank.book import Unbalanced
from ventuno.bank.chain import digest_of_events, seal
from ventuno.bank.commands import content_of
from ventuno.bank.golden import chips, pay_for_action, pick
from ventuno.bank.jackpot import contribution
from ventuno.bank.passwords import refusal_of_password
from ventuno.bank.periods import period_of, start_of
from ventuno.bank.receipts import Receipt
from ventuno.bank.records import Entries
from ventuno.bank.regulator import LocalRegulator
from ventuno.bank.rules import DAY_MS
from ventuno.bank.table_limits import limits_for, refusal_of_spot, room
from ventuno.refusal import Refusal

LIMITS = (SpotLimits(100, 20_000, 100, 2_500, "bronze"), SpotLimits(500, 100_000, 100, 10_000, "silver"))


@given(st.lists(st.integers(1, 10**6)), st.fractions(0, 1, max_denominator=1000))
def test_contributions_sum_to_the_exact_share_whatever_the_order_j1(stakes: list[int], share: Fraction) -> None:
    carried, booked = Fraction(0), 0
    for stake in stakes:
        whole, carried = contribution(stake, share, carried)
        booked += whole
        assert 0 <= carried < 1
    assert booked + carried == sum(stakes) * share


def test_three_percent_of_one_unit_is_three_minor_units_j1() -> None:
    assert contribution(100, Fraction(3, 100), Fraction(0)) == (3, Fraction(0))
    assert contribution(99, Fraction(3, 100), Fraction(1, 20)) == (3, Fraction(2, 100))


def lot(number: int, value: int, count: int, expires_ms: int = 100) -> Lot:
    return Lot(number, 1, value, count, expires_ms)


def test_chips_are_counted_per_value_and_expired_ones_not_k3() -> None:
    lots = [lot(1, 500, 2), lot(2, 500, 1, 50), lot(3, 100, 4), lot(4, 25, 9, 10), lot(5, 5, 0)]
    assert chips(lots, 10) == {500: 3, 100: 4}


def test_chips_are_picked_by_expiry_and_never_twice_k3() -> None:
    lots = [lot(1, 500, 2, 90), lot(2, 500, 1, 50)]
    assert pick(lots, {500: 2}, {}, 10) == {2: 1, 1: 1}
    assert pick(lots, {500: 2}, {2: 1}, 10) == {1: 2}
    assert isinstance(pick(lots, {500: 2}, {1: 2}, 10), Refusal)


@pytest.mark.parametrize(
    ("amount", "held", "wallet", "mixed", "paid"),
    [
        (500, {500: 1, 100: 9}, 0, True, (0, {500: 1})),  # the chip nearest in value first
        (700, {500: 2, 100: 9}, 0, True, (0, {500: 1, 100: 2})),
        (700, {500: 2}, 300, True, (200, {500: 1})),  # the rest in regular chips, where they mix
        (700, {500: 2}, 1_000, False, (700, {})),  # where they do not: regular chips only
        (500, {500: 1}, 0, False, (0, {500: 1})),
        (50, {500: 1}, 50, True, (50, {})),  # no chip is worth more than the action costs
    ],
)
def test_an_action_is_paid_with_the_golden_chips_nearest_in_value_k3(
    amount: int, held: dict[int, int], wallet: int, mixed: bool, paid: tuple[int, dict[int, int]]
) -> None:
    assert pay_for_action(amount, held, wallet, mixed=mixed, allowed=True) == paid


def test_an_action_that_chips_and_balance_do_not_cover_is_refused_k3() -> None:
    for mixed, allowed in ((True, True), (False, True), (True, False)):
        answer = pay_for_action(700, {500: 1}, 100, mixed=mixed, allowed=allowed)
        assert isinstance(answer, Refusal)
        assert answer.code == "ledger/overdraft"


def test_limits_are_those_of_the_level_else_the_lowest_b4() -> None:
    assert limits_for(LIMITS, "silver") == LIMITS[1]
    assert limits_for(LIMITS, "platinum") == limits_for(LIMITS, "") == LIMITS[0]
    assert limits_for((), "gold") is None


def test_a_spot_takes_up_to_its_maximum_and_does_not_play_below_its_minimum_b2() -> None:
    bronze = LIMITS[0]
    assert (room(bronze, "1/main", 19_000), room(bronze, "1/21+3", 2_500)) == (1_000, 0)
    assert refusal_of_spot(bronze, "1/main", 20_000) is None
    assert isinstance(refusal_of_spot(bronze, "1/21+3", 20_000), Refusal)


@given(st.datetimes(datetime(1970, 1, 1), datetime(2400, 1, 1)))
def test_days_weeks_and_months_are_those_of_the_calendar_a9(moment: datetime) -> None:
    moment = moment.replace(tzinfo=UTC)
    at_ms = (moment - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(milliseconds=1)
    assert period_of("month", at_ms) == moment.year * 12 + moment.month - 1
    monday = moment.date() - timedelta(days=moment.weekday())
    assert period_of("week", at_ms) == ((monday - datetime(1970, 1, 1).date()).days + 3) // 7
    assert period_of("day", at_ms) == (moment.date() - datetime(1970, 1, 1).date()).days
    starts = {"day": moment.date(), "week": monday, "month": moment.date().replace(day=1)}
    for period, start in starts.items():
        assert start_of(period, at_ms) == (start - datetime(1970, 1, 1).date()).days * DAY_MS


@pytest.mark.parametrize(
    ("password", "code"),
    [
        ("short", "password/short"),
        ("x" * 257, "password/long"),
        ("aaaaaaaaaaaa", "password/guessable"),
        ("Password123", "password/guessable"),
        ("margherita1", "password/guessable"),
    ],
)
def test_passwords_that_are_tried_first_are_refused(password: str, code: str) -> None:
    refusal = refusal_of_password(password, "margherita")
    assert refusal is not None
    assert refusal.code == code
    assert refusal_of_password("correct horse battery", "margherita") is None


def test_local_ids_are_stable_and_differ_by_player_round_and_operator_a10() -> None:
    one, other = LocalRegulator("one"), LocalRegulator("other")
    session = one.session_id(7, "infinite", 5)
    assert session == one.session_id(7, "infinite", 5)
    ids = {
        session,
        one.session_id(8, "infinite", 5),
        one.session_id(7, "infinite", 6),
        other.session_id(7, "infinite", 5),
    }
    assert len(ids) == 4
    assert one.participation_id(session, "R1") != one.participation_id(session, "R2")


def test_accounts_are_numbered_by_holder_and_pocket() -> None:
    number = account(7, Pocket.GOLDEN_STAKES)
    assert (holder_of(number), pocket_of(number), name_of(number)) == (7, Pocket.GOLDEN_STAKES, "7/golden stakes")


def test_the_content_of_a_command_is_neither_its_time_nor_the_order_of_its_dicts() -> None:
    one = SettleRound(key="k", at_ms=1, round="R", staked={}, returned={1: 5, 2: 6})
    assert content_of(one) == content_of(SettleRound(key="k", at_ms=9, round="R", staked={}, returned={2: 6, 1: 5}))
    assert content_of(one) != content_of(SettleRound(key="k", at_ms=1, round="R", staked={}, returned={1: 6, 2: 5}))


def test_every_field_and_entry_and_all_that_came_before_is_in_the_seal() -> None:
    fields = (1, "k", "Deposit", 5, 1, "R", b"c", b"e", b"r")
    digests = {
        seal(b"", fields, Entries([8, 9], [1, -1])),
        seal(b"x", fields, Entries([8, 9], [1, -1])),
        seal(b"", fields, Entries([9, 8], [-1, 1])),
    }
    for place in range(len(fields)):
        other = list(fields)
        other[place] = b"?" if isinstance(other[place], bytes) else "?" if isinstance(other[place], str) else 99  # type: ignore[call-overload]
        digests.add(seal(b"", tuple(other), Entries([8, 9], [1, -1])))  # type: ignore[arg-type]
    assert len(digests) == 3 + len(fields)
    assert digest_of_events([b"ab", b"c"]) != digest_of_events([b"a", b"bc"])


def test_a_record_that_would_make_money_is_a_fault_and_no_record() -> None:
    book = Book(HouseRules(), Head())
    receipt = decide(book, OpenAccount(key="a", at_ms=1, name="anna", currency="EUR"))
    assert isinstance(receipt, Receipt)
    command = Deposit(key="d", at_ms=1, player=receipt.player, currency="EUR", amount_minor=5)
    with pytest.raises(Unbalanced, match="sum to"):
        book.record(command, [(account(receipt.player, Pocket.WALLET), 5)])
    with pytest.raises(Unbalanced, match="would hold"):
        book.record(command, [(account(receipt.player, Pocket.STAKES), -5)])
    assert book.head.number == 1
