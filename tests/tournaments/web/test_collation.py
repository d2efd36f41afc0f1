"""Names in the order that their languages have, on pages and papers alike."""

from __future__ import annotations

import random

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments.board_evening import an_event
from tests.tournaments.evening import a_user
from tournaments.people.selectors import entries, people_list
from tournaments.web.collation import base_letter, initials, sort_key, sorted_by_name

ORDER = (
    "Ångström",
    "Ann",
    "Ärger",
    "de Vries",
    "Émile",
    "Emily",
    "Łukasz Wiśniewski",
    "Lydia",
    "O’Neil",
    "Ørsted",
    "Zoë",
    "Γιώργος",
    "Анатолий",
    "فاطمة",
    "राजेश",
    "山田 太郎",
)


def test_marks_capitals_and_spaces_do_not_matter() -> None:
    mixed = list(ORDER)
    random.Random(5).shuffle(mixed)
    assert tuple(sorted_by_name(mixed, str)) == ORDER
    assert sort_key("ann  baker")[0] < sort_key("Ann Bakers")[0]
    assert sorted(["bo", "Ann", "Bo", "ann"], key=sort_key) == ["ann", "Ann", "bo", "Bo"]


@pytest.mark.parametrize(
    ("name", "letter"),
    [
        ("Émile", "E"),
        ("Łukasz", "L"),
        ("łukasz", "L"),
        ("“Bo”", "B"),
        ("山田", "山"),
        ("김철수", "ㄱ"),
        ("!", "!"),
    ],
)
def test_names_are_found_under_their_letter(name: str, letter: str) -> None:
    assert base_letter(name) == letter


@pytest.mark.parametrize(
    ("name", "letters"),
    [
        ("Bartholomew Fotheringay-Smythe", "BF"),
        ("Ann (from Leeds)", "A"),
        ("山田 太郎", "山"),
        ("Zoë van der Berg", "ZB"),
        ("?!", "?"),
    ],
)
def test_one_or_two_letters_stand_for_somebody(name: str, letters: str) -> None:
    assert initials(name) == letters


@pytest.mark.django_db
def test_the_book_and_an_event_have_the_same_order(client: Client) -> None:
    event = an_event("hearts", ("Zoë", "Łukasz", "Lydia", "Ann", "Émile"))
    names = ["Ann", "Émile", "Łukasz", "Lydia", "Zoë"]
    assert [row.name for row in people_list(event.book)] == names
    assert [row.name for row in entries(event)] == names
    client.force_login(a_user())
    page = client.get(reverse("people")).content.decode()
    places = [page.index(f"<b>{name}</b>") for name in names]
    assert places == sorted(places)
