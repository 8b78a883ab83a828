"""A whole round as text, and the round again from the text.

    ventuno 1
    variant free-chip 2b5b0e12...
    bet 1 anna main=1000 free-fortune=100
    deal 8h Td 8d 6c
    1 anna free-split
    deal 3h Kd
    1a anna free-double
    deal Tc
    1b anna stand
    deal 9s
    = 1 anna 1a win 3000
    = settled 1100 4100

The lines are what came in, bets, cards and decisions; those that begin with `=` are what came of
it. A replay plays the former and must arrive at the latter, to the byte.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ventuno.actions import Action
from ventuno.cards import BadCard, Card, text_of
from ventuno.play import events as happened
from ventuno.play.bets import PositionBet
from ventuno.play.round import Awaits, Round
from ventuno.refusal import Refusal, RefusalRaised
from ventuno.variant import Variant, digest, load

VERSION = "ventuno 1"


class BadTranscript(RefusalRaised):
    def __init__(self, number: int, why: str) -> None:
        super().__init__("transcript/bad", f"line {number}: {why}", line=number)


# -- writing --------------------------------------------------------------------------------------


def transcript(round_: Round) -> str:
    """The text of a round, as far as it has got. The hole card is in it: not for players' eyes."""
    return "".join(f"{line}\n" for line in _lines(round_))


def _lines(round_: Round) -> Iterator[str]:
    yield VERSION
    cards: list[Card] = []
    for event in round_.events:
        if isinstance(event, happened.DealtCard):
            assert event.card is not None
            cards.append(event.card)
            continue
        if cards and isinstance(event, _COMES_IN):
            yield f"deal {text_of(cards)}"
            cards = []
        yield from _event_lines(event)
    if cards:
        yield f"deal {text_of(cards)}"
    if round_.settlement:
        yield from _results(round_)


_COMES_IN = (happened.HandDecided, happened.InsuranceDecided, happened.FollowChanged, happened.TimeRanOut)


def _event_lines(event: happened.RoundEvent) -> Iterator[str]:
    match event:
        case happened.RoundBegun():
            yield f"variant {event.variant.replace(' ', '_')} {event.digest}"
            yield "together" if event.together else "in turn"
            if event.jackpot:
                yield f"jackpot {event.jackpot}"
            yield from map(_bet_line, event.bets)
        case happened.InsuranceDecided():
            yield f"{event.position} {event.bettor} {'insure' if event.stake else 'decline'}"
        case happened.HandDecided():
            price = "" if event.price is None else f" price={event.price}"
            golden = f" golden={event.golden}" if event.golden else ""
            short = "".join(f" short={bettor}" for bettor in event.short)
            yield f"{event.line} {event.bettor} {event.action}{price}{golden}{short}"
        case happened.FollowChanged():
            flags = _not_followed(event.double, event.split)
            yield " ".join(
                ["follow", str(event.position), event.bettor, *(name for name, said in flags.items() if said)]
            )
        case happened.TimeRanOut():
            yield "time"


def _bet_line(bet: PositionBet) -> str:
    words = ["bet", str(bet.position), bet.bettor, f"main={bet.main}"]
    words += [f"{key}={amount}" for key, amount in bet.sides.items()]
    words += [f"golden={bet.golden}"] if bet.golden else []
    words += [f"golden:{key}={amount}" for key, amount in bet.golden_sides.items()]
    words += [name for name, said in _flags(bet).items() if said]
    return " ".join(words)


def _flags(bet: PositionBet) -> dict[str, bool]:
    return {
        "behind": bet.behind,
        **_not_followed(bet.follow_double, bet.follow_split),
        "no-insurance": not bet.insurance,
    }


def _not_followed(double: bool, split: bool) -> dict[str, bool]:
    return {"single-double": not double, "single-split": not split}


def _results(round_: Round) -> Iterator[str]:
    settlement = round_.settlement
    assert settlement is not None
    for bet in round_.bets:
        who = f"= {bet.position} {bet.bettor}"
        for hand in settlement.hands(bet.position, bet.bettor):
            yield f"{who} {hand.line} {hand.outcome} {_amount(hand.returned, hand.golden_returned)}"
        for side in settlement.side_bets(bet.position, bet.bettor):
            yield f"{who} {side.bet} {side.outcome} {_amount(side.returned, side.golden_returned)}"
        if insurance := settlement.insurance(bet.position, bet.bettor):
            yield f"{who} insurance {insurance.returned}"
    last = round_.events[-1]
    assert isinstance(last, happened.RoundSettled)
    yield f"= settled {last.staked} {last.returned}"


def _amount(returned: int, golden: int) -> str:
    return f"{returned} golden={golden}" if golden else str(returned)


# -- reading --------------------------------------------------------------------------------------


def replay(text: str, find: Callable[[str], Variant] = load) -> Round:
    """Plays a transcript. Raises `BadTranscript` where it is not the record of a round."""
    replayed = _Reader(text, find).round()
    if transcript(replayed) != text:
        number = _first_difference(transcript(replayed), text)
        raise BadTranscript(number, "what is written here is not what these cards and decisions bring")
    return replayed


