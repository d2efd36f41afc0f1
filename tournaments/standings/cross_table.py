"""Who played whom: a cross table if partners stay together or two people meet at each table;
pictures of a bracket if the format has one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulesets.drawing.bracket_pictures import (
    MOST_MATCHES,
    SideScore,
    count_columns,
    draw_round,
    draw_section,
    find_first_round,
    name_column,
)
from rulesets.formats.carry import match_at, read_games, table_results
from rulesets.formats.cuts import SIDES
from rulesets.formats.deals import sides_at
from rulesets.formats.drive import complete, sitters
from rulesets.formats.ranking import entrants_of
from tournaments.boards.hall import Hall
from tournaments.models.event_games import format_of
from tournaments.seats.requests import read_bracket
from tournaments.web.wording import and_list, translate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulesets.drawing.vectors import Drawing
    from rulesets.formats.drive import Drive
    from tournaments.boards.drive import EventDrive
    from tournaments.models import Event
    from tournaments.standings.rows import StandingRow, Standings

MOST = 30  # pairs or people; with more, a table cannot be read
DUEL = ((0,), (1,))  # the chairs of two who meet


@dataclass(frozen=True, slots=True)
class Meeting:
    """The points of two people or pairs in a set in which they met, and who won."""

    own: int
    theirs: int
    won: bool


@dataclass(frozen=True, slots=True)
class CrossLine:
    """A pair or person, by place; `cells` has their meetings with each other one, and None for
    themselves."""

    place: str
    name: str
    cells: tuple[tuple[Meeting, ...] | None, ...]


def cross_tables(
    event: Event, standings: Standings
) -> tuple[tuple[str, tuple[CrossLine, ...]], ...]:
    """The cross table of each division with its name, or one of all without a name."""
    names = sorted({row.division for row in standings.rows})
    tables = (
        (name, cross_table(event, standings, [r for r in standings.rows if r.division == name]))
        for name in names
    )
    return tuple((name, lines) for name, lines in tables if lines)


def cross_table(
    event: Event, standings: Standings, lines: Sequence[StandingRow] | None = None
) -> tuple[CrossLine, ...]:
    """The meetings of the entries in `lines` (None: of all) in the sets that count; a pair stays
    one entrant, whoever has played for it. Empty if partners change or more than two meet at a
    table, before any two have met, and if there are too many to be readable."""
    format = format_of(event)
    alone = format.keeping.board == "set" and not format.facts.partners
    if not (format.facts.fixed_pairs or alone):
        return ()
    drive_rows = Hall.of(event).drive
    pairs, at = _entrants(drive_rows, standings.rows if lines is None else lines, alone=alone)
    if not 1 < len(pairs) <= MOST:
        return ()
    encounters: dict[tuple[int, int], list[Meeting]] = {}
    for record in drive_rows.drive.sets[: standings.sets_shown]:
        for table in record.tables:
            if alone and len(table.chairs) > len(DUEL):
                return ()
            sides = [{table.chairs[chair] for chair in side} for side in (DUEL if alone else SIDES)]
            entrants = [
                {at.get(drive_rows.entry_ids[who]) for who in side if who is not None}
                for side in sides
            ]
            if any(len(side_entrants) != 1 or None in side_entrants for side_entrants in entrants):
                continue  # one of the two plays in another pair now
            first, second = (place for (place,) in entrants if place is not None)
            results = table_results(drive_rows.format, record.number, table)
            brought, places = results.totals, results.places
            for side, (own, other) in enumerate(((first, second), (second, first))):
                won = places[side] < places[1 - side]
                meeting = Meeting(brought[side], brought[1 - side], won)
                encounters.setdefault((own, other), []).append(meeting)
    if not encounters:
        return ()
    return tuple(
        CrossLine(
            min(rows, key=lambda row: row.rank).place,
            and_list([row.name for row in rows]),
            tuple(
                None if own == other else tuple(encounters.get((own, other), ()))
                for other in range(len(pairs))
            ),
        )
        for own, rows in enumerate(pairs)
    )


def _entrants(
    drive_rows: EventDrive, rows: Sequence[StandingRow], *, alone: bool
) -> tuple[list[list[StandingRow]], dict[int, int]]:
    """The lines of each person, or of each pair as it was drawn last; and which of them everybody
    belongs to who is in one of them or was, by entry."""
    people = entrants_of(drive_rows.drive)
    pairs: dict[tuple[int, ...], list[StandingRow]] = {}
    for row in rows:
        if row.entry_id in drive_rows.entry_ids:
            pairs.setdefault(people[drive_rows.index(row.entry_id)], []).append(row)
    whole = [
        sorted(mine, key=lambda row: drive_rows.index(row.entry_id))
        for mine in pairs.values()
        if alone or len(mine) > 1
    ]
    at = {row.entry_id: place for place, mine in enumerate(whole) for row in mine}
    numbers = {row.entry_id: drive_rows.index(row.entry_id) for mine in whole for row in mine}
    for entry_id, number in numbers.items():
        for who in people[number]:  # also who has left the pair
            at.setdefault(drive_rows.entry_ids[who], at[entry_id])
    return whole, at


# --- brackets -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RoundPicture:
    """A round of a bracket by itself, for a narrow screen. `is_current`: it is played now, or else
    comes next (the last one if all is decided); `is_going`: a table of it plays."""

    title: str
    drawing: Drawing
    is_current: bool
    is_going: bool


@dataclass(frozen=True, slots=True)
class BracketPicture:
    """The matches for some places: their title, the drawing, its number of columns, and the rounds
    one by one if they are wanted and there are several. The match for third place is part of the
    main bracket."""

    title: str
    drawing: Drawing
    columns: int
    rounds: tuple[RoundPicture, ...] = ()

    @property
    def near_rounds(self) -> tuple[RoundPicture, ...]:
        """The round that is played and the one after it, or before the last: what a wall shows that
        is too narrow for the whole."""
        current = next((at for at, each in enumerate(self.rounds) if each.is_current), 0)
        begin = max(0, min(current, len(self.rounds) - 2))
        return self.rounds[begin : begin + 2]


def brackets(
    event: Event, most: int = MOST_MATCHES, *, by_round: bool = False
) -> tuple[BracketPicture, ...]:
    """The bracket of the seats shown, with the results so far; empty if the format has none.
    `most`: matches above each other; if a bracket has more, only its later rounds are drawn;
    `by_round`: with the rounds one by one, for a narrow screen."""
    if not (sections := read_bracket(event)):
        return ()
    drive = Hall.of(event).drive.drive
    names = {number: player.name for number, player in enumerate(drive.players)}
    scores = _scores(drive)
    third = next((section for section in sections if section.is_for_third_place), None)
    pictures = []
    for section in sections:
        if section is third:
            continue
        apart = third if section.first == 1 else None
        drawing = draw_section(section, names, scores, most, apart)
        numbers = range(find_first_round(section, most), len(section.matches))
        rounds = tuple(
            RoundPicture(
                translate(name_column(section, at)),
                draw_round(section, at, names, scores, apart),
                is_current=at == section.current,
                is_going=any(match.is_going for match in section.matches[at]),
            )
            for at in (numbers if by_round and section.rounds > 1 else ())
        )
        columns = count_columns(drawing)
        pictures.append(BracketPicture(translate(drawing.title), drawing, columns, rounds))
    return tuple(pictures)


def games_between(
    event: Event, side: Sequence[int], other: Sequence[int]
) -> tuple[int, int] | None:
    """How many games each of two sides, by entry, has won in the last match they played; None
    where a match is a single game."""
    rows = Hall.of(event).drive
    index = {pk: number for number, pk in enumerate(rows.entry_ids)}
    scores = _scores(rows.drive)
    first, second = (frozenset(index[pk] for pk in entries) for entries in (side, other))
    last = max((number for number, side in scores if side == first), default=0)
    mine, theirs = (scores.get((last, people)) for people in (first, second))
    if mine is None or theirs is None or mine.games_won is None or theirs.games_won is None:
        return None
    return mine.games_won, theirs.games_won


def _scores(drive: Drive) -> dict[tuple[int, frozenset[int]], SideScore]:
    """How each side stands in each match: its games won and the points of each, or its points once
    a match that is one game is over."""
    format, several = drive.format, drive.format.length.most_games > 1
    scores: dict[tuple[int, frozenset[int]], SideScore] = {}
    for record in drive.sets:
        for table in record.tables:
            seats = sitters(table, format.length.most_deals)
            sides = sides_at(format, record.number, len(seats))
            match = match_at(format, record.number, table) if several else None
            if match is not None:
                games = read_games(format, record.number, table)
                at_end = [
                    SideScore(tuple(points[at] for points in games), won)
                    for at, won in enumerate(match.wins)
                ]
            elif not several and complete(format, table):
                totals = table_results(format, record.number, table).totals
                at_end = [SideScore((points,)) for points in totals]
            else:
                continue
            for side, score in zip(sides, at_end, strict=True):
                people = frozenset(who for chair in side if (who := seats[chair]) is not None)
                scores[record.number, people] = score
    return scores
