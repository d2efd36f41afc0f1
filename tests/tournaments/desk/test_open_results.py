"""What nobody has said yes to: named before it is accepted, once, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests.tournaments import board_evening as boards
from tests.tournaments.desk_pages import at
from tests.tournaments.evening import host, next_set, play, say, start, table
from tests.tournaments.visits import words_of
from tournaments.desk.finish import accept_results, open_results
from tournaments.models import Event, Report

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    """Of two tables the first has told three hands, one of which is accepted already."""
    made = start(people=8)
    say(table(made, 1), 1, {"tricks": [9, 4]})
    say(table(made, 1), 2, {"tricks": [6, 7]})
    say(table(made, 1), 3, {"tricks": [8, 5]}, host(made))
    return made


def test_they_are_named_by_table_with_what_they_say_and_these_are_accepted(event: Event) -> None:
    (found,) = open_results(event)
    assert found.title == "Set 1, table 1"
    assert [(result.name, result.summary) for result in found.results] == [
        ("Hand 1", "9 : 4"),
        ("Hand 2", "6 : 7"),
    ]
    north, east, south, west = (
        seat.entry.name for seat in table(event, 1).seats.select_related("entry")
    )
    assert found.names == (f"{north}, {south}", f"{east}, {west}")  # as the numbers stand
    # What came meanwhile is not accepted along with them, nor a result of another event.
    named = [result.report_id for result in found.results]
    say(table(event, 2), 1, {"tricks": [7, 6]})
    newer = say(table(event, 1), 1, {"tricks": [5, 8]})
    foreign = say(table(start(people=4, name="Another evening")), 1, {"tricks": [9, 4]})
    (left,) = accept_results(event=event, actor=host(event), reports=[*named, foreign.pk])
    assert left.payload == {"tricks": [9, 4]}
    assert not newer.acceptances.exists()
    assert not foreign.acceptances.exists()
    assert [result.title for result in open_results(event)] == ["Set 1, table 1", "Set 1, table 2"]


def test_sides_that_are_called_by_their_chairs_are_named() -> None:
    made = start(people=8, game="euchre", format="swiss", options={"rounds": 3})
    say(table(made, 1), 1, {"makers": 1, "alone": False, "tricks": 3})
    (found,) = open_results(made)
    assert found.results[0].summary == "East & West 1, North & South 0"
    assert [line.partition(": ")[0] for line in found.names] == ["North & South", "East & West"]
    assert not found.in_order


def test_former_sets_are_told_too() -> None:
    made = start(people=8)
    play(made, sets=1)
    next_set(made)
    say(table(made, 2), 1, {"tricks": [9, 4]})
    assert [(result.title, len(result.results)) for result in open_results(made)] == [
        ("Set 1, table 1", 4),
        ("Set 1, table 2", 4),
        ("Set 2, table 2", 1),
    ]


def test_boards_tell_what_a_round_brought() -> None:
    golf = boards.start(boards.GOLF, 3)
    boards.say(boards.table(golf), 1, {"points": [12, 30, 7]})
    golf.refresh_from_db()
    (found,) = open_results(golf)
    assert [result.name for result in found.results] == ["Round 1"]
    assert all(result.summary for result in found.results)
    room = boards.start(boards.GIN, 4)
    boards.say(boards.table(room, 1), 1, boards.gin(0, 12))
    room.refresh_from_db()
    (couple,) = open_results(room)
    assert (couple.title, couple.results[0].name) == ("Round 1", "G1 – L1")
    assert "caught with 12" in couple.results[0].summary


def test_the_page_asks_once_and_names_what_it_accepts(event: Event, client: Client) -> None:
    client.force_login(event.owner)
    assert "Accept 2 results" in words_of(client.get(at("event", event)))
    page = client.get(at("event_accept", event))
    assert "Hand 1 9 : 4 Hand 2 6 : 7" in words_of(page)
    named = Report.objects.filter(acceptances=None).values_list("pk", flat=True)
    for number in named:
        assert f'name="accept" value="{number}"' in page.content.decode()
    values: dict[str, Any] = {"accept": list(named)}
    answers = [client.post(at("event_accept", event), values) for _twice in range(2)]
    assert [answer.status_code for answer in answers] == [303, 303]
    assert "Nothing to accept" in words_of(client.get(at("event_accept", event)))
    assert "Accept" not in words_of(client.get(at("event", event)))
