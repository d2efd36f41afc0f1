"""The answers of the command line about a drive, the next seats among them: plain JSON values
with names."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING, Any

from rulesets.engine.problems import Problem, error
from rulesets.engine.text import NOTHING, Phrase
from rulesets.files.descriptions import problems
from rulesets.formats import drive as drives
from rulesets.formats import explanations, ranking
from rulesets.formats.drive import as_played, present, roles_at, sitters
from rulesets.formats.format import Format, movement_of
from rulesets.movements.movement import PlannedMovement, SeatingRequest
from rulesets.movements.quality import Quality, measure_seats
from rulesets.movements.schedule import SeatRequests
from rulesets.movements.seating import Guest, Note, Past, Seating, SitOut, as_past

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulesets.engine.problems import At
    from rulesets.files.drive_file import DriveFile
    from rulesets.formats.explanations import SetExplanation
    from rulesets.formats.ranking import PlayerScore
    from rulesets.standings.metrics import Decision
    from rulesets.standings.teams import TeamStanding


@dataclass(frozen=True, slots=True)
class NextSeats:
    """The seats of set `number`, or the problems that keep them from being drawn; the quality of
    the seats, with the sets before; the sets after it, if they are known; the order of people
    from which the seats follow, if any, those who are level together."""

    number: int
    seating: Seating | None
    problems: tuple[Problem, ...]
    quality: Quality | None = None
    later: tuple[Past, ...] = ()
    order: tuple[tuple[int, ...], ...] = ()


def next_seats(file: DriveFile, seed: int) -> NextSeats:
    """Return the seats after the last set of the file; the first draw if no set was seated.

    The same file and seed give the same seats. Without `present` in the file, the people of the
    last set are there, and people without a part in any set yet have just arrived.
    """
    drive, format = file.drive, file.drive.format
    number = drive.sets[-1].number + 1 if drive.sets else 1
    if number > format.length.sets:
        words = Phrase("That was the last set; nobody moves on.")
        return NextSeats(number, None, (Problem("drive.over", "error", words),))
    guests, past = _guests(file), [as_played(drive, record) for record in drive.sets]
    ahead = format.in_set(number).ahead
    winners, problems = ([], ()) if ahead or not drive.sets else _winners(file)
    check = format.tables.problems if drive.sets else format.tables.start_problems
    problems += check(len(guests))
    at: At = ("players",) if file.present is None else ("present",)
    if problems:
        placed = (replace(problem, at=problem.at or at) for problem in problems)
        return NextSeats(number, None, tuple(placed))
    movement = movement_of(format)
    request = _request(file, guests, past, _chance(format, seed, number), winners)
    seating = movement.next_seats(request)
    if len(guests) < format.tables.fewest:
        text = "{count} people are here, but a table needs {need}."
        few = error("people.few", text, at, count=len(guests), need=format.tables.fewest)
        return NextSeats(number, seating, (few,))
    later: tuple[Past, ...] = ()
    source = NOTHING
    if format.in_set(number).ahead and seating.tables and isinstance(movement, PlannedMovement):
        plan = movement.plan(replace(request, rng=_chance(format, seed, number)))
        later, source = (*plan.rounds[1:],), plan.source
    played = format.length.rated([*past, as_past(seating), *later], number)
    quality = measure_seats(
        played, sides=format.facts.partners, fixed_pairs=format.facts.fixed_pairs, source=source
    )
    order = tuple(map(tuple, request.order)) if past else ()
    return NextSeats(number, seating, (), quality, later, order)


def _request(
    file: DriveFile,
    guests: Sequence[Guest],
    past: Sequence[Past],
    rng: Random,
    winners: Sequence[tuple[int, ...]],
) -> SeatingRequest:
    """Return the movement's request for the set after these."""
    drive, format = file.drive, file.drive.format
    needs = movement_of(format).needs(len(past) + 1)
    order: tuple[tuple[int, ...], ...] = ()
    if needs.order_after is not None:
        order = ranking.order_of(replace(drive, sets=drive.sets[: needs.order_after]))
    has_partners = format.facts.fixed_pairs or "paired" in format.facts.requests
    partners = file.partners if has_partners else ()
    return SeatingRequest(
        guests=guests,
        past=past,
        rng=rng,
        sets=format.length.sets,
        requests=SeatRequests((*file.apart,), (*file.together,), (*partners,)),
        teams={number: player.team for number, player in enumerate(drive.players) if player.team},
        credit=_credit(file),
        winners=winners,
        order=order,
        results=ranking.read_results(drive) if needs.results else (),
    )


def _chance(format: Format, seed: int, number: int) -> Random:
    """Return the source of a set's draws; the same for all sets if they are known beforehand."""
    return Random(f"{seed}" if format.kind.ahead else f"{seed}/{number}")  # noqa: S311  seats, no secret


def named(file: DriveFile, note: Note | SitOut) -> str:
    """Return a note in English, with names for people."""
    params = dict(note.words.params)
    for key in ("person", "other"):
        if isinstance(params.get(key), int):
            params[key] = file.drive.players[int(str(params[key]))].name
    return Phrase(note.words.template, params).text


