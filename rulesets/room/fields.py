"""What a couple's report is asked for (Metzker p. 31)."""

from __future__ import annotations

from rulesets.engine.answers import CHOICE, PLAYER, PLAYERS
from rulesets.engine.fields import Counter, Field
from rulesets.engine.words import say
from rulesets.room.worksheet import OUTCOMES, WENT_OUT

MOST_CAUGHT = 114  # what twelve cards can hold at most without a meld
MOST_RUN = 9
RARE_CAUGHT = 90
HAND = 12
FIELDS = (
    Field("couple", say("The couple"), say("The two who played each other."), PLAYERS),
    Field(
        "outcome",
        say("How did it end?"),
        say(
            "Gin: all cards fit, the last one thrown away; double gin: none thrown away. "
            "Run: laid down with 1 to 9 points left over."
        ),
        CHOICE,
        choices=tuple((key, say(words)) for key, words in OUTCOMES),
    ),
    Field("by", say("Who went out?"), say("Who laid down."), PLAYER, when=("outcome", WENT_OUT)),
    Field(
        "ran_with",
        say("Ran with"),
        say("Points of the unmatched cards of the player who ran."),
        low=1,
        high=MOST_RUN,
        when=("outcome", ("run",)),
        counter=Counter("gin", HAND),
    ),
    Field(
        "caught",
        say("Caught with"),
        say("Points of the opponent’s unmatched cards; after laying off, where the other ran."),
        high=MOST_CAUGHT,
        when=("outcome", WENT_OUT),
        counter=Counter("gin", HAND, table=("outcome", ("run",))),
    ),
    Field(
        "counts",
        say("Points left"),
        say("Points of the unmatched cards of both."),
        per="side",
        high=MOST_CAUGHT,
        when=("outcome", ("stock_out",)),
        counter=Counter("gin", HAND),
    ),
)
