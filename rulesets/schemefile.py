"""The score file of a game with a memory (docs/score-file.md): read, replayed, judged.

What is not of the documented type is unusable and raises `Unusable`; whatever breaks a rule of
the game comes back as a problem with its place, all of them at once.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from rulesets.couples import is_away
from rulesets.filereader import Reader
from rulesets.games import load
from rulesets.jsontext import Unusable, as_list, as_object, as_text, place, wrong
from rulesets.payload import parse_options
from rulesets.reading import is_firm
from rulesets.replay import Report, replay, scheme_of
from rulesets.reportnames import Translation
from rulesets.scheme import AWAY, Roster, Setup

if TYPE_CHECKING:
    from rulesets.game import At, Game, Problem
    from rulesets.replay import Replay
    from rulesets.scheme import Scheme

OVERRIDE, PRESENT = "override", "present"
FIRST_DEALER = {"player": "first_dealer", "team": "first_dealers", "none": ""}


@dataclass(frozen=True, slots=True)
class SchemeFile:
    """A score file as read and replayed.

    `replay` is None where roster or options leave nothing to play. It has an entry for each of
    the `rounds` given, and one more where a last report closes the game. `away` are those who will
    not be there in the next round of two teams.
    """

    game: Game
    setup: Setup
    replay: Replay | None
    rounds: int
    problems: tuple[Problem, ...]
    away: frozenset[int] = frozenset()

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


def read_file(value: object) -> SchemeFile:
    """The score file in a decoded JSON value. Raises Unusable."""
    top = as_object(value, ())
    try:
        game = load(as_text(top.get("game"), ("game",)))
    except LookupError as error:
        raise Unusable(str(error.args[0])) from error
    scheme, reader = scheme_of(game), Reader(game)
    reader.only(top, _known(scheme), ())
    options = _options(reader, as_object(top.get("options", {}), ("options",)))
    roster = _teams(reader, scheme, top.get("teams")) if scheme.teams else _players(reader, top)
    playable = not reader.broken(("players",), ("teams",))
    setup = Setup(roster, options, _first(reader, scheme, roster, top))
    away = _away(reader, roster, top) if scheme.rows == "couple" else frozenset()
    wrong_setup = scheme.setup_problems(setup)
    reader.problems += wrong_setup
    rounds = as_list(top.get("rounds", []), ("rounds",))
    given = [_round(reader, scheme, options, entry, n) for n, entry in enumerate(rounds)]
    given += _final(reader, scheme, options, top)
    if not playable or wrong_setup:
        return SchemeFile(game, setup, None, len(rounds), tuple(reader.problems))
    history = replay(scheme, setup, [one.report for one in given])
    for number, (one, played) in enumerate(zip(given, history.rounds, strict=True), 1):
        reader.problems += [
            _placed(scheme, one, problem, last=number == len(given))
            for problem in played.problems
            if not one.names.spurious(problem)
        ]
    return SchemeFile(game, setup, history, len(rounds), tuple(reader.problems), away)


def _known(scheme: Scheme) -> set[str]:
    known = {"game", "options", "rounds", "teams" if scheme.teams else "players"}
    known |= {FIRST_DEALER[scheme.dealers], scheme.final.key if scheme.final is not None else ""}
    known |= {PRESENT} if scheme.rows == "couple" else set()
    return known - {""}


def _options(reader: Reader, given: dict[str, Any]) -> Any:
    """The options given; what is refused stays at its default."""
    options, problems = parse_options(reader.game.options, given)
    for problem in problems:
        moved = problem.under("options")
        if problem.code == "options.type":
            raise Unusable(f"{place(moved.at)}: {problem.message}")
        reader.problems.append(moved)
    return options


def _players(reader: Reader, top: dict[str, Any]) -> Roster:
    for number, name in enumerate(as_list(top.get("players"), ("players",))):
        reader.enter(as_text(name, ("players", number)), ("players", number))
    return Roster(tuple(reader.names))


def _teams(reader: Reader, scheme: Scheme, value: object) -> Roster:
    """The two teams in the order of the file, unless they are called as the game calls them."""
    given = as_object(value, ("teams",))
    if len(given) != len(scheme.teams):
        wrong(("teams",), "an object of two teams")
    names = sorted(given, key=scheme.teams.index) if set(given) == set(scheme.teams) else given
    teams = []
    for team in names:
        at: At = ("teams", team)
        if not team.strip():
            reader.note("team.name", at, "A team needs a name.")
        members = as_list(given[team], at)
        first = len(reader.names)
        for number, name in enumerate(members):
            reader.enter(as_text(name, (*at, number)), (*at, number))
        teams.append(tuple(range(first, first + len(members))))
    return Roster(tuple(reader.names), tuple(teams), tuple(names))


def _away(reader: Reader, roster: Roster, top: dict[str, Any]) -> frozenset[int]:
    """Who is not among those there for the next round; nobody, where the file does not say."""
    if top.get(PRESENT) is None:
        return frozenset()
    return frozenset(range(len(roster.names))) - set(reader.players(top[PRESENT], (PRESENT,)))


def _first(reader: Reader, scheme: Scheme, roster: Roster, top: dict[str, Any]) -> int | None:
    """Who deals first: a player or a team."""
    key = FIRST_DEALER[scheme.dealers]
    if top.get(key) is None:
        return None
    if scheme.dealers == "player":
        return reader.player(top[key], (key,))
    name = as_text(top[key], (key,))
    if name in roster.team_names:
        return roster.team_names.index(name)
    text = "There is no team {team}."
    reader.note("team.unknown", (key,), text, team=name)
    return None


def _round(reader: Reader, scheme: Scheme, options: Any, entry: object, number: int) -> _Given:
    at: At = ("rounds", number)
    names = Translation(reader, scheme, options)
    fields = scheme.fields(options)
    if scheme.rows == "table":
        report, reason = _without_override(entry, at)
        value = names.report(fields, report, at)
        return _Given(Report(value, reason, bool(names.misread)), at, names)
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
    return _Given(Report(rows, frozenset(overridden), bool(names.misread)), at, names)


def _without_override(entry: object, at: At) -> tuple[dict[str, Any], bool]:
    """A report without its reason for an override, and whether it has one."""
    fields = dict(as_object(entry, at))
    reason = fields.pop(OVERRIDE, None)
    if reason is not None and not as_text(reason, (*at, OVERRIDE)).strip():
        wrong((*at, OVERRIDE), "the reason in words")
    return fields, reason is not None


def _final(reader: Reader, scheme: Scheme, options: Any, top: dict[str, Any]) -> list[_Given]:
    """The report that closes the game, if the file has it."""
    if scheme.final is None or top.get(scheme.final.key) is None:
        return []
    names = Translation(reader, scheme, options)
    at: At = (scheme.final.key,)
    listed = top[scheme.final.key]
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
    report = Report({scheme.final.key: deals}, reasons, withheld=bool(names.misread))
    return [_Given(report, (), names)]


def _placed(scheme: Scheme, given: _Given, problem: Problem, *, last: bool) -> Problem:
    """A problem at its place in the file: a warning where it was overridden, an error where a
    round that waits for reports is not the last one."""
    at = (*given.at, *given.names.place(problem))
    severity = problem.severity
    if given.report.overrides(problem) and not is_firm(problem, scheme):
        severity = "warning"
    elif problem.code == "round.open" and not last:
        severity = "error"
    return replace(problem, at=at, severity=severity)
