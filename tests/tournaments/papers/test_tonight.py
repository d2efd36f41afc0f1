"""Everything for tonight in one file: its order, its bookmarks, and what goes into it."""

from __future__ import annotations

import io
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from tests.tournaments import board_evening as boards
from tests.tournaments import evening
from tests.tournaments.papers.conftest import pages_of
from tests.tournaments.visits import texts_of
from tournaments.evenings.services import create_evening
from tournaments.events.services import finish_event
from tournaments.models import Event
from tournaments.papers.catalogue import Order, Pages, PrintOptions, papers
from tournaments.papers.data import CardPerson, Heading, Progress, Section, TableCode
from tournaments.papers.printing import print_paper
from tournaments.papers.sections import section_pages
from tournaments.papers.table_cards import join_codes
from tournaments.papers.theme import Style
from tournaments.papers.writer import render_paper

BASE = "http://192.168.1.20:8000"


def bookmarks(reader: PdfReader, level: Any = None) -> list[Any]:
    """The titles with their pages; those below another in a list of their own."""
    return [
        bookmarks(reader, one)
        if isinstance(one, list)
        else (one.title, reader.get_destination_page_number(one))
        for one in (reader.outline if level is None else level)
    ]


def tonight(event: Event, progress: Progress | None = None, **options: Any) -> PdfReader:
    wish = PrintOptions(kind="tonight", base=BASE, **options)
    return PdfReader(io.BytesIO(print_paper(event, wish, progress).pdf))


def text_of(reader: PdfReader) -> list[str]:
    reader.stream.seek(0)
    return ["".join(text.split()) for text in texts_of(reader.stream.read())]


@pytest.mark.django_db
def test_a_drive_has_its_papers_in_the_order_in_which_they_are_needed() -> None:
    seen: list[tuple[int, int]] = []
    reader = tonight(evening.start(people=16), lambda done, count: seen.append((done, count)))
    assert seen == sorted(seen)
    assert seen[-1] == (len(reader.pages),) * 2
    assert bookmarks(reader) == [
        ("Place cards", 0),
        ("Table cards", 3),
        ("Seating chart", 5),
        ("Where do I sit", 6),
        ("Score cards", 7),
        ("Quick-reference cards", 15),
        ("Join codes", 16),
    ]
    pages = text_of(reader)
    assert len(pages) == 18
    assert "G1" in pages[0]
    assert "Table" in pages[3]
    assert "Thelasttotalisthegrandtotal" in pages[7]
    assert pages[15].count("CourtWhist") == 4  # cards on a sheet
    assert "192.168.1.20:8000/join" in pages[16]
    assert "192.168.1.20:8000/join" in pages[17]
    assert "■" not in "".join(pages)
    assert reader.metadata.title == "Everything for tonight · Autumn evening"


@pytest.mark.django_db
def test_before_anybody_is_entered_there_are_rules_and_codes() -> None:
    titles = [title for title, _page in bookmarks(tonight(boards.an_event("hearts", 0)))]
    assert titles == ["Blank score sheet", "Quick-reference cards", "Join codes"]


@pytest.mark.django_db
def test_everything_of_an_evening_of_several_games(client: Client) -> None:
    first = boards.start("hearts", ("Ann", "Bo", "Cy", "Di"), name="Early")
    second = boards.start("golf", ("Ann", "Bo", "Cy", "Eve"), name="Late")
    over = boards.start("golf", ("Zed", "Bo", "Cy"), name="Over")
    together = create_evening(owner=first.owner, name="Games", date=first.date, way="places")
    Event.objects.filter(pk__in=(first.pk, second.pk, over.pk)).update(evening=together)
    finish_event(event=Event.objects.get(pk=over.pk), actor=boards.host(over), early=True)
    client.force_login(first.owner)
    page = client.get(reverse("evening", args=[together.pk])).content.decode()
    address = reverse("evening_tonight", args=[together.pk])
    assert address in page
    answer = client.get(address)
    assert answer["Content-Disposition"] == 'inline; filename="games-tonight.pdf"'
    reader = PdfReader(io.BytesIO(answer.content))
    place, codes, *rest = bookmarks(reader)
    assert (place, codes) == (("Place cards", 0), ("Join codes", 1))
    assert [one[0] for one in rest[::2]] == ["Early", "Late"]
    for below in rest[1::2]:
        titles = [title for title, _page in below]
        assert titles[0] == "Table cards"
        assert titles[-1] == "Join codes"
    cards = text_of(reader)[0]
    assert cards.count("Ann") == cards.count("Eve") == 2  # both sides of one card each
    assert "Zed" not in cards


