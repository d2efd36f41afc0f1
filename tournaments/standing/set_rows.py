"""Standings where everybody carries a score on from set to set: the fast fold over all reports.

A set counts once it is over at every table, for those too who sit it out. If the host wants live
standings, the set in play counts as it is reported; who sits it out still waits for its end.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import accumulate
from operator import is_
from typing import TYPE_CHECKING

from django.db import connection
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from rulesets.formats import drive as engine
from tournaments.cache.memo import Memo
from tournaments.changes import EVENTS, Steps, places, read_current
from tournaments.log.steps import Touches
from tournaments.standing.rows import StandingRow
from tournaments.words import role_words

if TYPE_CHECKING:
    from rulesets.formats.drive import Drive, SetRecord
    from tournaments.models import Event
    from tournaments.scoring.drive import DriveRows


def after(event: Event, whole: Drive) -> str:
    """Which sets the standings count, in words; nothing before the first seats."""
    number = engine.set_in_play(whole)
    if number and event.live_standings:
        return _("Set {number} as far as it is reported").format(number=number)
    played = len(whole.sets) - bool(number)
    if number == 1:
        return _("No set is over yet")
    return _("After set {number}").format(number=played) if played else ""


def set_rows(event: Event, rows: DriveRows) -> tuple[StandingRow, ...]:
    """Everybody's line, best first; the same as last time while the same sets count, whatever was
    reported of the one in play."""
    language, sets = get_language(), rows.drive.sets
    counted, lines = rows.lines.get(language, ((), ()))
    if not lines or len(counted) != len(sets) or not all(map(is_, counted, sets)):
        lines = _made(event, rows)
        rows.lines[language] = sets, lines
    return lines


def _made(event: Event, rows: DriveRows) -> tuple[StandingRow, ...]:
    words = role_words(event)
    before = _ranks_before(rows)
    people = rows.drive.players
    return tuple(
        StandingRow(
            entry_id=rows.entry_ids[score.player],
            name=people[score.player].name,
            role=people[score.player].role,
            role_name=words.get(people[score.player].role, ""),
            total=score.total,
            rank=score.rank,
            shared=score.shared,
            sets=score.sets,
            sit_outs=score.sit_outs,
            moved=before[score.player] - score.rank if before else 0,
            progress=tuple(accumulate(points or 0 for points in score.sets)),
        )
        for score in engine.standings(rows.drive, rows.memory)
    )


# Of which sets there is a report that counts and that nobody has accepted yet.
LOOSE = """
SELECT DISTINCT g.set_number
FROM tournaments_seating g
JOIN tournaments_table t ON t.seating_id = g.id
JOIN tournaments_report r ON r.table_id = t.id
WHERE g.event_id = %s AND g.state = 'published' AND r.deal > 0 AND r.payload IS NOT NULL
AND NOT EXISTS (
    SELECT 1 FROM tournaments_acceptance a WHERE a.report_id = r.id AND a.kind = 'accept')
AND (NOT r.needs_agreement OR EXISTS (
    SELECT 1 FROM tournaments_acceptance a WHERE a.report_id = r.id AND a.kind = 'agree'))
AND NOT EXISTS (
    SELECT 1 FROM tournaments_report l WHERE l.table_id = r.table_id AND l.deal = r.deal
    AND l.revision > r.revision AND (NOT l.needs_agreement OR EXISTS (
        SELECT 1 FROM tournaments_acceptance a WHERE a.report_id = l.id AND a.kind = 'agree')))
"""
_memo: Memo[frozenset[int]] = Memo(EVENTS)


def any_provisional(event: Event, *, through: int) -> bool:
    """Whether there is a report of the sets `through` one that counts and that nobody has accepted
    yet. At most one query."""

    def renew(old: frozenset[int], steps: Steps) -> frozenset[int] | None:
        touched = places(steps, Touches.DISPUTES)
        if touched is None:
            return None
        sets = {number for number, _table in touched}
        return old - sets | _loose_sets(event, sets) if sets else old

    found = read_current(_memo, event, lambda: _loose_sets(event), renew)
    return any(number <= through for number in found)


def _loose_sets(event: Event, only: set[int] | None = None) -> frozenset[int]:
    """The numbers of the sets (or of `only` these) with a report that nobody has accepted."""
    statement, values = LOOSE, [event.pk]
    if only is not None:
        statement += f"AND g.set_number IN ({', '.join(['%s'] * len(only))})"
        values += only
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return frozenset(number for (number,) in cursor.fetchall())


def _ranks_before(rows: DriveRows) -> list[int]:
    """The ranks at the end of the set before the newest one that has a result; none before that."""
    sets = list(rows.drive.sets)
    while sets and not _begun(sets[-1]):
        sets.pop()
    if len(sets) < 2:
        return []
    return engine.ranks(replace(rows.drive, sets=tuple(sets[:-1])), rows.memory)


def _begun(one: SetRecord) -> bool:
    return any(hand for table in one.tables for hand in table.hands)
