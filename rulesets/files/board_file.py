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
    """A score file as read and replayed.

    `replay` is None where roster or options leave nothing to play. It has an entry for each of
    the `rounds` given, and one more where a last report closes the game. `away` are those who will
    not be there in the next round of two sides. `order` are the roster's sides in the order of the
    file's: what it lists by side, or tells by a side's place, counts in that.
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
        """True when a rule is broken: there is a problem that is more than a warning."""
        return any(problem.severity == "error" for problem in self.problems)


@dataclass(frozen=True, slots=True)
class _Given:
    """A report as read, with its place in the file and the way back to its names."""

    report: RoundReport
    at: At
    names: Translation


def read_board(game: Game, top: dict[str, Any]) -> BoardFile:
    """The score file of a game at one table, or of a room. Raises Unusable."""
    plays, names = game.plays, Names(game)
    found = take(_file(game), top, names)
    options = found["options"]
    sides: list[list[str]] | None = None
    if plays.side_names:
        roster = _teams(names, plays, found)
    else:
        sides = _sides(names, top)
        roster = _players(names, plays, found, sides)
    playable = names.is_sound("players") and names.is_sound("teams") and names.is_sound("sides")
    if not plays.side_names:
        names.order = _order_of_sides(names, roster, found, sides)
    changes = RosterHistory.read(names, plays, found.get("changes", ((), ())))
    made = tuple(change for _at, change in changes.changes)
    setup = Setup(roster, options, _first(names, plays, roster, found), changes=made)
    playable = playable and names.is_sound("changes")
    away = _away(names, roster, found)
    against = plays.check_setup(replace(setup, roster=setup.opening_roster))
    names.problems += against
    at, rounds = found["rounds"]
    history = None
    if playable and not against:
        fold = fold_rounds(plays, setup)
        history = replay_rounds(names, changes, setup, at, rounds, found, fold)
    if history is None:
        one = Listing(ANYTHING) if plays.rows == "couple" else REPORT
        take(Listing(one), rounds, names, at)  # for what is unusable in them
    return BoardFile(game, setup, history, len(rounds), tuple(names.problems), away, names.order)


def file_schema(game: Game) -> Schema:
    """The schema of a whole score file. It knows shapes and ranges; what fits together is for
    `check` to judge."""
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
    one: Schema = {"$ref": "#/$defs/report"}
    if plays.rows == "couple":
        away = parts_schema((AWAY,), sides_of(plays))
        one = {"type": "array", "items": {"anyOf": [one, away, {"type": "null"}]}}
        fields[PRESENT] = optional(Maybe(NAMES))
    rounds = Placed(Listing(Published(ANYTHING, one)))
    fields["rounds"] = optional(rounds, (("rounds",), []), "deals")
    if plays.paired:
        least, most = sides_of(plays)
        sides = Published(Listing(NAMES), {"minItems": least, "maxItems": most})
        fields["sides"] = optional(Anything(sides))
    if plays.final is not None:
        fields[plays.final.key] = optional(Maybe(Published(ANYTHING, deals_schema())))
    return Record(fields)


class Fold(Protocol):
    """Turns reports into a history, like `Board.fold`."""

    def __call__(
        self, reports: Sequence[RoundReport], since: Replay | None = None, keep: int = 0
    ) -> Replay: ...


def fold_rounds(plays: Plays, setup: Setup) -> Fold:
    """The fold of a board without matches."""

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
    """Every round read by what it is asked for, and played, with what `changes` after it and what
    closes the game; problems are noted. `fields` are the fields beside the rounds. In a match of
    several games a report that closes one of them stands among the rounds. None, where people
    cannot join or leave as the file says."""
    plays = changes.plays
    if not (changes.begin(setup.opening_roster) and changes.check_rounds(len(rounds))):
        return None
    history = fold(())
    givens: list[_Given] = []
    for number, entry in enumerate(rounds):
        here: At = (*at, number)
        # Who joins later is not asked for anything yet.
        there = names if changes.there == len(names.names) else Chairs(names, range(changes.there))
        if history.games and _is_closing(plays, entry):
            given = _closing(there, plays, setup, entry, here)
        else:
            given = _round(there, plays, setup, history.standing, entry, here)
        folded = fold([given.report], history, number)
        if after := changes.after(number + 1):
            if not changes.check(number + 1, folded.standing):
                return None
            given = replace(given, report=replace(given.report, changes=after))
            folded = fold([given.report], history, number)
        history = folded
        givens.append(given)
    if plays.final is not None and fields[plays.final.key] is not None:
        given = _closing(names, plays, setup, fields, at[:-1])
        history = fold([given.report], history, len(givens))
        givens.append(given)
    for number, (given, one) in enumerate(zip(givens, history.rounds, strict=True), 1):
        names.problems += [
            _placed(given, problem, last=number == len(givens))
            for problem in one.problems
            if not given.names.spurious(problem)
        ]
    return history


def _is_closing(plays: Plays, entry: object) -> bool:
    """Whether an entry among the rounds is the report that closes the game."""
    return plays.final is not None and isinstance(entry, dict) and entry.keys() == {plays.final.key}


def _sides(names: Names, top: dict[str, Any]) -> list[list[str]] | None:
    """Who plays together, by name; wanted where nothing else is said of who plays."""
    given = Listing(Listing(TEXT))
    shape = given if "sides" in top and "players" not in top else Maybe(given)
    found: list[list[str]] | None = take(shape, top.get("sides"), names, ("sides",))
    return found


def _players(
    names: Names, plays: Plays, fields: dict[str, Any], sides: list[list[str]] | None
) -> Roster:
    """The players in the order of their seats; where only the sides are given, every other seat
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
    names: Names, roster: Roster, fields: dict[str, Any], given: Sequence[Sequence[str]] | None
) -> tuple[int, ...]:
    """The roster's sides in the order of the file's. Sides that are not those of every other chair
    are a problem; where they are all that is said of who plays, only if they are equally large."""
    if given is None or (fields["players"] is None and len(set(map(len, given))) > 1):
        return ()
    sides = [sorted(names.players(side, ("sides", n))) for n, side in enumerate(given)]
    seated = [sorted(side) for side in roster.sides]
    if sorted(sides) == sorted(seated):
        return tuple(map(seated.index, sides))
    text = "Sides sit in every other chair: {sides}."
    if not roster.in_sides and len(roster.names) > len(sides):
        text = "With these options everybody plays for themselves."
    names.note("sides.seats", ("sides",), text, sides="; ".join(roster.side_names))
    return ()


