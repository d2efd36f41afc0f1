"""An evening of several games as a spreadsheet."""

from __future__ import annotations

import datetime as dt
import io

import pytest
from django.test import Client
from django.urls import reverse
from openpyxl import load_workbook

from tests.tournaments.evening import a_user
from tests.tournaments.people.past_evenings import finished
from tournaments.evenings.selectors import evening_view
from tournaments.evenings.services import create_evening, join
from tournaments.models import Event

pytestmark = pytest.mark.django_db


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
