"""The referee: whose turn it is, whether that is legal, what is due and why.

Pure functions over a frozen `Position`: `start`, `faults`, `play`, `plays`, `because`; `judged`
tells all of a turn at once, `may` the verbs that are open. What a game allows is declared in its
own module (`Game.referee`); whole documents are read and answered in `rulesets.files.turn_answers`.
"""

from rulesets.referee.because import Reason, because
from rulesets.referee.hands import Hand
from rulesets.referee.judging import faults, judged, play, start
from rulesets.referee.laid import Laid, read_laid
from rulesets.referee.open_plays import holding, may, plays
from rulesets.referee.position import DIRECTIONS, Effect, Judged, Mark, Over, Position
from rulesets.referee.referee import Referee
from rulesets.referee.turns import Opening, Setting, Step, Turn, TurnFile

__all__ = [
    "DIRECTIONS",
    "Effect",
    "Hand",
    "Judged",
    "Laid",
    "Mark",
    "Opening",
    "Over",
    "Position",
    "Reason",
    "Referee",
    "Setting",
    "Step",
    "Turn",
    "TurnFile",
    "because",
    "faults",
    "holding",
    "judged",
    "may",
    "play",
    "plays",
    "read_laid",
    "start",
]
