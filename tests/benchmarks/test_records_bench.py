"""Records of forty years: 800 evenings of 28 deals, with 24 people who come by turns.

The house takes at most a second of CPU as the first page of a process and 50 ms after that, a
person 300 ms; and no more statements than after a hundred evenings. A yearbook of twenty evenings,
each on two pages and with photos, is printed within 40 s, and forty years fit on 60 pages.
"""

from __future__ import annotations

import datetime as dt
import time
from io import BytesIO
from random import Random
from typing import TYPE_CHECKING

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from PIL import Image

from rulesets.records.played_evenings import (
    ChairResult,
    DealResult,
    PlayedEvening,
    SeatResult,
    TableRound,
    places,
)
from rulesets.records.summaries import details_to_json, summarize, to_json
from tests.tournaments.evening import a_user
from tournaments.cache.memo import clear_memos
from tournaments.models import Entry, Event, Person, Snapshot, family_of
from tournaments.papers.editions.selectors import BookWish
from tournaments.papers.editions.services import new_yearbook, print_edition
from tournaments.papers.yearbooks.evenings import MOST_PHOTOS
from tournaments.records.photo_files import LONGEST_SMALL, read_photo
from tournaments.records.photos import store_photo

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.django_db(transaction=True)

YEARS, A_YEAR, PEOPLE = 40, 20, 24
TABLES, ROUNDS, DEALS = 3, 7, 4
MOST_PAGES, BOOK_SECONDS = 60, 40.0
HOUSE_COLD, HOUSE_WARM, PERSON = 1.0, 0.050, 0.3  # seconds of CPU


def an_evening(rng: Random, keys: list[int]) -> PlayedEvening:
    """Tables of four in pairs, drawn anew every round; tricks of thirteen."""
    course, tables = [[0] for _key in keys], []
    for number in range(1, ROUNDS + 1):
        order = rng.sample(range(len(keys)), len(keys))
        for at in range(0, len(keys), 4):
            chairs = tuple(order[at : at + 4])
            deals = []
            for _deal in range(DEALS):
                tricks = rng.choices(range(14), weights=[1, 2, 4, 8, 12, 16, 18] * 2)[0]
                points = (tricks, 13 - tricks) * 2
                deals.append(DealResult(chairs, points, rng.choice("SHDC")))
            sums = [sum(deal.points[seat] for deal in deals) for seat in range(4)]
            seats = tuple(SeatResult(chairs[seat], sums[seat], seat % 2) for seat in range(4))
            tables.append(TableRound(number, seats, tuple(deals)))
            for seat in range(4):
                course[chairs[seat]].append(course[chairs[seat]][-1] + sums[seat])
    totals = [own[-1] for own in course]
    chairs_then = tuple(
        ChairResult(key, at, rank, totals[at], totals[at], course=tuple(course[at]))
        for at, (key, rank) in enumerate(zip(keys, places(totals), strict=True))
    )
    return PlayedEvening("court-whist", "court-whist", DEALS, ROUNDS, chairs_then, tuple(tables))


def write_evenings(years: range) -> None:
    """Write finished evenings straight into the database."""
    owner = a_user()
    family = family_of(owner)
    people = list(Person.objects.filter(family_id=family).order_by("pk"))
    if not people:
        names = (Person(family_id=family, name=f"Person {at:02}") for at in range(PEOPLE))
        people = Person.objects.bulk_create(names)
    rng = Random(years.start)
    days = [dt.date(year, 1, 2) + dt.timedelta(17 * at) for year in years for at in range(A_YEAR)]
    events = Event.objects.bulk_create(
        Event(
            owner=owner, family_id=family, name="Friday cup", date=day, game="court-whist",
            format="court-whist", state=Event.State.FINISHED,
        )
        for day in days
    )  # fmt: skip
    entries = Entry.objects.bulk_create(
        Entry(event=event, person=person, name=person.name)
        for event in events
        for person in rng.sample(people, 4 * TABLES)
    )
    by_event: dict[int, list[int]] = {}
    for entry in entries:
        by_event.setdefault(entry.event_id, []).append(entry.pk)
    snapshots = []
    for event in events:
        summary, details = summarize(an_evening(rng, by_event[event.pk]))
        snapshots.append(
            Snapshot(
                event=event, edition=1, standings=[], players={},
                records=to_json(summary), record_details=details_to_json(details),
            )
        )  # fmt: skip
    Snapshot.objects.bulk_create(snapshots)


def statements(client: Client, address: str) -> int:
    clear_memos()
    with CaptureQueriesContext(
        connection,
    ) as queries:
        assert client.get(address).status_code == 200
    return len(queries)


def seconds(client: Client, address: str) -> float:
    begun = time.process_time()
    assert client.get(address).status_code == 200
    return time.process_time() - begun


def test_forty_years_in_one_house(say: Callable[[object], None]) -> None:
    client = Client()
    client.force_login(a_user())
    write_evenings(range(1987, 1992))
    house = reverse("records")
    person = reverse("person", args=[Person.objects.order_by("pk").first().pk])  # type: ignore[union-attr]
    client.get(house)  # templates and games are read
    client.get(person)
    before = statements(client, house), statements(client, person)
    write_evenings(range(1992, 1987 + YEARS))
    after = statements(client, house), statements(client, person)
    clear_memos()
    cold = seconds(client, house)
    warm = min(seconds(client, house) for _time in range(5))
    first = seconds(client, person)
    again = min(seconds(client, person) for _time in range(5))
    say(
        f"{YEARS * A_YEAR} evenings: house {cold:.2f} s cold, {1000 * warm:.0f} ms warm; a person "
        f"{1000 * first:.0f} ms, again {1000 * again:.0f} ms; statements {before} and {after}"
    )
    assert after == before
    assert cold <= HOUSE_COLD
    assert warm <= HOUSE_WARM
    assert max(first, again) <= PERSON


def print_book(family: int, first: int, last: int) -> tuple[int, float, int]:
    """Print a yearbook; return its pages, how many seconds it took, and its size in bytes."""
    wish = BookWish(title="", line="", paper="a5")
    edition = new_yearbook(family=family, years=(first, last), wish=wish, language="en")
    begun = time.perf_counter()
    print_edition(edition)
    taken = time.perf_counter() - begun
    edition.refresh_from_db(fields=["pages", "size"])
    return edition.pages, taken, edition.size


def test_forty_years_in_one_book(say: Callable[[object], None]) -> None:
    write_evenings(range(1987, 1987 + YEARS))
    last = 1986 + YEARS
    events = list(Event.objects.filter(date__year=last))
    for number, event in enumerate(events):  # each stands by itself
        event.name = f"Evening {number}"
        for _photo in range(MOST_PHOTOS):  # full of detail: such pictures are the largest
            picture = Image.effect_noise((LONGEST_SMALL, 600), 80).convert("RGB")
            file = BytesIO()
            picture.save(file, "JPEG")
            stored = read_photo(file.getvalue())
            store_photo(stored, family_id=event.book, event=event, caption="At the table")
    Event.objects.bulk_update(events, ["name"])
    books = [print_book(events[0].book, *years) for years in ((last, last), (1987, last))]
    for pages, taken, size in books:
        say(f"A yearbook of {pages} pages in {taken:.1f} s, {size / 1e6:.1f} MB")
    assert books[0][0] > 2 * A_YEAR
    assert all(pages <= MOST_PAGES and taken <= BOOK_SECONDS for pages, taken, _size in books)
