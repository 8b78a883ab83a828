"""The felt against the ledger, player by player: what was staked, what came back, what pools and promotions moved."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from ventuno.audit.felt import Felt, Spots
from ventuno.audit.pools import PoolMoves
from ventuno.audit.report import Difference
from ventuno.bank import Pocket, Stake
from ventuno.bank.held import Amounts, Ended

WORDS: Final = {
    "stake": "on the felt, and held by the bank",
    "golden_stake": "in golden chips on the felt, and held by the bank",
    "judged": "judged, and laid on the felt",
    "void": "was staked, and went back",
    "void_golden": "in golden chips was staked, and went back",
    "paid": "comes of the cards, and was paid",
    "golden": "in golden chips comes back by the cards, and came back",
    "jackpot": "of the jackpot is won by the cards, and is in the history",
    "pool": "moves in the pool by the cards, and moved",
    "promotions": "in golden chips is taken by the cards, and was booked",
}


def void(ended: Ended, felt: Felt) -> Iterator[Difference]:
    """Every stake goes back, and nothing else (E1)."""
    yield from _stakes(ended, felt)
    yield from _each("void", ended.code, real(felt), ended.to(Pocket.WALLET), felt)
    yield from _each("void_golden", ended.code, golden(felt), ended.to(Pocket.GOLDEN), felt)


def settled(ended: Ended, felt: Felt, moves: list[PoolMoves]) -> Iterator[Difference]:
    code, comes = ended.code, felt.comes or {}
    share = sum(one.share for one in moves if one.wins)
    paid = {player: one.returned + one.jackpots * share for player, one in comes.items()}
    back = {player: one.golden_back for player, one in comes.items()}
    taken = {0: sum(golden(felt).values()) - sum(back.values())}
    yield from _stakes(ended, felt)
    yield from _each("judged", code, {player: one.staked for player, one in comes.items()}, real(felt), felt)
    yield from _each("paid", code, paid, ended.to(Pocket.WALLET), felt)
    yield from _each("golden", code, back, ended.to(Pocket.GOLDEN), felt)
    yield from _each("promotions", code, taken, {0: sum(ended.to(Pocket.PROMOTIONS).values())})
    yield from _pools(ended, moves)


def winners(ended: Ended, felt: Felt, moves: list[PoolMoves], history: Amounts) -> Iterator[Difference]:
    """`history`: what each player is said to have won of a jackpot."""
    share = sum(one.share for one in moves if one.wins)
    won = {player: one.jackpots * share for player, one in (felt.comes or {}).items()}
    return _each("jackpot", ended.code, won, history, felt)


def in_play(code: str, felt: Felt, stakes: Iterable[Stake]) -> Iterator[Difference]:
    """Of a round that is open, spot by spot."""
    held: dict[int, Spots] = {}
    for stake in stakes:
        held.setdefault(stake.player, {})[stake.spot] = (stake.real_minor, stake.golden_minor)
    for player in sorted(held.keys() | felt.stakes.keys()):
        lies, holds = felt.stakes.get(player, {}), held.get(player, {})
        for spot in sorted(lies.keys() | holds.keys()):
            on_felt, in_bank = lies.get(spot, (0, 0)), holds.get(spot, (0, 0))
            for what, one, other in zip(("stake", "golden_stake"), on_felt, in_bank, strict=True):
                if one != other:
                    yield Difference(f"deep/{what}", code, player, spot, one, other, WORDS[what])


def real(felt: Felt) -> Amounts:
    return {player: sum(minor for minor, _ in spots.values()) for player, spots in felt.stakes.items()}


def golden(felt: Felt) -> Amounts:
    return {player: sum(minor for _, minor in spots.values()) for player, spots in felt.stakes.items()}


def _stakes(ended: Ended, felt: Felt) -> Iterator[Difference]:
    """What lies on the felt is what the bank holds."""
    yield from _each("stake", ended.code, real(felt), ended.held.real, felt)
    yield from _each("golden_stake", ended.code, golden(felt), ended.held.golden, felt)


def _each(what: str, code: str, by_cards: Amounts, booked: Amounts, felt: Felt | None = None) -> Iterator[Difference]:
    for player in sorted(by_cards.keys() | booked.keys()):
        one, other = by_cards.get(player, 0), booked.get(player, 0)
        if one != other:
            spots = _spelled(felt.stakes.get(player, {})) if felt else ""
            yield Difference(f"deep/{what}", code, player, spots, one, other, WORDS[what])


def _pools(ended: Ended, moves: list[PoolMoves]) -> Iterator[Difference]:
    moved = dict(ended.to(Pocket.POOL))
    for one in moves:
        booked = moved.pop(one.holder, 0)
        if booked not in one.to_pool:
            yield Difference("deep/pool", ended.code, 0, one.key, one.to_pool[0], booked, WORDS["pool"])
    for holder, booked in moved.items():
        yield Difference("deep/pool", ended.code, 0, f"pool {holder}", 0, booked, WORDS["pool"])


def _spelled(spots: Spots) -> str:
    return ", ".join(f"{spot} {money + chips}" for spot, (money, chips) in spots.items() if money or chips)
