"""Whom to offer first: those who played last, those who are free."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Exists, F, Max, OuterRef
from django.utils import timezone

from tournaments.models import Entry, Event, Person


@dataclass(frozen=True, slots=True)
class RecentPerson:
    """Somebody of the book; `plays`: sits at a table at this moment."""

    person_id: int
    name: str
    note: str
    plays: bool


def recent_people(family: int, *, limit: int, free_first: bool = False) -> tuple[RecentPerson, ...]:
    """Everybody in the book of a family: who was entered last comes first, then by name.

    With `free_first` those who sit at a table now come after all others.
    """
    since = timezone.localdate() - timedelta(days=1)  # an evening may last past midnight
    at_play = Entry.objects.filter(
        person=OuterRef("pk"), event__state=Event.State.PLAYING, event__date__gte=since
    )
    people = Person.objects.filter(family_id=family, merged_into=None)
    people = people.annotate(last=Max("entries__pk"), plays=Exists(at_play))
    busy = ("plays",) if free_first else ()
    rows = people.order_by(*busy, F("last").desc(nulls_last=True), "name", "note", "pk")[:limit]
    return tuple(RecentPerson(one.pk, one.name, one.note, one.plays) for one in rows)


def named(family: int, name: str) -> Person | None:
    """Who is called so in the book of a family, capitals or not, without a note beside the name."""
    book = Person.objects.filter(family_id=family, merged_into=None, note="")
    found = list(book.filter(name__iexact=name).order_by("pk"))
    return next((one for one in found if one.name == name), found[0] if found else None)
