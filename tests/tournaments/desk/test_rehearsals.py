"""The evening rehearsed with its own names: told before the first seats, and nothing is kept."""

from __future__ import annotations

import io
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from tests.tournaments import board_evening, evening
from tests.tournaments.evening import host
from tests.tournaments.events import test_meetings as meetings
from tests.tournaments.events.test_drives_without_roles import an_event
from tests.tournaments.events.test_knockout import an_event as knockout
from tournaments.desk.rehearsals import read_rehearsal
from tournaments.events import services as events
from tournaments.events.arrangement import arrange
from tournaments.models import Event, Seating
from tournaments.models.event_games import format_of
from tournaments.papers.catalogue import PrintOptions
from tournaments.papers.printing import print_paper
from tournaments.seating import draws
from tournaments.seats import requests as drive

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("brief_searches")]

THERE = ("court-whist", "individual")


def waiting(form: str, people: int = 9) -> Event:
    return evening.an_event(people) if form == "court-whist" else an_event(form, people)


def page(client: Client, event: Event, status: int = 200) -> Any:
    client.force_login(event.owner)
    response = client.get(reverse("event_rehearse", args=[event.pk]))
    assert response.status_code == status
    return response


@pytest.mark.parametrize("form", THERE)
def test_it_tells_the_whole_evening_and_keeps_nothing(client: Client, form: str) -> None:
    event = waiting(form)
    version, lines = event.version, event.log.count()
    found = page(client, event)
    told, words = found.context["rehearsal"], found.content.decode()
    assert arrange(format_of(event), 9).words in words
    assert told.sit_outs in words
    assert told.quality in words
    assert len(told.rounds) == 7
    assert all(len(board_round.tables) == 2 and board_round.out for board_round in told.rounds)
    assert told.late == "3 tables instead of 2, and nobody sits out."
    names = [entry.name for entry in event.entries.all()]
    assert all(name in words for name in names)
    event = Event.objects.get(pk=event.pk)
    assert (event.version, event.log.count(), event.state) == (version, lines, Event.State.SETUP)
    assert not Seating.objects.filter(event=event).exists()
    for name in ("event", "event_draw"):
        text = client.get(reverse(name, args=[event.pk])).content.decode()
        assert reverse("event_rehearse", args=[event.pk]) in text


def test_a_schedule_that_is_drawn_is_the_one_that_is_rehearsed(client: Client) -> None:
    event = waiting("individual")
    draws.draw(event=event, actor=host(event), seed=77)
    event.refresh_from_db()
    found = drive.rehearse_event(event)
    draft = event.seatings.get()
    seats = draft.seats.order_by("table__number", "chair").values_list("entry", flat=True)
    assert [who for table in found.rounds[0].tables for who in table] == list(seats)
    rehearsal = read_rehearsal(event)
    assert not rehearsal.waits
    link = reverse("event_rehearse", args=[event.pk])
    assert link in client_page(client, event, "event_draw")
    for paper in rehearsal.papers:
        kind = {"Seating chart": "chart", "Pocket cards": "pocket-cards"}.get(paper.title)
        if kind:
            pdf = print_paper(event, PrintOptions(kind)).pdf
            assert len(PdfReader(io.BytesIO(pdf)).pages) == paper.pages
    assert {"Seating chart", "Pocket cards"} <= {one.title for one in rehearsal.papers}
    assert rehearsal.pages == sum(one.pages for one in rehearsal.papers)


def test_where_all_play_alone_tables_are_of_any_size() -> None:
    rehearsal = read_rehearsal(meetings.an_event(9))
    assert [len(board_round.tables) for board_round in rehearsal.rounds] == [3] * 7
    assert all(
        "P8" in " ".join(board_round.tables) and not board_round.out
        for board_round in rehearsal.rounds
    )
    assert rehearsal.figures[0].startswith("At one table again: ")
    assert "Pocket cards" in rehearsal.waits


def client_page(client: Client, event: Event, name: str) -> str:
    client.force_login(event.owner)
    return client.get(reverse(name, args=[event.pk])).content.decode()


@pytest.mark.parametrize(
    ("people", "sits_out", "few"),
    [
        (9, "Never sits out: ", 2),
        (6, "Sits out 3 times: ", 2),
    ],
)
def test_who_sits_out_more_or_less_than_others_is_named_where_they_are_few(
    people: int, sits_out: str, few: int
) -> None:
    told = read_rehearsal(waiting("individual", people)).sit_outs
    assert told.startswith(sits_out)
    assert told.count("P") == few


def test_what_stands_against_it_is_told(client: Client) -> None:
    few = page(client, waiting("progressive", 3))
    assert few.context["rehearsal"] is None
    assert "3 people are here, but a table needs 4." in few.content.decode()


@pytest.mark.parametrize("game", ["golf", "gin-tournament"])
def test_where_no_seats_are_drawn_in_between_there_is_none(client: Client, game: str) -> None:
    event = board_evening.an_event(game, 4)
    page(client, event, 404)
    assert reverse("event_rehearse", args=[event.pk]) not in client_page(client, event, "event")


def test_a_bye_of_the_second_stage_is_no_sit_out_and_late_guests_play_the_first() -> None:
    event = waiting("swiss", 18)
    values = {"rounds": 3, "deals": 1, "stages": "knockout", "qualify": 4, "others": "play"}
    events.update_event(event=event, actor=host(event), options=values)
    event.refresh_from_db()
    rehearsal = read_rehearsal(event)
    assert len(rehearsal.rounds) == 6
    assert "Sits out twice" not in rehearsal.sit_outs
    assert rehearsal.late == "5 tables instead of 4, and 1 sits out."


@pytest.mark.parametrize(
    ("places", "late"),
    [
        ("all", "7 tables instead of 6, and nobody sits out."),
        ("none", "The draw is closed by then: they can only stand in for somebody who leaves."),
    ],
)
def test_late_arrivals_at_a_knockout(places: str, late: str) -> None:
    event = knockout(12, "golf", size=2, places=places)
    assert read_rehearsal(event).late == late


def test_each_table_is_told_with_its_division() -> None:
    event = knockout(16, "euchre", "pairs", rounds=2, divisions=2)
    for board_round in read_rehearsal(event).rounds:
        heads = [table.partition(": ")[0] for table in board_round.tables]
        assert sorted(heads) == ["Division A", "Division A", "Division B", "Division B"]