def _guests(file: DriveFile) -> list[Guest]:
    players = file.drive.players
    sets = file.drive.sets
    there: set[int] | range = range(len(players))
    if file.present is not None:
        there = set(file.present)
    elif sets:
        last = as_played(file.drive, sets[-1])
        stayed = {player for table in last.tables for player in table} | set(last.sitting_out)
        seen = {player for record in sets for player in present(record)}
        there = stayed | (set(range(len(players))) - seen)
    roles = {player: guest.role for player, guest in enumerate(players)}
    for record in sets:
        roles.update(as_played(file.drive, record).roles)
    return [Guest(p, roles[p], keeps_chair=p in file.keeps_chair) for p in sorted(there)]


def _winners(file: DriveFile) -> tuple[list[tuple[int, ...]], tuple[Problem, ...]]:
    """Return the winners at each table of the last set, and the problems that leave them
    unknown."""
    position = len(file.drive.sets) - 1
    record = file.drive.sets[position]
    winners = []
    problems = []
    order = sorted(enumerate(record.tables), key=lambda pair: pair[1].table)
    for place, table in order:
        at = ("sets", position, "tables", place)
        params: dict[str, str | int] = {"table": table.table, "set": record.number}
        if table.board is not None:  # on which nobody wins the table
            if not table.board.over:
                text = "Table {table} is not at the end of set {set}."
                problems.append(Problem("table.unfinished", "error", Phrase(text, params), at))
            continue
        roles = roles_at(file.drive, record, table)
        result = file.drive.format.hands.result(record.number, roles, table.hands, table.cut)
        seats = sitters(table, file.drive.format.length.most_deals)
        if not result.complete:
            params |= {"in": sum(h is not None for h in table.hands), "of": len(table.hands)}
            text = "Table {table} has reported {in} of {of} hands of set {set}."
            problems.append(
                Problem("table.unfinished", "error", Phrase(text, params), (*at, "hands"))
            )
        elif result.tied:
            tied = (seats[chair] for chair in result.tied)
            names = [file.drive.players[p].name for p in tied if p is not None]
            params["names"] = ", ".join(names)
            text = "Table {table} is tied in set {set}; {names} have to cut."
            problems.append(Problem("cut.missing", "error", Phrase(text, params), (*at, "cut")))
        moving = (seats[chair] for chair in result.winners)
        winners.append(tuple(player for player in moving if player is not None))
    return winners, tuple(problems)


def _credit(file: DriveFile) -> dict[int, int]:
    """Return sets missed before arriving that the host counts as sit-outs."""
    here = [present(record) for record in file.drive.sets]
    return {
        player: next((s for s, people in enumerate(here) if player in people), len(here))
        for player, guest in enumerate(file.drive.players)
        if guest.late_as_sit_out
    }


Json = dict[str, Any]


def score(file: DriveFile, *, explain: bool) -> Json:
    """Return the standings of a score file, with points by set and by hand."""
    standings = ranking.standings(file.drive)
    teams = [_describe_team(team) for team in ranking.team_standings(file.drive, standings)]
    explained = {s.player: explanations.explain(file.drive, s.player) for s in standings}
    return {
        "finished": drives.finished(file.drive),
        "standings": [_place(file, s, explained[s.player], explain=explain) for s in standings],
        **({"teams": teams} if teams else {}),
        "problems": problems(file.problems),
    }


def seats(file: DriveFile, upcoming: NextSeats, seed: int) -> Json:
    """Return the next set's seats in the form of a set of a score file, with reasons and notes."""
    players = file.drive.players
    faults = problems((*file.problems, *upcoming.problems))
    seating = upcoming.seating
    if seating is None:
        return {"set": upcoming.number, "seed": seed, "tables": [], "problems": faults}
    return {
        "set": upcoming.number,
        "seed": seed,
        "tables": [
            {"table": number, "chairs": [players[p].name for p in chairs]}
            for number, chairs in enumerate(seating.tables, 1)
        ],
        "sitting_out": [players[out.id].name for out in seating.sitting_out if not out.watches],
        **({"roles": _changed_roles(file, seating)} if file.drive.format.facts.roles.names else {}),
        **_divisions(file, as_past(seating)),
        "reasons": [
            {"name": players[out.id].name, "code": out.code, "message": named(file, out)}
            for out in seating.sitting_out
        ],
        "notes": [{"code": note.code, "message": named(file, note)} for note in seating.notes],
        "quality": _describe_quality(upcoming.quality) if upcoming.quality else {},
        **({"order": _names_in_order(file, upcoming.order)} if upcoming.order else {}),
        **(
            {"later": _describe_later(file, upcoming)}
            if file.drive.format.in_set(upcoming.number).ahead
            else {}
        ),
        "problems": faults,
    }


def _changed_roles(file: DriveFile, seating: Seating) -> dict[str, str]:
    """Return the new roles of people who play another role than their own from now on."""
    players = file.drive.players
    return {players[p].name: role for p, role in seating.roles.items() if players[p].role != role}


