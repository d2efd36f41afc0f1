"""Games in which a report is one turn: whose it is stands in the report, so that a turn taken back
moves nobody else's."""

from __future__ import annotations

from rulesets.answers.player import PLAYER
from rulesets.fields import Field
from rulesets.words import say

TURN = "turn"
TURN_FIELD = Field(
    TURN,
    say("Whose turn?"),
    say("If it is not the next player’s."),
    PLAYER,
    required=False,
    nobody=say("The next one"),
    rare=True,
)
