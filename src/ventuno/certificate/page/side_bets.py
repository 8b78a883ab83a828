"""Every side bet with its outcomes: prices, probabilities, exact fractions."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from ventuno.certificate.page.context import Context
from ventuno.certificate.page.markup import Markup, element, table
from ventuno.certificate.page.numbers import over
from ventuno.help import outcome_name
from ventuno.odds import Outcome, SideBetReturn
from ventuno.sidebets import SIDE_BETS


def side_bets(context: Context) -> Markup:
    bets = context.certificate.odds.side_bets
    if not bets:
        return Markup("")
    words = context.words.part("side_bets")
    first, *others = (_bet(context, key, bet) for key, bet in bets.items())
    return element(
        "section",
        element(
            "div",  # the heading never stands alone at the foot of a page
            element("h2", words("heading")),
            element("p", words("means"), class_="means"),
            first,
            class_="whole",
        ),
        *others,
    )


def _bet(context: Context, key: str, bet: SideBetReturn) -> Markup:
    words = context.words.part("side_bets")
    rational = any(outcome.exact is not None for outcome in bet.outcomes.values())
    columns = 5 if rational else 4
    rows = [row[:columns] for row in _outcomes(context, key, bet)]
    shape = "exact" if rational else ""
    return element(
        "div",
        element("h3", context.bet(key)),
        element("p", *_returns(context, key, bet), class_="returns"),
        *(element("p", text, class_="note") for text in _notes(context, key, bet)),
        element("div", table(words.row("header")[:columns], rows, right=(1, 2, 3), class_=shape), class_="scroll"),
        class_="bet",
    )


def _returns(context: Context, key: str, bet: SideBetReturn) -> Iterator[str]:
    words, numbers = context.words.part("side_bets"), context.numbers
    text = words("returns", rtp="\0")
    before, _, after = text.partition("\0")
    yield before[:1].upper() + before[1:]
    yield element("b", numbers.percent(bet.rtp))
    yield after + "; "
    if bet.exact is None:
        yield words("not_rational")
    else:
        yield words("exactly", fraction="")
        yield element("span", over(bet.exact), class_="mono")
    if figure := context.certificate.odds.published_of(key):
        yield "; " + words("published", rtp=numbers.printed(figure.meant.rtp))
    yield "."


def _notes(context: Context, key: str, bet: SideBetReturn) -> Iterator[str]:
    words, numbers = context.words.part("side_bets"), context.numbers
    if bet.policy:
        yield words("policy", policy=context.policy(bet.policy))
    for policy, other in bet.under.items():
        yield words("other_policy", policy=context.policy(policy), rtp=numbers.percent(other.rtp))
    jackpot = context.certificate.variant.side_bets[key].jackpot
    if jackpot and bet.fixed is not None and bet.per_jackpot_unit is not None:
        yield words(
            "jackpot",
            fixed=f"{numbers.percent(float(bet.fixed))} ({over(bet.fixed)})",
            slope=over(bet.per_jackpot_unit),
            seed=numbers.grammar.number(jackpot.seed),
            contribution=numbers.grammar.percent(jackpot.contribution),
        )
    if SIDE_BETS[key].per_hand:
        yield words("counted_apart")


def _outcomes(context: Context, key: str, bet: SideBetReturn) -> Iterator[tuple[str, ...]]:
    for name, outcome in bet.outcomes.items():
        yield (
            outcome_name(name, context.certificate.language),
            _price(context, key, name),
            *_chance(context, outcome),
        )
    if not SIDE_BETS[key].per_hand:
        yield context.words("side_bets.loses"), "", *_chance(context, _none_of(bet))


def _price(context: Context, key: str, outcome: str) -> str:
    return context.numbers.grammar.price(context.certificate.variant.side_bets[key].pays[outcome])


def _chance(context: Context, outcome: Outcome) -> tuple[str, str, str]:
    numbers = context.numbers
    exact = over(outcome.exact) if outcome.exact is not None else ""
    return numbers.probability(outcome.p), numbers.one_in(outcome.p), exact


def _none_of(bet: SideBetReturn) -> Outcome:
    outcomes = bet.outcomes.values()
    exact = [outcome.exact for outcome in outcomes if outcome.exact is not None]
    left = 1 - sum(exact, Fraction(0)) if len(exact) == len(outcomes) else None
    return Outcome("", 1 - sum(outcome.p for outcome in outcomes) if left is None else float(left), left)
