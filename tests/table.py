"""A table in one line: how the tests of the rules write a round down.

    played("free-chip", "8h 6d 8c Td 3s 9d Kh 5s", "free-split free-double stand").hands
    == ["8h 3s Kh: win 3000", "8c 9d: push 0"]

Cards are given in the order they leave the shoe and must all be used, no more and no less, so every
test also says exactly how far the dealer draws. Actions are given in the order decisions are asked.
`cashback=450` names its price, `double=golden:500` the golden chips it is paid with, and `time` is
what happens when nobody decides in time. Amounts are minor units.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from ventuno.cards import cards, text_of
from ventuno.play import Action, Awaits, HandInTurn, HandResult, PositionBet, Round, SideBetResult
from ventuno.refusal import Refusal, RefusalRaised
from ventuno.variant import load

GAMES = ("classic-free-bet", "free-chip", "infinite", "all-bets", "cashback")
CLASSIC, FREE_CHIP, INFINITE, ALL_BETS, CASHBACK = GAMES
PLAYER = "anna"

Sides = Mapping[str, int]
Script = str | Mapping[str, str]  # in the order of asking, or by bettor


# -- what came of it ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Result:
    """A round and those of its bets that are looked at."""

    round: Round
    bets: tuple[PositionBet, ...]

    def of(self, bettor: str, position: int | None = None) -> Result:
        """Only what one bettor has."""
        mine = tuple(bet for bet in self.bets if bet.bettor == bettor and position in (None, bet.position))
        assert mine, f"{bettor} has no bet here"
        return replace(self, bets=mine)

    def _hands(self) -> Iterator[HandResult]:
        assert self.round.settlement, f"the round is not over: {self.round}"
        for bet in self.bets:
            yield from self.round.settlement.hands(bet.position, bet.bettor)

    @property
    def hands(self) -> list[str]:
        """`8h 3s Kh: win 3000`: what each hand was, and what came back for it."""
        return [f"{text_of(hand.cards)}: {hand.outcome} {hand.returned}" for hand in self._hands()]

    @property
    def outcomes(self) -> str:
        """`win push`: what each hand came to."""
        return " ".join(hand.outcome for hand in self._hands())

    @property
    def stakes(self) -> list[tuple[int, int]]:
        """What lay on each hand: the player's own money, and the value of free chips."""
        return [(hand.stake, hand.free) for hand in self._hands()]

    @property
    def golden(self) -> list[tuple[int, int]]:
        """Golden chips on each hand, and how much of them came back as golden chips."""
        return [(hand.golden, hand.golden_returned) for hand in self._hands()]

    @property
    def main_returned(self) -> int:
        return sum(hand.returned for hand in self._hands())

    @property
    def main_staked(self) -> int:
        return sum(hand.stake for hand in self._hands())

    def _sides(self) -> Iterator[SideBetResult]:
        assert self.round.settlement, f"the round is not over: {self.round}"
        for bet in self.bets:
            yield from self.round.settlement.side_bets(bet.position, bet.bettor)

    @property
    def sides(self) -> list[str]:
        """`21+3: straight 1100`: what each side bet made, and what came back for it."""
        return [f"{side.bet}: {side.outcome} {side.returned}" for side in self._sides()]

    @property
    def golden_sides(self) -> list[tuple[int, int]]:
        return [(side.golden, side.golden_returned) for side in self._sides()]

    @property
    def insurance(self) -> list[tuple[int, int]]:
        """Each insurance that was taken: its stake, and what came back."""
        assert self.round.settlement, f"the round is not over: {self.round}"
        taken = [self.round.settlement.insurance(bet.position, bet.bettor) for bet in self.bets]
        return [(one.stake, one.returned) for one in taken if one]

    @property
    def dealer(self) -> str:
        return text_of(self.round.dealer.cards)


# -- playing --------------------------------------------------------------------------------------


def bets_of(
    main: int | Iterable[int] = 1000, sides: Sides | None = None, golden: int = 0, insurance: bool = True
) -> list[PositionBet]:
    """One player's bets: one hand, or one for each main bet, with the same side bets on each."""
    mains = [main] if isinstance(main, int) else main
    return [
        PositionBet(
            position=number,
            bettor=PLAYER,
            main=amount,
            sides=dict(sides or {}),
            golden=golden,
            insurance=insurance,
        )
        for number, amount in enumerate(mains, 1)
    ]


def played(
    game: str,
    shoe: str,
    script: Script = "",
    *,
    main: int | Iterable[int] = 1000,
    sides: Sides | None = None,
    golden: int = 0,
    insurance: bool = True,
    jackpot: int | None = None,
    spare: str = "",
) -> Result:
    """One player's whole round, hand after hand, as at a solo table. Only the spare cards may be left over."""
    bets = bets_of(main, sides, golden, insurance)
    return finished(game, bets, shoe, script, together=False, jackpot=jackpot, spare=spare)


