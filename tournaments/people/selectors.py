"""People across all events, recent people, and the people of one event."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, NamedTuple

from django.db.models import Exists, F, Max, OuterRef, Q
from django.db.models.functions import Coalesce, Greatest, NullIf
from django.utils import timezone
from django.utils.translation import get_language

from tournaments.cache.memo import Memo
from tournaments.db.current_values import EVENTS, Steps, read_current, unless_reseated
from tournaments.db.steps import Touches
from tournaments.models import (
    Entry,
    Event,
    Pairing,
    Person,
    Seat,
    Seating,
    SitOut,
    name_with_note,
    people_of_entries,
)
from tournaments.models.event_games import format_of
from tournaments.people.services import fold_name
from tournaments.seats.requests import next_set, present
from tournaments.seats.requests import partners as partners_in
from tournaments.web.collation import sort_key, sorted_by_name
from tournaments.web.labels import role_word, role_words

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable


@dataclass(frozen=True, slots=True)
class PersonRow:
    person_id: int
    name: str
    note: str

    @property
    def label(self) -> str:
        """The name, with the note that tells apart."""
        return name_with_note(self.name, self.note)


class EntryRow(NamedTuple):
    """A person entered in an event, for the people page and the roll call."""

    entry_id: int
    person_id: int
    name: str
    role: str
    role_name: str
    asked_role: str
    flipped: bool  # plays another role than first given
    keeps_chair: bool
    late_as_sit_out: bool
    here: bool  # in the next set to be seated
    seated: bool  # has been seated or sat out in a set that was shown
    team: str = ""  # whose name the person carries


@dataclass(frozen=True, slots=True)
class PairingRow:
    pairing_id: int
    first: str
    second: str
    kind: str


def people_list(family: int, limit: int | None = None, but: int = 0) -> tuple[PersonRow, ...]:
    """Return the people in the book of a family by name, without those merged away and those
    entered in the event `but`; at most `limit` of them."""
    people = Person.objects.in_book(family)
    if but:
        entered = people_of_entries(Entry.objects.filter(event=but))
        people = people.exclude(pk__in={who for here in entered.values() for who in here})
    rows = people.order_by("pk").values_list("pk", "name", "note")
    book = sorted(rows, key=lambda row: (sort_key(row[1]), sort_key(row[2])))
    return tuple(PersonRow(*row) for row in book[:limit])


def events_of_people(ids: Collection[int]) -> dict[int, set[int]]:
    """Return the events of each of these people, alone in a chair or sharing one. One query."""
    events: dict[int, set[int]] = {pk: set() for pk in ids}
    rows = Entry.objects.filter(Q(person__in=ids) | Q(second__in=ids))
    for event, *sitters in rows.values_list("event_id", "person_id", "second_id"):
        for who in events.keys() & set(sitters):
            events[who].add(event)
    return events


def count_people(family: int) -> int:
    return Person.objects.in_book(family).count()


_memo: Memo[tuple[EntryRow, ...]] = Memo(EVENTS)


def entries(event: Event, for_set: int | None = None) -> tuple[EntryRow, ...]:
    """Return everybody entered, by name; `here` is for the next set to be seated, or `for_set`."""
    if for_set is not None:
        return _entries(event, for_set)

    def renew(old: tuple[EntryRow, ...], steps: Steps) -> tuple[EntryRow, ...] | None:
        others = [step for step in steps if step.touches is not Touches.ENTRY]
        if unless_reseated(old, others) is None:
            return None
        changed_ids = {step.params["entry"] for step in steps if step.touches is Touches.ENTRY}
        changed = {
            row.entry_id: row for row in (_entries(event, None, changed_ids) if changed_ids else ())
        }
        return tuple(changed.get(row.entry_id, row) for row in old) if changed_ids else old

    return read_current(_memo, event, lambda: _entries(event, None), renew, get_language())


def _entries(
    event: Event, for_set: int | None, only: Collection[int] | None = None
) -> tuple[EntryRow, ...]:
    published = event.seatings.filter(state=Seating.State.PUBLISHED)
    here = present(event, next_set(event) if for_set is None else for_set, only)
    seats, outs = (
        Seat.objects.filter(seating__in=published),
        SitOut.objects.filter(seating__in=published),
    )
    entered = Entry.objects.filter(event=event)
    if only is not None:
        seats, outs = seats.filter(entry__in=only), outs.filter(entry__in=only)
        entered = entered.filter(pk__in=only)
    took_part = set(seats.values_list("entry_id", flat=True).distinct())
    took_part |= set(outs.values_list("entry_id", flat=True))
    words = role_words(event)
    columns = (
        "pk",
        "person_id",
        "name",
        "role",
        "asked_role",
        "keeps_chair",
        "late_as_sit_out",
        "team",
    )
    people = sorted_by_name(entered.order_by("pk").values_list(*columns), lambda row: row[2])
    return tuple(
        EntryRow(
            *(pk, person_id, name, role, words.get(role, ""), asked_role),
            *(
                bool(asked_role) and role != asked_role,
                keeps_chair,
                late,
                pk in here,
                pk in took_part,
                team,
            ),
        )
        for pk, person_id, name, role, asked_role, keeps_chair, late, team in people
    )


def pairings(event: Event) -> tuple[PairingRow, ...]:
    """Return the pairs to keep apart or together in the first draw, in order of entry."""
    others = event.pairings.exclude(kind=Pairing.Kind.PARTNERS)
    wishes = others.select_related("first", "second").order_by("pk")
    return tuple(PairingRow(p.pk, p.first.name, p.second.name, p.kind) for p in wishes)


def partners(event: Event, rows: Iterable[EntryRow]) -> dict[int, str]:
    """Return the name of everybody's partner in the next set, by entry ("" without a partner);
    empty if partners change."""
    if not format_of(event).facts.fixed_pairs:
        return {}
    names = {row.entry_id: row.name for row in rows}
    pairs = partners_in(event, next_set(event))
    return {pk: names.get(pairs.get(pk, 0), "") for pk in names}


def team_names(event: Event) -> tuple[str, ...]:
    """Return the names of the teams that people play for, sorted; none unless points are carried
    along."""
    if format_of(event).keeping.credit != "carried":
        return ()
    return tuple(sorted({row.team for row in entries(event) if row.team}, key=sort_key))


def role_choices(event: Event) -> tuple[tuple[str, str], ...]:
    """Return key and this event's word for each role of the game."""
    return tuple((role, role_word(event, role)) for role in format_of(event).facts.roles.names)


