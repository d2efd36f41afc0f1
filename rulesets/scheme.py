"""The vocabulary of games with a memory: one scoreboard, a fold over rounds, a ledger.

A *scheme* keeps everything that the next round needs in a frozen state of its own (columns and
gins, quarters and faces, chips and pots). `play` is a pure step from state and report to the next
state, and returns the movements that lead there: each names what moved, from where to where, and
the rule that moved it. `rulesets.replay` folds a history over it and audits every step: the
movements must account for every change of the state.

Reports are plain JSON values in which people are numbers: places in the roster, from 0.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from rulesets.game import At, Params, Problem

if TYPE_CHECKING:
    from rulesets.drawing import Drawing
    from rulesets.scoreboard import Scoreboard

State = Any  # each scheme has a frozen dataclass of its own
Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Roster:
    """Who plays, in the order of their seats (clockwise).

    `teams` are the places of each team's players in the order of their chairs, `team_names`
    what the teams are called; both empty where everyone plays alone.
    """

    names: tuple[str, ...]
    teams: tuple[tuple[int, ...], ...] = ()
    team_names: tuple[str, ...] = ()

    def team_of(self, player: int) -> int:
        """The team (0 or 1) of a player. Raises LookupError for nobody's player."""
        for team, members in enumerate(self.teams):
            if player in members:
                return team
        raise LookupError(f"no team has player {player}")


@dataclass(frozen=True, slots=True)
class Counter:
    """How cards can answer a field; `rulesets.counting.picker` does the counting.

    `kind` is what `python -m rulesets count` calls it: "gin" (what is left beside the best melds),
    "golf" (a grid), "poker" (the best five; it has no number). `least` and `most` say how many
    cards are wanted, in `rows` rows where their order matters (0: it does not). They come from
    `packs` times 52 cards and, in all, `jokers` jokers.
    `table` is where melds that lie on the table may be laid off on: if another field of the report
    has one of these values, as with `Field.when`; None: never.
    """

    kind: Literal["gin", "golf", "poker"]
    most: int
    least: int = 1
    rows: int = 0
    packs: int = 1
    jokers: int = 0
    table: tuple[str, tuple[str, ...]] | None = None


@dataclass(frozen=True, slots=True)
class Field:
    """What a report is asked for.

    `kind`: "count" (a whole number in low..high), "player" (a place in the roster), "players" (a
    list of them), "choice" (one of the `choices`' keys), "claims" (choice key -> player), "cards"
    (texts of cards: `rows` lists of `columns` cards, or, with `rows` 0, one list).
    `per`: "table" is one answer; "player" a list with an answer, or None, for everyone in the
    roster; "couple" a list of two, first team first.
    `when`: asked only where another field has one of these values; it belongs to no other report.
    `parts`: instead of a choice the answer may be an object of these fields; `parts_label` is what
    that answer is called beside the choices.
    `nobody` is what it is called to name no player. `rare`: seldom answered, so that a form may
    fold it away.
    `counter`: how the answer can be counted from cards (each answer of a list by itself); the cards
    themselves are the answer where `kind` is "cards". None: it cannot be.
    """

    key: str
    label: str
    help: str
    kind: Literal["count", "player", "players", "choice", "claims", "cards"] = "count"
    per: Literal["table", "player", "couple"] = "table"
    low: int = 0
    high: int = 0
    choices: tuple[tuple[str, str], ...] = ()
    required: bool = True
    when: tuple[str, tuple[str, ...]] | None = None
    parts: tuple[Field, ...] = ()
    parts_label: str = ""
    nobody: str = "Nobody"
    rare: bool = False
    rows: int = 0
    columns: int = 0
    counter: Counter | None = None


AWAY = Field("away", "Away", "Takes no part in this round.", "player")


class Account(NamedTuple):
    """Where points, gins, quarters or chips can be.

    `kind`: "player" (`who`), "column" (a team's game: `who` is the team, `what` the game), "space"
    (`what` is its key), "pot", or "bank", which stands for everything outside of the game.
    """

    kind: str
    who: int = -1
    what: str = ""


BANK = Account("bank")
POT = Account("pot")


def player_account(player: int) -> Account:
    """What a player holds."""
    return Account("player", player)


@dataclass(frozen=True, slots=True)
class Movement:
    """One line of the ledger: `amount` of `unit` goes from `source` to `target`, and why.

    `amount` is above 0 except for points that are struck off a column (they go to the bank).
    `rule` is an anchor in the game's rule text; `at` points into the report that brought it.
    """

    amount: int
    unit: str
    source: Account
    target: Account
    template: str
    params: Params
    rule: str
    at: At = ()

    @property
    def text(self) -> str:
        """The reason in English."""
        return self.template.format(**self.params)


@dataclass(frozen=True, slots=True)
class Step:
    """What a report leads to: the next state, and the movements that lead there."""

    state: State
    movements: tuple[Movement, ...] = ()