def _divisions(file: DriveFile, seats: Past) -> Json:
    """Return the divisions of people who sit out, from 1, if there are several."""
    players = file.drive.players
    divisions = {players[who].name: number + 1 for who, number in seats.divisions.items()}
    return {"divisions": divisions} if divisions else {}


def _names_in_order(file: DriveFile, order: Sequence[Sequence[int]]) -> list[list[str]]:
    return [[file.drive.players[player].name for player in level] for level in order]


def _describe_later(file: DriveFile, upcoming: NextSeats) -> list[Json]:
    """Return the plan of the sets after the next one."""
    players = file.drive.players
    return [
        {
            "set": number,
            "tables": [
                {"table": table, "chairs": [players[person].name for person in chairs]}
                for table, chairs in enumerate(planned.tables, 1)
            ],
            "sitting_out": [players[person].name for person in planned.sitting_out],
            **_divisions(file, planned),
        }
        for number, planned in enumerate(upcoming.later, upcoming.number + 1)
    ]


def _describe_quality(quality: Quality) -> Json:
    """Return the quality of the seats so far: of each way to meet the fewest and the most times
    of a pair, the repeats, and the least that there must be."""
    ways = {
        name: {
            "fewest": measure.fewest,
            "most": measure.most,
            "repeats": measure.repeats,
            "least": measure.least,
            "gap": measure.gap,
            "pairs": {str(times): pairs for times, pairs in measure.spread.items()},
        }
        for name, measure in quality.measures.items()
    }
    return {
        "sentence": quality.sentence.text,
        "people": quality.people,
        "rounds": quality.rounds,
        **ways,
        "sit_outs": {str(times): people for times, people in quality.sit_outs.items()},
        "source": quality.source.text,
    }


def _place(
    file: DriveFile, place: PlayerScore, sets: Sequence[SetExplanation], *, explain: bool
) -> Json:
    player = file.drive.players[place.player]
    deducted = place.lost if file.drive.format.ranking.low_wins else -place.lost
    answer: Json = {
        "name": player.name,
        **({"role": player.role} if file.drive.format.facts.roles.names else {}),
        **({"team": player.team} if player.team else {}),
        "total": place.total,
        **({"division": place.division} if place.division else {}),
        "rank": place.rank,
        "shared": place.shared,
        "sit_outs": place.sit_outs,
        **({"deducted": deducted} if deducted else {}),
        **_settled(file.drive.format, place.settled),
        **(
            {"played": len(place.sets) - place.sets.count(None)}
            if file.drive.format.ranking.average_from
            else {}
        ),
        **({"decision": _describe(place.decision)} if place.decision else {}),
        "sets": [points or 0 for points in place.sets],
        "hands": [_hand_points(file.drive.format, part) for part in sets],
    }
    if explain:
        answer["explanation"] = [_explained(file.drive.format, part) for part in sets]
    return answer


def _describe_team(team: TeamStanding) -> Json:
    """Return a team's place, the members who count, and the others."""
    return {
        "name": team.name,
        "total": team.total,
        "rank": team.rank,
        "shared": team.shared,
        "full": team.is_full,
        "counted": [{"name": member.name, "total": member.total} for member in team.counted],
        "others": [{"name": member.name, "total": member.total} for member in team.others],
    }


def _settled(game: Format, points: int) -> Json:
    """Return the change of the total by a former stage that does not count in full, and its
    reason."""
    return (
        {"settled": {"points": points, "text": game.ranking.placement.settle_words(points).text}}
        if points
        else {}
    )


def _describe(decision: Decision) -> Json:
    """Return the tie-break that puts a player before the next one."""
    return {"metric": decision.metric, "own": decision.own, "other": decision.other}


def _hand_points(game: Format, explained: SetExplanation) -> list[int | None]:
    """Return a set's points by hand; None if the player had none to take."""
    last = max((hand.hand for hand in explained.hands), default=0)
    points: list[int | None] = [None] * max(game.length.deals.usual, last)
    for hand in explained.hands:
        if hand.points is not None:
            points[hand.hand - 1] = (points[hand.hand - 1] or 0) + hand.points
    return points


def _explained(game: Format, explained: SetExplanation) -> Json:
    return {
        "set": explained.number,
        "name": explained.name,
        "status": explained.status,
        "points": explained.points,
        **(_carry(explained) if explained.made is not None else {}),
        "hands": [
            {
                "hand": hand.hand,
                "table": hand.table,
                "chair": _chair(game, hand.chair),
                "points": hand.points,
                "report": hand.summary.text,
                "lines": [
                    {"points": line.amount, "text": line.text, "rule": line.rule}
                    for line in hand.lines
                ],
            }
            for hand in explained.hands
        ],
    }


def _carry(explained: SetExplanation) -> Json:
    """Return the score carried from a set, if it is not the points of the game."""
    lines = [
        {"points": line.amount, "text": line.text, "rule": line.rule} for line in explained.lines
    ]
    return {"made": explained.made, "carry": lines}


def _chair(game: Format, chair: int | None) -> str | None:
    """Return the name of a chair."""
    return None if chair is None else game.labels.chair(chair).text
