"""The vocabulary in which a game declares itself.

One record per game (`Game`) holds what is asked after each deal, what is checked, how it scores
and how a set is decided. Entry form, checks, score, explanation, score sheet, JSON schema and
tests are all driven by the same declaration.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, NoReturn

if TYPE_CHECKING:
    from rulesets.scheme import Scheme

Severity = Literal["error", "warning"]
# How a game fills a room: many tables with a score for each person; two teams along one long
# table with one scoreboard; a table of its own with one scoreboard.
Kind = Literal["drive", "team-line", "table"]
Params = Mapping[str, str | int]
Payload = Mapping[str, Any]
At = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong with a report (or a file), returned, never raised.

    An "error" cannot have happened with this deck and these players; a "warning" is possible but
    rare enough to ask again. `code` is stable ("tricks.sum"), `at` is the path into what was
    judged (("tricks", 1) or ("sets", 0, "tables", 2, "hands", 3, "tricks")).
    """

    code: str
    severity: Severity
    template: str
    params: Params = field(default_factory=dict)
    at: At = ()

    @property
    def message(self) -> str:
        """The English sentence; translate `template` and format it yourself for another."""
        return self.template.format(**self.params)

    def under(self, *path: str | int) -> Problem:
        """The same problem, its place prefixed with `path`."""
        return Problem(self.code, self.severity, self.template, self.params, (*path, *self.at))


class PayloadError(ValueError):
    """A malformed payload (wrong type or shape); `.problem` says what and where."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


@dataclass(frozen=True, slots=True)
class Line:
    """One term of an explained score; `rule` is an anchor in the game's rule text."""

    points: int
    template: str
    params: Params
    rule: str

    @property
    def text(self) -> str:
        return self.template.format(**self.params)


@dataclass(frozen=True, slots=True)
class Question:
    """What the table is asked after a deal.

    `per` says how many answers there are: one for each side, for each player, or one for the
    table. Each answer is an integer in low..high. Where `total` is set the answers add up to it
    (so that with two sides the other number follows by itself). A question that is not
    `required` may be left out: its answers are then 0. `short` names the answers in a one-line
    summary (empty for the main number); `sum_text` is the refusal when `total` is missed.
    """

    key: str
    label: str
    help: str
    per: Literal["side", "player", "table"]
    low: int
    high: int
    total: int | None = None
    required: bool = True
    short: str = ""
    sum_text: str = "{label} add up to {sum}; there are {total}."


@dataclass(frozen=True, slots=True)
class Term:
    """One weight of a linear score: `times` points for each unit of the answer to `key`.

    `whose` says whose answer counts for a player: the own side's (or the player's own, where the
    question is asked of each player) or the opponents'. `text` explains it ("{count}" and
    "{times}" are filled in); a term `only_if_any` is not mentioned when its count is 0.
    """

    key: str
    times: int
    text: str
    whose: Literal["own", "other"] = "own"
    only_if_any: bool = False


@dataclass(frozen=True, slots=True)
class Stage:
    """One set of a drive, as it is played, shown, printed and scored.

    `hands` are the trump labels of its hands ("Hearts trump"), `trumps` the same as icon keys
    ("S" "H" "C" "D" fixed suit, "named-S" named by the holder of that king, "turned" last card
    turned up, "none"). `line` is the scoring line of the score sheet, `maximum` what both sides
    together can make in a hand ("13 to 39"), `rule` the anchor in the rule text.
    """

    number: int
    name: str
    partners: bool
    line: str
    hands: tuple[str, ...]
    trumps: tuple[str, ...]
    maximum: str
    rule: str
    questions: tuple[Question, ...]
    terms: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class TableResult:
    """Who moves from a table after a set.

    `sums` are points per chair over the hands reported. `winners` are the chairs that move, in
    ascending order: empty while not `complete` or while a cut is needed. `tied` are the chairs
    among which a cut is needed (empty when none is, or when a valid one was given), `cut_pick`
    how many of them it must name, `cuts` every answer that would settle it (draw one of these
    with equal chances to replace the cards), and `sure` who moves whatever the cut says.
    """

    sums: tuple[int, ...]
    complete: bool
    winners: tuple[int, ...]
    tied: tuple[int, ...] = ()
    cut_pick: int = 0
    cuts: tuple[tuple[int, ...], ...] = ()
    sure: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Example:
    """A worked example: a report of one deal and what each chair scores for it."""

    stage: int
    payload: Payload
    points: tuple[int, ...]
    note: str


