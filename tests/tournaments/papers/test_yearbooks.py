"""Yearbooks: what they say, how much room each evening has, and that an edition stays."""

from __future__ import annotations

import datetime as dt
import io
import re
from types import SimpleNamespace
from typing import Any, cast

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from rulesets.drawing.course_chart import Course, course_chart, longest_climb
from rulesets.drawing.vectors import Path
from rulesets.games import load
from tests.tournaments.job_rows import a_photo
from tests.tournaments.papers.rulebook.ua_check import faults_in
from tests.tournaments.people.past_evenings import finished
from tournaments.models import BookEdition, Event, Person
from tournaments.papers.editions import services
from tournaments.papers.yearbooks.contents import index_name, name_order, spell_year
from tournaments.papers.yearbooks.evenings import IN_LINES, MOST_PAGES, plan_evenings

GAME = "five-hundreds"
PEOPLE = ("Clara Okafor", "Wim de Vries", "山田 太郎", "Ann Baker")
FORM = {"years": "2025", "family": "The Brandts", "paper": "a5", "form": "pages"}


@pytest.mark.django_db
def test_a_yearbook_is_printed_and_stays(client: Client) -> None:
    evenings = [
        finished(GAME, PEOPLE, rounds=4, date=dt.date(year, month, 4), seed=month)
        for year, month in ((2024, 12), (2025, 1), (2025, 2), (2025, 11))
    ]
    Event.objects.filter(pk__in=[one.pk for one in evenings[1:3]]).update(name="Friday cup")
    Person.objects.filter(name="Ann Baker").update(left_out=True)
    a_photo(evenings[3], caption="Clara Okafor deals, Ann Baker watches")
    a_photo(evenings[3], colour="#5b4632")
    client.force_login(evenings[0].owner)
    assert "Make this book" in client.get(reverse("yearbooks")).content.decode()
    refused = client.post(reverse("yearbooks"), {**FORM, "years": "1066", "family": "Kept <b>"})
    assert refused.status_code == 422
    assert "Kept &lt;b&gt;" in refused.content.decode()

    answer = client.post(reverse("yearbooks"), FORM)
    assert answer.status_code == 303
    assert "It is ready." in client.get(answer["Location"]).content.decode()
    edition = BookEdition.objects.get()
    pdf = bytes(cast("bytes", edition.pdf))
    assert (edition.title, edition.line) == ("Yearbook 2025", "Edition 1")
    assert faults_in(pdf) == {}
    pages = [page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages]
    assert len(pages) == edition.pages
    assert "Twenty\ntwenty-five" in pages[0]
    assert "Three evenings at cards" in pages[0]
    # Two of the cup on a page, one on two pages that lie side by side, then the house.
    assert pages[3].count("Friday cup") == 2
    assert "four people came" in pages[5].lower()
    assert "best of each round" in pages[6]
    assert "Clara Okafor deals, somebody watches" in pages[6]
    assert len(PdfReader(io.BytesIO(pdf)).pages[6].images) == 2
    assert "The records on 31 December" in pages[7]
    assert "◆" in pages[7]
    assert "Okafor, Clara" in "".join(pages)
    index = next(text for text in pages if "Okafor, Clara" in text and "Vries, Wim de" in text)
    assert re.search(r"Okafor, Clara\s+[\d, ]*\d+–\d+", index)  # pages one after the other
    games = {load(slug).name for slug in Event.objects.values_list("game", flat=True)}
    assert any(name in index for name in games)
    assert "Vries, Wim de" in "".join(pages)
    assert "Baker" not in "".join(pages)
    assert Person.objects.get(name="Ann Baker").pk not in edition.told["people"]
    services.print_edition(edition)  # a second worker changes nothing
    BookEdition.objects.update(pages=0, pdf=None)
    services.print_edition(edition)
    edition.refresh_from_db()
    assert bytes(cast("bytes", edition.pdf)) == pdf

    again = client.post(reverse("yearbooks"), {**FORM, "years": "2024-2025", "form": "booklet"})
    client.get(again["Location"])
    every = BookEdition.objects.get(number=2)
    assert (every.title, every.line) == ("Yearbook 2024–2025", "Edition 1")
    assert every.pages % 4 == 0
    # Of a book that begins with the house everything is new, so nothing is marked.
    whole = PdfReader(io.BytesIO(bytes(cast("bytes", every.pdf))))
    assert "◆" not in "".join(page.extract_text() for page in whole.pages)
    assert client.get(reverse("rulebook_booklet", args=[every.pk])).status_code == 200
    assert "Yearbook" not in client.get(reverse("rulebook")).content.decode()
    deleted = client.post(again["Location"], {"act": "delete"})
    assert deleted["Location"] == reverse("yearbooks")


