"""Rounds of every game as they are stored, and what the house answers about them to whoever asks: recorded once.

    python -m tests.server.answers --record      after a change that is meant to show

The rounds come from a seed and are cut off at every so many events: open, void and settled ones, with sealed hole
cards, crowds stored as one record, time that ran out, bets behind and the table's own records among the events.
"""

from __future__ import annotations

import hashlib
import io
import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec

from ventuno.bank import RoundRecord
from ventuno.cards import DECK, Card
from ventuno.play import Action, Awaits, PositionBet, Round, RoundEvent, Viewer, events as happened
from ventuno.play.hands import DEALER
from ventuno.protocol import http
from ventuno.refusal import Refusal, RefusalRaised
from ventuno.server.http.rounds import EVENT_FIELDS, _lines
from ventuno.server.replays import Named, replay_of, story_of
from ventuno.store.export import write
from ventuno.table.config import TableConfig, table_info
from ventuno.table.records import Answered, DecidedAlike, DecidedEarly, LimitsChosen, opens, sealed, stored
from ventuno.variant import Variant, catalog, load

RECORDED = Path(__file__).parent / "answers.json"
GAMES = sorted(catalog().variants)
SEEDS = range(12)
CODE = "R-1"
STRANGER = 99


class Upside:
    """Seals by turning the bytes round."""

    def seal(self, plain: bytes, context: str) -> bytes:
        return plain[::-1]

    def open(self, sealed: bytes, context: str) -> bytes:
        return sealed[::-1]


class Stored(NamedTuple):
    """A round as the house has it, at one moment."""

    variant: Variant
    bodies: list[bytes]
    state: str
    players: list[int]

    @property
    def record(self) -> RoundRecord:
        key = self.variant.key
        return RoundRecord(CODE, key, key, 1000, 1000, state=self.state, events=len(self.bodies))  # type: ignore[arg-type]


# -- rounds from a seed ---------------------------------------------------------------------------


def some_bets(variant: Variant, chance: random.Random, together: bool) -> list[PositionBet]:
    bets = []
    for position in range(1, chance.randint(1, 3) + 1):
        others = variant.table.bet_behind or together
        for number in range(chance.randint(1, 3) if others else 1):
            bettor = 1 if variant.table.kind == "solo" else 10 * position + number if number else position
            bets.append(_bet(variant, chance, position, str(bettor), behind=bool(number) and not together))
    return bets


def _bet(variant: Variant, chance: random.Random, position: int, bettor: str, *, behind: bool) -> PositionBet:
    golden = variant.golden_chips is not None and chance.random() < 0.3
    sides = {key: variant.fixed_stake(key) or 50 for key in variant.side_bets if chance.random() < 0.5}
    return PositionBet(
        position=position,
        bettor=bettor,
        main=chance.randint(0 if golden else 1, 9) * variant.stake_step,
        golden=chance.randint(1, 9) * variant.stake_step if golden else 0,
        sides={} if golden else sides,
        golden_sides=sides if golden else {},
        behind=behind,
        follow_double=chance.random() < 0.5,
        insurance=chance.random() < 0.8,
    )


def some_round(variant: Variant, seed: int, hole: Card | None = None) -> Round:
    """With another hole card, all that comes from the seed stays the same."""
    chance = random.Random(seed)
    together = variant.table.kind == "shared"
    playing = Round(variant, some_bets(variant, chance, together), together=together)
    while playing.awaits is not Awaits.NOTHING:
        if playing.awaits is Awaits.CARD:
            card = chance.choice(DECK)
            is_hole = playing.next_card_to == DEALER and len(playing.dealer.cards) == 1
            playing.deal(hole if hole and is_hole else card)
        elif chance.random() < 0.1:
            playing.close()
        else:
            _act(playing, chance)
    return playing