def test_sections_go_on_on_the_next_page_and_headings_go_with_them() -> None:
    told = [Section(f"Heading {n}", lines=("Some words. " * 30,) * 3) for n in range(12)]
    style = Style()
    pages = section_pages(Heading("Evening"), "Long", told, style, columns=2)
    shown = pages_of(render_paper(Order(heading=Heading("Evening")), Pages("Long", pages, style)))
    assert len(shown) == len(pages) > 1
    found = []
    for page in shown:
        for column in (page.crop((0, 0, 300, page.height)), page.crop((300, 0, *page.bbox[2:]))):
            lines = column.extract_text_lines()
            assert not [
                line for line in lines if page.height - 54 < line["bottom"] < page.height - 44
            ]
            found.append(column.extract_text())
            body = [line["text"] for line in lines if line["top"] < page.height - 45]
            assert not body or not body[-1].startswith("Heading")
    assert " ".join(" ".join(found).split()).count("Some words.") == 12 * 3 * 30


@pytest.mark.parametrize("tables", [3, 25])
def test_few_codes_share_a_page_with_the_guests(read: Any, tables: int) -> None:
    codes = [TableCode(n + 1, f"{BASE}/t/{n}/", f"table.local/{n + 1}/") for n in range(tables)]
    guests = TableCode(0, f"{BASE}/s/x/", "guests.local")
    pages = read(join_codes, Heading("Evening"), guests_code=guests, table_codes=codes)
    assert len(pages) == 1 + (-(-tables // 12) if tables > 3 else 0)
    text = "".join(page.extract_text() for page in pages)
    assert "guests.local" in text
    for code in codes:
        assert code.short in text


@pytest.mark.django_db
def test_the_pack_before_a_round_has_bookmarks(client: Client) -> None:
    event = evening.start(people=16)
    evening.play(event, 1)
    client.force_login(event.owner)
    answer = client.get(reverse("event_pdf", args=[event.pk, "pack"]))
    reader = PdfReader(io.BytesIO(answer.content))
    titles = [title for title, _page in bookmarks(reader)]
    assert titles[1:] == ["Seating chart", "Where do I sit?", "Report slips", "Standings so far"]


@pytest.mark.django_db
def test_what_is_played_otherwise_than_usual_is_on_the_card() -> None:
    card = PrintOptions(kind="reference-card")
    event = boards.start("hearts", ("Ann", "Bo", "Cy", "Di"), options={"target": 60})
    pdf = print_paper(event, card).pdf
    (page,) = pages_of(pdf)
    assert page.extract_text().count("We play:") == 4
    usual = boards.start("hearts", ("Ann", "Bo", "Cy", "Di"))
    assert "We play" not in pages_of(print_paper(usual, card).pdf)[0].extract_text()


def test_a_hall_of_forty_tables_has_it_on_at_most_120_pages(layout: Any, make_seats: Any) -> None:
    seats = make_seats(40, out=0)
    people = [
        CardPerson(person.name, person.role, table.number, chair)
        for table in seats.tables
        for chair, person in enumerate(table.people)
    ]
    codes = [TableCode(number, f"{BASE}/t/{number}") for number in range(1, 41)]
    values = {"people": people, "card_people": people, "seats": seats, "layout": layout}
    order = Order(PrintOptions("tonight"), **values, table_codes=codes, guests_code=codes[0])
    kinds = ("place-cards", "table-cards", "chart", "where", "cards", "codes")
    needed = [papers()[kind] for kind in kinds]
    pages = [each.draw(order) for each in needed if not each.redundant(order)]
    assert sum(len(page.pages) for page in pages if isinstance(page, Pages)) + 1 <= 120
    small = Order(PrintOptions("tonight"), people=people[:64])
    assert not papers()["place-cards"].redundant(small)
