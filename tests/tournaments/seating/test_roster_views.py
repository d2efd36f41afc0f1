"""Names that are entered twice: one person, and whoever typed the name again is told."""

from __future__ import annotations

import html
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.tournaments import evening as evenings
from tests.tournaments.evening import an_event
from tournaments.models import Person
from tournaments.models.errors import Refused
from tournaments.people.names import parse_names
from tournaments.seating import roster

pytestmark = pytest.mark.django_db


def test_a_name_that_is_entered_already_is_told_and_stays_typed(client: Client) -> None:
    event = an_event(people=4)
    client.force_login(event.owner)
    address = reverse("event_people", args=[event.pk])
    again = client.post(address, {"names": "G1\n  G2,"})
    page = html.unescape(again.content.decode())
    assert again.status_code == 422
    assert (
        "Already entered: G1 and G2. If this is somebody else of that name, add a few words" in page
    )
    assert "“G1 (from Leeds)”" in page
    assert "G1\n  G2,</textarea>" in page
    some = client.post(address, {"names": "G1\nZoë"}, follow=True)
    assert "1 person entered. Already entered: G1." in html.unescape(some.content.decode())
    told_apart = client.post(address, {"names": "G1 (from Leeds)"}, follow=True)
    assert "1 person entered." in told_apart.content.decode()
    assert "already" not in told_apart.content.decode()
    assert event.entries.count() == 6


def a_file(text: str) -> SimpleUploadedFile:
    return SimpleUploadedFile("guests.csv", text.encode("utf-16"), "text/csv")


def previewed(client: Client, address: str, file: SimpleUploadedFile, names: str = "") -> str:
    """The people of a file as the box of names shows them; nobody is entered by looking."""
    response = client.post(address, {"names": names, "file": file})
    assert response.status_code == 200
    assert "Nobody is entered yet" in response.content.decode()
    return str(response.context["names"].initial["names"])


def test_a_file_is_entered_whole_or_not_at_all(client: Client) -> None:
    event = an_event(people=0)
    client.force_login(event.owner)
    address = reverse("event_people", args=[event.pk])
    text = "Name,Role\nAnn,f\nBo,boss\nann,\n,m\n"
    wrong = client.post(address, {"names": "Cy", "file": a_file(text)})
    page = html.unescape(wrong.content.decode())
    assert wrong.status_code == 422
    assert "Line 3: “boss” is not a role here." in page
    assert "Line 4: ann is also on line 2." in page
    assert "Line 5: there is no name." in page
    assert "Cy</textarea>" in page
    assert not event.entries.exists()
    for data in (b"", b"\xff\xfe\x00", b"x" * 5_000_000):
        file = SimpleUploadedFile("guests.csv", data, "text/csv")
        assert client.post(address, {"names": "", "file": file}).status_code == 422
    assert "Type at least one name." in client.post(address, {"names": ""}).content.decode()


def test_a_file_with_headings_that_nobody_knows_asks_which_column_is_which(client: Client) -> None:
    event = an_event(people=0)
    client.force_login(event.owner)
    address = reverse("event_people", args=[event.pk])
    text = "Anrede;Mensch;Alter\nHerr;Ann;40\nFrau;Bo;41\nFrau;Cy;42\n"
    response = client.post(address, {"names": "Di", "file": a_file(text)})
    assert response.status_code == 200
    page = html.unescape(response.content.decode())
    assert "Which column is which?" in page
    assert "The columns are separated by semicolons." in page
    assert [column.cells for column in response.context["columns"]] == [
        ("Anrede", "Herr", "Frau"),
        ("Mensch", "Ann", "Bo"),
        ("Alter", "40", "41"),
    ]
    assert "Di</textarea>" in page
    listed = response.context["listed"]
    values = {"names": "Di", "listed": listed, "heading": "1"}
    wrong = client.post(address, values | {"column": ["note", "", ""]})
    assert wrong.status_code == 422
    assert "Say which column holds the names." in html.unescape(wrong.content.decode())
    assert wrong.context["listed"] == response.context["listed"]
    shown = client.post(address, values | {"column": ["", "name", ""]})
    assert shown.status_code == 200
    assert "columns" not in shown.context
    names = shown.context["names"].initial["names"]
    assert names.splitlines() == ["Di", "Ann", "Bo", "Cy"]
    assert not event.entries.exists()
    # Another file that is chosen meanwhile is read by its own headings.
    both = client.post(
        address, values | {"column": ["note", "", ""], "file": a_file("Name\nEve\n")}
    )
    assert both.context["names"].initial["names"].splitlines() == ["Di", "Eve"]