def persons(family: int, ids: Iterable[int]) -> tuple[Person, ...]:
    """Return the people with these ids, by name, without those merged away or of another
    family."""
    return tuple(Person.objects.in_book(family).filter(pk__in=list(ids)))


def person_in_book(family: int, person_id: int) -> Person | None:
    return Person.objects.in_book(family).filter(pk=person_id).first()


def roles_by_name(family: int, names: Iterable[str]) -> dict[tuple[str, str], str]:
    """Return the usual roles of the people of a family with these names, by name and note."""
    people = Person.objects.in_book(family).filter(name__in=list(names))
    rows = people.values_list("name", "note", "usual_role")
    return {(name, note): role for name, note, role in rows}


@dataclass(frozen=True, slots=True)
class RecentPerson:
    """A person in the book; `plays`: in an evening that is being played now."""

    person_id: int
    name: str
    note: str
    plays: bool


def recent_people(family: int, *, limit: int, free_first: bool = False) -> tuple[RecentPerson, ...]:
    """Return the people in the book of a family, the last entered first, then by name.

    With `free_first` those who are playing now come after all others.
    """
    since = timezone.localdate() - timedelta(days=1)  # an evening may last past midnight
    mine = Q(person=OuterRef("pk")) | Q(second=OuterRef("pk"))
    at_play = Entry.objects.filter(mine, event__state=Event.State.PLAYING, event__date__gte=since)
    people = Person.objects.in_book(family)
    last = Greatest(Coalesce(Max("entries__pk"), 0), Coalesce(Max("shared_entries__pk"), 0))
    people = people.annotate(last=NullIf(last, 0), plays=Exists(at_play))
    busy = ("plays",) if free_first else ()
    rows = people.order_by(*busy, F("last").desc(nulls_last=True), "name", "note", "pk")[:limit]
    return tuple(RecentPerson(person.pk, person.name, person.note, person.plays) for person in rows)


def people_by_id(family: int, name: str) -> Person | None:
    """Return the person of that name without a note in the book of a family, or None; capitals,
    apostrophes and spaces may differ."""
    book = Person.objects.in_book(family).filter(note="").order_by("pk")
    exact = book.filter(name=name).first()
    if exact is not None:
        return exact
    folded = fold_name(name)
    names = book.values_list("pk", "name")
    alike = next((pk for pk, other in names if fold_name(other) == folded), None)
    return None if alike is None else book.get(pk=alike)
