"""The introduction, the facts in short, and the aim of the game."""

from __future__ import annotations

from ventuno.help.page import Section, TextTable, points, section
from ventuno.help.words import Words
from ventuno.variant.model import Variant


def introduction(variant: Variant, words: Words) -> str:
    said, grammar = words.help.part("opening"), words.grammar
    line = said(
        "kind",
        variant.table.kind,
        decks=grammar.count(variant.shoe.decks, "deck"),
        seats=grammar.count(variant.table.positions, "seat"),
    )
    features = _features(variant, words)
    return " ".join([line, said("special", features=grammar.all_of(features))] if features else [line])


def _features(variant: Variant, words: Words) -> list[str]:
    grammar, charlie = words.grammar, variant.hand.charlie
    cards = grammar.count(charlie.cards, "card") if charlie else ""
    side_bets = grammar.count(len(variant.side_bets), "side_bet")
    return [
        words.help("opening.features", feature, cards=cards, side_bets=side_bets)
        for feature, present in _present(variant).items()
        if present
    ]


def _present(variant: Variant) -> dict[str, bool]:
    """What an ordinary game does not have, in the order in which it is told."""
    hand, dealer = variant.hand, variant.dealer
    return {
        "free_double": bool(hand.free_double),
        "free_split": bool(hand.free_split and hand.splits),
        "charlie": hand.charlie is not None,
        "surrender": hand.surrender != "none",
        "bust_22_pushes": dealer.bust_22_pushes,
        "bust_pushes_17": dealer.bust_pushes_17,
        "bust_ten_up_pushes": dealer.bust_ten_up_pushes,
        "natural_17_beats_17": dealer.natural_17_beats_17,
        "cashback": variant.cashback is not None,
        "golden_chips": variant.golden_chips is not None,
        "side_bets": bool(variant.side_bets),
        "jackpot": any(bet.jackpot for bet in variant.side_bets.values()),
    }


def glance(variant: Variant, words: Words) -> list[Section]:
    """The facts that a player who knows blackjack looks for first."""
    said = words.help.part("glance")
    facts = {
        "decks": _decks(variant, words),
        "blackjack": variant.hand.blackjack.text,
        "insurance": variant.hand.insurance.text if variant.hand.insurance else said("no_insurance"),
        "soft_17": said("soft_17", variant.dealer.soft_17),
        "looks_under": _looks(variant, words),
        "double": _double(variant, words),
        "splits": _splits(variant, words),
        "surrender": said("surrender", variant.hand.surrender),
        "limits": _limits(variant, words),
        "published": _published(variant, words),
    }
    rows = tuple((said("facts", fact), value) for fact, value in facts.items() if value)
    return [section(said("heading"), TextTable(said.row("header"), rows))]


def _decks(variant: Variant, words: Words) -> str:
    return words.grammar.number(variant.shoe.decks) + ", " + words.help("glance.shuffle", variant.shoe.shuffle)


def _looks(variant: Variant, words: Words) -> str:
    under = [words.help("dealer.looks_under", card) for card in variant.dealer.looks_under]
    return words.help("glance.looks", cards=words.grammar.one_of(under)) if under else words.help("glance.never_looks")


def _double(variant: Variant, words: Words) -> str:
    said, totals = words.help.part("glance"), [str(total) for total in variant.hand.double]
    which = said("double_totals", totals=words.grammar.one_of(totals)) if totals else said("any_double")
    after = said("double_after_split", variant.hand.double_after_split) if variant.hand.splits else ""
    return which + after


def _splits(variant: Variant, words: Words) -> str:
    splits = variant.hand.splits
    if not splits:
        return words.help("glance.no_splits")
    return words.help("glance.splits", hands=words.grammar.count(splits + 1, "hand"))


def _limits(variant: Variant, words: Words) -> str:
    mains = [limits.main for limits in variant.table.limits]
    return words.grammar.between((min(least for least, _ in mains), max(most for _, most in mains)))


def _published(variant: Variant, words: Words) -> str:
    main = variant.published.get("main")
    return f"{words.grammar.figures(main.rtp)}%" if main else ""


def aim(variant: Variant, words: Words) -> list[Section]:
    said = words.help.part("aim")
    return [section(said("heading"), points(*map(said, ("goal", "values", "soft", "bust", "blackjack", "push"))))]
