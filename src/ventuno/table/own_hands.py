"""What players are told of their own hands: once for those who hold and can do the same."""

from __future__ import annotations

from collections.abc import Iterable

from ventuno.actions import PAID
from ventuno.play import Action, Round
from ventuno.play.hands import Hand, Status
from ventuno.play.position import Position
from ventuno.protocol.messages import MyHands
from ventuno.table.config import margin_of
from ventuno.table.ground import Ground
from ventuno.table.parties import Parties
from ventuno.table.payments import Payments
from ventuno.table.pricing import Odds, Prices
from ventuno.table.whispering import Asking, is_decided_by, my_hands


class OwnHands:
    def __init__(self, ground: Ground, payments: Payments, odds: Odds | None) -> None:
        self._rules, self._voice, self._payments, self._odds = ground.rules, ground.voice, payments, odds
        self._parties: Parties | None = None
        self.turn = 0  # of the question that takes answers; 0: nothing is asked
        self.early: dict[tuple[int, int, str], tuple[Action, int]] = {}  # player, position, line: with so many cards
        self.forget_prices()

    def forget_prices(self) -> None:
        """The cards have changed, and with them every price."""
        self.prices = Prices(self._odds, margin_of(self._rules.config, self._rules.variant))

    def take(self, playing: Round) -> None:
        """The round that is on the table from now on."""
        self._parties = Parties(playing)
        self.turn = 0
        self.forget_prices()

    def clear(self) -> None:
        self._parties = None
        self.turn = 0
        self.early.clear()

    @property
    def parties(self) -> Parties:
        """Of the round on the table."""
        assert self._parties is not None
        return self._parties

    def row(self, player: int, position: int) -> tuple[Position, int] | None:
        """Where the player's bet on a position is, if there is one."""
        return self._parties.row(player, position) if self._parties else None

    def plays(self, player: int) -> bool:
        return self._parties is not None and player in self._parties.rows

    def offer(self, place: Position, row: int, hand: Hand) -> int | None:
        """The cashback of a hand, as it is now (K1)."""
        return self.prices.offer(self.parties.playing, place, row, hand)

    def tell_all(self) -> None:
        self.tell(self.parties.rows)

    def tell(self, players: Iterable[int]) -> None:
        """To everybody whose hands changed, once for those who hold and can do the same."""
        for group in self.parties.alike(players):
            for some in self._by_purse(group):
                self._voice.whisper(some, self.my_hands(some[0]))

    def _by_purse(self, group: tuple[int, ...]) -> Iterable[tuple[int, ...]]:
        """Those who can pay for what they may do, those who cannot, and who has decided something in advance."""
        if len(group) == 1:
            return [group]
        parts: dict[object, list[int]] = {}
        early = {player for player, *_ in self.early} if self.early else set()
        costs = self._costs(group[0])
        for player in group:
            key: object = player if player in early else None
            if costs and key is None:
                key = tuple(self._payments.is_short(player, cost) for cost in costs)
            parts.setdefault(key, []).append(player)
        return [tuple(part) for part in parts.values()]

    def _costs(self, player: int) -> set[int]:
        """What the player's paid options cost: those alike have the same."""
        playing = self.parties.playing
        return {
            place.original[row]
            for place, row in self.parties.rows[player]
            for hand in place.path(row)
            if hand.status is Status.PLAYING and hand.size >= 2 and is_decided_by(place, row)
            if any(action in place.legal(place.holding(row, hand.line), playing.looked) for action in PAID)
        }

    def my_hands(self, player: int) -> MyHands:
        asking = Asking(
            self.parties.playing,
            self.turn,
            self.offer,
            lambda cost: self._payments.is_short(player, cost),
            lambda position, line: self.early.get((player, position, line), ("", 0))[0],
        )
        return my_hands(self._voice.info.key, self.parties.rows[player], asking)
