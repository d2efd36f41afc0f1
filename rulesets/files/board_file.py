"""The score file of one board (docs/score-file.md): read, replayed, judged round by round.

What is not of the documented type is unusable and raises `Unusable`; whatever breaks a rule of
the game comes back as a problem with its place, all of them at once.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from rulesets.fields import AWAY
from rulesets.files.names import Names
from rulesets.files.report_names import Translation
from rulesets.json_values import as_list, as_object, as_text, wrong
from rulesets.replay import Played, Replay, Report, advance, closed, open_game
from rulesets.room.couples import is_away
from rulesets.roster import Roster, Setup

if TYPE_CHECKING:
    from rulesets.game import Game
    from rulesets.plays import Plays, State
    from rulesets.problems import At, Problem

OVERRIDE, PRESENT = "override", "present"
FIRST_DEALER = {"player": "first_dealer", "side": "first_dealers", "none": ""}
ROUNDS = ("rounds", "deals")  # what a file may call them
SIDES = ("sides", "teams")


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

    report: Report
    at: At
    names: Translation


def read_board(game: Game, top: dict[str, Any]) -> BoardFile:
    """The score file of a game at one table, or of a room. Raises Unusable."""
    plays, reader = game.plays, Names(game)
    reader.only(top, _known(plays), ())
    options = reader.options(top)
    roster = (
        _teams(reader, plays, top) if plays.side_names else _players(reader, plays, top, options)
    )
    playable = not reader.broken(("players",), ("teams",), ("sides",))
    if not plays.side_names:
        reader.order = _order_of_sides(reader, roster, top)
    setup = Setup(roster, options, _first(reader, plays, roster, top))
    away = _away(reader, roster, top) if plays.rows == "couple" else frozenset()
    wrong_setup = plays.seated(setup)
    reader.problems += wrong_setup
    key = reader.either(top, ROUNDS)
    rounds = key, as_list(top.get(key, []), (key,))
    if not playable or wrong_setup:
        for number, entry in enumerate(rounds[1]):  # for what is unusable in them
            as_list(entry, (rounds[0], number)) if plays.rows == "couple" else as_object(
                entry, (rounds[0], number)
            )
        found = tuple(reader.problems)
        return BoardFile(game, setup, None, len(rounds[1]), found, away, reader.order)
    history = _replayed(reader, plays, setup, rounds, top)
    found = tuple(reader.problems)
    return BoardFile(game, setup, history, len(rounds[1]), found, away, reader.order)


def _replayed(
    reader: Names,
    plays: Plays,
    setup: Setup,
    rounds: tuple[str, list[Any]],
    top: dict[str, Any],
) -> Replay:
    """Every round read by what it is asked for, and played."""
    opening = open_game(plays, setup)
    state = opening.state
    told: list[Played] = []
    givens: list[_Given] = []
    for number, entry in enumerate(rounds[1]):
        given = _round(reader, plays, setup, state, entry, (rounds[0], number))
        givens.append(given)
        told.append(advance(plays, state, given.report))
        state = told[-1].state
    for given in _final(reader, plays, setup, top):
        givens.append(given)
        told.append(advance(plays, state, given.report))
        state = told[-1].state
    for number, (given, played) in enumerate(zip(givens, told, strict=True), 1):
        reader.problems += [
            _placed(given, problem, last=number == len(givens))
            for problem in played.problems
            if not given.names.spurious(problem)
        ]
    return closed(plays, opening, told)


def _known(plays: Plays) -> set[str]:
    known = {"game", "edition", "format", "options", *ROUNDS}
    known |= set(SIDES) if plays.side_names else {"players"}
    known |= {"sides"} if plays.paired else set()
    known |= {FIRST_DEALER[plays.dealers], plays.final.key if plays.final is not None else ""}
    known |= {PRESENT} if plays.rows == "couple" else set()
    return known - {""}


def _players(reader: Names, plays: Plays, top: dict[str, Any], options: Any) -> Roster:
    """The players in the order of their seats; where only the sides are given, every other seat
    is one side's."""
    if "players" not in top and "sides" in top:
        sides = [
            as_list(side, ("sides", n)) for n, side in enumerate(as_list(top["sides"], ("sides",)))
        ]
        width = max(map(len, sides), default=0)
        seats = [(n, place) for place in range(width) for n in range(len(sides))]
        for n, where in seats:
            if where < len(sides[n]):
                at: At = ("sides", n, where)
                reader.enter(as_text(sides[n][where], at), at)
    else:
        for number, name in enumerate(as_list(top.get("players"), ("players",))):
            reader.enter(as_text(name, ("players", number)), ("players", number))
    return plays.roster(tuple(reader.names), options=options)


