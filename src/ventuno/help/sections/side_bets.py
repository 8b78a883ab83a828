"""The side bets: what they have in common, then each with its outcomes and prices."""

from __future__ import annotations

from collections.abc import Iterator

from ventuno.help.page import Block, Paragraph, Section, Table, points, section
from ventuno.help.words import Words
from ventuno.sidebets import SIDE_BETS
from ventuno.variant.model import SideBetPrices, Variant


def side_bets(variant: Variant, words: Words) -> list[Section]:
    if not variant.side_bets:
        return []
    said = words.side_bets
    common = section(said.heading, points(said.needs_main, said.best_only, said.prices))
    return [common, *(_bet(key, prices, words) for key, prices in variant.side_bets.items())]


def _bet(key: str, prices: SideBetPrices, words: Words) -> Section:
    heading = words.side_bets.bet_heading.format(bet=words.bets[key].name)
    return Section(heading, tuple(_blocks(key, prices, words)))


def _blocks(key: str, prices: SideBetPrices, words: Words) -> Iterator[Block]:
    said, bet = words.side_bets, SIDE_BETS[key]
    judged = [words.bets[key].judged, said.needs[bet.needs], said.per_hand if bet.per_hand else ""]
    if prices.stake is not None:
        judged.append(said.stake.format(stake=words.grammar.number(prices.stake)))
    yield Paragraph(" ".join(filter(None, judged)))
    yield _prices(key, prices, words)
    if prices.jackpot:
        share = words.grammar.percent(prices.jackpot.contribution)
        seed = words.grammar.number(prices.jackpot.seed)
        yield points(said.jackpot.format(seed=seed, share=share), said.jackpot_shared)


def _prices(key: str, prices: SideBetPrices, words: Words) -> Table:
    """Best first, in the order in which the bet itself judges; with meanings where names need them."""
    bet = words.bets[key]
    outcome, when, pays = words.side_bets.header
    header = (outcome, when, pays) if bet.meanings else (outcome, pays)
    rows = []
    for made in SIDE_BETS[key].outcomes:
        meaning = (bet.meanings[made],) if bet.meanings else ()
        rows.append((bet.outcomes[made], *meaning, words.grammar.price(prices.pays[made])))
    explained = any(" " in row[-1] for row in rows)  # words behind a figure are read from the left
    return Table(header, tuple(rows), right=() if explained else (len(header) - 1,))
