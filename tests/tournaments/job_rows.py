"""Jobs of long papers and of imports, and photos, for tests."""

from __future__ import annotations

from io import BytesIO
from typing import Any

from PIL import Image

from tournaments.models import Event, Job, Photo
from tournaments.records.photo_files import read_photo
from tournaments.records.photos import store_photo


def a_paper_job(event: Event, **fields: Any) -> Job:
    """The job of an event's score cards."""
    params = {"kind": "cards"}
    return Job.objects.create(
        event=event, family_id=event.book, kind="paper", params=params, **fields
    )


def an_import_job(event: Event) -> Job:
    """A running import of the event's host."""
    params = {"user": event.owner.pk, "second": True}
    return Job.objects.create(
        family_id=event.book, kind="import", params=params, state="running", file=b"{}"
    )


def a_cards_job(event: Event) -> Job:
    """Score cards that wait for their host."""
    table = b"date,game,person,place\n1999,hearts,Ann,1\n1999,hearts,Bo,2\n"
    return Job.objects.create(
        family_id=event.book, kind="score-cards", filename="cards.csv", file=table
    )


def a_picture(
    kind: str = "JPEG", size: tuple[int, int] = (120, 80), colour: str = "#14523a", **options: Any
) -> bytes:
    """The file of a picture in one colour."""
    file = BytesIO()
    Image.new("RGB", size, colour).save(file, kind, **options)
    return file.getvalue()


def a_photo(event: Event, *, colour: str = "#14523a", **fields: Any) -> Photo:
    """A photo of an evening, in one colour."""
    picture = read_photo(a_picture(colour=colour))
    return store_photo(picture, family_id=event.book, event=event, **fields)
