"""The referee: whose turn it is, whether that is legal, what is due and why.

Pure functions over a frozen `Position`: `start`, `play`, `list_plays`, `explain`;
`judge_turn` tells all of a turn at once, `list_verbs` the verbs that are open. What a game allows
is declared in its own module (`Game.referee`); whole documents are read and answered in
`rulesets.files.turn_file`.
"""

from rulesets.referee.judging import (
    Reason,
    explain,
    judge_turn,
    list_plays,
    list_verbs,
    play,
    start,
    with_hand,
)
from rulesets.referee.position import (
    DIRECTIONS,
    Effect,
    Judgement,
    KnownHand,
    Mark,
    Opening,
    Over,
    PlayedCard,
    Position,
    Setting,
    Turn,
    TurnFile,
    TurnStep,
    parse_played_card,
)
from rulesets.referee.referee import Referee

__all__ = [
    "DIRECTIONS",
    "Effect",
    "Judgement",
    "KnownHand",
    "Mark",
    "Opening",
    "Over",
    "PlayedCard",
    "Position",
    "Reason",
    "Referee",
    "Setting",
    "Turn",
    "TurnFile",
    "TurnStep",
    "explain",
    "judge_turn",
    "list_plays",
    "list_verbs",
    "parse_played_card",
    "play",
    "start",
    "with_hand",
]
