"""A game of rounds: its questions, its scoring, its end; everything else follows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from rulesets.engine import boards, checks, scoring, sheets, table
from rulesets.engine.endings import Ends, never
from rulesets.engine.limits import limits_of
from rulesets.engine.plays import POT, Account, Ending, Json, Plays, Step
from rulesets.engine.problems import Problem, error
from rulesets.engine.questions import TURN, TURN_FIELD, build_report, questions_of, words_of
from rulesets.engine.roster import Roster, Setup, partners
from rulesets.engine.scoring import worths
from rulesets.engine.sheets import SheetColumn
from rulesets.engine.table import Table
from rulesets.engine.text import NOTHING, Phrase, as_is, as_phrase, listed, say, signed

if TYPE_CHECKING:
    from random import Random

    from rulesets.drawing.scoreboard import Scoreboard
    from rulesets.drawing.vectors import Drawing
    from rulesets.engine.checks import Check
    from rulesets.engine.fields import Field
    from rulesets.engine.limits import Limit, Shortcut
    from rulesets.engine.plays import Joining, Moment
    from rulesets.engine.roster import RosterChange


@dataclass(frozen=True, slots=True)
class RoundSet:
    """A set of rounds, as it is played, shown and printed.

    `labels` are the names of its rounds ("Hearts trump"), `signs` the same as icon keys ("S" "H"
    "C" "D" fixed suit, "named-S" named by the holder of that king, "turned" last card turned up,
    "none"). `line` says how it scores, `most` what all sides together can make in a round ("13 to
    39"), `rule` is an anchor in the rule text. `partners`: whether partners win it together. `asks`
    is the dataclass of its reports (None: the game's own).
    """

    name: str
    labels: tuple[str, ...]
    asks: type | None = None
    line: str = ""
    most: str = ""
    rule: str = ""
    signs: tuple[str, ...] = ()
    partners: bool = True

    def name_deal(self, deal: int) -> Phrase:
        """Return the name of a deal besides its number: its trump, or the game's own name for the
        round; often nothing."""
        return say(self.labels[deal - 1]) if deal <= len(self.labels) else NOTHING

    def sign_of(self, deal: int) -> str:
        """Return the icon that goes with the name of a deal; "" for none."""
        return self.signs[deal - 1] if self.signs else ""


OptionalText = str | Phrase | None
USUAL = 4  # players, where nobody says how many
FIELDS = "_fields"  # where a table remembers what it was asked for


@dataclass(frozen=True, kw_only=True)
class Rounds(Plays):
    """A game of rounds (or turns) at one table.

    - `asks`: the dataclass of a report, or a function from the table to one;
    - `score(report, table)` yields events; without it every `worth` scores by itself;
    - `checks` see the report once all answers could be read; `ends`, `wins`: when, and who;
    - `sides`: how many sides, in every second chair if there are two (0: everybody plays singly);
      `pairs`: the option by which people opposite each other are partners; `alone`: partners who
      each have their own score; `seats`: only these numbers of players;
    - `label`, `note` (functions of the table) and `due` (of table and player) are shown before a
      round; `how` are lines for the paper sheet, or a function from the options to them, the first
      one about scoring; `sheet_columns` are columns besides the score; `ladder` (a function of the
      options) are the rungs that everybody climbs, which are the rows of the sheet if nothing else
      is kept;
    - `deals`: to the left, never, or a function of report and table; `turns`: a report is a turn;
      `winner_deals`: the winner deals first in the next game, not the next in turn;
    - `fills` are shortcuts that fill in a whole report at one tap;
    - `opens(table)` yields what is put in at the start, `pays_out(table, ending)` what the end
      pays; `rank(table)` are numbers to rank by (high is better) if totals do not decide;
    - `lies_on(options, players)`: the board for this many;
    - `sets`: groups of rounds, each set with questions of its own;
    - `notable(report, table)` yields what is rare enough to be remembered; `rarities`: the kinds of
      it by code, in words without names or numbers ("all thirteen tricks");
    - `agreed(setup)` yields problems of the options taken together;
    - `joins`: whether somebody can join a game in progress, if another number can play it; not if
      anything depends on the places at the start;
    - `goal`: how the game is won, or a function from the options to it, if its ending does not say
      so ("First out of cards").
    """

    players: tuple[int, int]
    asks: Any
    score: Callable[[Any, Table], Iterable[Any]] = worths
    checks: tuple[Check, ...] = ()
    ends: Ends = field(default_factory=never)
    wins: Literal["high", "low"] = "high"
    sides: int = 0
    pairs: str = ""
    alone: bool = False
    seats: tuple[int, ...] = ()
    label: Callable[[Table], OptionalText] | None = None
    note: Callable[[Table], OptionalText] | None = None
    due: Callable[[Table, int], OptionalText] | None = None
    deals: Literal["left", "none"] | Callable[[Any, Table], int | None] = "left"
    winner_deals: bool = False
    turns: bool = False
    fills: tuple[Shortcut, ...] = ()
    unit: str = "points"
    counted: Phrase = field(default_factory=lambda: say("Points"))
    conserved: frozenset[str] = frozenset()
    buying: frozenset[str] = frozenset()
    opens: Callable[[Table], Iterable[Any]] | None = None
    pays_out: Callable[[Table, Ending], Iterable[Any]] | None = None
    rank: Callable[[Table], tuple[int, ...]] | None = None
    agreed: Callable[[Setup], Iterable[Problem]] | None = None
    notable: Callable[[Any, Table], Iterable[Moment]] | None = None
    rarities: Mapping[str, str] = field(default_factory=dict)
    how: tuple[str | Phrase, ...] | Callable[[Any], Iterable[str | Phrase]] = ()
    sheet_columns: tuple[SheetColumn, ...] = ()
    ladder: Callable[[Any], Sequence[str | Phrase]] | None = None
    lies_on: Callable[[Any, int], Drawing] | None = None
    sets: tuple[RoundSet, ...] = ()
    goal: str | Callable[[Any], Phrase] = ""
    final_table: bool = False
    seats_matter: bool = False
    joins: bool = True
    _seen: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)

    booked: ClassVar[bool] = True

    @property
    def dealers(self) -> Literal["player", "side", "none"]:  # type: ignore[override]
        """Whether somebody deals: not if a report is a turn."""
        return "none" if self.deals == "none" or self.turns else "player"

    @property
    def passes_deal(self) -> bool:
        """Whether neither the result of a round nor the game itself says who deals next."""
        return self.dealers == "player" and self.deals == "left"

    # --- before the first round -----------------------------------------------------------------

    @property
    def paired(self) -> bool:
        """Whether people are partners, or can be by an option."""
        return bool(self.sides or self.pairs)

    def roster(
        self, names: Sequence[str], roles: Sequence[str] = (), options: Any = None
    ) -> Roster:
        """Return a roster with everybody singly, or on one of the sides."""
        pairs, odd = divmod(len(names), 2)
        agreed = bool(self.pairs) and getattr(options, self.pairs, False)
        sides = pairs if agreed and pairs > 1 and not odd else self.sides
        if sides:
            return partners(tuple(names), sides, tuple(roles))
        return Roster(tuple(names), roles=tuple(roles))

    def check_setup(self, setup: Setup) -> tuple[Problem, ...]:
        """Report a number of players that the game is not for, and options that do not go
        together."""
        problems = self.number_problems(len(setup.roster.names))
        return (*problems, *(self.agreed(setup) if self.agreed is not None else ()))

    def start(self, setup: Setup) -> Step:
        return scoring.open_table(self, setup)

    def joining(self, state: Table) -> Joining:
        """Return how somebody can join: paying in what everybody else did, or as the host says; not
        if people are partners, or the board is for a fixed number."""
        fixed = not self.joins or self.lies_on is not None or state.roster.in_sides
        if fixed or len(state.players) + 1 not in self.numbers or self.over(state) is not None:
            return ""
        return "choice" if self.opens is None else "stake"

    def may_leave(self, state: Table, player: int) -> bool:
        """Return whether enough are left to play on."""
        if not self.joins or state.roster.in_sides or self.over(state) is not None:
            return False
        return player in state.players and len(state.players) - 1 in self.numbers

    def reseat(self, state: Table, change: RosterChange) -> Step:
        """Return the table once somebody has joined, left or come back, or deals out of turn."""
        return scoring.reseat(self, state, change)

    # --- a round --------------------------------------------------------------------------------

    def report_type(self, table: Table) -> type:
        """Return the dataclass of the next round."""
        if self.sets:
            asks = self.set_of(table)[0].asks
            if asks is not None:
                return asks
        report: type = self.asks if isinstance(self.asks, type) else self.asks(table)
        return report

    def set_of(self, table: Table) -> tuple[RoundSet, int]:
        """Return the set of the next round (after the last one: the last set), and the position of
        the round in it, from 0."""
        left = table.rounds
        for round_set in self.sets:
            if left < len(round_set.labels):
                return round_set, left
            left -= len(round_set.labels)
        return self.sets[-1], len(self.sets[-1].labels) - 1

    def fields(self, state: Table) -> tuple[Field, ...]:
        """Return the questions of the next round. A table remembers them."""
        seen = state.__dict__.get(FIELDS)
        if seen is not None and seen[0] is self:
            return seen[1]  # type: ignore[no-any-return]
        questions = questions_of(self.report_type(state))
        fields = tuple(filter(None, (question.field(state) for question in questions)))
        if self.turns:
            fields = (TURN_FIELD, *fields)
        state.__dict__[FIELDS] = (self, fields)
        return fields

    def typed(self, table: Table, sound: Mapping[str, Any], answers: object = None) -> Any:
        """Return a sound report as its dataclass; `answers` is the report as it came.

        A report that was read to be judged is not read again to be played.
        """
        seen = self._seen.get("last")
        if seen is not None and seen[0] is table and seen[1] is sound:
            return seen[2]
        deal: Any = build_report(self.report_type(table), sound, len(table.names), len(table.sides))
        self._seen["last"] = (table, sound if answers is None else answers, deal)
        return deal

    def limits(self, state: Table) -> tuple[Limit, ...]:
        """Return bounds from the shared checks on the numbers of the next round."""
        return limits_of(self.checks, state)

    def shortcuts(self, state: Table) -> tuple[Shortcut, ...]:
        """Return the shortcuts whose questions are all asked in the next round."""
        keys = {field.key for field in self.fields(state)}
        return tuple(
            shortcut
            for shortcut in self.fills
            if keys.issuperset((*shortcut.all_of, *shortcut.names))
        )

    def check(self, state: Table, report: object) -> tuple[Problem, ...]:
        return checks.problems_of(self, state, report)

    def check_before(self, state: Table, report: object) -> tuple[Problem, ...] | None:
        fields = tuple(field for field in self.fields(state) if field.before)
        return checks.problems_before(self, state, fields, report) if fields else None

    def play(self, state: Table, report: Mapping[str, Any]) -> Step:
        return scoring.play_round(self, state, report)

    def skipped(self, state: Table) -> Table:
        """Return the table after a round that is not reported: the number goes up, and the deal
        (the turn) moves on."""
        return scoring.skip_round(self, state)

    def over(self, state: Table) -> Ending | None:
        """Return the end, and the winners: as the ending says, or by the best totals."""
        if not self.ends.over(state):
            return None
        winners = self.ends.winners(state)
        if winners is None:
            ranks = self.ranks(state)
            winners = tuple(who for who, rank in enumerate(ranks) if rank == 1)
        return Ending(winners, self.ends.why(state))

    def playing(self, state: Table) -> tuple[int, ...]:
        return state.players

    def next_dealer(self, state: Table) -> int | None:
        return state.dealer

    def turn(self, state: Table) -> int | None:
        return state.turn

    def sample(self, state: Table, chance: Random) -> dict[str, Any]:
        return table.sample_report(self, state, chance)

    # --- what is told ---------------------------------------------------------------------------

    def name_of_round(self, state: Table) -> Phrase:
        if self.sets:
            round_set, place = self.set_of(state)
            return say(round_set.labels[place])
        return words_of(self.label, state) if self.label is not None else NOTHING

    def note_before(self, state: Table) -> Phrase:
        return words_of(self.note, state) if self.note is not None else NOTHING

    def dues(self, state: Table) -> tuple[Phrase, ...]:
        if self.due is None:
            return ()
        dues = (self.due(state, player) for player in range(len(state.names)))
        return tuple(NOTHING if text is None else as_phrase(text) for text in dues)

    def summary(self, state: Table, report: Any) -> Phrase:
        """Return the round in one line: the game's own words, or everybody's gain."""
        brought = state.last
        if brought is None:
            return NOTHING
        if brought.texts:
            return listed(brought.texts)
        if answers := boards.short_answers(brought.report):
            return answers
        gains = boards.gains_of(state)
        parts = [as_is(f"{state.name_of(who)} {signed(amount)}") for who, amount in gains.items()]
        return listed(parts) if parts else say("nobody scores")

    def moments(self, before: Table, report: Any) -> tuple[Moment, ...]:
        if self.notable is None:
            return ()
        turn = report.get(TURN) if self.turns else None
        seen = before if turn is None else replace(before, turn=turn)
        return tuple(self.notable(self.typed(before, report), seen))

    def victory(self, options: Any) -> Phrase:
        """Return how the game is won: by the ending, the declared goal, or the best total."""
        goal = self.goal(options) if callable(self.goal) else say(self.goal)
        return self.ends.victory(self, options) or goal or super().victory(options)

    def rounds_in_all(self, setup: Setup) -> int | None:
        return setup.span or self.ends.rounds(setup)

    def target(self, setup: Setup) -> int | None:
        return self.ends.total(setup.options)

    # --- what stands where ----------------------------------------------------------------------

    def holdings(self, state: Table) -> Mapping[str, Mapping[Account, int]]:
        return state.books

    def account_name(self, state: Table, account: Account, unit: str = "") -> Phrase:
        """Return a player's or a side's name, the pot, or where stakes come from."""
        if account.kind in ("player", "side"):
            return as_is(state.name_of(account.who))
        if account == POT:
            return say("pot")
        brought = (unit or self.unit) in self.conserved
        return say("brought along") if brought else say("score")

    def totals(self, state: Table) -> tuple[int, ...]:
        return state.totals

    def ranking(self, state: Table) -> tuple[int, ...] | None:
        return self.rank(state) if self.rank is not None else None

    def leavers(self, state: Table) -> tuple[int, ...]:
        return state.leavers

    def out_since(self, state: Table) -> Mapping[int, int]:
        """Return the players who are out, with the round in which each went out."""
        return dict(state.gone)

    def view(self, state: Table) -> Json:
        return boards.view(self, state)

    def round_view(self, state: Table) -> Json:
        return boards.round_view(self, state)

    def board(self, states: Sequence[Table]) -> Scoreboard:
        """Return rounds (laps, if a report is a turn) as rows, totals at the foot."""
        return boards.board(self, states)

    def sheet_lines(self, options: Any) -> list[Phrase]:
        """Return how to keep the sheet with the agreed options."""
        lines = self.how(options) if callable(self.how) else self.how
        return [as_phrase(line) for line in lines]

    def blank_drawing(self, options: Any, players: int = 0) -> Drawing | None:
        """Return the board, where there is one."""
        numbers = self.numbers
        usual = USUAL if USUAL in numbers else numbers[0]
        count = players if players in numbers else usual
        return None if self.lies_on is None else self.lies_on(options, count)

    def blank_drawings(self, options: Any) -> tuple[Drawing, ...]:
        if self.lies_on is None:
            return ()
        drawings: list[Drawing] = []
        for count in self.numbers:
            drawing = self.lies_on(options, count)
            if drawing not in drawings:
                drawings.append(drawing)
        return tuple(drawings)

    @property
    def numbers(self) -> tuple[int, ...]:
        """The possible numbers of players."""
        low, high = self.players
        return self.seats or tuple(range(low, high + 1))

    def sheet(self, setup: Setup, states: Sequence[Table] = ()) -> Scoreboard:
        """Return the columns of the game, and a row for each known round."""
        return sheets.sheet(self, setup, states)


def wrong_option(key: str, text: str, **params: str | int | Phrase) -> Problem:
    """Return a problem of an option, for `agreed`."""
    return error(f"options.{key}", text, ("options", key), **params)