def evening(key: int, name: str, people: int = 4, year: int = 2025) -> Any:
    return SimpleNamespace(key=key, name=name, date=str(year), chair_of=range(people), year=year)


def test_every_evening_has_its_room_and_the_book_stays_thin() -> None:
    few = [evening(1, "Christmas"), evening(2, "Cup"), evening(3, "Cup")]
    plan = plan_evenings(few, brief=False)
    assert [spread.key for spread in plan.spreads] == [1]
    assert [half.key for half in plan.halves] == [2, 3]
    twenty = [evening(at, f"Evening {at}") for at in range(20)]
    assert len(plan_evenings(twenty, brief=False).spreads) == 20
    many = [evening(at, f"Evening {at}", people=at % 20) for at in range(300)]
    plan = plan_evenings(many, brief=False)
    assert plan.pages <= MOST_PAGES
    assert len(plan.spreads) + len(plan.halves) + len(plan.lines) == 300
    smallest = min((len(half.chair_of) for half in plan.halves), default=0)
    assert all(len(line.chair_of) <= smallest for line in plan.lines)
    forty = [evening(at, "Friday", year=1986 + at // 20) for at in range(800)]
    assert plan_evenings(forty, brief=True).pages == -(-800 // IN_LINES) <= MOST_PAGES


def test_names_are_sorted_as_an_index_has_them() -> None:
    names = ["Wim de Vries", "山田 太郎", "Ann Baker (from Leeds)", "Kurt", "Siobhán Ní Bhriain"]
    assert [index_name(name) for name in sorted(names, key=name_order)] == [
        "Baker, Ann (from Leeds)",
        "Bhriain, Siobhán Ní",
        "Kurt",
        "Vries, Wim de",
        "山田 太郎",
    ]
    years = (1986, 1905, 2000, 2005, 2026)
    assert [spell_year(year) for year in years] == [
        *("Nineteen eighty-six", "Nineteen oh-five", "2000"),
        *("Two thousand and five", "Twenty twenty-six"),
    ]


def test_a_course_is_a_line_for_each_and_words() -> None:
    courses = [
        Course("Ann", (0, 5, 20)),
        Course("Bo", (0, 9, 15)),
        Course("Cy", (None, 2, 3)),
        Course("Di", (0, 1, 8)),
    ]
    drawing = course_chart(courses)
    assert drawing is not None
    lines = [item for item in drawing.items if isinstance(item, Path)]
    assert max(line.width for line in lines) == lines[-1].width  # the winner's, on top
    assert len({(line.width, line.dash) for line in lines}) == 4  # so grey tells them apart
    ends = [line.segments[-1][1][1] for line in lines]
    assert min(ends) == ends[-1]  # the better end is above
    assert next(words.render(str) for words in drawing.description) == "Ann: 5, 20"
    assert longest_climb(courses) == 3
    assert course_chart(courses[:1]) is None
    assert course_chart([Course("Ann", (0, 3)), Course("Bo", (0, 1))]) is None
    room = [Course(f"P{at}", (0, at, 2 * at)) for at in range(20)]
    crowd = course_chart(room)
    assert "average" in crowd.title.render(str)
    assert len(crowd.description) == 3
