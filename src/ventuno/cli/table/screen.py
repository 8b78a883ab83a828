"""What the player sees: the felt, the choices, the results. All of it is what they were told, laid out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Final, NamedTuple

from ventuno.actions import ACTIONS, Action
from ventuno.cards import Card, is_natural, total
from ventuno.cli.table.draw import Spot, felt
from ventuno.cli.table.hearing import Hearing
from ventuno.cli.table.look import Look
from ventuno.cli.table.speech import MAIN, Speech
from ventuno.help import hand_outcome_name, outcome_name
from ventuno.protocol.messages import HandPaid, MyHand, MyResult, Option, SideBetPaid
from ventuno.protocol.view import DEALER, FACE_DOWN

# As in the browser, but where a question is answered by yes or no. What is free goes before what is paid.
_FREE_FIRST: Final = sorted(ACTIONS.items(), key=lambda entry: entry[1].chip != "free")
KEYS: Final[dict[str, str]] = {
    **{action: facts.key for action, facts in _FREE_FIRST},
    Action.SURRENDER: "r",
    Action.INSURE: "y",
}
# D1: hit green, stand red, double yellow, split blue; what is free is golden.
_STYLES: Final = {"hit": ("green",), "stand": ("red",), "double": ("gold",), "split": ("blue",)}
_FREE: Final = ("gold", "bold")
BETWEEN: Final = " · "
INSURANCE: Final = "insurance"
GAP: Final = "  "
NO_BREAK: Final = "\u00a0"


class Row(NamedTuple):
    """One line of the results."""

    what: str
    why: str
    net: int


class Screen(NamedTuple):
    told: Hearing
    speech: Speech
    look: Look

    def table(self, *, side_bets: bool = False) -> list[str]:
        """As it is, if a hand is in play."""
        if self.told.asked is None:
            return []
        return ["", self.felt(), "", *(self.side_bets() if side_bets else ()), self.status()]

    def ended(self, result: MyResult) -> list[str]:
        """How the round came out."""
        won = self.speech.say("jackpot_won", amount=result.jackpot_minor)
        jackpot = [self.look.styled(won, *_FREE)] if result.jackpot_minor else []
        return ["", self.felt(), "", *jackpot, self.results(result), self.status()]

    # -- the felt -------------------------------------------------------------------------------

    def felt(self) -> str:
        shown: Sequence[MyHand | HandPaid] = self.told.result.hands if self.told.result else self.told.hands
        asked = self.told.asked
        hands = [self._hand(hand, alone=len(shown) == 1, turn=hand is asked) for hand in shown]
        return felt(self._dealer(), hands, self.look)

    def _dealer(self) -> Spot:
        line, name = self.told.view.lines[DEALER], self.speech.say("dealer")
        if FACE_DOWN in line.cards:
            return Spot(name, tuple(line.cards), line.total)
        return Spot(name, tuple(line.cards), self._points(DEALER), self._made(DEALER))

    def _hand(self, hand: MyHand | HandPaid, *, alone: bool, turn: bool) -> Spot:
        note = self._outcome(hand.outcome) if isinstance(hand, HandPaid) else self._standing(hand)
        title, cards = self.speech.hand(hand.line, alone=alone), self.told.view.lines[hand.line].cards
        return Spot(title, tuple(cards), str(hand.total), note, self._chips(hand), turn)

    def _standing(self, hand: MyHand) -> str:
        """As far as it is known."""
        ended = {"surrendered": "surrender", "cashed": "cashback"}.get(hand.status)
        stood = self.speech.say("stood") if hand.status == "stood" else ""
        return self._made(hand.line) or (self._outcome(ended) if ended else stood)

    def _made(self, line: str) -> str:
        cards = self._cards(line)
        natural = is_natural(cards) and not line.endswith(("a", "b"))  # not of a split
        return self._outcome("blackjack") if natural else self._outcome("bust") if total(cards).bust else ""

    def _points(self, line: str) -> str:
        """In the end a soft total counts one thing only."""
        return str(total(self._cards(line)).points)

    def _cards(self, line: str) -> list[Card]:
        return [Card(card) for card in self.told.view.lines[line].cards if card != FACE_DOWN]

    def _outcome(self, outcome: str) -> str:
        return hand_outcome_name(outcome, self.speech.language)

    def _chips(self, hand: MyHand | HandPaid) -> str:
        """Own chips, golden ones, and the house's free ones, each marked."""
        marked = self._marked(golden=hand.golden_minor, free=hand.free_minor)
        return " + ".join([*self._marked(bet=hand.stake_minor), *(self.look.styled(text, *_FREE) for text in marked)])

    def _marked(self, **amounts: int) -> list[str]:
        """Chips by what they are, as far as there are any."""
        return [self.speech.say(key, amount=minor) for key, minor in amounts.items() if minor]

    # -- beside it ------------------------------------------------------------------------------

    def status(self) -> str:
        """The balance, the golden chips, the total bet (B5) and the jackpot, as far as there are any."""
        told, say = self.told, self.speech.say
        parts = [say("balance", amount=told.balance.wallet_minor)]
        if told.balance.golden:
            parts.append(say("golden_chips", chips=self.speech.chips(0, told.balance.golden)))
        if told.bets.total_minor:
            parts.append(say("total_bet", amount=told.bets.total_minor))
        if told.view.jackpot_minor:
            parts.append(say("jackpot", amount=told.view.jackpot_minor))
        return BETWEEN.join(parts)

    def side_bets(self) -> Iterator[str]:
        """What rides beside each hand."""
        riding: dict[str, list[str]] = {}
        for mine in self.told.bets.bets:
            position, _, bet = mine.spot.partition("/")
            riding.setdefault(position, [])
            if bet != MAIN:
                worth = mine.amount_minor + sum(value * number for value, number in mine.golden.items())
                riding[position].append(f"{self.speech.bet(bet)} {self.speech.amount(worth)}".replace(" ", NO_BREAK))
        for position, bets in riding.items():
            if bets:
                whose = "" if len(riding) == 1 else f", {self.speech.hand(position, alone=False)}"
                line = f"{self.speech.say('side_bets')}{whose}: {BETWEEN.join(bets)}"
                yield from (part.replace(NO_BREAK, " ") for part in wrap(line, self.look.width))

    # -- the question ---------------------------------------------------------------------------

    def options(self) -> tuple[Option, ...]:
        """What whoever is asked may choose from."""
        asked = self.told.asked
        if asked is None:
            return ()
        if not self.told.insuring:
            return asked.options
        cost = asked.insurance_minor or 0
        short = "action/balance_short" if cost > self.told.balance.wallet_minor else ""
        return Option("insure", cost, short), Option("decline")

    def prompt(self, asked: MyHand) -> str:
        hand = self.speech.hand(asked.line, alone=len(self.told.hands) == 1)
        if self.told.insuring:
            return self.speech.say("insurance_prompt", hand=hand, stake=asked.insurance_minor)
        if self.told.view.phase == "early-surrender":
            return self.speech.say("surrender_prompt", hand=hand)
        return self.speech.say("hand_prompt", hand=hand, total=asked.total)

    def choices(self, asked: MyHand) -> Iterator[str]:
        """The choices with their keys; below them what the balance does not cover, and why (D4)."""
        options = self.options()
        yield GAP.join(self._choice(option, asked) for option in options if not option.why_not)
        yield from (self.too_dear(option) for option in options if option.why_not)
        if self.told.insuring and sum(hand.insurance_minor is not None for hand in self.told.hands) > 1:
            yield self.speech.say("for_all")

    def _choice(self, option: Option, asked: MyHand) -> str:
        action, free = option.action, option.action.startswith("free-")
        play_on = action == "decline" and not self.told.insuring
        name = self.speech.say("play_on") if play_on else self.speech.action(action)
        parts = [f"[{KEYS[action]}]", f"★ {name}" if free else name]
        if option.cost_minor:
            parts.append(self.speech.amount(option.cost_minor))
        if action == Action.CASHBACK:
            parts.append(self.speech.say("brings", amount=asked.offer_minor))
        return self.look.styled(" ".join(parts), *(_FREE if free else _STYLES.get(action, ())))

    def too_dear(self, option: Option) -> str:
        action, balance = self.speech.action(option.action), self.told.balance.wallet_minor
        return self.speech.say("too_dear", action=action, cost=option.cost_minor, balance=balance)

    # -- the results ----------------------------------------------------------------------------

    def results(self, result: MyResult) -> str:
        """A line for each hand, side bet and insurance, and one for the round."""
        rows = [*self._rows(result), self._sum(result)]
        what = max(len(row.what) for row in rows)
        net = max(len(self.speech.signed(row.net)) for row in rows)
        why = min(self.look.width - what - net - 2 * len(GAP), max(len(row.why) for row in rows))
        *lines, last = (
            f"{row.what:{what}}{GAP}{first:{why}}{GAP}{self._net(row.net, net)}"
            + "".join(f"\n{'':{what}}{GAP}{more}" for more in rest)
            for row in rows
            for first, *rest in [wrap(row.why, why) or [""]]
        )
        rule = self.look.styled("─" * (what + why + net + 2 * len(GAP)), "dim")
        return "\n".join([*lines, rule, last])

    def _net(self, net: int, width: int) -> str:
        text = self.speech.signed(net).rjust(width)
        return self.look.styled(text, "green" if net > 0 else "red") if net else text

    def _sum(self, result: MyResult) -> Row:
        say, staked, returned = self.speech.say, result.staked_minor, result.returned_minor
        why = say("staked_returned", staked=staked, returned=returned)
        if result.golden_returned_minor:
            why += f", {say('golden_back', amount=result.golden_returned_minor)}"
        return Row(say("round", number=str(len(self.told.results))), why, returned - staked)

    def _rows(self, result: MyResult) -> Iterator[Row]:
        alone = len(result.hands) == 1
        for position in dict.fromkeys(hand.position for hand in result.hands):
            yield from (self._hand_row(hand, alone=alone) for hand in result.hands if hand.position == position)
            yield from self._side_rows([side for side in result.side_bets if side.position == position])
        if result.jackpot_minor:
            yield Row(GAP + self.speech.grammar.jackpot.capitalize(), "", result.jackpot_minor)

    def _hand_row(self, hand: HandPaid, *, alone: bool) -> Row:
        say, stake, returned = self.speech.say, hand.stake_minor, hand.returned_minor
        reason = say(
            f"why/{hand.reason}",
            price=self.told.variant.hand.blackjack,
            cards=str(len(self._cards(hand.line))),
            mine=str(hand.total),
            dealer=self._points(DEALER),
            returned=returned,
        )
        parts = [f"{self._outcome(hand.outcome)}: {reason}"]
        if hand.outcome in ("lose", "bust") and returned:
            parts.append(say("part_back", returned=returned, stake=stake))
        parts += self._marked(free=hand.free_minor, golden=hand.golden_minor)
        return Row(self.speech.hand(hand.line, alone=alone), ", ".join(parts), returned - stake)

    def _side_rows(self, sides: Sequence[SideBetPaid]) -> Iterator[Row]:
        """Those that brought something one by one; the lost ones, often many, together."""
        lost = [side for side in sides if side.outcome == "lose" and side.bet != INSURANCE and not side.golden_minor]
        for side in sides if len(lost) < 2 else [side for side in sides if side not in lost]:
            why = ", ".join([self._brought(side), *self._marked(golden=side.golden_minor)])
            name = self.speech.say("insurance") if side.bet == INSURANCE else self.speech.bet(side.bet)
            yield Row(GAP + name, why, side.returned_minor - side.stake_minor)
        if len(lost) > 1:
            names = ", ".join(self.speech.bet(side.bet) for side in lost)
            yield Row(GAP + self.speech.say("sides_lost"), names, -sum(side.stake_minor for side in lost))

    def _brought(self, side: SideBetPaid) -> str:
        """Where each hand of a split is judged apart there are several outcomes: `aa+a`."""
        if side.bet == INSURANCE:
            return self.speech.say(f"insurance/{side.outcome}", price=self.told.variant.hand.insurance)
        if side.outcome == "lose":
            return self._outcome("lose").lower()
        pays, language = self.told.variant.side_bets[side.bet].pays, self.speech.language
        return ", ".join(
            f"{outcome_name(outcome, language)}, {self.speech.grammar.price(pays[outcome])}"
            for outcome in side.outcome.split("+")
        )
