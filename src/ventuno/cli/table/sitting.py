"""A sitting at the table: lines in, text out; what is meant goes to the table, and what it tells comes back.

    betting  --bets-->  deciding, deciding, ...  -->  betting  ...  --quit or end of input-->  over

A `Complaint` from anywhere below is a sentence for the player; nothing has changed then, and the
question is asked again.
"""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Final

from ventuno.cli.table import pages
from ventuno.cli.table.hearing import Hearing
from ventuno.cli.table.house import Parlour
from ventuno.cli.table.look import Look
from ventuno.cli.table.screen import KEYS, Screen
from ventuno.cli.table.speech import Complaint, Speech, quoted
from ventuno.cli.table.written import as_written, looks_like_bets, read_bets, side_bets
from ventuno.help import Language
from ventuno.help.tidy import tidy
from ventuno.money import MINOR_PER_UNIT
from ventuno.play import Action
from ventuno.protocol import commands as do
from ventuno.refusal import RefusalRaised as Impossible
from ventuno.shoe import Shoe
from ventuno.table.pricing import Odds
from ventuno.variant import Variant

BALANCE: Final = 1000 * MINOR_PER_UNIT
LONGEST_HINT: Final = 40
TWICE: Final = "x2"
FOR_ALL: Final = {"ya": "y", "na": "n"}
ANSWERS: Final = {"insure": "yes", "decline": "no"}
COMMANDS: Final = (
    *("help", "rules", "limits", "history", "record", "insurance"),
    *("add", "put", "undo", "clear", "quit"),
)

Lines = list[str]


