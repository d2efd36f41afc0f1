"""How an event ended, as the values of `boards/finale.py`: of its one board, or, if there are
several or people carry scores, made of its standings."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rulesets.engine.roster import AND
from rulesets.engine.text import signed
from rulesets.formats.format import Format
from tournaments.models import Event
from tournaments.models.event_games import find_game_of, format_of
from tournaments.scores.finale import (
    MOST_ON_A_STEP,
    Contestant,
    Finale,
    FinalPlace,
    finale,
    isolated,
    lines_of,
    steps_of,
    tell,
)
from tournaments.scores.progress import is_over
from tournaments.standings.cross_table import games_between
from tournaments.standings.rows import (
    in_division,
    in_divisions,
    lines_of_totals,
    places_of_totals,
    sides,
)
from tournaments.standings.selectors import boards, standings
from tournaments.web.labels import set_own_name
from tournaments.web.wording import and_list

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tournaments.boards.event_board import EventBoard
    from tournaments.standings.rows import StandingRow, Standings

MOST_BELOW = 9  # at most so many are named below a podium


def event_finale(event: Event, *, public: bool = False, so_far: bool = False) -> Finale | None:
    """How an event ended; with `so_far` as if it ended now. None while it goes on, if nothing
    counts, if this version does not know its game any more, and, for the `public`, while the host
    keeps any place hidden."""
    if event.state == Event.State.SETUP or find_game_of(event) is None:
        return None
    finished = so_far or event.state == Event.State.FINISHED
    event_boards = boards(event)
    if not finished and not is_over(event_boards):
        return None
    table = standings(event)
    if not table.begun or (public and table.hidden):
        return None
    if len(event_boards) == 1:
        ending = finale(event_boards[0], early=finished)
    else:
        ending = _of_boards(event_boards, table) if event_boards else _of_sets(event, table)
    is_open = so_far and event.state != Event.State.FINISHED and not is_over(event_boards)
    return _lead_of(ending) if ending is not None and is_open else ending


def _lead_of(ending: Finale) -> Finale:
    """The ending as a state of play: nobody has won yet, and nothing has decided the game."""
    names, many = and_list(ending.winners), len(ending.winners)
    if not ending.by_total and many > 1:
        who = names if many <= MOST_ON_A_STEP else many
        title = _("{names} are still in").format(names=who)
        return replace(ending, title=title)
    if many > MOST_ON_A_STEP:
        text = _("{count} lead their divisions") if ending.parts else _("{count} are level")
        title = text.format(count=many)
    else:
        several = max(many, 2) if any(place.people for place in ending.podium[:1]) else many
        title = ngettext("{names} leads", "{names} lead", several).format(names=names)
    parts = tuple((name, _lead_of(part)) for name, part in ending.parts)
    why = _("Each leads a division.") if parts else ""
    return replace(ending, title=title, turn_of_game="", why=why, parts=parts)


def _of_boards(boards: Sequence[EventBoard], table: Standings) -> Finale:
    """The ending of several tables with a board each: everybody's place among all, and the turn of
    the game at the final table, if there was one."""
    final = boards[-1] if boards[-1].set_number > 1 else None
    ending = finale(final, early=True) if final is not None else None
    plays = boards[0].plays
    everybody = by_side(table.rows)
    values = tell(
        everybody,
        unit="" if plays.unit == "points" else plays.unit,
        low=plays.wins == "low",
        why=ending.why if ending else "",
        by_total=final is None and plays.ranking(boards[0].state) is None,
        course=(),
        label=lambda _number: "",
        round_words=lambda _turn: "",
        rounds=_("{count} tables").format(count=len({board.table_number for board in boards})),
    )
    if ending is None:
        return values
    return replace(
        ending, title=values.title, winners=values.winners, podium=values.podium, rest=values.rest
    )


def podium_of(rows: Sequence[StandingRow], *, teams: bool) -> tuple[FinalPlace, ...]:
    """The first three places of standings, of teams or of people; with several divisions the first
    of each."""
    if not teams:
        several = groupby(in_divisions(rows), key=lambda row: row.division)
        podiums = [(name, steps_of(by_side(tuple(part)))[0]) for name, part in several]
        if len(podiums) < 2:
            return podiums[0][1] if podiums else ()
        return tuple(_within(name, steps[0]) for name, steps in podiums)
    everybody = [
        Contestant(
            side.name,
            side.rank,
            side.total,
            side.progress,
            is_many=True,
            people=tuple(row.name for row in side.rows),
        )
        for side in sides(rows)
    ]
    return steps_of(everybody)[0]


def by_side(rows: Sequence[StandingRow]) -> list[Contestant]:
    """Everybody, with partners who share a total as one; best first."""
    contestants = []
    for lines in places_of_totals(rows):
        first = lines[0]
        contestants.append(
            Contestant(
                AND.join(first.side) or first.name,
                first.rank,
                first.total,
                first.progress,
                bool(first.side),
                first.side,
                tuple(row.entry_id for row in lines),
                tuple(number for number, points in enumerate(first.sets, 1) if points is None),
                left=first.left,
                status=first.status,
            )
        )
    return sorted(contestants, key=lambda contestant: contestant.rank)


def _of_sets(event: Event, table: Standings) -> Finale:
    """Of a drive: people carry their points from set to set."""
    format = format_of(event)
    if table.divided:
        several = groupby(in_divisions(table.rows), key=lambda row: row.division)
        return _of_divisions(tuple((name, _of_rows(format, tuple(rows))) for name, rows in several))
    ending = _of_rows(format, table.rows)
    return ending if table.by_total else _by_rounds(event, table.rows, ending)


def _by_rounds(event: Event, rows: Sequence[StandingRow], ending: Finale) -> Finale:
    """The same where places say how far people came: no total says who won, or by how much."""
    ending = replace(ending, total="", margin="", turn_of_game="", run=(), by_total=False)
    if len(ending.winners) > 1:  # they are still in
        return replace(ending, podium=(), rest=_without_totals(lines_of(by_side(rows))))
    margin = _final_words(event, rows) if format_of(event).facts.bracket else ""
    podium, rest = map(_without_totals, (ending.podium, ending.rest))
    return replace(ending, margin=margin, podium=podium, rest=rest)


def _without_totals(places: Sequence[FinalPlace]) -> tuple[FinalPlace, ...]:
    return tuple(replace(place, total="") for place in places)


def _of_divisions(parts: tuple[tuple[str, Finale], ...]) -> Finale:
    """One ending made of those of several divisions."""
    winners = tuple(in_division(winner, name) for name, part in parts for winner in part.winners)
    title = _("{names} win!").format(names=and_list([isolated(name) for name in winners]))
    if len(winners) > MOST_ON_A_STEP:
        title = _("{count} win their divisions!").format(count=len(winners))
    places = [(name, place) for name, part in parts for place in part.places]
    places.sort(key=lambda row: row[1].place)
    return Finale(
        title=title,
        winners=winners,
        total="",
        margin="",
        why=_("Each finished first in a division."),
        podium=tuple(_within(name, place) for name, place in places if place.place == 1),
        rest=tuple(_within(name, place) for name, place in places if place.place > 1),
        parts=parts,
    )


def places_below(ending: Finale) -> tuple[FinalPlace, ...]:
    """The places below a podium that are not named there because there are too many: of the
    evening, or of a division."""
    if not ending.parts:
        return ending.rest
    return tuple(
        _within(name, place)
        for name, part in ending.parts
        if len(part.rest) > MOST_BELOW
        for place in part.rest
    )


def _within(division: str, place: FinalPlace) -> FinalPlace:
    """A place with the name of its division."""
    return replace(place, names=tuple(in_division(name, division) for name in place.names))


def _of_rows(format: Format, rows: Sequence[StandingRow]) -> Finale:
    """The ending of the entries in these rows, which are ranked among themselves."""
    everybody = [
        replace(contestant, course=(0, *contestant.course)) for contestant in by_side(rows)
    ]
    sets = min((len(contestant.course) for contestant in everybody), default=1)
    sign = -1 if format.ranking.low_wins else 1

    def set_name(number: int) -> str:
        words = {"number": number, "name": set_own_name(format, number)}
        template = _("set {number}, {name}") if words["name"] else _("set {number}")
        return template.format(**words)

    count = sets - 1
    ending = tell(
        everybody,
        unit="",
        low=format.ranking.low_wins,
        why="",
        by_total=True,
        course=[
            tuple(sign * (contestant.course[at] or 0) for contestant in everybody)
            for at in range(sets)
        ],
        label=set_name,
        round_words=lambda _turn: "",
        rounds=ngettext("{count} set", "{count} sets", count).format(count=count),
    )
    return replace(ending, best_title=_("Best set"))


def _final_words(event: Event, rows: Sequence[StandingRow]) -> str:
    """How the final of a bracket ended, which the first and the second have played last; nothing
    while nobody has won it."""
    first, second = ([row for row in rows if row.rank == rank] for rank in (1, 2))
    if len(lines_of_totals(first)) != 1 or len(lines_of_totals(second)) != 1:
        return ""
    names = and_list(list(second[0].side) or [second[0].name])
    if games := games_between(event, *([row.entry_id for row in side] for side in (first, second))):
        text = ngettext(
            "{own} game to {other} in the final against {names}",
            "{own} games to {other} in the final against {names}",
            games[0],
        )
        return text.format(own=games[0], other=games[1], names=names)
    own, other = (finalists[0].points[-1] for finalists in (first, second))
    if own is None or other is None:
        return ""
    if own == other:
        return _("level with {names} in the final, and ahead by the cut").format(names=names)
    return _("{own} to {other} in the final against {names}").format(
        own=signed(own), other=signed(other), names=names
    )