def test_teams_and_shared_chairs_come_through_the_preview(client: Client) -> None:
    event = an_event(people=0, game="golf")
    client.force_login(event.owner)
    address = reverse("event_people", args=[event.pk])
    text = "Name;Club\nAnn;Garby\nBo + Cy;Garby\nDi;\n"
    names = previewed(client, address, a_file(text))
    assert names.splitlines() == ["Garby:", "Ann", "Bo + Cy", "---", "Di"]
    assert client.post(address, {"names": names}).status_code == 303
    assert sorted(event.entries.values_list("name", "team")) == [
        ("Ann", "Garby"),
        ("Bo + Cy", "Garby"),
        ("Di", ""),
    ]


def test_capitals_and_apostrophes_make_nobody_new(client: Client) -> None:
    event = an_event(people=0, game="golf")
    Person.objects.create(family_id=event.book, name="Nora O’Brien")
    client.force_login(event.owner)
    address = reverse("event_people", args=[event.pk])
    assert client.post(address, {"names": "nora o'brien\nBo"}).status_code == 303
    assert sorted(event.entries.values_list("name", flat=True)) == ["Bo", "Nora O’Brien"]
    assert Person.objects.count() == 2


@pytest.mark.exhaustive
def test_ten_thousand_long_names_can_be_sent(client: Client) -> None:
    """As a browser sends them: in the form's own way, three bytes a letter."""
    event = an_event(people=0)
    client.force_login(event.owner)
    names = "\r\n".join(f"{'花' * 70} {number:08}" for number in range(10_000))
    answer = client.post(reverse("event_people", args=[event.pk]), {"names": names})
    assert answer.status_code == 303
    assert event.entries.count() == 10_000


def test_of_many_names_only_a_few_are_told(client: Client) -> None:
    event = an_event(people=8)
    client.force_login(event.owner)
    names = "\n".join(event.entries.values_list("name", flat=True))
    again = client.post(reverse("event_people", args=[event.pk]), {"names": names})
    assert again.status_code == 422
    assert "and 3 others. If this is somebody else of that name, add a few words" in html.unescape(
        again.content.decode()
    )


ROLES = ("gentleman", "lady")


def test_many_people_are_entered_in_as_many_queries_as_few(
    django_assert_max_num_queries: Any,
) -> None:
    event = evenings.an_event(0)
    few = parse_names("\n".join(f"Guest {number}, m" for number in range(5)), roles=ROLES)
    many = parse_names("\n".join(f"Other {number}, f" for number in range(60)), roles=ROLES)
    with CaptureQueriesContext(connection) as queries:
        roster.enter_people(event=event, actor=evenings.host(event), parsed=few)
    with django_assert_max_num_queries(len(queries)):
        roster.enter_people(event=event, actor=evenings.host(event), parsed=many)
    assert event.entries.count() == 65


def test_who_is_entered_already_takes_no_further_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(roster, "MAX_PEOPLE", 8)
    event = evenings.an_event(6)
    by_host: Any = {"event": event, "actor": evenings.host(event)}
    there = [f"{letter}{number}" for letter in "GL" for number in (1, 2, 3)]
    assert not roster.enter_people(**by_host, parsed=parse_names("\n".join(there)))
    with pytest.raises(Refused) as refused:
        roster.enter_people(**by_host, parsed=parse_names("\n".join([*there, "A", "B", "C"])))
    assert "6 people are entered and you are adding 3; the most is 8" in str(refused.value)
    assert not Person.objects.filter(name="A").exists()
    assert (
        len(roster.enter_people(**by_host, parsed=parse_names("\n".join([*there, "A", "B"])))) == 2
    )
