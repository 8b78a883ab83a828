"""The side bets: what they have in common, then each with its outcomes and prices."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ventuno.help.page import Block, Paragraph, Section, TextTable, points, section
from ventuno.help.words import Words
from ventuno.sidebets import SIDE_BETS
from ventuno.variant.model import SideBetPrices, Variant

_SHARED: Final = ("no_pair", "ace_in_straight", "ace_in_total")  # what several bets say of a pair, or of an ace


def side_bets(variant: Variant, words: Words) -> list[Section]:
    if not variant.side_bets:
        return []
    said = words.help.part("side_bets")
    common = section(said("heading"), points(said("needs_main"), said("best_only"), said("prices")))
    return [common, *(_bet(key, prices, words) for key, prices in variant.side_bets.items())]


def _bet(key: str, prices: SideBetPrices, words: Words) -> Section:
    heading = words.help("side_bets.bet_heading", bet=words.names("bet", key))
    return Section(heading, tuple(_blocks(key, prices, words)))


def _blocks(key: str, prices: SideBetPrices, words: Words) -> Iterator[Block]:
    said, bet = words.help.part("side_bets"), SIDE_BETS[key]
    shared = {each: said(each) for each in _SHARED}
    judged = [said("judged", key, **shared), said("needs", bet.needs), said("per_hand") if bet.per_hand else ""]
    if prices.stake is not None:
        judged.append(said("stake", stake=words.grammar.number(prices.stake)))
    yield Paragraph(" ".join(filter(None, judged)))
    yield _prices(key, prices, words)
    if prices.jackpot:
        share = words.grammar.percent(prices.jackpot.contribution)
        seed = words.grammar.number(prices.jackpot.seed)
        yield points(said("jackpot", seed=seed, share=share), said("jackpot_shared"))


def _prices(key: str, prices: SideBetPrices, words: Words) -> TextTable:
    """Best first, in the order in which the bet itself judges; with meanings where names need them."""
    outcome, when, pays = words.help.row("side_bets.header")
    meanings = {made: words.help.maybe("side_bets.meaning", made) for made in SIDE_BETS[key].outcomes}
    header = (outcome, when, pays) if any(meanings.values()) else (outcome, pays)
    rows = []
    for made, meaning in meanings.items():
        named = filter(None, (words.capital("made", made), meaning))
        rows.append((*named, words.grammar.price(prices.pays[made])))
    explained = any(" " in row[-1] for row in rows)  # words behind a figure are read from the left
    return TextTable(header, tuple(rows), right=() if explained else (len(header) - 1,))
