"""The attacker's own book: what a round must have cost and paid, from the cards that were seen.

Written from the games' help pages, not from the house's code. A change of the balance that this book cannot
explain is money made or lost by a trick.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from tests.attack.felt import Felt, Played, Said
from tests.attack.guest import ROUND_S, Guest

BEST: Final = 21
COLOURS: Final = {"h": "red", "d": "red", "s": "black", "c": "black"}
ORDER: Final = "A23456789TJQK"
SETTLED_S: Final = 5.0


class Rules(NamedTuple):
    charlie: int = 99
    charlie_beats_blackjack: bool = False
    ten_up_takes_one: bool = False  # of what lies on a position, besides the hands that are bust
    pushes_22: bool = False
    bust_pushes_17: bool = False
    bust_ten_up_pushes: bool = False
    natural_17_wins: bool = False


GAMES: Final = {
    "classic-free-bet": Rules(pushes_22=True),
    "free-chip": Rules(bust_pushes_17=True, bust_ten_up_pushes=True, natural_17_wins=True),
    "infinite": Rules(charlie=6, charlie_beats_blackjack=True),
    "all-bets": Rules(charlie=10, ten_up_takes_one=True),
    "cashback": Rules(charlie=10, ten_up_takes_one=True),
}


class Hand(NamedTuple):
    position: int
    line: str
    stake: int  # real money on it
    free: int = 0  # free chips on it
    split: bool = False


# -- cards --------------------------------------------------------------------------------------


def value(card: str) -> int:
    return min(ORDER.index(card[0]) + 1, 10)


def total(cards: list[str]) -> int:
    low = sum(value(card) for card in cards)
    return low + 10 if low <= 11 and any(card[0] == "A" for card in cards) else low


def is_natural(cards: list[str]) -> bool:
    return len(cards) == 2 and total(cards) == BEST


def verdict(rules: Rules, hand: list[str], dealer: list[str], split: bool) -> str:
    mine, theirs, beaten = total(hand), total(dealer), is_natural(dealer)
    if mine > BEST:
        return "lose"
    if len(hand) >= rules.charlie and (rules.charlie_beats_blackjack or not beaten):
        return "win"
    if is_natural(hand) and not split:
        return "push" if beaten else "blackjack"
    if beaten:
        return "lose"
    if theirs > BEST:
        return _against_bust(rules, mine, theirs, dealer)
    if rules.natural_17_wins and mine == theirs == 17 and len(hand) == 2 and not split:
        return "win"
    return "win" if mine > theirs else "push" if mine == theirs else "lose"


def _against_bust(rules: Rules, mine: int, theirs: int, dealer: list[str]) -> str:
    pushes = (
        (rules.pushes_22 and theirs == 22)
        or (rules.bust_pushes_17 and mine == 17)
        or (rules.bust_ten_up_pushes and value(dealer[0]) == 10)
    )
    return "push" if pushes else "win"


def pays(outcome: str, stake: int, free: int) -> int:
    """Free chips win, but do not come back."""
    return {"lose": 0, "push": stake, "win": 2 * stake + free, "blackjack": stake + stake * 3 // 2}[outcome]


# -- side bets whose cards anybody can read -----------------------------------------------------


def pair(cards: list[str]) -> str:
    first, second = cards[:2]
    if first[0] != second[0]:
        return ""
    if first[1] == second[1]:
        return "perfect"
    return "coloured" if COLOURS[first[1]] == COLOURS[second[1]] else "mixed"


def any_pair(cards: list[str]) -> str:
    return {"": "", "perfect": "suited-pair"}.get(pair(cards), "any-pair")


def twenty_one_plus_three(cards: list[str]) -> str:
    ranks = sorted(ORDER.index(card[0]) for card in cards)
    suited = len({card[1] for card in cards}) == 1
    straight = ranks in ([ranks[0], ranks[0] + 1, ranks[0] + 2], [0, 11, 12])
    if len(set(ranks)) == 1:
        return "suited-trips" if suited else "trips"
    if straight:
        return "straight-flush" if suited else "straight"
    return "flush" if suited else ""


READ: Final[dict[str, Any]] = {
    "perfect-pairs": lambda cards, up: pair(cards),
    "player-pair": lambda cards, up: pair(cards),
    "any-pair": lambda cards, up: any_pair(cards),
    "21+3": lambda cards, up: twenty_one_plus_three([*cards[:2], up]),
}


# -- a round ------------------------------------------------------------------------------------


class Reading(NamedTuple):
    """A round that is over, as we read it."""

    info: Said
    played: Played
    stakes: dict[str, int]  # by spot

    @property
    def rules(self) -> Rules:
        return GAMES[self.info["game"]]

    def cards(self, hand: Hand) -> list[str]:
        """On a shared line a hand is so many of its cards."""
        cards = self.played.cards.get(hand.line, [])
        if self.info["kind"] == "shared":
            return cards[: self.played.sizes.get((hand.position, hand.line), len(cards))]
        return cards

    def verdict(self, hand: Hand) -> str:
        return verdict(self.rules, self.cards(hand), self.played.dealer, hand.split)

    def hands(self) -> dict[tuple[int, str], Hand]:
        """Where our money lies after what we decided."""
        hands = {}
        for spot, amount in self.stakes.items():
            position, bet = spot.split("/", 1)
            if bet == "main":
                hands[int(position), position] = Hand(int(position), position, amount)
        for do in self.played.actions:
            if (do["position"], do["line"]) in hands:
                self._decided(hands, do)
        return hands

    def _decided(self, hands: dict[tuple[int, str], Hand], do: Said) -> None:
        position, line, action = do["position"], do["line"], do["action"]
        bet, hand = self.stakes[f"{position}/main"], hands[position, line]
        if action == "double":
            hands[position, line] = hand._replace(stake=hand.stake + bet)
        elif action == "free-double":
            hands[position, line] = hand._replace(free=hand.free + bet)
        elif action in ("split", "free-split") and line in self.played.splits:
            first, second = self.played.splits[line]
            paid = action == "split"
            del hands[position, line]
            hands[position, first] = Hand(position, first, hand.stake, hand.free, True)
            hands[position, second] = Hand(position, second, bet if paid else 0, 0 if paid else bet, True)

    def insured(self) -> int:
        """What we paid for insurance: half of each main bet for which we said yes."""
        said: dict[int, bool] = {}
        for do in self.played.insured:
            for position, _ in self.hands():
                if do.get("position") in (None, position) and f"{position}/main" in self.stakes:
                    said.setdefault(position, do["accept"])
        return sum(self.stakes[f"{position}/main"] // 2 for position, accepted in said.items() if accepted)

    def staked(self) -> int:
        sides = sum(amount for spot, amount in self.stakes.items() if not spot.endswith("/main"))
        return sides + sum(hand.stake for hand in self.hands().values()) + self.insured()

    def returned(self) -> int:
        """What the main bets must bring back."""
        offers = {
            (do["position"], do["line"]): do.get("offer_minor") or 0
            for do in self.played.actions
            if do["action"] == "cashback"
        }
        back, hands = 0, self.hands()
        for position in {position for position, _ in hands}:
            playing = [hand for place, hand in hands.items() if place[0] == position and place not in offers]
            back += sum(offer for place, offer in offers.items() if place[0] == position)
            back += self._of_position(playing, self.stakes[f"{position}/main"])
        return back

    def _of_position(self, hands: list[Hand], one_bet: int) -> int:
        """A blackjack that nobody looked for may take one bet and what is bust; other extra stakes then go back."""
        dealer = self.played.dealer
        mild = self.rules.ten_up_takes_one and is_natural(dealer) and value(dealer[0]) == 10
        back = live = 0
        for hand in hands:
            outcome = self.verdict(hand)
            if mild and outcome == "lose" and total(self.cards(hand)) <= BEST:
                live += hand.stake
            back += pays(outcome, hand.stake, hand.free)
        return back + max(0, live - one_bet)

    def side_bets(self) -> dict[str, int]:
        """What those side bets must bring back that can be read from the first cards."""
        prices = {bet["bet"]: bet.get("pays", {}) for bet in self.info.get("side_bets", [])}
        back = {}
        for spot, amount in self.stakes.items():
            position, bet = spot.split("/", 1)
            if bet in READ and len(self.played.cards.get(position, [])) >= 2:
                outcome = READ[bet](self.played.cards[position], self.played.dealer[0])
                back[spot] = amount * (int(prices[bet][outcome].split(":")[0]) + 1) if outcome else 0
        return back


async def explained(guest: Guest, key: str, before: int, code: str = "", other: int = 0) -> list[str]:
    """What about a round that is over cannot be explained: nothing, where the house is honest and not tricked.

    `before` is the wallet before the first bet; `other` what it moved besides (deposits, rounds elsewhere).
    """
    felt = guest.felts[key]
    code = code or felt.code
    await guest.until(lambda: code in felt.results or (guest.wallet == before + other and not guest.in_play), ROUND_S)
    played, result = felt.rounds[code], felt.results.get(code)
    if result is None:
        return await _went_back(guest, felt, played, before + other)
    faults = [] if played.unsure else by_the_cards(Reading(felt.info, played, played.placed), result)
    due = before + other - result.get("staked_minor", 0) + result.get("returned_minor", 0)
    if not await guest.until(lambda: guest.wallet == due and not guest.in_play, SETTLED_S):
        faults.append(
            f"{code} at {key}: the wallet had {before} and has {guest.wallet} ({guest.in_play} in play), staked"
            f" {result.get('staked_minor', 0)} and returned {result.get('returned_minor', 0)} make {due}"
        )
    return faults


async def _went_back(guest: Guest, felt: Felt, played: Played, due: int) -> list[str]:
    """No result: nothing of ours was played, so everything must be there again."""
    if await guest.until(lambda: guest.wallet == due and not guest.in_play, SETTLED_S):
        return []
    return [
        f"{played.code} at {felt.key} has no result (paused {felt.paused!r}, void {felt.voided.get(played.code)!r}):"
        f" the wallet had {due} and has {guest.wallet} ({guest.in_play} in play)"
    ]


def by_the_cards(mine: Reading, result: Said) -> list[str]:
    code, faults = mine.played.code, []
    if (staked := mine.staked()) != result.get("staked_minor", 0):
        faults.append(f"{code}: we staked {staked} ({mine.stakes}), the house settled {result.get('staked_minor', 0)}")
    back, paid = mine.returned(), sum(hand.get("returned_minor", 0) for hand in result.get("hands", []))
    if back != paid:
        seen = {hand.line: mine.cards(hand) for hand in mine.hands().values()}
        faults.append(f"{code}: {seen} against {mine.played.dealer} pay {back}, the house paid {paid}")
    due = mine.side_bets() | {"insurance": 3 * mine.insured() if is_natural(mine.played.dealer) else 0}
    for spot, amount in due.items():
        if (got := _paid_for(result, spot)) != amount:
            faults.append(f"{code}: {spot} pays {amount}, the house paid {got}")
    return faults


def _paid_for(result: Said, spot: str) -> int:
    return sum(
        one.get("returned_minor", 0)
        for one in result.get("side_bets", [])
        if spot in (one["bet"], f"{one['position']}/{one['bet']}")
    )


async def adds_up(guest: Guest, before: int, known: set[str]) -> list[str]:
    """For whoever was away, or too late: the rounds of the history since then must explain the wallet."""
    await guest.until(lambda: not guest.in_play, ROUND_S)
    answer = await guest.http("GET", "/api/history?most=200")
    rounds = [one for one in answer.json["rounds"] if one["code"] not in known]
    net = sum(one["returned_minor"] - one["staked_minor"] for one in rounds)
    me = (await guest.http("GET", "/api/me")).json
    if me["wallet_minor"] == before + net and not me["in_play_minor"]:
        return []
    told = [(one["code"], one["state"], one["staked_minor"], one["returned_minor"]) for one in rounds]
    return [f"{before} became {me['wallet_minor']} ({me['in_play_minor']} in play), the history tells {told}"]
