"""The Variant: every rule of a game as data.

A rule that cannot be said yet becomes a new field with a default; no code asks which game it is.
The defaults are the ordinary game of the world (S17, double any two, double after split, three
splits, a look under ace and ten, 3:2), so a file says only what is different.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Literal

import msgspec

from ventuno.cards import ACE, TEN, Card
from ventuno.kinds import KINDS, KindName, TableKind
from ventuno.money import MINOR_PER_UNIT, Price

UpCard = Literal["ace", "ten"]
Takes = Literal["every-stake", "original-bet", "busted-plus-one"]


class RulesOfVariant(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What every section of a variant file is."""


class Limits(RulesOfVariant, frozen=True, kw_only=True):
    """Least and most of one bet, in units of the currency; they bind the initial bet only (B4)."""

    main: tuple[int, int]
    side: tuple[int, int]
    level: str = ""  # the VIP level that may play them


class TableRules(RulesOfVariant, frozen=True, kw_only=True):
    """Where it is played. A table's own configuration may change the limits, never the kind."""

    kind: KindName = "solo"
    positions: int = 3
    positions_per_player: int = 3
    bet_behind: bool = False
    limits_set_by: Literal["table", "menu", "vip-level"] = "table"
    limits: tuple[Limits, ...] = (Limits(main=(1, 5000), side=(1, 500)),)
    no_decision: Literal["wait", "hit-to-11", "stand"] = "wait"  # D3
    disconnected: Literal["resumes", "bets-stand", "open-bets-return"] = "resumes"  # E2
    insurance_can_be_off: bool = False  # D6: offers switched off in the player's settings

    @property
    def facts(self) -> TableKind:
        """What follows from its kind."""
        return KINDS[self.kind]


class ShoeRules(RulesOfVariant, frozen=True, kw_only=True):
    """Which cards, and when they are shuffled (S1)."""

    decks: int = 6
    shuffle: Literal["every-round", "cut-card", "continuous"] = "every-round"
    shoes: int = 1  # two alternate, so that play does not wait for a shuffle
    behind_cut_card: int = 0  # cards never reached
    burn_card: Literal["never", "optional"] = "never"  # a table may be configured to burn one a round


class BlackjackTakes(RulesOfVariant, frozen=True, kw_only=True):
    """What a dealer blackjack takes that nobody had looked for, by up card."""

    ace: Takes = "every-stake"
    ten: Takes = "every-stake"


class Dealer(RulesOfVariant, frozen=True, kw_only=True):
    soft_17: Literal["stands", "hits"] = "stands"
    looks_under: tuple[UpCard, ...] = ("ace", "ten")  # after insurance
    blackjack_takes: BlackjackTakes = BlackjackTakes()
    bust_22_pushes: bool = False  # every hand that is not bust; a natural is already paid
    bust_pushes_17: bool = False  # hands standing on 17, hard or soft
    bust_ten_up_pushes: bool = False  # every hand not yet decided
    natural_17_beats_17: bool = False  # the first two cards of an unsplit hand

    def looks(self, up_card: Card) -> bool:
        return (up_card.points == ACE and "ace" in self.looks_under) or (
            up_card.points == TEN and "ten" in self.looks_under
        )

    def takes(self, up_card: Card) -> Takes:
        return self.blackjack_takes.ace if up_card.points == ACE else self.blackjack_takes.ten


class Charlie(RulesOfVariant, frozen=True, kw_only=True):
    """So many cards not over 21 win at once."""

    cards: int
    beats_blackjack: bool = False


class HandRules(RulesOfVariant, frozen=True, kw_only=True):
    """What a player may do with a hand, and what it pays."""

    blackjack: Price = Price("3:2")
    insurance: Price | None = Price("2:1")  # half the main bet, on an ace up card
    surrender: Literal["none", "late", "early"] = "none"  # early: before the dealer looks
    double: tuple[int, ...] = ()  # hard totals of two cards; none named: any two cards
    double_after_split: bool = True
    splits: int = 3  # at most, so one more hand than that
    resplit_aces: bool = False
    hit_split_aces: bool = False
    charlie: Charlie | None = None
    free_double: tuple[int, ...] = ()  # hard totals of two cards
    free_split: tuple[int, ...] = ()  # points of the pair, an ace 1


class Cashback(RulesOfVariant, frozen=True, kw_only=True):
    """An offer to end the hand now (K1)."""

    margin: Fraction = Fraction(1, 100)


class GoldenChips(RulesOfVariant, frozen=True, kw_only=True):
    """Bonus chips (K3): what the operator allows, unless the table's configuration says otherwise."""

    per_round: int = 10
    mixed: bool = True
    pay_for_actions: bool = True


class JackpotRules(RulesOfVariant, frozen=True, kw_only=True):
    seed: int  # units of the currency, the house's money
    contribution: Fraction  # of each stake


class SideBetPrices(RulesOfVariant, frozen=True, kw_only=True):
    pays: dict[str, Price]  # by outcome, best first
    stake: int | None = None  # exactly so many units of the currency
    jackpot: JackpotRules | None = None


class Published(RulesOfVariant, frozen=True, kw_only=True):
    """A return the rule book prints, in percent, and how the figure is meant."""

    rtp: str
    per: Literal["initial-bet", "stake"] = "initial-bet"
    strategy: Literal["total", "composition", "either"] = "either"
    note: str = ""


class Variant(RulesOfVariant, frozen=True, kw_only=True):
    key: str  # its file's name, or its notation
    name: str
    table: TableRules = TableRules()
    shoe: ShoeRules = ShoeRules()
    dealer: Dealer = Dealer()
    hand: HandRules = HandRules()
    cashback: Cashback | None = None
    golden_chips: GoldenChips | None = None
    side_bets: dict[str, SideBetPrices] = {}
    published: dict[str, Published] = {}  # by `main` or the side bet's key

    def __hash__(self) -> int:
        return hash(self.key)  # its tables are dicts; equality still compares everything

    @property
    def stake_step(self) -> int:
        """Main bets are multiples of so many minor units, so that no price ever needs a rounding."""
        hand = self.hand
        insured = 2 * hand.insurance.returns.denominator if hand.insurance else 1  # half the bet, at its price
        surrendered = 2 if hand.surrender != "none" else 1
        return math.lcm(hand.blackjack.returns.denominator, insured, surrendered)

    def fixed_stake(self, side_bet: str) -> int | None:
        """The only stake the side bet takes, in minor units, where there is only one."""
        units = self.side_bets[side_bet].stake
        return None if units is None else units * MINOR_PER_UNIT
