"""Standings where everybody carries a score on from set to set: the fast fold over all reports.

A set counts once it is over at every table, for those too who sit it out. If the host wants live
standings, the set in play counts as it is reported; who sits it out still waits for its end.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import accumulate
from typing import TYPE_CHECKING

from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _

from rulesets.formats import drive as engine
from tournaments.models import Acceptance, Report
from tournaments.scoring.hands import COUNTS
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
    """Everybody's line, best first."""
    words = role_words(event)
    before = _ranks_before(rows.drive)
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
        for score in engine.standings(rows.drive)
    )


def any_provisional(event: Event, *, through: int) -> bool:
    """Whether there is a report of the sets `through` one that counts and that nobody has accepted
    yet. One query."""
    said_yes = Acceptance.objects.filter(report=OuterRef("pk"), kind=Acceptance.Kind.ACCEPT)
    later = Report.objects.filter(
        COUNTS, table=OuterRef("table"), deal=OuterRef("deal"), revision__gt=OuterRef("revision")
    )
    return (
        Report.objects.filter(COUNTS, deal__gt=0, payload__isnull=False)
        .filter(table__seating__event=event, table__seating__state="published")
        .filter(table__seating__set_number__lte=through)
        .filter(~Exists(said_yes), ~Exists(later))
        .exists()
    )


def _ranks_before(whole: Drive) -> dict[int, int]:
    """The ranks at the end of the set before the newest one that has a result."""
    sets = list(whole.sets)
    while sets and not _begun(sets[-1]):
        sets.pop()
    if len(sets) < 2:
        return {}
    earlier = replace(whole, sets=tuple(sets[:-1]))
    return {score.player: score.rank for score in engine.standings(earlier)}


def _begun(one: SetRecord) -> bool:
    return any(hand for table in one.tables for hand in table.hands)