def finished(
    game: str,
    bets: Iterable[PositionBet],
    shoe: str,
    script: Script = "",
    *,
    together: bool | None = None,
    jackpot: int | None = None,
    spare: str = "",
) -> Result:
    """A whole round of any bets."""
    playing = opened(game, bets, together=together, jackpot=jackpot)
    refusal = run(playing, shoe, script, spare)
    assert refusal is None, refusal
    assert playing.awaits is Awaits.NOTHING, f"{playing} still waits for a {playing.awaits}"
    return Result(playing, playing.bets)


def shared(game: str, shoe: str, scripts: Mapping[str, str], *, main: int = 1000, sides: Sides | None = None) -> Result:
    """A round of players who decide together: `{"anna": "hit stand", "bruno@2": "stand"}`."""
    return finished(game, crowd(scripts, main, sides), shoe, scripts, together=True)


def crowd(names: Iterable[str], main: int = 1000, sides: Sides | None = None) -> list[PositionBet]:
    """The same bet of several players; `bruno@2` is on position 2."""
    bets = []
    for name in names:
        bettor, _, position = name.partition("@")
        bets.append(PositionBet(position=int(position or 1), bettor=bettor, main=main, sides=dict(sides or {})))
    return bets


def waiting(
    game: str,
    shoe: str,
    script: Script = "",
    *,
    bets: Iterable[PositionBet] | None = None,
    together: bool | None = False,
    main: int | Iterable[int] = 1000,
    golden: int = 0,
) -> Round:
    """A round that has used all these cards and actions and waits for the next decision."""
    playing = opened(game, bets or bets_of(main, golden=golden), together=together)
    refusal = run(playing, shoe, script)
    assert refusal is None, refusal
    assert playing.awaits is Awaits.DECISION, f"{playing} waits for {playing.awaits}, not for a decision"
    return playing


def legal(game: str, shoe: str, script: Script = "", *, golden: int = 0) -> str:
    """What may be decided next, as words in alphabetical order."""
    playing = waiting(game, shoe, script, golden=golden, main=0 if golden else 1000)
    return " ".join(sorted(playing.legal(*next(playing.asked()))))


def why_not(game: str, shoe: str, script: str, *, golden: int = 0) -> str:
    """The code with which the last action of the script is refused, and that the refusal changed nothing."""
    *before, last = script.split()
    playing = waiting(game, shoe, " ".join(before), golden=golden, main=0 if golden else 1000)
    events = list(playing.events)
    refusal = decide(playing, next(playing.asked()), last)
    assert isinstance(refusal, Refusal), f"{last} was accepted"
    assert playing.events == events
    return refusal.code


def refused_bets(game: str, *bets: PositionBet, together: bool | None = None) -> str:
    """The code with which bets are refused."""
    try:
        playing = opened(game, bets, together=together)
    except RefusalRaised as refused:
        return refused.refusal.code
    raise AssertionError(f"the bets were accepted: {playing}")


def opened(
    game: str, bets: Iterable[PositionBet], *, together: bool | None = None, jackpot: int | None = None
) -> Round:
    return Round(load(game), tuple(bets), together=together, jackpot=jackpot)


def run(playing: Round, shoe: str, script: Script = "", spare: str = "") -> Refusal | None:
    """Deals and decides until the cards, the actions or the round are used up: both lists whole, or it fails."""
    undealt = list(cards(f"{shoe} {spare}"))[::-1]
    said = _Script(script)
    while playing.awaits is not Awaits.NOTHING:
        if playing.awaits is Awaits.CARD:
            if not undealt:
                break
            playing.deal(undealt.pop())
        else:
            asked = said.next_asked(playing)
            if asked is None:
                break
            if refusal := decide(playing, asked, said.next_word(asked)):
                return refusal
    assert len(undealt) <= len(cards(spare)), f"nobody asked for {text_of(undealt[::-1])}: {playing}"
    assert not said.left, f"nobody was asked for {said.left}: {playing}"
    return None


class _Script:
    def __init__(self, script: Script) -> None:
        self.by_bettor = not isinstance(script, str)
        named = {"": script} if isinstance(script, str) else script
        self.words = {name: words.split() for name, words in named.items()}

    @property
    def left(self) -> dict[str, list[str]]:
        return {name: words for name, words in self.words.items() if words}

    def _of(self, asked: HandInTurn) -> list[str]:
        if not self.by_bettor:
            return self.words[""]
        return self.words.get(f"{asked.bettor}@{asked.position}") or self.words.get(asked.bettor, [])

    def next_asked(self, playing: Round) -> HandInTurn | None:
        return next((asked for asked in playing.asked() if self._of(asked)), None)

    def next_word(self, asked: HandInTurn) -> str:
        return self._of(asked).pop(0)


def decide(playing: Round, asked: HandInTurn, word: str) -> Refusal | None:
    """`hit`, `cashback=450`, `double=golden:500` or `time`."""
    if word == "time":
        playing.close()
        return None
    name, _, option = word.partition("=")
    golden = int(option.removeprefix("golden:")) if option.startswith("golden:") else 0
    price = int(option) if option and not golden else None
    answer = playing.act(asked.position, asked.bettor, Action(name), asked.line, price=price, golden=golden)
    return answer if isinstance(answer, Refusal) else None
