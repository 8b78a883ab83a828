"""Plays seeded rounds of every game with fixed, simple players, and writes them down.

`python -m tests.playthroughs` (or `make playthroughs`) records them anew in the files beside this one; `git diff`
then shows whatever a change of the rules or of the engine changed in play. The players are not clever, only
different: Anna takes whatever is offered, Bruno risks nothing, Carla pays for what she could have free of
charge, and Dario never decides in time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from ventuno.cards import Total
from ventuno.play import Action, Awaits, HandInTurn, PositionBet, Round, transcript
from ventuno.refusal import Refusal
from ventuno.shoe import SeededRandomness, Shoe, shoe_for
from ventuno.variant import Variant, load

FOLDER = Path(__file__).parent
# Each with its seed, the first one with which everything the game is about happens.
GAMES = {"classic-free-bet": 2, "free-chip": 2, "infinite": 14, "all-bets": 6, "cashback": 0}
SOLO_ROUNDS = 24
TABLE_ROUNDS = 12
SIDE_STAKE = 100

Wish = tuple[Action, Callable[[Total], bool]]


def always(_: Total) -> bool:
    return True


# The first wish that is legal and fits the hand is done. Nobody wishes: the time runs out.
WISHES: dict[str, tuple[Wish, ...]] = {
    "anna": (
        (Action.INSURE, always),
        (Action.FREE_SPLIT, always),
        (Action.FREE_DOUBLE, always),
        (Action.SPLIT, lambda hand: hand.points != 20),
        (Action.DOUBLE, lambda hand: 9 <= hand.points <= 11),
        (Action.HIT, lambda hand: hand.points < 17),
        (Action.STAND, always),
    ),
    "bruno": (
        (Action.DECLINE, always),
        (Action.CASHBACK, lambda hand: hand.points in (15, 16)),
        (Action.HIT, lambda hand: hand.points < 12),
        (Action.STAND, always),
    ),
    "carla": (
        (Action.INSURE, always),
        (Action.SPLIT, always),
        (Action.DOUBLE, lambda hand: hand.soft or hand.points == 12),
        (Action.HIT, lambda hand: hand.points < 18),
        (Action.STAND, always),
    ),
    "elsa": ((Action.DECLINE, always),),
    "dario": (),
}


def wish(playing: Round, asked: HandInTurn) -> Action | None:
    legal = playing.legal(*asked)
    line = playing.positions[asked.position].lines[asked.line]
    fitting = (action for action, fits in WISHES[asked.bettor] if action in legal and fits(line.totals[-1]))
    return next(fitting, None)


def play(playing: Round, shoe: Shoe) -> Round:
    """A whole round. Whoever wishes nothing is waited for until nobody else is left to decide."""
    shoe.begin_round()
    while playing.awaits is not Awaits.NOTHING:
        if playing.awaits is Awaits.CARD:
            playing.deal(shoe.draw())
        else:
            decide(playing)
    return playing


def decide(playing: Round) -> None:
    for asked in playing.asked():
        if action := wish(playing, asked):
            bet = next(bet for bet in playing.bets if (bet.position, bet.bettor) == asked[:2])
            price = bet.original // 2 if action is Action.CASHBACK else None
            answer = playing.act(asked.position, asked.bettor, action, asked.line, price=price)
            assert not isinstance(answer, Refusal), answer
            return
    playing.close()


# -- the tables -----------------------------------------------------------------------------------


def sides(variant: Variant) -> dict[str, int]:
    return dict.fromkeys(variant.side_bets, SIDE_STAKE)


def solo_bets(variant: Variant, number: int) -> list[PositionBet]:
    """One to three hands of one player, with every side bet; now and then no insurance is wanted."""
    bettor = ("anna", "carla", "bruno")[number // 3 % 3]
    return [
        PositionBet(position=hand, bettor=bettor, main=1000 * hand, sides=sides(variant), insurance=number % 4 > 0)
        for hand in range(1, number % 3 + 2)
    ]


def seated_bets(variant: Variant, number: int) -> list[PositionBet]:
    """Three seats, and two who bet behind and follow differently."""
    return [
        PositionBet(position=1, bettor="anna", main=1000, sides=sides(variant)),
        PositionBet(position=1, bettor="bruno", main=600, behind=True, follow_double=number % 2 > 0),
        PositionBet(position=4, bettor="carla", main=2000),
        PositionBet(
            position=4, bettor="elsa", main=400, behind=True, follow_split=number % 2 > 0, sides=sides(variant)
        ),
        PositionBet(position=4, bettor="bruno", main=800, behind=True, follow_double=False, insurance=False),
        PositionBet(position=6, bettor="dario", main=200),
    ]


def shared_bets(variant: Variant, number: int) -> list[PositionBet]:
    """Four players on every position, one with golden chips where they are played."""
    golden = 400 if variant.golden_chips else 0
    chips = dict.fromkeys(variant.side_bets, 20) if golden else {}
    return [
        bet
        for position in range(1, variant.table.positions + 1)
        for bet in (
            PositionBet(position=position, bettor="anna", main=1000, sides=sides(variant)),
            PositionBet(position=position, bettor="bruno", main=2000 * position),
            PositionBet(position=position, bettor="carla", main=600, golden=golden, golden_sides=chips),
            PositionBet(position=position, bettor="dario", main=200, insurance=number % 2 > 0),
        )
    ]


TABLES = {"solo": None, "seated": seated_bets, "shared": shared_bets}


def rounds(variant: Variant) -> Iterator[tuple[str, Round]]:
    """Every recorded round of a game with its heading."""
    shoe = shoe_for(variant.shoe, SeededRandomness(GAMES[variant.key]))
    for number in range(SOLO_ROUNDS):
        yield (
            f"round {number + 1}, hand after hand",
            play(Round(variant, solo_bets(variant, number), together=False), shoe),
        )
    if make := TABLES[variant.table.kind]:
        for number in range(TABLE_ROUNDS):
            heading = f"round {SOLO_ROUNDS + number + 1}, {variant.table.kind}"
            yield heading, play(Round(variant, make(variant, number)), shoe)


def recorded(game: str) -> str:
    """The text of a game's file."""
    variant = load(game)
    return "\n".join(f"# {heading}\n{transcript(playing)}" for heading, playing in rounds(variant))


def file_of(game: str) -> Path:
    return FOLDER / f"{game}.txt"


def transcripts(text: str) -> dict[str, str]:
    """The rounds of a file, by heading."""
    parts = (part.partition("\n") for part in text.removeprefix("# ").split("\n# "))
    return {heading: body.rstrip("\n") + "\n" for heading, _, body in parts}


def main() -> None:
    for game in GAMES:
        text = recorded(game)
        file_of(game).write_text(text, encoding="utf-8")
        print(f"{file_of(game).relative_to(FOLDER.parent.parent)}: {len(transcripts(text))} rounds")
