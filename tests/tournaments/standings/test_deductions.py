"""Points that the host takes away: they count for the place, are explained, and come along."""

from __future__ import annotations

import json
from random import Random

import pytest
from django.test import Client
from django.urls import reverse

from rulesets.files.drive_answers import score
from rulesets.files.score_file import read_file
from tests.tournaments import board_evening, evening
from tests.tournaments.evening import entry, host
from tests.tournaments.events import test_knockout as knockouts
from tests.tournaments.events.test_drives_without_roles import an_event
from tests.tournaments.visits import text_of
from tournaments.events.services import finish_event
from tournaments.files.event_document import score_file
from tournaments.log.services import undo_last
from tournaments.models import Event
from tournaments.models.errors import Refused
from tournaments.records.attendance import history
from tournaments.seats import requests as drive
from tournaments.standings.deductions import deduct, withdraw_deduction
from tournaments.standings.selectors import standings

pytestmark = pytest.mark.django_db
LATE = "An hour late"


@pytest.fixture
def event() -> Event:
    played = evening.start(people=8)
    evening.play(played, sets=1)
    played.refresh_from_db()
    return played


def take(event: Event, name: str, points: int, reason: str = LATE) -> None:
    whom = entry(event, name)
    deduct(event=event, actor=host(event), entry=whom, points=points, reason=reason)
    event.refresh_from_db()


def post(client: Client, event: Event, name: str, **sent: object) -> int:
    address = reverse("event_deduct", args=[event.pk, entry(event, name).pk])
    return client.post(address, sent).status_code


def test_it_counts_for_the_place_and_not_in_a_set(event: Event) -> None:
    before = {row.name: row for row in standings(event).rows}
    first = standings(event).rows[0]
    take(event, first.name, 100)
    after = {row.name: row for row in standings(event).rows}
    mine = after[first.name]
    assert (mine.total, mine.sets, mine.lost) == (first.total - 100, first.sets, -100)
    assert mine.rank == len(after)
    others = after.keys() - {first.name}
    assert {after[name].total for name in others} == {before[name].total for name in others}


def test_it_is_for_those_who_carry_points_on_while_they_play(client: Client, event: Event) -> None:
    table = board_evening.start(board_evening.GIN, ["Ann", "Bo", "Cy", "Di"])
    client.force_login(table.owner)
    who = table.entries.first()
    page = client.get(reverse("event_player", args=[table.pk, who.pk]))
    assert page.context["deduct"] is None
    assert post(client, table, who.name, points="5", reason=LATE) == 404
    finish_event(event=event, actor=host(event), early=True)
    with pytest.raises(Refused):
        take(event, "L1", 5)


def test_it_comes_along_in_files_and_stays_out_of_records(event: Event) -> None:
    take(event, "L1", 5)
    take(event, "G1", 3, "Again")
    evening.check_files(event)
    total = standings(event).row(entry(event, "L1").pk).total  # type: ignore[union-attr]
    own = sum(points or 0 for points in standings(event).row(entry(event, "L1").pk).sets)  # type: ignore[union-attr]
    finish_event(event=event, actor=host(event), early=True)
    evenings = history(entry(event, "L1").person)
    attended = next(one for one in evenings if one.event_id == event.pk)
    assert attended.total == own == total + 5


