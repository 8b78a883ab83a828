"""What a line at the betting prompt means: new bets, or the last ones again (B3)."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Final

from ventuno.cli.table.betting import BETWEEN_HANDS, looks_like_bets, on_every_side_bet, read_bets
from ventuno.cli.table.desk import Bets, Desk, checked
from ventuno.cli.table.speech import Complaint, Speech, quoted
from ventuno.money import MINOR_PER_UNIT
from ventuno.play import Bet

TWICE: Final = "x2"


def bets_meant(line: str, last: Bets, desk: Desk) -> tuple[Bets, list[str]]:
    """The bets that a line means, and what is to be said of them."""
    word, _, rest = line.partition(" ")
    if desk.speech.command(word) == "all":
        return with_all(last, rest, desk), []
    if line.casefold() == TWICE:
        bets, stopped = doubled(_again(last, desk), desk)
        return bets, [desk.speech.words.betting.some_at_most] if stopped else []
    if not line:
        return checked(_again(last, desk), desk), []
    if looks_like_bets(line):
        return read_bets(line, desk), []
    raise Complaint(_unknown(word, desk))


def _again(last: Bets, desk: Desk) -> Bets:
    if not last:
        raise Complaint(desk.speech.words.betting.no_last_bets.format(example=desk.example))
    return last


def _unknown(word: str, desk: Desk) -> str:
    said = desk.speech.words
    known = [called for words in said.commands.values() for called in words]
    near = get_close_matches(word.casefold(), known, n=1, cutoff=0.6)
    how = said.betting.how.format(example=desk.example)
    more = said.house.did_you_mean.format(word=near[0]) if near else how
    return f"{said.house.unknown.format(text=quoted(word))} {more}"


def with_all(bets: Bets, amount: str, desk: Desk) -> Bets:
    """The same main bets, with so much on every side bet of each."""
    if not bets:
        raise Complaint(desk.speech.words.betting.main_first)
    sides = on_every_side_bet(amount, desk)
    return checked(tuple(_changed(bet, bet.main, sides) for bet in bets), desk)


def doubled(bets: Bets, desk: Desk) -> tuple[Bets, bool]:
    """Twice every bet, each up to its maximum (B3), and whether some stopped there."""
    twice = tuple(_doubled(bet, desk) for bet in bets)
    if twice == tuple(bets):
        raise Complaint(desk.speech.words.betting.at_most_already)
    stopped = any(_stopped(old, new, desk) for old, new in zip(bets, twice, strict=True))
    return checked(twice, desk), stopped


def _doubled(bet: Bet, desk: Desk) -> Bet:
    main, side = (limits[1] * MINOR_PER_UNIT for limits in (desk.limits.main, desk.limits.side))
    main -= main % desk.variant.stake_step
    sides = {key: desk.variant.fixed_stake(key) or min(2 * stake, side) for key, stake in bet.sides.items()}
    return _changed(bet, min(2 * bet.main, main), sides)


def _stopped(old: Bet, new: Bet, desk: Desk) -> bool:
    free = [key for key in old.sides if desk.variant.fixed_stake(key) is None]
    return new.main < 2 * old.main or any(new.sides[key] < 2 * old.sides[key] for key in free)


def _changed(bet: Bet, main: int, sides: dict[str, int]) -> Bet:
    return Bet(position=bet.position, bettor=bet.bettor, main=main, sides=sides)


def as_written(bets: Sequence[Bet], speech: Speech) -> str:
    """The bets as a line that can be written again."""
    return f" {BETWEEN_HANDS} ".join(
        " ".join([speech.short(bet.main), *(f"{key}={speech.short(stake)}" for key, stake in bet.sides.items())])
        for bet in bets
    )
