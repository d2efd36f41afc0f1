"""Evenings as spreadsheets: what stands in them, and that nothing in them runs."""

from __future__ import annotations

import csv
import datetime as dt
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
from tests.tournaments.board_evening import GOLF, play, start
from tests.tournaments.evening import a_user
from tests.tournaments.people.past_evenings import finished
from tournaments.boards import hall
from tournaments.evenings.selectors import evening_view
from tournaments.evenings.services import create_evening, join
from tournaments.files.spreadsheets import harmless
from tournaments.models import Entry, Event

pytestmark = pytest.mark.django_db


def read(laptop: Client, event: Event, sheet: str) -> list[dict[str, str]]:
    answer = laptop.get(reverse("event_sheet", args=[event.pk, sheet]))
    assert answer.status_code == 200
    assert answer.headers["Content-Type"].startswith("text/csv")
    assert f"-{sheet}.csv" in answer.headers["Content-Disposition"]
    return list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"), newline="")))


def test_a_line_for_each_report_of_a_drive(laptop: Client) -> None:
    event = evening.start(people=8)
    evening.play_set(event, Random(3))
    rows = read(laptop, event, "reports")
    assert len(rows) == 8
    assert {(row["Set"], row["Table"], row["Hand"]) for row in rows} == {
        ("1", table, hand) for table in "12" for hand in "1234"
    }
    for row in rows:
        assert sum(map(int, row["Tricks"].split(" : "))) == 13
        assert len(row["People"].split(", ")) == 4


def test_a_workbook_has_both_sheets(laptop: Client) -> None:
    event = start(GOLF, 4, tables=1)
    play(event, 3)
    # No verb lets such a name in, so that nothing on the log tells of it.
    Entry.objects.filter(event=event, name="Bo").update(name='=HYPERLINK("http://x")\x01')
    hall._boards_memo.clear()
    answer = laptop.get(reverse("event_workbook", args=[event.pk]))
    book = load_workbook(io.BytesIO(answer.content))
    assert book.sheetnames == ["Standings", "Reports"]
    first = book["Standings"]
    names = [first.cell(row, 2) for row in range(2, first.max_row + 1)]
    assert {cell.value for cell in names} == {"Ann", '\'=HYPERLINK("http://x") ', "Cy", "Di"}
    assert {cell.data_type for cell in names} == {"s"}
    assert isinstance(first.cell(2, 6).value, int)
    assert book["Reports"].max_row == 4


def test_there_is_no_other_sheet(laptop: Client) -> None:
    event = start(GOLF, 4)
    assert laptop.get(reverse("event_sheet", args=[event.pk, "players"])).status_code == 404


@given(st.text(max_size=20))
def test_no_text_begins_like_a_formula(text: str) -> None:
    cell: Any = harmless(text)
    assert not cell.startswith(tuple("=+-@\t\r\n\0"))
    assert not cell.lstrip().startswith(tuple("=+-@"))
    cell.encode()
    assert all(ord(letter) >= 32 for letter in cell)


def test_the_overall_table_and_every_game(client: Client) -> None:
    evening = create_evening(
        owner=a_user(), name="Gran is 80", date=dt.date(2026, 11, 22), way="places"
    )
    for game in ("hearts", "five-hundreds"):
        event = finished(game)
        join(evening=evening, event=event, user=a_user())
    Event.objects.update(name="=1+1")
    client.force_login(a_user())
    answer = client.get(reverse("evening_workbook", args=[evening.pk]))
    assert 'filename="gran-is-80-2026-11-22.xlsx"' in answer.headers["Content-Disposition"]
    book = load_workbook(io.BytesIO(answer.content))
    assert book.sheetnames == ["Overall", "1 Hearts", "2 Five Hundreds"]
    rows = list(book["Overall"].iter_rows(values_only=True))
    assert rows[0] == ("Place", "Name", "Total", "Games won", "'=1+1", "'=1+1 (2)")
    assert rows[1:] == [
        (row.rank, row.name, row.total, row.won, *row.points) for row in evening_view(evening).rows
    ]
    assert len(rows) == 5
