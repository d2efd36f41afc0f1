"""Remove a person for good: the name goes from everything that is stored, what was played stays.

The log only ever grows, and it still does: its lines, who took a step and what the step did stay as
they are, only the name in them becomes “Somebody”. A line of its own says that this was done.
Printed editions of books are kept byte for byte; the host is shown which ones have the name.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rulesets.folded.document import packed, unpacked
from rulesets.records.score_cards.values import fold, sitters_of
from tournaments.access.permissions import host_actor
from tournaments.db.import_staging import hold_book
from tournaments.db.steps import Step, event_transaction, register
from tournaments.models import (
    Acceptance,
    Dispute,
    Entry,
    Evening,
    Event,
    HouseRules,
    Job,
    Link,
    LogEntry,
    Person,
    Photo,
    Prize,
    Report,
    RivalReport,
    ScoreCards,
    Seating,
    SitOut,
    Snapshot,
)
from tournaments.models.errors import refusal
from tournaments.models.event_games import forget
from tournaments.models.families import PLUS
from tournaments.people.services import entries_of

if TYPE_CHECKING:
    from django.db.models import Model

log = logging.getLogger(__name__)
REMOVED = "person.removed"
BATCH = 500  # rows written at once
# Where a name can lie: the way from a row to its event, and the columns with words.
COLUMNS: dict[type[Model], tuple[str, tuple[str, ...]]] = {
    Event: ("pk", ("name", "place", "house_rules", "role_names")),
    Entry: ("event_id", ("name", "team", "seating_team", "deductions")),
    Link: ("event_id", ("label",)),
    Photo: ("event_id", ("caption",)),
    Prize: ("event_id", ("group", "title", "gift")),
    LogEntry: ("event_id", ("who", "params")),
    Seating: ("event_id", ("notes",)),
    SitOut: ("seating__event_id", ("reason",)),
    Report: ("table__seating__event_id", ("author", "reason")),
    Acceptance: ("report__table__seating__event_id", ("by",)),
    RivalReport: ("table__seating__event_id", ("author", "settled_by")),
    Dispute: ("event_id", ("objector", "text", "decision")),
    Snapshot: ("event_id", ("standings", "players", "game", "records", "record_details")),
}
OF_FAMILIES = (Evening, HouseRules)  # what belongs to a family and to no event, by its name


@dataclass(frozen=True)
class Redaction:
    """What becomes of a name in the words of an event: `names` become `alias`. The names of
    `others` stay, also where one of these `names` is a part of them."""

    names: frozenset[str]
    others: frozenset[str]
    alias: str
    pattern: re.Pattern[str] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        by_length = sorted(self.names | self.others, key=len, reverse=True)
        words = "|".join(map(re.escape, by_length))
        object.__setattr__(self, "pattern", re.compile(rf"(?<!\w)(?:{words})(?!\w)"))

    def of_text(self, text: str) -> str:
        """Return a text without the names."""

        def replacement(match: re.Match[str]) -> str:
            name = match.group()
            return self.alias if name in self.names and name not in self.others else name

        return self.pattern.sub(replacement, text)

    def of(self, value: Any) -> Any:
        """Return a plain value without the names in its texts and keys."""
        if isinstance(value, str):
            return self.of_text(value)
        if isinstance(value, Mapping):
            return {self.of(key): self.of(part) for key, part in value.items()}
        if isinstance(value, list | tuple):
            return [self.of(part) for part in value]
        return value

    def is_in(self, value: Any) -> bool:
        """Whether a plain value holds one of the names."""
        return bool(self.names - self.others) and self.of(value) != value


@dataclass(frozen=True)
class NamesInEvents:
    """The names of a person in the events of the family. `usual` are those of the book; `entries`
    are the person's own by event, `others` the names of everybody else there."""

    person: Person
    usual: frozenset[str]
    entries: Mapping[int, Entry]
    others: Mapping[int, frozenset[str]]
    redactions: dict[tuple[int | None, str], Redaction] = field(default_factory=dict)

    @classmethod
    def of(cls, person: Person) -> NamesInEvents:
        """Read them. Two statements."""
        same = [person, *Person.objects.filter(merged_into=person)]
        usual = frozenset(name for line in same for name in (line.name, str(line)) if name)
        own: dict[int, Entry] = {}
        others: dict[int, set[str]] = {}
        entries = Entry.objects.filter(event__family=person.family_id)
        for entry in entries.select_related("person", "second"):
            here = others.setdefault(entry.event_id, set())
            parts = set(chairs_of(entry))
            if person in entry.people:
                own[entry.event_id] = entry
                parts.discard(own_part(entry, person))
            here |= parts
        return cls(person, usual, own, {key: frozenset(names) for key, names in others.items()})

    def redaction(self, event_id: int | None, somebody: str) -> Redaction:
        """Return what becomes of the names in an event; None: in what belongs to no event.
        `somebody` is the word for the person, with a number where it is taken there."""
        if (event_id, somebody) not in self.redactions:
            others = self.others.get(event_id or 0, frozenset())
            names = set(self.usual)
            if (entry := self.entries.get(event_id or 0)) is not None:
                names.add(own_part(entry, self.person))
            redaction = Redaction(frozenset(names), others, _free_name(somebody, others))
            self.redactions[event_id, somebody] = redaction
        return self.redactions[event_id, somebody]