def _order_of_sides(reader: Names, roster: Roster, top: dict[str, Any]) -> tuple[int, ...]:
    """The roster's sides in the order of the file's. Sides that are not those of every other chair
    are a problem; where they are all that is told of who plays, only if they are equally large."""
    if top.get("sides") is None:
        return ()
    given = as_list(top["sides"], ("sides",))
    if "players" not in top and len(set(map(len, given))) > 1:
        return ()
    told = [sorted(reader.players(side, ("sides", n))) for n, side in enumerate(given)]
    seated = [sorted(side) for side in roster.sides]
    if sorted(told) == sorted(seated):
        return tuple(map(seated.index, told))
    text = "Sides sit in every other chair: {sides}."
    if not roster.in_sides and len(roster.names) > len(told):
        text = "By these options everybody plays alone."
    reader.note("sides.seats", ("sides",), text, sides="; ".join(roster.side_names))
    return ()


def _teams(reader: Names, plays: Plays, top: dict[str, Any]) -> Roster:
    """The two teams in the order of the file, unless they are called as the game calls them."""
    key = reader.either(top, SIDES)
    given = as_object(top.get(key), (key,))
    if len(given) != len(plays.side_names):
        wrong((key,), "an object of two teams")
    own = set(given) == set(plays.side_names)
    names = sorted(given, key=plays.side_names.index) if own else list(given)
    teams = []
    for team in names:
        at: At = (key, team)
        if not team.strip():
            reader.note("team.name", at, "A team needs a name.")
        members = as_list(given[team], at)
        first = len(reader.names)
        for number, name in enumerate(members):
            reader.enter(as_text(name, (*at, number)), (*at, number))
        teams.append(tuple(range(first, first + len(members))))
    return Roster(tuple(reader.names), tuple(teams), tuple(names))


def _away(reader: Names, roster: Roster, top: dict[str, Any]) -> frozenset[int]:
    """Who is not among those there for the next round; nobody, where the file does not say."""
    if top.get(PRESENT) is None:
        return frozenset()
    return frozenset(range(len(roster.names))) - set(reader.players(top[PRESENT], (PRESENT,)))


def _first(reader: Names, plays: Plays, roster: Roster, top: dict[str, Any]) -> int | None:
    """Who deals first: a player or a side."""
    key = FIRST_DEALER[plays.dealers]
    if not key or top.get(key) is None:
        return None
    if plays.dealers == "player":
        return reader.player(top[key], (key,))
    name = as_text(top[key], (key,))
    if name in roster.side_names:
        return roster.side_names.index(name)
    reader.note("team.unknown", (key,), "There is no team {team}.", team=name)
    return None


def _round(
    reader: Names, plays: Plays, setup: Setup, state: State, entry: object, at: At
) -> _Given:
    names = Translation(reader, plays, setup.roster, setup.options)
    fields = plays.fields(state)
    if plays.rows == "table":
        report, reason = _without_override(entry, at)
        value = names.report(fields, report, at)
        return _Given(Report(value, reason, bool(names.nobody)), at, names)
    rows: list[Any] = []
    overridden = set()
    for place_in_round, row in enumerate(as_list(entry, at)):
        here = (*at, place_in_round)
        if row is None:
            rows.append(None)
            continue
        if is_away(row):
            rows.append(names.report((AWAY,), row, here, (place_in_round,)))
            continue
        report, reason = _without_override(row, here)
        rows.append(names.report(fields, report, here, (place_in_round,)))
        overridden |= {place_in_round} if reason else set()
    return _Given(Report(rows, frozenset(overridden), bool(names.nobody)), at, names)


def _without_override(entry: object, at: At) -> tuple[dict[str, Any], bool]:
    """A report without its reason for an override, and whether it has one."""
    fields = dict(as_object(entry, at))
    reason = fields.pop(OVERRIDE, None)
    if reason is not None and not as_text(reason, (*at, OVERRIDE)).strip():
        wrong((*at, OVERRIDE), "the reason in words")
    return fields, reason is not None


def _final(reader: Names, plays: Plays, setup: Setup, top: dict[str, Any]) -> list[_Given]:
    """The report that closes the game, if the file has it."""
    if plays.final is None or top.get(plays.final.key) is None:
        return []
    names = Translation(reader, plays, setup.roster, setup.options)
    at: At = (plays.final.key,)
    listed = top[plays.final.key]
    reasons = False
    if isinstance(listed, list):
        found = [
            _without_override(deal, (*at, n))
            if isinstance(deal, dict) and "player" in deal
            else (deal, False)
            for n, deal in enumerate(listed)
        ]
        listed = [deal for deal, _reason in found]
        reasons = any(reason for _deal, reason in found)
    deals = names.deals(listed, at)
    report = Report({plays.final.key: deals}, reasons, withheld=bool(names.nobody))
    return [_Given(report, (), names)]


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
