"""The score file of one board (docs/score-file.md): read, replayed, judged round by round, and
answered.

What is not of the documented type is unusable and raises `Unusable`; whatever breaks a rule of
the game comes back as a problem with its place, all of them at once.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Protocol

from rulesets.engine.fields import AWAY
from rulesets.engine.problems import wrong
from rulesets.engine.replay import PlayedRound, Replay, RoundReport, replay, resume
from rulesets.engine.roster import Roster, Setup
from rulesets.engine.rounds import Rounds
from rulesets.files.descriptions import problems
from rulesets.files.names import (
    DIALECT,
    NAME,
    NAMES,
    NEW_PLAYER,
    REPORT,
    Chairs,
    Names,
    Options,
    edition,
    game_shape,
    without_override,
)
from rulesets.files.reader import schema, take
from rulesets.files.report_names import (
    Translation,
    deals_schema,
    game_report,
    parts_schema,
    sides_of,
)
from rulesets.files.roster_history import RosterHistory, changes_field
from rulesets.files.shapes import (
    ANYTHING,
    TEXT,
    Anything,
    ByName,
    Constant,
    Field,
    Listing,
    Maybe,
    Placed,
    Published,
    Record,
    Schema,
    Shape,
    optional,
)
from rulesets.movements.long_table import seat_teams
from rulesets.room.worksheet import is_away

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulesets.engine.game import Game
    from rulesets.engine.plays import Plays, State, Transfer
    from rulesets.engine.problems import At, Problem
    from rulesets.engine.replay import PlayedRound, Replay


OVERRIDE, PRESENT = "override", "present"
FIRST_DEALER = {"player": "first_dealer", "side": "first_dealers", "none": ""}


@dataclass(frozen=True, slots=True)
class BoardFile:
    """A score file, read and replayed.

    `replay` is None if roster or options leave nothing to play. It has an entry for each of the
    `rounds` of the file, and one more if a last report closes the game. `away` are the people
    absent from the next round of two sides. `order` are the roster's sides in the order of the
    file's: the file's lists by side, and places of sides, count in that order.
    """

    game: Game
    setup: Setup
    replay: Replay | None
    rounds: int
    problems: tuple[Problem, ...]
    away: frozenset[int] = frozenset()
    order: tuple[int, ...] = ()

    @property
    def broken(self) -> bool:
        """Return whether there is a problem that is more than a warning."""
        return any(problem.severity == "error" for problem in self.problems)


@dataclass(frozen=True, slots=True)
class _ReadReport:
    """A report, its place in the file, and the way back to its names."""

    report: RoundReport
    at: At
    names: Translation


def read_board(game: Game, top: dict[str, Any]) -> BoardFile:
    """Read the score file of a game at one table, or of a room. Raises Unusable."""
    plays, names = game.plays, Names(game)
    fields = take(_file(game), top, names)
    options = fields["options"]
    sides: list[list[str]] | None = None
    if plays.side_names:
        roster = _teams(names, plays, fields)
    else:
        sides = _sides(names, top)
        roster = _players(names, plays, fields, sides)
    playable = names.is_sound("players") and names.is_sound("teams") and names.is_sound("sides")
    if not plays.side_names:
        names.order = _order_of_sides(names, roster, fields, sides)
    changes = RosterHistory.read(names, plays, fields.get("changes", ((), ())))
    roster_changes = tuple(change for _at, change in changes.changes)
    setup = Setup(roster, options, _first(names, plays, roster, fields), changes=roster_changes)
    playable = playable and names.is_sound("changes")
    away = _away(names, roster, fields)
    against = plays.check_setup(replace(setup, roster=setup.opening_roster))
    names.problems += against
    at, rounds = fields["rounds"]
    history = None
    if playable and not against:
        fold = fold_rounds(plays, setup)
        history = replay_rounds(names, changes, setup, at, rounds, fields, fold)
    if history is None:
        shape = Listing(ANYTHING) if plays.rows == "couple" else REPORT
        take(Listing(shape), rounds, names, at)  # for what is unusable in them
    return BoardFile(game, setup, history, len(rounds), tuple(names.problems), away, names.order)


def file_schema(game: Game) -> Schema:
    """Return the schema of a whole score file. It knows shapes and ranges; `check` judges
    whether they fit together."""
    title, report = f"{game.name}: score file", game_report(game)
    return {"$schema": DIALECT, "title": title, **schema(_file(game)), "$defs": {"report": report}}


@lru_cache(64)
def _file(game: Game) -> Record:
    plays = game.plays
    low, high = plays.players
    fields: dict[str, Shape | Field] = {
        "game": game_shape(game),
        "edition": edition(game),
        "format": optional(Anything(Constant(game.formats[0]))),
        "options": Field(Options(game.options), required=False, absent={}),
    }
    if plays.side_names:
        teams = ByName(NAMES, len(plays.side_names), "an object of two teams")
        fields["sides"] = Field(Placed(teams), others=("teams",))
    else:
        players = Published(Listing(NEW_PLAYER), {"minItems": low, "maxItems": high})
        fields["players"] = optional(players, required=not plays.paired)
    if FIRST_DEALER[plays.dealers]:
        fields[FIRST_DEALER[plays.dealers]] = optional(Maybe(NAME))
    if isinstance(plays, Rounds):
        fields["changes"] = changes_field()
    report: Schema = {"$ref": "#/$defs/report"}
    if plays.rows == "couple":
        away = parts_schema((AWAY,), sides_of(plays))
        report = {"type": "array", "items": {"anyOf": [report, away, {"type": "null"}]}}
        fields[PRESENT] = optional(Maybe(NAMES))
    rounds = Placed(Listing(Published(ANYTHING, report)))
    fields["rounds"] = optional(rounds, (("rounds",), []), "deals")
    if plays.paired:
        least, most = sides_of(plays)
        sides = Published(Listing(NAMES), {"minItems": least, "maxItems": most})
        fields["sides"] = optional(Anything(sides))
    if plays.final is not None:
        fields[plays.final.key] = optional(Maybe(Published(ANYTHING, deals_schema())))
    return Record(fields)


class Fold(Protocol):
    """A function from reports to a history, like `Board.fold`."""

    def __call__(
        self, reports: Sequence[RoundReport], since: Replay | None = None, keep: int = 0
    ) -> Replay: ...


def fold_rounds(plays: Plays, setup: Setup) -> Fold:
    """Return the fold of a board without matches."""

    def fold(reports: Sequence[RoundReport], since: Replay | None = None, keep: int = 0) -> Replay:
        if since is None:
            return replay(plays, setup, reports)
        return resume(plays, since, keep, reports)

    return fold


def replay_rounds(
    names: Names,
    changes: RosterHistory,
    setup: Setup,
    at: At,
    rounds: list[Any],
    fields: dict[str, Any],
    fold: Fold,
) -> Replay | None:
    """Read every round by its questions, and play it, with the `changes` after it and the
    closing of the game; note problems. `fields` are the fields beside the rounds. In a match of
    several games a report that closes one of them is among the rounds. None if people cannot
    join or leave as in the file."""
    plays = changes.plays
    if not (changes.begin(setup.opening_roster) and changes.check_rounds(len(rounds))):
        return None
    history = fold(())
    reports: list[_ReadReport] = []
    for number, entry in enumerate(rounds):
        here: At = (*at, number)
        # People who join later have no questions yet.
        there = names if changes.there == len(names.names) else Chairs(names, range(changes.there))
        if history.games and _is_closing(plays, entry):
            read_report = _closing(there, plays, setup, entry, here)
        else:
            read_report = _round(there, plays, setup, history.standing, entry, here)
        folded = fold([read_report.report], history, number)
        if after := changes.after(number + 1):
            if not changes.check(number + 1, folded.standing):
                return None
            read_report = replace(read_report, report=replace(read_report.report, changes=after))
            folded = fold([read_report.report], history, number)
        history = folded
        reports.append(read_report)
    if plays.final is not None and fields[plays.final.key] is not None:
        closing = _closing(names, plays, setup, fields, at[:-1])
        history = fold([closing.report], history, len(reports))
        reports.append(closing)
    for number, (report, row) in enumerate(zip(reports, history.rounds, strict=True), 1):
        names.problems += [
            _placed(report, problem, last=number == len(reports))
            for problem in row.problems
            if not report.names.spurious(problem)
        ]
    return history


def _is_closing(plays: Plays, entry: object) -> bool:
    """Return whether an entry among the rounds is the report that closes the game."""
    return plays.final is not None and isinstance(entry, dict) and entry.keys() == {plays.final.key}


def _sides(names: Names, top: dict[str, Any]) -> list[list[str]] | None:
    """Return the sides by name; they are required if the file names no players."""
    listing = Listing(Listing(TEXT))
    shape = listing if "sides" in top and "players" not in top else Maybe(listing)
    sides: list[list[str]] | None = take(shape, top.get("sides"), names, ("sides",))
    return sides


def _players(
    names: Names, plays: Plays, fields: dict[str, Any], sides: list[list[str]] | None
) -> Roster:
    """Return the players in the order of their seats; if there are only sides, every other seat
    is one side's."""
    if fields["players"] is None:
        if sides is None:
            wrong(("players",), "a list")
        width = max(map(len, sides), default=0)
        for n, where in ((n, where) for where in range(width) for n in range(len(sides))):
            if where < len(sides[n]):
                names.at[:] = ("sides", n, where)
                NEW_PLAYER.read(sides[n][where], names)
    return plays.roster(tuple(names.names), options=fields["options"])


