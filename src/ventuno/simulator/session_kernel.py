"""Sessions: one player with a bankroll plays a number of rounds, or until the next bet cannot be paid."""

from __future__ import annotations

from typing import NamedTuple

from ventuno.arrays import Floats, Ints
from ventuno.simulator.kernel import kernel, whole
from ventuno.simulator.round_kernel import SeatArrays, cell_of, judge, play_round
from ventuno.simulator.shoe import CUT_CARD_SHOWN, begin_round
from ventuno.simulator.side_tables import SideTables
from ventuno.simulator.split_kernel import BET, SPARE, DealingDesk
from ventuno.simulator.tables import Tables


class SessionTerms(NamedTuple):
    """What a session is played on, in ticks."""

    rounds: int  # at most
    bankroll: int
    insurance: int  # what it costs on an ace; 0 where it is not taken
    net: Ints  # [cell]
    uninsured_net: Ints
    side_stakes: Ints  # [side bet]
    seeds: Floats  # [side bet]: of its jackpot
    growth: Floats  # [side bet]: of its jackpot, a round


class SessionArrays(NamedTuple):
    """[session], but for the first two, in which a session's side bets are counted."""

    pools: Floats
    tally: Ints
    final: Ints
    lowest: Ints
    played: Ints
    ruined: Ints


@kernel
def play_sessions(
    tables: Tables,
    uninsured: Tables,
    sides: SideTables,
    desk: DealingDesk,
    seats: SeatArrays,
    terms: SessionTerms,
    found: SessionArrays,
) -> None:
    """Everything in ticks. A jackpot begins each session at its seed and grows by the player's own bets."""
    rounds, bankroll, insurance, net = terms.rounds, terms.bankroll, terms.insurance, terms.net
    side_stakes, seeds, growth, pools = terms.side_stakes, terms.seeds, terms.growth, found.pools
    final, lowest, played, ruined = found.final, found.lowest, found.played, found.ruined
    bet, bets = desk.purse[BET], len(sides.kind)
    a_round = bet + side_stakes.sum()
    for session in range(len(final)):
        have, least, count = bankroll, bankroll, 0
        desk.shoe[CUT_CARD_SHOWN] = 1  # each session begins with shuffled cards
        for i in range(bets):
            pools[i] = seeds[i]
        while count < rounds and have >= a_round:
            begin_round(desk.shoe)
            insures = insurance > 0 and have >= a_round + insurance
            desk.purse[SPARE] = have - a_round
            play_round(tables, sides, desk, seats, insurance if insures else 0)
            if insures:
                have += net[cell_of(tables, desk, seats, 0)]
            else:
                have += terms.uninsured_net[cell_of(uninsured, desk, seats, 0)]
            for i in range(bets):
                returns, jackpots = judge(sides, desk, seats, i, 0, found.tally)
                have += (returns - 1) * side_stakes[i]
                pools[i] += growth[i]
                if jackpots > 0:
                    have += whole(pools[i])
                    pools[i] = seeds[i]
            least = min(least, have)
            count += 1
        final[session], lowest[session], played[session] = have, least, count
        ruined[session] = 1 if have < a_round else 0
