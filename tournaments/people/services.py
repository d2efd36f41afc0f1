"""Changes to the book of people."""

from __future__ import annotations

import logging
import re
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Q

from rulesets.engine.clean_text import clean_text
from tournaments.db.import_staging import hold_book
from tournaments.models import Entry, Person
from tournaments.models.errors import refusal
from tournaments.models.event_games import format_of

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from tournaments.models import Event

log = logging.getLogger(__name__)
NAME_LENGTH = 80
NOTE_LENGTH = 60
APOSTROPHES = re.compile("[’‘ʼ´`′]")


@transaction.atomic
def add_person(*, family: int, name: str, note: str = "", usual_role: str = "") -> Person:
    """Add a person to the book of a family. Raises Refused for an empty, long or taken name."""
    name, note = clean(name, note)
    hold_book(family)
    _refuse_double(family, name, note)
    return Person.objects.create(family_id=family, name=name, note=note, usual_role=usual_role)


@transaction.atomic
def rename_person(*, person: Person, name: str, note: str = "") -> Person:
    """Change a person's name and note; past events keep the old name. Raises Refused as
    `add_person` does."""
    name, note = clean(name, note)
    hold_book(person.family_id)
    _refuse_double(person.family_id, name, note, but=person.pk)
    person.name, person.note = name, note
    person.save(update_fields=["name", "note"])
    return person


@transaction.atomic
def leave_out(*, person: Person, out: bool) -> Person:
    """Leave a person out of records, or take them in again; what was played stays."""
    person.left_out = out
    person.save(update_fields=["left_out"])
    return person


@transaction.atomic
def merge_people(*, keep: Person, duplicate: Person, who: str = "") -> Person:
    """Merge two records of one person. `who` asked for it goes to the server's log.

    Past events keep the name they were played under. Raises Refused if both were entered in one
    event: then they are two people.
    """
    is_pair = keep.family_id == duplicate.family_id and keep.pk != duplicate.pk
    if not is_pair or duplicate.merged_into_id or keep.merged_into_id:
        raise refusal("person.same", "Choose two different people.")
    events = entries_of(keep).values("event")
    entry = entries_of(duplicate).filter(event__in=events).select_related("event").first()
    if entry is not None:
        raise refusal(
            "person.both",
            "{first} and {second} both came to “{event}”, so they are two people.",
            first=str(keep),
            second=str(duplicate),
            event=entry.event.name,
        )
    Entry.objects.filter(person=duplicate).update(person=keep)
    Entry.objects.filter(second=duplicate).update(second=keep)
    Person.objects.filter(merged_into=duplicate).update(merged_into=keep)
    if not keep.usual_role:
        keep.usual_role = duplicate.usual_role
        keep.save(update_fields=["usual_role"])
    duplicate.merged_into = keep
    duplicate.save(update_fields=["merged_into"])
    log.info("%s merged person %s into %s", who, duplicate.pk, keep.pk)
    return keep


def entries_of(person: Person) -> QuerySet[Entry]:
    """Return a person's entries, alone or as one of two who share a chair."""
    return Entry.objects.filter(Q(person=person) | Q(second=person))


def clean(name: str, note: str) -> tuple[str, str]:
    """Return name and note cleaned for storage. Raises Refused if the name is empty or one of them
    is too long."""
    name, note = clean_text(name), clean_text(note)
    if not name:
        raise refusal("name.empty", "Type a name.", "name")
    if len(name) > NAME_LENGTH:
        text = "That name is {count} characters long; at most {most} fit."
        raise refusal("name.long", text, "name", count=len(name), most=NAME_LENGTH)
    if len(note) > NOTE_LENGTH:
        text = "That note is {count} characters long; at most {most} fit."
        raise refusal("note.long", text, "note", count=len(note), most=NOTE_LENGTH)
    return name, note


def fold_name(name: str) -> str:
    """Return a name folded for comparison: without differences of capitals, apostrophes, spaces."""
    return " ".join(APOSTROPHES.sub("'", name).casefold().split())


def _refuse_double(family: int | None, name: str, note: str, but: int = 0) -> None:
    book = Person.objects.in_book(family).exclude(pk=but)
    key = fold_name(name), fold_name(note)
    if any((fold_name(a), fold_name(b)) == key for a, b in book.values_list("name", "note")):
        raise refusal(
            "name.taken",
            "There is already a {name}. Add a few words to tell the two apart.",
            "note",
            name=name,
        )


def lasting_role(event: Event, role: str | None) -> str:
    """Return the role to store as a person's usual one: "" if it is a team."""
    format = format_of(event)
    if not role or format.keeping.credit == "team":
        return ""
    return role if role in format.facts.roles.names else ""