def entry(
    label: str,
    *,
    default: Any,
    help_text: str = "",
    low: int | None = None,
    high: int | None = None,
    choices: Sequence[tuple[str, str]] = (),
) -> Any:
    """A labelled field of an options dataclass.

    Its default tells its kind: a bool; an int within low..high; a text, one of `choices` (key,
    label); or a tuple of texts (low and high then bound how many there are).
    """
    metadata = {"label": label, "help": help_text, "low": low, "high": high}
    return field(default=default, metadata={**metadata, "choices": tuple(choices)})


@dataclass(frozen=True, slots=True)
class NoOptions:
    """Options of a game that has none."""


RolesAt = Sequence[str]
Check = Callable[[int, RolesAt, object], tuple[Problem, ...]]
Points = Callable[[int, RolesAt, Payload], tuple[int, ...]]
Explain = Callable[[int, RolesAt, Payload], tuple[tuple[Line, ...], ...]]
Result = Callable[
    [int, RolesAt, Sequence[Payload | None], "Sequence[int] | None"],
    TableResult,
]
CheckCut = Callable[
    [int, RolesAt, Sequence[Payload | None], "Sequence[int] | None"],
    tuple[Problem, ...],
]
Summary = Callable[[int, Payload], str]


def _no_drive(*_given: object) -> NoReturn:
    raise TypeError("this game is not played as a drive; its `scheme` scores it")


@dataclass(frozen=True, slots=True)
class Game:
    """A game's whole declaration.

    A game of `kind` "drive" declares stages and the functions below; one of another kind keeps
    its memory in a `scheme` (rulesets.scheme) and declares no stages.

    The functions take a stage number (1-based), the role at each chair, and payloads that are
    positional by side or chair ({"tricks": [7, 6]}):

    - `check` returns all problems, those of a malformed payload included;
    - `points` gives the points of each chair; the payload must be well formed (it may break a
      rule: the scorekeeper can override an error);
    - `explain` gives each chair's lines, which add up to its points;
    - `result` decides the set at a table from its hands (None: not reported) and the cut;
    - `check_cut` judges a cut that was given;
    - `summary` is a short text of one report ("7 : 6").

    `about` says in a sentence what kind of an evening it makes.

    `sit_out` are the points of a player who sits out a hand. `edition` rises when a game's
    scoring changes. `movement` names the module of `rulesets.movements` that seats the next set.
    """

    slug: str
    name: str
    edition: int
    source: str
    about: str = ""
    kind: Kind = "drive"
    scheme: Scheme | None = None
    stages: tuple[Stage, ...] = ()
    check: Check = _no_drive
    points: Points = _no_drive
    explain: Explain = _no_drive
    result: Result = _no_drive
    check_cut: CheckCut = _no_drive
    summary: Summary = _no_drive
    players_per_table: int = 4
    chairs: tuple[str, ...] = ("North", "East", "South", "West")
    sides: tuple[tuple[int, ...], ...] = ((0, 2), (1, 3))
    roles: tuple[str, ...] = ()
    role_names: tuple[str, ...] = ()
    low_wins: bool = False
    hands_per_stage: int = 4
    sit_out: int = 0
    movement: str = ""
    options: type = NoOptions
    examples: tuple[Example, ...] = ()

    def stage(self, number: int) -> Stage:
        """The stage of that number (1-based). Raises LookupError if there is none."""
        if not 1 <= number <= len(self.stages):
            raise LookupError(f"{self.name} has no set {number}")
        return self.stages[number - 1]

    def questions(self, stage: int) -> tuple[Question, ...]:
        """What is asked after each deal of that stage."""
        return self.stage(stage).questions

    def answers(self, question: Question) -> int:
        """How many answers a question has: sides, players, or one."""
        counts = {"side": len(self.sides), "player": self.players_per_table, "table": 1}
        return counts[question.per]