class _Reader:
    def __init__(self, text: str, find: Callable[[str], Variant]) -> None:
        self.lines = text.splitlines()
        self.find = find
        self.number = 0
        self.playing: Round | None = None
        self.variant: Variant | None = None
        self.together = False
        self.jackpot = 0
        self.bets: list[PositionBet] = []

    def fault(self, why: str) -> BadTranscript:
        return BadTranscript(self.number, why)

    def round(self) -> Round:
        if not self.lines or self.lines[0] != VERSION:
            raise BadTranscript(1, f"a transcript begins with the line {VERSION!r}")
        for number, line in enumerate(self.lines[1:], 2):
            self.number = number
            with self.faults_told():
                self.read(line)
        with self.faults_told():
            return self.opened()

    @contextmanager
    def faults_told(self) -> Iterator[None]:
        """Whatever a line asks for that cannot be is the line's fault."""
        try:
            yield
        except BadTranscript:
            raise
        except (RefusalRaised, BadCard, ValueError, LookupError, RuntimeError) as error:
            raise self.fault(str(error) or f"cannot be read: {self.lines[self.number - 1]!r}") from None

    def read(self, line: str) -> None:
        match line.split():
            case ["variant", name, rules]:
                self.read_variant(name, rules)
            case ["together"] | ["in", "turn"]:
                self.together = line == "together"
            case ["jackpot", amount]:
                self.jackpot = int(amount)
            case ["bet", position, bettor, *words]:
                self.bets.append(self.read_bet(int(position), bettor, words))
            case ["deal", *cards]:
                for card in cards:
                    self.opened().deal(Card(card))
            case ["time"]:
                self.opened().close()
            case ["follow", position, bettor, *words]:
                self.read_follow(int(position), bettor, words)
            case ["=", *_]:
                pass  # checked as a whole, in the end
            case [key, bettor, action, *words]:
                self.read_decision(key, bettor, action, words)
            case _:
                raise self.fault(f"cannot be read: {line!r}")

    def opened(self) -> Round:
        if self.playing is None:
            if self.variant is None:
                raise self.fault("no variant is named")
            self.playing = Round(self.variant, self.bets, together=self.together, jackpot=self.jackpot)
        return self.playing

    def read_variant(self, name: str, rules: str) -> None:
        self.variant = self.find(name.replace("_", " "))
        if digest(self.variant) != rules:
            raise self.fault(f"the rules of {name} have changed since this round was played")

    def read_bet(self, position: int, bettor: str, words: list[str]) -> PositionBet:
        amounts = {key: int(amount) for key, _, amount in (w.rpartition("=") for w in words if "=" in w)}
        flags = {word for word in words if "=" not in word}
        if "main" not in amounts:
            raise self.fault("a bet names its main bet, as in main=1000")
        main, golden = amounts.pop("main"), amounts.pop("golden", 0)
        bet = PositionBet(
            position=position,
            bettor=bettor,
            main=main,
            golden=golden,
            sides={key: amount for key, amount in amounts.items() if not key.startswith("golden:")},
            golden_sides={key[7:]: amount for key, amount in amounts.items() if key.startswith("golden:")},
            behind="behind" in flags,
            follow_double="single-double" not in flags,
            follow_split="single-split" not in flags,
            insurance="no-insurance" not in flags,
        )
        if unknown := flags - _flags(bet).keys():
            raise self.fault(f"unknown words: {', '.join(sorted(unknown))}")
        return bet

    def read_follow(self, position: int, bettor: str, words: list[str]) -> None:
        if unknown := set(words) - _not_followed(True, True).keys():
            raise self.fault(f"unknown words: {', '.join(sorted(unknown))}")
        double, split = ("single-double" not in words), ("single-split" not in words)
        answer = self.opened().follow(position, bettor, double, split)
        if isinstance(answer, Refusal):
            raise self.fault(answer.why)

    def read_decision(self, key: str, bettor: str, action: str, words: list[str]) -> None:
        said = [(name, value) for name, _, value in (word.partition("=") for word in words)]
        short = [value for name, value in said if name == "short"]
        options = {name: int(value) for name, value in said if name != "short"}
        playing = self.opened()
        if playing.awaits is not Awaits.DECISION:
            raise self.fault(f"no decision is awaited: {' '.join([key, bettor, action])}")
        position = int(key.rstrip("ab"))
        price, golden = options.get("price"), options.get("golden", 0)
        answer = playing.act(position, bettor, Action(action), key, price=price, golden=golden, short=short)
        if isinstance(answer, Refusal):
            raise self.fault(answer.why)


def _first_difference(one: str, other: str) -> int:
    pairs = zip(one.splitlines(), other.splitlines(), strict=False)
    return next((number for number, (a, b) in enumerate(pairs, 1) if a != b), len(other.splitlines()) + 1)
