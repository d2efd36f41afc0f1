"""A score card of which only the paper is left, from its photo to the records."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.tournaments.evening import a_stranger, a_user
from tests.tournaments.job_rows import a_cards_job, a_picture
from tests.tournaments.people.past_evenings import finished
from tests.tournaments.visits import signed_in, words_of
from tournaments.models import Event, Job, Photo
from tournaments.records.card_jobs import card_jobs

pytestmark = pytest.mark.django_db
SHEET = {
    "layout": "sheet",
    "names": "Karla\nTom + Rosa\n\nJonas",
    "game": "five-hundreds",
    "date": "26.12.2003",
    "event": "Cottage",
    "rounds": "2",
    "deals": "4",
}
CARD = SHEET | {"layout": "card", "names": "Hilde", "game": "court-whist", "date": "2003"}
POINTS = {"r1-0": "120", "r1-1": "85", "r1-2": "−60", "r2-0": "40", "r2-1": "95", "r2-2": "70"}


@pytest.fixture
def client() -> Client:
    return signed_in(a_user())


def begin(client: Client, **fields: Any) -> Any:
    file = SimpleUploadedFile("IMG_1.jpg", a_picture(), "image/jpeg")
    return client.post(reverse("cards_photo"), {"file": file, **fields})


def begun(client: Client, **fields: Any) -> str:
    """The address at which a card is typed in."""
    response = begin(client, **fields)
    assert response.status_code == 303, words_of(response)
    return str(response.headers["Location"])


def read(client: Client, address: str, **cells: str) -> Any:
    return client.post(address, {"act": "read", **cells})


@pytest.mark.sql
def test_from_the_photo_of_a_sheet_to_its_evening(client: Client) -> None:
    address = begun(client, **SHEET)
    page = client.get(address).content.decode()
    (photo,) = Photo.objects.all()
    assert f'src="/people/photos/{photo.key}/"' in page
    assert client.get(f"/people/photos/{photo.key}/").status_code == 200
    response = read(client, address, **POINTS, **{"rtotal-0": "160"})
    report = response.headers["Location"]
    assert "One evening is complete" in words_of(client.get(report))
    assert client.post(report, {"act": "take"}).status_code == 303
    event = Event.objects.get()
    assert (event.name, str(event.date)) == ("Cottage", "2003-12-26")
    entries = dict(event.entries.values_list("name", "pk"))
    assert entries.keys() == {"Karla", "Tom + Rosa", "Jonas"}
    totals = {row["name"]: row["total"] for row in event.snapshot.standings}
    assert totals == {"Karla": 160, "Tom + Rosa": 180, "Jonas": 10}
    photo.refresh_from_db()
    assert (photo.event, photo.job) == (event, None)
    evening = client.get(reverse("records_evening", args=[event.pk])).content.decode()
    assert photo.key in evening
    assert client.get(address).status_code == 404  # it is taken in
    taken = client.get(report).content.decode()
    assert "Add photos to the evenings" in taken
    assert f'href="/people/records/evening/{event.pk}/photos/"' in taken


def test_what_one_person_noted_makes_the_lines_of_both_sides(client: Client) -> None:
    address = begun(client, **CARD)
    people = {"r1-partner": "Kurt", "r1-opponent1": "Ann", "r1-opponent2": "Jonas"}
    cells = people | {f"r1-{deal}": str(tricks) for deal, tricks in enumerate((9, 9, 8, 6), 1)}
    response = read(client, address, **cells)
    report = response.headers["Location"]
    client.post(report, {"act": "take"})
    event = Event.objects.get()
    assert set(event.entries.values_list("name", flat=True)) == {"Hilde", "Kurt", "Ann", "Jonas"}
    lines = event.score_cards.lines
    assert [(line["deal"], line["tricks"]) for line in lines] == [(1, 9), (2, 9), (3, 8), (4, 6)]
    assert all(line["table"] == "1" for line in lines)


def test_a_sum_that_differs_is_asked_about(client: Client) -> None:
    response = read(client, begun(client, **SHEET), **POINTS, **{"rtotal-0": "161"})
    report = response.headers["Location"]
    page = words_of(client.get(report))
    assert "The sum on the card is another one" in page
    assert "Round 1 has 121 points" in page  # whoever has typed a card knows of no lines of a file
    assert "Back to the photo" in page
    assert not Event.objects.exists()


def test_what_was_typed_can_be_left_and_changed(client: Client) -> None:
    address = begun(client, **SHEET)
    assert client.post(address, {"act": "keep", **POINTS}).status_code == 303
    page = client.get(address).content.decode()
    assert 'value="120"' in page
    assert 'value="-60"' in page
    assert "Cottage, 26.12.2003" in words_of(client.get(reverse("cards")))
    report = read(client, address, **POINTS | {"r1-0": "1"}).headers["Location"]
    assert client.get(report).status_code == 200
    read(client, address, **POINTS)
    client.post(report, {"act": "take"})
    (row,) = (row for row in Event.objects.get().snapshot.standings if row["name"] == "Karla")
    assert row["total"] == 160


def test_the_photo_of_an_evening_that_is_here_goes_to_it(client: Client) -> None:
    here = finished("five-hundreds", rounds=2)
    address = begun(client, **SHEET | {"date": here.date.isoformat()})
    report = read(client, address, **POINTS).headers["Location"]
    client.post(report, {"act": "answer", "again": "same"})
    client.post(report, {"act": "take"})
    assert Event.objects.count() == 1
    assert Photo.objects.get().event == here


def test_what_is_put_away_takes_its_photo_with_it(client: Client) -> None:
    report = read(client, begun(client, **SHEET), **POINTS).headers["Location"]
    client.post(report, {"act": "drop"})
    assert not Photo.objects.exists()
    assert not Job.objects.exists()


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"file": ""}, "Choose a photo."),
        ({"file": SimpleUploadedFile("x.svg", b"<svg/>")}, "This is no photo"),
        ({"date": "26.12.03"}, "That date cannot be read."),
        ({"date": ""}, "Type the date, or only the year."),
        ({"names": ""}, "Type the names on the card."),
        ({"names": "Karla"}, "Two to 12 names"),
        ({"names": "Karla\nkarla"}, "One name is there twice."),
        ({"names": "A + B + C\nD"}, "Two share a chair at most."),
        ({"names": "x" * 81 + "\nD"}, "A name can have 80 letters at most."),
        ({"layout": "card"}, "One name: whose card it is."),
        ({"layout": "x"}, "Select a valid choice."),
        ({"game": "nothing"}, "Select a valid choice."),
        ({"rounds": "0"}, "greater than or equal to 1"),
        ({"deals": "99"}, "less than or equal to 13"),
    ],
)
def test_what_is_wrong_stands_beside_its_field(
    client: Client, wrong: dict[str, Any], words: str
) -> None:
    response = begin(client, **SHEET | wrong)
    assert response.status_code == 422
    page = words_of(response)
    assert words in page
    assert 'value="Cottage"' in response.content.decode()
    assert not Photo.objects.exists()
    assert not Job.objects.exists()


def test_a_number_that_is_none_stands_beside_its_field(client: Client) -> None:
    address = begun(client, **SHEET)
    response = read(client, address, **POINTS | {"r2-1": "12,5"})
    page = response.content.decode()
    assert response.status_code == 422
    assert 'id="id_r2-1_error"' in page
    assert 'value="12,5"' in page
    assert 'value="120"' in page
    nothing = read(client, address)
    assert nothing.status_code == 422
    assert "Nothing is typed in yet." in words_of(nothing)


@pytest.mark.sql
def test_nobody_else_types_it_in(client: Client) -> None:
    address = begun(client, **SHEET)
    stranger = signed_in(a_stranger())
    assert stranger.get(address).status_code == 404
    assert stranger.post(address, POINTS).status_code == 404
    assert Client().get(address).status_code == 403
    assert Client().get(reverse("cards_photo")).status_code == 403
    event = finished("five-hundreds", rounds=1)
    of_file = a_cards_job(event)
    assert client.get(reverse("cards_typing", args=[of_file.pk])).status_code == 404
    assert card_jobs(event.book).count() == 2