def _order_of_sides(
    names: Names, roster: Roster, fields: dict[str, Any], listed: Sequence[Sequence[str]] | None
) -> tuple[int, ...]:
    """Return the roster's sides in the order of the file's. Sides other than those of every
    other chair are a problem; if the file has no players, only if they are equally large."""
    if listed is None or (fields["players"] is None and len(set(map(len, listed))) > 1):
        return ()
    sides = [sorted(names.players(side, ("sides", n))) for n, side in enumerate(listed)]
    seated = [sorted(side) for side in roster.sides]
    if sorted(sides) == sorted(seated):
        return tuple(map(seated.index, sides))
    text = "Sides sit in every other chair: {sides}."
    if not roster.in_sides and len(roster.names) > len(sides):
        text = "With these options everybody plays for themselves."
    names.note("sides.seats", ("sides",), text, sides="; ".join(roster.side_names))
    return ()


def _teams(names: Names, plays: Plays, fields: dict[str, Any]) -> Roster:
    """Return the two teams in the order of the file, unless they have the names that the game
    gives them."""
    top, teams = fields["sides"]
    own = set(teams) == set(plays.side_names)
    called = sorted(teams, key=plays.side_names.index) if own else list(teams)
    sides = []
    for team in called:
        at: At = (*top, team)
        if not team.strip():
            names.note("team.name", at, "A team needs a name.")
        first = len(names.names)
        take(Listing(NEW_PLAYER), teams[team], names, at)
        sides.append(tuple(range(first, len(names.names))))
    return Roster(tuple(names.names), tuple(sides), tuple(called))