def chairs_of(entry: Entry) -> tuple[str, ...]:
    """Return the names of an entry: one, or one for each of the two who share the chair."""
    parts = tuple(entry.name.split(PLUS))
    return parts if entry.second_id is not None and len(parts) == 2 else (entry.name,)


def own_part(entry: Entry, person: Person) -> str:
    """Return the name that a person has in an entry."""
    parts = chairs_of(entry)
    return parts[-1] if entry.second_id == person.pk else parts[0]


def _free_name(somebody: str, others: frozenset[str]) -> str:
    """Return the word for somebody who was removed, with a number after the first at an event."""
    name, number = somebody, 1
    while name in others:
        number += 1
        name = f"{somebody} {number}"
    return name


def titles_with(person: Person) -> tuple[str, ...]:
    """Return the titles of events and evenings that hold the name and would be changed, in their
    order of date."""
    names = NamesInEvents.of(person)
    usual = names.redaction(None, "")
    events = Event.objects.filter(family=person.family_id).order_by("date", "pk")
    titles = [
        title
        for pk, title in events.values_list("pk", "name")
        if usual.is_in(title) and names.redaction(pk, "").is_in(title)
    ]
    evenings = Evening.objects.filter(family=person.family_id).order_by("date", "pk")
    titles += [title for title in evenings.values_list("name", flat=True) if usual.is_in(title)]
    return tuple(dict.fromkeys(titles))


def lines_naming(person: Person) -> Iterator[tuple[LogEntry, str]]:
    """Yield the lines of the log with a person's name, each with the name of its event, the oldest
    first."""
    names = NamesInEvents.of(person)
    lines = LogEntry.objects.filter(event__family=person.family_id).select_related("event")
    for line in lines.order_by("pk").iterator(BATCH):
        if names.redaction(line.event_id, "").is_in([line.who, line.params]):
            yield line, line.event.name


def photos_naming(person: Person) -> Iterator[Photo]:
    """Yield the photos with a person's name in their caption, the oldest evening first."""
    names = NamesInEvents.of(person)
    photos = Photo.objects.filter(event__family=person.family_id).exclude(caption="")
    for photo in photos.select_related("event").defer("file", "small").order_by("event__date"):
        if names.redaction(photo.event_id, "").is_in(photo.caption):
            yield photo


def card_lines_of(person: Person) -> Iterator[tuple[ScoreCards, list[dict[str, Any]]]]:
    """Yield the score cards on which a person plays, each with the lines as they were read."""
    names = NamesInEvents.of(person)
    for cards in _cards_of(person):
        keys = _keys_on_cards(cards, names)
        lines = [
            line
            for line in cards.lines
            if any(fold(name) in keys for chair in _names_on(line) for name in sitters_of(chair))
        ]
        if lines:
            yield cards, lines


def _cards_of(person: Person) -> Sequence[ScoreCards]:
    cards = ScoreCards.objects.filter(event__in=entries_of(person).values("event"))
    return list(cards.select_related("event").order_by("event__date", "pk"))


def _names_on(line: Mapping[str, Any]) -> list[str]:
    return [*line["chairs"], *line["opponents"]]


def _keys_on_cards(cards: ScoreCards, names: NamesInEvents) -> set[str]:
    """Return the folded names under which a person stands on cards, other spellings included."""
    entry = names.entries[cards.event_id]
    keys = {key for key, entry_id in cards.people.items() if entry_id == entry.pk}
    if entry.second_id is None:
        return keys
    own = own_part(entry, names.person)
    beside = {fold(part) for part in chairs_of(entry) if part != own}
    others = [person for person in entry.people if person != names.person]
    return keys - beside - {fold(person.name) for person in others}


@transaction.atomic
def remove_person(*, person: Person, host: Any) -> None:
    """Remove a person for good: the name becomes “Somebody” wherever it stands, results stay. What
    was made of files and papers beside the pages is deleted, as it can hold the name.

    `host`: the account of whoever does it. Raises Refused while an event with the person is not
    finished, or something is being made.
    """
    hold_book(person.family_id)
    _refuse_unfinished(person)
    family, somebody = person.family_id, _("Somebody")
    names = NamesInEvents.of(person)
    touched = set(names.entries) | _redact_cards(names, somebody) | _redact_boards(names, somebody)
    for model, (event_at, columns) in COLUMNS.items():
        if model is not Entry:
            touched |= _redact_rows(model, event_at, columns, names, somebody)
    touched |= _redact_entries(names, somebody)
    for family_model in OF_FAMILIES:
        _redact_names(family_model, names, somebody)
    Job.objects.filter(family=family, edition=None).delete()
    Person.objects.filter(merged_into=person).delete()
    person.name, person.note, person.usual_role = somebody, "", ""
    person.left_out, person.removed_at = True, timezone.now()
    person.save()
    for event in Event.objects.filter(pk__in=touched).order_by("pk"):
        with event_transaction(event, host_actor(event, host)) as step:
            step.log(REMOVED)
        forget(event)
    log.info("Person %s was removed for good", person.pk)


