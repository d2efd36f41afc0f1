"""Photos of evenings: what is known of them, and what is done with them. Pictures are read one by
one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.db.models import Case, IntegerField, Value, When
from django.utils.translation import gettext as _

from tournaments.models import Event, Family, Job, Photo
from tournaments.models.errors import refusal
from tournaments.people.removal import Redaction
from tournaments.records.photo_files import LARGEST, LONGEST_SMALL, StoredPhoto, read_photo

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from django.db.models import QuerySet

    from tournaments.records.selectors import FamilyRecords

MOST = 40  # of an evening


@dataclass(frozen=True, slots=True)
class PhotoLine:
    """A photo as pages show it: the key of its address, what it shows, and the size of its small
    picture."""

    photo_id: int
    key: str
    shows: str
    caption: str
    width: int
    height: int

    @property
    def alt(self) -> str:
        """What somebody hears who does not see it."""
        if self.caption:
            return self.caption
        if self.shows == Photo.Shows.CARD:
            return _("A score card of the evening")
        return _("A photo of the evening")


def photos_of(event_id: int) -> tuple[PhotoLine, ...]:
    """Return the photos of an evening, those of people before those of score cards. One
    statement, which reads no picture."""
    return tuple(map(_line, rows_of(event_id)))


def photos_of_import(job: Job) -> tuple[PhotoLine, ...]:
    """Return the photos that an import is typed in from, the oldest first."""
    return tuple(map(_line, Photo.objects.filter(job=job).defer("file", "small")))


def rows_of(event_id: int) -> QuerySet[Photo]:
    """Return the photos of an evening in their order, without their pictures."""
    cards_last = Case(
        When(shows=Photo.Shows.CARD, then=Value(1)), default=Value(0), output_field=IntegerField()
    )
    photos = Photo.objects.filter(event=event_id)
    return photos.order_by(cards_last, "pk").defer("file", "small")


def _line(photo: Photo) -> PhotoLine:
    by = min(1.0, LONGEST_SMALL / max(photo.width, photo.height))
    width, height = (max(1, round(side * by)) for side in (photo.width, photo.height))
    return PhotoLine(photo.pk, photo.key, photo.shows, photo.caption, width, height)


def find_picture(family: int, key: str, *, small: bool) -> bytes | None:
    """Return the JPEG of a family's photo; None if there is none of that key."""
    column = "small" if small else "file"
    photos = Photo.objects.filter(family=family, key=key)
    data = photos.values_list(column, flat=True).first()
    return None if data is None else bytes(data)


def without_names(photos: Iterable[PhotoLine], records: FamilyRecords) -> Iterator[PhotoLine]:
    """Yield photos as records show them: whoever is left out is somebody in their captions too."""
    out = {who for who in records.house.out if who in records.names}
    names = frozenset(records.names[who] for who in out)
    others = frozenset(name for who, name in records.names.items() if who not in out)
    redaction = Redaction(names, others, _("somebody"))
    for photo in photos:
        yield replace(photo, caption=redaction.of_text(photo.caption)) if names else photo


def small_pictures(event_id: int, most: int) -> list[tuple[PhotoLine, bytes]]:
    """Return the first photos of an evening, each with its small picture. One statement."""
    photos = rows_of(event_id).defer(None).defer("file")[:most]
    return [(_line(photo), bytes(photo.small)) for photo in photos]


def upload(file: Any) -> StoredPhoto:
    """Read an uploaded file. Raises Refused if it is too large, or no photo."""
    if file.size > LARGEST:
        raise refusal("photo.large", "That photo is too large: 10 MB at most.", "file")
    return read_photo(file.read())


def add_photo(*, event: Event, file: Any, shows: str, caption: str) -> Photo:
    """Add a photo to an evening. Raises Refused if there are enough, or the file is none."""
    _check_room(event)  # before the file is read, which takes longest
    picture = upload(file)
    with transaction.atomic():
        # Two hosts who add the last photo at once wait for each other here.
        Family.objects.select_for_update().get(pk=event.book)
        _check_room(event)
        return store_photo(picture, family_id=event.book, event=event, shows=shows, caption=caption)


def store_photo(picture: StoredPhoto, **fields: Any) -> Photo:
    """Store a photo of an event or of an import."""
    return Photo.objects.create(**picture._asdict(), **fields)


def _check_room(event: Event) -> None:
    if Photo.objects.filter(event=event).count() >= MOST:
        text = "An evening has room for {most} photos. Delete another first."
        raise refusal("photo.many", text, "file", most=MOST)


def describe_photo(*, photo: Photo, shows: str, caption: str) -> None:
    """Change what is said about a photo."""
    photo.shows, photo.caption = shows, caption
    photo.save(update_fields=["shows", "caption"])


def delete_photo(*, photo: Photo) -> None:
    """Delete a photo for good."""
    photo.delete()


def give_to_event(job: Job, events: Sequence[Event]) -> None:
    """Hand the photos that an import was typed in from to the evening that came of it."""
    if events:
        Photo.objects.filter(job=job).update(event=events[0], job=None)
