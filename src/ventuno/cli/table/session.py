"""A session at the table: lines in, text out, and between them the player's money.

    betting  --bets-->  deciding, deciding, ...  -->  betting  ...  --quit or end of input-->  over

A `Complaint` from anywhere below is a sentence for the player; nothing has changed then, and the
question is asked again.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from typing import Final

import msgspec

from ventuno.cli.table import house
from ventuno.cli.table.again import as_written, bets_meant
from ventuno.cli.table.commands import COMMANDS
from ventuno.cli.table.desk import Bets, Desk, refusal_of, total_of
from ventuno.cli.table.felt import felt_of
from ventuno.cli.table.jackpot import Pool
from ventuno.cli.table.look import Look
from ventuno.cli.table.offers import Offer, Offers, Pricer, answer_for_all, chosen, offers_at
from ventuno.cli.table.playing import Playing
from ventuno.cli.table.question import offers_lines, prompt_at, side_bet_lines, status_line
from ventuno.cli.table.results import results_of, settled
from ventuno.cli.table.speech import Complaint, Speech
from ventuno.cli.table.tale import told
from ventuno.help import Language
from ventuno.help.tidy import tidy
from ventuno.money import MINOR_PER_UNIT
from ventuno.play import Action
from ventuno.refusal import Refused
from ventuno.shoe import CutCardShoe, Shoe, ShoeEmpty
from ventuno.variant import Variant

BALANCE: Final = 1000 * MINOR_PER_UNIT
ROUNDS_KEPT: Final = 20
LONGEST_HINT: Final = 40

Lines = list[str]


class Session:
    """One player at one table. `open`, then `feed` line by line until it is `over`; `leave` at any time."""

    def __init__(
        self,
        variant: Variant,
        shoe: Shoe,
        *,
        language: Language = "en",
        look: Look | None = None,
        balance: int = BALANCE,
        limits: int = 1,
        price: Pricer | None = None,
    ) -> None:
        self.desk = Desk(variant, variant.table.limits[limits - 1], Speech(language))
        self.speech = self.desk.speech
        self.shoe = shoe
        self.look = look or Look()
        self.balance = balance
        self.price = price
        self.pool = Pool.of(variant)
        self.insurance = True  # whether it is offered (D6)
        self.playing: Playing | None = None
        self.last_bets: Bets = ()
        self.played: deque[house.Played] = deque(maxlen=ROUNDS_KEPT)
        self.rounds = self.staked = self.returned = 0
        self.over = False
        self._offered: tuple[tuple[Playing, int, int], Offers] | None = None

    # -- what the shell needs -------------------------------------------------------------------

    def open(self) -> str:
        return self._out([house.greeting(self.desk, self.balance, self.look), *self._no_prices(), *self._asked()])

    @property
    def prompt(self) -> str:
        """What is asked now, for the line on which the player answers."""
        if self.playing:
            return self.look.finished(prompt_at(self._offers(self.playing), self.playing, self.speech))
        last = as_written(self.last_bets, self.speech)
        hint = f" [{last if len(last) <= LONGEST_HINT else last[:LONGEST_HINT] + '…'}]" if last else ""
        return self.look.finished(f"{self.speech.words.betting.prompt}{hint}> ")

    def feed(self, line: str) -> str:
        """Takes what the player wrote and gives what the table answers; nothing more once it is over."""
        if self.over:
            return ""
        try:
            answer = self._answer(tidy(line))
        except Complaint as complaint:
            answer = [str(complaint), *self._asked()]
        return self._out(answer)

    def echo(self, line: str) -> str:
        """What was written, for where nobody sees it otherwise."""
        return self.look.finished(tidy(line))

    def leave(self) -> str:
        """The end, at any moment: a round in play is not finished, and its stakes go back."""
        return self._out([] if self.over else COMMANDS["quit"](self, ""))

    def _out(self, lines: Lines) -> str:
        return self.look.finished("\n".join(lines))

    def _no_prices(self) -> Lines:
        return [self.speech.words.play.no_price] if self.desk.variant.cashback and self.price is None else []

    # -- lines come in --------------------------------------------------------------------------

    def _answer(self, line: str) -> Lines:
        word, _, rest = line.partition(" ")
        command = self.speech.command(word)
        if command in COMMANDS:
            return [*COMMANDS[command](self, rest.strip()), *self._felt(), *self._asked()]
        return self._decide(self.playing, line) if self.playing else self._bet(line)

    def _asked(self) -> Lines:
        """The choices again, or why there are none."""
        if self.over:
            return []
        if self.playing:
            return list(offers_lines(self._offers(self.playing), self.playing, self.speech, self.look))
        least = self.desk.least_bet
        broke = self.speech.words.betting.broke.format(least=self.speech.amount(least))
        return [broke] if self.balance < least else []

    def _felt(self) -> Lines:
        """The table as it is, if cards lie on it."""
        if not self.playing:
            return []
        turn = self._offers(self.playing).asked.line
        return [
            "",
            felt_of(self.playing.round, self.speech, self.look, turn),
            "",
            *self._side_bets(self.playing),
            self.status(self.playing.staked, self.playing.pool),
        ]

    def _side_bets(self, playing: Playing) -> Lines:
        """Once a round: they do not change, and they are many."""
        if playing.side_bets_shown:
            return []
        playing.side_bets_shown = True
        return list(side_bet_lines(playing, self.speech, self.look.width))

    def status(self, staked: int, pool: Pool) -> str:
        jackpot = pool.amount if pool.exists else None
        return status_line(self.balance, staked, jackpot, self.speech)

    # -- betting --------------------------------------------------------------------------------

    def _bet(self, line: str) -> Lines:
        bets, notices = bets_meant(line, self.last_bets, self.desk)
        total = total_of(bets)
        if total > self.balance:
            amounts = {"total": self.speech.amount(total), "balance": self.speech.amount(self.balance)}
            raise Complaint(self.speech.words.betting.balance_short.format(**amounts))
        return [*notices, *self._start(bets)]

    def _start(self, bets: Bets) -> Lines:
        bets = tuple(msgspec.structs.replace(bet, insurance=self.insurance) for bet in bets)
        try:
            playing = Playing(self.desk.variant, bets, self.shoe, self.pool)
        except Refused as refused:
            raise Complaint(refusal_of(refused.refusal, self.speech)) from None
        self.balance -= playing.staked
        self.playing, self.last_bets = playing, bets
        return self._go_on(playing, playing.begin)

    # -- deciding -------------------------------------------------------------------------------

    def _offers(self, playing: Playing) -> Offers:
        """Made once a question, so that the price that was shown is the price that is paid (K1)."""
        now = (playing, len(playing.round.events), self.balance)
        if self._offered is None or self._offered[0] != now:
            self._offered = now, offers_at(playing.round, playing.asked, self.balance, self.price, self.speech)
        return self._offered[1]

    def _decide(self, playing: Playing, line: str) -> Lines:
        if answer := answer_for_all(line, self.speech):
            return self._insure_all(playing, answer)
        offer = chosen(line, self._offers(playing), playing.round, self.speech)
        self._take(playing, offer)
        return self._go_on(playing, playing.deal)

    def _insure_all(self, playing: Playing, answer: Action) -> Lines:
        if not playing.asked_for_insurance:
            raise Complaint(self.speech.words.play.answer_for_all)
        while playing.asked_for_insurance and answer in (offers := self._offers(playing)).open:
            self._take(playing, offers.open[answer])
        return self._go_on(playing, playing.deal)

    def _take(self, playing: Playing, offer: Offer) -> None:
        self.balance -= playing.take(offer)

    def _go_on(self, playing: Playing, deal: Callable[[], None]) -> Lines:
        """Cards, and whatever follows from them, up to the next question."""
        try:
            deal()
            notices = list(self._decline_what_is_too_dear(playing))
        except ShoeEmpty:
            return self._void(playing)
        notices += told(playing.round, playing.told, self.speech)
        playing.told = len(playing.round.events)
        if playing.is_over:
            return [*notices, *self._settle(playing)]
        return [*notices, *self._felt(), *self._asked()]

    def _decline_what_is_too_dear(self, playing: Playing) -> Iterator[str]:
        """Insurance that the balance does not cover is not asked for."""
        while playing.asked_for_insurance:
            offers = self._offers(playing)
            if Action.INSURE in offers.open:
                return
            hand = self.speech.hand(offers.asked.line, alone=playing.is_alone)
            yield f"{hand}: {offers.withheld[Action.INSURE]}"
            playing.decline()
            playing.deal()

    # -- the end of a round ---------------------------------------------------------------------

    def _settle(self, playing: Playing) -> Lines:
        settlement = playing.round.settlement
        assert settlement is not None
        staked, returned = settled(playing.round)
        assert staked == playing.staked
        self.balance += returned
        self.rounds += 1
        self.staked += staked
        self.returned += returned
        self.pool = playing.pool.after(settlement)
        self.playing = None
        self.played.append(house.Played(self.rounds, playing.round, self.balance))
        jackpot = settlement.jackpot - settlement.jackpot_left if settlement.jackpot_share else 0
        return [*self._results(playing, jackpot), *self._after_round()]

    def _results(self, playing: Playing, jackpot: int) -> Lines:
        won = self.speech.words.tale.jackpot_won.format(amount=self.speech.amount(jackpot))
        return [
            "",
            felt_of(playing.round, self.speech, self.look),
            "",
            *([self.look.styled(won, "gold", "bold")] if jackpot else []),
            results_of(playing.round, self.rounds, self.speech, self.look),
        ]

    def _after_round(self) -> Lines:
        cut_card = isinstance(self.shoe, CutCardShoe) and self.shoe.cut_card_shown
        notices = [self.speech.words.tale.cut_card] if cut_card else []
        return [self.status(0, self.pool), *notices, *self._asked()]

    def _void(self, playing: Playing) -> Lines:
        """E1: every stake of the round goes back, nothing else."""
        self.give_back(playing)
        void = self.speech.words.tale.void.format(stake=self.speech.amount(playing.staked))
        return [void, *self._after_round()]

    def give_back(self, playing: Playing) -> None:
        """All that the player has staked in the round."""
        self.balance += playing.staked
        self.playing = None
