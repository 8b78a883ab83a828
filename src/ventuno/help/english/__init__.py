"""The English catalogue."""

from ventuno.help.english.bets import BETS
from ventuno.help.english.cards import CARDS
from ventuno.help.english.chips import CHIPS
from ventuno.help.english.closing import CLOSING
from ventuno.help.english.dealer import DEALER
from ventuno.help.english.decisions import DECISIONS
from ventuno.help.english.names import GRAMMAR, NAMES
from ventuno.help.english.opening import AIM, GLANCE, OPENING
from ventuno.help.english.pays import PAYS
from ventuno.help.english.returns import RETURNS
from ventuno.help.english.side_bets import SIDE_BETS
from ventuno.help.english.table import TABLE
from ventuno.help.words import Words

ENGLISH = Words(
    language="en",
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
