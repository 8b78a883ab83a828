"""The Italian catalogue."""

from ventuno.help.italian.bets import BETS
from ventuno.help.italian.cards import CARDS
from ventuno.help.italian.chips import CHIPS
from ventuno.help.italian.closing import CLOSING
from ventuno.help.italian.dealer import DEALER
from ventuno.help.italian.decisions import DECISIONS
from ventuno.help.italian.names import GRAMMAR, NAMES
from ventuno.help.italian.opening import AIM, GLANCE, OPENING
from ventuno.help.italian.pays import PAYS
from ventuno.help.italian.returns import RETURNS
from ventuno.help.italian.side_bets import SIDE_BETS
from ventuno.help.italian.table import TABLE
from ventuno.help.words import Words

ITALIAN = Words(
    language="it",
    grammar=GRAMMAR,
    names=NAMES,
    bets=BETS,
    opening=OPENING,
    glance=GLANCE,
    aim=AIM,
    table=TABLE,
    cards=CARDS,
    dealer=DEALER,
    decisions=DECISIONS,
    chips=CHIPS,
    pays=PAYS,
    side_bets=SIDE_BETS,
    returns=RETURNS,
    closing=CLOSING,
)
