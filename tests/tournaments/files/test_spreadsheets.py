"""Evenings as spreadsheets: what stands in them, and that nothing in them runs."""

from __future__ import annotations

import csv
import io
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import load_workbook

from tests.tournaments import evening
from tests.tournaments.board_evening import GIN, GOLF, SLUGS, play, start
from tests.tournaments.evening import a_user
from tournaments.boards import hall
from tournaments.files.spreadsheets import harmless, reports_sheet, standings_sheet
from tournaments.models import Entry, Event
from tournaments.standings.selectors import standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(client: Client) -> Client:
    client.force_login(a_user())
    return client


def read(desk: Client, event: Event, sheet: str) -> list[dict[str, str]]:
    answer = desk.get(reverse("event_sheet", args=[event.pk, sheet]))
    assert answer.status_code == 200
    assert answer.headers["Content-Type"].startswith("text/csv")
    assert f"-{sheet}.csv" in answer.headers["Content-Disposition"]
    return list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"), newline="")))


@pytest.mark.parametrize("game", SLUGS)
def test_the_standings_are_all_there(desk: Client, game: str) -> None:
    event = start(game, 4)
    play(event, 3)
    event.refresh_from_db()
    rows = read(desk, event, "standings")
    found = standings(event).rows
    assert [(row["Name"], row["Place"], row["Total"]) for row in rows] == [
        (row.name, str(row.rank), str(row.total)) for row in found
    ]
    for row, line in zip(rows, found, strict=True):
        brought = [row[key] for key in row if key.startswith("Round ")]
        assert brought == ["" if points is None else str(points) for points in line.sets]


def test_a_line_for_each_report_of_a_drive(desk: Client) -> None:
    event = evening.start(people=8)
    evening.play_set(event, Random(3))
    rows = read(desk, event, "reports")
    assert len(rows) == 8
    assert {(row["Set"], row["Table"], row["Hand"]) for row in rows} == {
        ("1", table, hand) for table in "12" for hand in "1234"
    }
    for row in rows:
        assert sum(map(int, row["Tricks"].split(" : "))) == 13
        assert len(row["People"].split(", ")) == 4


def test_a_line_for_each_couple(desk: Client) -> None:
    event = start(GIN, 6)
    play(event, 2)
    rows = read(desk, event, "reports")
    assert len(rows) == 6
    assert {row["Round"] for row in rows} == {"1", "2"}
    assert all(len(row["People"].split(", ")) == 2 for row in rows)
    assert "Couple" not in rows[0]


def test_a_workbook_has_both_sheets(desk: Client) -> None:
    event = start(GOLF, 4, tables=1)
    play(event, 3)
    # No verb lets such a name in, so that nothing on the log tells of it.
    Entry.objects.filter(event=event, name="Bo").update(name='=HYPERLINK("http://x")\x01')
    hall._boards_memo.clear()
    answer = desk.get(reverse("event_workbook", args=[event.pk]))
    book = load_workbook(io.BytesIO(answer.content))
    assert book.sheetnames == ["Standings", "Reports"]
    first = book["Standings"]
    names = [first.cell(row, 2) for row in range(2, first.max_row + 1)]
    assert {cell.value for cell in names} == {"Ann", '\'=HYPERLINK("http://x") ', "Cy", "Di"}
    assert {cell.data_type for cell in names} == {"s"}
    assert isinstance(first.cell(2, 6).value, int)
    assert book["Reports"].max_row == 4


def test_an_evening_that_has_not_begun_has_empty_sheets() -> None:
    event = evening.an_event(0)
    assert len(standings_sheet(event)) == len(reports_sheet(event)) == 0


def test_there_is_no_other_sheet(desk: Client) -> None:
    event = start(GOLF, 4)
    assert desk.get(reverse("event_sheet", args=[event.pk, "players"])).status_code == 404


def test_people_called_like_headings_do_not_matter(desk: Client) -> None:
    event = start(GOLF, ("Total", "Place", "-1", "@Home"))
    play(event, 1)
    assert {row["Name"] for row in read(desk, event, "standings")} == {
        "Total",
        "Place",
        "'-1",
        "'@Home",
    }


@given(st.text(max_size=20))
def test_no_text_begins_like_a_formula(text: str) -> None:
    cell: Any = harmless(text)
    assert not cell.startswith(tuple("=+-@\t\r\n\0"))
    assert not cell.lstrip().startswith(tuple("=+-@"))
    cell.encode()
    assert all(ord(letter) >= 32 for letter in cell)


@given(st.integers())
def test_numbers_stay_numbers(number: int) -> None:
    assert harmless(number) == number
