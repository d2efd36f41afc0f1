"""Long lists in parts."""

import pytest
from django.template import Context, Template
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.urls import reverse

from tournaments.web.paging import Address, PageRequest, list_page, page_with, search_items

NAMES = [f"Player {number}" for number in range(1, 251)]


def part(query="", names=NAMES):
    wanted = PageRequest.of(RequestFactory().get(f"/{query}"))
    return list_page(names, wanted, name=lambda value: value)


@pytest.mark.parametrize(
    ("query", "page", "first"),
    [
        ("?page=2", 2, "Player 101"),
        ("?page=99", 3, "Player 201"),
        ("?page=0", 1, "Player 1"),
        ("?page=two", 1, "Player 1"),
        ("?page=99999999999999999999", 1, "Player 1"),
    ],
)
def test_pages_are_turned(query, page, first):
    found = part(query)
    assert (found.page, found.pages, found.lines[0]) == (page, 3, first)
    assert found.long


def test_every_line_stands_on_one_page():
    pages = [part(f"?page={number}").lines for number in (1, 2, 3)]
    assert [line for lines in pages for line in lines] == NAMES
    assert page_with(NAMES, lambda value: value == "Player 100") == 1
    assert page_with(NAMES, lambda value: value == "Player 101") == 2
    assert page_with(NAMES, lambda value: value == "nobody") is None


def test_somebody_is_found_by_a_part_of_the_name():
    found = part("?q=pLaYeR 25")
    assert list(found.lines) == ["Player 25", "Player 250"]
    assert (found.found, found.total, found.pages) == (2, 250, 1)
    assert not part("?q=nobody").lines
    assert part("?q=Player&page=3").more == "&q=Player"


@pytest.mark.parametrize(
    ("q", "found"),
    [
        ("lodzki", ["Zoë Łódzki"]),
        ("strasse", ["Bo Straße"]),
        ("aero", ["Søren Ærø"]),
        ("łódzki zoë", ["Zoë Łódzki"]),
        ("bo", ["Bo Straße", "Bob Lee"]),
        ("lee bo", ["Bob Lee"]),
        ("bo anna", []),
        ("花", ["花子"]),
    ],
)
def test_names_are_looked_for_as_people_type(q, found):
    names = ["Zoë Łódzki", "Bo Straße", "Søren Ærø", "Bob Lee", "花子"]
    assert list(search_items(names, q, str)) == found


def test_a_short_list_has_no_pages_and_no_search():
    short = part(names=NAMES[:100])
    assert not short.long
    for template in ("_paging.html", "_search.html"):
        assert not render_to_string(template, {"part": short}).strip()


def test_the_pages_name_themselves():
    page = render_to_string("_paging.html", {"part": part("?q=Player&page=2")})
    assert 'rel="prev" href="?page=1&amp;q=Player"' in page
    assert 'rel="next" href="?page=3&amp;q=Player"' in page
    assert page.count('aria-current="page"') == 1


def test_an_address_is_what_django_says():
    template = Template("{% load paging %}{{ player|at:10203 }}")
    shown = template.render(Context({"player": Address("event_player", (40,))}))
    assert shown == reverse("event_player", args=(40, 10203))