class Sitting:
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
        odds: Odds | None = None,
    ) -> None:
        self.variant = variant
        self.look = look or Look()
        self.speech = Speech(language)
        self.say = self.speech.say
        self.told = Hearing(variant, self.speech)
        self.screen = Screen(self.told, self.speech, self.look)
        self.house = Parlour(variant, shoe, odds, balance, self.told.hear)
        self.house.send(do.ChooseLimits(self.told.view.limits[limits - 1].level))
        self.over = False
        self.no_price = [self.say("cashback/no_offer")] if variant.cashback and odds is None else []

    # -- what the shell needs -------------------------------------------------------------------

    def open(self) -> str:
        return self._out([pages.greeting(self.screen), *self.no_price, *self._question()])

    @property
    def prompt(self) -> str:
        """What is asked now, for the line on which the player answers."""
        if asked := self.told.asked:
            return self.look.finished(self.screen.prompt(asked))
        bets = as_written(self.told.bets.bets or self.told.last, self.speech)
        hint = f" [{bets if len(bets) <= LONGEST_HINT else bets[:LONGEST_HINT] + '…'}]" if bets else ""
        return self.look.finished(f"{self.say('prompt')}{hint}> ")

    def feed(self, line: str) -> str:
        """Takes what the player wrote and gives what the table answers; nothing more once it is over."""
        if self.over:
            return ""
        try:
            answer = self._answer(tidy(line))
        except Complaint as complaint:
            answer = [str(complaint), *self._question()]
        self.told.take_news()
        return self._out(answer)

    def echo(self, line: str) -> str:
        """What was written, for where nobody sees it otherwise."""
        return self.look.finished(tidy(line))

    def leave(self) -> str:
        """The end, at any moment: a round in play is not finished, and its stakes go back."""
        return self._out([] if self.over else self._quit())

    def _out(self, lines: Lines) -> str:
        return self.look.finished("\n".join(lines))

    # -- lines come in --------------------------------------------------------------------------

    def _answer(self, line: str) -> Lines:
        word, _, rest = line.partition(" ")
        command = next((one for one in COMMANDS if self.speech.means(one, word)), None)
        if command is None:
            return self._decide(line) if self.told.asked else self._bet(line)
        answer = self._command(command, rest.strip())
        return answer if self.over else [*answer, *self.screen.table(), *self._question()]

    def _question(self) -> Lines:
        """The choices, or why there are none."""
        if self.told.asked:
            return list(self.screen.choices(self.told.asked))
        least, balance = self.told.limits.main_least_minor, self.told.balance
        broke = balance.wallet_minor < least and not balance.golden and not self.told.bets.bets
        return [self.say("broke", least=least)] if broke else []

    def _send(self, command: do.Command, action: str = "", laid: int = 0) -> None:
        """Where the table refuses, what this line has laid already is taken back."""
        if refused := self.house.send(command):
            for _ in range(laid):
                self.house.send(do.Undo())
            raise Complaint(self.told.sentence(refused, action=self.speech.action(action) if action else ""))

    # -- betting --------------------------------------------------------------------------------

    def _bet(self, line: str) -> Lines:
        """New bets, those that lie there, or the last ones again (B3): and the cards are dealt."""
        twice = line.casefold() == TWICE
        laid = self._lay([] if twice or not line else self._meant(line))
        if self.told.notices:
            return self._lying()  # a bet was cut to its maximum: the player should see that first
        lies = bool(self.told.bets.bets)
        if not lies and not self.told.last:
            raise Complaint(self.say("no_last_bets", example=pages.example(self.told)))
        self._send(do.Deal("doubled" if twice else "placed" if lies else "same"), laid=laid)
        return self._go_on(opening=True)

    def _meant(self, line: str) -> Sequence[do.Command]:
        word, _, rest = line.partition(" ")
        if self.speech.means("all", word) and side_bets(self.variant, self.speech):
            again = [] if self.told.bets.bets else [do.RepeatBets()]
            return [*again, do.AllSideBets(self.speech.read_amount(rest))]
        if looks_like_bets(line):
            return read_bets(line, self.variant, self.speech)
        known = [called for command in COMMANDS for called in self.speech.words_for(command)]
        near = get_close_matches(word.casefold(), known, n=1, cutoff=0.6)
        how = self.say("did_you_mean", word=near[0]) if near else self.say("how", example=pages.example(self.told))
        raise Complaint(f"{self.say('unknown', text=quoted(word))} {how}")

    def _lay(self, bets: Sequence[do.Command]) -> int:
        """All of them, or none."""
        for number, bet in enumerate(bets):
            self._send(bet, laid=number)
        return len(bets)

    def _lying(self) -> Lines:
        how = [self.say("lying")] if self.told.bets.bets else []
        return [*self.told.take_news(), *self.screen.side_bets(), self.screen.status(), *how]

    # -- deciding -------------------------------------------------------------------------------

    def _decide(self, line: str) -> Lines:
        asked, question = self.told.asked, self.told.view.question
        assert asked
        assert question
        word, _, rest = line.casefold().partition(" ")
        for_all = word in FOR_ALL or (rest and self.speech.means("all", rest))
        if for_all and not self.told.insuring:
            raise Complaint(self.say("answer_for_all"))
        action = self._chosen(FOR_ALL.get(word, word) if for_all else line.casefold())
        if self.told.insuring and action in ANSWERS:
            position = None if for_all else asked.position
            self._send(do.Insure(question.turn, action == Action.INSURE, position), action)
        else:
            offer = asked.offer_minor if action == Action.CASHBACK else None
            self._send(do.Decide(question.turn, asked.position, asked.line, action, offer), action)
        return self._go_on()

    def _chosen(self, text: str) -> str:
        """The action that is meant: where there is a free one and a paid one, the free one if it is offered."""
        meant = [action for action in KEYS if self._is_called(action, text)]
        options = {option.action: option for option in self.screen.options()}
        offered = [action for action, option in options.items() if not option.why_not]
        if not meant:
            keys = "/".join(map(KEYS.__getitem__, offered))
            raise Complaint(self.say("no_decision" if text else "choose", text=quoted(text), keys=keys))
        action = next((action for action in meant if action in offered), meant[-1])
        if action in options and action not in offered:
            raise Complaint(self.screen.too_dear(options[action]))
        return action

    def _is_called(self, action: str, text: str) -> bool:
        """By its key or its name; a free one also by the name of the paid one, and never the other way round."""
        names = {name for one in (action, action.removeprefix("free-")) for name in (one, self.speech.action(one))}
        answers = action in ANSWERS and self.speech.means(ANSWERS[action], text)
        return answers or text in (KEYS[action], *map(str.casefold, names))

    # -- what comes of it -----------------------------------------------------------------------

    def _go_on(self, *, opening: bool = False) -> Lines:
        """What happened up to the next question, or the end of the round."""
        if result := self.told.result:
            return [*self.told.take_news(), *self.screen.ended(result), *self._question()]
        if not self.told.asked:
            return [*self._lying(), *self._question()]  # the round is void
        # side bets once a round: they do not change, and they are many
        return [*self.told.take_news(), *self.screen.table(side_bets=opening), *self._question()]

    # -- words that ask the house for something -------------------------------------------------

    def _command(self, command: str, text: str) -> Lines:
        match command:
            case "help":
                return [pages.help_with(self.screen)]
            case "rules":
                return [pages.rules(self.screen)]
            case "limits" if not text:
                return [pages.limits_panel(self.screen)]
            case "history":
                return [pages.history(self.told)]
            case "record":
                codes = [result.code for result in self.told.results]
                return [self.house.record(codes[-1]).rstrip("\n") if codes else self.say("no_round_yet")]
            case "insurance":
                return self._switch_insurance(text)
            case "add":
                return self._add(text)
            case "quit":
                return self._quit()
        if self.told.asked:
            raise Complaint(self.say("not_now"))
        match command:
            case "limits":
                return self._take_limits(text)
            case "put":
                self._lay(read_bets(text, self.variant, self.speech))
            case "undo":
                self._send(do.Undo())
            case "clear":
                self._send(do.ClearBets())
        return self._lying()

    def _take_limits(self, number: str) -> Lines:
        """Others of the menu (B4): those that lie there were bet at the old ones."""
        menu = self.told.view.limits
        if number not in map(str, range(1, len(menu) + 1)):
            raise Complaint(self.say("limits_unknown", most=str(len(menu))))
        if self.told.bets.bets:
            self._send(do.ClearBets())
        self.house.void("other limits")  # a round that was opened at the old ones
        self._send(do.ChooseLimits(menu[int(number) - 1].level))
        return [self.say("limits_taken", limits=pages.limits_named(self.told.limits, self.screen))]

    def _switch_insurance(self, switch: str) -> Lines:
        """Whether it is offered (D6)."""
        if not self.variant.table.insurance_can_be_off:
            raise Complaint(self.say("insurance_always"))
        state = next((state for state in ("on", "off") if self.speech.means(state, switch)), None)
        if state is None:
            raise Complaint(self.say("insurance_how"))
        self.house.enter(insurance=state == "on")
        return [self.say(f"insurance_{state}"), *([self.say("from_next_round")] if self.told.asked else [])]

    def _add(self, text: str) -> Lines:
        """More play money, or golden chips where they are played (K3)."""
        money, golden = self.speech.read_chips(text) if text else (0, {})
        if golden and self.variant.golden_chips is None:
            raise Complaint(self.say("bet/no_golden_chips"))
        try:
            self.house.add(money, golden)
        except Impossible:
            raise Complaint(self.say("add_how")) from None
        added = self.say("added", chips=self.speech.chips(money, golden))
        return [added] if self.told.asked else [added, self.screen.status()]

    def _quit(self) -> Lines:
        self.house.void("left")
        self.over = True
        return [*self.told.take_news(), pages.farewell(self.told)]
