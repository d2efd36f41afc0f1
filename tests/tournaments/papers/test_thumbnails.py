"""The pictures of first pages: of the paper itself, kept by what it holds, never in the way."""

from __future__ import annotations

import io
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from PIL import Image
from pypdf import PdfReader

from tests.tournaments import evening
from tests.tournaments.desk_pages import at
from tournaments.access.services import make_link
from tournaments.models import Event
from tournaments.papers import printing, selectors
from tournaments.papers.catalogue import PaperKind, PrintOptions
from tournaments.papers.printing import print_paper
from tournaments.papers.writer import first_page_alone

pytestmark = pytest.mark.django_db

SHAPES = {"a4": 595.276 / 841.89, "letter": 612 / 792}


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    cache.clear()


@pytest.fixture
def event() -> Event:
    return evening.start(people=16)


def picture(desk: Client, event: Event, kind: str, **questions: Any) -> Image.Image:
    answer = desk.get(reverse("event_picture", args=[event.pk, kind]), questions)
    assert answer.status_code == 200, kind
    assert answer["Content-Type"] == "image/png"
    assert answer["Cache-Control"] == "private, max-age=86400"
    return Image.open(io.BytesIO(answer.content))


def offered(event: Event) -> list[PaperKind]:
    return [kind for kind in selectors.papers_of(event) if not selectors.missing(event, kind)]


def test_every_paper_has_a_picture_of_its_first_page(desk: Client, event: Event) -> None:
    for kind in offered(event)[::3]:
        # Of the other size one upright and one across; the catalogue prints all of it.
        sizes = SHAPES if kind.kind in ("chart", "table-cards") else {"a4": SHAPES["a4"]}
        for paper, shape in sizes.items():
            shown = picture(desk, event, kind.kind, paper=paper)
            assert shown.width == printing.WIDE
            upright = shown.width / shown.height
            assert min(abs(upright - shape), abs(1 / upright - shape)) < 0.01, kind.kind
            assert len(shown.convert("L").getcolors()) > 4, kind.kind  # something is on it


def test_what_cannot_be_printed_yet_has_none(desk: Client, event: Event) -> None:
    for kind in ("results", "certificates", "nothing"):
        assert desk.get(reverse("event_picture", args=[event.pk, kind])).status_code == 404
    page = desk.get(at("event_print", event)).content.decode()
    assert reverse("event_picture", args=[event.pk, "results"]) not in page
    assert reverse("event_picture", args=[event.pk, "chart"]) in page


def test_choices_show_in_the_picture(desk: Client, event: Event) -> None:
    flat, tent = (picture(desk, event, "table-cards", tent=tent) for tent in ("", "1"))
    assert flat.tobytes() != tent.tobytes()


def test_the_address_of_a_picture_changes_with_the_event(event: Event) -> None:
    before = printing.version(event)
    assert before == printing.version(Event.objects.get(pk=event.pk))
    evening.play(event, 1)
    event.refresh_from_db()
    assert printing.version(event) != before


def test_a_sample_is_the_first_page_of_the_paper(event: Event) -> None:
    wish = PrintOptions(kind="place-cards")
    whole = PdfReader(io.BytesIO(print_paper(event, wish).pdf))
    with first_page_alone():
        sample = print_paper(event, wish).pdf
        assert print_paper(event, wish).pdf == sample  # byte for byte, so it can be kept
    [page] = PdfReader(io.BytesIO(sample)).pages
    assert page.extract_text() == whole.pages[0].extract_text()
    assert len(whole.pages) > 1


def test_scorekeepers_are_not_shown_the_rulebook(client: Client, event: Event) -> None:
    link = make_link(event=event, actor=evening.host(event), kind="scorekeeper", label="Sam")
    client.post(reverse("scorekeeper_in", args=[link.token]))
    page = client.get(at("event_print", event)).content.decode()
    assert 'id="chart"' in page
    assert reverse("rulebook") not in page
