"""Days, weeks (from Monday) and months of the calendar, in UTC, as numbers; by arithmetic alone."""

from __future__ import annotations

from typing import Final

from ventuno.bank.rules import DAY_MS

PERIODS: Final = ("day", "week", "month")


def period_of(period: str, at_ms: int) -> int:
    """Which day, week or month a moment lies in."""
    day = at_ms // DAY_MS
    match period:
        case "day":
            return day
        case "week":
            return (day + 3) // 7  # 1 January 1970 was a Thursday
        case "month":
            return month_of(day)
    raise ValueError(f"{period!r} is no period")


def start_of(period: str, at_ms: int) -> int:
    """When the day, week or month began that a moment lies in."""
    day = at_ms // DAY_MS
    match period:
        case "week":
            day -= (day + 3) % 7
        case "month":
            day -= _month_and_day(day)[1]
    return day * DAY_MS


def month_of(day: int) -> int:
    """Months since year 0 of the day so many days after 1 January 1970 (proleptic Gregorian)."""
    return _month_and_day(day)[0]


def _month_and_day(day: int) -> tuple[int, int]:
    """... and which day of the month it is, from 0."""
    era, day_of_era = divmod(day + 719_468, 146_097)  # counted from 1 March 0, in eras of 400 years
    year = (day_of_era - day_of_era // 1460 + day_of_era // 36_524 - day_of_era // 146_096) // 365
    day_of_year = day_of_era - (365 * year + year // 4 - year // 100)
    month = (5 * day_of_year + 2) // 153  # 0: March
    return (era * 400 + year) * 12 + month + 2, day_of_year - (153 * month + 2) // 5
