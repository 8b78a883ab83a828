"""Rounds played into a ledger as a table does it: stakes with the decisions they pay for, every card stored first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from tests.store.desk import Desk
from ventuno.bank import (
    JackpotWin,
    OpenJackpot,
    Placed,
    PlaceStakes,
    PlaceTogether,
    RecordEvents,
    RoundTerms,
    SettleRound,
)
from ventuno.cards import cards
from ventuno.play import Action, Awaits, PositionBet, Round, RoundEvent, events as happened
from ventuno.refusal import Refusal
from ventuno.store.history import jackpots
from ventuno.store.sealing import KEY_BYTES, Seal
from ventuno.table.records import sealed, stored
from ventuno.table.settling import golden_back, returned
from ventuno.table.whispering import jackpots_in
from ventuno.variant import load

POOL = "pool"
SEAL = Seal(bytes(KEY_BYTES))  # whoever audits does not have it


class Act(NamedTuple):
    """A decision; golden chips pay for it where they are given. An empty one is time running out."""

    position: int
    player: int
    action: str
    line: str | None = None
    golden: int = 0
    price: int | None = None


class Pit:
    def __init__(self, desk: Desk, game: str) -> None:
        self.desk = desk
        self.variant = load(game)
        self.terms = RoundTerms()
        self._stored = 0

    def jackpot(self, seed_minor: int = 100_000) -> None:
        """From now on the progressive bet feeds a pool."""
        self.desk.ok(OpenJackpot, jackpot=POOL, currency="EUR", seed_minor=seed_minor, contribution="3/100")
        self.terms = RoundTerms(jackpots={"progressive": POOL})

    def play(self, code: str, bets: Sequence[PositionBet], dealt: str, acts: Sequence[Act] = ()) -> Round:
        """To its end, and settled."""
        playing = self.deal(code, bets, dealt, acts)
        self.settle(code, playing)
        return playing

    def deal(self, code: str, bets: Sequence[PositionBet], dealt: str, acts: Sequence[Act] = ()) -> Round:
        """As far as cards and decisions go."""
        self.desk.round(code, game=self.variant.key, terms=self.terms)
        for bet in bets:
            stakes = tuple(_placed(bet))
            self.desk.ok(PlaceStakes, round=code, player=int(bet.bettor), stakes=stakes)
        return self.on_felt(code, bets, dealt, acts)

    def on_felt(self, code: str, bets: Sequence[PositionBet], dealt: str, acts: Sequence[Act] = ()) -> Round:
        """The round itself; what the bets cost is the caller's."""
        playing = Round(self.variant, bets, jackpot=self.pool())
        self._stored = 0
        self._store(code, playing)
        shoe, deciding = iter(cards(dealt)), iter(acts)
        while playing.awaits is not Awaits.NOTHING:
            if playing.awaits is Awaits.CARD:
                if (card := next(shoe, None)) is None:
                    break
                playing.deal(card)
                self._store(code, playing)
            elif (act := next(deciding, None)) is not None:
                self._act(code, playing, act)
            else:
                break
        return playing

    def pool(self) -> int:
        return jackpots(self.desk.ledger)[POOL].pool_minor if self.terms.jackpots else 0

    def _act(self, code: str, playing: Round, act: Act) -> None:
        if not act.action:
            playing.close()
        else:
            action = Action(act.action)
            done = playing.act(act.position, str(act.player), action, act.line, golden=act.golden, price=act.price)
            assert not isinstance(done, Refusal), done
        new = playing.events[self._stored :]
        stakes = _paid(new)
        if stakes:
            self._store(code, playing, PlaceTogether, stakes=stakes)
        else:
            self._store(code, playing)

    def _store(self, code: str, playing: Round, kind: Any = RecordEvents, **fields: Any) -> None:
        if playing.awaits is Awaits.NOTHING and kind is RecordEvents and _verdicts(playing.events[self._stored :]):
            return  # with the settlement
        new, self._stored = playing.events[self._stored :], len(playing.events)
        self.desk.ok(kind, round=code, events=tuple(_as_stored(event, code) for event in new), **fields)

    def settle(self, code: str, playing: Round, **changes: Any) -> None:
        settlement = playing.settlement
        assert settlement is not None
        wins: dict[int, int] = {}
        for bet in playing.bets:
            for side in settlement.side_bets(bet.position, bet.bettor):
                if won := jackpots_in(settlement, side):
                    wins[int(bet.bettor)] = wins.get(int(bet.bettor), 0) + won
        fields = {
            "returned": returned(settlement),
            "golden_back": dict(golden_back(settlement)),
            "jackpot": JackpotWin(POOL, self.pool(), wins) if wins else None,
            **changes,
        }
        events = tuple(map(stored, playing.events[self._stored :]))
        self.desk.ok(SettleRound, round=code, events=events, **fields)


def _as_stored(event: RoundEvent, code: str) -> bytes:
    """A card that lies face down is sealed."""
    if isinstance(event, happened.DealtCard) and event.face_down:
        return sealed(event, code, SEAL)
    return stored(event)


def _verdicts(events: Sequence[RoundEvent]) -> bool:
    return any(isinstance(event, happened.RoundSettled) for event in events)


def _placed(bet: PositionBet) -> Iterator[Placed]:
    yield Placed(f"{bet.position}/main", bet.main, {bet.golden: 1} if bet.golden else {})
    for key, amount in bet.sides.items():
        yield Placed(f"{bet.position}/{key}", amount)


def _paid(events: Sequence[RoundEvent]) -> dict[int, tuple[Placed, ...]]:
    found: dict[int, list[Placed]] = {}
    for event in events:
        match event:
            case happened.HandDecided(position, bettor, line, action, real, golden) if real or golden:
                spot = f"{position}/{action}/{line}"
                found.setdefault(int(bettor), []).append(Placed(spot, real, {golden: 1} if golden else {}))
            case happened.Followed(position, bettor, line, action, real) if real:
                found.setdefault(int(bettor), []).append(Placed(f"{position}/{action}/{line}", real))
            case happened.InsuranceDecided(position, bettor, stake) if stake:
                found.setdefault(int(bettor), []).append(Placed(f"{position}/insurance", stake))
    return {player: tuple(stakes) for player, stakes in found.items()}
