"""Photos of an evening: who sees them, what is done with them, and where they go."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.tournaments.evening import a_stranger, host
from tests.tournaments.job_rows import a_cards_job, a_photo, a_picture
from tests.tournaments.people.past_evenings import finished
from tests.tournaments.visits import signed_in, words_of
from tournaments.events.services import delete_event
from tournaments.files.backup import restore_backup, write_backup
from tournaments.models import Event, Person, Photo
from tournaments.people.services import leave_out
from tournaments.records import photos
from tournaments.records.attendance import person_data, stored_data

pytestmark = pytest.mark.django_db
GAME = "five-hundreds"


@pytest.fixture
def event() -> Event:
    return finished(GAME, rounds=3)


@pytest.fixture
def client(event: Event) -> Client:
    return signed_in(event.owner)


def uploaded(data: bytes | None = None, name: str = "Wilma.jpg") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, a_picture() if data is None else data, "image/jpeg")


def add(client: Client, event: Event, **fields: Any) -> Any:
    data = {"act": "add", "file": uploaded(), "shows": "people", "caption": "", **fields}
    return client.post(reverse("records_photos", args=[event.pk]), data)


@pytest.mark.sql
def test_a_photo_stands_on_the_page_of_its_evening(client: Client, event: Event) -> None:
    evening = reverse("records_evening", args=[event.pk])
    assert "None so far" in words_of(client.get(evening))
    assert add(client, event, caption="Ann and Bo").status_code == 303
    (photo,) = Photo.objects.all()
    page = client.get(evening).content.decode()
    assert f'src="/people/photos/{photo.key}/small/"' in page
    assert 'alt="Ann and Bo"' in page
    assert "None so far" not in page
    for name in ("photo", "small_photo"):
        response = client.get(reverse(name, args=[photo.key]))
        assert response.status_code == 200
        assert response.headers["Content-Type"] == "image/jpeg"
        assert response.headers["X-Content-Type-Options"] == "nosniff"
        assert response.headers["Cache-Control"] == f"private, max-age={3600}"
        assert "noindex" in response.headers["X-Robots-Tag"]
        assert "Wilma" not in str(response.headers)
    assert len(photo.key) >= 24


def test_only_hosts_of_the_family_see_it(event: Event) -> None:
    photo = a_photo(event)
    for client, status in ((Client(), 403), (signed_in(a_stranger()), 404)):
        for name, part in (
            ("photo", photo.key),
            ("small_photo", photo.key),
            ("records_photos", event.pk),
        ):
            assert client.get(reverse(name, args=[part])).status_code == status
        assert add(client, event).status_code == status
    assert Photo.objects.count() == 1


def test_what_is_refused_stands_beside_its_field_and_keeps_what_was_typed(
    client: Client, event: Event
) -> None:
    heic = uploaded(b"\x00\x00\x00\x18ftypheic" + bytes(100))
    for file, words in (
        (heic, "This is a HEIC photo"),
        (uploaded(b"<svg></svg>"), "This is no photo"),
        (uploaded(a_picture()[:300]), "This photo is damaged"),
        ("", "Choose a photo."),
    ):
        response = add(client, event, file=file, caption="Ann and Bo", shows="card")
        page = response.content.decode()
        assert response.status_code == 422
        assert words in page
        assert 'id="id_file_error"' in page
        assert 'value="Ann and Bo"' in page
        assert 'value="card" id="id_shows_1" checked' in page.replace(" required", "")
    refused = add(client, event, caption="x" * 121)
    assert refused.status_code == 422
    assert "Choose the file once more" in words_of(refused)
    page = client.get(reverse("records_photos", args=[event.pk]))
    assert "Choose the file once more" not in words_of(page)
    assert add(client, event, shows="nothing").status_code == 422
    assert not Photo.objects.exists()


def test_an_evening_has_room_for_so_many(
    client: Client, event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(photos, "MOST", 1)
    assert add(client, event).status_code == 303
    response = add(client, event)
    assert response.status_code == 422
    assert "An evening has room for 1 photos." in words_of(response)
    assert Photo.objects.count() == 1


@pytest.mark.sql
def test_a_caption_is_changed_and_a_photo_deleted(client: Client, event: Event) -> None:
    photo, address = a_photo(event), reverse("records_photos", args=[event.pk])
    fields = {f"p{photo.pk}-shows": "card", f"p{photo.pk}-caption": "Hilde’s card"}
    assert client.post(address, {"act": "describe", "photo": photo.pk, **fields}).status_code == 303
    photo.refresh_from_db()
    assert (photo.shows, photo.caption) == ("card", "Hilde’s card")
    fields[f"p{photo.pk}-caption"] = "x" * 121
    response = client.post(address, {"act": "describe", "photo": photo.pk, **fields})
    assert response.status_code == 422
    assert "x" * 121 in response.content.decode()
    assert client.post(address, {"act": "delete", "photo": photo.pk}).status_code == 303
    assert client.get(reverse("photo", args=[photo.key])).status_code == 404
    for nothing in ("", "x", photo.pk):
        assert client.post(address, {"act": "delete", "photo": nothing}).status_code == 404


def test_who_is_left_out_is_somebody_in_captions(client: Client, event: Event) -> None:
    left_out, other = (row.person for row in event.entries.order_by("pk")[:2])
    a_photo(event, caption=f"{left_out.name} deals, {other.name} laughs")
    address = reverse("records_evening", args=[event.pk])
    assert left_out.name in words_of(client.get(address))
    leave_out(person=left_out, out=True)
    page = client.get(address).content.decode()
    assert f"somebody deals, {other.name} laughs" in page
    assert left_out.name not in page


@pytest.mark.sql
def test_photos_go_with_their_evening(event: Event) -> None:
    a_photo(event)
    a_photo_of_an_import = a_photo(event)
    job = a_cards_job(event)
    Photo.objects.filter(pk=a_photo_of_an_import.pk).update(event=None, job=job)
    delete_event(event=event, actor=host(event))
    assert list(Photo.objects.all()) == [a_photo_of_an_import]
    job.delete()
    assert not Photo.objects.exists()


def test_one_persons_data_has_the_captions_with_the_name(event: Event) -> None:
    person = Person.objects.get(pk=event.entries.order_by("pk")[0].person_id)
    a_photo(event, caption=f"{person.name} deals")
    a_photo(event, caption="Nobody")
    (row,) = person_data(person)["photos"]
    assert row == {
        "event": event.name,
        "date": event.date.isoformat(),
        "caption": f"{person.name} deals",
    }


@pytest.mark.sql
def test_what_is_kept_of_somebody_counts_what_the_file_has(client: Client, event: Event) -> None:
    person, other = (row.person for row in event.entries.order_by("pk")[:2])
    a_photo(event, caption=f"{person.name} deals")
    a_photo(event)
    data, stored = person_data(person), stored_data(person)
    assert stored.evenings == len(data["evenings"]) == 1
    assert stored.deals == data["figures"]["deals"]
    assert stored.log_lines == len(data["log"])
    assert stored.captions == len(data["photos"]) == 1
    assert stored.photos == ((event.pk, event.name, 2, 1),)
    assert stored_data(other).photos == ((event.pk, event.name, 2, 0),)
    page = words_of(client.get(reverse("person_stored", args=[person.pk])))
    assert f"What is stored about {person.name}" in page
    assert "2 photos, 1 with the name" in page
    assert "Records and photos are for those who sign in" in page
    removal = words_of(client.get(reverse("person_remove", args=[person.pk])))
    assert "2 photos of these evenings" in removal
    assert client.post(reverse("person_remove", args=[person.pk])).status_code == 303
    assert sorted(Photo.objects.values_list("caption", flat=True)) == ["", "Somebody deals"]


@pytest.mark.sql
def test_a_backup_has_the_pictures(event: Event, tmp_path: Path) -> None:
    photo = a_photo(event, caption="Ann and Bo")
    before = bytes(photo.file), bytes(photo.small), photo.caption, photo.key
    write_backup(tmp_path / "all.zip")
    Photo.objects.all().delete()
    restore_backup(tmp_path / "all.zip", force=True)
    again = Photo.objects.get()
    assert (bytes(again.file), bytes(again.small), again.caption, again.key) == before
    assert again.event == event