@dataclass(frozen=True, slots=True)
class Ending:
    """How it ended: the winning sides (several where they are level), and why."""

    winners: tuple[int, ...]
    template: str
    params: Params = field(default_factory=dict)

    @property
    def text(self) -> str:
        return self.template.format(**self.params)


@dataclass(frozen=True, slots=True)
class Worked:
    """A worked example: a whole history and the totals it leads to.

    `reports` are positional, `totals` by side (team or player).
    """

    roster: Roster
    reports: tuple[Any, ...]
    totals: tuple[int, ...]
    note: str
    options: Mapping[str, Any] = field(default_factory=dict)
    setup: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Setup:
    """What is settled before the first round: who plays, by which options, and who deals first.

    `first` is a player, or a team where teams deal; None: not drawn yet.
    """

    roster: Roster
    options: Any
    first: int | None = None


def _nobody(_state: State) -> int | None:
    return None


def _everybody(state: State) -> tuple[int, ...]:
    return tuple(range(len(state.roster.names)))


@dataclass(frozen=True, slots=True)
class Scheme:
    """A game with a memory, as its functions.

    - `fields` are what a report is asked for, by the options;
    - `setup_problems` judges roster and options together (numbers of players, names of spaces);
    - `start` opens the game: its step holds the first state and what was put in at the start;
    - `check` returns all problems of the next report, malformed ones included; `firm` are the
      codes of problems that nobody can override, because the report could not be played;
    - `play` needs a report without errors, or with overridden ones that are not firm;
    - `over` tells whether and how it has ended;
    - `close` is what happens by itself when nobody can play on and nothing more is reported;
    - `balances` is what every account holds, by unit; a unit in `conserved` only ever comes from
      the bank through movements whose rule is in `buying`, and never goes back there;
    - `totals` are what the sides have, and rank by unless `ranking` says more (both: high is
      better), and `counted` is what pages call them; `view` the state and `round_view` its last
      round as JSON with names; `label` names an account; `summary` is a short text of one report;
    - `scoreboard` draws the states after each round as columns and rows, `worksheet` the round
      after a state with what is reported of it so far, to be written on: a line for each couple of
      the rotation, or, where a third argument tells who really sits there, for those in that order;
    - `blank_sheet` is what a table scores on by hand: columns, foot and how to keep it, with the
      rows (if any) that are known before the first round; whoever prints it adds empty ones;
    - `drawing` is a picture of a state, where one says more than figures; `blank_drawing` what
      the game is played on, by its options, as it is printed for the table.

    `rows`: "couple" where a round is a list with a report for each couple, and with a row of the
    one field `AWAY` for everyone who takes no part in it; else "table".
    `final` is the one field of a last report that closes the game, if there is such a report: a
    list of objects of a "space" and a "player". `claim_key` finds the key of a space by what
    people call it (by options and text).
    `dealers`: whether the deal is a person's or a team's, `next_dealer` whose it is in the round
    after a state (None: nobody's yet). `playing` are those who can be named in that round,
    `closing` those who can be in the last report after it.
    `row_text` says one couple's report and what it is worth. `seats_matter`: another order of seats
    can lead to other totals. `final_table`: of several tables that play this at once, the last
    ones may meet at a final table, a game of its own.
    """

    unit: str
    players: tuple[int, int]
    fields: Callable[[Any], tuple[Field, ...]]
    setup_problems: Callable[[Setup], tuple[Problem, ...]]
    start: Callable[[Setup], Step]
    check: Callable[[State, object], tuple[Problem, ...]]
    play: Callable[[State, Any], Step]
    over: Callable[[State], Ending | None]
    balances: Callable[[State], Mapping[str, Mapping[Account, int]]]
    totals: Callable[[State], tuple[int, ...]]
    view: Callable[[State], Json]
    round_view: Callable[[State], Json]
    label: Callable[[State, Account], str]
    summary: Callable[[State, Any], str]
    scoreboard: Callable[[Sequence[State]], Scoreboard]
    blank_sheet: Callable[[Setup], Scoreboard]
    firm: frozenset[str]
    examples: tuple[Worked, ...]
    close: Callable[[State], Step] = Step
    ranking: Callable[[State], tuple[int, ...]] | None = None
    worksheet: Callable[..., Scoreboard] | None = None
    teams: tuple[str, ...] = ()
    rows: Literal["table", "couple"] = "table"
    final: Field | None = None
    claim_key: Callable[[Any, str], str | None] | None = None
    dealers: Literal["player", "team", "none"] = "none"
    next_dealer: Callable[[State], int | None] = _nobody
    playing: Callable[[State], tuple[int, ...]] = _everybody
    closing: Callable[[State], tuple[int, ...]] = _everybody
    row_text: Callable[[Roster, Mapping[str, Any]], str] | None = None
    conserved: frozenset[str] = frozenset()
    buying: frozenset[str] = frozenset()
    seats_matter: bool = False
    final_table: bool = False
    counted: str = "Points"
    drawing: Callable[[State], Drawing] | None = None
    blank_drawing: Callable[[Any], Drawing] | None = None
