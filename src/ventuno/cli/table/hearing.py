"""What the player has been told: the table as everybody sees it, what is theirs of it, and the news in sentences."""

from __future__ import annotations

from ventuno.cards import Card, total
from ventuno.cli.table.speech import Speech
from ventuno.protocol import events as happened
from ventuno.protocol.events import AnyEvent, TableLimits
from ventuno.protocol.messages import Balance, Message, MyBet, MyBets, MyHand, MyHands, MyResult, Notice, Refused
from ventuno.protocol.view import DEALER, FACE_DOWN, TableView, apply
from ventuno.variant import Variant


class Hearing:
    def __init__(self, variant: Variant, speech: Speech) -> None:
        self.variant = variant
        self.speech = speech
        self.view = TableView()
        self.balance = Balance(0)
        self.bets = MyBets("")
        self.last: tuple[MyBet, ...] = ()  # of the last round that was dealt
        self.hands: tuple[MyHand, ...] = ()
        self.results: list[MyResult] = []
        self.after: dict[int, int] = {}  # the balance after so many rounds
        self.notices: list[str] = []  # what is special about the player's bets
        self.news: list[str] = []  # what happened; both to be shown next

    def hear(self, what: AnyEvent | Message) -> None:
        match what:
            case MyBets():
                self.bets = what
            case MyHands():
                self.hands = what.hands
            case MyResult():
                self.results.append(what)
            case Balance():
                self.balance = what
                self.after.setdefault(len(self.results), what.wallet_minor)
            case Notice():
                self.notices.append(self.sentence(what))
            case Message():
                pass
            case _:
                self._happen(what)

    def take_news(self) -> list[str]:
        news = [*dict.fromkeys(self.notices), *self.news]
        self.notices, self.news = [], []
        return news

    # -- what is asked --------------------------------------------------------------------------

    @property
    def asked(self) -> MyHand | None:
        """The hand that has to decide; of several that may be insured, the first."""
        question = self.view.question
        if question is None:
            return None
        return next((hand for hand in self.hands if hand.line == question.line or self._may_insure(hand)), None)

    def _may_insure(self, hand: MyHand) -> bool:
        return self.insuring and hand.insurance_minor is not None and hand.insured is None

    @property
    def insuring(self) -> bool:
        return self.view.phase == "insurance"

    @property
    def result(self) -> MyResult | None:
        """Of the round that lies on the table, once it is over."""
        last = self.results[-1] if self.results else None
        return last if last and last.code == self.view.code and self.view.phase == "results" else None

    @property
    def limits(self) -> TableLimits:
        """Those that bind the player (B4)."""
        return next(one for one in self.view.limits if one.level == self.bets.limits_level)

    @property
    def most_hands(self) -> int:
        return min(self.variant.table.positions, self.variant.table.positions_per_player)

    # -- what happens, as far as the felt does not show it by itself ----------------------------

    def _happen(self, event: AnyEvent) -> None:
        say, lines = self.speech.say, self.view.lines
        match event:
            case happened.RoundOpened(shuffled=True) if self.results and self.variant.shoe.shuffle == "cut-card":
                self.news.append(say("shuffled"))
            case happened.CardDealt() if self.view.phase == "closed":
                self.last = self.bets.bets
            case happened.LineSplit(line):
                self.news.append(say("splits", hand=self.speech.hand(line, alone=len(lines) == 2)))
            case happened.DealerLooked(blackjack):
                self.news.append(say("looked_blackjack" if blackjack else "looked_nothing"))
            case happened.CardDealt(to, str(card), points) if self._is_drawn(to):
                hand = self.speech.hand(to, alone=len(lines) == 2)
                self.news.append(say("draws", hand=hand, card=Card(card).sign, total=points))
            case happened.RoundEnded() if FACE_DOWN not in lines[DEALER].cards:
                self.news.append(self._dealers_play())
        apply(self.view, event)

    def _is_drawn(self, to: str) -> bool:
        """Beyond the first two cards, or to one half of a split."""
        line = self.view.lines.get(to)
        return to != DEALER and line is not None and (len(line.cards) > 1 or not to.isdecimal())

    def _dealers_play(self) -> str:
        """In the end a soft total counts one thing only."""
        cards = [*map(Card, self.view.lines[DEALER].cards)]
        totals = [total(cards[:size]) for size in range(2, len(cards) + 1)]
        keys = ["dealer_shows", *["dealer_draws"] * (len(cards) - 2)]
        counted = [*map(str, totals[:-1]), str(totals[-1].points)]
        parts = [
            self.speech.say(key, card=card.sign, total=so_far)
            for key, card, so_far in zip(keys, cards[1:], counted, strict=True)
        ]
        return ", ".join([*parts, *([self.speech.say("dealer_busts")] if totals[-1].bust else [])]) + "."

    def sentence(self, said: Notice | Refused, **places: object) -> str:
        """By its code, in the player's language; where there is no sentence for it, in the table's own words."""
        rules, data, speech = self.variant.hand, said.data, self.speech
        code = data.get("reason", said.code)  # of a void round
        if speech.texts.maybe("said", code) is None:
            return said.why
        return speech.say(
            code,
            bet=speech.bet(str(data.get("spot", "")).partition("/")[2]),
            amount=data.get("amount_minor"),
            step=data.get("step"),
            most=data.get("most"),
            count=str(data.get("most")),
            hands=speech.grammar.count(self.most_hands, "hand"),
            least=self.limits.main_least_minor,
            balance=self.balance.wallet_minor,
            totals=speech.grammar.one_of([*map(str, rules.double)]),
            splits=str(rules.splits),
            **places,
        )
