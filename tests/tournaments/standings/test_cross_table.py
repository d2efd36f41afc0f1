"""Who played whom: what each pair made of each other pair."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from django.urls import reverse

from tests.tournaments import evening
from tests.tournaments.evening import host
from tests.tournaments.events.test_drives_without_roles import played
from tests.tournaments.visits import text_of
from tournaments.boards.table_reports import reports_at
from tournaments.events.services import finish_event
from tournaments.models import Link
from tournaments.models.event_games import format_of
from tournaments.papers.selectors import placings
from tournaments.seating.roll_call import mark_away, substitute
from tournaments.standings.cross_table import cross_table
from tournaments.standings.selectors import standings

if TYPE_CHECKING:
    from django.test import Client

pytestmark = pytest.mark.django_db


def test_each_pair_has_a_line_with_all_it_made(client: Client) -> None:
    event = played("pairs", 5, 10)  # five pairs: one sits out each set
    lines = cross_table(event, standings(event))
    totals = {row.name: row for row in standings(event).rows}
    assert len(lines) == 5
    for place, line in enumerate(lines):
        assert line.cells[place] is None
        cells = [cell for cell in line.cells if cell is not None]
        assert [len(cell) for cell in cells] == [1, 1, 1, 1]
        row = totals[line.name.split(" and ")[0]]
        assert (line.place, row.sit_outs) == (row.place, 1)
        own = sorted(points for points in row.sets if points is not None)
        for cell in cells:
            own.remove(cell[0].own)
        assert len(own) == 1  # of the set that was sat out
        for other, cell in enumerate(line.cells):
            for one in cell or ():
                back = lines[other].cells[place]
                assert (back[0].own, back[0].theirs) == (one.theirs, one.own)
                assert (one.won, back[0].won) == (one.own > one.theirs, one.own < one.theirs)
    client.force_login(event.owner)
    address = reverse("event_standings", args=[event.pk])
    text = f"{lines[0].cells[1][0].own} : {lines[0].cells[1][0].theirs}"  # type: ignore[index]
    assert text in text_of(client.get(address))
    finish_event(event=event, actor=host(event), early=True)
    event.refresh_from_db()
    assert cross_table(event, standings(event)) == lines


def test_a_pair_stays_one_entrant_after_a_substitution(client: Client) -> None:
    event = played("pairs", 1, 11)  # five pairs, and one who waits for a partner
    before = cross_table(event, standings(event))
    assert len(before) == 5
    evening.next_set(event, seed=2)
    at = evening.table(event)
    leaver, mate = at.seats.get(chair=0).entry, at.seats.get(chair=2).entry
    waits = evening.newest(event).sit_outs.get(partner=None).entry
    substitute(event=event, actor=host(event), table=at, chair=0, from_hand=2, entry=waits)
    evening.play_set(event, Random(3))
    event.refresh_from_db()

    def meetings() -> dict[str, list[tuple[int, int]]]:
        return {
            line.name: [(one.own, one.theirs) for cell in line.cells for one in cell or ()]
            for line in cross_table(event, standings(event))
        }

    found = meetings()
    assert found.keys() == {line.name for line in before}
    assert sum(map(len, found.values())) == 8  # two tables in two sets, from either side
    format, report = format_of(event), reports_at(at)
    sums = format.hands.fold(2)(report.payloads(format))  # type: ignore[attr-defined]
    mine = next(name for name in found if leaver.name in name.split(" and "))
    assert (sums[0], sums[1]) in found[mine]
    # Who takes the place for good has the meetings of the pair from before as well.
    mark_away(event=event, actor=host(event), entry=leaver, from_set=3)
    evening.next_set(event, seed=3)
    evening.play_set(event, Random(4))
    event.refresh_from_db()
    pair = {waits.name, mate.name}
    after = {frozenset(name.split(" and ")): met for name, met in meetings().items()}
    assert set(found[mine]) <= set(after[frozenset(pair)])
    # And who has left is marked, wherever the standings are told.
    rows = {row.name: row for row in standings(event).rows}
    assert [name for name, row in rows.items() if row.left] == [leaver.name]
    client.force_login(event.owner)
    pages = [reverse("event_standings", args=[event.pk])]
    link = {(one.kind, one.table_number): one.token for one in event.links.filter(revoked_at=None)}
    pages.append(reverse("spectator_standings", args=[link[Link.Kind.SPECTATOR, None]]))
    pages.append(reverse("wall", args=[link[Link.Kind.WALL, None]]))
    assert ["has left" in text_of(client.get(address)) for address in pages] == [True] * 3
    assert [placing.name for placing in placings(event) if "has left" in placing.note] == [
        leaver.name
    ]