def _act(playing: Round, chance: random.Random) -> None:
    asked = next(playing.asked())
    for bet in playing.bets:
        if bet.behind and chance.random() < 0.1:
            playing.follow(bet.position, bet.bettor, chance.random() < 0.5, chance.random() < 0.5)
    action = chance.choice(list(playing.legal(*asked)))
    price = 137 if action is Action.CASHBACK else None
    short = [bet.bettor for bet in playing.bets if bet.behind and chance.random() < 0.2]
    answer = playing.act(asked.position, asked.bettor, action, asked.line, price=price, short=short)
    assert not isinstance(answer, Refusal), answer


def as_stored(events: list[RoundEvent]) -> Iterator[bytes]:
    """As a table stores them: a crowd's plain decisions as one record, the hole card sealed, records between."""
    opened = events[0]
    assert isinstance(opened, happened.RoundBegun)
    for number, event in enumerate(events):
        match event:
            case happened.DealtCard(face_down=True):
                yield sealed(event, CODE, Upside())
                yield stored(LimitsChosen(1, "high"))
            case happened.HandDecided(position, bettor, line, "hit" | "stand" as action) if opened.together:
                yield stored(DecidedAlike(position, line, action, (int(bettor),)))
                yield stored(Answered(((int(bettor), f"q{number}"),)))
            case _:
                yield stored(event)
        if isinstance(event, happened.InsuranceOpened):
            yield stored(DecidedEarly(1, 1, "1", 2, "stand"))


def moments(game: str, seed: int) -> Iterator[Stored]:
    variant = load(game)
    playing = some_round(variant, seed)
    players = sorted({int(bet.bettor) for bet in playing.bets})
    bodies = list(as_stored(playing.events))
    for size in range(1, len(bodies), 3):
        for state in ("open", "void"):
            yield Stored(variant, bodies[:size], state, players)
    yield Stored(variant, bodies, "settled", players)


# -- what is answered -----------------------------------------------------------------------------


def answers(one: Stored) -> Iterator[tuple[str, bytes]]:
    for player in (*one.players, STRANGER):
        for everything in (False, True):
            who = f"{player}{' of the house' if everything else ''}"
            story = story_to(one, player, everything)
            yield f"story to {who}", msgspec.json.encode(story)
            yield f"story as CSV to {who}", as_csv(story)
            yield f"replay to {who}", replay_to(one, player, everything)


def story_to(one: Stored, player: int, everything: bool) -> http.RoundStory:
    events = story_of(one.bodies, Viewer(str(player), everything))
    return http.RoundStory(CODE, one.variant.key, one.variant.key, 1000, one.state, tuple(events), str(player))


def as_csv(story: http.RoundStory) -> bytes:
    out = io.StringIO()
    write("csv", out, EVENT_FIELDS, _lines(story))
    return out.getvalue().encode()


def replay_to(one: Stored, player: int, everything: bool) -> bytes:
    key = one.variant.key
    info = table_info(TableConfig(key=key, variant=key), one.variant)

    def named(number: int) -> Named:
        return Named(f"p{player}" if number == player else "", "EUR")

    viewer = Viewer(str(player), everything)
    try:
        shown = replay_of(one.variant, info, one.record, one.bodies, viewer, named, opens(Upside(), CODE))
    except RefusalRaised as refused:
        return refused.refusal.code.encode()
    return msgspec.json.encode(shown)


def all_answers(game: str) -> Iterator[tuple[str, bytes]]:
    for seed in SEEDS:
        for one in moments(game, seed):
            for name, body in answers(one):
                yield f"round {seed}, {one.state} after {len(one.bodies)}: {name}", body


def digests(game: str) -> dict[str, str]:
    """One a round: all that is answered about it, in order."""
    found: dict[str, hashlib._Hash] = {}
    for name, body in all_answers(game):
        digest = found.setdefault(name.partition(",")[0], hashlib.sha256())
        digest.update(name.encode() + b"\n" + body + b"\n")
    return {name: digest.hexdigest()[:16] for name, digest in found.items()}


if __name__ == "__main__":
    if "--record" in sys.argv:
        RECORDED.write_text(json.dumps({game: digests(game) for game in GAMES}, indent=1) + "\n", encoding="utf-8")
    else:
        for game in GAMES:
            for name, body in all_answers(game):
                print(game, name, body.decode())
