"""What people may agree on wherever they carry points from set to set, besides the rules of the
game: how long the evening is, what counts, who is before whom, and what follows."""

from __future__ import annotations

from typing import TypeVar

from rulesets.engine.game import FOUR, names_of, option
from rulesets.engine.questions import declared
from rulesets.movements.schedule import MOST_ROUNDS
from rulesets.standings.metrics import METRICS, TIE_BREAKS

LONGEST_SET = 240  # minutes by the clock
MOST_OF_TEAM = 100  # people whose points add up
MOST_FOR_SET = 10_000  # points that are agreed on for one that is sat out
MOST_GO_ON = 1024
CLOCK, COUNTS, AFTER = "Clock and bell", "Scoring", "What follows"  # groups of options
LENGTH_KEYS = frozenset({"rounds", "deals", "minutes", "best"})  # and of a team, how many count
STAGE_KEYS = ("stages", "qualify", "stage_points", "others")  # and how long a match of it is
MATCHES = ((1, "one game"), (3, "the best of three games"), (5, "the best of five games"))

T = TypeVar("T")


def agreed_of(agreed: object, kind: type[T]) -> T:
    """The options of a format (of this kind) among all that were agreed; at their defaults if an
    old evening has not kept them."""
    names = (name for name in names_of(kind) if hasattr(agreed, name))
    return kind(**{name: getattr(agreed, name) for name in names})


@declared
class SetOptions:
    """How long an evening is, and what people carry from set to set."""

    rounds: int = option("Sets", default=7, low=1, high=MOST_ROUNDS)
    deals: int = 0  # each kind of table has its own option
    minutes: int = option(
        "Minutes per set",
        default=0,
        low=0,
        high=LONGEST_SET,
        none="no clock",
        some="this many minutes",
        help="A bell ends the set: tables finish the deal they are playing, and scores are "
        "adjusted to the usual number of deals.",
        group=CLOCK,
    )
    carry: str = option(
        "What counts",
        default="points",
        choices=(
            ("points", "the points of the game"),
            ("wins", "wins: 2 for the best at the table, 1 each if several tie"),
            ("beaten", "share of opponents beaten, out of 100"),
            ("share", "from 100 for the best at the table to 0 for the last"),
            ("margin", "margin over the best opponent"),
        ),
        help="What people take from each set into the standings. The points of the game are fair "
        "when all tables are the same size; opponents beaten are fair at any size.",
        group=COUNTS,
    )
    sit_out: str = option(
        "A sit-out scores",
        default="mean",
        choices=(
            ("mean", "the average of the player’s own sets"),
            ("tables", "the average of all tables in that set"),
            ("nothing", "nothing"),
        ),
        low=-MOST_FOR_SET,
        high=MOST_FOR_SET,
        some="this many points",
        group=COUNTS,
    )
    bye: str = option(
        "A bye counts as",
        default="whole",
        choices=(("whole", "a win"), ("half", "half a win"), ("nothing", "nothing")),
        help="For people left without an opponent. Where points or margins count, a bye scores "
        "like any sit-out.",
        group=COUNTS,
    )
    tie_breaks: tuple[str, ...] = option(
        "Tie-breaks",
        default=(),
        choices=tuple((key, METRICS[key].label) for key in TIE_BREAKS),
        none="they share the place",
        help="Used in this order to separate people who are level. If none helps, they share the "
        "place.",
        group="Ties",
    )
    per_round: int = option(
        "Ranked by",
        default=0,
        low=0,
        high=MOST_ROUNDS,
        none="the total",
        some="the average, from this many sets",
        help="The average is useful when people miss sets. Those who have played fewer come after "
        "the others.",
        group=COUNTS,
    )
    best: int = option(
        "Scores counted per team",
        default=0,
        low=0,
        high=MOST_OF_TEAM,
        none="as many as the smallest team has",
        some="this many",
        help="If people play for teams, this many of each team’s best scores add up.",
        group="Teams",
    )
    stages: str = option(
        "Second stage",
        default="none",
        choices=(
            ("none", "none: the evening ends"),
            ("knockout", "a knockout for the best"),
            ("pairs", "a round robin for the best"),
            ("table", "a final table for the best"),
        ),
        help="More sets for those who have done best so far.",
        group=AFTER,
    )
    qualify: int = option(
        "Qualifiers",
        default=FOUR,
        low=2,
        high=MOST_GO_ON,
        help="Counts pairs where partners stay together, otherwise people.",
        follows="stages",
        group=AFTER,
    )
    stage_points: str = option(
        "Scores so far",
        default="reset",
        choices=(
            ("reset", "start again from 0"),
            ("kept", "count in full"),
            ("halved", "count half, rounded half up"),
        ),
        follows="stages",
        group=AFTER,
    )
    others: str = option(
        "The others",
        default="stop",
        choices=(("stop", "watch"), ("play", "play on in the same way, for the places behind")),
        follows="stages",
        group=AFTER,
    )
    best_of: int = option(
        "Length of a match in the knockout",
        default=1,
        choices=MATCHES,
        help="For the knockout of the second stage. If a match ends level, play one more deal.",
        follows="stages",
        group=AFTER,
    )