def test_points_are_added_and_each_change_is_withdrawn_by_itself(
    client: Client, event: Event
) -> None:
    client.force_login(event.owner)
    before = standings(event).rows
    whom = entry(event, "L1")
    own = next(row.total for row in before if row.entry_id == whom.pk)

    def total() -> int:
        event.refresh_from_db()
        row = standings(event).row(whom.pk)
        return row.total

    page = reverse("event_player", args=[event.pk, whom.pk])
    assert post(client, event, "L1", points="7", reason=LATE, act="deduct") == 303
    assert post(client, event, "L1", points="20", reason="Baked the cake", act="add") == 303
    assert total() == own - 7 + 20
    assert "+13" in text_of(client.get(reverse("event_standings", args=[event.pk])))
    shown = text_of(client.get(page))
    assert "Added: Baked the cake" in shown
    assert f"Deducted: {LATE}" in shown
    assert "gets 20 extra points: Baked the cake" in text_of(
        client.get(reverse("event_log", args=[event.pk]))
    )
    address = reverse("event_deduct_withdraw", args=[event.pk, whom.pk])
    change = {"points": "7", "reason": LATE}
    assert client.post(address, change)["Location"] == page
    assert total() == own + 20
    response = client.post(address, change)  # from a page that is old
    assert response.status_code == 422
    assert "This was withdrawn already." in text_of(response)
    assert client.post(address, {"points": "much", "reason": LATE}).status_code == 422
    log = text_of(client.get(reverse("event_log", args=[event.pk])))
    assert "The deduction of 7 points from L1 is withdrawn" in log
    undo_last(event=event, actor=host(event))  # the withdrawal
    assert total() == own + 13
    assert client.post(address, {"points": "-20", "reason": "Baked the cake"}).status_code == 303
    assert total() == own - 7
    for case in (own + 13, own - 7, own):
        undo_last(event=event, actor=host(event))
        assert total() == case
    assert standings(event).rows == before
    finish_event(event=event, actor=host(event), early=True)
    with pytest.raises(Refused):
        withdraw_deduction(event=event, actor=host(event), entry=whom, points=7, reason=LATE)


# --- pairs ----------------------------------------------------------------------------------------


def pair_event(form: str, people: int = 10) -> Event:
    """An evening of fixed pairs, with one set played and the next one drawn."""
    if form == "knockout":
        found = knockouts.an_event(people, "euchre")
        knockouts.show(found)
        knockouts.play(found, Random(5))
        found.refresh_from_db()
        return found
    found = an_event(form, people)
    evening.next_set(found, seed=1)
    evening.play_set(found, Random(5))
    found.refresh_from_db()
    return found


@pytest.mark.parametrize(("form", "out"), [("pairs", False), ("swiss", True), ("knockout", True)])
def test_from_one_of_a_pair_it_is_the_pairs(client: Client, form: str, out: bool) -> None:
    event = pair_event(form)
    mates = drive.partners(event, 2)
    waiting = {one.entry_id for one in evening.newest(event).sit_outs.filter(watches=False)}
    assert waiting
    who = min(waiting) if out else min(set(mates) - waiting)
    mate = mates[who]
    client.force_login(event.owner)
    assert standings(event).has_leader == (form != "knockout")  # several are still in
    before = {row.entry_id: row.total for row in standings(event).rows}

    def totals() -> dict[int, int]:
        event.refresh_from_db()
        rows = standings(event).rows
        places = {row.entry_id: row.rank for row in rows}
        assert places[who] == places[mate]
        side = {row.entry_id: row.side for row in rows}
        assert side[who] == side[mate] != ()  # one line
        return {row.entry_id: row.total for row in rows}

    wanted = before | {who: before[who] - 9, mate: before[mate] - 9}
    address = reverse("event_deduct", args=[event.pk, who])
    assert client.post(address, {"points": "9", "reason": LATE}).status_code == 303
    assert totals() == wanted
    names = {one.pk: one.name for one in event.entries.all()}
    shown = text_of(client.get(reverse("event_player", args=[event.pk, mate])))
    assert f"Deducted from {names[who]}: {LATE}" in shown
    evening.check_files(event)
    told = read_file(json.loads(json.dumps(score_file(event))))
    answer = {row["name"]: row for row in score(told, explain=False)["standings"]}  # type: ignore[arg-type]
    assert answer[names[mate]]["deducted"] == answer[names[who]]["deducted"] == 9
    withdraw = reverse("event_deduct_withdraw", args=[event.pk, who])
    change = {"points": "9", "reason": LATE, "page": mate}
    answered = client.post(withdraw, change)
    assert answered["Location"] == reverse("event_player", args=[event.pk, mate])
    assert totals() == before
    undo_last(event=event, actor=host(event))
    assert totals() == wanted
    event = evening.check_end(event, early=True)
    shown = text_of(client.get(reverse("event_player", args=[event.pk, mate])))
    assert f"Deducted from {names[who]}: {LATE}" in shown