def _refuse_unfinished(person: Person) -> None:
    entries = entries_of(person).exclude(event__state=Event.State.FINISHED).select_related("event")
    if (entry := entries.first()) is not None:
        raise refusal(
            "person.plays",
            "{name} is entered in “{event}”, which is not finished. Finish it, or take the name "
            "off its list first.",
            name=str(person),
            event=entry.event.name,
        )
    under_way = (Job.State.WAITING, Job.State.RUNNING)
    if Job.objects.filter(family=person.family_id, state__in=under_way).exists():
        raise refusal(
            "person.busy",
            "A paper, a book or an import is being made, and may hold the name. Try again once it "
            "is ready.",
        )


def _redact_rows(
    model: type[Model], event_at: str, columns: Sequence[str], names: NamesInEvents, somebody: str
) -> set[int]:
    """Take the names out of the rows of a model; return the events of those that had them."""
    way = event_at.removesuffix("_id") if event_at != "pk" else ""
    family = f"{way}__family" if way else "family"
    rows = model._base_manager.filter(**{family: names.person.family_id})
    changed, touched = [], set()
    for pk, event_id, *values in rows.values_list("pk", event_at, *columns).iterator(BATCH):
        fresh = names.redaction(event_id, somebody).of(values)
        if fresh != values:
            changed.append((pk, fresh))
            touched.add(event_id)
    _store(model, columns, changed)
    return touched


def _store(
    model: type[Model], columns: Sequence[str], changed: Sequence[tuple[int, Sequence[Any]]]
) -> None:
    rows = [
        model(pk=pk, **dict(zip(columns, values, strict=True))) for pk, values in changed
    ]  # only these columns are written
    model._base_manager.bulk_update(rows, columns, batch_size=BATCH)


def _redact_names(model: type[Model], names: NamesInEvents, somebody: str) -> None:
    """Take the names out of the names of what belongs to the family, each with a number if it would
    be another's."""
    rows = dict(model._base_manager.filter(family=names.person.family_id).values_list("pk", "name"))
    usual = names.redaction(None, somebody)
    for pk, name in rows.items():
        if usual.is_in(name):
            taken = frozenset(other for key, other in rows.items() if key != pk)
            rows[pk] = _free_name(usual.of_text(name), taken)
            model._base_manager.filter(pk=pk).update(name=rows[pk])


def _redact_entries(names: NamesInEvents, somebody: str) -> set[int]:
    """Rename the person's entries, and take the names out of the other words of all."""
    for event_id, entry in names.entries.items():
        alias = names.redaction(event_id, somebody).alias
        parts = list(chairs_of(entry))
        parts[-1 if entry.second_id == names.person.pk else 0] = alias
        Entry.objects.filter(pk=entry.pk).update(name=PLUS.join(parts))
    event_at, columns = COLUMNS[Entry]
    return _redact_rows(Entry, event_at, columns[1:], names, somebody)


def _redact_cards(names: NamesInEvents, somebody: str) -> set[int]:
    """Take the names out of the score cards that events were counted from."""
    touched = set()
    for cards in ScoreCards.objects.filter(event__family=names.person.family_id):
        redaction = names.redaction(cards.event_id, somebody)
        keys = _keys_on_cards(cards, names) if cards.event_id in names.entries else set()
        lines = [_redact_line(line, keys, redaction) for line in cards.lines]
        if lines == cards.lines:
            continue
        cards.people = {
            fold(redaction.alias) if key in keys else key: pk for key, pk in cards.people.items()
        }
        cards.called = next((fold(line["event"]) for line in lines if line["event"]), cards.called)
        cards.lines = lines
        cards.save(update_fields=["lines", "people", "called"])
        touched.add(cards.event_id)
    return touched


def _redact_line(line: Mapping[str, Any], keys: set[str], redaction: Redaction) -> dict[str, Any]:
    def chairs(names: Sequence[str]) -> list[str]:
        return [
            PLUS.join(redaction.alias if fold(name) in keys else name for name in sitters_of(chair))
            if keys.intersection(map(fold, sitters_of(chair)))
            else chair
            for chair in names
        ]

    fresh = {**line, "event": redaction.of_text(line["event"] or "")}
    return {**fresh, "chairs": chairs(line["chairs"]), "opponents": chairs(line["opponents"])}


def _redact_boards(names: NamesInEvents, somebody: str) -> set[int]:
    """Take the names out of the boards of finished events with the person."""
    touched = set()
    for snapshot in Snapshot.objects.filter(event__in=list(names.entries)).exclude(boards=None):
        redaction = names.redaction(snapshot.event_id, somebody)
        parts = list(unpacked(bytes(snapshot.boards or b"")))
        fresh = [redaction.of(part) for part in parts]
        if fresh != parts:
            Snapshot.objects.filter(pk=snapshot.pk).update(boards=packed(fresh))
            touched.add(snapshot.event_id)
    return touched


register(
    Step(
        REMOVED,
        gettext_lazy("Somebody was removed from the book for good; the name is gone from here."),
        is_aside=True,
    )
)