def _teams(names: Names, plays: Plays, fields: dict[str, Any]) -> Roster:
    """The two teams in the order of the file, unless they are called as the game calls them."""
    top, given = fields["sides"]
    own = set(given) == set(plays.side_names)
    called = sorted(given, key=plays.side_names.index) if own else list(given)
    teams = []
    for team in called:
        at: At = (*top, team)
        if not team.strip():
            names.note("team.name", at, "A team needs a name.")
        first = len(names.names)
        take(Listing(NEW_PLAYER), given[team], names, at)
        teams.append(tuple(range(first, len(names.names))))
    return Roster(tuple(names.names), tuple(teams), tuple(called))


def _away(names: Names, roster: Roster, fields: dict[str, Any]) -> frozenset[int]:
    """Who is not among those there for the next round; nobody, where the file does not say."""
    present = fields.get(PRESENT)
    if present is None:
        return frozenset()
    return frozenset(range(len(roster.names))) - set(names.players(present, (PRESENT,)))


def _first(names: Names, plays: Plays, roster: Roster, fields: dict[str, Any]) -> int | None:
    """Who deals first: a player or a side."""
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


def _round(names: Names, plays: Plays, setup: Setup, state: State, entry: object, at: At) -> _Given:
    translation = Translation(names, plays, setup.roster, setup.options)
    fields = plays.fields(state)
    if plays.rows == "table":
        report, reason = without_override(entry, names, at)
        value = translation.report(fields, report, at)
        return _Given(RoundReport(value, reason, bool(translation.nobody)), at, translation)
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
    return _Given(
        RoundReport(rows, frozenset(overridden), bool(translation.nobody)), at, translation
    )


def _closing(names: Names, plays: Plays, setup: Setup, fields: dict[str, Any], place: At) -> _Given:
    """The report that closes the game, which is at a `place` of the file."""
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
    return _Given(report, place, translation)


def _placed(given: _Given, problem: Problem, *, last: bool) -> Problem:
    """A problem at its place in the file: a warning where it was overridden, an error where a
    round that waits for reports is not the last one."""
    at = (*given.at, *given.names.place(problem))
    severity = problem.severity
    if given.report.overrides(problem) and not problem.firm:
        severity = "warning"
    elif problem.code == "round.open" and not last:
        severity = "error"
    return replace(problem, at=at, severity=severity)


Json = dict[str, Any]


def score(file: BoardFile, *, explain: bool) -> Json:
    """The standings, the board, and what each round brought; with `explain` the whole ledger."""
    found = problems(file.problems)
    if file.replay is None:
        return {"finished": False, "standings": [], "rounds": [], "problems": found}
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
    return {**answer, "problems": found}


def seats(file: BoardFile) -> tuple[Json, bool]:
    """Who faces whom in the next round of two teams, and whether that can be told yet."""
    teams = file.setup.roster.sides
    number = 1 if file.replay is None else file.replay.state.rounds + 1
    found = problems(file.problems)
    waiting = [p for p in file.problems if p.severity == "error" or p.code == "round.open"]
    empty: Json = {"round": number, "couples": [], "byes": [], "dealers": None}
    if file.replay is None or waiting:
        return {**empty, "problems": found}, False
    if file.replay.ending is not None:
        text = "All games are over; nobody moves on."
        over = {"code": "round.over", "severity": "error", "message": text, "at": []}
        return {**empty, "problems": [*found, over]}, False
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
    return {**answer, "problems": found}, True


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
    found = [
        {"name": name, "total": total, "rank": rank, "shared": ranks.count(rank) > 1}
        for name, total, rank in zip(_answer_sides(file), totals, ranks, strict=True)
    ]
    return sorted(found, key=lambda one: (one["rank"], one["name"]))


def _answer_round(file: BoardFile, number: int, played: PlayedRound) -> Json:
    """One report's part: what it brought, and the board after it."""
    if not played.counted:
        return {"round": number, "counted": False}
    plays, names = file.game.plays, file.setup.roster.names
    return {
        "round": number,
        "counted": True,
        "summary": played.summary.text,
        "moments": [
            {"code": one.code, "text": one.text, "who": [names[player] for player in one.who]}
            for one in played.moments
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
    """A place in a report, its side counted in the order of the file."""
    if len(at) > 1 and at[1] in file.order and number:
        before = history.rounds[number - 2].state if number > 1 else history.opening.state
        if any(
            field.key == at[0] and field.per == "side" for field in file.game.plays.fields(before)
        ):
            return [at[0], file.order.index(int(at[1])), *at[2:]]
    return list(at)
