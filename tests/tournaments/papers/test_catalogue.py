"""Every paper of the catalogue, the one that was added last too: entered rightly, on the page of
papers, printed on one of the sizes, and with nothing beyond the edge."""

from __future__ import annotations

import io
from itertools import cycle
from random import Random

import pypdfium2
import pytest
from django.test import Client
from django.utils.functional import Promise
from django.utils.text import slugify
from pypdf import PdfReader

from tests.tournaments import board_evening as boards
from tests.tournaments import evening
from tests.tournaments.desk_pages import at
from tests.tournaments.papers.printing import check_page
from tournaments.events.services import finish_event
from tournaments.models import Event
from tournaments.models.errors import Refused
from tournaments.papers.catalogue import MISSING, PARTS, Order, Pages, PrintOptions, paper, papers
from tournaments.papers.printing import print_paper
from tournaments.papers.selectors import missing, papers_of
from tournaments.papers.theme import SIZES
from tournaments.papers.writer import render_paper

EVENINGS = ("court-whist", "gin-tournament", "rummoli")


def over(slug: str) -> Event:
    """An evening that is over, which has every paper that its game has."""
    if slug == "court-whist":
        event = evening.start(people=8)
        evening.play(event, 1)
    else:
        event = boards.start(slug, ("Ann", "Bo", "Cy", "Di"))
        if slug in boards.SLUGS:
            boards.play_round(event, Random(7))
    event.refresh_from_db()
    finish_event(event=event, actor=evening.host(event), early=True)
    return event


def test_entries_say_what_they_have_to_and_stand_in_their_order() -> None:
    for kind, entry in papers().items():
        assert kind == slugify(kind)
        assert isinstance(entry.title, Promise), kind  # in the language of whoever looks
        assert isinstance(entry.text, Promise), kind
        assert str(entry.text).endswith("."), kind
        assert not entry.needs or entry.needs in MISSING, kind
        assert entry.part in PARTS, kind
        assert set(entry.options) <= set(PrintOptions.__slots__), kind
    positions = [entry.position for entry in papers().values()]
    assert positions == sorted(positions)
    tonight = [entry.tonight for entry in papers().values() if entry.tonight]
    assert len(tonight) == len(set(tonight))


def test_two_papers_cannot_have_one_name() -> None:
    with pytest.raises(ValueError, match="two papers called chart"):
        paper("chart", "Another chart", "Never.")(lambda _order: Pages("Another", []))


@pytest.mark.django_db
@pytest.mark.parametrize("slug", EVENINGS)
def test_every_paper_is_printed_within_its_page(client: Client, slug: str) -> None:
    event = over(slug)
    client.force_login(event.owner)
    page = client.get(at("event_print", event)).content.decode()
    for entry, size in zip(papers_of(event), cycle(("a4", "letter"))):
        assert f'id="{entry.kind}"' in page
        if missing(event, entry):
            with pytest.raises(Refused):
                print_paper(event, PrintOptions(entry.kind))
            continue
        if entry.part == "whole":  # the others in one file
            continue
        pdf = print_paper(event, PrintOptions(entry.kind, size)).pdf
        with pypdfium2.PdfDocument(pdf) as document:
            assert sorted(document[0].get_size()) == pytest.approx(sorted(SIZES[size]), abs=0.1)
            check_page(document[0])


@pytest.mark.parametrize("kind", [kind for kind in papers() if kind != "tonight"])
def test_with_nothing_given_there_is_a_page(kind: str, layout: object) -> None:
    order = Order(layout=layout)
    assert PdfReader(io.BytesIO(render_paper(order, papers()[kind].draw(order)))).pages
