"""The shoe a variant asks for."""

from __future__ import annotations

from ventuno.shoe.continuous import ContinuousShuffler
from ventuno.shoe.cut_card import CutCardShoe
from ventuno.shoe.fresh import FreshShoe
from ventuno.shoe.port import Shoe
from ventuno.shoe.randomness import Randomness
from ventuno.variant import model


def shoe_for(rules: model.ShoeRules, randomness: Randomness, *, burn: bool = False) -> Shoe:
    """A shoe by the variant's rules (S1); `burn` is the table's own configuration, where they allow it."""
    if burn and rules.burn_card == "never":
        raise ValueError('the variant burns no card: its shoe.burn_card is "never", not "optional"')
    match rules.shuffle:
        case "every-round":
            return FreshShoe(rules.decks, randomness)
        case "cut-card":
            behind = rules.behind_cut_card
            return CutCardShoe(rules.decks, randomness, behind_cut_card=behind, shoes=rules.shoes)
        case "continuous":
            return ContinuousShuffler(rules.decks, randomness, burn=burn)
