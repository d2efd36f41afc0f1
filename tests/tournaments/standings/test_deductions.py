"""Points that the host takes away: they count for the place, are explained, and come along."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from django.test import Client
from django.urls import reverse

from rulesets import games
from rulesets.files.drive_answers import score
from rulesets.files.score_file import read_file
from rulesets.formats import format_of
from rulesets.formats.drive import Drive, Player
from rulesets.formats.ranking import ranks
from rulesets.formats.ranking import standings as drive_standings
from tests.tournaments import board_evening, evening
from tests.tournaments.evening import a_user, entry, host
from tests.tournaments.visits import text_of
from tournaments.events.services import finish_event
from tournaments.files.event_document import export_event, score_file
from tournaments.files.event_import import import_event
from tournaments.log.services import undo_last
from tournaments.models.errors import Refused
from tournaments.people.records import history
from tournaments.standings.deductions import deduct
from tournaments.standings.selectors import standings

if TYPE_CHECKING:
    from tournaments.models import Event

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


@pytest.mark.parametrize(("game", "totals"), [("euchre", [0, -5]), ("push", [0, 5])])
def test_it_never_helps(game: str, totals: list[int]) -> None:
    """Where the lowest total wins, it is added."""
    form = format_of(games.load(game), "progressive")
    whole = Drive(form, (Player("Ann", "", deducted=5), Player("Bo", "")), ())
    assert [one.total for one in drive_standings(whole)] == totals
    assert ranks(whole) == [2, 1]


def test_everybody_reads_why(client: Client, event: Event) -> None:
    client.force_login(event.owner)
    assert post(client, event, "L1", points="7", reason=LATE) == 303
    for name, kind in (("event_player", "desk"), ("event_log", "log")):
        args = [event.pk, entry(event, "L1").pk] if kind == "desk" else [event.pk]
        shown = text_of(client.get(reverse(name, args=args)))
        assert LATE in shown
    assert "−7" in text_of(client.get(reverse("event_standings", args=[event.pk])))


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        ({"points": "0", "reason": LATE}, "points"),
        ({"points": "much", "reason": LATE}, "points"),
        ({"points": "5", "reason": " "}, "reason"),
        ({"points": "5", "reason": "x" * 301}, "reason"),
    ],
)
def test_what_cannot_be_is_said_beside_the_field(
    client: Client, event: Event, sent: dict[str, str], field: str
) -> None:
    client.force_login(event.owner)
    address = reverse("event_deduct", args=[event.pk, entry(event, "L1").pk])
    answer = client.post(address, sent)
    assert answer.status_code == 422
    assert list(answer.context["deduct"].errors) == [field]
    assert sent["points"] in answer.content.decode()
    assert entry(event, "L1").deductions == []


def test_it_is_for_those_who_carry_points_on_while_they_play(client: Client, event: Event) -> None:
    table = board_evening.start(board_evening.GIN, ["Ann", "Bo", "Cy", "Di"])
    client.force_login(table.owner)
    who = table.entries.first()
    assert who is not None
    page = client.get(reverse("event_player", args=[table.pk, who.pk]))
    assert page.context["deduct"] is None
    assert post(client, table, who.name, points="5", reason=LATE) == 404
    finish_event(event=event, actor=host(event), early=True)
    with pytest.raises(Refused):
        take(event, "L1", 5)


def test_it_is_taken_back(event: Event) -> None:
    before = standings(event).rows
    take(event, "L1", 5)
    take(event, "L1", 5, "Again")
    for left in ([{"points": 5, "reason": LATE}], []):
        undo_last(event=event, actor=host(event))
        assert entry(event, "L1").deductions == left
    event.refresh_from_db()
    assert standings(event).rows == before


def test_it_comes_along_in_files_and_stays_out_of_records(event: Event) -> None:
    take(event, "L1", 5)
    take(event, "G1", 3, "Again")
    told = read_file(json.loads(json.dumps(score_file(event))))
    answer = score(told, explain=False)  # type: ignore[arg-type]
    totals = {row.name: row.total for row in standings(event).rows}
    assert {row["name"]: row["total"] for row in answer["standings"]} == totals
    assert {row["name"]: row.get("deducted") for row in answer["standings"]}["L1"] == 5
    copy = import_event(owner=a_user("sister"), data=json.loads(json.dumps(export_event(event))))
    assert {row.name: row.total for row in standings(copy).rows} == totals
    own = sum(points or 0 for points in standings(event).row(entry(event, "L1").pk).sets)  # type: ignore[union-attr]
    finish_event(event=event, actor=host(event), early=True)
    evenings = history(entry(event, "L1").person)
    attended = next(one for one in evenings if one.event_id == event.pk)
    assert attended.result is not None
    assert attended.result.total == own == totals["L1"] + 5