def _away(names: Names, roster: Roster, fields: dict[str, Any]) -> frozenset[int]:
    """Return the people absent from the next round; nobody, if the file does not list the
    present."""
    present = fields.get(PRESENT)
    if present is None:
        return frozenset()
    return frozenset(range(len(roster.names))) - set(names.players(present, (PRESENT,)))


def _first(names: Names, plays: Plays, roster: Roster, fields: dict[str, Any]) -> int | None:
    """Return the first dealer: a player or a side."""
    key = FIRST_DEALER[plays.dealers]
    name = fields.get(key)
    if name is None:
        return None
    if plays.dealers == "player":
        return names.player(name, (key,))
    if name in roster.side_names:
        return roster.side_names.index(name)
    names.note("team.unknown", (key,), "There is no team {team}.", team=name)
    return None


def _round(
    names: Names, plays: Plays, setup: Setup, state: State, entry: object, at: At
) -> _ReadReport:
    translation = Translation(names, plays, setup.roster, setup.options)
    fields = plays.fields(state)
    if plays.rows == "table":
        report, reason = without_override(entry, names, at)
        value = translation.report(fields, report, at)
        return _ReadReport(RoundReport(value, reason, bool(translation.nobody)), at, translation)
    rows: list[Any] = []
    overridden = set()
    for place_in_round, row in enumerate(take(Listing(ANYTHING), entry, names, at)):
        here = (*at, place_in_round)
        if row is None:
            rows.append(None)
            continue
        if is_away(row):
            rows.append(translation.report((AWAY,), row, here, (place_in_round,)))
            continue
        report, reason = without_override(row, names, here)
        rows.append(translation.report(fields, report, here, (place_in_round,)))
        overridden |= {place_in_round} if reason else set()
    return _ReadReport(
        RoundReport(rows, frozenset(overridden), bool(translation.nobody)), at, translation
    )


def _closing(
    names: Names, plays: Plays, setup: Setup, fields: dict[str, Any], place: At
) -> _ReadReport:
    """Return the report that closes the game, which is at a `place` of the file."""
    key = plays.final.key if plays.final is not None else ""
    translation = Translation(names, plays, setup.roster, setup.options)
    at, listed = (*place, key), fields[key]
    reasons = False
    if isinstance(listed, list):
        deals_given = [
            without_override(deal, names, (*at, n))
            if isinstance(deal, dict) and "player" in deal
            else (deal, False)
            for n, deal in enumerate(listed)
        ]
        listed = [deal for deal, _reason in deals_given]
        reasons = any(reason for _deal, reason in deals_given)
    deals = translation.deals(listed, at, (key,))
    report = RoundReport({key: deals}, reasons, withheld=bool(translation.nobody))
    return _ReadReport(report, place, translation)


def _placed(source: _ReadReport, problem: Problem, *, last: bool) -> Problem:
    """Return a problem at its place in the file: a warning if it was overridden, an error if a
    round that waits for reports is not the last one."""
    at = (*source.at, *source.names.place(problem))
    severity = problem.severity
    if source.report.overrides(problem) and not problem.firm:
        severity = "warning"
    elif problem.code == "round.open" and not last:
        severity = "error"
    return replace(problem, at=at, severity=severity)


