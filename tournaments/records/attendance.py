"""The evenings that somebody was entered in, with how the finished ones ended; and all that is
stored of a person."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from django.db.models import Count, F

from tournaments.models import BookEdition, Event, Photo
from tournaments.models.event_games import game_name
from tournaments.people.removal import card_lines_of, lines_naming, photos_naming
from tournaments.people.services import entries_of
from tournaments.records.selectors import family_records, find_copies
from tournaments.web.wording import known_day, written_place

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Sequence

    from rulesets.records.recorded_evenings import Outcome
    from tournaments.models import Person
    from tournaments.records.selectors import FamilyRecords


@dataclass(frozen=True, slots=True)
class Attended:
    """An evening that somebody was entered in. `outcome` and `total` (the points made) are None
    until it is finished and its places are shown."""

    event_id: int
    entry_id: int
    event_name: str
    date: dt.date
    game: str
    slug: str
    state: str
    outcome: Outcome | None = None
    total: int | None = None
    beside: str = ""  # who shared the chair

    @property
    def is_planned(self) -> bool:
        """Whether nobody is seated yet."""
        return self.state == Event.State.SETUP

    @property
    def is_playing(self) -> bool:
        """Whether it goes on."""
        return self.state == Event.State.PLAYING

    @property
    def place_label(self) -> str:
        """The place in writing: "4=" if it was shared; "" until it is known."""
        if self.outcome is None:
            return ""
        return written_place(self.outcome.place, shared=bool(self.outcome.level))


def history(person: Person, records: FamilyRecords | None = None) -> tuple[Attended, ...]:
    """Return the evenings of a person, newest first, without copies of others. `records`: those of
    the person's family, if they were read before. A fixed number of statements, however many
    evenings there are."""
    mine = entries_of(person).select_related("person", "second", "event")
    mine = mine.annotate(card_day=F("event__score_cards__day"))
    entries = list(mine.order_by("-event__date", "-event_id"))
    over = [entry.event_id for entry in entries if entry.event.state == Event.State.FINISHED]
    copies = find_copies(over)
    records = records or family_records(cast("int", person.family_id))
    recorded = {
        evening.key: evening for evening in records.house.evenings if person.pk in evening.chair_of
    }
    # A game that is gone is read from one evening of it; its others are called the same.
    names = {slug: game.name for slug, game in records.games.items()}
    rows = []
    for entry in entries:
        if entry.event_id in copies:
            continue
        evening = recorded.get(entry.event_id)
        chair = evening.chair_of[person.pk] if evening else 0
        slug = entry.event.game
        if slug not in names:
            names[slug] = game_name(entry.event)
        rows.append(
            Attended(
                event_id=entry.event_id,
                entry_id=entry.pk,
                event_name=entry.event.name,
                date=known_day(entry.event.date, entry.card_day),
                game=names[slug],
                slug=slug,
                state=entry.event.state,
                outcome=evening.outcomes[chair] if evening else None,
                total=evening.summary.chairs[chair].points if evening else None,
                beside=next((str(sitter) for sitter in entry.people if sitter.pk != person.pk), ""),
            )
        )
    return tuple(rows)


def yearbooks_naming(person: Person) -> tuple[str, ...]:
    """Return the printed yearbooks that name somebody, the oldest first. One statement."""
    editions = BookEdition.objects.filter(
        family_id=cast("int", person.family_id), kind=BookEdition.Kind.YEARBOOK, pages__gt=0
    )
    rows = editions.order_by("number").values_list("title", "line", "told__people")
    return tuple(f"{title}, {line}" for title, line, people in rows if person.pk in (people or ()))


def person_data(person: Person) -> dict[str, Any]:
    """Return all that is stored of a person as plain values: the line in the book, the evenings,
    what records make of them, the lines of score cards and of the log, the captions of photos and
    the printed books with the name."""
    return _data_with(person, list(photos_naming(person)))


def _data_with(person: Person, photos: Sequence[Photo]) -> dict[str, Any]:
    """Return all that is stored of a person, with these `photos` that have the name."""
    records = family_records(cast("int", person.family_id))
    evenings = history(person, records)
    is_recorded = person.pk in records.attendances
    return {
        "name": person.name,
        "note": person.note,
        "usual_role": person.usual_role,
        "left_out": person.left_out,
        "created": person.created.isoformat(),
        "evenings": [
            {
                "event": row.event_name,
                "date": row.date.isoformat(),
                "game": row.slug,
                "state": row.state,
                "place": row.outcome.place if row.outcome else None,
                "sides": row.outcome.sides if row.outcome else None,
                "points": row.total,
                "shared_with": row.beside,
            }
            for row in reversed(evenings)
        ],
        "figures": records.document().person(person.pk) if is_recorded else None,
        "score_cards": [
            {"event": cards.event.name, "date": cards.day, "lines": lines}
            for cards, lines in card_lines_of(person)
        ],
        "log": [
            {
                "event": event,
                "moment": line.created.isoformat(),
                "who": line.who,
                "code": line.code,
                "params": line.params,
            }
            for line, event in lines_naming(person)
        ],
        "photos": [
            {
                "event": photo.event.name,
                "date": photo.event.date.isoformat(),
                "caption": photo.caption,
            }
            for photo in photos
            if photo.event is not None
        ],
        "yearbooks": list(yearbooks_naming(person)),
    }


@dataclass(frozen=True, slots=True)
class StoredData:
    """How much of each kind is stored of a person. `deals`: None for somebody without figures.
    `photos`: by event, the evenings with photos, each with how many there are and how many of their
    captions have the name; the person may be in any of them."""

    evenings: int
    first_year: int | None
    last_year: int | None
    deals: int | None
    moments: int
    card_lines: int
    log_lines: int
    captions: int
    photos: tuple[tuple[int, str, int, int], ...]
    yearbooks: tuple[str, ...]


def stored_data(person: Person) -> StoredData:
    """Return how much is stored of a person; what it is, `person_data` has."""
    naming = list(photos_naming(person))
    data = _data_with(person, naming)
    years = sorted(int(row["date"][:4]) for row in data["evenings"])
    house = family_records(cast("int", person.family_id)).house
    counts = photos_at(person)
    captions = Counter(photo.event_id for photo in naming)
    names = dict(Event.objects.filter(pk__in={*counts, *captions}).values_list("pk", "name"))
    return StoredData(
        evenings=len(years),
        first_year=years[0] if years else None,
        last_year=years[-1] if years else None,
        deals=data["figures"]["deals"] if data["figures"] else None,
        moments=sum(
            evening.chair_of[person.pk] in chairs
            for evening in house.evenings
            if person.pk in evening.chair_of
            for *_place, chairs in evening.summary.highlights
        ),
        card_lines=sum(len(row["lines"]) for row in data["score_cards"]),
        log_lines=len(data["log"]),
        captions=len(naming),
        photos=tuple(
            (pk, name, counts.get(pk, captions[pk]), captions[pk]) for pk, name in names.items()
        ),
        yearbooks=tuple(data["yearbooks"]),
    )


def photos_at(person: Person) -> dict[int, int]:
    """Return how many photos there are of each evening that a person was entered in."""
    photos = Photo.objects.filter(event__in=entries_of(person).values("event"))
    counts = photos.order_by("event").values("event").annotate(count=Count("pk"))
    return dict(counts.values_list("event", "count"))
