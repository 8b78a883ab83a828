"""Bets as a player writes them: `10`, `100 21+3=5`, `10 / 25 all 2`."""

from __future__ import annotations

import re
from typing import Final

from ventuno.cli.table.desk import PLAYER, Bets, Desk, checked
from ventuno.cli.table.speech import Complaint, listed, quoted
from ventuno.play import Bet

MAIN: Final = "main"
BETWEEN_HANDS: Final = "/"


def looks_like_bets(text: str) -> bool:
    """Whether a line is meant to be bets, well written or not."""
    return text[0] in "0123456789+-.," or "=" in text or BETWEEN_HANDS in text


def read_bets(text: str, desk: Desk) -> Bets:
    """The bets of a line, checked against the limits. Raises a `Complaint` where there is one."""
    hands = text.split(BETWEEN_HANDS)
    if len(hands) > desk.most_hands:
        most, many = (desk.speech.grammar.count(count, "hand") for count in (desk.most_hands, len(hands)))
        raise Complaint(desk.speech.words.betting.too_many_hands.format(most=most, hands=many))
    return checked(tuple(_Hand(number, hand, desk).read() for number, hand in enumerate(hands, 1)), desk)


class _Hand:
    """Reads what is staked on one hand."""

    def __init__(self, number: int, text: str, desk: Desk) -> None:
        self.number = number
        self.words = re.sub(r"\s*=\s*", "=", text).split()
        self.desk = desk
        self.said = desk.speech.words.betting
        self.main: int | None = None
        self.sides: dict[str, int] = {}

    def read(self) -> Bet:
        while self.words:
            word = self.words.pop(0)
            if self.desk.speech.command(word.rstrip("=")) == "all":
                self.stake_all(self.words.pop(0) if self.words else "")
            else:
                self.stake(*word.rpartition("=")[::2])
        if self.main is None:
            raise Complaint(self.said.no_main_bet.format(hand=self.number, example=self.desk.example))
        return Bet(position=self.number, bettor=PLAYER, main=self.main, sides=self.sides)

    def stake(self, key: str, amount: str) -> None:
        if self.desk.speech.command(key) == "all":
            self.stake_all(amount)
        elif key in ("", MAIN):
            main = self.desk.speech.read_amount(amount)
            if self.main is not None:
                raise Complaint(self.said.two_main_bets.format(hand=self.number))
            self.main = main
        else:
            self.stake_side(key, amount)

    def stake_side(self, called: str, amount: str) -> None:
        key = side_bet_called(called, self.desk)
        if key in self.sides:
            raise Complaint(self.said.side_twice.format(bet=self.desk.speech.bet(key), hand=self.number))
        self.sides[key] = self.desk.speech.read_amount(amount)

    def stake_all(self, amount: str) -> None:
        """Every side bet that has nothing on it yet."""
        self.sides = {**on_every_side_bet(amount, self.desk), **self.sides}


def side_bet_called(called: str, desk: Desk) -> str:
    """A side bet by its key, or by a beginning of it that fits no other."""
    said, keys = desk.speech.words.betting, list(desk.variant.side_bets)
    if not keys:
        raise Complaint(said.no_side_bets)
    fitting = [key for key in keys if key.startswith(called.casefold())]
    if called.casefold() in fitting:
        return called.casefold()
    if not fitting:
        raise Complaint(said.no_such_side_bet.format(text=quoted(called), bets=listed(keys)))
    if len(fitting) > 1:
        raise Complaint(said.several_side_bets.format(text=quoted(called), bets=listed(fitting)))
    return fitting[0]


def on_every_side_bet(amount: str, desk: Desk) -> dict[str, int]:
    """BET ALL (B3): so much on each, and on a bet with one stake only exactly that."""
    if not desk.variant.side_bets:
        raise Complaint(desk.speech.words.betting.no_side_bets)
    stake = desk.speech.read_amount(amount)
    return {key: desk.variant.fixed_stake(key) or stake for key in desk.variant.side_bets}