Json = dict[str, Any]


def score(file: BoardFile, *, explain: bool) -> Json:
    """Return the standings, the board, and the results of each round; with `explain` the whole
    ledger."""
    faults = problems(file.problems)
    if file.replay is None:
        return {"finished": False, "standings": [], "rounds": [], "problems": faults}
    plays, history = file.game.plays, file.replay
    rounds = history.rounds[: file.rounds]
    answer: Json = {
        "finished": history.ending is not None,
        "ending": _ending(file, history),
        "standings": _standings(file, plays, history.state),
        **plays.view(history.state),
        "rounds": [_answer_round(file, number, played) for number, played in enumerate(rounds, 1)],
    }
    if len(history.rounds) > file.rounds:
        answer["final"] = _answer_round(file, file.rounds + 1, history.rounds[-1])
        del answer["final"]["round"]
    if explain:
        answer["ledger"] = [
            _transfer(file, history, number, transfer) for number, transfer in history.ledger()
        ]
    return {**answer, "problems": faults}


def seats(file: BoardFile) -> tuple[Json, bool]:
    """Return the couples of the next round of two teams, and whether they are known yet."""
    teams = file.setup.roster.sides
    number = 1 if file.replay is None else file.replay.state.rounds + 1
    faults = problems(file.problems)
    waiting = [p for p in file.problems if p.severity == "error" or p.code == "round.open"]
    empty: Json = {"round": number, "couples": [], "byes": [], "dealers": None}
    if file.replay is None or waiting:
        return {**empty, "problems": faults}, False
    if file.replay.ending is not None:
        text = "All games are over; nobody moves on."
        over = {"code": "round.over", "severity": "error", "message": text, "at": []}
        return {**empty, "problems": [*faults, over]}, False
    names, couples, byes = file.setup.roster.names, [], []
    here = [[player for player in team if player not in file.away] for team in teams]
    for pair in seat_teams(here[0], here[1], number):
        people = [names[player] for player in (pair.stays, pair.moves) if player is not None]
        if len(people) == 2:
            couples.append({"chair": pair.chair, "couple": people})
        else:
            byes += people
    dealers = file.game.plays.view(file.replay.state)["dealers"]
    answer = {"round": number, "couples": couples, "byes": byes, "dealers": dealers}
    return {**answer, "problems": faults}, True


def _answer_sides(file: BoardFile) -> tuple[str, ...]:
    return file.setup.roster.side_names


def _ending(file: BoardFile, history: Replay) -> Json | None:
    if history.ending is None:
        return None
    winners = [_answer_sides(file)[side] for side in history.ending.winners]
    return {"winners": winners, "reason": history.ending.text}


def _standings(file: BoardFile, plays: Plays, state: State) -> list[Json]:
    totals = plays.totals(state)
    ranks = plays.ranks(state)
    standings = [
        {"name": name, "total": total, "rank": rank, "shared": ranks.count(rank) > 1}
        for name, total, rank in zip(_answer_sides(file), totals, ranks, strict=True)
    ]
    return sorted(standings, key=lambda standing: (standing["rank"], standing["name"]))


def _answer_round(file: BoardFile, number: int, played: PlayedRound) -> Json:
    """Return one report's part: its results, and the board after it."""
    if not played.counted:
        return {"round": number, "counted": False}
    plays, names = file.game.plays, file.setup.roster.names
    return {
        "round": number,
        "counted": True,
        "summary": played.summary.text,
        "moments": [
            {
                "code": moment.code,
                "text": moment.text,
                "who": [names[player] for player in moment.who],
            }
            for moment in played.moments
        ],
        **plays.round_view(played.state),
        "board": plays.view(played.state),
    }


def _transfer(file: BoardFile, history: Replay, number: int, transfer: Transfer) -> Json:
    plays, state = file.game.plays, history.state
    return {
        "round": number,
        "amount": transfer.amount,
        "unit": transfer.unit,
        "from": plays.account_name(state, transfer.source, transfer.unit).text,
        "to": plays.account_name(state, transfer.target, transfer.unit).text,
        "text": transfer.text,
        "rule": transfer.rule,
        "at": _place(file, history, number, transfer.at),
    }


def _place(file: BoardFile, history: Replay, number: int, at: At) -> list[str | int]:
    """Return a place in a report, its side counted in the order of the file."""
    if len(at) > 1 and at[1] in file.order and number:
        before = history.rounds[number - 2].state if number > 1 else history.opening.state
        if any(
            field.key == at[0] and field.per == "side" for field in file.game.plays.fields(before)
        ):
            return [at[0], file.order.index(int(at[1])), *at[2:]]
    return list(at)
