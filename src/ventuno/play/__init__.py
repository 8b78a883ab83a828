"""HOW one round runs: a pure state machine over lines of cards, hands and stakes."""

from ventuno.actions import Action
from ventuno.play.actions import LegalActions
from ventuno.play.bets import PositionBet
from ventuno.play.events import RoundEvent
from ventuno.play.judge import Reason
from ventuno.play.rebuild import rebuild
from ventuno.play.round import Awaits, HandInTurn, Phase, Round
from ventuno.play.settlement import HandResult, InsuranceResult, Settlement, SideBetResult
from ventuno.play.sight import EVERYBODY, HOUSE, Viewer, seen
from ventuno.play.transcript import BadTranscript, replay, transcript
from ventuno.play.view import RoundView, view

__all__ = [
    "EVERYBODY",
    "HOUSE",
    "Action",
    "Awaits",
    "BadTranscript",
    "HandInTurn",
    "HandResult",
    "InsuranceResult",
    "LegalActions",
    "Phase",
    "PositionBet",
    "Reason",
    "Round",
    "RoundEvent",
    "RoundView",
    "Settlement",
    "SideBetResult",
    "Viewer",
    "rebuild",
    "replay",
    "seen",
    "transcript",
    "view",
]
